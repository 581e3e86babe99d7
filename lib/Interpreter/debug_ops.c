/* tri.assume, tri.assert and tri.print.
 *
 *   kernel.mlir:9:3: program (5, 0, 0): x, s = [[1, 2], [3, 4]], 0.5
 */
#include "Interpreter/decode.h"
#include "Numeric/numeric.h"
#include "tri-c/Ops.h"

#include <stdio.h>
#include <stdlib.h>
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

typedef struct {
  Arena arena;
  Vec(char) text;
} Line;

static void say(Line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Line *l, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  for (const char *at = arena_vprintf(&l->arena, format, args); *at; at++)
    vec_push(&l->arena, &l->text) = *at;
  va_end(args);
}

static TriFloat format_of(TriType t)
{
  static const TriFloat formats[TRI_TYPE_COUNT] = {
      [TRI_F8E4M3FN] = TRI_FLOAT_F8E4M3FN, [TRI_F8E5M2] = TRI_FLOAT_F8E5M2, [TRI_F16] = TRI_FLOAT_F16,
      [TRI_BF16] = TRI_FLOAT_BF16,         [TRI_F32] = TRI_FLOAT_F32,       [TRI_F64] = TRI_FLOAT_F64,
  };
  return formats[t];
}

/* The fewest digits that give the number back. */
static void say_float(Line *l, TriFloat f, uint64_t bits)
{
  char text[32];
  double value = tri_float_decode(f, bits);
  if (isnan(value)) {
    say(l, "nan");
    return;
  }
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (tri_float_encode(f, strtod(text, NULL), TRI_RN, false) == bits)
      break;
  }
  say(l, "%s", text);
}

static void say_element(Line *l, const Print *p, TriType t, const Cell *c, int64_t k)
{
  uint64_t bits = element_unsigned(t, c->data, k);
  if (c->undefined && c->undefined[k])
    say(l, "undefined");
  else if (p->hex || t == TRI_PTR)
    say(l, "0x%0*llx", t == TRI_PTR ? 1 : 2 * tri_type_bytes(t), (unsigned long long)bits);
  else if (t == TRI_I1)
    say(l, "%s", bits ? "true" : "false");
  else if (t >= TRI_F8E4M3FN && t <= TRI_F64)
    say_float(l, format_of(t), bits);
  else
    say(l, "%lld", (long long)element_signed(t, c->data, k));
}

/* Brackets open and close before element k where the axes within it begin and end. */
static void say_value(Line *l, const Print *p, const Slot *s, const Cell *c)
{
  for (int64_t k = 0; k < s->count; k++) {
    int64_t inner = 1;
    int open = 0;
    for (int axis = s->shape.rank - 1; axis >= 0 && k % (inner *= s->shape.dim[axis]) == 0; axis--)
      open++;
    say(l, "%.*s", k ? open : 0, "]]]]]]]]");
    say(l, "%s%.*s", k ? ", " : "", open, "[[[[[[[[");
    say_element(l, p, s->type, c, k);
  }
  say(l, "%.*s", s->shape.rank, "]]]]]]]]");
}

static const Inst *run_print(Exec *x, const Inst *i)
{
  const Print *p = i->data;
  Line l = {.text = {0}};
  say(&l, "%s: program (%lld, %lld, %lld): %s", i->where, (long long)x->program[0], (long long)x->program[1],
      (long long)x->program[2], p->prefix);
  for (int k = 0; k < i->n_in; k++) {
    say(&l, "%s", k ? ", " : "");
    say_value(&l, p, in_slot(x, i, k), in_cell(x, i, k));
  }
  say(&l, "\n");
  if (x->run->print)
    x->run->print(x->run->print_data, l.text.at, l.text.n);
  else
    fwrite(l.text.at, 1, l.text.n, stderr);
  arena_free(&l.arena);
  return i + 1;
}

bool decode_print(Decoder *d, MlirOperation op)
{
  MlirStringRef prefix = tri_print_prefix(op);
  Print *p = arena_new(d->a, Print);
  *p = (Print){arena_strndup(d->a, prefix.data, prefix.length), tri_print_hex(op)};
  return emit_inst(d, op, run_print, p);
}
