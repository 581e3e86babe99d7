/* Random kernels that are valid: every choice is a byte of the input, so that libFuzzer's mutations of bytes
 * are mutations of kernels, and the bytes of a seed are the kernel of that seed.
 *
 *   uint8_t bytes[512];
 *   generate_bytes(seed, bytes, sizeof bytes);
 *   size_t n = generate_kernel(&(GenerateOptions){0}, bytes, sizeof bytes, text, sizeof text);
 *
 * What a kernel computes is determined: a NaN is told from another nowhere, no undefined element reaches
 * memory, and atomics that meet at one address are of one kind that commutes. */
#ifndef TRI_TEST_FUZZ_GENERATE_H
#define TRI_TEST_FUZZ_GENERATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Kernels are made for buffers of this size, and for a grid of up to two programs along x. */
enum { GENERATED_BUFFER_BYTES = 65536 };

typedef struct {
  bool compiled;                   /* extents are powers of two, and every op is exact (docs/semantics.md) */
  bool faults;                     /* one kernel in eight may fault */
  bool (*may_use)(const char *op); /* of an op of the dialect, "tri.reduce"; NULL: all that ref executes */
} GenerateOptions;

/* The kernel of these bytes, and its helpers, in text[0..max), and the length. 0 where max is too little. */
size_t generate_kernel(const GenerateOptions *o, const uint8_t *bytes, size_t n, char *text, size_t max);

/* n bytes that are the seed's. */
void generate_bytes(uint64_t seed, uint8_t *bytes, size_t n);

#endif
