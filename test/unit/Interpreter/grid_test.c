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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(adds_vectors_on_any_number_of_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
