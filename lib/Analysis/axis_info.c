/* The answers of the axis analysis, read from facts: numbers per axis, steps, vectors, order. */
#include "Analysis/axis_rules.h"
#include "Support/ir.h"

/* What the pointee takes; 1 for numbers. */
static int64_t unit_of(MlirType t)
{
  MlirType element = tri_type_element(t);
  return tri_type_is_ptr(element) ? tri_type_bytes(tri_type_kind(tri_ptr_pointee(element))) : 1;
}

/* How many bits of the axis, from the lowest, have steps of unit, 2 unit, 4 unit, … */
static int rising_bits(const Facts *x, Shape s, int axis, int64_t unit)
{
  int first = axis_first_bit(s, axis), n = 0;
  while (n < axis_bits(s, axis) && residue_is(x->step[first + n], (uint64_t)unit << n))
    n++;
  return n;
}

static int64_t divisor(Residue r)
{
  int64_t d = INT64_C(1) << (residue_zeros(r) < 62 ? residue_zeros(r) : 62);
  return d < AXIS_MAX_DIVISIBILITY ? d : AXIS_MAX_DIVISIBILITY;
}

static bool is_float(MlirType t) { return tri_type_is_float(tri_type_element(t)); }

static void axis_of(AxisInfo *info, const Facts *x, MlirType t, Shape s, int axis)
{
  int first = axis_first_bit(s, axis), rising = is_float(t) ? 0 : rising_bits(x, s, axis, unit_of(t));
  info->contiguity[axis] = INT64_C(1) << rising;
  info->constancy[axis] = INT64_C(1) << rising_bits(x, s, axis, 0);
  info->divisibility[axis] = is_float(t) ? 1 : divisor(facts_every_clear(x, first, first + rising));
}

AxisInfo axis_info(const AxisAnalysis *analysis, MlirValue v)
{
  MlirType t = type_of(v);
  AxisInfo info = {
      .contiguity = {1}, .divisibility = {1}, .constancy = {1}, .min = INT64_MIN, .max = INT64_MAX};
  if (!axis_has_facts(t))
    return info;
  Facts x = axis_facts(analysis, v);
  Shape s = shape_of_type(t);
  Wide constant = 0;
  info.rank = s.rank;
  info.is_constant = !is_float(t) && facts_is_constant(&x, &constant);
  info.constant = (int64_t)constant;
  info.min = (int64_t)x.range.min;
  info.max = (int64_t)x.range.max;
  if (!s.rank && !is_float(t))
    info.divisibility[0] = divisor(x.first);
  for (int axis = 0; axis < s.rank; axis++)
    axis_of(&info, &x, t, s, axis);
  return info;
}

bool axis_step(const AxisAnalysis *analysis, MlirValue v, int axis, int bit, int64_t *step)
{
  MlirType t = type_of(v);
  Shape s = shape_of_type(t);
  if (!axis_has_facts(t) || axis >= s.rank || bit >= axis_bits(s, axis))
    return false;
  Facts x = axis_facts(analysis, v);
  Residue r = x.step[axis_first_bit(s, axis) + bit];
  *step = (int64_t)r.low;
  return residue_is_exact(r) && !(is_float(t) && r.low);
}

/* The bytes that an access of one element moves, at most a vector of this many. */
enum { VECTOR_BYTES = 16 };

static bool vector_fits(const Facts *ptr, const Facts *mask, Shape s, int axis, int bits, int64_t unit)
{
  int first = axis_first_bit(s, axis);
  return rising_bits(ptr, s, axis, unit) >= bits && s.dim[axis] % (INT64_C(1) << bits) == 0 &&
         residue_zeros(facts_every_clear(ptr, first, first + bits)) >=
             __builtin_ctzll((uint64_t)unit) + bits &&
         (!mask || rising_bits(mask, s, axis, 0) >= bits);
}

int axis_vector_width(const AxisAnalysis *analysis, MlirValue ptr, MlirValue mask, int axis)
{
  Shape s = shape_of_type(type_of(ptr));
  int64_t unit = unit_of(type_of(ptr));
  if (axis >= s.rank)
    return 1;
  Facts p = axis_facts(analysis, ptr), m = {0};
  if (!is_null(mask))
    m = axis_facts(analysis, mask);
  int bits = __builtin_ctzll((uint64_t)(VECTOR_BYTES / unit));
  while (bits > 0 && !vector_fits(&p, is_null(mask) ? NULL : &m, s, axis, bits, unit))
    bits--;
  return 1 << bits;
}

/* Less is faster: runs first, longer ones before shorter; then known small steps; then what is not known or
 * equal. */
typedef struct {
  int rising;
  uint64_t step;
} Pace;

static Pace pace_of(const Facts *x, Shape s, int axis, int64_t unit)
{
  Pace p = {rising_bits(x, s, axis, unit), UINT64_MAX};
  if (axis_bits(s, axis) > 0 && residue_is_exact(x->step[axis_first_bit(s, axis)])) {
    int64_t step = (int64_t)x->step[axis_first_bit(s, axis)].low;
    p.step = step < 0 ? -(uint64_t)step : step > 0 ? (uint64_t)step : UINT64_MAX;
  }
  return p;
}

static bool faster(Pace a, Pace b) { return a.rising != b.rising ? a.rising > b.rising : a.step < b.step; }

void axis_order(const AxisAnalysis *analysis, MlirValue v, int order[TRI_MAX_RANK])
{
  MlirType t = type_of(v);
  Shape s = shape_of_type(t);
  if (!axis_has_facts(t))
    return;
  Facts x = axis_hints(analysis, v);
  int n = 0;
  for (int axis = s.rank - 1; axis >= 0; axis--) {
    int at = n++;
    Pace pace = pace_of(&x, s, axis, unit_of(t));
    for (; at > 0 && faster(pace, pace_of(&x, s, order[at - 1], unit_of(t))); at--)
      order[at] = order[at - 1];
    order[at] = axis;
  }
}
