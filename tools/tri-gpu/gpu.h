/* tri-gpu: what is run on a machine with a GPU; one program, so that one file is all that goes there.
 *
 *   tri-gpu agree EXAMPLES     every example in every type and several sizes: cuda against ref and sim
 *   tri-gpu large              offsets past 4 GiB
 *   tri-gpu bandwidth EXAMPLES vector_add beside a copy on the device
 *   tri-gpu launch             bench/launch
 *   tri-gpu first KERNEL       bench/launch
 *   tri-gpu device, threads    examples/c
 *
 * Each prints JSON objects, a line each, and gives 77 where there is no device. */
#ifndef TRI_TEST_GPU_H
#define TRI_TEST_GPU_H

#include <tri/device.h>

#include <stdio.h>

enum { NO_DEVICE = 77, MAX_ARGS = 8 };

int agree(const char *examples);
int large(void);
int bandwidth(const char *examples);

/* A kernel of examples/FILE with its own compiler; NULL after a message. */
TriKernel *example_kernel(TriCompiler *c, const char *examples, const char *file, const char *kernel,
                          const TriDefine *defines, size_t n);

/* Random bits, with the types' special values among them. */
void fill_random(TriType t, void *data, size_t n, uint64_t seed);
uint64_t next_random(uint64_t *state);

#endif
