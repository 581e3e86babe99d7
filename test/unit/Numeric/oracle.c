#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>

/* A non-negative fixed-point number: little-endian limbs; bit `point` is worth 1. Enough for f64's fma. */
enum { LIMBS = 72 };
typedef struct {
  int n;
  uint64_t limb[LIMBS];
} Big;
typedef unsigned __int128 U128;

typedef struct {
  int mantissa, bias, point, limbs;
  uint64_t sign, max;
  bool has_infinity;
} Shape;

static Shape shape_of(TriFloat f)
{
  TriFloatFormat t = tri_float_format(f);
  bool ieee = t.special == TRI_SPECIAL_IEEE;
  uint64_t sign = 1ull << (t.bits - 1);
  int least = 2 * (t.bias + t.mantissa) + 4, most = 2 * t.bias + 16;
  uint64_t max = ieee ? sign - (1ull << t.mantissa) - 1 : sign - 2;
  return (Shape){t.mantissa, t.bias, least, (least + most) / 64 + 1, sign, max, ieee};
}

static Big zero(Shape s) { return (Big){.n = s.limbs}; }

static Big plus(Big a, Big b)
{
  uint64_t carry = 0;
  for (int i = 0; i < a.n; i++) {
    U128 t = (U128)a.limb[i] + b.limb[i] + carry;
    a.limb[i] = (uint64_t)t;
    carry = (uint64_t)(t >> 64);
  }
  return a;
}

static int compare(const Big *a, const Big *b)
{
  for (int i = a->n - 1; i >= 0; i--)
    if (a->limb[i] != b->limb[i])
      return a->limb[i] < b->limb[i] ? -1 : 1;
  return 0;
}

static Big minus(Big a, Big b)
{
  for (int i = 0; i < b.n; i++)
    b.limb[i] = ~b.limb[i];
  Big one = {.n = a.n, .limb = {1}};
  return plus(plus(a, b), one);
}

/* x · 2^e. */
static Big place(Shape s, U128 x, int e)
{
  Big r = zero(s);
  for (int at = e + s.point; x; x >>= 1, at++)
    if (x & 1)
      r.limb[at / 64] |= 1ull << (at % 64);
  return r;
}

/* A pattern without sign as significand · 2^exponent. */
typedef struct {
  uint64_t m;
  int e;
} Parts;
static Parts parts(Shape s, uint64_t p)
{
  uint64_t field = p >> s.mantissa, fraction = p & ((1ull << s.mantissa) - 1);
  return field ? (Parts){fraction + (1ull << s.mantissa), (int)field - s.bias - s.mantissa}
               : (Parts){fraction, 1 - s.bias - s.mantissa};
}

static Big value(Shape s, uint64_t p) { return place(s, parts(s, p).m, parts(s, p).e); }
static Big product(Shape s, uint64_t p, uint64_t q)
{
  Parts x = parts(s, p), y = parts(s, q);
  return place(s, (U128)x.m * y.m, x.e + y.e);
}
static Big twice(Big a) { return plus(a, a); }

/* What is searched for: the exact result R, known by comparing R with values and with middles of neighbours.
 */
typedef struct {
  Shape s;
  enum { PLAIN, QUOTIENT, ROOT } kind;
  Big r;          /* PLAIN: R;   QUOTIENT: the dividend;   ROOT: the operand */
  uint64_t other; /* QUOTIENT: the divisor's pattern */
} Query;

/* Sign of value(p) - R. */
static int against(const Query *q, uint64_t p)
{
  Big v = q->kind == PLAIN      ? value(q->s, p)
          : q->kind == QUOTIENT ? product(q->s, p, q->other)
                                : product(q->s, p, p);
  return compare(&v, &q->r);
}

/* Sign of (value(p) + value(p + 1)) / 2 - R. */
static int middle_against(const Query *q, uint64_t p)
{
  Shape s = q->s;
  Big v, twofold = twice(q->r);
  switch (q->kind) {
  case PLAIN:
    v = plus(value(s, p), value(s, p + 1));
    break;
  case QUOTIENT:
    v = plus(product(s, p, q->other), product(s, p + 1, q->other));
    break;
  case ROOT:
    v = plus(plus(product(s, p, p), product(s, p + 1, p + 1)), twice(product(s, p, p + 1)));
    twofold = twice(twofold);
    break;
  }
  return compare(&v, &twofold);
}

static uint64_t largest_not_above(const Query *q)
{
  uint64_t low = 0, high = q->s.max + 1;
  if (against(q, high) <= 0)
    return high;
  while (high - low > 1) {
    uint64_t mid = low + (high - low) / 2;
    *(against(q, mid) <= 0 ? &low : &high) = mid;
  }
  return low;
}

static uint64_t rounded(const Query *q, bool negative, TriRounding mode)
{
  Shape s = q->s;
  uint64_t p = largest_not_above(q), infinity = s.has_infinity ? s.max + 1 : s.sign - 1;
  bool up = false;
  if (p > s.max)
    up = mode == TRI_RN || mode == TRI_RNA || (mode == TRI_RP && !negative) || (mode == TRI_RM && negative);
  else if (against(q, p) != 0) {
    int m = middle_against(q, p);
    up = mode == TRI_RN    ? m < 0 || (m == 0 && p % 2)
         : mode == TRI_RNA ? m <= 0
         : mode == TRI_RP  ? !negative
                           : mode == TRI_RM && negative;
  }
  p = p > s.max ? (up ? infinity : s.max) : p == s.max && up ? infinity : p + up;
  return p == s.sign - 1 ? p : p | (negative ? s.sign : 0);
}

static bool is_nan(Shape s, uint64_t p) { return (p & ~s.sign) > s.max + s.has_infinity; }
static bool is_infinite(Shape s, uint64_t p) { return s.has_infinity && (p & ~s.sign) == s.max + 1; }

static uint64_t sum_of(Shape s, Big x, bool x_negative, Big y, bool y_negative, TriRounding mode)
{
  Query q = {.s = s};
  bool negative = x_negative;
  int order = compare(&x, &y);
  if (x_negative == y_negative)
    q.r = plus(x, y);
  else if (order == 0) {
    q.r = zero(s);
    negative = mode == TRI_RM;
  } else {
    q.r = order > 0 ? minus(x, y) : minus(y, x);
    negative = order > 0 ? x_negative : y_negative;
  }
  return rounded(&q, negative, mode);
}

/* a · b + c where has_c, else a · b. */
static uint64_t product_plus(Shape s, uint64_t a, uint64_t b, bool has_c, uint64_t c, TriRounding mode)
{
  bool negative = (a ^ b) & s.sign, c_negative = c & s.sign;
  uint64_t x = a & ~s.sign, y = b & ~s.sign, z = c & ~s.sign;
  if (is_infinite(s, x) || is_infinite(s, y)) {
    bool cancels = has_c && is_infinite(s, z) && negative != c_negative;
    return !x || !y || cancels ? s.sign - 1 : (s.max + 1) | (negative ? s.sign : 0);
  }
  if (!has_c) {
    Query q = {.s = s, .r = product(s, x, y)};
    return rounded(&q, negative, mode);
  }
  return is_infinite(s, z) ? c : sum_of(s, product(s, x, y), negative, value(s, z), c_negative, mode);
}

static uint64_t divided(Shape s, uint64_t a, uint64_t b, TriRounding mode)
{
  bool negative = (a ^ b) & s.sign;
  uint64_t x = a & ~s.sign, y = b & ~s.sign, sign = negative ? s.sign : 0;
  uint64_t infinity = s.has_infinity ? (s.max + 1) | sign : s.sign - 1;
  if ((!x && !y) || (is_infinite(s, x) && is_infinite(s, y)))
    return s.sign - 1;
  if (is_infinite(s, x) || !y)
    return infinity;
  if (is_infinite(s, y) || !x)
    return sign;
  Query q = {.s = s, .kind = QUOTIENT, .r = value(s, x), .other = y};
  return rounded(&q, negative, mode);
}

static uint64_t root_of(Shape s, uint64_t a, TriRounding mode)
{
  if (!(a & ~s.sign) || (a == s.max + 1 && s.has_infinity))
    return a;
  if (a & s.sign)
    return s.sign - 1;
  Query q = {.s = s, .kind = ROOT, .r = value(s, a)};
  return rounded(&q, false, mode);
}

static uint64_t added(Shape s, uint64_t a, uint64_t b, TriRounding mode)
{
  if (is_infinite(s, a & ~s.sign) && is_infinite(s, b & ~s.sign))
    return a == b ? a : s.sign - 1;
  if (is_infinite(s, a & ~s.sign))
    return a;
  if (is_infinite(s, b & ~s.sign))
    return b;
  return sum_of(s, value(s, a & ~s.sign), a & s.sign, value(s, b & ~s.sign), b & s.sign, mode);
}

uint64_t oracle(TriFloat f, Operation op, uint64_t a, uint64_t b, uint64_t c, TriRounding mode)
{
  Shape s = shape_of(f);
  if (is_nan(s, a) || (op != OP_SQRT && is_nan(s, b)) || (op == OP_FMA && is_nan(s, c)))
    return s.sign - 1;
  switch (op) {
  case OP_ADD:
    return added(s, a, b, mode);
  case OP_SUB:
    return added(s, a, b ^ s.sign, mode);
  case OP_MUL:
    return product_plus(s, a, b, false, 0, mode);
  case OP_DIV:
    return divided(s, a, b, mode);
  case OP_SQRT:
    return root_of(s, a, mode);
  case OP_FMA:
    return product_plus(s, a, b, true, c, mode);
  }
  abort();
}

uint64_t exact_layer(TriFloat f, Operation op, uint64_t a, uint64_t b, uint64_t c, TriRounding mode)
{
  switch (op) {
  case OP_ADD:
    return tri_float_add(f, a, b, mode);
  case OP_SUB:
    return tri_float_sub(f, a, b, mode);
  case OP_MUL:
    return tri_float_mul(f, a, b, mode);
  case OP_DIV:
    return tri_float_div(f, a, b, mode);
  case OP_SQRT:
    return tri_float_sqrt(f, a, mode);
  case OP_FMA:
    return tri_float_fma(f, a, b, c, mode);
  }
  abort();
}

double value_by_definition(TriFloat f, uint64_t bits)
{
  Shape s = shape_of(f);
  uint64_t p = bits & ~s.sign;
  double sign = bits & s.sign ? -1 : 1;
  if (is_nan(s, p))
    return (double)NAN;
  if (is_infinite(s, p))
    return sign * (double)INFINITY;
  return sign * ldexp((double)parts(s, p).m, parts(s, p).e);
}

bool same(TriFloat f, uint64_t a, uint64_t b)
{
  Shape s = shape_of(f);
  return a == b || (is_nan(s, a) && is_nan(s, b));
}

uint64_t random_bits(uint64_t *state)
{
  uint64_t x = *state;
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  *state = x;
  return x * 0x2545f4914f6cdd1dull;
}

uint64_t random_operand(TriFloat f, uint64_t *state)
{
  Shape s = shape_of(f);
  uint64_t r = random_bits(state), any = r & (2 * s.sign - 1), sign = any & s.sign;
  uint64_t near[] = {0, s.max, 1ull << s.mantissa, (uint64_t)s.bias << s.mantissa};
  if (random_bits(state) % 4)
    return any;
  return sign | ((near[(r >> 60) & 3] + (r >> 40) % 5 - (r >> 50) % 3) & (s.sign - 1));
}

uint64_t seed(void)
{
  const char *text = getenv("TRI_SEED");
  uint64_t s = text ? strtoull(text, NULL, 0) : 0x7121;
  printf("TRI_SEED=%#llx\n", (unsigned long long)s);
  return s ? s : 1;
}
