/* How long a kernel takes from text to PTX, in process: the median of each phase over 100 compiles after 3
 * warm-ups, and of the whole.
 *
 *   bench-compile [--json] [--runs N] [FILE.mlir …]
 *
 * Without files: the kernels below, of which some have a limit; past one of these the exit code is 1. The
 * compiler object is made once, as by a program that compiles many kernels; making it is a row of its own.
 * Times are of the processor, compiling being one busy thread; `total` is around parse and compile, what lies
 * between the phases included, and `wall` the same by the wall clock, which a busy machine stretches. */
#include "tri/tri.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARM_UPS = 3, MAX_RUNS = 10000, TOTAL = TRI_PHASE_COUNT, WALL, COLUMNS };

typedef struct {
  const char *file;
  double limit; /* of the total, in milliseconds; 0: none */
} Subject;

static const Subject subjects[] = {
    {TRI_SOURCE "/examples/vector_add.mlir", 15},
    {TRI_SOURCE "/bench/compile/wide.mlir", 100},
    {TRI_SOURCE "/bench/compile/wide_aligned.mlir", 100},
    {TRI_SOURCE "/bench/compile/wide_half.mlir", 0},
    {TRI_SOURCE "/bench/compile/softmax_4096.mlir", 25},
    {TRI_SOURCE "/bench/compile/softmax_4x65536.mlir", 500},
    {TRI_SOURCE "/bench/compile/long.mlir", 0},
    {TRI_SOURCE "/examples/horner.mlir", 0},
    {TRI_SOURCE "/examples/masked_copy_2d.mlir", 0},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static double milliseconds(clockid_t clock)
{
  struct timespec t;
  clock_gettime(clock, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static _Noreturn void die(const char *what, const char *why)
{
  fprintf(stderr, "bench-compile: %s: %s\n", what, why);
  exit(2);
}

static const char *base_name(const char *file)
{
  const char *slash = strrchr(file, '/');
  return slash ? slash + 1 : file;
}

/* ---- medians ---- */

static int by_value(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *x, int n)
{
  qsort(x, (size_t)n, sizeof *x, by_value);
  return n % 2 ? x[n / 2] : 0.5 * (x[n / 2 - 1] + x[n / 2]);
}

/* ---- one kernel ---- */

static char *read_file(const char *file)
{
  enum { MAX_BYTES = 1 << 20 };
  FILE *f = fopen(file, "rb");
  if (!f)
    die(file, "cannot be read");
  char *text = calloc(1, MAX_BYTES);
  size_t n = text ? fread(text, 1, MAX_BYTES, f) : MAX_BYTES;
  fclose(f);
  if (n == MAX_BYTES)
    die(file, "is too long");
  return text;
}

/* Compiles once; the milliseconds of every column. */
static void compile_once(TriCompiler *c, const char *file, const char *text, double row[COLUMNS])
{
  double start = milliseconds(CLOCK_THREAD_CPUTIME_ID), wall = milliseconds(CLOCK_MONOTONIC);
  TriModule *m = tri_module_parse(c, text, strlen(text), file, NULL, 0);
  TriKernel *k = m ? tri_module_kernel(m, NULL) : NULL;
  const double *seconds = k ? tri_kernel_seconds(k, NULL) : NULL;
  row[TOTAL] = milliseconds(CLOCK_THREAD_CPUTIME_ID) - start;
  row[WALL] = milliseconds(CLOCK_MONOTONIC) - wall;
  if (!seconds)
    die(file, tri_error(c));
  for (int i = 0; i < TRI_PHASE_COUNT; i++)
    row[i] = seconds[i] * 1e3;
}

static void measure(const char *file, int runs, double medians[COLUMNS])
{
  static double samples[COLUMNS][MAX_RUNS];
  char *text = read_file(file);
  TriCompiler *c = tri_compiler_new();
  for (int run = -WARM_UPS; run < runs; run++) {
    double row[COLUMNS];
    compile_once(c, file, text, row);
    for (int i = 0; i < COLUMNS && run >= 0; i++)
      samples[i][run] = row[i];
  }
  for (int i = 0; i < COLUMNS; i++)
    medians[i] = median(samples[i], runs);
  tri_compiler_free(c);
  free(text);
}

static double measure_compiler(int runs)
{
  static double samples[MAX_RUNS];
  for (int run = -WARM_UPS; run < runs; run++) {
    double start = milliseconds(CLOCK_THREAD_CPUTIME_ID);
    TriCompiler *c = tri_compiler_new();
    if (run >= 0)
      samples[run] = milliseconds(CLOCK_THREAD_CPUTIME_ID) - start;
    tri_compiler_free(c);
  }
  return median(samples, runs);
}

/* ---- printing ---- */

static const char *column(int i)
{
  return i == WALL ? "wall" : i == TOTAL ? "total" : tri_phase_name((TriPhase)i);
}

static void print_head(void)
{
  printf("%-24s", "milliseconds, median");
  for (int i = 0; i < COLUMNS; i++)
    printf("%10s", column(i));
  printf("%10s\n", "limit");
}

static void print_row(const char *file, const double medians[COLUMNS], double limit)
{
  printf("%-24s", base_name(file));
  for (int i = 0; i < COLUMNS; i++)
    printf("%10.3f", medians[i]);
  if (limit > 0)
    printf("%10.0f%s", limit, medians[TOTAL] < limit ? "" : "  MISSED");
  printf("\n");
  fflush(stdout);
}

static void print_json_row(const char *file, const double medians[COLUMNS], double limit)
{
  printf("  {\"kernel\": \"%s\"", base_name(file));
  for (int i = 0; i < COLUMNS; i++)
    printf(", \"%s\": %.6f", column(i), medians[i]);
  printf(", \"limit\": %g},\n", limit);
}

/* ---- options ---- */

typedef struct {
  bool json;
  int runs;
  const char *files[64];
  int n;
} Options;

static Options read_options(int argc, char **argv)
{
  Options o = {.runs = 100};
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "--json"))
      o.json = true;
    else if (!strcmp(argv[i], "--runs") && i + 1 < argc)
      o.runs = atoi(argv[++i]);
    else if (argv[i][0] == '-' || o.n == 64)
      die(argv[i], "usage: bench-compile [--json] [--runs N] [FILE.mlir …]");
    else
      o.files[o.n++] = argv[i];
  if (o.runs < 1 || o.runs > MAX_RUNS)
    die("--runs", "expected 1 to 10000");
  return o;
}

int main(int argc, char **argv)
{
  Options o = read_options(argc, argv);
  int n = o.n ? o.n : SUBJECTS;
  bool missed = false;
  if (o.json)
    printf("[\n");
  else
    print_head();
  for (int i = 0; i < n; i++) {
    Subject s = o.n ? (Subject){o.files[i], 0} : subjects[i];
    double medians[COLUMNS];
    measure(s.file, o.runs, medians);
    (o.json ? print_json_row : print_row)(s.file, medians, s.limit);
    missed |= s.limit > 0 && medians[TOTAL] >= s.limit;
  }
  double made = measure_compiler(o.runs);
  if (o.json)
    printf("  {\"compiler\": %.6f}\n]\n", made);
  else
    printf("tri_compiler_new %.3f\n", made);
  return missed;
}
