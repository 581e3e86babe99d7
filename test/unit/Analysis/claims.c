#include "claims.h"

#include "Support/ir.h"
#include "tri-c/Ops.h"

static uint64_t unit_of(MlirType t)
{
  MlirType element = tri_type_element(t);
  return tri_type_is_ptr(element) ? (uint64_t)tri_type_bytes(tri_type_kind(tri_ptr_pointee(element))) : 1;
}

typedef struct {
  int64_t stride, extent;
} Axis;

static Axis axis_of(const Elements *e, int axis)
{
  Axis a = {1, e->shape.dim[axis]};
  for (int k = axis + 1; k < e->shape.rank; k++)
    a.stride *= e->shape.dim[k];
  return a;
}

static int64_t place(Axis a, int64_t i) { return i / a.stride % a.extent; }

/* A defined element and the first defined one of its group that do not differ by their distance times unit;
 * false if there are none. */
static bool not_rising(const Elements *e, Axis a, int64_t group, uint64_t unit, int64_t *first,
                       int64_t *second)
{
  for (*second = 0; *second < e->count; ++*second) {
    int64_t back = place(a, *second) % group;
    while (back > 0 && e->undefined[*second - back * a.stride])
      back--;
    *first = *second - back * a.stride;
    if (!e->undefined[*second] && (uint64_t)e->v[*second] - (uint64_t)e->v[*first] != (uint64_t)back * unit)
      return true;
  }
  return false;
}

static const char *false_group(Arena *arena, const Elements *e, int axis, const char *what, int64_t group,
                               uint64_t unit)
{
  int64_t i, j;
  if (!not_rising(e, axis_of(e, axis), group, unit, &i, &j))
    return NULL;
  return arena_printf(arena, "%s %lld on axis %d, but elements %lld and %lld are %lld and %lld", what,
                      (long long)group, axis, (long long)i, (long long)j, (long long)e->v[i],
                      (long long)e->v[j]);
}

static const char *false_divisor(Arena *arena, const Elements *e, int axis, int64_t group, int64_t divisor)
{
  for (int64_t i = 0; i < e->count; i++)
    if (!e->undefined[i] && (!e->shape.rank || place(axis_of(e, axis), i) % group == 0) &&
        e->v[i] % divisor != 0)
      return arena_printf(arena, "divisibility %lld on axis %d, but element %lld is %lld", (long long)divisor,
                          axis, (long long)i, (long long)e->v[i]);
  return NULL;
}

static const char *false_step(Arena *arena, const Elements *e, int axis, int64_t jump, int64_t step)
{
  Axis a = axis_of(e, axis);
  for (int64_t i = 0; i < e->count; i++) {
    int64_t j = i + jump * a.stride;
    if (place(a, i) & jump || place(a, i) + jump >= a.extent || e->undefined[i] || e->undefined[j])
      continue;
    if ((uint64_t)e->v[j] - (uint64_t)e->v[i] != (uint64_t)step)
      return arena_printf(
          arena,
          "a step of %lld over %lld positions of axis %d, but elements %lld and %lld are %lld "
          "and %lld",
          (long long)step, (long long)jump, axis, (long long)i, (long long)j, (long long)e->v[i],
          (long long)e->v[j]);
  }
  return NULL;
}

static const char *false_on_axis(Arena *arena, const AxisAnalysis *analysis, MlirValue v, const Elements *e,
                                 AxisInfo info, int axis)
{
  const char *wrong = false_group(arena, e, axis, "contiguity", info.contiguity[axis], unit_of(type_of(v)));
  if (!wrong)
    wrong = false_group(arena, e, axis, "constancy", info.constancy[axis], 0);
  if (!wrong)
    wrong = false_divisor(arena, e, axis, info.contiguity[axis], info.divisibility[axis]);
  int64_t step;
  for (int bit = 0; !wrong && INT64_C(1) << bit < e->shape.dim[axis]; bit++)
    if (axis_step(analysis, v, axis, bit, &step))
      wrong = false_step(arena, e, axis, INT64_C(1) << bit, step);
  return wrong;
}

static const char *false_bounds(Arena *arena, const Elements *e, AxisInfo info)
{
  for (int64_t i = 0; i < e->count; i++) {
    if (e->undefined[i])
      continue;
    if (e->v[i] < info.min || e->v[i] > info.max)
      return arena_printf(arena, "range [%lld, %lld], but element %lld is %lld", (long long)info.min,
                          (long long)info.max, (long long)i, (long long)e->v[i]);
    if (info.is_constant && e->v[i] != info.constant)
      return arena_printf(arena, "constant %lld, but element %lld is %lld", (long long)info.constant,
                          (long long)i, (long long)e->v[i]);
  }
  return NULL;
}

const char *false_claim(Arena *arena, const AxisAnalysis *analysis, MlirValue v, const Elements *e)
{
  AxisInfo info = axis_info(analysis, v);
  if (info.rank != e->shape.rank)
    return "a rank that the value has not";
  const char *wrong = false_bounds(arena, e, info);
  if (!wrong && !info.rank)
    wrong = false_divisor(arena, e, 0, 1, info.divisibility[0]);
  for (int axis = 0; axis < info.rank && !wrong; axis++)
    wrong = false_on_axis(arena, analysis, v, e, info, axis);
  return wrong;
}

const char *false_vector(Arena *arena, const AxisAnalysis *analysis, MlirOperation load, const Elements *ptr,
                         const Elements *mask)
{
  uint64_t unit = unit_of(type_of(tri_load_ptr(load)));
  for (int axis = 0; axis < ptr->shape.rank; axis++) {
    int64_t width = axis_vector_width(analysis, tri_load_ptr(load), tri_load_mask(load), axis);
    const char *wrong = false_group(arena, ptr, axis, "vectors of", width, unit);
    if (!wrong && mask)
      wrong = false_group(arena, mask, axis, "one mask for vectors of", width, 0);
    if (!wrong && width > 1)
      wrong = false_divisor(arena, ptr, axis, width, width * (int64_t)unit);
    if (!wrong && (width < 1 || ptr->shape.dim[axis] % width || (width > 1 && width * (int64_t)unit > 16)))
      wrong = "a vector that does not fit";
    if (wrong)
      return wrong;
  }
  return NULL;
}
