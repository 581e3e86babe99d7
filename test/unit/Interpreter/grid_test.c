/* Programs of a grid: their ids, several threads, and which fault is reported. */
#include "harness.h"

#include <stdlib.h>

static const char vector_add[] = "func.func @vector_add(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %z: "
                                 "!tri.ptr<f32>, %n: i32) attributes {tri.kernel} {\n"
                                 "  %block = arith.constant 64 : i32\n"
                                 "  %pid = tri.program_id x\n"
                                 "  %start = arith.muli %pid, %block : i32\n"
                                 "  %first = tri.splat %start : tensor<64xi32>\n"
                                 "  %range = tri.range : tensor<64xi32>\n"
                                 "  %i = arith.addi %first, %range : tensor<64xi32>\n"
                                 "  %end = tri.splat %n : tensor<64xi32>\n"
                                 "  %in = arith.cmpi slt, %i, %end : tensor<64xi32>\n"
                                 "  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<64xi32>\n"
                                 "  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<64xi32>\n"
                                 "  %pz = tri.addptr %z, %i : !tri.ptr<f32>, tensor<64xi32>\n"
                                 "  %a = tri.load %px where %in : tensor<64xf32>\n"
                                 "  %b = tri.load %py where %in : tensor<64xf32>\n"
                                 "  %c = arith.addf %a, %b : tensor<64xf32>\n"
                                 "  tri.store %c to %pz where %in : tensor<64xf32>\n"
                                 "  return\n"
                                 "}\n";

static void adds_vectors_on_any_number_of_threads(void **state)
{
  enum { N = 10007 };
  static float x[N], y[N], z[N + 1];
  (void)state;
  Kernel k = kernel_of(vector_add);
  for (int threads = 1; threads <= 5; threads++) {
    InterpreterFault fault;
    for (int i = 0; i < N; i++) {
      x[i] = (float)i * 0.25f;
      y[i] = (float)(i % 13);
      z[i] = -1;
    }
    z[N] = 77;
    assert_true(run(
        &k, (N + 63) / 64, 1, 1, threads, &fault,
        ARGS(buffer("x", x, sizeof x), buffer("y", y, sizeof y), buffer("z", z, N * sizeof *z), scalar(N))));
    for (int i = 0; i < N; i++)
      assert_float_equal(z[i], x[i] + y[i], 0);
    assert_float_equal(z[N], 77, 0);
  }
  kernel_free(&k);
}

/* Each program writes its coordinates and the grid's extents at its own place. */
static void programs_know_their_place(void **state)
{
  enum { X = 5, Y = 3, Z = 4 };
  static int32_t out[X * Y * Z][4];
  (void)state;
  Kernel k = kernel_of("func.func @f(%z: !tri.ptr<i32>) attributes {tri.kernel} {\n"
                       "  %x = tri.program_id x\n"
                       "  %y = tri.program_id y\n"
                       "  %w = tri.program_id z\n"
                       "  %nx = tri.num_programs x\n"
                       "  %ny = tri.num_programs y\n"
                       "  %nz = tri.num_programs z\n"
                       "  %c1 = arith.constant 1 : i32\n"
                       "  %c4 = arith.constant 4 : i32\n"
                       "  %c100 = arith.constant 100 : i32\n"
                       "  %a = arith.muli %w, %ny : i32\n"
                       "  %b = arith.addi %a, %y : i32\n"
                       "  %c = arith.muli %b, %nx : i32\n"
                       "  %id = arith.addi %c, %x : i32\n"
                       "  %at = arith.muli %id, %c4 : i32\n"
                       "  %p0 = tri.addptr %z, %at : !tri.ptr<i32>, i32\n"
                       "  %p1 = tri.addptr %p0, %c1 : !tri.ptr<i32>, i32\n"
                       "  %p2 = tri.addptr %p1, %c1 : !tri.ptr<i32>, i32\n"
                       "  %p3 = tri.addptr %p2, %c1 : !tri.ptr<i32>, i32\n"
                       "  tri.store %x to %p0 : i32\n"
                       "  tri.store %y to %p1 : i32\n"
                       "  tri.store %w to %p2 : i32\n"
                       "  %u = arith.muli %nx, %c100 : i32\n"
                       "  %v = arith.addi %u, %nz : i32\n"
                       "  tri.store %v to %p3 : i32\n"
                       "  return\n"
                       "}\n");
  for (int threads = 1; threads <= 4; threads += 3) {
    InterpreterFault fault;
    memset(out, 0xff, sizeof out);
    assert_true(run(&k, X, Y, Z, threads, &fault, ARGS(buffer("z", out, sizeof out))));
    for (int i = 0; i < X * Y * Z; i++) {
      assert_int_equal(out[i][0], i % X);
      assert_int_equal(out[i][1], i / X % Y);
      assert_int_equal(out[i][2], i / X / Y);
      assert_int_equal(out[i][3], X * 100 + Z);
    }
  }
  kernel_free(&k);
}

static void an_empty_grid_runs_nothing(void **state)
{
  int32_t z = 7;
  InterpreterFault fault;
  (void)state;
  Kernel k = kernel_of("func.func @f(%z: !tri.ptr<i32>) attributes {tri.kernel} {\n"
                       "  %c1 = arith.constant 1 : i32\n"
                       "  tri.store %c1 to %z : i32\n"
                       "  return\n"
                       "}\n");
  assert_true(run(&k, 0, 1, 1, 2, &fault, ARGS(buffer("z", &z, sizeof z))));
  assert_true(run(&k, 5, 0, 1, 2, &fault, ARGS(buffer("z", &z, sizeof z))));
  assert_true(run(&k, 5, 1, 0, 2, &fault, ARGS(buffer("z", &z, sizeof z))));
  assert_int_equal(z, 7);
  assert_true(run(&k, 1, 1, 1, 2, &fault, ARGS(buffer("z", &z, sizeof z))));
  assert_int_equal(z, 1);
  kernel_free(&k);
}

/* Every program from the first on faults; those below must all have run, and the first is reported each time.
 */
static void the_lowest_fault_is_reported(void **state)
{
  enum { N = 5000 };
  static int32_t z[N];
  (void)state;
  Kernel k = kernel_of("func.func @f(%z: !tri.ptr<i32>, %first: i32) attributes {tri.kernel} {\n"
                       "  %x = tri.program_id x\n"
                       "  %y = tri.program_id y\n"
                       "  %c100 = arith.constant 100 : i32\n"
                       "  %c1 = arith.constant 1 : i32\n"
                       "  %c0 = arith.constant 0 : i32\n"
                       "  %r = arith.muli %y, %c100 : i32\n"
                       "  %id = arith.addi %r, %x : i32\n"
                       "  %bad = arith.cmpi sge, %id, %first : i32\n"
                       "  %d = arith.select %bad, %c0, %c1 : i32\n"
                       "  %q = arith.divui %c1, %d : i32\n"
                       "  %p = tri.addptr %z, %id : !tri.ptr<i32>, i32\n"
                       "  tri.store %q to %p : i32\n"
                       "  return\n"
                       "}\n");
  for (int round = 0; round < 40; round++) {
    InterpreterFault fault;
    int first = round * 123 % N;
    char words[80];
    memset(z, 0, sizeof z);
    assert_false(run(&k, 100, N / 100, 1, 1 + round % 4, &fault,
                     ARGS(buffer("z", z, sizeof z), scalar((uint64_t)first))));
    snprintf(words, sizeof words, "k.mlir:11:8: arith.divui: program (%d, %d, 0) divides by zero",
             first % 100, first / 100);
    assert_string_equal(fault.message, words);
    assert_int_equal(fault.program[0], first % 100);
    assert_int_equal(fault.program[1], first / 100);
    for (int i = 0; i < first; i++)
      assert_int_equal(z[i], 1);
  }
  kernel_free(&k);
}

/* Program n waits until program n - 1 has written, so all must be in flight or done in order. */
static void later_programs_may_wait_for_earlier_ones(void **state)
{
  enum { N = 64 };
  static int32_t flags[N + 1];
  (void)state;
  Kernel k = kernel_of("func.func @f(%z: !tri.ptr<i32>) attributes {tri.kernel} {\n"
                       "  %x = tri.program_id x\n"
                       "  %c0 = arith.constant 0 : i32\n"
                       "  %c1 = arith.constant 1 : i32\n"
                       "  %p = tri.addptr %z, %x : !tri.ptr<i32>, i32\n"
                       "  %q = tri.addptr %p, %c1 : !tri.ptr<i32>, i32\n"
                       "  %v = scf.while (%i = %c0) : (i32) -> i32 {\n"
                       "    %now = tri.load %p volatile : i32\n"
                       "    %wait = arith.cmpi eq, %now, %c0 : i32\n"
                       "    scf.condition(%wait) %now : i32\n"
                       "  } do {\n"
                       "  ^bb0(%now: i32):\n"
                       "    scf.yield %now : i32\n"
                       "  }\n"
                       "  %w = arith.addi %v, %c1 : i32\n"
                       "  tri.store %w to %q volatile : i32\n"
                       "  return\n"
                       "}\n");
  for (int threads = 1; threads <= 3; threads++) {
    InterpreterFault fault;
    uint64_t args[] = {(uintptr_t)flags};
    InterpreterBuffer buffers[] = {{"z", flags, sizeof flags}};
    memset(flags, 0, sizeof flags);
    flags[0] = 1;
    assert_true(interpreter_run(k.in,
                                &(InterpreterRun){.grid = {N, 1, 1},
                                                  .args = args,
                                                  .n_args = 1,
                                                  .buffers = buffers,
                                                  .n_buffers = 1,
                                                  .threads = threads},
                                &fault));
    assert_int_equal(flags[N], N + 1);
  }
  kernel_free(&k);
}

static void what_the_caller_passes_is_checked(void **state)
{
  InterpreterFault fault;
  (void)state;
  Kernel k = kernel_of(vector_add);
  assert_false(run(&k, 1, 1, 1, 1, &fault, ARGS(scalar(0))));
  assert_string_equal(fault.message, "@vector_add takes 4 arguments, got 1");
  assert_false(run(&k, -1, 1, 1, 1, &fault, ARGS(scalar(0), scalar(0), scalar(0), scalar(0))));
  assert_string_equal(fault.message, "the grid has a negative extent");
  assert_false(run(&k, INT64_C(1) << 40, INT64_C(1) << 40, 1, 1, &fault,
                   ARGS(scalar(0), scalar(0), scalar(0), scalar(0))));
  assert_string_equal(fault.message, "the grid has more than 2^62 programs");
  kernel_free(&k);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds_vectors_on_any_number_of_threads),
      cmocka_unit_test(programs_know_their_place),
      cmocka_unit_test(an_empty_grid_runs_nothing),
      cmocka_unit_test(the_lowest_fault_is_reported),
      cmocka_unit_test(later_programs_may_wait_for_earlier_ones),
      cmocka_unit_test(what_the_caller_passes_is_checked),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
