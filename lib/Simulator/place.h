/* The place of an instruction, for people. */
#ifndef TRI_SIMULATOR_PLACE_H
#define TRI_SIMULATOR_PLACE_H

#include "Simulator/module.h"

/* "file:line:column" by .loc, "PTX line N" where the text has none. Inside of calls that were inlined the
 * outermost is named too: "f.h:9:3 (called from k.cu:7:5)". Cut where it does not fit. */
void place_text(char *out, size_t bytes, const TriSimModule *m, const Place *p);

#endif
