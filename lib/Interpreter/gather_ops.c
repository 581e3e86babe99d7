/* tri.gather and tri.histogram. */
#include "Interpreter/decode.h"
#include "tri-c/Ops.h"

#include <string.h>

/* ---- gather ---- */

/* The index is outer x extent x inner elements, the block outer x from x inner. */
typedef struct {
  int64_t outer, extent, inner, from;
  int axis;
} Gather;

/* Where in the block the element is that result element k takes; -1 after a fault. */
static int64_t place_of(Exec *x, const Inst *i, int64_t k)
{
  const Gather *g = i->data;
  int64_t at = element_signed(in_slot(x, i, 1)->type, in_cell(x, i, 1)->data, k);
  if (at < 0 || at >= g->from) {
    raise_fault(x, i, out_slot(x, i, 0), k, "has index %lld along axis %d, which has extent %lld",
                (long long)at, g->axis, (long long)g->from);
    return -1;
  }
  int64_t row = k / (g->extent * g->inner);
  return (row * g->from + at) * g->inner + k % g->inner;
}

static void copy_element(char *to, int64_t k, const char *from, int64_t at, int bytes)
{
  memcpy(to + k * bytes, from + at * bytes, (size_t)bytes);
}

static const Inst *run_gather(Exec *x, const Inst *i)
{
  const Cell *from = in_cell(x, i, 0);
  Cell *c = out_cell(x, i, 0);
  int bytes = tri_type_bytes(out_slot(x, i, 0)->type);
  int64_t undefined = first_mark(in_cell(x, i, 1)->undefined, i->count);
  if (undefined >= 0)
    return fault_undefined(x, i, 1, undefined, "has an index that");
  c->undefined = from->undefined ? c->marks : NULL;
  for (int64_t k = 0; k < i->count; k++) {
    int64_t at = place_of(x, i, k);
    if (at < 0)
      return NULL;
    copy_element(c->data, k, from->data, at, bytes);
    if (c->undefined)
      c->marks[k] = from->undefined[at];
  }
  return i + 1;
}

bool decode_gather(Decoder *d, MlirOperation op)
{
  Shape src = shape_of_type(type_of(tri_gather_src(op))),
        index = shape_of_type(type_of(tri_gather_index(op)));
  Gather *g = arena_new(d->a, Gather);
  g->axis = tri_gather_axis(op);
  *g = (Gather){1, index.dim[g->axis], 1, src.dim[g->axis], g->axis};
  for (int axis = 0; axis < src.rank; axis++) {
    g->outer *= axis < g->axis ? src.dim[axis] : 1;
    g->inner *= axis > g->axis ? src.dim[axis] : 1;
  }
  return emit_inst(d, op, run_gather, g);
}

/* ---- histogram ---- */

/* An element that counts and is undefined could be in any bin. */
static bool counts_undefined(const Cell *src, const uint8_t *mask, int64_t n)
{
  for (int64_t k = 0; src->undefined && k < n; k++)
    if (src->undefined[k] && (!mask || mask[k]))
      return true;
  return false;
}

static void count_values(int32_t *bins, int64_t n_bins, TriType t, const void *values, const uint8_t *mask,
                         int64_t n)
{
  memset(bins, 0, (size_t)n_bins * sizeof *bins);
  for (int64_t k = 0; k < n; k++) {
    uint64_t value = element_unsigned(t, values, k);
    if ((!mask || mask[k]) && value < (uint64_t)n_bins)
      bins[value]++;
  }
}

static const Inst *run_histogram(Exec *x, const Inst *i)
{
  const Cell *src = in_cell(x, i, 0), *on = i->n_in > 1 ? in_cell(x, i, 1) : NULL;
  const Slot *s = in_slot(x, i, 0);
  const uint8_t *mask = on ? on->data : NULL;
  Cell *c = out_cell(x, i, 0);
  int64_t undefined = on ? first_mark(on->undefined, s->count) : -1;
  if (undefined >= 0)
    return fault_undefined(x, i, 1, undefined, "has a mask that");
  count_values(c->data, i->count, s->type, src->data, mask, s->count);
  c->undefined = NULL;
  if (counts_undefined(src, mask, s->count))
    c->undefined = memset(c->marks, 1, (size_t)i->count);
  return i + 1;
}

bool decode_histogram(Decoder *d, MlirOperation op) { return emit_inst(d, op, run_histogram, NULL); }
