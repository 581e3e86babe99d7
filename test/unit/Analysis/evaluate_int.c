/* Integer arithmetic of one element, by the documentation of arith. */
#include "evaluate.h"

#include <string.h>

typedef __int128 Wide;

static Wide as_unsigned(int64_t x, int width) { return (Wide)((uint64_t)x & (~UINT64_C(0) >> (64 - width))); }

static int64_t as_signed(Wide x, int width)
{
  uint64_t shifted = (uint64_t)x << (64 - width);
  return (int64_t)shifted >> (64 - width);
}

static bool fits(Wide x, Wide min, Wide max) { return x >= min && x <= max; }

static int64_t checked(const IntOp *op, Wide of_signed, Wide of_unsigned, bool *undefined)
{
  Wide half = (Wide)1 << (op->width - 1);
  *undefined |= op->nsw && !fits(of_signed, -half, half - 1);
  *undefined |= op->nuw && !fits(of_unsigned, 0, 2 * half - 1);
  return as_signed(of_signed, op->width);
}

static Wide floor_of(Wide a, Wide b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
static Wide ceil_of(Wide a, Wide b) { return a / b + (a % b != 0 && (a < 0) == (b < 0)); }

static bool compare(int64_t predicate, Wide a, Wide b, Wide ua, Wide ub)
{
  const bool results[] = {a == b, a != b, a<b, a <= b, a> b, a >= b, ua<ub, ua <= ub, ua> ub, ua >= ub};
  return results[predicate];
}

static const char *const names[] = {"addi",   "subi",      "muli",       "divsi",        "divui",  "remsi",
                                    "remui",  "ceildivsi", "ceildivui",  "floordivsi",   "andi",   "ori",
                                    "xori",   "shli",      "shrsi",      "shrui",        "minsi",  "maxsi",
                                    "minui",  "maxui",     "extsi",      "extui",        "trunci", "cmpi",
                                    "select", "bitcast",   "index_cast", "index_castui", "absi",   "ctpop"};

bool is_int_op(const char *name)
{
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], name) == 0)
      return true;
  return false;
}

static bool divide(const IntOp *op, Wide a, Wide b, Wide ua, Wide ub, int64_t *out)
{
  const char *n = op->name;
  bool is_signed = n[strlen(n) - 2] == 's', rem = strncmp(n, "rem", 3) == 0;
  Wide smallest = -((Wide)1 << (op->width - 1));
  if (b == 0 || (is_signed && !rem && a == smallest && b == -1))
    return false;
  Wide q = strcmp(n, "divsi") == 0       ? a / b
           : strcmp(n, "divui") == 0     ? ua / ub
           : strcmp(n, "remsi") == 0     ? a % b
           : strcmp(n, "remui") == 0     ? ua % ub
           : strcmp(n, "ceildivsi") == 0 ? ceil_of(a, b)
           : strcmp(n, "ceildivui") == 0 ? ceil_of(ua, ub)
                                         : floor_of(a, b);
  *out = as_signed(q, op->width);
  return true;
}

static int64_t shift(const IntOp *op, Wide a, Wide ua, Wide amount, bool *undefined)
{
  if (amount >= op->width) {
    *undefined = true;
    return 0;
  }
  int k = (int)amount;
  if (strcmp(op->name, "shli") == 0)
    return checked(op, a * ((Wide)1 << k), ua < ((Wide)1 << (op->width - k)) ? ua << k : -1, undefined);
  return as_signed(strcmp(op->name, "shrsi") == 0 ? a >> k : ua >> k, op->width);
}

bool evaluate_int(const IntOp *op, const int64_t in[3], int64_t *out, bool *undefined)
{
  const char *n = op->name;
  Wide a = in[0], b = in[1], ua = as_unsigned(in[0], op->from_width), ub = as_unsigned(in[1], op->from_width);
#define IS(text) (strcmp(n, text) == 0)
  if (strstr(n, "div") || strncmp(n, "rem", 3) == 0)
    return divide(op, a, b, ua, ub, out);
  if (strncmp(n, "sh", 2) == 0)
    *out = shift(op, a, ua, ub, undefined);
  else if (IS("addi"))
    *out = checked(op, a + b, ua + ub, undefined);
  else if (IS("subi"))
    *out = checked(op, a - b, ua - ub, undefined);
  else if (IS("muli"))
    *out = checked(op, a * b, op->width == 64 && ua && ub > (((Wide)1 << 64) - 1) / ua ? -1 : ua * ub,
                   undefined);
  else if (IS("andi"))
    *out = in[0] & in[1];
  else if (IS("ori"))
    *out = in[0] | in[1];
  else if (IS("xori"))
    *out = in[0] ^ in[1];
  else if (IS("minsi"))
    *out = in[0] < in[1] ? in[0] : in[1];
  else if (IS("maxsi"))
    *out = in[0] < in[1] ? in[1] : in[0];
  else if (IS("minui"))
    *out = ua < ub ? in[0] : in[1];
  else if (IS("maxui"))
    *out = ua < ub ? in[1] : in[0];
  else if (IS("extui") || IS("index_castui"))
    *out = as_signed(ua, op->width);
  else if (IS("extsi") || IS("bitcast"))
    *out = in[0];
  else if (IS("trunci") || IS("index_cast"))
    *out = checked(op, a, ua, undefined);
  else if (IS("cmpi"))
    *out = -(int64_t)compare(op->predicate, a, b, ua, ub);
  else if (IS("select"))
    *out = in[0] ? in[1] : in[2];
  else if (IS("absi"))
    *out = as_signed(a < 0 ? -a : a, op->width);
  else if (IS("ctpop"))
    *out = as_signed(__builtin_popcountll((uint64_t)ua), op->width);
  else
    return false;
#undef IS
  return true;
}
