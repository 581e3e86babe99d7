/* CUDA C without a toolkit: what the kernels of this folder need beyond clang's own builtins. Macros, so that
 * line numbers are the kernel's. Compiled by: clang-22 -x cuda --cuda-device-only -nocudainc -nocudalib -S
 *
 * A kernel file is compiled once as it is and once for every planted fault, with FAULT = 1, 2, …; the line
 * where the simulator must point says `// fault N: kind`. */
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define KERNEL extern "C" __attribute__((global)) void

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

#ifndef FAULT
#define FAULT 0
#endif
