/* Adds two arrays with an installed libtri. */
#include <tri/tri.h>

#include <stdio.h>
#include <string.h>

static const char kernel[] =
    "func.func @add(%x: !tri.ptr<f32>, %y: !tri.ptr<f32>, %z: !tri.ptr<f32>) attributes {tri.kernel} {\n"
    "  %i  = tri.range : tensor<4xi32>\n"
    "  %px = tri.addptr %x, %i : !tri.ptr<f32>, tensor<4xi32>\n"
    "  %py = tri.addptr %y, %i : !tri.ptr<f32>, tensor<4xi32>\n"
    "  %pz = tri.addptr %z, %i : !tri.ptr<f32>, tensor<4xi32>\n"
    "  %a  = tri.load %px : tensor<4xf32>\n"
    "  %b  = tri.load %py : tensor<4xf32>\n"
    "  %c  = arith.addf %a, %b : tensor<4xf32>\n"
    "  tri.store %c to %pz : tensor<4xf32>\n"
    "  return\n}\n";

int main(void)
{
  float x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40}, z[4] = {0};
  TriCompiler *c = tri_compiler_new();
  TriModule *m = tri_module_parse(c, kernel, strlen(kernel), "add.mlir", NULL, 0);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  TriArg args[] = {tri_buffer(x, sizeof x), tri_buffer(y, sizeof y), tri_buffer(z, sizeof z)};
  TriStatus s =
      k ? tri_launch(k, &(TriLaunch){.grid = {1, 1, 1}, .args = args, .n_args = 3}, NULL) : tri_status(c);
  if (s != TRI_OK)
    fprintf(stderr, "%s\n", tri_error(c));
  else
    printf("%g %g %g %g\n", (double)z[0], (double)z[1], (double)z[2], (double)z[3]);
  tri_compiler_free(c);
  return (int)s;
}
