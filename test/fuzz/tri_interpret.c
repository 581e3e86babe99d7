/* libFuzzer target: any kernel that parses and verifies is refused by the reference interpreter with words,
 * or runs: to its end, to its last step, or to a fault that says where it is.
 *
 * Two programs, of at most MAX_KERNELS kernels, on small buffers. A kernel is decoded whatever it is, but run
 * only if its blocks are small: a step is an op, however many elements it has. */
#include "Interpreter/program.h"
#include "Runtime/runtime.h"
#include "fuzz.h"
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_KERNELS = 4, BUFFER_BYTES = 1024, MAX_BLOCK = 1 << 12, MAX_WORK = 1 << 22 };

static int64_t largest_block(const Interpreter *in)
{
  int64_t most = 1;
  for (uint32_t f = 0; f < in->n_functions; f++)
    for (uint32_t s = 0; s < in->function[f]->n_slots; s++)
      if (in->function[f]->slot[s].count > most)
        most = in->function[f]->slot[s].count;
  return most;
}

/* The fault begins with a place of the text; a text may give places of its own, by loc(…). */
static void expect_place(const TriModule *m, const InterpreterFault *fault)
{
  int line, column, end = 0;
  if (!strstr(m->text, "loc(") &&
      (sscanf(fault->message, "fuzz.mlir:%d:%d: %n", &line, &column, &end) != 2 || end == 0)) {
    fprintf(stderr, "%s\n", fault->message);
    abort();
  }
}

static void run(const TriModule *m, const TriKernel *k, const Interpreter *in)
{
  int64_t block = largest_block(in);
  Inputs inputs;
  InterpreterFault fault;
  if (block > MAX_BLOCK || !make_inputs(k, BUFFER_BYTES, &inputs))
    return;
  if (!interpret_inputs(in, k, &inputs, MAX_WORK / block, &fault))
    expect_place(m, &fault);
  free_inputs(&inputs);
}

static void interpret_kernel(TriModule *m, const TriKernel *k)
{
  Diagnostics *d = diagnostics_begin(m->compiler, m->text);
  Interpreter *in = interpreter_new(k->func);
  diagnostics_end(d, !in, TRI_COMPILE, "");
  if (!in && !*tri_error(m->compiler))
    abort();
  if (in)
    run(m, k, in);
  interpreter_free(in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, (const char *)data, size, "fuzz.mlir", NULL, 0);
  for (size_t i = 0; m && i < tri_module_kernel_count(m) && i < MAX_KERNELS; i++)
    interpret_kernel(m, tri_module_kernel_at(m, i));
  tri_compiler_free(c);
  return 0;
}
