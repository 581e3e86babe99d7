/* The reference interpreter: the specification of every op, executed.
 *
 * A kernel is decoded once from its IR as parsed (no pass, no fold) into a flat program that knows nothing of
 * MLIR, and then run for each program of a grid, on several host threads. A value is an array of elements in
 * their memory form and, where some are undefined, an array of undefined marks; scalars are arrays of one.
 * Addresses are host addresses.
 *
 *   Interpreter *in = interpreter_new(func, &error);           decode; NULL and a diagnostic at the op if it
 * cannot run InterpreterFault fault; if (!interpreter_run(in, &(InterpreterRun){…}, &fault))
 * puts(fault.message); interpreter_free(in);
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
  int64_t grid[3];
  const uint64_t *args; /* one per parameter: the bits of the scalar in its low bytes, or the address */
  size_t n_args;
  const InterpreterBuffer *buffers; /* in any order, not overlapping */
  size_t n_buffers;
  int threads; /* at least 1 */
} InterpreterRun;

/* The first fault in program order among those found (a run stops soon after one is found). */
typedef struct {
  char message[1024]; /* one line: "kernel.mlir:12:8: tri.load: element [3] of program (5, 0, 0) reads 4 bytes
                         at …" */
  int64_t program[3];
} InterpreterFault;

/* Decodes the kernel (a func.func with tri.kernel) and every function it calls. An op, type or attribute that
 * cannot be executed is a diagnostic at that op, and NULL. Borrows nothing: the IR may go away afterwards. */
Interpreter *interpreter_new(MlirOperation func);
void interpreter_free(Interpreter *in);

/* True when every program ran to its end; otherwise the fault is filled in. */
bool interpreter_run(const Interpreter *in, const InterpreterRun *run, InterpreterFault *fault);

#endif
