/* Files that hold PTX instead of MLIR. */
#ifndef TRI_RUN_PTX_H
#define TRI_RUN_PTX_H

#include "file.h"
#include "options.h"

/* Whether the file is PTX: by its name, or because a directive comes first in it (PTX ISA: .version), which
 * no MLIR text starts with. */
bool ptx_is(const char *name, Text text);

/* An error for an option that means nothing for PTX. */
bool ptx_check_options(const Options *o, Problem *p);
/* An error for a block that is missing, before anything runs. */
bool ptx_check_block(const TriKernel *k, const Options *o, Problem *p);

#endif
