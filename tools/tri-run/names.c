#include "names.h"

typedef struct {
  Names names;
  bool missed; /* a name was not found */
} Lookup;

static bool look_up(const char *name, int64_t *value, void *data)
{
  Lookup *l = data;
  bool found = l->names.value_of && l->names.value_of(name, value, l->names.data);
  l->missed |= !found;
  return found;
}

static bool complain(const Lookup *l, const char *what, const char *error, Problem *p)
{
  const char *known = l->names.known && *l->names.known ? l->names.known : "none";
  if (l->missed)
    return problem(p, TRI_USAGE, "%s: %s (names that have integers here: %s)", what, error, known);
  return problem(p, TRI_USAGE, "%s: %s", what, error);
}

bool names_evaluate(Names names, const char *what, const char *text, int64_t *value, Problem *p)
{
  char error[256];
  Lookup l = {names, false};
  return tri_evaluate(text, look_up, &l, value, error, sizeof error) || complain(&l, what, error, p);
}

bool names_evaluate_grid(Names names, const char *what, const char *text, int64_t grid[3], Problem *p)
{
  char error[256];
  Lookup l = {names, false};
  return tri_evaluate_grid(text, look_up, &l, grid, error, sizeof error) || complain(&l, what, error, p);
}
