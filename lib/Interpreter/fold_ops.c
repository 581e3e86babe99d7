/* tri.reduce and tri.scan whose regions are single ops: loops over rows.
 *
 * A row is the `inner` elements at one place along the axis. Rows are combined by the op's own elementwise
 * kernel, in the order of the axis. Sums and products of floats are computed in f64, where a sum also carries
 * what it has rounded off (Neumaier's summation), and rounded to the type at the end: an error far below that
 * of any order of summation in the type. */
#include "Dialect/region.h"
#include "Interpreter/elementwise.h"
#include "Interpreter/float_types.h"
#include "Interpreter/region_ops.h"

#include <math.h>
#include <string.h>

/* A sum is value + rest. */
typedef struct {
  double value, rest;
} Total;

typedef void FoldFloats(const Along *a, const void *in, void *out, Total *total);

struct Fold {
  const Elementwise *op;
  FoldFloats *floats; /* in f64; NULL: by op's kernel */
  uint32_t scratch;   /* slot of a row of elements or of Totals */
};

/* ---- floats ---- */

static void add_to(Total *t, double x)
{
  double sum = t->value + x;
  t->rest += fabs(t->value) >= fabs(x) ? (t->value - sum) + x : (x - sum) + t->value;
  t->value = sum;
}

static void multiply_by(Total *t, double x) { t->value *= x; }

static double value_of(Total t) { return isfinite(t.value) && t.rest != 0 ? t.value + t.rest : t.value; }

#define FOLD(T, E, C, get, put, name, combine)                                                               \
  static void name##_##T(const Along *a, const void *in, void *out, Total *total)                            \
  {                                                                                                          \
    const E *x = in;                                                                                         \
    E *r = out;                                                                                              \
    for (int64_t outer = 0; outer < a->outer; outer++, x += a->extent * a->inner)                            \
      for (int64_t step = 0; step < a->extent; step++) {                                                     \
        const E *row = x + along_row(a, step) * a->inner;                                                    \
        for (int64_t k = 0; k < a->inner; k++)                                                               \
          if (step)                                                                                          \
            combine(&total[k], (double)get(row[k]));                                                         \
          else                                                                                               \
            total[k] = (Total){(double)get(row[k]), 0};                                                      \
        if (!a->is_scan && step + 1 < a->extent)                                                             \
          continue;                                                                                          \
        E *to = a->is_scan ? (E *)out + (row - (const E *)in) : r;                                           \
        for (int64_t k = 0; k < a->inner; k++)                                                               \
          to[k] = put_f64_##T(value_of(total[k]));                                                           \
        r += a->inner;                                                                                       \
      }                                                                                                      \
  }
FLOAT_TYPES(FOLD, sum, add_to)
FLOAT_TYPES(FOLD, product, multiply_by)

#define NAME(T, E, C, get, put, name) [TRI_##T] = name##_##T,
static FoldFloats *const sums[TRI_TYPE_COUNT] = {FLOAT_TYPES(NAME, sum)};
static FoldFloats *const products[TRI_TYPE_COUNT] = {FLOAT_TYPES(NAME, product)};

/* ---- any elementwise op ---- */

static void combine_rows(const Fold *f, int64_t n, const void *left, const void *right, void *to)
{
  f->op->kernel(f->op, n, (void *const[]){to}, (const void *const[]){left, right, left});
}

/* The rows of one place on the outer axes into one: by turns in `to` and `spare`, so that the last is in
 * `to`. */
static void reduce_rows(const Fold *f, const Along *a, const char *x, size_t row, char *to, char *spare)
{
  const char *left = x;
  for (int64_t step = 1; step < a->extent; step++) {
    char *next = (a->extent - 1 - step) % 2 ? spare : to;
    combine_rows(f, a->inner, left, x + (size_t)step * row, next);
    left = next;
  }
  if (left == x)
    memcpy(to, x, row);
}

static void scan_rows(const Fold *f, const Along *a, const char *x, size_t row, char *to)
{
  size_t last = (size_t)along_row(a, 0) * row;
  memcpy(to + last, x + last, row);
  for (int64_t step = 1; step < a->extent; step++) {
    size_t at = (size_t)along_row(a, step) * row;
    combine_rows(f, a->inner, to + last, x + at, to + at);
    last = at;
  }
}

static void fold_rows(const Fold *f, const Along *a, const char *x, char *to, char *spare)
{
  size_t row = (size_t)a->inner * (size_t)tri_type_bytes(f->op->from);
  for (int64_t outer = 0; outer < a->outer; outer++, x += (size_t)a->extent * row) {
    if (a->is_scan)
      scan_rows(f, a, x, row, to);
    else
      reduce_rows(f, a, x, row, to, spare);
    to += a->is_scan ? (size_t)a->extent * row : row;
  }
}

/* ---- undefined elements ---- */

/* A result is undefined where one of the elements that it is combined of is. */
static void fold_marks(const Along *a, const uint8_t *x, uint8_t *to)
{
  for (int64_t outer = 0; outer < a->outer; outer++, x += a->extent * a->inner) {
    for (int64_t step = 0; step < a->extent; step++)
      for (int64_t k = 0; k < a->inner; k++) {
        int64_t at = along_row(a, step) * a->inner + k, last = along_row(a, step - 1) * a->inner + k;
        if (a->is_scan)
          to[at] = x[at] | (step ? to[last] : 0);
        else
          to[k] = x[at] | (step ? to[k] : 0);
      }
    to += a->is_scan ? a->extent * a->inner : a->inner;
  }
}

/* ---- the instruction ---- */

void run_folds(Exec *x, const Inst *i, const Along *a)
{
  for (int s = 0; s < i->n_in; s++) {
    const Fold *f = &a->folds[s];
    const Cell *from = in_cell(x, i, s);
    Cell *to = out_cell(x, i, s);
    if (f->floats)
      f->floats(a, from->data, to->data, x->cell[f->scratch].data);
    else
      fold_rows(f, a, from->data, to->data, x->cell[f->scratch].data);
    to->undefined = from->undefined ? to->marks : NULL;
    if (from->undefined)
      fold_marks(a, from->undefined, to->marks);
  }
}

/* ---- which regions are single ops ---- */

static intptr_t op_count(MlirBlock block)
{
  intptr_t n = 0;
  foreach_op(op, block) n++;
  return n;
}

/* The number of the op in its block. */
static uint32_t place_of(MlirOperation op)
{
  uint32_t n = 0;
  for (MlirOperation at = mlirBlockGetFirstOperation(mlirOperationGetBlock(op)); !same(at, op);
       at = op_after(at))
    n++;
  return n;
}

static FoldFloats *floats_of(const Elementwise *e)
{
  return strcmp(e->op->name, "arith.addf") == 0   ? sums[e->from]
         : strcmp(e->op->name, "arith.mulf") == 0 ? products[e->from]
                                                  : NULL;
}

static bool fold_of(Decoder *d, MlirOperation combiner, uint32_t first, int64_t inner, Fold *f)
{
  const Elementwise *e = is_null(combiner) ? NULL : elementwise_of(&d->code.at[first + place_of(combiner)]);
  if (!e || e->undefined[0] || e->fault[0] || e->op->is_division)
    return false;
  *f = (Fold){.op = e, .floats = floats_of(e)};
  f->scratch =
      f->floats ? new_slot(d, TRI_F64, (Shape){1, {2 * inner}}) : new_slot(d, e->from, (Shape){1, {inner}});
  return true;
}

void find_folds(Decoder *d, MlirOperation op, Along *a, uint32_t first)
{
  intptr_t n = operand_count(op);
  if (op_count(body_of(op)) != n + 1)
    return;
  Fold *folds = arena_array(d->a, Fold, n);
  for (intptr_t k = 0; k < n; k++)
    if (!fold_of(d, tri_combiner_of(op, k), first, a->inner, &folds[k]))
      return;
  a->folds = folds;
}
