#include "report.h"
#include "bench.h"
#include "element.h"
#include "print.h"
#include "report_cost.h"

enum { LINE_EDGE = 3 };

const char *time_text(Arena *a, double seconds)
{
  return seconds < 1e-3 ? arena_printf(a, "%.3g µs", seconds * 1e6)
         : seconds < 1  ? arena_printf(a, "%.3g ms", seconds * 1e3)
                        : arena_printf(a, "%.3g s", seconds);
}

static const char *grid_text(Arena *a, const int64_t g[3])
{
  return arena_printf(a, "%lld×%lld×%lld", (long long)g[0], (long long)g[1], (long long)g[2]);
}

static const char *type_of(Arena *a, const Argument *argument)
{
  const TriParameter *q = argument->parameter;
  return q->type == TRI_PTR ? array_type_text(a, q->pointee, argument->array.shape) : tri_type_name(q->type);
}

const char *scalar_text(Arena *a, const Argument *argument)
{
  TriType t = argument->parameter->type;
  char text[ELEMENT_TEXT];
  uint64_t element;
  if (argument->scalar.is_integer)
    element_set_integer(t, &element, argument->scalar.i);
  else
    element_set_double(t, &element, argument->scalar.d);
  return arena_printf(a, "%s", element_text(t, &element, 17, text));
}

static const char *value_of(Arena *a, const Argument *argument)
{
  return argument->parameter->type == TRI_PTR ? array_line(a, &argument->array, argument->poisoned, LINE_EDGE)
                                              : scalar_text(a, argument);
}

static int64_t count_unwritten(const Argument *argument)
{
  int64_t n = 0;
  for (int64_t i = 0; argument->poisoned && i < argument->array.count; i++)
    n += array_is_poison(&argument->array, i);
  return n;
}

static int longer(int n, const char *text) { return (int)strlen(text) > n ? (int)strlen(text) : n; }

static void print_arguments(FILE *f, Arena *a, const Arguments *arguments)
{
  int name = 0, type = 0;
  for (size_t i = 0; i < arguments->n; i++) {
    name = longer(name, arguments->at[i].parameter->name);
    type = longer(type, type_of(a, &arguments->at[i]));
  }
  for (size_t i = 0; i < arguments->n; i++) {
    const Argument *argument = &arguments->at[i];
    fprintf(f, "%c %-*s  %-*s  %s\n", argument->parameter->is_written ? '*' : ' ', name,
            argument->parameter->name, type, type_of(a, argument), value_of(a, argument));
  }
}

static void print_notes(FILE *f, const Arguments *arguments, bool ran)
{
  for (size_t i = 0; i < arguments->n; i++) {
    const Argument *argument = &arguments->at[i];
    int64_t unwritten = count_unwritten(argument);
    if (unwritten && ran && argument->parameter->is_written)
      fprintf(f, "%s: %lld of %lld elements (shown as ·) were never written\n", argument->parameter->name,
              (long long)unwritten, (long long)argument->array.count);
    if (argument->output)
      fprintf(f, "%s is written to %s\n", argument->parameter->name, argument->spec.file);
  }
}

const char *check_text(Arena *a, const Check *c)
{
  return c->rule ? arena_printf(a, "%s, %s", c->against, c->rule) : c->against;
}

static void print_checks(FILE *f, Arena *a, const Report *r)
{
  for (size_t i = 0; i < r->checks.n; i++) {
    const Check *c = &r->checks.at[i];
    if (!c->result.differing)
      fprintf(f, "%s agrees with %s: %s\n", c->argument->parameter->name, check_text(a, c),
              comparison_text(a, &c->result, &c->argument->array, &c->want));
  }
}

/* "ref, 2 threads, in 527 µs" or "sim (sm_90a), 2 threads, in 3.2 ms, compiled in 20 ms". */
static const char *run_text(Arena *a, const Report *r)
{
  const Options *o = r->options;
  bool is_compiled = o->target != TRI_TARGET_REF;
  const char *name = target_name(o->target);
  const char *where = is_compiled ? arena_printf(a, "%s (%s)", name, r->arch) : name;
  if (o->target == TRI_TARGET_CUDA)
    return arena_printf(a, "%s, in %s, compiled in %s", where, time_text(a, r->stats.seconds),
                        time_text(a, r->stats.compile_seconds));
  const char *compiled =
      is_compiled ? arena_printf(a, ", compiled in %s", time_text(a, r->stats.compile_seconds)) : "";
  return arena_printf(a, "%s, %d thread%s, in %s%s", where, r->stats.threads,
                      r->stats.threads == 1 ? "" : "s", time_text(a, r->stats.seconds), compiled);
}

void report_print(FILE *f, Arena *a, const Report *r)
{
  long long programs = (long long)r->stats.programs;
  fprintf(f, "%s  grid %s", r->kernel, grid_text(a, r->grid));
  if (programs)
    fprintf(f, "  %lld program%s on %s\n", programs, programs == 1 ? "" : "s", run_text(a, r));
  else
    fprintf(f, "  an extent is 0: nothing ran\n");
  print_arguments(f, a, r->arguments);
  print_notes(f, r->arguments, programs > 0);
  print_checks(f, a, r);
  if (r->cost && programs)
    cost_print(f, a, r);
  if (r->bench)
    bench_print(f, a, r->bench);
  if (r->options->time)
    time_print(f, a, r);
}
