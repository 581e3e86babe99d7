/* What went wrong: a status, which is tri-run's exit code, and one line for the user.
 *
 *   if (extent < 0)
 *     return problem(p, TRI_USAGE, "x: extent %lld is negative", extent);
 *
 * Functions that can fail take a Problem and give false (or NULL) after filling it; the first one stays. */
#ifndef TRI_RUN_PROBLEM_H
#define TRI_RUN_PROBLEM_H

#include "Support/arena.h"
#include "tri/tri.h"

typedef struct {
  Arena *arena; /* where messages live */
  TriStatus status;
  const char *message; /* without an end of line; NULL while all is well */
} Problem;

/* Fills p unless it is filled; always false. */
bool problem(Problem *p, TriStatus status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* " (did you mean 'grid'?)" where one of the names is near, else "". */
const char *suggestion(Arena *a, const char *name, const char *const *names, size_t n);

#endif
