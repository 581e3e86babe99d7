/* Random kernels that are valid: every choice is a byte of the input, so that libFuzzer's mutations of bytes
 * are mutations of kernels. */
#ifndef TRI_TEST_FUZZ_GENERATE_H
#define TRI_TEST_FUZZ_GENERATE_H

#include <stddef.h>
#include <stdint.h>

/* The kernel of these bytes, in text[0..max), and its length. Its accesses are within AGREE_BUFFER_BYTES, its
 * loops short; it uses no approximate function and tells NaNs apart nowhere. */
size_t generate_kernel(const uint8_t *bytes, size_t n, char *text, size_t max);

#endif
