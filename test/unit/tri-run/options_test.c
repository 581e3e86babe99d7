/* The command line. */
#include "test.h"
#include "tri-run/options.h"

static Options options;

#define PARSE(...)                                                                                           \
  options_parse((int)(sizeof((char *[]){__VA_ARGS__}) / sizeof(char *)), (char *[]){__VA_ARGS__}, &options,  \
                fresh())
#define FAILS(expected, ...)                                                                                 \
  do {                                                                                                       \
    assert_false(PARSE(__VA_ARGS__));                                                                        \
    assert_string_equal(complaint.message, expected);                                                        \
    assert_int_equal(complaint.status, TRI_USAGE);                                                           \
  } while (0)

static void test_everything_together(void **state)
{
  (void)state;
  assert_true(PARSE("--grid", "cdiv(n,2),3", "k.mlir", "-DBM=64", "-D", "T=f16", "x=randn(4)", "--seed=0x10",
                    "--check", "z=a=b.npy", "--check=w.npy", "--rtol", "1e-3", "--atol=2", "-q", "--json",
                    "-ofile", "--print", "x", "--threads", "3", "--kernel=f", "--target=ref", "n=-5"));
  assert_string_equal(options.file, "k.mlir");
  assert_string_equal(options.grid, "cdiv(n,2),3");
  assert_int_equal(options.defines.n, 2);
  assert_string_equal(options.defines.at[0].name, "BM");
  assert_string_equal(options.defines.at[1].value, "f16");
  assert_int_equal(options.specs.n, 2);
  assert_string_equal(options.specs.at[1].name, "n");
  assert_string_equal(options.specs.at[1].text, "-5");
  assert_int_equal(options.checks.n, 2);
  assert_string_equal(options.checks.at[0].name, "z");
  assert_string_equal(options.checks.at[0].text, "a=b.npy");
  assert_null(options.checks.at[1].name);
  assert_int_equal(options.seed, 16);
  assert_true(options.tolerance.rtol == 1e-3 && options.tolerance.atol == 2);
  assert_true(options.quiet && options.json && options.target_given);
  assert_string_equal(options.out, "file");
  assert_int_equal(options.threads, 3);
}

static void test_file_names(void **state)
{
  (void)state;
  assert_true(PARSE("-"));
  assert_string_equal(options.file, "-");
  assert_true(PARSE("./a=b.mlir"));
  assert_string_equal(options.file, "./a=b.mlir");
  assert_true(PARSE("--", "-k.mlir"));
  assert_string_equal(options.file, "-k.mlir");
}

static void test_errors(void **state)
{
  (void)state;
  FAILS("unknown option --grud (did you mean '--grid'?); see tri-run --help", "k.mlir", "--grud=3");
  FAILS("unknown option -x; see tri-run --help", "-x");
  FAILS("--grid: expected X[,Y[,Z]] behind it", "k.mlir", "--grid");
  FAILS("--grid is given twice: '1' and '2'", "--grid", "1", "--grid", "2");
  FAILS("--grid: the value is empty", "--grid=");
  FAILS("--json takes no value, got '--json=1'", "--json=1");
  FAILS("-D: expected NAME=VALUE, got '=3'", "-D", "=3");
  FAILS("--seed: expected an integer from 0 to 18446744073709551615, got '-1'", "--seed", "-1");
  FAILS("--threads: expected an integer from 0 to 1024, got '1025'", "--threads", "1025");
  FAILS("--rtol: expected a number that is not negative, such as 1e-5, got '-1'", "--rtol", "-1");
  FAILS("--rtol: expected a number that is not negative, such as 1e-5, got 'inf'", "--rtol", "inf");
  FAILS("--target: expected auto, cuda, sim or ref, got 'gpu'", "--target", "gpu");
  FAILS("--emit: expected one of text, tri, layout, gpu, llvm, llvmir, ptx, meta, cubin, sass, got 'tir' "
        "(did you mean "
        "'tri'?)",
        "--emit", "tir");
  FAILS(
      "--check ref compares another target with the reference interpreter; leave --target ref out (a file of "
      "that name is ./ref)",
      "k", "--target", "ref", "--check", "ref");
  assert_true(PARSE("k", "--check", "ref"));
  assert_true(options.target == TRI_TARGET_SIM && !options.target_given);
  FAILS("--arch: with --target ref nothing is compiled for sm_80", "k", "--arch=sm_80", "--target=ref");
  FAILS("x is given twice: '1' and '2'", "x=1", "x=2");
  FAILS("one kernel file at a time: 'a' and 'b' (an argument is NAME=VALUE)", "a", "b");
  FAILS("which kernel? tri-run KERNEL.mlir|KERNEL.ptx [options] [ARG=SPEC …]; see tri-run --help", "x=1");
  FAILS("--emit and --json exclude each other: --emit prints the kernel itself", "a", "--emit=tri", "--json");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_everything_together),
      cmocka_unit_test(test_file_names),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, free_test_arena);
}
