/* Runs one kernel of this folder on the simulator.
 *
 *   run_kernels NAME NAME.ptx            must end well and agree with plain C
 *   run_kernels NAME NAME.ptx NAME.cu N  must end with a fault of a kind and at a line that NAME.cu marks
 * `fault N: kind …` */
#include "Numeric/numeric.h"
#include "Simulator/simulator.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  TriSimModule *module;
  TriSimMemory *memory;
  TriSimLaunch launch;
  TriSimResult result;
} Run;

static int failures;

static void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void fail(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fputc('\n', stderr);
  failures++;
}

static uint32_t next_random(void)
{
  static uint64_t state = 12345;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33);
}
static float random_float(void) { return (float)(int32_t)(next_random() % 2001) / 1000.0f - 1.0f; }

static void add(Run *r, const char *name, void *p, size_t bytes)
{
  if (!tri_sim_memory_add(r->memory, name, p, bytes))
    fail("buffer '%s' overlaps another", name);
}

/* True when the launch ended well, so that results can be compared. */
static bool launch(Run *r, uint32_t gx, uint32_t gy, uint32_t bx, uint32_t by, const void *params,
                   size_t bytes)
{
  r->launch.kernel = tri_sim_kernel_find(r->module, "kernel");
  memcpy(r->launch.grid, (uint32_t[]){gx, gy, 1}, sizeof r->launch.grid);
  memcpy(r->launch.block, (uint32_t[]){bx, by, 1}, sizeof r->launch.block);
  r->launch.params = params;
  r->launch.param_bytes = bytes;
  TriSimOptions o = {.threads = 2, .instruction_limit = 200000000};
  return tri_sim_launch(r->memory, &r->launch, &o, &r->result);
}
#define LAUNCH(r, gx, gy, bx, by, p) launch(r, gx, gy, bx, by, &(p), sizeof(p))

static void same_ints(const char *what, const int *got, const int *want, int n)
{
  for (int i = 0; i < n; i++)
    if (got[i] != want[i]) {
      fail("%s[%d] is %d, expected %d", what, i, got[i], want[i]);
      return;
    }
}

static void near_floats(const char *what, const float *got, const float *want, int n, float bound)
{
  for (int i = 0; i < n; i++)
    if (!(fabsf(got[i] - want[i]) <= bound * (1 + fabsf(want[i])))) {
      fail("%s[%d] is %g, expected %g", what, i, (double)got[i], (double)want[i]);
      return;
    }
}

/* ---- kernels
 * ------------------------------------------------------------------------------------------------- */

static void reduction(Run *r)
{
  enum { N = 256 * 9 };
  static float x[N], out[9], want[9];
  for (int i = 0; i < N; i++)
    x[i] = random_float();
  for (int b = 0; b < 9; b++) {
    float s[256];
    memcpy(s, x + b * 256, sizeof s);
    for (int stride = 128; stride > 0; stride /= 2)
      for (int t = 0; t < stride; t++)
        s[t] += s[t + stride];
    want[b] = s[0];
  }
  add(r, "x", x, sizeof x);
  add(r, "out", out, sizeof out);
  struct {
    float *x, *out;
    int n;
    int pad;
  } p = {x, out, N, 0};
  if (launch(r, 9, 1, 256, 1, &p, 20))
    near_floats("out", out, want, 9, 0);
}

static void transpose(Run *r)
{
  enum { N = 96 };
  static float in[N * N], out[N * N], want[N * N];
  for (int i = 0; i < N * N; i++) {
    in[i] = random_float();
    want[i % N * N + i / N] = in[i];
  }
  add(r, "in", in, sizeof in);
  add(r, "out", out, sizeof out);
  struct {
    float *in, *out;
    int n, pad;
  } p = {in, out, N, 0};
  if (launch(r, N / 32, N / 32, 32, 8, &p, 20)) {
    near_floats("out", out, want, N * N, 0);
    if (r->result.counters.shared_excess)
      fail("the padded tile has %llu bank conflicts", (unsigned long long)r->result.counters.shared_excess);
  }
}

static void histogram(Run *r)
{
  enum { N = 10000 };
  static unsigned char data[N];
  static int bins[256], want[256];
  for (int i = 0; i < N; i++)
    want[data[i] = (unsigned char)(next_random() % 200)]++;
  add(r, "data", data, sizeof data);
  add(r, "bins", bins, sizeof bins);
  struct {
    void *data, *bins;
    int n, pad;
  } p = {data, bins, N, 0};
  if (launch(r, 7, 1, 128, 1, &p, 20))
    same_ints("bins", bins, want, 256);
}

static void scan(Run *r)
{
  enum { N = 256 * 4 };
  static int x[N], out[N], want[N];
  for (int i = 0; i < N; i++) {
    x[i] = (int)(next_random() % 1000);
    want[i] = x[i] + (i % 256 ? want[i - 1] : 0);
  }
  add(r, "x", x, sizeof x);
  add(r, "out", out, sizeof out);
  struct {
    int *x, *out;
  } p = {x, out};
  if (LAUNCH(r, 4, 1, 256, 1, p))
    same_ints("out", out, want, N);
}

static void lock(Run *r)
{
  enum { N = 50 };
  static int word, counter, order[N], seen[N];
  add(r, "lock", &word, sizeof word);
  add(r, "counter", &counter, sizeof counter);
  add(r, "order", order, sizeof order);
  struct {
    int *lock, *counter, *order;
  } p = {&word, &counter, order};
  if (!LAUNCH(r, N, 1, 32, 1, p))
    return;
  same_ints("counter", &counter, (int[]){N}, 1);
  for (int i = 0; i < N; i++)
    if (order[i] < 1 || order[i] > N || seen[order[i] - 1]++)
      fail("order[%d] is %d, a block that was there before or does not exist", i, order[i]);
}

static void lanelock(Run *r)
{
  static int word, counter;
  add(r, "lock", &word, sizeof word);
  add(r, "counter", &counter, sizeof counter);
  struct {
    int *lock, *counter;
  } p = {&word, &counter};
  if (LAUNCH(r, 3, 1, 64, 1, p))
    same_ints("counter", &counter, (int[]){192}, 1);
}

static void gridsync(Run *r)
{
  enum { B = 40, N = B * 64 };
  static int arrived, x[N], out[N], want[N];
  for (int i = 0; i < N; i++)
    want[i] = (N - 1 - i) * 3;
  add(r, "arrived", &arrived, sizeof arrived);
  add(r, "x", x, sizeof x);
  add(r, "out", out, sizeof out);
  struct {
    int *arrived, *x, *out;
  } p = {&arrived, x, out};
  if (LAUNCH(r, B, 1, 64, 1, p))
    same_ints("out", out, want, N);
}

static int escape(float cx, float cy, int limit)
{
  float x = 0, y = 0;
  int i = 0;
  for (; i < limit; i++) {
    float xx = x * x, yy = y * y;
    if (xx + yy > 4)
      break;
    y = 2 * x * y + cy;
    x = xx - yy + cx;
  }
  return i;
}

static void mandelbrot(Run *r)
{
  enum { W = 70, H = 45, LIMIT = 200 };
  static int out[W * H], want[W * H];
  for (int i = 0; i < W * H; i++)
    want[i] =
        escape(-2.0f + 3.0f * (float)(i % W) / (float)W, -1.0f + 2.0f * (float)(i / W) / (float)H, LIMIT);
  add(r, "out", out, sizeof out);
  struct {
    int *out;
    int width, height, limit, pad;
  } p = {out, W, H, LIMIT, 0};
  if (launch(r, (W * H + 127) / 128, 1, 128, 1, &p, 20))
    same_ints("out", out, want, W * H);
}

static void half(Run *r)
{
  enum { N = 1000 };
  static uint16_t a[N], b[N], c[N], h[N], p[N], q[N], s[N];
  for (int i = 0; i < N; i++) {
    a[i] = tri_f32_to_f16(random_float() * 4);
    b[i] = tri_f32_to_f16(random_float() * 4);
    c[i] = tri_f32_to_f16(random_float());
    p[i] = tri_f32_to_bf16(random_float() * 9);
    q[i] = tri_f32_to_bf16(random_float());
  }
  void *buffers[] = {a, b, c, h, p, q, s};
  for (int i = 0; i < 7; i++)
    add(r, (char[]){"abchpqs"[i], 0}, buffers[i], sizeof a);
  struct {
    void *a, *b, *c, *h, *p, *q, *s;
    int n, pad;
  } args = {a, b, c, h, p, q, s, N, 0};
  if (!launch(r, 8, 1, 128, 1, &args, 60))
    return;
  for (int i = 0; i < N; i++) {
    uint16_t t = tri_f16_mul(tri_f16_add(tri_f16_mul(a[i], b[i]), c[i]), a[i]);
    uint16_t fused = tri_f16_mul(tri_f16_fma(a[i], b[i], c[i]), a[i]);
    uint16_t u = tri_bf16_add(tri_bf16_mul(p[i], q[i]), p[i]), v = tri_bf16_fma(p[i], q[i], p[i]);
    if ((h[i] != t && h[i] != fused) || (s[i] != u && s[i] != v)) {
      fail("element %d: f16 0x%04x (expected 0x%04x), bf16 0x%04x (expected 0x%04x)", i, h[i], t, s[i], u);
      return;
    }
  }
}

static void nbody(Run *r)
{
  enum { N = 192 };
  static float bodies[N * 4], a[3][N], want[3][N];
  for (int i = 0; i < N * 4; i++)
    bodies[i] = random_float() + (i % 4 == 3 ? 1.5f : 0);
  for (int i = 0; i < N; i++) {
    double s[3] = {0};
    for (int k = 0; k < N; k++) {
      double d[3], r2 = 0.01;
      for (int c = 0; c < 3; c++) {
        d[c] = (double)bodies[k * 4 + c] - (double)bodies[i * 4 + c];
        r2 += d[c] * d[c];
      }
      for (int c = 0; c < 3; c++)
        s[c] += d[c] * (double)bodies[k * 4 + 3] / (r2 * sqrt(r2));
    }
    for (int c = 0; c < 3; c++)
      want[c][i] = (float)s[c];
  }
  add(r, "bodies", bodies, sizeof bodies);
  add(r, "a", a, sizeof a);
  struct {
    float *bodies, *ax, *ay, *az;
    int n, pad;
  } p = {bodies, a[0], a[1], a[2], N, 0};
  if (launch(r, N / 64, 1, 64, 1, &p, 36))
    for (int c = 0; c < 3; c++)
      near_floats("acceleration", a[c], want[c], N, 1e-3f);
}

static int by_value(const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void bitonic(Run *r)
{
  enum { N = 512 };
  static int x[N], out[N], want[N];
  for (int i = 0; i < N; i++)
    want[i] = x[i] = (int)(next_random() % 10000);
  qsort(want, N, sizeof *want, by_value);
  add(r, "x", x, sizeof x);
  add(r, "out", out, sizeof out);
  struct {
    int *x, *out;
  } p = {x, out};
  r->launch.dynamic_shared_bytes = N * sizeof(int);
  if (LAUNCH(r, 1, 1, 256, 1, p))
    same_ints("out", out, want, N);
}

static void search(Run *r)
{
  static char text[1000];
  static int positions[20], want[] = {3, 200, 210, 994};
  memset(text, 'n', sizeof text);
  for (int i = 0; i < 4; i++)
    memcpy(text + want[i], "needle", 6);
  add(r, "text", text, sizeof text);
  add(r, "positions", positions, sizeof positions);
  struct {
    char *text;
    int length, pad;
    int *positions;
  } p = {text, sizeof text, 0, positions};
  if (!LAUNCH(r, 8, 1, 128, 1, p))
    return;
  qsort(positions, 4, sizeof *positions, by_value);
  same_ints("positions", positions, want, 4);
  same_ints("found_count", tri_sim_memory_symbol(r->memory, "found_count", NULL, NULL), (int[]){4}, 1);
}

/* ---- the program
 * ------------------------------------------------------------------------------------------------ */

static const struct {
  const char *name;
  void (*run)(Run *);
} kernels[] = {
    {"reduction", reduction}, {"transpose", transpose}, {"histogram", histogram}, {"scan", scan},
    {"lock", lock},           {"lanelock", lanelock},   {"gridsync", gridsync},   {"mandelbrot", mandelbrot},
    {"half", half},           {"nbody", nbody},         {"bitonic", bitonic},     {"search", search}};

static char *read_file(const char *path, size_t *n)
{
  FILE *f = fopen(path, "rb");
  char *text = f ? malloc(1 << 20) : NULL;
  *n = text ? fread(text, 1, (1 << 20) - 1, f) : 0;
  if (text)
    text[*n] = '\0';
  else
    fail("cannot read %s", path);
  if (f)
    fclose(f);
  return text;
}

/* Whether a line of the source is marked `fault N:` with this kind. */
static bool marked(const char *source, int line, const char *number, const char *kind)
{
  char mark[32];
  snprintf(mark, sizeof mark, "fault %s:", number);
  for (const char *at = source; at; line--) {
    const char *end = strchr(at, '\n');
    size_t n = end ? (size_t)(end - at) : strlen(at);
    const char *m = line == 1 ? memmem(at, n, mark, strlen(mark)) : NULL;
    if (m) {
      const char *stop = memmem(m, n - (size_t)(m - at), "// ", 3);
      return memmem(m, (size_t)((stop ? stop : at + n) - m), kind, strlen(kind)) != NULL;
    }
    at = end ? end + 1 : NULL;
  }
  return false;
}

static void check_fault(const Run *r, const char *source_path, const char *number)
{
  size_t n;
  char *source = read_file(source_path, &n);
  const TriSimFault *f = &r->result.fault;
  const char *colon = strstr(f->location, ".cu:");
  int line = colon ? atoi(colon + 4) : 0;
  printf("%s\n", f->message);
  if (f->kind == TRI_SIM_OK)
    fail("fault %s was not found", number);
  else if (source && !marked(source, line, number, tri_sim_fault_name(f->kind)))
    fail("the fault is not where '// fault %s: %s' stands", number, tri_sim_fault_name(f->kind));
  free(source);
}

int main(int argc, char **argv)
{
  if (argc != 3 && argc != 5) {
    fprintf(stderr, "usage: %s NAME FILE.ptx [FILE.cu N]\n", argv[0]);
    return 2;
  }
  size_t n;
  char *text = read_file(argv[2], &n);
  TriSimError e;
  Run r = {.module = text ? tri_sim_module_parse(text, n, &e) : NULL};
  if (!r.module) {
    fprintf(stderr, "%s:%d:%d: %s\n", argv[2], e.line, e.column, e.message);
    return 1;
  }
  r.memory = tri_sim_memory_new(r.module);
  bool known = false;
  for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
    if (strcmp(kernels[i].name, argv[1]) == 0) {
      known = true;
      kernels[i].run(&r);
    }
  if (!known)
    fail("no kernel '%s'", argv[1]);
  if (argc == 5)
    check_fault(&r, argv[3], argv[4]);
  else if (r.result.fault.kind != TRI_SIM_OK)
    fail("%s", r.result.fault.message);
  tri_sim_memory_free(r.memory);
  tri_sim_module_free(r.module);
  free(text);
  return failures != 0;
}
