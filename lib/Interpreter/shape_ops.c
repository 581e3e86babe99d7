/* Blocks made from a scalar and from blocks of another shape: one strided copy.
 *
 * The result's elements are visited in their order; along axis a the source moves by stride[a] elements.
 *
 *   broadcast tensor<2x1xi32> -> tensor<2x3xi32>:  extents 2, 3; strides 1, 0
 *
 * Elements of 1, 2, 4 and 8 bytes and the undefined marks are all copied by the same code. */
#include "Interpreter/decode.h"
#include "tri-c/Ops.h"

#include <string.h>

typedef struct {
  int64_t stride[TRI_MAX_RANK];
} Strides;

#define COPY_ROW(T)                                                                                          \
  static void copy_row_##T(T *to, const T *from, int64_t n, int64_t stride)                                  \
  {                                                                                                          \
    if (stride == 0)                                                                                         \
      for (int64_t k = 0; k < n; k++)                                                                        \
        to[k] = *from;                                                                                       \
    else                                                                                                     \
      for (int64_t k = 0; k < n; k++)                                                                        \
        to[k] = from[k * stride];                                                                            \
  }
COPY_ROW(uint8_t)
COPY_ROW(uint16_t)
COPY_ROW(uint32_t)
COPY_ROW(uint64_t)

static void copy_row(void *to, const void *from, int64_t n, int64_t stride, int bytes)
{
  switch (bytes) {
  case 1:
    copy_row_uint8_t(to, from, n, stride);
    return;
  case 2:
    copy_row_uint16_t(to, from, n, stride);
    return;
  case 4:
    copy_row_uint32_t(to, from, n, stride);
    return;
  case 8:
    copy_row_uint64_t(to, from, n, stride);
    return;
  }
}

/* Copies the axes from `axis` on; gives the place after the last element written. */
static char *copy_axes(char *to, const char *from, const Shape *shape, const Strides *s, int axis, int bytes)
{
  int64_t n = shape->dim[axis];
  if (axis == shape->rank - 1) {
    copy_row(to, from, n, s->stride[axis], bytes);
    return to + n * bytes;
  }
  for (int64_t k = 0; k < n; k++)
    to = copy_axes(to, from + k * s->stride[axis] * bytes, shape, s, axis + 1, bytes);
  return to;
}

static const Inst *run_strided(Exec *x, const Inst *i)
{
  const Strides *s = i->data;
  const Slot *to = out_slot(x, i, 0);
  const Cell *from = in_cell(x, i, 0);
  Cell *c = out_cell(x, i, 0);
  copy_axes(c->data, from->data, &to->shape, s, 0, tri_type_bytes(to->type));
  c->undefined = NULL;
  if (from->undefined) {
    copy_axes((char *)c->marks, (const char *)from->undefined, &to->shape, s, 0, 1);
    c->undefined = c->marks;
  }
  return i + 1;
}

bool decode_splat(Decoder *d, MlirOperation op)
{
  return emit_inst(d, op, run_strided, arena_new(d->a, Strides));
}

/* By how many elements each axis of the block moves. */
static Strides row_major(Shape shape)
{
  Strides s = {{0}};
  int64_t stride = 1;
  for (int axis = shape.rank - 1; axis >= 0; axis--) {
    s.stride[axis] = stride;
    stride *= shape.dim[axis];
  }
  return s;
}

bool decode_broadcast(Decoder *d, MlirOperation op)
{
  Shape src = shape_of_type(type_of(tri_broadcast_src(op)));
  Strides *s = arena_new(d->a, Strides);
  *s = row_major(src);
  for (int axis = 0; axis < src.rank; axis++)
    s->stride[axis] = src.dim[axis] == 1 ? 0 : s->stride[axis];
  return emit_inst(d, op, run_strided, s);
}

bool decode_transpose(Decoder *d, MlirOperation op)
{
  Shape src = shape_of_type(type_of(tri_transpose_src(op)));
  MlirAttribute order = tri_transpose_order(op);
  Strides *s = arena_new(d->a, Strides), from = row_major(src);
  for (int axis = 0; axis < src.rank; axis++)
    s->stride[axis] = from.stride[mlirDenseI32ArrayGetElement(order, axis)];
  return emit_inst(d, op, run_strided, s);
}

static const Inst *run_same_elements(Exec *x, const Inst *i)
{
  const Slot *s = out_slot(x, i, 0);
  const Cell *from = in_cell(x, i, 0);
  Cell *to = out_cell(x, i, 0);
  memcpy(to->data, from->data, (size_t)s->count * (size_t)tri_type_bytes(s->type));
  to->undefined = from->undefined ? memcpy(to->marks, from->undefined, (size_t)s->count) : NULL;
  return i + 1;
}

bool decode_expand_dims(Decoder *d, MlirOperation op) { return emit_inst(d, op, run_same_elements, NULL); }

/* With `reorder` too: the row-major order is one of those that it allows. */
bool decode_reshape(Decoder *d, MlirOperation op) { return emit_inst(d, op, run_same_elements, NULL); }
