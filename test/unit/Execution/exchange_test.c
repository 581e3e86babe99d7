/* Blocks that change their layout, from text to PTX, on the simulator: for random pairs of layouts the
 * elements are what they were, nobody races, and shared memory has no bank conflicts.
 *
 *   x[i] in layout P  ->  convert_layout  ->  y[i] in layout Q          eight pairs to a kernel
 *
 * A plan with a wrong place for elements, and one without swizzle, must not pass. */
#include "../Layout/random_layouts.h"
#include "../dialect_context.h"
#include "Bridge/bridge.h"
#include "Layout/exchange.h"
#include "Layout/text.h"
#include "Layout/tiles.h"
#include "Simulator/simulator.h"
#include "Support/ir.h"
#include "Target/ptx.h"
#include "mlir-c/Pass.h"
#include "tri-c/Passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PAIRS = 1000, TOGETHER = 8, MOST_BYTES = 8 << 11 };

/* ---- faults on purpose --------------------------------------------------------------------------- */

static enum { NO_FAULT, WRONG_PLACE, NO_SWIZZLE } planted;

/* Two bits of addresses change places. */
static void swap_bits(TriLayout *l, int i, int j)
{
  for (int k = 0; k < tri_layout_in_bits(*l); k++) {
    uint32_t differ = (l->col[k] >> i ^ l->col[k] >> j) & 1;
    l->col[k] ^= differ << i | differ << j;
  }
}

TriPassage __real_tri_passage_of(const TriConversion *c, int element, uint32_t ways);
TriPassage __wrap_tri_passage_of(const TriConversion *c, int element, uint32_t ways);
TriPassage __wrap_tri_passage_of(const TriConversion *c, int element, uint32_t ways)
{
  TriPassage p = __real_tri_passage_of(c, element, ways);
  int high = 31 - __builtin_clz(p.bytes);
  if (planted == NO_FAULT || high <= 8)
    return p;
  swap_bits(&p.read.address, 6, high - 1);
  if (planted == NO_SWIZZLE)
    swap_bits(&p.write.address, 6, high - 1);
  return p;
}

/* ---- kernels ------------------------------------------------------------------------------------- */

typedef struct {
  TriLayout from, to;
  const char *type;
  int element; /* logarithm of bytes */
  TriExchange x;
} Case;

/* By the logarithm of their bytes. */
static const char *const types[][4] = {
    {"i8", "i16", "i32", "i64"}, {"i1", "f16", "f32", "f64"}, {"f8E5M2", "bf16", "f32", "!tri.ptr<f32>"}};

static Case new_case(Random *r, int warps)
{
  TriExtent e = random_extent(r);
  Case c = {.element = random_below(r, 4), .from = random_layout_over(r, e, warps)};
  c.type = types[random_below(r, 3)][c.element];
  TriLayout to = random_below(r, 3) ? random_layout_over(r, e, warps) : random_neighbour(r, c.from);
  c.from = tri_layout_canonical(c.from);
  c.to = tri_layout_canonical(to);
  assert_true(tri_exchange(c.from, c.to, c.element, &c.x));
  return c;
}

static uint32_t count_of(const Case *c) { return 1u << tri_layout_out_bits(c->from); }

static const char *shape_text(Arena *a, TriLayout l)
{
  const char *text = "";
  for (int i = 0; i < (int)l.rank; i++)
    text = arena_printf(a, "%s%dx", text, 1 << l.out[i]);
  return text;
}

/* The pointers to the elements of argument `arg` in layout #name, as %name_p. */
static const char *pointers(Arena *a, const Case *c, TriLayout l, const char *name, const char *arg)
{
  const char *shape = shape_text(a, l);
  return arena_printf(a,
                      "  %%%s_n = tri.range : tensor<%uxi32, #%s_flat>\n"
                      "  %%%s_i = tri.reshape %%%s_n : tensor<%uxi32, #%s_flat> -> tensor<%si32, #%s>\n"
                      "  %%%s_p = tri.addptr %%%s, %%%s_i : !tri.ptr<%s>, tensor<%si32, #%s>\n",
                      name, count_of(c), name, name, name, count_of(c), name, shape, name, name, arg, name,
                      c->type, shape, name);
}

static const char *layouts(Arena *a, TriLayout l, const char *name)
{
  TriExtent flat = {1, {tri_layout_out_bits(l)}};
  return arena_printf(a, "#%s = #tri.layout<%s>\n#%s_flat = #tri.layout<%s>\n", name, tri_layout_print(a, l),
                      name, tri_layout_print(a, tri_layout_reshape(l, flat)));
}

static const char *body(Arena *a, const Case *c, int k)
{
  const char *p = arena_printf(a, "p%d", k), *q = arena_printf(a, "q%d", k);
  const char *shape = shape_text(a, c->from), *t = c->type;
  return arena_printf(a,
                      "%s%s"
                      "  %%v%d = tri.load %%%s_p : tensor<%s%s, #%s>\n"
                      "  %%w%d = tri.convert_layout %%v%d : tensor<%s%s, #%s> -> tensor<%s%s, #%s>\n"
                      "  tri.store %%w%d to %%%s_p : tensor<%s%s, #%s>\n",
                      pointers(a, c, c->from, p, arena_printf(a, "x%d", k)),
                      pointers(a, c, c->to, q, arena_printf(a, "y%d", k)), k, p, shape, t, p, k, k, shape, t,
                      p, shape, t, q, k, q, shape, t, q);
}

static const char *kernel_text(Arena *a, const Case *cases, int n, int warps)
{
  const char *text = "", *arguments = "", *all = "";
  for (int k = 0; k < n; k++) {
    text = arena_printf(a, "%s%s%s", text, layouts(a, cases[k].from, arena_printf(a, "p%d", k)),
                        layouts(a, cases[k].to, arena_printf(a, "q%d", k)));
    arguments = arena_printf(a, "%s%s%%x%d: !tri.ptr<%s>, %%y%d: !tri.ptr<%s>", arguments, k ? ", " : "", k,
                             cases[k].type, k, cases[k].type);
    all = arena_printf(a, "%s%s", all, body(a, &cases[k], k));
  }
  return arena_printf(
      a, "%sfunc.func @k(%s) attributes {tri.kernel, tri.num_warps = %d : i32} {\n%s  return\n}\n", text,
      arguments, 1 << warps, all);
}

/* ---- compiling ----------------------------------------------------------------------------------- */

typedef struct {
  MlirContext context;
  const char *arch;
  PtxCompiler *ptx;
} Compiler;

static Compiler new_compiler(const char *arch)
{
  Compiler c = {.context = dialect_context(), .arch = arch};
  c.ptx = ptx_compiler_new(c.context, target_named(arch));
  return c;
}

static void free_compiler(Compiler *c)
{
  ptx_compiler_free(c->ptx);
  mlirContextDestroy(c->context);
}

static void ignore(MlirStringRef s, void *data)
{
  (void)s;
  (void)data;
}

static Ptx compile(Compiler *c, Arena *a, const char *text)
{
  Ptx out = {0};
  MlirModule m = bridge_parse(c->context, text, strlen(text), "pairs.mlir");
  assert_false(is_null(m));
  MlirPassManager pm = mlirPassManagerCreate(c->context);
  const char *pipeline = arena_printf(
      a, "builtin.module(func.func(tri-allocate-shared,tri-insert-barriers),tri-to-gpu{arch=%s})", c->arch);
  assert_true(mlirLogicalResultIsSuccess(
      mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(pm), str(pipeline), ignore, NULL)));
  assert_true(mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(m))));
  assert_true(ptx_lower(c->ptx, mlirModuleGetOperation(m)));
  assert_true(ptx_emit(c->ptx, mlirModuleGetOperation(m), PTX_TEXT, a, &out));
  mlirPassManagerDestroy(pm);
  mlirModuleDestroy(m);
  return out;
}

/* ---- running ------------------------------------------------------------------------------------- */

static uint8_t have[TOGETHER][MOST_BYTES], got[TOGETHER][MOST_BYTES];

/* Elements that are hardly ever alike. */
static void fill(const Case *cases, int n)
{
  uint32_t x = 1;
  for (int k = 0; k < n; k++)
    for (int i = 0, shift = strcmp(cases[k].type, "i1") ? 24 : 31; i < MOST_BYTES; i++)
      have[k][i] = (uint8_t)((x = x * 1664525 + 1013904223) >> shift);
  memset(got, 0xa5, sizeof got);
}

static TriSimResult launch(Ptx ptx, const void *const *params, int n, int warps)
{
  TriSimError error;
  TriSimResult r;
  TriSimModule *m = tri_sim_module_parse(ptx.text, ptx.bytes, &error);
  if (!m)
    fail_msg("PTX %d:%d: %s", error.line, error.column, error.message);
  TriSimMemory *memory = tri_sim_memory_new(m);
  assert_true(tri_sim_memory_add(memory, "have", have, sizeof have));
  assert_true(tri_sim_memory_add(memory, "got", got, sizeof got));
  TriSimLaunch l = {.kernel = tri_sim_kernel_find(m, "k"),
                    .grid = {1, 1, 1},
                    .block = {32u << warps, 1, 1},
                    .dynamic_shared_bytes = (uint32_t)atoi(strstr(ptx.metadata, "\"shared\": ") + 10),
                    .params = params,
                    .param_bytes = sizeof *params * (size_t)n};
  tri_sim_launch(memory, &l, &(TriSimOptions){.threads = 1}, &r);
  tri_sim_memory_free(memory);
  tri_sim_module_free(m);
  return r;
}

typedef struct {
  bool same;       /* all elements are what they were, and nothing was wrong on the way */
  uint64_t excess; /* wavefronts of bank conflicts */
} Outcome;

static Outcome run(Compiler *c, const Case *cases, int n, int warps)
{
  Arena a = {0};
  const char *text = kernel_text(&a, cases, n, warps);
  const void *params[2 * TOGETHER];
  fill(cases, n);
  for (int k = 0; k < n; k++) {
    params[2 * k] = have[k];
    params[2 * k + 1] = got[k];
  }
  TriSimResult r = launch(compile(c, &a, text), params, 2 * n, warps);
  bool same = r.fault.kind == TRI_SIM_OK;
  for (int k = 0; k < n; k++)
    same = same && memcmp(have[k], got[k], (size_t)count_of(&cases[k]) << cases[k].element) == 0;
  if (!planted && (!same || r.counters.shared_excess))
    printf("%s\n%s\nexcess %llu\n", text, r.fault.kind ? r.fault.message : "differs",
           (unsigned long long)r.counters.shared_excess);
  arena_free(&a);
  return (Outcome){same, r.counters.shared_excess};
}

/* ---- tests --------------------------------------------------------------------------------------- */

typedef struct {
  int kinds[3], in_warps, loads, stores, ordered, copies;
} Counts;

static void count(Counts *n, const TriExchange *x)
{
  const TriPassage *p = &x->passage;
  n->kinds[x->kind]++;
  if (x->kind != TRI_EXCHANGE_SHARED)
    return;
  n->in_warps += p->in_warp;
  n->loads += p->read.way != TRI_BY_REGISTERS;
  n->stores += p->write.way != TRI_BY_REGISTERS;
  n->ordered += x->selects > 0;
  n->copies += (p->copies.at[TRI_LANE] | p->copies.at[TRI_WARP]) != 0;
}

/* Every pair has a space of segment steps (Layout/shared.h), so none is allowed a conflict. */
static Counts check_pairs(const char *arch, int pairs)
{
  Random r = random_seeded();
  Compiler c = new_compiler(arch);
  Counts n = {0};
  for (int i = 0; i < pairs / TOGETHER; i++) {
    Case cases[TOGETHER];
    int warps = random_below(&r, 6);
    for (int k = 0; k < TOGETHER; k++) {
      cases[k] = new_case(&r, warps);
      count(&n, &cases[k].x);
    }
    Outcome o = run(&c, cases, TOGETHER, warps);
    assert_true(o.same);
    assert_int_equal(o.excess, 0);
  }
  free_compiler(&c);
  return n;
}

static void test_random_pairs(void **state)
{
  (void)state;
  Counts n = check_pairs("sm_90a", PAIRS);
  printf("%d in registers, %d by shuffles, %d through memory: %d in warps, %d by ldmatrix, %d by stmatrix, "
         "%d with "
         "selects, %d with copies that do not write; 0 whose tile has bank conflicts by the algebra\n",
         n.kinds[0], n.kinds[1], n.kinds[2], n.in_warps, n.loads, n.stores, n.ordered, n.copies);
  assert_true(n.kinds[0] && n.kinds[1] && n.in_warps && n.loads && n.stores && n.ordered && n.copies);
}

/* The same plans, written by registers. */
static void test_without_stmatrix(void **state)
{
  (void)state;
  Counts n = check_pairs("sm_80", PAIRS / 4);
  assert_true(n.stores);
}

/* What threads store in one layout they load in another, in the same kernel. */
static const char *read_back_text(Arena *a, const Case *c, int warps)
{
  const char *all = "", *shape = shape_text(a, c->from), *t = c->type;
  static const char *const names[] = {"p", "q", "r", "s"}, *const arguments[] = {"x", "y", "m", "m"};
  for (int i = 0; i < 4; i++)
    all = arena_printf(a, "%s%s", all, layouts(a, i % 2 ? c->to : c->from, names[i]));
  all = arena_printf(
      a,
      "%sfunc.func @k(%%x: !tri.ptr<%s>, %%y: !tri.ptr<%s>, %%m: !tri.ptr<%s>) attributes {tri.kernel, "
      "tri.num_warps = %d : i32} {\n",
      all, t, t, t, 1 << warps);
  for (int i = 0; i < 4; i++)
    all = arena_printf(a, "%s%s", all, pointers(a, c, i % 2 ? c->to : c->from, names[i], arguments[i]));
  return arena_printf(a,
                      "%s  %%v = tri.load %%p_p : tensor<%s%s, #p>\n"
                      "  tri.store %%v to %%r_p : tensor<%s%s, #r>\n"
                      "  %%w = tri.load %%s_p : tensor<%s%s, #s>\n"
                      "  tri.store %%w to %%q_p : tensor<%s%s, #q>\n  return\n}\n",
                      all, shape, t, shape, t, shape, t, shape, t);
}

static void test_read_back(void **state)
{
  (void)state;
  Random r = random_seeded();
  Compiler c = new_compiler("sm_90a");
  for (int i = 0; i < 40; i++) {
    Arena a = {0};
    int warps = random_below(&r, 6);
    Case one = new_case(&r, warps);
    const void *params[] = {have[0], got[0], got[1]};
    fill(&one, 1);
    TriSimResult result = launch(compile(&c, &a, read_back_text(&a, &one, warps)), params, 3, warps);
    if (result.fault.kind)
      fail_msg("%s", result.fault.message);
    assert_memory_equal(have[0], got[0], (size_t)count_of(&one) << one.element);
    arena_free(&a);
  }
  free_compiler(&c);
}

/* 32 x 32 of f32 from rows to columns, by four warps. */
static Outcome run_transposition(Compiler *c)
{
  static const int rows[] = {1, 0}, columns[] = {0, 1};
  TriExtent e = {2, {5, 5}};
  Case one = {.from = tri_layout_coalesced(e, 2, 2, rows),
              .to = tri_layout_coalesced(e, 2, 2, columns),
              .type = "f32",
              .element = 2};
  assert_true(tri_exchange(one.from, one.to, one.element, &one.x) && one.x.kind == TRI_EXCHANGE_SHARED);
  return run(c, &one, 1, 2);
}

static void test_sees_planted_faults(void **state)
{
  (void)state;
  Compiler c = new_compiler("sm_90a");
  Outcome right = run_transposition(&c);
  planted = WRONG_PLACE;
  Outcome wrong = run_transposition(&c);
  planted = NO_SWIZZLE;
  Outcome slow = run_transposition(&c);
  planted = NO_FAULT;
  assert_true(right.same && right.excess == 0);
  assert_false(wrong.same);
  assert_true(slow.same && slow.excess > 0);
  free_compiler(&c);
}

int main(void)
{
  bridge_register_upstream_passes();
  tri_register_passes();
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_pairs),
      cmocka_unit_test(test_without_stmatrix),
      cmocka_unit_test(test_read_back),
      cmocka_unit_test(test_sees_planted_faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
