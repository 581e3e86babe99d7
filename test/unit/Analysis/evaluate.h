/* Evaluates a function of integers, pointers and blocks of these, and shows every value that comes to be.
 *
 * Knows the ops that the axis analysis has rules for, from their documentation alone: it shares nothing with
 * the analysis. An undefined element carries a mark; a program that faults, or branches on an undefined
 * value, ends. */
#ifndef TRI_TEST_ANALYSIS_EVALUATE_H
#define TRI_TEST_ANALYSIS_EVALUATE_H

#include "Dialect/types.h"
#include "Support/arena.h"

typedef struct {
  uint64_t state;
} Random;

uint64_t random_next(Random *r);
/* 0 … n - 1 */
int random_below(Random *r, int n);
/* A number of this many bits, sign-extended: often near zero, a power of two or a bound. */
int64_t random_int(Random *r, int width);

/* Elements in order, the last axis fastest; each is its bits as a signed number. */
typedef struct {
  Shape shape;
  int width; /* 64 for pointers and index */
  int64_t count, *v;
  bool *undefined;
} Elements;

Elements elements_new(Arena *a, MlirType t);

typedef struct {
  void *data;
  void (*value)(void *data, MlirValue v, const Elements *e);
  void (*access)(void *data, MlirOperation op, const Elements *ptr,
                 const Elements *mask); /* mask may be NULL */
  Random *random;                       /* program ids and what loads give */
  int64_t max_steps;
} Watcher;

typedef enum { EVALUATED, FAULTED, NOT_UNDERSTOOD } Outcome;

/* Runs the function once. args: one per argument. */
Outcome evaluate(Arena *a, MlirOperation func, const Elements *args, const Watcher *w);

/* One element of an elementwise integer op (evaluate_int.c). */
typedef struct {
  const char *name; /* without the dialect: "addi" */
  int width, from_width;
  int64_t predicate;
  bool nsw, nuw;
} IntOp;

/* Gives x op y (op z); sets *undefined where it is; false where it faults. */
bool evaluate_int(const IntOp *op, const int64_t in[3], int64_t *out, bool *undefined);
bool is_int_op(const char *name);

#endif
