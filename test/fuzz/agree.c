#include "agree.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 16 };

/* ---- arguments ---- */

typedef struct {
  TriArg args[MAX_ARGS];
  unsigned char *buffers[MAX_ARGS];
} Inputs;

static bool make_inputs(TriKernel *k, Inputs *in)
{
  const TriParameter *p;
  size_t n = tri_kernel_parameters(k, &p);
  if (n > MAX_ARGS)
    return false;
  memset(in, 0, sizeof *in);
  for (size_t i = 0; i < n; i++)
    if (p[i].type == TRI_PTR) {
      in->buffers[i] = aligned_alloc(AGREE_ALIGNMENT, AGREE_BUFFER_BYTES);
      for (int b = 0; in->buffers[i] && b < AGREE_BUFFER_BYTES; b++)
        in->buffers[i][b] = (unsigned char)((unsigned)b * 167u + (unsigned)(b / 64) + (unsigned)i * 31u);
      in->args[i] = tri_buffer(in->buffers[i], AGREE_BUFFER_BYTES);
    } else if (p[i].type >= TRI_F8E4M3FN && p[i].type <= TRI_F64)
      in->args[i] = tri_float(0.75 + (double)i);
    else
      in->args[i] = tri_int(p[i].type == TRI_I1 ? 1 : 16);
  return true;
}

static void free_inputs(Inputs *in)
{
  for (int i = 0; i < MAX_ARGS; i++)
    free(in->buffers[i]);
}

/* ---- comparing ---- */

static uint64_t element(const unsigned char *buffer, size_t bytes, size_t i)
{
  uint64_t bits = 0;
  memcpy(&bits, buffer + i * bytes, bytes);
  return bits;
}

/* Exponent and fraction bits of each float type. */
static bool is_nan(TriType t, uint64_t bits)
{
  static const struct {
    int exponent, fraction;
  } formats[TRI_TYPE_COUNT] = {[TRI_F8E5M2] = {5, 2},
                               [TRI_F16] = {5, 10},
                               [TRI_BF16] = {8, 7},
                               [TRI_F32] = {8, 23},
                               [TRI_F64] = {11, 52}};
  int e = formats[t].exponent, f = formats[t].fraction;
  if (t == TRI_F8E4M3FN)
    return (bits & 0x7f) == 0x7f;
  uint64_t exponent = (UINT64_C(1) << e) - 1;
  return e && ((bits >> f) & exponent) == exponent && (bits & ((UINT64_C(1) << f) - 1));
}

static bool is_same(TriType t, uint64_t a, uint64_t b) { return a == b || (is_nan(t, a) && is_nan(t, b)); }

static void compare(TriKernel *k, const Inputs *ref, const Inputs *sim)
{
  const TriParameter *p;
  size_t n = tri_kernel_parameters(k, &p);
  for (size_t a = 0; a < n; a++) {
    bool compared = p[a].type == TRI_PTR && p[a].pointee != TRI_PTR;
    size_t bytes = compared ? (size_t)tri_type_bytes(p[a].pointee) : 0;
    for (size_t i = 0; bytes && i < AGREE_BUFFER_BYTES / bytes; i++) {
      uint64_t r = element(ref->buffers[a], bytes, i), s = element(sim->buffers[a], bytes, i);
      if (!is_same(p[a].pointee, r, s)) {
        fprintf(stderr, "%s[%zu]: ref %#llx, sim %#llx\n", p[a].name, i, (unsigned long long)r,
                (unsigned long long)s);
        abort();
      }
    }
  }
}

/* ---- running ---- */

static TriStatus launch(TriCompiler *c, TriKernel *k, TriTarget target, Inputs *in, char error[512])
{
  const TriParameter *p;
  TriLaunch l = {.target = target, .grid = {2, 1, 1}, .args = in->args, .threads = 1};
  l.n_args = tri_kernel_parameters(k, &p);
  TriStatus s = tri_launch(k, &l, NULL);
  snprintf(error, 512, "%s", s == TRI_OK ? "" : tri_error(c));
  return s;
}

static bool says(const char *error, const char *word) { return strstr(error, word) != NULL; }

/* The op at which ref faulted is not in the code: what has a result that nobody needs may go, its faults with
 * it. */
static bool was_dropped(TriKernel *k, const char *error)
{
  size_t place = strcspn(error, " ");
  const TriCost *cost = tri_kernel_cost(k, NULL);
  for (size_t i = 0; cost && place && i < cost->n_accesses; i++)
    if (!strncmp(cost->accesses[i].place, error, place - 1))
      return false;
  return !says(error, " writes ");
}

void expect_agreement(TriCompiler *c, TriKernel *k)
{
  Inputs ref, sim;
  char ref_error[512], sim_error[512];
  if (!make_inputs(k, &ref) || !make_inputs(k, &sim))
    return;
  TriStatus r = launch(c, k, TRI_TARGET_REF, &ref, ref_error),
            s = launch(c, k, TRI_TARGET_SIM, &sim, sim_error);
  if (getenv("TRI_PRINT"))
    printf("ref: %d %s\nsim: %d %s\n", r, ref_error, s, sim_error);
  bool excused = (s == TRI_OK && was_dropped(k, ref_error)) || says(ref_error, "undefined") ||
                 says(sim_error, "race") || r == TRI_USAGE ||
                 (s == TRI_COMPILE && !says(sim_error, "simulator")) || r == TRI_COMPILE;
  if (!excused && r != s) {
    fprintf(stderr, "ref: %d %s\nsim: %d %s\n", r, ref_error, s, sim_error);
    abort();
  }
  if (r == TRI_OK && s == TRI_OK)
    compare(k, &ref, &sim);
  free_inputs(&ref);
  free_inputs(&sim);
}
