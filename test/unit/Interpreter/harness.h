/* Kernels from strings, for the tests of the interpreter.
 *
 *   Kernel k = kernel_parse("func.func @f(%x: !tri.ptr<i32>) attributes {tri.kernel} {…}");
 *   int32_t x[4];
 *   run_ok(&k, (int64_t[3]){1, 1, 1}, 1, buffer("x", x, sizeof x));
 *   kernel_free(&k);
 *
 * Source lines count from 1 at the start of the string; the file is called k.mlir. */
#ifndef TEST_INTERPRETER_HARNESS_H
#define TEST_INTERPRETER_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Interpreter/interpreter.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  Interpreter *in;   /* NULL where the kernel was refused */
  char errors[4096]; /* the diagnostics, one a line: "k.mlir:3:8: 'arith.addf' op …" */
} Kernel;

/* Decodes the first function of the text. The context is gone afterwards, so that nothing of it can be used.
 */
Kernel kernel_parse(const char *text);
/* The same; fails the test where the kernel is refused. */
Kernel kernel_of(const char *text);
void kernel_free(Kernel *k);

enum { MAX_ARGS = 8 };
typedef struct {
  uint64_t bits;
  InterpreterBuffer buffer; /* start is NULL for a scalar */
} Arg;
Arg buffer(const char *name, void *start, size_t bytes);
Arg scalar(uint64_t bits);
/* A pointer argument that points nowhere in particular, for which there is no buffer. */
#define ARGS(...) (const Arg[]){__VA_ARGS__}, sizeof((const Arg[]){__VA_ARGS__}) / sizeof(Arg)

/* True if the grid ran; else the fault. */
bool run(const Kernel *k, int64_t x, int64_t y, int64_t z, int threads, InterpreterFault *fault,
         const Arg *args, size_t n);
/* One program; fails the test on a fault, or where there is none or its message lacks a part. */
void run_ok(const Kernel *k, const Arg *args, size_t n);
void run_faults(const Kernel *k, const char *const *parts, const Arg *args, size_t n);
#define PARTS(...)                                                                                           \
  (const char *const[]) { __VA_ARGS__, NULL }

/* Both at once: a kernel of this text, run as one program. */
void text_ok(const char *text, const Arg *args, size_t n);
void text_faults(const char *text, const char *const *parts, const Arg *args, size_t n);
/* The kernel is refused with these parts in its diagnostics. */
void text_refused(const char *text, const char *const *parts);

/* A kernel that applies one op to n elements: its arguments are a mask (bytes), the operands' arrays and the
 * results'. Results are stored where the mask is on. */
typedef struct {
  const char *line; /* "arith.cmpi eq, %a, %b : $T"; operands are %a, %b, %c; $T $U $V are the types of their
                       blocks, $R of the first result, $B a block of i1 */
  int n;
  const char *in[3], *out[2]; /* element types, up to the first NULL */
} OpKernel;
Kernel op_kernel(const OpKernel *o);

/* A kernel's text that grows; a test that fills it is wrong. */
typedef struct {
  char text[1 << 16];
  size_t n;
} Source;
void say(Source *s, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The block %vNAME of this type and n elements, from the argument %NAME on. */
void say_load(Source *s, const char *name, int n, const char *element, const char *block);

/* Random numbers from a seed that the test prints. */
uint64_t random_next(uint64_t *state);

#endif
