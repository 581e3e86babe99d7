/* Elementwise ops: from a row and the op's types and flags to an instruction, and its execution.
 *
 * An element of a result is undefined where an element of an operand is, or where a test of the op says so.
 */
#include "Interpreter/elementwise.h"
#include "Interpreter/decode.h"
#include "Numeric/numeric.h"
#include "tri-c/Ops.h"

#include <string.h>

/* ---- execution ---- */

typedef struct {
  const void *in[3];
  void *out[2];
} Arrays;

static Arrays arrays_of(const Exec *x, const Inst *i)
{
  Arrays a = {0};
  for (int k = 0; k < 3; k++)
    a.in[k] = in_cell(x, i, k < i->n_in ? k : 0)->data;
  for (int k = 0; k < i->n_out; k++)
    a.out[k] = out_cell(x, i, k)->data;
  return a;
}

/* The first element for which test t holds; -1 where there is none. Elements with an undefined operand are
 * left out, unless the test is of the divisor alone. */
static int64_t first_fault(Exec *x, const Inst *i, const Elementwise *e, int t, const Arrays *a)
{
  uint8_t *marks = out_cell(x, i, 0)->marks;
  memset(marks, 0, (size_t)i->count);
  if (!e->fault[t](i->count, marks, a->in))
    return -1;
  for (int k = 0; k < i->n_in && !e->op->faults[t].of_divisor; k++) {
    const uint8_t *undefined = in_cell(x, i, k)->undefined;
    for (int64_t j = 0; undefined && j < i->count; j++)
      marks[j] = marks[j] && !undefined[j];
  }
  return first_mark(marks, i->count);
}

/* Ends the program at the first element that divides by an undefined number or is at fault. */
static bool passes(Exec *x, const Inst *i, const Elementwise *e, const Arrays *a)
{
  int64_t k = e->op->is_division ? first_mark(in_cell(x, i, 1)->undefined, i->count) : -1;
  if (k >= 0)
    fault_undefined(x, i, 1, k, "divides by a number that");
  for (int t = 0; k < 0 && t < MAX_FAULTS && e->fault[t]; t++) {
    k = first_fault(x, i, e, t, a);
    if (k >= 0)
      raise_fault(x, i, out_slot(x, i, 0), k, "%s", e->op->faults[t].sentence);
  }
  return k < 0;
}

static void mark(Exec *x, const Inst *i, Test *test, const Arrays *a)
{
  Cell *c = out_cell(x, i, 0);
  if (!c->undefined)
    memset(c->marks, 0, (size_t)i->count);
  if (!test(i->count, c->marks, a->in))
    return;
  if (!c->undefined)
    x->origin = i;
  c->undefined = c->marks;
}

static const Inst *run_elementwise(Exec *x, const Inst *i)
{
  const Elementwise *e = i->data;
  Arrays a = arrays_of(x, i);
  if (!passes(x, i, e, &a))
    return NULL;
  e->kernel(e, i->count, a.out, a.in);
  propagate_undefined(x, i);
  for (int t = 0; t < MAX_TESTS && e->undefined[t]; t++)
    mark(x, i, e->undefined[t], &a);
  for (int k = 1; k < i->n_out; k++) {
    Cell *c = out_cell(x, i, k);
    const uint8_t *undefined = out_cell(x, i, 0)->undefined;
    c->undefined = undefined ? memcpy(c->marks, undefined, (size_t)i->count) : NULL;
  }
  return i + 1;
}

const Elementwise *elementwise_of(const Inst *i) { return i->run == run_elementwise ? i->data : NULL; }

/* ---- decoding ---- */

/* Whether one of the words of "#dialect.attr<word, word>" is this. */
static bool has_word(const char *text, const char *word)
{
  size_t n = strlen(word);
  const char *at = strchr(text, '<');
  while (at && *at) {
    at += strspn(at, "<, ");
    if (strncmp(at, word, n) == 0 && (at[n] == ',' || at[n] == '>'))
      return true;
    at = strchr(at, ',');
  }
  return false;
}

bool attr_has_word(Decoder *d, MlirOperation op, const char *attr, const char *word)
{
  MlirAttribute a = attr_of(op, attr);
  return !is_null(a) && has_word(attr_text(&d->scratch, a), word);
}

bool accepts_fastmath(Decoder *d, MlirOperation op)
{
  static const char *const refused[] = {"reassoc", "nnan", "ninf", "nsz", "arcp", "afn", "fast"};
  for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
    if (attr_has_word(d, op, "fastmath", refused[k]))
      return require(
          op, false,
          "has the fastmath flag '%s'; only 'contract' is accepted, as results must not depend on the others",
          refused[k]);
  return true;
}

/* The place in the row's tables for these types and attributes. */
static size_t table_index(const ElementwiseOp *row, MlirOperation op, TriType from, TriType to)
{
  size_t major = row->major == MAJOR_RESULT_TYPE ? (size_t)to
                 : row->major == MAJOR_PREDICATE ? (size_t)int_of(attr_of(op, "predicate"), 0)
                 : row->major == MAJOR_VARIANT   ? row->variant(op)
                                                 : 0;
  return major * TRI_TYPE_COUNT + (size_t)from;
}

/* The order of arith's RoundingMode: to_nearest_even, downward, upward, toward_zero, to_nearest_away. */
static TriRounding rounding_of(MlirOperation op)
{
  if (tri_op_kind(op) == TRI_OP_FP_CAST)
    return tri_fp_cast_rounding(op) == TRI_FP_ROUNDING_RTZ ? TRI_RZ : TRI_RN;
  static const TriRounding modes[] = {TRI_RN, TRI_RM, TRI_RP, TRI_RZ, TRI_RNA};
  return modes[int_of(attr_of(op, "roundingmode"), 0)];
}

static void add_test(Elementwise *e, TestTable *table, size_t index, bool wanted)
{
  int n = 0;
  while (n < MAX_TESTS && e->undefined[n])
    n++;
  if (table && wanted && table[index])
    e->undefined[n] = table[index];
}

static bool emit_row(Decoder *d, MlirOperation op, const ElementwiseOp *row, Elementwise *e, size_t index)
{
  e->op = row;
  add_test(e, row->undefined, index, true);
  add_test(e, row->nsw, index, attr_has_word(d, op, "overflowFlags", "nsw"));
  add_test(e, row->nuw, index, attr_has_word(d, op, "overflowFlags", "nuw"));
  add_test(e, row->exact, index, has_attr(op, "isExact"));
  for (int t = 0; t < MAX_FAULTS && row->faults[t].test; t++)
    e->fault[t] = row->faults[t].test[index];
  return emit_inst(d, op, run_elementwise, e);
}

bool decode_elementwise(Decoder *d, MlirOperation op, const ElementwiseOp *row)
{
  Elementwise *e = arena_new(d->a, Elementwise);
  MlirType to = type_of(result(op));
  if (!executes_type(d, op, to))
    return false;
  e->from = slot_at(d, use(d, operand(op, 0)))->type;
  e->second = row->n_in > 1 ? slot_at(d, use(d, operand(op, 1)))->type : TRI_NONE;
  e->to = mlirTypeIsAIndex(to) ? TRI_I64 : tri_type_kind(tri_type_element(to));
  size_t index = table_index(row, op, e->from, e->to);
  e->kernel = row->kernels ? row->kernels[index] : row->kernel;
  e->rounding = rounding_of(op);
  e->saturate = tri_op_kind(op) == TRI_OP_FP_CAST && tri_fp_cast_saturate(op);
  if ((e->rounding != TRI_RN || e->saturate) && e->kernel)
    e->kernel = convert_any_float;
  return accepts_fastmath(d, op) &&
         require(op, e->kernel != NULL, "is not executed on %s%s",
                 type_text(&d->scratch, type_of(operand(op, 0))),
                 tri_type_is_float(tri_type_element(type_of(operand(op, 0))))
                     ? "; convert to f16 or wider first"
                     : "") &&
         emit_row(d, op, row, e, index);
}

/* ---- arith.select ---- */

#define SELECT(T)                                                                                            \
  static void select_##T(const uint8_t *c, int64_t dc, const T *a, const T *b, T *restrict r, int64_t n)     \
  {                                                                                                          \
    for (int64_t k = 0; k < n; k++)                                                                          \
      r[k] = c[k * dc] ? a[k] : b[k];                                                                        \
  }
SELECT(uint8_t)
SELECT(uint16_t)
SELECT(uint32_t)
SELECT(uint64_t)

static void select_elements(const uint8_t *c, int64_t dc, const void *a, const void *b, void *r, int64_t n,
                            int bytes)
{
  switch (bytes) {
  case 1:
    select_uint8_t(c, dc, a, b, r, n);
    return;
  case 2:
    select_uint16_t(c, dc, a, b, r, n);
    return;
  case 4:
    select_uint32_t(c, dc, a, b, r, n);
    return;
  case 8:
    select_uint64_t(c, dc, a, b, r, n);
    return;
  }
}

/* Undefined where the condition is, else as the chosen side. */
static void select_undefined(Cell *r, const Cell *c, int64_t dc, const Cell *a, const Cell *b, int64_t n)
{
  const uint8_t *choice = c->data;
  r->undefined = c->undefined || a->undefined || b->undefined ? r->marks : NULL;
  for (int64_t k = 0; r->undefined && k < n; k++) {
    const uint8_t *side = choice[k * dc] ? a->undefined : b->undefined;
    r->marks[k] = (c->undefined && c->undefined[k * dc]) || (side && side[k]);
  }
}

static const Inst *run_select(Exec *x, const Inst *i)
{
  const Cell *c = in_cell(x, i, 0), *a = in_cell(x, i, 1), *b = in_cell(x, i, 2);
  Cell *r = out_cell(x, i, 0);
  int64_t dc = in_slot(x, i, 0)->shape.rank != 0;
  select_elements(c->data, dc, a->data, b->data, r->data, i->count, tri_type_bytes(out_slot(x, i, 0)->type));
  select_undefined(r, c, dc, a, b, i->count);
  return i + 1;
}

bool decode_select(Decoder *d, MlirOperation op)
{
  return accepts_fastmath(d, op) && emit_inst(d, op, run_select, NULL);
}
