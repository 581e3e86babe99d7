/* How far ref and compiled code may differ: the rule of docs/semantics.md, from the kernel's ops.
 *
 *   only exact ops                       bits
 *   math.exp on f32 (3 ulp), once        relative 3·2^-23
 *   tri.reduce add of 1000 f32           relative 6·2^-23, and the same absolute
 *   … and a sum of floats                relative 4·2^-23, and the same absolute, for what cancels
 *
 * Errors of several ops add, and each op behind them that rounds adds an ulp; an op in a loop counts for each
 * of its rounds, 64 where their number is not constant. What later ops amplify otherwise (exp of a large
 * inexact value, a comparison that tips over) is not bounded by this. */
#include "Conversion/accuracy.h"
#include "Dialect/kernel.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"

#include <math.h>
#include <string.h>

enum { UNKNOWN_ROUNDS = 64, MAX_DEPTH = 64 };

typedef struct {
  TriKernel *kernel;
  TriBound *bound;
  double rounding; /* errors of the rounding ops, where what they get is not the same bits */
  double times;    /* rounds of the loops around the call that is looked into */
  bool cancels;
  int depth;
} Search;

/* The largest ulp of the type, relative to the value: 2^(1 - p). */
static double ulp_of(TriType t)
{
  static const int exponent[TRI_TYPE_COUNT] = {[TRI_F8E4M3FN] = -3, [TRI_F8E5M2] = -2, [TRI_F16] = -10,
                                               [TRI_BF16] = -7,     [TRI_F32] = -23,   [TRI_F64] = -52};
  return ldexp(1, exponent[t]);
}

/* The rounds of a loop with constant bounds. */
static double rounds_of(MlirOperation loop)
{
  int64_t b[3];
  if (!is_op(loop, "scf.for"))
    return UNKNOWN_ROUNDS;
  for (int i = 0; i < 3; i++) {
    MlirOperation c = def_named(operand(loop, i), "arith.constant");
    MlirAttribute value = is_null(c) ? (MlirAttribute){NULL} : attr_of(c, "value");
    if (is_null(value) || !mlirAttributeIsAInteger(value))
      return UNKNOWN_ROUNDS;
    b[i] = int_of(value, 0);
  }
  return b[2] > 0 && b[1] > b[0] ? ceil((double)(b[1] - b[0]) / (double)b[2]) : 0;
}

static double rounds_around(MlirOperation op)
{
  double times = 1;
  for (op = mlirOperationGetParentOperation(op); !is_null(op); op = mlirOperationGetParentOperation(op))
    if (is_op(op, "scf.for") || is_op(op, "scf.while"))
      times *= rounds_of(op);
  return times;
}

static void look_at(MlirOperation op, void *data);

static void look_into(Search *s, MlirOperation call)
{
  MlirOperation function = called_function(s->kernel->module, call);
  if (is_null(function) || s->depth == MAX_DEPTH)
    return;
  double times = s->times;
  s->times *= rounds_around(call);
  s->depth++;
  walk(function, look_at, s);
  s->depth--;
  s->times = times;
}

static void look_at(MlirOperation op, void *data)
{
  Search *s = data;
  TriBound *b = s->bound;
  if (op_is_in_fold(op))
    return;
  if (is_op(op, "func.call"))
    look_into(s, op);
  Accuracy a = op_accuracy(op);
  s->cancels |= a.cancels;
  if (a.rounds)
    s->rounding += ulp_of(a.type) * s->times * rounds_around(op);
  if (a.exactness == TRI_EXACT)
    return;
  double error = a.ulp * ulp_of(a.type);
  Arena *arena = &s->kernel->module->arena;
  MlirStringRef name = name_of(op);
  b->relative += error * s->times * rounds_around(op);
  b->count++;
  b->exactness = a.exactness > b->exactness ? a.exactness : b->exactness;
  if (b->op && error <= b->ulp * ulp_of(b->type))
    return;
  b->ulp = a.ulp;
  b->type = a.type;
  b->op = arena_strndup(arena, name.data, name.length);
  b->place = loc_text(arena, loc_of(op));
}

bool tri_kernel_bound(TriKernel *k, TriBound *bound)
{
  *bound = (TriBound){.exactness = TRI_EXACT};
  if (k->module->arch) {
    fail(k->module->compiler, TRI_USAGE, "%s is PTX; its ops are not known", k->module->name);
    return false;
  }
  Search s = {.kernel = k, .bound = bound, .times = 1};
  walk(k->func, look_at, &s);
  bound->relative += bound->count ? s.rounding : 0;
  bound->absolute = s.cancels ? bound->relative : 0;
  return true;
}
