/* bridge_report: each severity arrives as it is, with its place and its notes in order. */
#include "context.h"

static const struct {
  MlirDiagnosticSeverity severity;
  const char *said;
} severities[] = {
    {MlirDiagnosticError, "a.mlir:3:7: error: too wide by 3\n"},
    {MlirDiagnosticWarning, "a.mlir:3:7: warning: too wide by 3\n"},
    {MlirDiagnosticRemark, "a.mlir:3:7: remark: too wide by 3\n"},
};

static void test_severities(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof severities / sizeof *severities; i++) {
    MlirContext c = context_new();
    MlirLocation at = mlirLocationFileLineColGet(c, str("a.mlir"), 3, 7);
    bridge_report(at, severities[i].severity, "too wide by 3", NULL, 0);
    assert_string_equal(said, severities[i].said);
    context_free(c);
  }
}

static void test_notes(void **state)
{
  (void)state;
  MlirContext c = context_new();
  MlirLocation callee = mlirLocationFileLineColGet(c, str("b.mlir"), 1, 2),
               caller = mlirLocationFileLineColGet(c, str("c.mlir"), 30, 4);
  const BridgeNote notes[] = {{callee, "defined here"},
                              {mlirLocationCallSiteGet(callee, caller), "inlined here"},
                              {mlirLocationUnknownGet(c), "from nowhere"}};
  bridge_report(caller, MlirDiagnosticWarning, "100% of {0} %s", notes, 3);
  assert_string_equal(said, "c.mlir:30:4: warning: 100% of {0} %s\n"
                            "b.mlir:1:2: note: defined here\n"
                            "b.mlir:1:2 (called from c.mlir:30:4): note: inlined here\n"
                            "?: note: from nowhere\n");
  context_free(c);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_severities), cmocka_unit_test(test_notes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
