/* Code on a device, and launching it.
 *
 * A function holds one or two variants of a kernel: the general one, and one compiled under more promises
 * (arguments that are multiples of 16). What a launch needs is worked out when the function is made: where
 * each argument goes in the parameter block, what must hold of it, how the grid is made. A launch then walks
 * one array, fills a block on the stack and makes one call of the driver. */
#ifndef TRI_CUDA_FUNCTION_H
#define TRI_CUDA_FUNCTION_H

#include "Cuda/cache.h"
#include "Cuda/device.h"

/* The kernel's code and what launching it takes. */
typedef struct {
  const char *meta;     /* the launch metadata, JSON */
  Bytes cubin;          /* copied */
  uint64_t promised;    /* bit i: argument i is a multiple of 16 */
  TriFunctionInfo info; /* seconds and cached are taken over */
} CudaCode;

enum { CUDA_PROMISED = 16 }; /* the multiple that CudaCode.promised speaks of */

/* The general code first, then, where n is 2, the code with promises. parameters are the kernel's, in order;
 * a divisibility of theirs is checked at every launch. NULL after an error. */
TriFunction *function_new(TriDevice *d, const char *name, const TriParameter *parameters, size_t n_parameters,
                          const CudaCode *code, size_t n);

/* Bit i: argument i is an integer or a buffer whose value or address is a multiple of 16. */
uint64_t function_promises(const TriParameter *parameters, const TriArg *args, size_t n);

#endif
