/* Two programs of a kernel on the reference interpreter and as compiled, on the simulator or a GPU. */
#ifndef TRI_TEST_FUZZ_AGREE_H
#define TRI_TEST_FUZZ_AGREE_H

#include "tri/tri.h"

enum { AGREE_BUFFER_BYTES = 65536, AGREE_TEXT = 1200 };

/* Runs the kernel on both, on buffers of AGREE_BUFFER_BYTES (inputs.h). True where both find a fault or both
 * end and leave the same bits, NaN by class; else text says what differs. What pointers are left in memory is
 * not compared. What faults is not tried on a GPU, which would be lost for what comes next. Excused is what
 * need not agree: values that the interpreter knows to be undefined, elements of one store that meet at one
 * address, numbers made of addresses, kernels that do not compile. */
bool agrees(TriCompiler *c, TriKernel *k, TriTarget target, char text[AGREE_TEXT]);

/* Ends the process, after words on stderr, unless they agree. */
void expect_agreement(TriCompiler *c, TriKernel *k);

/* Whether the op of the dialect of this name, "tri.load", is one that can be compiled. */
bool compiles_op(const char *name);

#endif
