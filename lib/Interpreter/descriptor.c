/* What an access through a descriptor checks, and where its lines are. */
#include "Interpreter/descriptor.h"
#include "Interpreter/memory.h"

#include <inttypes.h>

/* PTX ISA, Tensors: the base and the strides of a tensor in bytes, the largest stride. */
enum { ALIGNMENT = 16 };
static const int64_t max_stride = (INT64_C(1) << 40) - ALIGNMENT;

static bool faults(const Inst *fault)
{
  (void)fault;
  return false;
}

static const char *where_made(const Descriptor *d) { return (const char *)d->where; }

#define MADE "uses the descriptor made at %s: "
#define REMEDY ", or load and store by pointers with masks"

static bool base_fits(Exec *x, const Inst *i, const Descriptor *d)
{
  char place[300];
  if (d->base % ALIGNMENT == 0)
    return true;
  address_text(x, d->base, place, sizeof place);
  return faults(raise_fault(
      x, i, NULL, 0, MADE "its base, %s (0x%" PRIx64 "), is not a multiple of %d bytes; align it" REMEDY,
      where_made(d), place, d->base, ALIGNMENT));
}

static bool extent_fits(Exec *x, const Inst *i, const Descriptor *d, int axis)
{
  return (d->extent[axis] >= 0 && d->extent[axis] <= INT32_MAX) ||
         faults(raise_fault(x, i, NULL, 0, MADE "its extent on axis %d is %lld; expected 0 to %d",
                            where_made(d), axis, (long long)d->extent[axis], INT32_MAX));
}

static bool stride_fits(Exec *x, const Inst *i, const Descriptor *d, int axis, int64_t bytes)
{
  int64_t stride = d->stride[axis];
  return (stride >= 0 && stride <= max_stride / bytes && stride * bytes % ALIGNMENT == 0) ||
         faults(raise_fault(x, i, NULL, 0,
                            MADE "its stride on axis %d is %lld elements of %lld bytes; expected a multiple "
                                 "of %d bytes from 0 to %lld; pad that axis" REMEDY,
                            where_made(d), axis, (long long)stride, (long long)bytes, ALIGNMENT,
                            (long long)max_stride));
}

static bool descriptor_fits(Exec *x, const Inst *i, const DescAccess *a)
{
  const Cell *c = in_cell(x, i, a->desc);
  const Descriptor *d = c->data;
  int rank = a->block.rank;
  if (c->undefined && c->undefined[0])
    return faults(fault_undefined(x, i, a->desc, 0, "uses a descriptor that"));
  if (!base_fits(x, i, d))
    return false;
  for (int axis = 0; axis < rank; axis++)
    if (!extent_fits(x, i, d, axis) || (axis < rank - 1 && !stride_fits(x, i, d, axis, a->bytes)))
      return false;
  return true;
}

static bool indices_defined(Exec *x, const Inst *i, const DescAccess *a)
{
  for (int axis = 0; axis < a->block.rank; axis++) {
    int operand = a->desc + 1 + axis;
    int64_t k = first_mark(in_cell(x, i, operand)->undefined, in_slot(x, i, operand)->count);
    if (k >= 0)
      return faults(fault_undefined(x, i, operand, k, "has an index that"));
  }
  return true;
}

bool walk_begin(Exec *x, const Inst *i, BlockWalk *w)
{
  const DescAccess *a = i->data;
  if (!descriptor_fits(x, i, a) || !indices_defined(x, i, a))
    return false;
  *w = (BlockWalk){.access = a, .desc = in_cell(x, i, a->desc)->data};
  w->line_length = a->block.dim[a->block.rank - 1];
  w->lines = shape_count(a->block) / w->line_length;
  for (int axis = 0; axis < a->block.rank; axis++) {
    const Slot *s = in_slot(x, i, a->desc + 1 + axis);
    const Cell *c = in_cell(x, i, a->desc + 1 + axis);
    if (s->shape.rank) {
      w->rows = c->data;
      w->row_type = s->type;
    } else
      w->from[axis] = element_signed(s->type, c->data, 0);
  }
  return true;
}

static int64_t index_on(const BlockWalk *w, int axis, int64_t k)
{
  return axis == 0 && w->rows ? element_signed(w->row_type, w->rows, k) : w->from[axis] + k;
}

Line walk_line(const BlockWalk *w, int64_t line)
{
  const Shape *s = &w->access->block;
  const Descriptor *d = w->desc;
  int last = s->rank - 1;
  int64_t from = w->from[last], end = d->extent[last] - from;
  Line l = {.at = line * w->line_length, .first = from < 0 ? -from : 0};
  uint64_t element = (uint64_t)(from + l.first);
  l.n = (end < w->line_length ? end : w->line_length) - l.first;
  for (int axis = last - 1; axis >= 0; axis--) {
    int64_t index = index_on(w, axis, line % s->dim[axis]);
    line /= s->dim[axis];
    element += (uint64_t)index * (uint64_t)d->stride[axis];
    if (index < 0 || index >= d->extent[axis])
      l.n = 0;
  }
  l.n = l.n < 0 ? 0 : l.n;
  l.address = d->base + element * (uint64_t)w->access->bytes;
  return l;
}
