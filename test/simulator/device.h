/* CUDA C as clang without a toolkit and nvcc both take it: what the kernels of this folder need beyond the
 * language itself. Macros, so that line numbers are the kernel's.
 *
 *   clang-22 -x cuda --cuda-device-only -nocudainc -nocudalib -S       its own builtins
 *   nvcc --ptx                                                         the toolkit's headers
 *
 * A kernel file is compiled once as it is and once for every planted fault, with FAULT = 1, 2, …; the line
 * where the simulator must point says `// fault N: kind`. */
#define KERNEL extern "C" __attribute__((global)) void

#ifdef __NVCC__
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define _Float16 __half
#define __bf16 __nv_bfloat16

#define THREAD ((int)threadIdx.x)
#define THREAD_Y ((int)threadIdx.y)
#define THREADS ((int)blockDim.x)
#define BLOCK ((int)blockIdx.x)
#define BLOCK_Y ((int)blockIdx.y)
#define BLOCKS ((int)gridDim.x)

#define barrier() __syncthreads()
#define fence() __threadfence()
#define atomic_add(p, v) atomicAdd(p, v)
#define atomic_swap(p, v) atomicExch(p, v)
#define atomic_cas(p, old, v) atomicCAS(p, old, v)
#define shuffle_up(v, by) __shfl_up_sync(0xffffffff, v, by)
#define shuffle(v, from) __shfl_sync(0xffffffff, v, from)
#define square_root(x) __fsqrt_rn(x)
#else
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

#define THREAD ((int)__nvvm_read_ptx_sreg_tid_x())
#define THREAD_Y ((int)__nvvm_read_ptx_sreg_tid_y())
#define THREADS ((int)__nvvm_read_ptx_sreg_ntid_x())
#define BLOCK ((int)__nvvm_read_ptx_sreg_ctaid_x())
#define BLOCK_Y ((int)__nvvm_read_ptx_sreg_ctaid_y())
#define BLOCKS ((int)__nvvm_read_ptx_sreg_nctaid_x())

#define barrier() __syncthreads()
#define fence() __nvvm_membar_gl()
#define atomic_add(p, v) __nvvm_atom_add_gen_i(p, v)
#define atomic_swap(p, v) __nvvm_atom_xchg_gen_i(p, v)
#define atomic_cas(p, old, v) __nvvm_atom_cas_gen_i(p, old, v)
#define shuffle_up(v, by) __nvvm_shfl_sync_up_i32(0xffffffff, v, by, 0)
#define shuffle(v, from) __nvvm_shfl_sync_idx_i32(0xffffffff, v, from, 31)
#define square_root(x) __nvvm_sqrt_rn_f(x)
#endif

#ifndef FAULT
#define FAULT 0
#endif
