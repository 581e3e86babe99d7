#include "fill.h"
#include "element.h"
#include "fill_random.h"
#include "rng.h"

#include <ctype.h>
#include <stdlib.h>

/* ---- numbers ---- */

/* "0.5", "1e-3", "inf", "nan": what strtod takes whole, except integers. */
static bool read_float(const char *text, double *value)
{
  char *end;
  bool integer = strspn(text, "+-0123456789") == strlen(text) || strpbrk(text, "xX(");
  *value = strtod(text, &end);
  return !integer && end != text && !*end;
}

bool number_read(const char *what, const char *text, Names names, Number *number, Problem *p)
{
  int64_t i;
  double d;
  bool yes = !strcmp(text, "true");
  if (yes || !strcmp(text, "false"))
    return *number = (Number){true, yes, yes}, true;
  if (read_float(text, &d))
    return *number = (Number){false, 0, d}, true;
  if (!names_evaluate(names, what, text, &i, p))
    return false;
  return *number = (Number){true, i, (double)i}, true;
}

static bool integer_fits(const char *what, Number number, TriType type, Problem *p)
{
  int64_t least = type_least(type), most = type_most(type);
  int64_t largest = type == TRI_I1 || type == TRI_I64 ? most : 2 * most + 1;
  if (!number.is_integer)
    return problem(p, TRI_USAGE, "%s: expected an integer (%s), got %g", what, tri_type_name(type), number.d);
  return (number.i >= least && number.i <= largest) ||
         problem(p, TRI_USAGE, "%s: %lld does not fit %s (%lld … %lld)", what, (long long)number.i,
                 tri_type_name(type), (long long)least, (long long)largest);
}

bool number_fits(const char *what, Number number, TriType type, Problem *p)
{
  if (!type_is_float(type))
    return integer_fits(what, number, type, p);
  TriFloat f = type_format(type);
  uint64_t bits = tri_float_encode(f, number.d, TRI_RN, false);
  bool grew = isfinite(number.d) && !isfinite(tri_float_decode(f, bits));
  bool no_infinity = isinf(number.d) && tri_float_is_nan(f, bits);
  return !(grew || no_infinity) ||
         problem(p, TRI_USAGE, "%s: %g does not fit %s (largest %g)", what, number.d, tri_type_name(type),
                 tri_float_decode(f, tri_float_max_finite(f)));
}

/* ---- resolving ---- */

static bool read_extent(const char *what, const char *text, Names names, Shape *shape, Problem *p)
{
  Number n;
  if (!number_read(what, text, names, &n, p))
    return false;
  if (!n.is_integer)
    return problem(p, TRI_USAGE, "%s: an extent is an integer, got '%s'", what, text);
  if (n.i < 0)
    return problem(p, TRI_USAGE, "%s: the extent '%s' is negative: %lld", what, text, (long long)n.i);
  if (shape->rank == MAX_RANK)
    return problem(p, TRI_USAGE, "%s: a buffer has at most %d extents", what, MAX_RANK);
  shape->extent[shape->rank++] = n.i;
  return true;
}

/* How many of the spec's arguments come behind the extents; -1 where there are too few or too many. */
static int values_behind(const Spec *spec)
{
  const FillForm *form = &fill_forms[spec->fill];
  if (spec->fill == FILL_ARANGE)
    return spec->n >= 1 && spec->n <= 3 ? spec->n - 1 : -1;
  return spec->n > form->before + form->behind ? form->behind : -1;
}

static bool is_random_fraction(FillKind k) { return k == FILL_RAND || k == FILL_UNIFORM || k == FILL_RANDN; }

static bool check_type(const char *what, FillKind kind, TriType type, Problem *p)
{
  if (type == TRI_PTR && kind != FILL_ZEROS && kind != FILL_EMPTY && kind != FILL_POINTERS)
    return problem(p, TRI_USAGE,
                   "%s: a buffer of pointers is filled by pointers(x, n, step), zeros(n) or empty(n)", what);
  if (type != TRI_PTR && kind == FILL_POINTERS)
    return problem(p, TRI_USAGE, "%s: pointers(x, n, step) fills a buffer of pointers, not of %s", what,
                   tri_type_name(type));
  if (type_is_integer(type) && is_random_fraction(kind))
    return problem(p, TRI_USAGE, "%s: %s gives fractions and %s is an integer type; use randint(n, lo, hi)",
                   what, fill_forms[kind].name, tri_type_name(type));
  return true;
}

static bool check_range(const char *what, const Fill *f, Problem *p)
{
  Number lo = f->value[0], hi = f->value[1];
  if (f->kind == FILL_RANDINT && !(lo.is_integer && hi.is_integer && lo.i < hi.i))
    return problem(p, TRI_USAGE, "%s: randint takes integers lo < hi, got %g and %g", what, lo.d, hi.d);
  if (f->kind == FILL_POINTERS && !(lo.is_integer && lo.i >= 0))
    return problem(p, TRI_USAGE, "%s: the step of pointers is a number of elements, got %g", what, lo.d);
  if (f->kind == FILL_UNIFORM && !(isfinite(lo.d) && isfinite(hi.d) && lo.d < hi.d))
    return problem(p, TRI_USAGE, "%s: uniform takes numbers lo < hi, got %g and %g", what, lo.d, hi.d);
  return true;
}

/* The last element decides whether arange stays in the type. */
static bool check_arange(const char *what, const Fill *f, TriType type, Problem *p)
{
  int64_t n = f->shape.extent[0], last;
  Number start = f->value[0], step = f->value[1];
  if (type_is_float(type) || n == 0)
    return true;
  if (!start.is_integer || !step.is_integer)
    return problem(p, TRI_USAGE, "%s: arange of %s takes integers", what, tri_type_name(type));
  if (__builtin_mul_overflow(n - 1, step.i, &last) || __builtin_add_overflow(last, start.i, &last))
    return problem(p, TRI_USAGE, "%s: arange leaves the 64 bits", what);
  return number_fits(what, (Number){true, last, (double)last}, type, p);
}

static bool check_values(const char *what, const Fill *f, int n, TriType type, Problem *p)
{
  bool exclusive = f->kind == FILL_RANDINT;
  for (int i = 0; i < n && type != TRI_PTR; i++) {
    Number v = f->value[i];
    if (exclusive && i == 1 && v.is_integer && v.i > INT64_MIN)
      v.i--, v.d = (double)v.i;
    if (!(f->kind == FILL_ARANGE && i == 1) && !number_fits(what, v, type, p))
      return false;
  }
  return check_range(what, f, p) && (f->kind != FILL_ARANGE || check_arange(what, f, type, p));
}

bool fill_resolve(const char *what, const Spec *spec, TriType type, Names names, Fill *fill, Problem *p)
{
  const FillForm *form = &fill_forms[spec->fill];
  int behind = values_behind(spec), values = 0;
  *fill = (Fill){.kind = spec->fill, .value = {{true, 0, 0}, {true, 1, 1}}};
  if (behind < 0)
    return problem(p, TRI_USAGE, "%s: expected %s, got '%s'", what, form->usage, spec->text);
  if (!check_type(what, spec->fill, type, p))
    return false;
  int names_first = spec->fill == FILL_POINTERS;
  fill->of = names_first ? spec->argument[0] : NULL;
  for (int i = names_first; i < spec->n; i++) {
    bool value = i < form->before || i >= spec->n - behind;
    if (!(value ? number_read(what, spec->argument[i], names, &fill->value[values++], p)
                : read_extent(what, spec->argument[i], names, &fill->shape, p)))
      return false;
  }
  return check_values(what, fill, values, type, p);
}

/* ---- filling ---- */

static void set_number(Array *a, int64_t i, Number n)
{
  if (n.is_integer)
    element_set_integer(a->type, array_at(a, i), n.i);
  else
    element_set_double(a->type, array_at(a, i), n.d);
}

static void set_arange(Array *a, int64_t i, Number start, Number step)
{
  if (start.is_integer && step.is_integer)
    element_set_integer(a->type, array_at(a, i),
                        (int64_t)((uint64_t)start.i + (uint64_t)i * (uint64_t)step.i));
  else
    element_set_double(a->type, array_at(a, i), start.d + (double)i * step.d);
}

static void set_random(const Fill *f, RngBits r, Array *a, int64_t i)
{
  void *at = array_at(a, i);
  Number lo = f->value[0], hi = f->value[1];
  if (f->kind == FILL_RAND)
    element_set_double(a->type, at, rng_uniform(r.a));
  else if (f->kind == FILL_UNIFORM)
    element_set_double(a->type, at, lo.d + (hi.d - lo.d) * rng_uniform(r.a));
  else if (f->kind == FILL_RANDN)
    element_set_double(a->type, at, rng_normal(r.a));
  else if (f->kind == FILL_RANDINT)
    element_set_integer(a->type, at, rng_integer(r.a, lo.i, (uint64_t)hi.i - (uint64_t)lo.i));
  else
    element_set_bits(a->type, at,
                     f->kind == FILL_FINITE ? random_finite(a->type, r) : random_special(a->type, r));
}

void fill_array(const Fill *f, uint64_t seed, const char *name, Array *a)
{
  Rng rng = rng_of(seed, name);
  switch (f->kind) {
  case FILL_NONE:
  case FILL_COUNT:
  case FILL_POINTERS:
    return;
  case FILL_EMPTY:
    array_poison(a);
    return;
  case FILL_ZEROS:
    memset(a->data, 0, a->bytes);
    return;
  case FILL_ONES:
  case FILL_FULL:
    for (int64_t i = 0; i < a->count; i++)
      set_number(a, i, f->kind == FILL_ONES ? (Number){true, 1, 1} : f->value[0]);
    return;
  case FILL_ARANGE:
    for (int64_t i = 0; i < a->count; i++)
      set_arange(a, i, f->value[0], f->value[1]);
    return;
  case FILL_RAND:
  case FILL_UNIFORM:
  case FILL_RANDN:
  case FILL_RANDINT:
  case FILL_FINITE:
  case FILL_SPECIAL:
    for (int64_t i = 0; i < a->count; i++)
      set_random(f, rng_at(rng, (uint64_t)i), a, i);
    return;
  }
}

void fill_pointers(const Fill *f, const Array *of, Array *a)
{
  for (int64_t i = 0; i < a->count; i++)
    element_set_bits(a->type, array_at(a, i), (uint64_t)(uintptr_t)array_at(of, i * f->value[0].i));
}
