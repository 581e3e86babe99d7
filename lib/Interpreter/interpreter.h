/* The reference interpreter: the specification of every op, executed.
 *
 * A kernel is decoded once from its IR as parsed (no pass, no fold) into a flat program that knows nothing of
 * MLIR, and is then run for each program of a grid, on several host threads. A value is an array of elements
 * in their memory form and, where some are undefined, an array of undefined marks; scalars are arrays of one.
 * Addresses are host addresses.
 *
 *   Interpreter *in = interpreter_new(func);   NULL, and a diagnostic at the op, if it cannot be executed
 *   InterpreterFault fault;
 *   if (!interpreter_run(in, &(InterpreterRun){.grid = {97, 1, 1}, .args = args, …, .threads = 2}, &fault))
 *     puts(fault.message);
 *   interpreter_free(in);
 *
 * What is decided here, where arith and math leave it open:
 * - Division by zero, and the quotient smallest / -1 of divsi, ceildivsi and floordivsi, are faults; so is an
 *   undefined divisor, which may be zero. remsi smallest, -1 is 0: its documentation excludes zero alone.
 * - math.absi of the smallest integer is itself. ctlz and cttz of 0 are the width.
 * - math.ipowi is modulo 2^width; a negative exponent gives 1 / base^-exponent rounded towards zero, so that
 *   zero to a negative power is a fault.
 * - scf.for takes each value lower + k * step that is below upper in exact arithmetic: its induction variable
 *   never wraps. A step that is not positive is a fault.
 * - arith.truncf beyond the largest finite number gives what the rounding mode says, never saturated: where
 *   that is infinity, NaN in f8E4M3FN. Arithmetic on 8-bit floats is refused.
 * - Math functions are computed in f64 and rounded once; those of f64 are as the host's libm gives them.
 * - tri.reshape keeps the row-major order with `reorder` too.
 * - tri.reduce and tri.scan combine the elements one after the other in the order of the axis. Sums and
 * products of floats, where they are all that the region computes for an operand, are computed in f64 and
 * rounded once.
 * - fastmath: none and contract are accepted (contract changes nothing here), others are refused.
 *
 * Invariant: after interpreter_new the object is immutable, so that several runs may use it at once. */
#ifndef TRI_INTERPRETER_H
#define TRI_INTERPRETER_H

#include "mlir-c/IR.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Interpreter Interpreter;

/* Memory the kernel may touch: [start, start + bytes). name is used in faults ("x"). */
typedef struct {
  const char *name;
  void *start;
  size_t bytes;
} InterpreterBuffer;

typedef struct {
  int64_t grid[3];      /* programs along x, y, z; a zero extent runs nothing */
  const uint64_t *args; /* one per parameter: the bits of the scalar in its low bytes, or the address */
  size_t n_args;
  const InterpreterBuffer *buffers; /* in any order, not overlapping */
  size_t n_buffers;
  int threads;       /* at least 1 */
  int64_t max_steps; /* ops that one program may execute; 0 for no limit */
  /* Gets each line of tri.print, of n bytes with its newline, on any of the threads; NULL: they go to stderr.
   */
  void (*print)(void *data, const char *line, size_t n);
  void *print_data;
  /* Becomes true where what the kernel leaves is not defined: elements of one store or atomic that have one
   * address, of which another order would leave or give something else. NULL: nobody asks. */
  bool *ambiguous;
} InterpreterRun;

/* The first fault in program order. */
typedef struct {
  char message[1024]; /* one line: "kernel.mlir:12:8: tri.load: element [3] of program (5, 0, 0) reads 4 bytes
                         at x + 393728, past the end of x (393728 bytes)" */
  int64_t program[3];
} InterpreterFault;

/* Decodes the kernel (a func.func) and every function it calls. An op, type or attribute that cannot be
 * executed is a diagnostic at that op, and NULL. Borrows nothing: the IR may go away afterwards. */
Interpreter *interpreter_new(MlirOperation func);
void interpreter_free(Interpreter *in);

/* True when every program ran to its end. Otherwise the fault of the lowest faulting program is filled in
 * (always the same one, if the programs do not depend on each other); programs above it may not have run. */
bool interpreter_run(const Interpreter *in, const InterpreterRun *run, InterpreterFault *fault);

#endif
