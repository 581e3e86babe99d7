#include "check.h"
#include "element.h"

static bool agrees(TriType t, const void *got, const void *want, Tolerance tolerance)
{
  if (!type_is_float(t))
    return t == TRI_I1 ? element_integer(t, got) == element_integer(t, want)
                       : element_bits(t, got) == element_bits(t, want);
  double x = element_double(t, got), y = element_double(t, want);
  if (isnan(x) || isnan(y))
    return isnan(x) && isnan(y);
  if (element_bits(t, got) == element_bits(t, want))
    return true;
  bool exact = tolerance.rtol == 0 && tolerance.atol == 0;
  return !exact && isfinite(x) && isfinite(y) && fabs(x - y) <= tolerance.atol + tolerance.rtol * fabs(y);
}

static double distance_of(TriType t, const void *got, const void *want)
{
  if (type_is_float(t)) {
    double d = fabs(element_double(t, got) - element_double(t, want));
    return isnan(d) ? INFINITY : d;
  }
  int64_t x = element_integer(t, got), y = element_integer(t, want);
  return (double)(x > y ? (uint64_t)x - (uint64_t)y : (uint64_t)y - (uint64_t)x);
}

Comparison compare(const Array *got, const Array *want, Tolerance tolerance)
{
  Comparison c = {.count = got->count, .worst = -1};
  for (int64_t i = 0; i < got->count; i++) {
    const void *x = array_at(got, i), *y = array_at(want, i);
    if (agrees(got->type, x, y, tolerance))
      continue;
    double distance = distance_of(got->type, x, y);
    c.differing++;
    if (c.worst < 0 || distance > c.distance)
      c.worst = i, c.distance = distance;
  }
  if (c.worst >= 0)
    c.relative = c.distance / fabs(element_double(want->type, array_at(want, c.worst)));
  return c;
}

const char *comparison_text(Arena *a, const Comparison *c, const Array *got, const Array *want)
{
  char x[ELEMENT_TEXT], y[ELEMENT_TEXT];
  if (c->worst < 0)
    return arena_printf(a, "all %lld elements agree", (long long)c->count);
  const char *off = isfinite(c->distance) ? arena_printf(a, " (off by %.3g", c->distance) : "";
  const char *relative = !*off                   ? ""
                         : isfinite(c->relative) ? arena_printf(a, ", relative %.3g)", c->relative)
                                                 : ")";
  return arena_printf(a, "%lld of %lld elements differ; the worst is %s: got %s, expected %s%s%s",
                      (long long)c->differing, (long long)c->count, index_text(a, got->shape, c->worst),
                      element_text(got->type, array_at(got, c->worst), 17, x),
                      element_text(want->type, array_at(want, c->worst), 17, y), off, relative);
}
