/* Every row of scalar_rows.def, compiled for each kind of target and run in the simulator. */
#include "../dialect_context.h"
#include "Bridge/bridge.h"
#include "Simulator/simulator.h"
#include "Support/ir.h"
#include "Target/ptx.h"
#include "scalar_kernels.h"
#include "tri-c/Dialect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ELEMENTS = 16384 };

static uint64_t operands[3][ELEMENTS], results[ELEMENTS];

static const char *emit(Arena *a, const char *arch)
{
  MlirContext context = dialect_context();
  const char *text = scalar_kernels_text(a);
  MlirModule m = bridge_parse(context, text, strlen(text), "scalars.mlir");
  assert_false(is_null(m));
  PtxCompiler *p = ptx_compiler_new(context, target_named(arch));
  Ptx out;
  assert_true(ptx_lower(p, mlirModuleGetOperation(m)));
  assert_true(ptx_emit(p, mlirModuleGetOperation(m), PTX_TEXT, a, &out));
  ptx_compiler_free(p);
  mlirModuleDestroy(m);
  mlirContextDestroy(context);
  return out.text;
}

static void fill(const ScalarRow *row)
{
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < ELEMENTS; i++)
      operands[k][i] = scalar_operand(row, k, (uint64_t)i);
}

static void launch(TriSimMemory *memory, const TriSimModule *m, const ScalarRow *row)
{
  const void *params[4] = {operands[0], operands[1], operands[2], results};
  TriSimLaunch l = {.kernel = tri_sim_kernel_find(m, row->name),
                    .grid = {ELEMENTS / BLOCK, 1, 1},
                    .block = {BLOCK, 1, 1},
                    .params = params,
                    .param_bytes = sizeof params};
  TriSimResult r;
  assert_non_null(l.kernel);
  if (!tri_sim_launch(memory, &l, NULL, &r))
    fail_msg("%s: %s", row->name, r.fault.message);
}

static void check(const ScalarRow *row, const char *arch)
{
  double worst = 0;
  for (int i = 0; i < ELEMENTS; i++) {
    uint64_t a = operands[0][i], b = operands[1][i], c = operands[2][i];
    double ulps;
    if (!scalar_agrees(row, a, b, c, results[i], &ulps))
      fail_msg("%s on %s: of %#lx, %#lx, %#lx came %#lx (%g ulp)", row->name, arch, (unsigned long)a,
               (unsigned long)b, (unsigned long)c, (unsigned long)results[i], ulps);
    worst = ulps > worst ? ulps : worst;
  }
  if (!row->bits)
    print_message("%-12s %-8s %.2f ulp\n", row->name, arch, worst);
}

static void test_target(const char *arch)
{
  Arena a = {0};
  const char *text = emit(&a, arch);
  TriSimError error;
  TriSimModule *m = tri_sim_module_parse(text, strlen(text), &error);
  if (!m)
    fail_msg("PTX for %s, %d:%d: %s", arch, error.line, error.column, error.message);
  TriSimMemory *memory = tri_sim_memory_new(m);
  assert_true(tri_sim_memory_add(memory, "operands", operands, sizeof operands));
  assert_true(tri_sim_memory_add(memory, "results", results, sizeof results));
  for (int i = 0; i < scalar_row_count; i++) {
    fill(&scalar_rows[i]);
    launch(memory, m, &scalar_rows[i]);
    check(&scalar_rows[i], arch);
  }
  tri_sim_memory_free(memory);
  tri_sim_module_free(m);
  arena_free(&a);
}

/* A wrong bit is seen: the last one where the row is exact, one of 64 ulp else. */
static void test_sees_a_wrong_bit(void **state)
{
  (void)state;
  for (int r = 0; r < scalar_row_count; r++) {
    const ScalarRow *row = &scalar_rows[r];
    int seen = 0;
    for (uint64_t i = 0; i < 64; i++) {
      uint64_t a = scalar_operand(row, 0, i), b = scalar_operand(row, 1, i), c = scalar_operand(row, 2, i);
      uint64_t right = scalar_result(row, a, b, c);
      double ulps;
      assert_true(scalar_agrees(row, a, b, c, right, &ulps));
      seen += !scalar_agrees(row, a, b, c, right ^ (row->bits ? 1 : 64), &ulps);
    }
    assert_true(seen > 16);
  }
}

static void test_without_fp8_and_bf16(void **state)
{
  (void)state;
  test_target("sm_80");
}

static void test_without_bf16(void **state)
{
  (void)state;
  test_target("sm_89");
}

static void test_with_all(void **state)
{
  (void)state;
  test_target("sm_90a");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sees_a_wrong_bit),
      cmocka_unit_test(test_without_fp8_and_bf16),
      cmocka_unit_test(test_without_bf16),
      cmocka_unit_test(test_with_all),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
