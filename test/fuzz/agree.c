#include "agree.h"
#include "Runtime/runtime.h"
#include "Transforms/lowered.h"
#include "inputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static TriStatus launch(TriCompiler *c, TriKernel *k, TriTarget target, Inputs *in, char error[512])
{
  const TriParameter *p;
  TriLaunch l = {.target = target, .grid = {2, 1, 1}, .args = in->args, .threads = 1};
  l.n_args = tri_kernel_parameters(k, &p);
  TriStatus s = tri_launch(k, &l, NULL);
  snprintf(error, 512, "%s", s == TRI_OK ? "" : tri_error(c));
  return s;
}

static bool says(const char *error, const char *word) { return strstr(error, word) != NULL; }

/* The op at which ref faulted is not in the code: what has a result that nobody needs may go, its faults with
 * it. */
static bool was_dropped(TriKernel *k, const char *error)
{
  size_t place = strcspn(error, " ");
  const TriCost *cost = tri_kernel_cost(k, NULL);
  for (size_t i = 0; cost && place && i < cost->n_accesses; i++)
    if (!strncmp(cost->accesses[i].place, error, place - 1))
      return false;
  return !says(error, " writes ");
}

/* What need not agree, of the two ends. */
static bool is_excused(TriKernel *k, TriStatus ref, const char *ref_error, TriStatus sim,
                       const char *sim_error)
{
  return (sim == TRI_OK && was_dropped(k, ref_error)) || says(ref_error, "undefined") ||
         says(sim_error, "race") || ref == TRI_USAGE ||
         (sim == TRI_COMPILE && !says(sim_error, "simulator")) || ref == TRI_COMPILE;
}

/* Where elements of one op have one address, which of them is kept is not defined (dialect/TriMemoryOps.td,
 * TriAtomicOps.td). */
static bool is_ambiguous(const TriKernel *k)
{
  enum { MAX_STEPS = 1 << 24 };
  Inputs in;
  InterpreterFault fault;
  Interpreter *program = interpreter_new(k->func);
  if (!program || !make_inputs(k, AGREE_BUFFER_BYTES, &in)) {
    interpreter_free(program);
    return false;
  }
  interpret_inputs(program, k, &in, MAX_STEPS, &fault);
  interpreter_free(program);
  free_inputs(&in);
  return in.ambiguous;
}

/* Whether what a kernel leaves depends on where its buffers lie: it makes numbers of addresses, which are
 * others on each machine. So they are in a second run of the interpreter, beside the first one's buffers. */
static bool depends_on_addresses(TriCompiler *c, TriKernel *k, const Inputs *ref)
{
  Inputs elsewhere;
  char error[512], difference[512];
  if (!make_inputs(k, AGREE_BUFFER_BYTES, &elsewhere))
    return false;
  bool depends = launch(c, k, TRI_TARGET_REF, &elsewhere, error) != TRI_OK ||
                 describe_difference(k, ref, &elsewhere, difference);
  free_inputs(&elsewhere);
  return depends;
}

static bool compare(TriCompiler *c, TriKernel *k, TriTarget target, Inputs *ref, Inputs *sim,
                    char text[AGREE_TEXT])
{
  char ref_error[512], sim_error[512], difference[512];
  TriStatus r = launch(c, k, TRI_TARGET_REF, ref, ref_error);
  if (target == TRI_TARGET_CUDA && r != TRI_OK)
    return true;
  TriStatus s = launch(c, k, target, sim, sim_error);
  if (getenv("TRI_PRINT"))
    printf("ref: %d %s\nsim: %d %s\n", r, ref_error, s, sim_error);
  bool same_end = r == s || is_excused(k, r, ref_error, s, sim_error);
  bool same_bits = r != TRI_OK || s != TRI_OK || !describe_difference(k, ref, sim, difference) ||
                   is_ambiguous(k) || depends_on_addresses(c, k, ref);
  if (!same_end)
    snprintf(text, AGREE_TEXT, "ref: %d %s\ncompiled: %d %s", r, ref_error, s, sim_error);
  else if (!same_bits)
    snprintf(text, AGREE_TEXT, "ref and then compiled: %s", difference);
  return same_end && same_bits;
}

bool agrees(TriCompiler *c, TriKernel *k, TriTarget target, char text[AGREE_TEXT])
{
  Inputs ref, sim;
  if (!tri_kernel_text(k, NULL, TRI_STAGE_PTX) || !make_inputs(k, AGREE_BUFFER_BYTES, &ref))
    return true;
  make_inputs(k, AGREE_BUFFER_BYTES, &sim);
  bool same = compare(c, k, target, &ref, &sim, text);
  free_inputs(&ref);
  free_inputs(&sim);
  return same;
}

void expect_agreement(TriCompiler *c, TriKernel *k)
{
  char text[AGREE_TEXT];
  if (agrees(c, k, TRI_TARGET_SIM, text))
    return;
  fprintf(stderr, "%s\n", text);
  abort();
}

bool compiles_op(const char *name)
{
  for (TriOpKind k = 1; k < TRI_OP_COUNT; k++)
    if (strcmp(tri_op_name(k), name) == 0)
      return is_lowered_kind(k);
  return false;
}
