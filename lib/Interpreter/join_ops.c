/* tri.join, tri.split, tri.cat: rows of two blocks in turn.
 *
 * A block is `rows` rows of one length; what is joined is a row of the left block, then one of the right:
 *
 *   cat tensor<2x3> and tensor<2x1> on axis 1:  2 rows, of 3 and 1 elements
 *   join tensor<4> and tensor<4>:               4 rows, of 1 and 1
 */
#include "Interpreter/decode.h"
#include "tri-c/Ops.h"

#include <string.h>

typedef struct {
  int64_t rows, left, right; /* elements of a row of each side */
} Rows;

static void put_rows(char *to, const char *left, const char *right, const Rows *r, int bytes)
{
  size_t n = (size_t)(r->left * bytes), m = (size_t)(r->right * bytes);
  for (int64_t k = 0; k < r->rows; k++, to += n + m) {
    memcpy(to, left + (size_t)k * n, n);
    memcpy(to + n, right + (size_t)k * m, m);
  }
}

static void take_rows(char *left, char *right, const char *from, const Rows *r, int bytes)
{
  size_t n = (size_t)(r->left * bytes), m = (size_t)(r->right * bytes);
  for (int64_t k = 0; k < r->rows; k++, from += n + m) {
    memcpy(left + (size_t)k * n, from, n);
    memcpy(right + (size_t)k * m, from + n, m);
  }
}

/* Row k of a side's marks, at to. */
static void put_marks(uint8_t *to, const uint8_t *from, int64_t k, int64_t n)
{
  if (from)
    memcpy(to, from + k * n, (size_t)n);
  else
    memset(to, 0, (size_t)n);
}

static const Inst *run_put(Exec *x, const Inst *i)
{
  const Rows *r = i->data;
  const Cell *left = in_cell(x, i, 0), *right = in_cell(x, i, 1);
  Cell *c = out_cell(x, i, 0);
  put_rows(c->data, left->data, right->data, r, tri_type_bytes(out_slot(x, i, 0)->type));
  c->undefined = left->undefined || right->undefined ? c->marks : NULL;
  for (int64_t k = 0; c->undefined && k < r->rows; k++) {
    uint8_t *row = c->marks + k * (r->left + r->right);
    put_marks(row, left->undefined, k, r->left);
    put_marks(row + r->left, right->undefined, k, r->right);
  }
  return i + 1;
}

static const Inst *run_take(Exec *x, const Inst *i)
{
  const Rows *r = i->data;
  const Cell *from = in_cell(x, i, 0);
  Cell *left = out_cell(x, i, 0), *right = out_cell(x, i, 1);
  take_rows(left->data, right->data, from->data, r, tri_type_bytes(in_slot(x, i, 0)->type));
  left->undefined = right->undefined = NULL;
  if (from->undefined) {
    take_rows((char *)left->marks, (char *)right->marks, (const char *)from->undefined, r, 1);
    left->undefined = left->marks;
    right->undefined = right->marks;
  }
  return i + 1;
}

static const Rows *keep_rows(Decoder *d, Rows rows)
{
  Rows *r = arena_new(d->a, Rows);
  *r = rows;
  return r;
}

bool decode_join(Decoder *d, MlirOperation op)
{
  int64_t n = shape_count(shape_of_type(type_of(tri_join_lhs(op))));
  return emit_inst(d, op, run_put, keep_rows(d, (Rows){n, 1, 1}));
}

bool decode_split(Decoder *d, MlirOperation op)
{
  int64_t n = shape_count(shape_of_type(type_of(tri_split_src(op)))) / 2;
  return emit_inst(d, op, run_take, keep_rows(d, (Rows){n, 1, 1}));
}

bool decode_cat(Decoder *d, MlirOperation op)
{
  Shape l = shape_of_type(type_of(tri_cat_lhs(op))), r = shape_of_type(type_of(tri_cat_rhs(op)));
  Rows rows = {1, 1, 1};
  for (int axis = 0; axis < l.rank; axis++) {
    rows.rows *= axis < tri_cat_axis(op) ? l.dim[axis] : 1;
    rows.left *= axis < tri_cat_axis(op) ? 1 : l.dim[axis];
    rows.right *= axis < tri_cat_axis(op) ? 1 : r.dim[axis];
  }
  return emit_inst(d, op, run_put, keep_rows(d, rows));
}
