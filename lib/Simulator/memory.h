#ifndef TRI_SIMULATOR_MEMORY_H
#define TRI_SIMULATOR_MEMORY_H

#include "Simulator/exec.h"

const TriSimModule *memory_module(const TriSimMemory *mem);
/* Fills l->buffers, ascending by device address; false without host memory. */
bool memory_buffers(TriSimMemory *mem, Launch *l);
/* The last buffer that starts at or below the address; buffer_count where there is none. */
uint32_t buffer_below(const Launch *l, uint64_t address);

#endif
