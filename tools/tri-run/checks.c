#include "checks.h"
#include "element.h"

#include <string.h>

static bool only_output(Arguments *a, const char *against, const Argument **found)
{
  const char *list = "";
  size_t n = 0;
  for (size_t i = 0; i < a->n; i++) {
    if (!a->at[i].parameter->is_written)
      continue;
    *found = &a->at[i];
    list = arena_printf(a->p->arena, "%s%s%s", list, n++ ? ", " : "", a->at[i].parameter->name);
  }
  return n == 1 ||
         problem(a->p, TRI_USAGE, "--check %s: the kernel writes %s; name the output: --check ARG=%s",
                 against, n ? list : "nothing", against);
}

static bool find_argument(Arguments *a, Named option, const Argument **found)
{
  if (!option.name)
    return only_output(a, option.text, found);
  *found = argument_named(a, option.name);
  if (!*found)
    return no_such_argument(a, "--check", option.name);
  return (*found)->parameter->type == TRI_PTR ||
         problem(a->p, TRI_USAGE, "--check: %s is a scalar; only buffers are compared", option.name);
}

static Shape shape_of(const Argument *argument)
{
  return argument->spec.read ? argument->npy.shape : argument->fill.shape;
}

static bool check_shape(const Argument *argument, const char *against, Shape shape, Problem *p)
{
  TriType t = argument->parameter->pointee;
  return same_shape(shape, shape_of(argument)) ||
         problem(p, TRI_USAGE, "--check: %s is %s, %s is %s", argument->parameter->name,
                 array_type_text(p->arena, t, shape_of(argument)), against,
                 array_type_text(p->arena, t, shape));
}

static bool want_from_file(Arguments *a, Check *c)
{
  const TriParameter *q = c->argument->parameter;
  Text text;
  Npy npy;
  if (!file_read(c->against, &text, a->p) || !npy_parse(c->against, text.at, text.bytes, &npy, a->p))
    return false;
  if (!npy_is(&npy, q->pointee))
    return problem(a->p, TRI_USAGE, "--check: %s holds %s ('%s'), %s is a buffer of %s", c->against,
                   npy_type_name(&npy), npy.descr, q->name, tri_type_name(q->pointee));
  if (!check_shape(c->argument, c->against, npy.shape, a->p) ||
      !array_new(q->pointee, npy.shape, c->against, &c->want, a->p))
    return false;
  memcpy(c->want.data, npy.data, c->want.bytes);
  return true;
}

static bool want_from_fill(Arguments *a, const Spec *spec, Check *c)
{
  const TriParameter *q = c->argument->parameter;
  Fill fill;
  if (spec->fill == FILL_POINTERS)
    return problem(a->p, TRI_USAGE, "--check %s: addresses differ from run to run", q->name);
  if (!fill_resolve("--check", spec, q->pointee, arguments_names(a), &fill, a->p) ||
      !check_shape(c->argument, c->against, fill.shape, a->p) ||
      !array_new(q->pointee, fill.shape, c->against, &c->want, a->p))
    return false;
  fill_array(&fill, a->seed, q->name, &c->want);
  return true;
}

static bool prepare(Arguments *a, Named option, Tolerance tolerance, Check *c)
{
  Spec spec;
  c->tolerance = tolerance;
  c->against = option.text[0] == '@' ? option.text + 1 : option.text;
  if (!find_argument(a, option, &c->argument))
    return false;
  size_t n = strlen(option.text);
  if (!n || option.text[n - 1] != ')')
    return want_from_file(a, c);
  return spec_parse("--check", option.text, &spec, a->p) &&
         (spec.fill ? want_from_fill(a, &spec, c) : want_from_file(a, c));
}

bool checks_prepare(Arguments *a, const Options *o, CheckList *checks)
{
  for (size_t i = 0; i < o->checks.n; i++)
    if (!prepare(a, o->checks.at[i], o->tolerance, &vec_push(a->p->arena, checks)))
      return false;
  return true;
}

/* The largest finite absolute value of a float array. */
static double largest(const Array *a)
{
  double most = 0;
  for (int64_t i = 0; i < a->count; i++) {
    double x = fabs(element_double(a->type, array_at(a, i)));
    most = isfinite(x) && x > most ? x : most;
  }
  return most;
}

static double least_normal(TriType t)
{
  return ldexp(1, t == TRI_F64                      ? -1022
                  : t == TRI_F8E4M3FN               ? -6
                  : t == TRI_F16 || t == TRI_F8E5M2 ? -14
                                                    : -126);
}

/* How a buffer is compared with ref or sim: as the command line says, else as the kernel's ops do. */
static void set_rule(const TriBound *b, const Options *o, Arena *arena, Check *c)
{
  Tolerance *t = &c->tolerance;
  bool same_code = o->target == TRI_TARGET_CUDA && !strcmp(c->against, target_name(TRI_TARGET_SIM));
  bool exact = b->exactness == TRI_EXACT || (b->exactness == TRI_ORDERED && same_code);
  bool inexact = !exact && type_is_float(c->want.type);
  *t = o->tolerance_given ? o->tolerance
       : inexact ? (Tolerance){b->relative,
                               b->absolute * largest(&c->want) + b->relative * least_normal(c->want.type)}
                 : (Tolerance){0, 0};
  c->rule = t->rtol == 0 && t->atol == 0 ? "bit by bit"
                                         : arena_printf(arena, "rtol %.3g, atol %.3g", t->rtol, t->atol);
  if (inexact && !o->tolerance_given)
    c->rule = arena_printf(arena, "%s (%s at %s is within %g ulp of %s%s)", c->rule, b->op, b->place, b->ulp,
                           tri_type_name(b->type),
                           b->count > 1 ? arena_printf(arena, "; %d such ops", b->count) : "");
}

void checks_choose_rules(TriKernel *k, const Options *o, Arena *arena, CheckList *checks)
{
  TriBound bound;
  if (!(o->check_ref || o->check_sim))
    return;
  if (!tri_kernel_bound(k, &bound))
    bound = (TriBound){.exactness = TRI_EXACT}; /* PTX: on sim and a GPU the same code */
  for (size_t i = 0; i < checks->n; i++)
    if (checks->at[i].is_reference)
      set_rule(&bound, o, arena, &checks->at[i]);
}

/* The copy of a written buffer that the newest checks compare with; NULL where it is not written. */
static Array *copy_of(const Argument *argument, CheckList *checks)
{
  for (size_t i = checks->n; i-- > 0;)
    if (checks->at[i].argument == argument && checks->at[i].is_reference)
      return &checks->at[i].want;
  return NULL;
}

/* Makes the tables of pointers point into the copies, or where they did. */
static void point_tables(Arguments *a, CheckList *checks, bool into_copies)
{
  for (size_t i = 0; i < a->n; i++) {
    Argument *to = argument_pointed_to(a, &a->at[i]);
    Array *copy = to ? copy_of(to, checks) : NULL, *table = to ? copy_of(&a->at[i], checks) : NULL;
    if (copy)
      fill_pointers(&a->at[i].fill, into_copies ? copy : &to->array, table ? table : &a->at[i].array);
  }
}

TriStatus checks_run_reference(TriKernel *k, Arguments *a, const TriLaunch *launch, TriTarget reference,
                               CheckList *checks)
{
  TriArg *args = arena_array(a->p->arena, TriArg, a->n);
  for (size_t i = 0; i < a->n; i++) {
    const Array *from = &a->at[i].array;
    args[i] = launch->args[i];
    if (!a->at[i].parameter->is_written)
      continue;
    Check *c = &vec_push(a->p->arena, checks);
    *c = (Check){.argument = &a->at[i], .against = target_name(reference), .is_reference = true};
    if (!array_new(from->type, from->shape, a->at[i].parameter->name, &c->want, a->p))
      return a->p->status;
    memcpy(c->want.data, from->data, from->bytes);
    args[i] = tri_buffer(c->want.data, c->want.bytes);
  }
  TriLaunch l = *launch;
  l.target = reference;
  l.args = args;
  point_tables(a, checks, true);
  TriStatus s = tri_launch(k, &l, NULL);
  point_tables(a, checks, false);
  return s;
}

bool checks_run(CheckList *checks, Problem *p)
{
  const char *failures = "";
  for (size_t i = 0; i < checks->n; i++) {
    Check *c = &checks->at[i];
    c->result = compare(&c->argument->array, &c->want, c->tolerance);
    if (c->result.differing)
      failures = arena_printf(p->arena, "%s%s%s differs from %s: %s", failures, *failures ? "\n" : "",
                              c->argument->parameter->name, check_text(p->arena, c),
                              comparison_text(p->arena, &c->result, &c->argument->array, &c->want));
  }
  return !*failures || problem(p, TRI_CHECK_FAILED, "%s", failures);
}

void checks_free(CheckList *checks)
{
  for (size_t i = 0; i < checks->n; i++)
    array_free(&checks->at[i].want);
}
