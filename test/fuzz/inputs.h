/* Arguments for any kernel, and what it left in them. */
#ifndef TRI_TEST_FUZZ_INPUTS_H
#define TRI_TEST_FUZZ_INPUTS_H

#include "Interpreter/interpreter.h"
#include "tri/tri.h"

#include <stdbool.h>

enum { MAX_INPUTS = 32, INPUT_ALIGNMENT = 256 };

typedef struct {
  TriArg args[MAX_INPUTS];
  unsigned char *buffers[MAX_INPUTS]; /* of the pointers; NULL at the others */
  size_t bytes;                       /* of each buffer, a multiple of INPUT_ALIGNMENT */
  uint64_t printed;                   /* a hash of what was printed, places left out */
  bool ambiguous;                     /* another order of an op's elements would have left something else */
} Inputs;

/* Integers are 16, an i1 is true, floats are small; buffers hold bytes of all values. False, with nothing to
 * free, where the kernel has more than MAX_INPUTS parameters. */
bool make_inputs(const TriKernel *k, size_t bytes, Inputs *in);
/* The content of the buffers as make_inputs made it. */
void fill_inputs(const TriKernel *k, Inputs *in);
/* The content of `from`, of the same kernel and size. */
void copy_inputs(Inputs *to, const Inputs *from);
void free_inputs(Inputs *in);

/* Two programs of the kernel, decoded as `program`, on one thread. */
bool interpret_inputs(const Interpreter *program, const TriKernel *k, Inputs *in, int64_t max_steps,
                      InterpreterFault *fault);

/* The first element that differs, NaN by class; pointers in memory are not compared. False where none
 * does. */
bool describe_difference(const TriKernel *k, const Inputs *a, const Inputs *b, char text[512]);

#endif
