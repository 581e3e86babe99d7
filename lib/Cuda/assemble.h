/* PTX to machine code, by the driver. */
#ifndef TRI_CUDA_ASSEMBLE_H
#define TRI_CUDA_ASSEMBLE_H

#include "Cuda/cache.h"
#include "Cuda/device.h"

/* The cubin of the PTX text, in the arena; false after an error, which holds the driver's log. Lines of the
 * log that name a line of the PTX are followed by it and by the place in the source that the launch metadata
 * gives for its op. */
bool cuda_assemble(const TriDevice *d, Arena *a, const char *ptx, const char *kernel, Bytes *cubin);

/* The log with those lines added. */
const char *cuda_explain_log(Arena *a, const char *log, const char *ptx);

#endif
