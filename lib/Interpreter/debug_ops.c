/* tri.assume, tri.assert and tri.print.
 *
 *   kernel.mlir:9:3: program (5, 0, 0): x, s = [[1, 2], [3, 4]], 0.5
 */
#include "Debug/text.h"
#include "Interpreter/decode.h"
#include "tri-c/Ops.h"

#include <stdio.h>
#include <string.h>

/* ---- conditions ---- */

typedef struct {
  const char *undefined, *message;
} Condition;

static const Inst *run_condition(Exec *x, const Inst *i)
{
  const Condition *c = i->data;
  const Cell *holds = in_cell(x, i, 0);
  const uint8_t *is = holds->data;
  for (int64_t k = 0; k < i->count; k++) {
    if (holds->undefined && holds->undefined[k])
      return fault_undefined(x, i, 0, k, c->undefined);
    if (!is[k])
      return raise_fault(x, i, in_slot(x, i, 0), k, "%s", c->message);
  }
  return i + 1;
}

static const Condition *keep_condition(Decoder *d, const char *undefined, const char *message)
{
  Condition *c = arena_new(d->a, Condition);
  *c = (Condition){undefined, message};
  return c;
}

bool decode_assume(Decoder *d, MlirOperation op)
{
  return emit_inst(d, op, run_condition,
                   keep_condition(d, "assumes a condition that", "assumes a condition that is false"));
}

bool decode_tri_assert(Decoder *d, MlirOperation op)
{
  MlirStringRef m = tri_assert_message(op);
  const char *message = arena_printf(d->a, "fails: %.*s", (int)m.length, m.data);
  return emit_inst(d, op, run_condition, keep_condition(d, "asserts a condition that", message));
}

/* ---- print ---- */

typedef struct {
  const char *prefix;
  bool hex;
} Print;

static DebugValue value_of(Exec *x, const Inst *i, int k)
{
  const Slot *s = in_slot(x, i, k);
  const Cell *c = in_cell(x, i, k);
  return (DebugValue){s->type, s->shape.rank, s->shape.dim, c->data, c->undefined};
}

static const Inst *run_print(Exec *x, const Inst *i)
{
  const Print *p = i->data;
  Arena a = {0};
  DebugValue *values = arena_array(&a, DebugValue, i->n_in);
  for (int k = 0; k < i->n_in; k++)
    values[k] = value_of(x, i, k);
  const char *line = debug_line(&a, i->where, x->program, p->prefix, p->hex, values, (size_t)i->n_in);
  if (x->run->print)
    x->run->print(x->run->print_data, line, strlen(line));
  else
    fputs(line, stderr);
  arena_free(&a);
  return i + 1;
}

bool decode_print(Decoder *d, MlirOperation op)
{
  MlirStringRef prefix = tri_print_prefix(op);
  Print *p = arena_new(d->a, Print);
  *p = (Print){arena_strndup(d->a, prefix.data, prefix.length), tri_print_hex(op)};
  return emit_inst(d, op, run_print, p);
}
