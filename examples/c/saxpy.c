/* y = a·x + y with libtri: a kernel in a string, compiled and run in this process on this program's own
 * memory.
 *
 *   cc saxpy.c -ltri -o saxpy && ./saxpy
 *   y = 2·x + y over 1000 elements: 4 programs, all right
 *
 * With an argument it is the size of a block, set as the template parameter BLOCK: ./saxpy 128 */
#include <tri/tri.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

static const char kernel_text[] = "#BLOCK = 256 : i32       // tri-param {64, 128, 256}\n"
                                  "!index = tensor<256xi32> // tri: tensor<${BLOCK}xi32>\n"
                                  "!block = tensor<256xf32> // tri: tensor<${BLOCK}xf32>\n"
                                  "\n"
                                  "func.func @saxpy(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %a: f32, %n: i32)\n"
                                  "    attributes {tri.kernel, tri.grid = \"cdiv(n, BLOCK)\"} {\n"
                                  "  %pid   = tri.program_id x\n"
                                  "  %size  = arith.constant #BLOCK\n"
                                  "  %start = arith.muli %pid, %size : i32\n"
                                  "  %first = tri.splat %start : !index\n"
                                  "  %lane  = tri.range : !index\n"
                                  "  %i     = arith.addi %first, %lane : !index\n"
                                  "  %end   = tri.splat %n : !index\n"
                                  "  %in    = arith.cmpi slt, %i, %end : !index\n"
                                  "  %px    = tri.addptr %x, %i : !tri.ptr<f32>, !index\n"
                                  "  %py    = tri.addptr %y, %i : !tri.ptr<f32>, !index\n"
                                  "  %xs    = tri.load %px where %in : !block\n"
                                  "  %ys    = tri.load %py where %in : !block\n"
                                  "  %as    = tri.splat %a : !block\n"
                                  "  %ax    = arith.mulf %as, %xs : !block\n"
                                  "  %sum   = arith.addf %ax, %ys : !block\n"
                                  "  tri.store %sum to %py where %in : !block\n"
                                  "  return\n"
                                  "}\n";

/* What the grid's expression may name: the scalar argument n, and the template's parameters. */
static bool value_of(const char *name, int64_t *value, void *data)
{
  const TriParam *params;
  size_t n = tri_module_params(data, &params);
  if (strcmp(name, "n") == 0)
    return *value = N, true;
  for (size_t i = 0; i < n; i++)
    if (strcmp(name, params[i].name) == 0)
      return *value = strtoll(params[i].value, NULL, 10), true;
  return false;
}

static TriStatus run(TriKernel *k, TriModule *m, float *x, float *y, TriStats *stats)
{
  TriArg args[] = {tri_buffer(x, N * sizeof *x), tri_buffer(y, N * sizeof *y), tri_float(2), tri_int(N)};
  TriLaunch launch = {.target = TRI_TARGET_REF, .args = args, .n_args = 4};
  char error[256];
  if (!tri_evaluate_grid(tri_kernel_grid(k), value_of, m, launch.grid, error, sizeof error)) {
    fprintf(stderr, "saxpy: the grid: %s\n", error);
    return TRI_USAGE;
  }
  return tri_launch(k, &launch, stats);
}

int main(int argc, char **argv)
{
  TriCompiler *c = tri_compiler_new();
  TriDefine block = {"BLOCK", argc > 1 ? argv[1] : "256"};
  TriModule *m = tri_module_parse(c, kernel_text, strlen(kernel_text), "saxpy", &block, 1);
  TriKernel *k = m ? tri_module_kernel(m, "saxpy") : NULL;
  static float x[N], y[N];
  for (int i = 0; i < N; i++)
    x[i] = (float)i, y[i] = 1;

  TriStats stats;
  TriStatus status = k ? run(k, m, x, y, &stats) : tri_status(c);
  int wrong = 0;
  for (int i = 0; i < N; i++)
    wrong += y[i] != 2 * x[i] + 1;

  if (status != TRI_OK)
    fprintf(stderr, "saxpy: %s\n", tri_error(c));
  else
    printf("y = 2·x + y over %d elements: %lld programs, %s\n", N, (long long)stats.programs,
           wrong ? "wrong" : "all right");
  tri_compiler_free(c);
  return status != TRI_OK ? (int)status : wrong != 0;
}
