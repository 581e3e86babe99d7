/* Two programs of a kernel on the reference interpreter and on the simulator. */
#ifndef TRI_TEST_FUZZ_AGREE_H
#define TRI_TEST_FUZZ_AGREE_H

#include "tri/tri.h"

/* Runs the kernel on both, on buffers of AGREE_BUFFER_BYTES (inputs.h). Ends the process, after words on
 * stderr, unless both find a fault or both end and leave the same bits, NaN by class. What pointers are left
 * in memory is not compared. Excused is what need not agree: values that the interpreter knows to be
 * undefined, elements of one store that meet at one address, kernels that do not compile. */
enum { AGREE_BUFFER_BYTES = 65536 };
void expect_agreement(TriCompiler *c, TriKernel *k);

#endif
