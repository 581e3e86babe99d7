/* Every integer op at every width on every pair of edge values, against arithmetic in 128 bits.
 *
 * An element that must be undefined is found by storing it, which faults; an element that must be at fault is
 * put alone among harmless ones. */
#include "harness.h"

#include <stdlib.h>

typedef __int128 Big;

/* What an op gives: the values, modulo 2^width; undefined; at fault, with these words. */
typedef struct {
  Big value, second;
  bool undefined;
  const char *fault;
} Outcome;

/* The operands, unsigned and signed, of W bits. */
typedef struct {
  int w;
  Big ua, ub, sa, sb;
} In;

static Big two_to(int n) { return (Big)1 << n; }
static bool fits_signed(Big v, int w) { return v >= -two_to(w - 1) && v < two_to(w - 1); }
static bool fits_unsigned(Big v, int w) { return v >= 0 && v < two_to(w); }
static Outcome value(Big v) { return (Outcome){.value = v}; }
static Outcome value_if(bool defined, Big v) { return (Outcome){.value = v, .undefined = !defined}; }
static Outcome at_fault(const char *words) { return (Outcome){.fault = words}; }

/* The largest integer that is not above a / b. */
static Big floor_quotient(Big a, Big b)
{
  Big q = a / b;
  while (b > 0 ? q * b > a : q * b < a)
    q--;
  return q;
}

static Outcome addi(In x) { return value(x.ua + x.ub); }
static Outcome addi_nsw(In x) { return value_if(fits_signed(x.sa + x.sb, x.w), x.sa + x.sb); }
static Outcome addi_nuw(In x) { return value_if(fits_unsigned(x.ua + x.ub, x.w), x.ua + x.ub); }
static Outcome addi_both(In x)
{
  return value_if(fits_signed(x.sa + x.sb, x.w) && fits_unsigned(x.ua + x.ub, x.w), x.ua + x.ub);
}
static Outcome subi(In x) { return value(x.ua - x.ub); }
static Outcome subi_nsw(In x) { return value_if(fits_signed(x.sa - x.sb, x.w), x.sa - x.sb); }
static Outcome subi_nuw(In x) { return value_if(fits_unsigned(x.ua - x.ub, x.w), x.ua - x.ub); }
static Outcome muli(In x) { return value(x.sa * x.sb); }
static Outcome muli_nsw(In x) { return value_if(fits_signed(x.sa * x.sb, x.w), x.sa * x.sb); }
static Outcome muli_nuw(In x)
{
  unsigned __int128 p = (unsigned __int128)x.ua * (unsigned __int128)x.ub;
  return value_if(p < (unsigned __int128)two_to(x.w), (Big)p);
}
static Outcome divui(In x) { return x.ub ? value(x.ua / x.ub) : at_fault("divides by zero"); }
static Outcome divui_exact(In x)
{
  return x.ub ? value_if(x.ua % x.ub == 0, x.ua / x.ub) : at_fault("divides by zero");
}
static Outcome ceildivui(In x)
{
  return x.ub ? value(-floor_quotient(-x.ua, x.ub)) : at_fault("divides by zero");
}
static Outcome remui(In x) { return x.ub ? value(x.ua % x.ub) : at_fault("divides by zero"); }
static Outcome remsi(In x) { return x.sb ? value(x.sa % x.sb) : at_fault("divides by zero"); }
static Outcome signed_quotient(In x, Big q)
{
  return fits_signed(q, x.w) ? value(q) : at_fault("divides the smallest integer by -1");
}
static Outcome divsi(In x) { return x.sb ? signed_quotient(x, x.sa / x.sb) : at_fault("divides by zero"); }
static Outcome divsi_exact(In x)
{
  Outcome o = divsi(x);
  o.undefined = !o.fault && x.sa % x.sb;
  return o;
}
static Outcome ceildivsi(In x)
{
  return x.sb ? signed_quotient(x, -floor_quotient(-x.sa, x.sb)) : at_fault("divides by zero");
}
static Outcome floordivsi(In x)
{
  return x.sb ? signed_quotient(x, floor_quotient(x.sa, x.sb)) : at_fault("divides by zero");
}
static Outcome andi(In x) { return value(x.ua & x.ub); }
static Outcome ori(In x) { return value(x.ua | x.ub); }
static Outcome xori(In x) { return value(x.ua ^ x.ub); }
static Big shifted(In x, Big v) { return x.ub < x.w ? v * two_to((int)x.ub) : 0; }
static Outcome shli(In x)
{
  return value_if(x.ub < x.w, x.ub < x.w ? (x.ua << x.ub) & (two_to(x.w) - 1) : 0);
}
static Outcome shli_nsw(In x)
{
  return value_if(x.ub < x.w && fits_signed(shifted(x, x.sa), x.w), shifted(x, x.sa));
}
static Outcome shli_nuw(In x)
{
  return value_if(x.ub < x.w && x.ua >> (x.w - (int)(x.ub < x.w ? x.ub : 0)) == 0,
                  x.ub < x.w ? x.ua << x.ub : 0);
}
static Outcome shrui(In x) { return value_if(x.ub < x.w, x.ub < x.w ? x.ua >> x.ub : 0); }
static Outcome shrsi(In x)
{
  return value_if(x.ub < x.w, x.ub < x.w ? floor_quotient(x.sa, two_to((int)x.ub)) : 0);
}
static bool nothing_lost(In x) { return x.ub < x.w && x.ua % two_to((int)x.ub) == 0; }
static Outcome shrui_exact(In x) { return value_if(nothing_lost(x), shrui(x).value); }
static Outcome shrsi_exact(In x) { return value_if(nothing_lost(x), shrsi(x).value); }
static Outcome maxsi(In x) { return value(x.sa >= x.sb ? x.sa : x.sb); }
static Outcome minsi(In x) { return value(x.sa <= x.sb ? x.sa : x.sb); }
static Outcome maxui(In x) { return value(x.ua >= x.ub ? x.ua : x.ub); }
static Outcome minui(In x) { return value(x.ua <= x.ub ? x.ua : x.ub); }
static Outcome addui_extended(In x)
{
  return (Outcome){.value = x.ua + x.ub, .second = !fits_unsigned(x.ua + x.ub, x.w)};
}
static Outcome mulsi_extended(In x)
{
  return (Outcome){.value = x.sa * x.sb, .second = floor_quotient(x.sa * x.sb, two_to(x.w))};
}
static Outcome mului_extended(In x)
{
  unsigned __int128 p = (unsigned __int128)x.ua * (unsigned __int128)x.ub;
  return (Outcome){.value = (Big)p, .second = (Big)(p >> x.w)};
}
static Outcome absi(In x) { return value(x.sa < 0 ? -x.sa : x.sa); }
static Outcome ctlz(In x)
{
  int n = 0;
  while (n < x.w && !(x.ua >> (x.w - 1 - n) & 1))
    n++;
  return value(n);
}
static Outcome cttz(In x)
{
  int n = 0;
  while (n < x.w && !(x.ua >> n & 1))
    n++;
  return value(n);
}
static Outcome ctpop(In x)
{
  int n = 0;
  for (int k = 0; k < x.w; k++)
    n += (int)(x.ua >> k & 1);
  return value(n);
}
/* Square and multiply; unsigned products wrap modulo 2^128, which the width divides. */
static Outcome ipowi(In x)
{
  if (x.sb < 0 && x.sa == 0)
    return at_fault("raises zero to a negative power");
  if (x.sb < 0)
    return value(x.sa == 1 ? 1 : x.sa == -1 ? (x.sb % 2 ? -1 : 1) : 0);
  unsigned __int128 p = 1, square = (unsigned __int128)x.sa;
  for (Big e = x.sb; e > 0; e /= 2) {
    p *= e % 2 ? square : 1;
    square *= square;
  }
  return value((Big)p);
}
static Outcome eq(In x) { return value(x.ua == x.ub); }
static Outcome ne(In x) { return value(x.ua != x.ub); }
static Outcome slt(In x) { return value(x.sa < x.sb); }
static Outcome sle(In x) { return value(x.sa <= x.sb); }
static Outcome sgt(In x) { return value(x.sa > x.sb); }
static Outcome sge(In x) { return value(x.sa >= x.sb); }
static Outcome ult(In x) { return value(x.ua < x.ub); }
static Outcome ule(In x) { return value(x.ua <= x.ub); }
static Outcome ugt(In x) { return value(x.ua > x.ub); }
static Outcome uge(In x) { return value(x.ua >= x.ub); }

/* line: $T is the block type, $B the block of i1. */
typedef struct {
  const char *line;
  Outcome (*outcome)(In);
  bool gives_bool;
  const char *second; /* type of a second result, "$T" or "$B" */
} Case;

#define INFIX(op, outcome) {"arith." op " %a, %b : $T", outcome, false, NULL}
#define FLAG(op, flag, outcome) {"arith." op " %a, %b " flag " : $T", outcome, false, NULL}
#define COMPARE(p) {"arith.cmpi " #p ", %a, %b : $T", p, true, NULL}
static const Case cases[] = {
    INFIX("addi", addi),
    FLAG("addi", "overflow<nsw>", addi_nsw),
    FLAG("addi", "overflow<nuw>", addi_nuw),
    FLAG("addi", "overflow<nsw, nuw>", addi_both),
    INFIX("subi", subi),
    FLAG("subi", "overflow<nsw>", subi_nsw),
    FLAG("subi", "overflow<nuw>", subi_nuw),
    INFIX("muli", muli),
    FLAG("muli", "overflow<nsw>", muli_nsw),
    FLAG("muli", "overflow<nuw>", muli_nuw),
    INFIX("divui", divui),
    FLAG("divui", "exact", divui_exact),
    INFIX("divsi", divsi),
    FLAG("divsi", "exact", divsi_exact),
    INFIX("ceildivui", ceildivui),
    INFIX("ceildivsi", ceildivsi),
    INFIX("floordivsi", floordivsi),
    INFIX("remui", remui),
    INFIX("remsi", remsi),
    INFIX("andi", andi),
    INFIX("ori", ori),
    INFIX("xori", xori),
    INFIX("shli", shli),
    FLAG("shli", "overflow<nsw>", shli_nsw),
    FLAG("shli", "overflow<nuw>", shli_nuw),
    INFIX("shrui", shrui),
    FLAG("shrui", "exact", shrui_exact),
    INFIX("shrsi", shrsi),
    FLAG("shrsi", "exact", shrsi_exact),
    INFIX("maxsi", maxsi),
    INFIX("minsi", minsi),
    INFIX("maxui", maxui),
    INFIX("minui", minui),
    {"arith.addui_extended %a, %b : $T, $B", addui_extended, false, "$B"},
    {"arith.mulsi_extended %a, %b : $T", mulsi_extended, false, "$T"},
    {"arith.mului_extended %a, %b : $T", mului_extended, false, "$T"},
    {"math.absi %a : $T", absi, false, NULL},
    {"math.ctlz %a : $T", ctlz, false, NULL},
    {"math.cttz %a : $T", cttz, false, NULL},
    {"math.ctpop %a : $T", ctpop, false, NULL},
    {"math.ipowi %a, %b : $T", ipowi, false, NULL},
    COMPARE(eq),
    COMPARE(ne),
    COMPARE(slt),
    COMPARE(sle),
    COMPARE(sgt),
    COMPARE(sge),
    COMPARE(ult),
    COMPARE(ule),
    COMPARE(ugt),
    COMPARE(uge),
};

/* ---- the kernel of a case ---- */

enum { EDGES = 16, N = EDGES * EDGES };

static Kernel kernel_of_case(const Case *c, int w)
{
  char type[8];
  snprintf(type, sizeof type, "i%d", w);
  const char *second = c->second && strcmp(c->second, "$B") == 0 ? "i1" : type;
  return op_kernel(&(OpKernel){.line = c->line,
                               .n = N,
                               .in = {type, type},
                               .out = {c->gives_bool ? "i1" : type, c->second ? second : NULL}});
}

/* ---- values ---- */

static int bytes_of(int w) { return w == 1 ? 1 : w / 8; }

static uint64_t low(Big v, int w) { return (uint64_t)v & (w == 64 ? ~UINT64_C(0) : (UINT64_C(1) << w) - 1); }

static void set(void *array, int k, int w, uint64_t bits)
{
  memcpy((char *)array + (size_t)k * (size_t)bytes_of(w), &bits, (size_t)bytes_of(w));
}

static uint64_t get(const void *array, int k, int w)
{
  uint64_t bits = 0;
  memcpy(&bits, (const char *)array + (size_t)k * (size_t)bytes_of(w), (size_t)bytes_of(w));
  return bits;
}

static In operands(uint64_t a, uint64_t b, int w)
{
  In x = {.w = w, .ua = a, .ub = b, .sa = a, .sb = b};
  x.sa -= x.sa >= two_to(w - 1) ? two_to(w) : 0;
  x.sb -= x.sb >= two_to(w - 1) ? two_to(w) : 0;
  return x;
}

static uint64_t edge(int k, int w)
{
  const Big top = two_to(w - 1);
  const Big edges[EDGES] = {0,       1,   2,       3,  7,  w - 1,        w, w + 1, top - 1,
                            top - 2, top, top + 1, -1, -2, 0x5a5a5a5a5a, -7};
  return low(edges[k], w);
}

typedef struct {
  uint64_t x[N], y[N], z[N], z1[N];
  uint8_t on[N];
  Outcome want[N];
} Data;

/* 0 op 1, or 1 op 1 where that is at fault (1 is -1 as an i1). */
static void set_harmless(Data *d, int i, const Case *c, int w)
{
  set(d->x, i, w, c->outcome(operands(0, 1, w)).fault != NULL);
  set(d->y, i, w, 1);
}

static bool run_data(const Kernel *k, Data *d, const Case *c, InterpreterFault *fault)
{
  memset(d->z, 0xaa, sizeof d->z);
  memset(d->z1, 0xaa, sizeof d->z1);
  return run(k, 1, 1, 1, 1, fault,
             (const Arg[]){buffer("m", d->on, sizeof d->on), buffer("x", d->x, sizeof d->x),
                           buffer("y", d->y, sizeof d->y), buffer("z", d->z, sizeof d->z),
                           buffer("z1", d->z1, sizeof d->z1)},
             c->second ? 5 : 4);
}

static void expect_fault(const Kernel *k, Data *d, const Case *c, int w, int i, const char *words)
{
  InterpreterFault fault;
  char element[32];
  snprintf(element, sizeof element, "element [%d]", i);
  if (run_data(k, d, c, &fault) || !strstr(fault.message, words) || !strstr(fault.message, element))
    fail_msg("%s at i%d: expected '%s' and '%s', got: %s", c->line, w, element, words, fault.message);
}

/* Faults and undefined elements one by one, among harmless ones; leaves harmless operands in the place of
 * faults. */
static void check_exceptions(const Kernel *k, Data *d, const Case *c, int w)
{
  memset(d->on, 0, sizeof d->on);
  for (int i = 0; i < N; i++) {
    uint64_t a = get(d->x, i, w), b = get(d->y, i, w);
    d->want[i] = c->outcome(operands(a, b, w));
    if (d->want[i].fault)
      set_harmless(d, i, c, w);
  }
  for (int i = 0; i < N; i++) {
    uint64_t a = edge(i / EDGES, w), b = edge(i % EDGES, w);
    const char *words = d->want[i].fault       ? d->want[i].fault
                        : d->want[i].undefined ? "writes a value that is undefined"
                                               : NULL;
    if (!words)
      continue;
    set(d->x, i, w, a);
    set(d->y, i, w, b);
    d->on[i] = 1;
    expect_fault(k, d, c, w, i, words);
    d->on[i] = 0;
    if (d->want[i].fault)
      set_harmless(d, i, c, w);
  }
}

static void check_values(const Kernel *k, Data *d, const Case *c, int w)
{
  InterpreterFault fault;
  for (int i = 0; i < N; i++) {
    d->want[i] = c->outcome(operands(get(d->x, i, w), get(d->y, i, w), w));
    d->on[i] = !d->want[i].undefined;
  }
  if (!run_data(k, d, c, &fault))
    fail_msg("%s at i%d: %s", c->line, w, fault.message);
  int wr = c->gives_bool ? 1 : w, w1 = c->second && strcmp(c->second, "$B") == 0 ? 1 : w;
  for (int i = 0; i < N; i++) {
    if (!d->on[i])
      continue;
    if (get(d->z, i, wr) != low(d->want[i].value, wr) ||
        (c->second && get(d->z1, i, w1) != low(d->want[i].second, w1)))
      fail_msg("%s at i%d of 0x%llx, 0x%llx: expected 0x%llx, got 0x%llx", c->line, w,
               (unsigned long long)get(d->x, i, w), (unsigned long long)get(d->y, i, w),
               (unsigned long long)low(d->want[i].value, wr), (unsigned long long)get(d->z, i, wr));
  }
}

static void check_case(const Case *c, int w)
{
  static Data d;
  Kernel k = kernel_of_case(c, w);
  for (int i = 0; i < N; i++) {
    set(d.x, i, w, edge(i / EDGES, w));
    set(d.y, i, w, edge(i % EDGES, w));
  }
  check_exceptions(&k, &d, c, w);
  check_values(&k, &d, c, w);
  uint64_t seed = (uint64_t)w;
  for (int i = 0; i < N; i++) {
    set(d.x, i, w, low((Big)random_next(&seed), w));
    set(d.y, i, w, low((Big)(random_next(&seed) >> (random_next(&seed) % 60)), w));
    if (c->outcome(operands(get(d.x, i, w), get(d.y, i, w), w)).fault)
      set_harmless(&d, i, c, w);
  }
  check_values(&k, &d, c, w);
  kernel_free(&k);
}

static void every_integer_op_on_edge_values(void **state)
{
  static const int widths[] = {1, 8, 16, 32, 64};
  (void)state;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
      check_case(&cases[c], widths[w]);
}

static void division_rounds_as_named(void **state)
{
  int32_t z[6];
  (void)state;
  text_ok("func.func @f(%z: !tri.ptr<i32>) attributes {tri.kernel} {\n"
          "  %a = arith.constant dense<[7, -7, 7, -7]> : tensor<4xi32>\n"
          "  %b = arith.constant dense<[2, 2, -2, -2]> : tensor<4xi32>\n"
          "  %i = tri.range : tensor<4xi32>\n"
          "  %p = tri.addptr %z, %i : !tri.ptr<i32>, tensor<4xi32>\n"
          "  %q = arith.floordivsi %a, %b : tensor<4xi32>\n"
          "  tri.store %q to %p : tensor<4xi32>\n"
          "  return\n"
          "}\n",
          ARGS(buffer("z", z, sizeof z)));
  assert_int_equal(z[0], 3);
  assert_int_equal(z[1], -4);
  assert_int_equal(z[2], -4);
  assert_int_equal(z[3], 3);
}

static void undefined_divisor_is_a_fault(void **state)
{
  int32_t z;
  (void)state;
  text_faults("func.func @f(%z: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {\n"
              "  %s = arith.shli %n, %n : i32\n"
              "  %q = arith.divsi %n, %s : i32\n"
              "  return\n"
              "}\n",
              PARTS("k.mlir:3:8: arith.divsi: program (0, 0, 0) divides by a number that is undefined",
                    "arith.shli at k.mlir:2:8"),
              ARGS(buffer("z", &z, sizeof z), scalar(40)));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_integer_op_on_edge_values),
      cmocka_unit_test(division_rounds_as_named),
      cmocka_unit_test(undefined_divisor_is_a_fault),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
