#include "problem.h"
#include "Template/nearest.h"

bool problem(Problem *p, TriStatus status, const char *format, ...)
{
  if (p->message)
    return false;
  va_list args;
  va_start(args, format);
  p->message = arena_vprintf(p->arena, format, args);
  va_end(args);
  p->status = status;
  return false;
}

const char *suggestion(Arena *a, const char *name, const char *const *names, size_t n)
{
  const char *near = nearest_name(name, names, n);
  return near ? arena_printf(a, " (did you mean '%s'?)", near) : "";
}
