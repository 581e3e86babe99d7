/* --emit cubin and --emit sass: machine code, and its text. The PTX is assembled by the GPU's driver where
 * there is a GPU that runs it, which is then the very code that runs here; else by ptxas. The text is made by
 * cuobjdump or nvdisasm. Tools are looked for in PATH, in $CUDA_HOME/bin and in /usr/local/cuda/bin. */
#ifndef TRI_RUN_MACHINE_CODE_H
#define TRI_RUN_MACHINE_CODE_H

#include "file.h"

/* The cubin of the kernel for this target (NULL: the GPU's, else sm_90a), in the problem's arena. *by names
 * what assembled it. */
bool machine_code(TriCompiler *c, TriKernel *k, const char *arch, Text *cubin, const char **by, Problem *p);
/* Its text. */
bool machine_code_text(Text cubin, Text *sass, Problem *p);

#endif
