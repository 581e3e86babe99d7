/* What kernels print and assert on a device: buffers of mapped host memory, which the GPU writes and the host
 * reads without a copy, and which outlive a trap.
 *
 * A function whose kernel prints or asserts has one buffer for each stream that it is launched on, made at
 * the first launch there and read when that stream is waited for. */
#ifndef TRI_CUDA_DEBUG_H
#define TRI_CUDA_DEBUG_H

#include "Cuda/device.h"

#include <jansson.h>

typedef struct CudaDebug CudaDebug;

/* Of the kernel that the metadata describes; NULL where it prints and asserts nothing. */
CudaDebug *cuda_debug_new(TriDevice *d, const json_t *kernel);
/* Writes what is left in the buffers first. The device's context is current. */
void cuda_debug_free(CudaDebug *g);

/* The address that a launch on the stream passes; NULL after an error. Any thread. */
void *cuda_debug_buffer(CudaDebug *g, void *stream);

/* Prints what kernels have left for the stream, which has ended with status s. TRI_FAULT, with its sentence,
 * where an assert failed; else s, and the error that there is. */
TriStatus cuda_debug_drain(TriDevice *d, void *stream, TriStatus s);

/* The stream ends: its buffers may serve another. */
void cuda_debug_forget(TriDevice *d, void *stream);

#endif
