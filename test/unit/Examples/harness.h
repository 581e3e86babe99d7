/* Running examples/ through libtri and comparing with plain C.
 *
 *   Run r = run_begin("vector_add.mlir", "vector_add", TRI_TARGET_REF, (const TriDefine[]){{"F", "f16"}}, 1);
 *   arg_in(&r, x, bytes); arg_out(&r, z, bytes); arg_int(&r, n);
 *   run_grid(&r, (int64_t[]){-1});           -1: the file's tri.grid
 *
 * Element types are handled by bits and by value: read_float and read_int give an element's value, same_bits
 * compares with NaN by class. */
#ifndef TRI_TEST_EXAMPLES_HARNESS_H
#define TRI_TEST_EXAMPLES_HARNESS_H

#include "tri/tri.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define EACH_TARGET(k) for (size_t k = 0; k < n_targets; k++)

/* The grid of the file's tri.grid, for run_finish. */
static const int64_t from_file[3] = {-1, 0, 0};

/* Every target that this build can run; each test runs on all of them. */
extern const TriTarget targets[];
extern const size_t n_targets;

typedef struct {
  TriCompiler *compiler;
  TriKernel *kernel;
  TriTarget target;
  TriArg args[16];
  size_t n_args;
} Run;

Run run_begin(const char *example, const char *kernel, TriTarget target, const TriDefine *defines,
              size_t n_defines);
/* Whether the run is for compiled code and the kernel has ops that only the interpreter executes so far; then
 * the run is freed. */
bool run_is_left_out(Run *r);
void arg_buffer(Run *r, void *data, size_t bytes);
void arg_int(Run *r, int64_t value);
void arg_float(Run *r, double value);
/* Launches on this grid, or on the file's where grid[0] is -1, and frees the compiler. Fails the test unless
 * the status is the expected one; the error text is copied to error (may be NULL) of 512 bytes. */
void run_finish(Run *r, const int64_t grid[3], TriStatus expected, char *error);

/* n elements of the type: the type's special values first and in between (±0, subnormals, ±inf, NaN,
 * extremes, ties), random bits elsewhere. Freed by free. */
void *special_array(TriType t, size_t n, uint64_t seed);

/* n elements: floats uniform in [-1, 1), rounded to the type; integers of random bits. Freed by free. */
void *uniform_array(TriType t, size_t n, uint64_t seed);

/* Reads and writes element i as a number. Narrow floats are rounded to nearest even by code of the test's
 * own.
 */
double read_float(TriType t, const void *data, size_t i);
void write_float(TriType t, void *data, size_t i, double v);
int64_t read_int(TriType t, const void *data, size_t i);
void write_int(TriType t, void *data, size_t i, int64_t v);
bool is_float_type(TriType t);

/* The index of the first element that differs in bits, NaN by class; n where none does. */
size_t first_difference(TriType t, const void *a, const void *b, size_t n);

/* Fails the test where got differs from want; then flips one bit of one element of got and fails unless that
 * is seen. */
void expect_same(TriType t, void *got, const void *want, size_t n);

/* Fails the test where |got - want| > bound, or got is NaN; then moves one element of got beyond its bound
 * and fails unless that is seen. */
void expect_within(TriType t, void *got, const double *want, const double *bound, size_t n);

/* The most by which rounding v to a float type moves it: half of its last place, or of the least subnormal.
 */
double rounding_of(TriType t, double v);

/* A random 64-bit number; the state is the seed. */
uint64_t next_random(uint64_t *state);

#endif
