#include "Template/expression.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_NESTING = 100, MAX_ARGUMENTS = 16, MAX_NAME = 128, SHOWN = 60 };

typedef struct {
  const char *text, *at;
  TriNames value_of;
  void *data;
  char *error;
  size_t error_bytes;
  int nesting;
} Parser;

static void skip_space(Parser *p)
{
  while (isspace((unsigned char)*p->at))
    p->at++;
}

/* Writes "'text up to and with the offending byte': what at column N" and gives false. */
__attribute__((format(printf, 3, 4))) static bool fail(Parser *p, const char *where, const char *format, ...)
{
  size_t column = (size_t)(where - p->text), shown = column + (where[0] != 0);
  char what[256];
  while ((p->text[shown] & 0xc0) == 0x80)
    shown++;
  size_t from = shown > SHOWN ? shown - SHOWN : 0;
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  snprintf(p->error, p->error_bytes, "'%s%.*s': %s at column %zu", from ? "…" : "", (int)(shown - from),
           p->text + from, what, column + 1);
  return false;
}

static bool overflow(Parser *p, const char *where) { return fail(p, where, "the result exceeds 64 bits"); }

/* ---- arithmetic: each gives false, with the error, where there is no result ---- */

static bool add(Parser *p, const char *where, int64_t a, int64_t b, int64_t *r)
{
  return !__builtin_add_overflow(a, b, r) || overflow(p, where);
}
static bool subtract(Parser *p, const char *where, int64_t a, int64_t b, int64_t *r)
{
  return !__builtin_sub_overflow(a, b, r) || overflow(p, where);
}
static bool multiply(Parser *p, const char *where, int64_t a, int64_t b, int64_t *r)
{
  return !__builtin_mul_overflow(a, b, r) || overflow(p, where);
}
static bool dividable(Parser *p, const char *where, int64_t a, int64_t b)
{
  if (b == 0)
    return fail(p, where, "division by zero");
  return !(a == INT64_MIN && b == -1) || overflow(p, where);
}
static bool divide(Parser *p, const char *where, int64_t a, int64_t b, int64_t *r)
{
  return dividable(p, where, a, b) && (*r = a / b, true);
}
static bool remainder_of(Parser *p, const char *where, int64_t a, int64_t b, int64_t *r)
{
  if (b == -1)
    return *r = 0, true;
  return dividable(p, where, a, b) && (*r = a % b, true);
}
static bool ceiling_divide(Parser *p, const char *where, int64_t a, int64_t b, int64_t *r)
{
  if (!dividable(p, where, a, b))
    return false;
  *r = a / b + (a % b != 0 && (a < 0) == (b < 0));
  return true;
}

typedef bool (*Binary)(Parser *, const char *, int64_t, int64_t, int64_t *);
static Binary sum_operator(char c) { return c == '+' ? add : c == '-' ? subtract : NULL; }
static Binary product_operator(char c)
{
  return c == '*' ? multiply : c == '/' ? divide : c == '%' ? remainder_of : NULL;
}

/* ---- functions ---- */

static bool call_min(Parser *p, const char *where, const int64_t *v, int n, int64_t *r)
{
  (void)p, (void)where;
  *r = v[0];
  for (int i = 1; i < n; i++)
    *r = v[i] < *r ? v[i] : *r;
  return true;
}
static bool call_max(Parser *p, const char *where, const int64_t *v, int n, int64_t *r)
{
  (void)p, (void)where;
  *r = v[0];
  for (int i = 1; i < n; i++)
    *r = v[i] > *r ? v[i] : *r;
  return true;
}
static bool call_cdiv(Parser *p, const char *where, const int64_t *v, int n, int64_t *r)
{
  (void)n;
  return ceiling_divide(p, where, v[0], v[1], r);
}
static bool call_log2(Parser *p, const char *where, const int64_t *v, int n, int64_t *r)
{
  (void)n;
  if (v[0] <= 0 || (v[0] & (v[0] - 1)))
    return fail(p, where, "log2 takes a power of two, got %lld", (long long)v[0]);
  *r = __builtin_ctzll((unsigned long long)v[0]);
  return true;
}

typedef struct {
  const char *name;
  int least, most; /* arguments */
  bool (*call)(Parser *, const char *, const int64_t *, int, int64_t *);
} Function;
static const Function functions[] = {
    {"min", 2, MAX_ARGUMENTS, call_min},
    {"max", 2, MAX_ARGUMENTS, call_max},
    {"cdiv", 2, 2, call_cdiv},
    {"log2", 1, 1, call_log2},
};

static const Function *function_named(const char *name)
{
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (!strcmp(functions[i].name, name))
      return &functions[i];
  return NULL;
}

bool is_function_name(const char *name) { return function_named(name) != NULL; }

/* ---- the grammar ---- */

static bool parse_sum(Parser *p, int64_t *value);

static bool expect_closing(Parser *p)
{
  skip_space(p);
  if (*p->at != ')')
    return fail(p, p->at, "expected ')'");
  p->at++;
  return true;
}

static bool wrong_count(Parser *p, const char *where, const Function *f, int n)
{
  const char *takes = f->most == 1   ? "one argument"
                      : f->most == 2 ? "two arguments"
                                     : "two or more arguments";
  return fail(p, where, "%s takes %s, got %d", f->name, takes, n);
}

/* The argument list behind '(' and the call. */
static bool parse_call(Parser *p, const char *where, const Function *f, int64_t *value)
{
  int64_t v[MAX_ARGUMENTS];
  int n = 0;
  do {
    if (n == f->most)
      return fail(p, p->at, "%s takes at most %d argument%s", f->name, f->most, f->most == 1 ? "" : "s");
    if (!parse_sum(p, &v[n++]))
      return false;
    skip_space(p);
  } while (*p->at == ',' && p->at++);
  if (!expect_closing(p))
    return false;
  return n >= f->least ? f->call(p, where, v, n, value) : wrong_count(p, where, f, n);
}

const char *name_end(const char *s)
{
  if (!isalpha((unsigned char)*s) && *s != '_' && *s != '$')
    return s;
  while (isalnum((unsigned char)*s) || *s == '_' || *s == '$' || *s == '.')
    s++;
  return s;
}

static bool parse_name(Parser *p, int64_t *value)
{
  const char *start = p->at;
  char name[MAX_NAME];
  p->at = name_end(start);
  if ((size_t)(p->at - start) >= sizeof name)
    return fail(p, start, "a name of more than %d bytes", MAX_NAME - 1);
  memcpy(name, start, (size_t)(p->at - start));
  name[p->at - start] = 0;
  skip_space(p);
  const Function *f = function_named(name);
  if (*p->at == '(' && !f)
    return fail(p, start, "no function '%s' (there are min, max, cdiv, log2)", name);
  if (f && *p->at != '(')
    return fail(p, p->at, "expected '(' behind %s", name);
  if (f)
    return p->at++, parse_call(p, start, f, value);
  return (p->value_of && p->value_of(name, value, p->data)) || fail(p, start, "unknown name '%s'", name);
}

static int digit_of(char c, int base)
{
  int d = isdigit((unsigned char)c)    ? c - '0'
          : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                       : base;
  return d < base ? d : -1;
}

/* A literal, negated while it is read so that -2^63 can be written. */
static bool parse_literal(Parser *p, bool negative, int64_t *value)
{
  const char *start = p->at;
  int base = start[0] == '0' && (start[1] | 0x20) == 'x' ? 16 : 10;
  int64_t v = 0;
  p->at += base == 16 ? 2 : 0;
  if (digit_of(*p->at, base) < 0)
    return fail(p, p->at, "expected a hexadecimal digit");
  for (int d; (d = digit_of(*p->at, base)) >= 0; p->at++)
    if (__builtin_mul_overflow(v, base, &v) || __builtin_add_overflow(v, negative ? -d : d, &v))
      return fail(p, start, "the number exceeds 64 bits");
  if (*p->at == '.' || isalpha((unsigned char)*p->at) || *p->at == '_')
    return fail(p, p->at, "expected an integer");
  *value = v;
  return true;
}

static bool parse_primary(Parser *p, int64_t *value)
{
  if (isdigit((unsigned char)*p->at))
    return parse_literal(p, false, value);
  if (name_end(p->at) != p->at)
    return parse_name(p, value);
  if (*p->at != '(')
    return fail(p, p->at, "expected a number, a name or '('");
  p->at++;
  return parse_sum(p, value) && expect_closing(p);
}

static bool parse_unary(Parser *p, int64_t *value)
{
  int minuses = 0;
  const char *where = p->at;
  for (skip_space(p); *p->at == '-'; p->at++, skip_space(p))
    where = p->at, minuses++;
  bool negative = minuses % 2, literal = isdigit((unsigned char)*p->at);
  if (literal)
    return parse_literal(p, negative, value);
  return parse_primary(p, value) && (!negative || subtract(p, where, 0, *value, value));
}

/* operand (operator operand)*, from the left. */
static bool parse_chain(Parser *p, bool (*operand)(Parser *, int64_t *), Binary (*operator_of)(char),
                        int64_t *value)
{
  if (!operand(p, value))
    return false;
  for (;;) {
    skip_space(p);
    const char *where = p->at;
    Binary op = operator_of(*where);
    int64_t right;
    if (!op)
      return true;
    p->at++;
    if (!operand(p, &right) || !op(p, where, *value, right, value))
      return false;
  }
}

static bool parse_product(Parser *p, int64_t *value)
{
  return parse_chain(p, parse_unary, product_operator, value);
}

static bool parse_sum(Parser *p, int64_t *value)
{
  if (++p->nesting > MAX_NESTING)
    return fail(p, p->at, "more than %d levels of parentheses", MAX_NESTING);
  bool ok = parse_chain(p, parse_product, sum_operator, value);
  p->nesting--;
  return ok;
}

bool expression_prefix(const char *text, TriNames value_of, void *data, int64_t *value, const char **end,
                       char *error, size_t error_bytes)
{
  Parser p = {text, text, value_of, data, error, error_bytes, 0};
  int64_t v;
  if (!parse_sum(&p, &v))
    return false;
  *end = p.at;
  *value = v;
  return true;
}

/* ---- whole strings ---- */

static bool trailing(const char *text, const char *at, const char *expected, char *error, size_t error_bytes)
{
  Parser p = {.text = text, .error = error, .error_bytes = error_bytes};
  return fail(&p, at, "expected %s", expected);
}

bool tri_evaluate(const char *expression, TriNames value_of, void *data, int64_t *value, char *error,
                  size_t error_bytes)
{
  const char *end;
  int64_t v;
  if (!expression_prefix(expression, value_of, data, &v, &end, error, error_bytes))
    return false;
  if (*end)
    return trailing(expression, end, "an operator or the end", error, error_bytes);
  *value = v;
  return true;
}

bool tri_evaluate_grid(const char *expressions, TriNames value_of, void *data, int64_t grid[3], char *error,
                       size_t error_bytes)
{
  Parser p = {expressions, expressions, value_of, data, error, error_bytes, 0};
  int64_t extents[3] = {1, 1, 1};
  int n = 0;
  do {
    if (n == 3)
      return fail(&p, p.at - 1, "a grid has at most three extents");
    if (!parse_sum(&p, &extents[n++]))
      return false;
  } while (*p.at == ',' && p.at++);
  if (*p.at)
    return trailing(expressions, p.at, n < 3 ? "an operator, ',' or the end" : "an operator or the end",
                    error, error_bytes);
  memcpy(grid, extents, sizeof extents);
  return true;
}
