/* Passes described in C: found by name in a pipeline's text, with given and default options, on the right
 * ops; their failure is the pipeline's. */
#include "context.h"

#include "mlir-c/Dialect/Func.h"
#include "mlir-c/Dialect/Math.h"
#include "mlir-c/Pass.h"

/* ---- the passes under test ---- */

static struct {
  int runs;
  int64_t count, offset;
  bool flag, off;
  char text[64], empty[64], op[64];
} seen;

static bool record(MlirOperation op, const PassValue *options)
{
  seen.runs++;
  seen.count = options[0].i;
  seen.flag = options[1].b;
  strncpy(seen.text, options[2].s, sizeof seen.text - 1);
  seen.offset = options[3].i;
  seen.off = options[4].b;
  strncpy(seen.empty, options[5].s, sizeof seen.empty - 1);
  memcpy(seen.op, name_of(op).data, name_of(op).length);
  return true;
}

static const PassDesc recording = {
    .name = "test-record",
    .help = "Remember the options",
    .on = "func.func",
    .run = record,
    .options = {{"count", "a number", PASS_INT, "42"},
                {"flag", "a switch", PASS_BOOL, "true"},
                {"text", "a text", PASS_STRING, "some text"},
                {"offset", "a negative number", PASS_INT, "-9000000000"},
                {"off", "a switch", PASS_BOOL, "false"},
                {"empty", "an empty text", PASS_STRING, ""}},
};

static bool refuse(MlirOperation op, const PassValue *options)
{
  (void)options;
  return require(op, false, "is refused");
}
static const PassDesc refusing = {.name = "test-refuse", .help = "Fail", .run = refuse};

/* Makes an op of a dialect that the context has not loaded. */
static bool make_math(MlirOperation f, const PassValue *options)
{
  (void)options;
  MlirRewriterBase rw = mlirIRRewriterCreateFromOp(f);
  MlirOperation first = mlirBlockGetFirstOperation(body_of(f));
  MlirValue x = block_arg(body_of(f), 0);
  build(before(rw, first), "math.absf", type_of(x), VALS(x));
  mlirIRRewriterDestroy(rw);
  return true;
}
static const PassDesc making = {.name = "test-make-math",
                                .help = "Create an op",
                                .on = "func.func",
                                .run = make_math,
                                .dialects = {mlirGetDialectHandle__math__, mlirGetDialectHandle__func__}};

static int register_all(void **state)
{
  (void)state;
  for (int again = 0; again < 3; again++) {
    bridge_register_pass(&recording);
    bridge_register_pass(&refusing);
    bridge_register_pass(&making);
  }
  return 0;
}

/* ---- running ---- */

static void append(MlirStringRef s, void *text) { strncat(text, s.data, s.length); }

/* Parses and runs the pipeline on two functions; false where either fails. error gets the parser's words. */
static bool run_pipeline(MlirContext c, const char *pipeline, char *error)
{
  MlirModule m = parse(c, "func.func @f(%x: f32) {\n  return\n}\nfunc.func @g(%x: f32) {\n  return\n}\n");
  assert_false(is_null(m));
  MlirPassManager pm = mlirPassManagerCreate(c);
  *error = '\0';
  bool ok = mlirLogicalResultIsSuccess(
      mlirParsePassPipeline(mlirPassManagerGetAsOpPassManager(pm), str(pipeline), append, error));
  ok = ok && mlirLogicalResultIsSuccess(mlirPassManagerRunOnOp(pm, mlirModuleGetOperation(m)));
  mlirPassManagerDestroy(pm);
  mlirModuleDestroy(m);
  return ok;
}

static bool runs(const char *pipeline)
{
  MlirContext c = context_new();
  char error[2048];
  memset(&seen, 0, sizeof seen);
  bool ok = run_pipeline(c, pipeline, error);
  context_free(c);
  return ok;
}

/* ---- tests ---- */

static void test_default_options(void **state)
{
  (void)state;
  assert_true(runs("builtin.module(func.func(test-record))"));
  assert_int_equal(seen.runs, 2);
  assert_int_equal(seen.count, 42);
  assert_true(seen.flag && !seen.off);
  assert_string_equal(seen.text, "some text");
  assert_true(seen.offset == -9000000000);
  assert_string_equal(seen.empty, "");
  assert_string_equal(seen.op, "func.func");
}

static void test_given_options(void **state)
{
  (void)state;
  assert_true(
      runs("builtin.module(func.func(test-record{count=-7 flag=false text=abc offset=5000000000 off=true "
           "empty={x y}}))"));
  assert_int_equal(seen.count, -7);
  assert_true(!seen.flag && seen.off);
  assert_string_equal(seen.text, "abc");
  assert_true(seen.offset == 5000000000);
  assert_string_equal(seen.empty, "x y");
}

/* Two passes of one pipeline keep their own options: the second is seen last. */
static void test_options_are_of_one_pass(void **state)
{
  (void)state;
  assert_true(runs("builtin.module(func.func(test-record{count=1 text=one},test-record{count=2}))"));
  assert_int_equal(seen.runs, 4);
  assert_int_equal(seen.count, 2);
  assert_string_equal(seen.text, "some text");
}

static void test_bad_pipelines(void **state)
{
  (void)state;
  assert_false(runs("builtin.module(func.func(test-record{count=x}))"));
  assert_false(runs("builtin.module(func.func(test-record{nothing=1}))"));
  assert_false(runs("builtin.module(func.func(test-unheard-of))"));
  assert_false(runs("builtin.module(test-record)"));
  assert_int_equal(seen.runs, 0);
}

/* The pass says why, the pipeline fails, and what follows does not run. */
static void test_failure(void **state)
{
  (void)state;
  assert_false(runs("builtin.module(func.func(test-refuse,test-record))"));
  assert_int_equal(seen.runs, 0);
  expect_said("k.mlir:1:1: error: 'func.func' op is refused");
  assert_false(runs("builtin.module(test-refuse)"));
  expect_said("'builtin.module' op is refused");
}

static void test_dependent_dialects(void **state)
{
  (void)state;
  assert_true(runs("builtin.module(func.func(test-make-math))"));
  assert_string_equal(said, "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_default_options),
      cmocka_unit_test(test_given_options),
      cmocka_unit_test(test_options_are_of_one_pass),
      cmocka_unit_test(test_bad_pipelines),
      cmocka_unit_test(test_failure),
      cmocka_unit_test(test_dependent_dialects),
  };
  return cmocka_run_group_tests(tests, register_all, NULL);
}
