/* The CUDA driver API as far as tri needs it, declared here so that no toolkit is needed to build.
 *
 * Handles have cuda.h's own names and tags: C11 lets both stand in one file, which is how
 * test/unit/Cuda/header_test.c checks every function and number of this folder's tables against cuda.h.
 * Enumerations are CudaEnum. */
#ifndef TRI_CUDA_API_H
#define TRI_CUDA_API_H

#include <stddef.h>
#include <stdint.h>

typedef unsigned CudaEnum;

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUlinkState_st *CUlinkState;

enum {
#define K(name, value, cuda_name) name = value,
#include "Cuda/constants.def"
#undef K
};

/* Markers in cuLaunchKernel's `extra`: what follows is the parameter block, its size, nothing. */
#define CUDA_PARAM_END ((void *)0)
#define CUDA_PARAM_BLOCK ((void *)1)
#define CUDA_PARAM_BYTES ((void *)2)

/* The driver, loaded. */
typedef struct {
#define F(member, symbol, ...) CudaEnum (*member)(__VA_ARGS__);
#include "Cuda/api.def"
#undef F
  int version; /* 13000 for CUDA 13.0 */
} Cuda;

#endif
