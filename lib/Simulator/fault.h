#ifndef TRI_SIMULATOR_FAULT_H
#define TRI_SIMULATOR_FAULT_H

#include "Simulator/exec.h"

#endif
