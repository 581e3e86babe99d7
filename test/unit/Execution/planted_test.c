/* Faults planted in the code that the compiler emits are found, and named by the line of the op: a barrier
 * taken out, each in turn; a barrier that only some threads reach; warps that write to one place. So every
 * barrier that a kernel here has is needed, and a kernel that runs well has none too few. */
#include "Support/arena.h"
#include "tri/tri.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

enum { N = 1024 };

/* The text of each kernel, and the lines of ops that use shared memory: one of them is at fault. */
typedef struct {
  const char *name, *text;
  int first, last;
} Kernel;

#define HEAD                                                                                                 \
  "func.func @k(%x: !tri.ptr<f32>, %y: !tri.ptr<f32> {tri.noalias}) attributes {tri.kernel} {\n"             \
  "  %i = tri.range : tensor<1024xi32>\n"                                                                    \
  "  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<1024xi32>\n"                                            \
  "  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<1024xi32>\n"

static const Kernel kernels[] = {
    {"a reduction over warps",
     HEAD "  %v = tri.load %px : tensor<1024xf32>\n"
          "  %s = tri.reduce add %v axis 0 : tensor<1024xf32>\n" /* line 6 */
          "  tri.store %s to %y : f32\n"
          "  return\n}\n",
     6, 6},
    {"two reductions, one after the other",
     HEAD "  %v = tri.load %px : tensor<1024xf32>\n"
          "  %m = tri.reduce max %v axis 0 : tensor<1024xf32>\n" /* line 6 */
          "  %b = tri.splat %m : tensor<1024xf32>\n"
          "  %d = arith.subf %v, %b : tensor<1024xf32>\n"
          "  %s = tri.reduce add %d axis 0 : tensor<1024xf32>\n" /* line 9 */
          "  tri.store %s to %y : f32\n"
          "  return\n}\n",
     6, 9},
    {"a reduction in a loop",
     HEAD "  %n0 = arith.constant 0 : i32\n"
          "  %n1 = arith.constant 1 : i32\n"
          "  %n3 = arith.constant 3 : i32\n"
          "  %z = arith.constant 0.0 : f32\n"
          "  %v = tri.load %px : tensor<1024xf32>\n"
          "  %t = scf.for %k = %n0 to %n3 step %n1 iter_args(%a = %z) -> (f32) : i32 {\n"
          "    %b = tri.splat %a : tensor<1024xf32>\n"
          "    %d = arith.addf %v, %b : tensor<1024xf32>\n"
          "    %s = tri.reduce add %d axis 0 : tensor<1024xf32>\n" /* line 13 */
          "    scf.yield %s : f32\n"
          "  }\n"
          "  tri.store %t to %y : f32\n"
          "  return\n}\n",
     13, 13},
    {"a scan over warps",
     HEAD "  %v = tri.load %px : tensor<1024xf32>\n"
          "  %s = tri.scan add %v axis 0 : tensor<1024xf32>\n" /* line 6 */
          "  tri.store %s to %py : tensor<1024xf32>\n"
          "  return\n}\n",
     6, 7},
    {"a scalar that thread 0 reads for all",
     HEAD "  %s = tri.load %x volatile : f32\n" /* line 5 */
          "  %b = tri.splat %s : tensor<1024xf32>\n"
          "  tri.store %b to %py : tensor<1024xf32>\n"
          "  return\n}\n",
     5, 7},
};
enum { KERNELS = sizeof kernels / sizeof *kernels };

/* ---- running PTX ---- */

typedef struct {
  TriStatus status;
  const char *error; /* in the arena */
} Outcome;

static const char *compiled(Arena *a, const Kernel *k)
{
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, k->text, strlen(k->text), "k.mlir", NULL, 0);
  const char *ptx = m ? tri_kernel_text(tri_module_kernel(m, NULL), NULL, TRI_STAGE_PTX) : NULL;
  if (!ptx)
    fail_msg("%s: %s", k->name, tri_error(c));
  ptx = arena_strndup(a, ptx, strlen(ptx));
  tri_compiler_free(c);
  return ptx;
}

static Outcome run(Arena *a, const char *ptx)
{
  _Alignas(16) static float x[N], y[N];
  for (int i = 0; i < N; i++)
    x[i] = (float)(i % 37) - 11;
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse_ptx(c, ptx, strlen(ptx), "k.ptx");
  if (!m)
    fail_msg("%s\n%s", tri_error(c), ptx);
  TriArg args[] = {tri_buffer(x, sizeof x), tri_buffer(y, sizeof y)};
  TriLaunch l = {.target = TRI_TARGET_SIM, .grid = {1, 1, 1}, .args = args, .n_args = 2, .threads = 1};
  TriStatus s = tri_launch(tri_module_kernel(m, NULL), &l, NULL);
  const char *said = tri_error(c);
  Outcome o = {s, arena_strndup(a, said, strlen(said))};
  tri_compiler_free(c);
  return o;
}

static int line_of(const char *error)
{
  int line = 0;
  const char *at = strstr(error, "k.mlir:");
  return at && sscanf(at, "k.mlir:%d:", &line) == 1 ? line : 0;
}

static void expect_fault(const Kernel *k, Outcome o, const char *what, const char *const *kinds)
{
  bool kind = false;
  for (; *kinds; kinds++)
    kind |= strstr(o.error, *kinds) != NULL;
  int line = line_of(o.error);
  if (o.status != TRI_FAULT || !kind || line < k->first || line > k->last)
    fail_msg("%s, %s: status %d: %s", k->name, what, o.status, o.error);
}

/* ---- planting ---- */

/* The PTX with `new` instead of occurrence i of `old`; NULL where there are not so many. */
static const char *replaced(Arena *a, const char *ptx, const char *old, int i, const char *new)
{
  const char *at = strstr(ptx, old);
  while (at && i-- > 0)
    at = strstr(at + 1, old);
  return at ? arena_printf(a, "%.*s%s%s", (int)(at - ptx), ptx, new, at + strlen(old)) : NULL;
}

static const char barrier[] = "bar.sync \t0;";

static void test_as_compiled(void **state)
{
  (void)state;
  for (int i = 0; i < KERNELS; i++) {
    Arena a = {0};
    Outcome o = run(&a, compiled(&a, &kernels[i]));
    if (o.status != TRI_OK)
      fail_msg("%s: %s", kernels[i].name, o.error);
    arena_free(&a);
  }
}

static void test_missing_barriers(void **state)
{
  (void)state;
  static const char *const kinds[] = {"data race", "uninitialised memory", NULL};
  for (int i = 0; i < KERNELS; i++) {
    Arena a = {0};
    const char *ptx = compiled(&a, &kernels[i]), *without;
    int n = 0;
    for (; (without = replaced(&a, ptx, barrier, n, "")); n++)
      expect_fault(&kernels[i], run(&a, without), arena_printf(&a, "without barrier %d", n), kinds);
    assert_true(n > 0);
    arena_free(&a);
  }
}

static void test_divergent_barriers(void **state)
{
  (void)state;
  static const char guarded[] =
      "{ .reg .pred %planted; .reg .b32 %mine; mov.u32 %mine, %tid.x;\n"
      "and.b32 %mine, %mine, 1; setp.eq.u32 %planted, %mine, 0; @%planted bar.sync 0; }";
  static const char *const kinds[] = {"divergence", NULL};
  for (int i = 0; i < KERNELS; i++) {
    Arena a = {0};
    const char *ptx = compiled(&a, &kernels[i]), *with;
    for (int n = 0; (with = replaced(&a, ptx, barrier, n, guarded)); n++)
      expect_fault(&kernels[i], run(&a, with), arena_printf(&a, "with barrier %d under a branch", n), kinds);
    arena_free(&a);
  }
}

/* Every store to shared memory of the op goes to its first byte; the sums of the warps differ. */
static void test_races(void **state)
{
  (void)state;
  static const char *const kinds[] = {"data race", NULL};
  for (int i = 0; i < 3; i += 2) {
    Arena a = {0};
    const char *ptx = compiled(&a, &kernels[i]), *at = strstr(ptx, "st.shared.b32 [");
    assert_non_null(at);
    const char *end = strchr(at, ']');
    const char *planted = arena_printf(&a, "%.*sst.shared.b32 [tri_shared%s", (int)(at - ptx), ptx, end);
    expect_fault(&kernels[i], run(&a, planted), "warps that write to one place", kinds);
    arena_free(&a);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_as_compiled),
      cmocka_unit_test(test_missing_barriers),
      cmocka_unit_test(test_divergent_barriers),
      cmocka_unit_test(test_races),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
