/* Every example in every type and several sizes on CUDA, on the simulator and on the reference interpreter.
 * All of them are of exact operations (docs/semantics.md, class E), so the rule is: equal bits, NaN by class.
 */
#include "gpu.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const TriType floats[] = {TRI_F16, TRI_BF16, TRI_F32, TRI_F64, TRI_NONE};
static const TriType ints[] = {TRI_I8, TRI_I16, TRI_I32, TRI_I64, TRI_NONE};
static const TriType both[] = {TRI_I8,   TRI_I16, TRI_I32, TRI_I64, TRI_F16,
                               TRI_BF16, TRI_F32, TRI_F64, TRI_NONE};

/* One launch's arguments: which buffers, of how many elements, and scalars. The output is compared. */
typedef struct {
  TriArg args[MAX_ARGS];
  size_t n_args;
  size_t output;    /* which argument */
  size_t out_count; /* its elements */
} Call;

static void *add_buffer(Call *c, TriType t, size_t n, uint64_t seed)
{
  size_t bytes = n * (size_t)tri_type_bytes(t);
  void *data = aligned_alloc(256, (bytes + 511) & ~(size_t)255);
  fill_random(t, data, n, seed);
  c->args[c->n_args++] = tri_buffer(data, bytes);
  return data;
}

static void add_output(Call *c, TriType t, size_t n)
{
  c->output = c->n_args;
  c->out_count = n;
  add_buffer(c, t, n, 99);
}

static void add_int(Call *c, int64_t i) { c->args[c->n_args++] = tri_int(i); }

static void call_add(Call *c, TriType t, size_t n)
{
  add_buffer(c, t, n, 1);
  add_buffer(c, t, n, 2);
  add_output(c, t, n);
  add_int(c, (int64_t)n);
}

static void call_relu(Call *c, TriType t, size_t n)
{
  add_buffer(c, t, n, 3);
  add_output(c, t, n);
  add_int(c, (int64_t)n);
  c->args[c->n_args++] = tri_float(0.01);
}

static void call_gather(Call *c, TriType t, size_t n)
{
  enum { ROWS = 777, STRIDE = 3 };
  uint64_t seed = 4;
  add_buffer(c, t, ROWS * STRIDE, 5);
  int32_t *index = add_buffer(c, TRI_I32, n, 6);
  for (size_t i = 0; i < n; i++)
    index[i] = (int32_t)(next_random(&seed) % ROWS);
  add_output(c, t, n);
  add_int(c, (int64_t)n);
  add_int(c, STRIDE);
}

static void call_copy(Call *c, TriType t, size_t n)
{
  int64_t columns = (int64_t)sqrt((double)n) + 1, rows = (int64_t)n / columns + 1;
  add_buffer(c, t, (size_t)(rows * (columns + 4)), 7);
  add_output(c, t, (size_t)(rows * (columns + 6)));
  add_int(c, rows);
  add_int(c, columns);
  add_int(c, columns + 4);
  add_int(c, columns + 6);
}

static void call_horner(Call *c, TriType t, size_t n)
{
  enum { DEGREE = 7 };
  add_buffer(c, t, n, 8);
  add_buffer(c, t, DEGREE + 1, 9);
  add_output(c, t, n);
  add_int(c, (int64_t)n);
  add_int(c, DEGREE);
  add_int(c, (int64_t)(n & 1));
}

static const struct {
  const char *file, *kernel, *type_parameter;
  const TriType *types;
  void (*call)(Call *c, TriType t, size_t n);
  const char *tile; /* the parameter of the block's size */
  const char *tiles[3];
} cases[] = {
    {"vector_add.mlir", "vector_add", "F", floats, call_add, "BLOCK", {"128", "1024", "2048"}},
    {"vector_add.mlir", "vector_add_int", "I", ints, call_add, "BLOCK", {"128", "1024", "2048"}},
    {"leaky_relu.mlir", "leaky_relu", "T", floats, call_relu, "BLOCK", {"128", "1024", "2048"}},
    {"strided_gather.mlir", "strided_gather", "T", both, call_gather, "BLOCK", {"64", "256", "512"}},
    {"masked_copy_2d.mlir", "masked_copy_2d", "T", both, call_copy, "ROWS", {"1", "16", "32"}},
    {"horner.mlir", "horner", "T", floats, call_horner, "BLOCK", {"64", "512", "1024"}},
};

static const size_t sizes[] = {1, 127, 1024, 10000, 98432};
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* ---- comparing ---- */

static bool is_nan(TriType t, uint64_t bits)
{
  switch (t) {
  case TRI_F16:
    return (bits & 0x7fff) > 0x7c00;
  case TRI_BF16:
    return (bits & 0x7fff) > 0x7f80;
  case TRI_F32:
    return (bits & 0x7fffffff) > 0x7f800000;
  case TRI_F64:
    return (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000);
  default:
    return false;
  }
}

static size_t differences(TriType t, const void *a, const void *b, size_t n)
{
  size_t bytes = (size_t)tri_type_bytes(t), wrong = 0;
  for (size_t i = 0; i < n; i++) {
    uint64_t x = 0, y = 0;
    memcpy(&x, (const char *)a + i * bytes, bytes);
    memcpy(&y, (const char *)b + i * bytes, bytes);
    wrong += x != y && !(is_nan(t, x) && is_nan(t, y));
  }
  return wrong;
}

/* ---- running ---- */

/* The output of the target, in memory of its own; NULL after a message. */
static void *run(TriKernel *k, TriCompiler *compiler, Call c, TriTarget target)
{
  TriArg *out = &c.args[c.output];
  void *data = aligned_alloc(256, (out->bytes + 511) & ~(size_t)255);
  memcpy(data, out->data, out->bytes);
  out->data = data;
  TriLaunch l = {.target = target, .args = c.args, .n_args = c.n_args};
  if (tri_kernel_default_grid(k, c.args, c.n_args, l.grid) == TRI_OK && tri_launch(k, &l, NULL) == TRI_OK)
    return data;
  fprintf(stderr, "tri-gpu: %s on target %d: %s\n", tri_kernel_name(k), (int)target, tri_error(compiler));
  free(data);
  return NULL;
}

/* Runs one case; false where the targets differ or one fails. */
static bool check(TriKernel *k, TriCompiler *compiler, size_t which, TriType t, const char *tile, size_t n)
{
  static const TriTarget targets[] = {TRI_TARGET_REF, TRI_TARGET_SIM, TRI_TARGET_CUDA};
  Call c = {0};
  void *out[3] = {NULL};
  cases[which].call(&c, t, n);
  bool ran = true;
  for (int i = 0; i < 3; i++)
    ran = (out[i] = run(k, compiler, c, targets[i])) != NULL && ran;
  size_t from_ref = ran ? differences(t, out[2], out[0], c.out_count) : c.out_count,
         from_sim = ran ? differences(t, out[2], out[1], c.out_count) : c.out_count,
         written = ran ? differences(t, out[0], c.args[c.output].data, c.out_count) : 0;
  printf("{\"what\": \"agree\", \"example\": \"%s\", \"type\": \"%s\", \"%s\": %s, \"n\": %zu, \"rule\": "
         "\"equal "
         "bits\", \"elements\": %zu, \"changed\": %zu, \"differ_from_ref\": %zu, \"differ_from_sim\": %zu, "
         "\"ok\": %s}\n",
         cases[which].kernel, tri_type_name(t), cases[which].tile, tile, n, c.out_count, written, from_ref,
         from_sim, ran && !from_ref && !from_sim ? "true" : "false");
  for (int i = 0; i < 3; i++)
    free(out[i]);
  for (size_t i = 0; i < c.n_args; i++)
    free(c.args[i].data);
  return ran && !from_ref && !from_sim;
}

static bool check_kernel(const char *examples, size_t which, TriType t, const char *tile)
{
  TriCompiler *c = tri_compiler_new();
  const TriDefine defines[] = {{cases[which].type_parameter, tri_type_name(t)}, {cases[which].tile, tile}};
  TriKernel *k = example_kernel(c, examples, cases[which].file, cases[which].kernel, defines, 2);
  bool ok = k != NULL;
  for (size_t i = 0; i < COUNT(sizes) && k; i++)
    ok = check(k, c, which, t, tile, sizes[i]) && ok;
  tri_compiler_free(c);
  return ok;
}

int agree(const char *examples)
{
  bool ok = true;
  for (size_t i = 0; i < COUNT(cases); i++)
    for (const TriType *t = cases[i].types; *t; t++)
      for (size_t tile = 0; tile < 3; tile++)
        ok = check_kernel(examples, i, *t, cases[i].tiles[tile]) && ok;
  return ok ? 0 : 1;
}
