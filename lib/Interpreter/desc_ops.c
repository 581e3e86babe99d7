/* tri.make_desc, tri.desc_load, tri.desc_store, tri.desc_gather, tri.desc_scatter; tri.desc_reduce is in
 * desc_reduce.c.
 *
 * A line whose elements lie in one buffer is one copy; any other goes element by element, in order, and stops
 * at the first that is not allowed: the elements before it have then been accessed. */
#include "Interpreter/decode.h"
#include "Interpreter/descriptor.h"
#include "Interpreter/memory.h"
#include "Numeric/numeric.h"
#include "tri-c/Ops.h"

#include <string.h>

/* ---- make_desc ---- */

/* data of run_make_desc */
typedef struct {
  int rank;
  uint64_t padding;
} MakeDesc;

static const Inst *run_make_desc(Exec *x, const Inst *i)
{
  const MakeDesc *m = i->data;
  Descriptor *d = out_cell(x, i, 0)->data;
  *d = (Descriptor){
      .base = *(const uint64_t *)in_cell(x, i, 0)->data, .padding = m->padding, .where = (uintptr_t)i->where};
  for (int axis = 0; axis < m->rank; axis++)
    d->extent[axis] = element_signed(in_slot(x, i, 1 + axis)->type, in_cell(x, i, 1 + axis)->data, 0);
  for (int axis = 0, k = 1 + m->rank; axis < m->rank - 1; axis++, k++)
    d->stride[axis] = element_signed(in_slot(x, i, k)->type, in_cell(x, i, k)->data, 0);
  d->stride[m->rank - 1] = 1;
  propagate_undefined(x, i);
  return i + 1;
}

static uint64_t nan_of(TriType t)
{
  static const TriFloat formats[TRI_TYPE_COUNT] = {[TRI_F16] = TRI_FLOAT_F16,
                                                   [TRI_BF16] = TRI_FLOAT_BF16,
                                                   [TRI_F32] = TRI_FLOAT_F32,
                                                   [TRI_F64] = TRI_FLOAT_F64};
  return tri_float_nan(formats[t]);
}

bool decode_make_desc(Decoder *d, MlirOperation op)
{
  MlirType block = tri_desc_block(type_of(tri_make_desc_result(op)));
  MakeDesc *m = arena_new(d->a, MakeDesc);
  m->rank = shape_of_type(block).rank;
  if (tri_make_desc_padding(op) == TRI_PADDING_NAN)
    m->padding = nan_of(tri_type_kind(tri_type_element(block)));
  return emit_inst(d, op, run_make_desc, m);
}

/* ---- loads ---- */

static void fill(char *to, int64_t n, size_t bytes, uint64_t bits)
{
  for (int64_t k = 0; k < n; k++)
    memcpy(to + (size_t)k * bytes, &bits, bytes);
}

static bool load_line(Exec *x, const Inst *i, const BlockWalk *w, Line l)
{
  int64_t bytes = w->access->bytes;
  char *to = (char *)out_cell(x, i, 0)->data + (l.at + l.first) * bytes;
  if (run_allowed(x, l.address, l.n, bytes)) {
    memcpy(to, (const void *)(uintptr_t)l.address, (size_t)(l.n * bytes));
    return true;
  }
  for (int64_t k = 0; k < l.n; k++) {
    uint64_t address = l.address + (uint64_t)(k * bytes);
    if (!access_allowed(x, address, bytes)) {
      fault_access(x, i, out_slot(x, i, 0), l.at + l.first + k, "reads", address, bytes);
      return false;
    }
    memcpy(to + k * bytes, (const void *)(uintptr_t)address, (size_t)bytes);
  }
  return true;
}

static const Inst *run_desc_load(Exec *x, const Inst *i)
{
  BlockWalk w;
  Cell *c = out_cell(x, i, 0);
  if (!walk_begin(x, i, &w))
    return NULL;
  c->undefined = NULL;
  for (int64_t k = 0; k < w.lines; k++) {
    Line l = walk_line(&w, k);
    size_t bytes = (size_t)w.access->bytes;
    if (l.n < w.line_length)
      fill((char *)c->data + (size_t)l.at * bytes, w.line_length, bytes, w.desc->padding);
    if (l.n && !load_line(x, i, &w, l))
      return NULL;
  }
  return i + 1;
}

/* ---- stores ---- */

static bool store_line(Exec *x, const Inst *i, const BlockWalk *w, Line l)
{
  const Cell *value = in_cell(x, i, 0);
  int64_t bytes = w->access->bytes, at = l.at + l.first;
  const char *from = (const char *)value->data + at * bytes;
  int64_t bad = value->undefined ? first_mark(value->undefined + at, l.n) : -1;
  if (bad < 0 && run_allowed(x, l.address, l.n, bytes)) {
    memcpy((void *)(uintptr_t)l.address, from, (size_t)(l.n * bytes));
    return true;
  }
  for (int64_t k = 0; k < l.n; k++) {
    uint64_t address = l.address + (uint64_t)(k * bytes);
    if (!write_allowed(x, i, at + k, address, bytes))
      return false;
    memcpy((void *)(uintptr_t)address, from + k * bytes, (size_t)bytes);
  }
  return true;
}

static const Inst *run_desc_store(Exec *x, const Inst *i)
{
  BlockWalk w;
  if (!walk_begin(x, i, &w))
    return NULL;
  for (int64_t k = 0; k < w.lines; k++) {
    Line l = walk_line(&w, k);
    if (l.n && !store_line(x, i, &w, l))
      return NULL;
  }
  return i + 1;
}

/* ---- decoding ---- */

/* The block is the result or operand 0; the descriptor is operand `desc`, the last before the indices. */
static bool emit_access(Decoder *d, MlirOperation op, RunInst *run, MlirValue block, int desc, int reduction)
{
  DescAccess *a = arena_new(d->a, DescAccess);
  TriType t = tri_type_kind(tri_type_element(type_of(block)));
  *a = (DescAccess){
      .block = shape_of_type(type_of(block)), .type = t, .bytes = tri_type_bytes(t), .desc = desc};
  if (reduction >= 0)
    a->reduce = desc_reduction(reduction, t);
  return emit_inst(d, op, run, a);
}

bool decode_desc_load(Decoder *d, MlirOperation op)
{
  return emit_access(d, op, run_desc_load, tri_desc_load_result(op), 0, -1);
}

bool decode_desc_store(Decoder *d, MlirOperation op)
{
  return emit_access(d, op, run_desc_store, tri_desc_store_value(op), 1, -1);
}

bool decode_desc_reduce(Decoder *d, MlirOperation op)
{
  return emit_access(d, op, run_desc_reduce, tri_desc_reduce_value(op), 1, (int)tri_desc_reduce_kind(op));
}

bool decode_desc_gather(Decoder *d, MlirOperation op)
{
  return emit_access(d, op, run_desc_load, tri_desc_gather_result(op), 0, -1);
}

bool decode_desc_scatter(Decoder *d, MlirOperation op)
{
  return emit_access(d, op, run_desc_store, tri_desc_scatter_value(op), 1, -1);
}
