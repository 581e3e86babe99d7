/* Where names in expressions get their values, and evaluating with an error that lists them. */
#ifndef TRI_RUN_NAMES_H
#define TRI_RUN_NAMES_H

#include "problem.h"

typedef struct {
  TriNames value_of;
  void *data;
  const char *known; /* "n, BLOCK", for errors; NULL for none */
} Names;

/* what is said before the error: "x" or "--grid". */
bool names_evaluate(Names names, const char *what, const char *text, int64_t *value, Problem *p);
bool names_evaluate_grid(Names names, const char *what, const char *text, int64_t grid[3], Problem *p);

#endif
