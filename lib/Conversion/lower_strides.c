#include "Conversion/lower_strides.h"

/* An instruction's offset has 32 bits and a sign (PTX ISA, Addresses as Operands); a vector's elements lie up
 * to 15 elements further. */
#define MAX_STRIDE (INT64_C(1) << 30)

/* The axis that element bit e belongs to, and which bit of the coordinate it is. */
static int axis_of(TriLayout layout, int e, int *bit)
{
  int axis = 0;
  while (e < tri_layout_axis_shift(layout, axis))
    axis++;
  *bit = e - tri_layout_axis_shift(layout, axis);
  return axis;
}

/* Whether slot bit i alone reaches the element bits of its column. */
static bool is_alone(TriLayout layout, int i)
{
  for (int k = 0; k < tri_layout_in_bits(layout); k++)
    if (k != i && (layout.col[k] & layout.col[i]))
      return false;
  return true;
}

static bool step_of(const Lowering *l, MlirValue v, TriLayout layout, int i, int64_t *step)
{
  uint32_t column = layout.col[i];
  int bit;
  *step = 0;
  if (!column)
    return true;
  if ((column & (column - 1)) || !is_alone(layout, i))
    return false;
  int axis = axis_of(layout, __builtin_ctz(column), &bit);
  return axis_step(l->axis, v, axis, bit, step);
}

Strides strides_of(const Lowering *l, MlirValue v)
{
  Strides s = {0};
  TriLayout layout;
  if (!layout_of_type(type_of(v), &layout) || may_be_partly_undefined(l->undefined, v))
    return s;
  for (int i = 0; i < layout.in[TRI_REGISTER]; i++)
    s.known |= (uint32_t)step_of(l, v, layout, i, &s.step[i]) << i;
  return s;
}

Stride stride_at(const Strides *s, uint32_t r)
{
  Stride a = {r, 0};
  for (uint32_t bits = r & s->known; bits; bits &= bits - 1) {
    int i = __builtin_ctz(bits);
    int64_t sum;
    if (__builtin_add_overflow(a.by, s->step[i], &sum) || sum > MAX_STRIDE || sum < -MAX_STRIDE)
      continue;
    a.by = sum;
    a.base &= ~(1u << i);
  }
  return a;
}
