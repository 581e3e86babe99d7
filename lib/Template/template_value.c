#include "Template/template_value.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bits of iN, siN, uiN or index (64); 0 where the type is none of them or wider than 64. *sign is 'i', 's',
 * 'u'. */
static int integer_bits(const char *type, char *sign)
{
  *sign = 'i';
  if (!strcmp(type, "index"))
    return *sign = 's', 64;
  if ((type[0] == 's' || type[0] == 'u') && type[1] == 'i')
    *sign = *type++;
  if (type[0] != 'i' || !isdigit((unsigned char)type[1]))
    return 0;
  char *end;
  long bits = strtol(type + 1, &end, 10);
  return *end || bits < 1 || bits > 64 ? 0 : (int)bits;
}

/* The float types and the least magnitude that rounds to their infinity. */
static const struct {
  const char *name;
  double limit;
} float_types[] = {{"f16", 65520}, {"bf16", 0x1.ffp127}, {"f32", 0x1.ffffffp127}, {"f64", INFINITY}};

/* The limit of a float type; 0 where it is none. */
static double float_limit(const char *type)
{
  for (size_t i = 0; i < sizeof float_types / sizeof *float_types; i++)
    if (!strcmp(type, float_types[i].name))
      return float_types[i].limit;
  return 0;
}

bool param_shape(Arena *a, char sigil, Span value, ParamShape *shape, const char **problem)
{
  Span rest = value, number, type;
  char sign;
  ParamValue ignored;
  *shape = (ParamShape){PARAM_TYPE, value, ""};
  if (sigil == '!')
    return *problem = "a type parameter needs a type", value.n > 0;
  shape->kind = PARAM_BOOL;
  if (span_is(value, "true") || span_is(value, "false"))
    return true;
  *problem =
      "a parameter is an integer, a number with its type, or true or false: '128 : i32', '0.5 : f32', 'true'";
  if (!span_split(&rest, ':', &number) || !rest.at)
    return false;
  type = span_trim(rest);
  shape->value = number;
  shape->type = arena_strndup(a, type.at, type.n);
  shape->kind = integer_bits(shape->type, &sign) ? PARAM_INTEGER : PARAM_FLOAT;
  if (shape->kind == PARAM_FLOAT && float_limit(shape->type) == 0)
    return false;
  if (!param_value(a, shape, number, &ignored, problem))
    return *problem = arena_printf(a, "expected %s, got '%.*s'", *problem, (int)number.n, number.at), false;
  return true;
}

/* [least, most] of an integer type, as MLIR reads its literals: iN takes both readings. most is unsigned. */
static void integer_range(int bits, char sign, int64_t *least, uint64_t *most)
{
  *least = sign == 'u' ? 0 : bits == 64 ? INT64_MIN : -(INT64_C(1) << (bits - 1));
  *most = UINT64_MAX >> (64 - bits + (sign == 's'));
  *most = *most > INT64_MAX ? INT64_MAX : *most;
}

static bool integer_value(Arena *a, const ParamShape *shape, const char *text, ParamValue *value,
                          const char **problem)
{
  char sign, *end;
  int64_t least;
  uint64_t most;
  int bits = integer_bits(shape->type, &sign);
  integer_range(bits, sign, &least, &most);
  errno = 0;
  const char *digits = text + (*text == '-' || *text == '+');
  int base = digits[0] == '0' && (digits[1] | 0x20) == 'x' ? 16 : 10;
  value->number = strtoll(text, &end, base);
  bool fits = !errno && value->number >= least && (value->number < 0 || (uint64_t)value->number <= most);
  *problem = arena_printf(a, "an integer from %lld to %llu (%s)", (long long)least, (unsigned long long)most,
                          shape->type);
  value->text = arena_printf(a, "%lld", (long long)value->number);
  return isdigit((unsigned char)*digits) && !*end && fits;
}

/* MLIR's float literal needs a point: 2 becomes 2.0, 1e5 becomes 1.0e5. */
static const char *with_point(Arena *a, const char *text)
{
  size_t digits = strspn(text + (*text == '-'), "0123456789") + (*text == '-');
  return text[digits] == '.' ? text : arena_printf(a, "%.*s.0%s", (int)digits, text, text + digits);
}

static bool float_value(Arena *a, const ParamShape *shape, const char *text, ParamValue *value,
                        const char **problem)
{
  char *end;
  const char *digits = text + (*text == '-');
  bool plain = isdigit((unsigned char)*digits) && strspn(digits, "0123456789.eE+-") == strlen(digits);
  double magnitude = fabs(strtod(text, &end));
  *problem = arena_printf(a, "a decimal number that fits %s", shape->type);
  value->text = with_point(a, text);
  return plain && !*end && magnitude < float_limit(shape->type);
}

static bool bool_value(const char *text, ParamValue *value)
{
  bool yes = !strcmp(text, "true") || !strcmp(text, "1");
  *value = (ParamValue){yes ? "true" : "false", yes};
  return yes || !strcmp(text, "false") || !strcmp(text, "0");
}

bool param_value(Arena *a, const ParamShape *shape, Span span, ParamValue *value, const char **problem)
{
  const char *text = arena_strndup(a, span.at, span.n);
  *value = (ParamValue){text, 0};
  switch (shape->kind) {
  case PARAM_INTEGER:
    return integer_value(a, shape, text, value, problem);
  case PARAM_FLOAT:
    return float_value(a, shape, text, value, problem);
  case PARAM_BOOL:
    *problem = "true or false";
    return bool_value(text, value);
  case PARAM_TYPE:
    *problem = "a type on one line";
    return *text && !strpbrk(text, "\n\r") && !strstr(text, "//");
  }
  return false;
}

bool param_same(const ParamShape *shape, const ParamValue *x, const ParamValue *y)
{
  switch (shape->kind) {
  case PARAM_INTEGER:
  case PARAM_BOOL:
    return x->number == y->number;
  case PARAM_FLOAT:
    return strtod(x->text, NULL) == strtod(y->text, NULL);
  case PARAM_TYPE:
    return !strcmp(x->text, y->text);
  }
  return false;
}
