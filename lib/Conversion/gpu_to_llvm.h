/* The parts of tri-gpu-to-llvm: gpu_to_llvm.c walks; these rewrite one thing each. Bool results are false
 * after an error at the op. */
#ifndef TRI_CONVERSION_GPU_TO_LLVM_H
#define TRI_CONVERSION_GPU_TO_LLVM_H

#include "Support/ir.h"

/* The llvm.func, without a body, that stands for the gpu.func: inserted before it, with the attributes of the
 * launch on the function and its arguments. Null after an error. */
MlirOperation llvm_func_for(Builder b, MlirOperation gpu_func);

/* gpu.thread_id, block_id, … as a special register, in its range; true where the op was one. block is the
 * known_block_size of its function. */
bool lower_gpu_id(Builder b, MlirOperation op, const int32_t block[3]);

/* A cast to index and back to the same type is the value; true where the op was the second cast. */
bool fold_index_cast(Builder b, MlirOperation op);

/* A llvm.load or llvm.store of i1 as one of i8 where non-zero is true and stores write 0 or 1; true where the
 * op was one. LLVM's own i1 in memory looks at the lowest bit alone. */
bool lower_i1_memory(Builder b, MlirOperation op);

/* Gives every op of the function whose location is a call site one in which each callee has a file and a
 * line; an op that is nowhere in a file is at no place. */
void place_calls(MlirOperation func);

/* The attribute of the text, which is ours: that it parses is an invariant. */
MlirAttribute attr_parse(MlirContext c, const char *text);

#endif
