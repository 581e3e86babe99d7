/* What a run did: for people (report.c) and for programs (report_json.c). */
#ifndef TRI_RUN_REPORT_H
#define TRI_RUN_REPORT_H

#include "arguments.h"
#include "check.h"

/* A --check: which output, with what, and how it went. */
typedef struct {
  const Argument *argument;
  bool is_reference;   /* what ref or sim gave */
  const char *against; /* "want.npy" or "full(3, n)" */
  Tolerance tolerance;
  const char *rule; /* how, of a comparison with ref or sim: "bit by bit"; else NULL */
  Array want;
  Comparison result;
} Check;
typedef Vec(Check) CheckList;

typedef struct Bench Bench;

typedef struct {
  const char *file, *kernel;
  const char *arch; /* what the code is for */
  int64_t grid[3];
  int64_t block[3]; /* threads */
  TriStats stats;
  const TriCost *cost;  /* --report; else NULL */
  const Bench *bench;   /* --bench; else NULL */
  const double *phases; /* --time of what was compiled: seconds; else NULL */
  const Options *options;
  const Arguments *arguments;
  CheckList checks;
} Report;

/* The kernel, where it ran, its grid and time; every argument with its first and last values, '*' where it
 * may have been written; checks that hold. */
void report_print(FILE *f, Arena *a, const Report *r);

/* "1.23 ms". */
const char *time_text(Arena *a, double seconds);

/* What the check compares with, and how: "ref, bit by bit". */
const char *check_text(Arena *a, const Check *c);

/* The value of a scalar argument. */
const char *scalar_text(Arena *a, const Argument *argument);

/* One JSON document (docs/tri-run.md describes it). With a problem it says that alone, with what is known of
 * the run (r may be NULL) and its checks. */
bool report_json(FILE *f, Arena *a, const Report *r, const Problem *p);

#endif
