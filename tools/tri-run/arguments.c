#include "arguments.h"
#include "element.h"

#include <stdlib.h>

static bool is_buffer(const Argument *a) { return a->parameter->type == TRI_PTR; }

Argument *argument_named(Arguments *a, const char *name)
{
  for (size_t i = 0; i < a->n; i++)
    if (!strcmp(a->at[i].parameter->name, name))
      return &a->at[i];
  return NULL;
}

/* "x: buffer of f32" or "n: i32". */
static const char *describe(Arena *arena, const Argument *a)
{
  if (a->parameter->is_untyped || !a->parameter->type)
    return arena_printf(arena, "%s (%zu bytes)", a->parameter->name, a->parameter->bytes);
  if (is_buffer(a) && !a->parameter->pointee)
    return arena_printf(arena, "%s (a buffer)", a->parameter->name);
  return is_buffer(a) ? arena_printf(arena, "%s (buffer of %s)", a->parameter->name,
                                     tri_type_name(a->parameter->pointee))
                      : arena_printf(arena, "%s (%s)", a->parameter->name, tri_type_name(a->parameter->type));
}

static const char *describe_all(const Arguments *a)
{
  const char *list = "";
  for (size_t i = 0; i < a->n; i++)
    list = arena_printf(a->p->arena, "%s%s%s", list, i ? ", " : "", describe(a->p->arena, &a->at[i]));
  return list;
}

bool no_such_argument(const Arguments *a, const char *what, const char *name)
{
  const char **names = arena_array(a->p->arena, const char *, a->n);
  for (size_t i = 0; i < a->n; i++)
    names[i] = a->at[i].parameter->name;
  return problem(a->p, TRI_USAGE, "%s: the kernel has no argument '%s'%s; its arguments are %s", what, name,
                 suggestion(a->p->arena, name, names, a->n), describe_all(a));
}

/* ---- names ---- */

static bool know_scalar(Arguments *a, Argument *argument);

static bool value_of_param(const Arguments *a, const char *name, int64_t *value)
{
  for (size_t i = 0; i < a->n_params; i++)
    if (!strcmp(a->params[i].name, name)) {
      char *end;
      const char *text = a->params[i].value;
      bool yes = !strcmp(text, "true");
      *value = yes ? 1 : strtoll(text, &end, 0);
      return yes || !strcmp(text, "false") || (*text && !*end);
    }
  return false;
}

static bool value_of(const char *name, int64_t *value, void *data)
{
  Arguments *a = data;
  Argument *argument = argument_named(a, name);
  if (!argument)
    return value_of_param(a, name, value);
  if (is_buffer(argument) || !know_scalar(a, argument) || !argument->scalar.is_integer)
    return false;
  *value = argument->scalar.i;
  return true;
}

Names arguments_names(Arguments *a) { return (Names){value_of, a, a->known}; }

static const char *known_names(const Arguments *a)
{
  const char *list = "";
  int64_t value;
  for (size_t i = 0; i < a->n; i++)
    if (type_is_integer(a->at[i].parameter->type))
      list = arena_printf(a->p->arena, "%s%s%s", list, *list ? ", " : "", a->at[i].parameter->name);
  for (size_t i = 0; i < a->n_params; i++)
    if (value_of_param(a, a->params[i].name, &value))
      list = arena_printf(a->p->arena, "%s%s%s", list, *list ? ", " : "", a->params[i].name);
  return list;
}

/* ---- scalars ---- */

static bool read_npy(Argument *argument, Problem *p)
{
  Text text;
  return file_read(argument->spec.file, &text, p) &&
         npy_parse(argument->spec.file, text.at, text.bytes, &argument->npy, p);
}

static Number npy_scalar(const Npy *npy)
{
  TriType t = npy_type(npy);
  int64_t i = npy->descr[1] == 'u' ? (int64_t)element_bits(t, npy->data) : element_integer(t, npy->data);
  return type_is_float(t) ? (Number){false, 0, element_double(t, npy->data)} : (Number){true, i, (double)i};
}

/* The only element of a 0-d file, of whatever type. */
static bool scalar_from_file(Argument *argument, Problem *p)
{
  const Npy *npy = &argument->npy;
  const char *name = argument->parameter->name;
  if (argument->spec.write)
    return problem(p, TRI_USAGE, "%s: a scalar is not written: '%s'", name, argument->spec.text);
  if (!npy->data && !read_npy(argument, p))
    return false;
  if (npy->shape.rank)
    return problem(p, TRI_USAGE, "%s: %s holds an array (%s); a scalar takes a file of shape ()", name,
                   argument->spec.file, shape_text(p->arena, npy->shape));
  argument->scalar = npy_scalar(npy);
  return number_fits(name, argument->scalar, argument->parameter->type, p);
}

static bool evaluate_scalar(Arguments *a, Argument *argument)
{
  const char *name = argument->parameter->name;
  const Spec *s = &argument->spec;
  if (s->file && !s->fill)
    return scalar_from_file(argument, a->p);
  if (!s->scalar)
    return problem(a->p, TRI_USAGE, "%s is a scalar (%s) and takes a number, got '%s'", name,
                   tri_type_name(argument->parameter->type), s->text);
  return number_read(name, s->scalar, arguments_names(a), &argument->scalar, a->p) &&
         number_fits(name, argument->scalar, argument->parameter->type, a->p);
}

static bool know_scalar(Arguments *a, Argument *argument)
{
  if (argument->state == SCALAR_KNOWN)
    return true;
  if (argument->state == SCALAR_ASKED)
    return problem(a->p, TRI_USAGE, "%s: its value depends on itself: '%s'", argument->parameter->name,
                   argument->spec.text);
  argument->state = SCALAR_ASKED;
  bool ok = evaluate_scalar(a, argument);
  argument->state = SCALAR_KNOWN;
  return ok;
}

/* ---- buffers ---- */

static bool buffer_from_file(Argument *argument, Problem *p)
{
  const TriParameter *q = argument->parameter;
  if (q->pointee == TRI_PTR)
    return problem(
        p, TRI_USAGE,
        "%s: a buffer of pointers is filled by pointers(x, n, step), zeros(n) or empty(n), not by a file",
        q->name);
  if (!argument->npy.data && !read_npy(argument, p))
    return false;
  return npy_is(&argument->npy, q->pointee) ||
         problem(p, TRI_USAGE, "%s: %s holds %s ('%s'), the kernel takes a buffer of %s", q->name,
                 argument->spec.file, npy_type_name(&argument->npy), argument->npy.descr,
                 tri_type_name(q->pointee));
}

/* '@y.npy:w' alone takes the fill of the file's tri.arg. */
static bool default_fill(Argument *argument, Problem *p)
{
  const TriParameter *q = argument->parameter;
  Spec defaults;
  if (!q->fill)
    return problem(p, TRI_USAGE, "%s: nothing says its size; write %s=empty(…)@%s:w", q->name, q->name,
                   argument->spec.file);
  if (!spec_parse(q->name, q->fill, &defaults, p))
    return false;
  if (!defaults.fill)
    return problem(p, TRI_USAGE, "%s: its default '%s' is no fill; write %s=empty(…)@%s:w", q->name, q->fill,
                   q->name, argument->spec.file);
  argument->spec.fill = defaults.fill;
  argument->spec.n = defaults.n;
  memcpy(argument->spec.argument, defaults.argument, sizeof defaults.argument);
  return true;
}

static bool resolve_buffer(Arguments *a, Argument *argument)
{
  const TriParameter *q = argument->parameter;
  Spec *s = &argument->spec;
  if (s->scalar)
    return problem(a->p, TRI_USAGE,
                   "%s is a buffer of %s and takes a fill or a file, such as %s=randn(1024); got '%s'",
                   q->name, tri_type_name(q->pointee), q->name, s->text);
  if (s->read)
    return buffer_from_file(argument, a->p);
  if (!s->fill && !default_fill(argument, a->p))
    return false;
  argument->poisoned = s->fill == FILL_EMPTY;
  return fill_resolve(q->name, s, q->pointee, arguments_names(a), &argument->fill, a->p);
}

/* ---- types ---- */

static bool takes_buffer(const TriParameter *q)
{
  return q->type == TRI_PTR || q->type == TRI_NONE || (q->is_untyped && q->bytes == 8);
}

/* A buffer of an argument of which the PTX tells the size alone, or not even that. */
static bool settle_buffer(Argument *argument, TriType type, Problem *p)
{
  TriParameter *q = argument->parameter;
  const char *text = argument->spec.text;
  if (!takes_buffer(q))
    return problem(p, TRI_USAGE, "%s is %zu bytes and takes a number, got '%s'", q->name, q->bytes, text);
  if (!type)
    return problem(p, TRI_USAGE, "%s: the PTX does not tell what '%s' is to hold; say it: %s=%s:f32", q->name,
                   text, q->name, text);
  q->type = TRI_PTR;
  q->pointee = type;
  q->is_untyped = false;
  return true;
}

static bool settle_scalar(Argument *argument, TriType type, Problem *p)
{
  TriParameter *q = argument->parameter;
  const Spec *s = &argument->spec;
  if (!q->is_untyped)
    return problem(p, TRI_USAGE, "%s is %s and takes a fill or a file, such as %s=randn(1024):f32; got '%s'",
                   q->name, q->type ? "a buffer" : arena_printf(p->arena, "%zu bytes", q->bytes), q->name,
                   s->text);
  if (type && (size_t)tri_type_bytes(type) != q->bytes)
    return problem(p, TRI_USAGE, "%s is %zu bytes, %s is %d: '%s'", q->name, q->bytes, tri_type_name(type),
                   tri_type_bytes(type), s->text);
  char *end;
  if (!type && s->scalar && (strtod(s->scalar, &end), end != s->scalar && !*end) &&
      strpbrk(s->scalar, ".eEnN") && strncmp(s->scalar, "0x", 2))
    return problem(p, TRI_USAGE, "%s: the PTX tells its size alone, %zu bytes; say the type: %s=%s:%s",
                   q->name, q->bytes, q->name, s->text,
                   q->bytes == 2   ? "f16"
                   : q->bytes == 4 ? "f32"
                                   : "f64");
  q->type = type ? type : q->type;
  q->is_untyped = false;
  return true;
}

/* Where the kernel's text leaves an argument's type open, the spec or the file says it. */
static bool settle_type(Argument *argument, Problem *p)
{
  TriParameter *q = argument->parameter;
  const Spec *s = &argument->spec;
  bool known = !q->is_untyped && q->type && (q->type != TRI_PTR || q->pointee);
  TriType own = q->type == TRI_PTR ? q->pointee : q->type;
  if (known)
    return !s->type || s->type == own ||
           problem(p, TRI_USAGE, "%s is %s%s, not %s: '%s'", q->name,
                   q->type == TRI_PTR ? "a buffer of " : "", tri_type_name(own), tri_type_name(s->type),
                   s->text);
  if (s->read && !read_npy(argument, p))
    return false;
  if (s->fill || (s->read && (argument->npy.shape.rank || q->type == TRI_PTR)))
    return settle_buffer(argument, s->read ? npy_type(&argument->npy) : s->type, p);
  return settle_scalar(argument, s->read ? npy_type(&argument->npy) : s->type, p);
}

static bool settle_types(Arguments *a)
{
  for (size_t i = 0; i < a->n; i++)
    if (!settle_type(&a->at[i], a->p))
      return false;
  return true;
}

/* ---- binding ---- */

static bool bind_given(Arguments *a, const Options *o)
{
  for (size_t i = 0; i < o->specs.n; i++) {
    Named n = o->specs.at[i];
    Argument *argument = argument_named(a, n.name);
    if (!argument)
      return no_such_argument(a, arena_printf(a->p->arena, "%s=%s", n.name, n.text), n.name);
    argument->given = true;
    if (!spec_parse(n.name, n.text, &argument->spec, a->p))
      return false;
  }
  return true;
}

static const char *example_of(Arena *arena, const Argument *argument)
{
  const char *name = argument->parameter->name;
  if (takes_buffer(argument->parameter) && !argument->parameter->pointee)
    return arena_printf(arena, "'%s=randn(1024):f32'", name);
  if (!is_buffer(argument))
    return arena_printf(arena, "%s=%s", name,
                        type_is_float(argument->parameter->type) ? "0.5"
                        : argument->parameter->type == TRI_I1    ? "true"
                                                                 : "1024");
  bool output = argument->parameter->is_written && !argument->parameter->is_read;
  const char *fill = output                                        ? "empty(1024)"
                     : type_is_float(argument->parameter->pointee) ? "randn(1024)"
                                                                   : "arange(1024)";
  return arena_printf(arena, "'%s=%s'", name, fill);
}

static bool missing(const Arguments *a)
{
  const char *list = "", *example = "";
  for (size_t i = 0; i < a->n; i++) {
    const Argument *argument = &a->at[i];
    if (argument->given || argument->parameter->fill)
      continue;
    list = arena_printf(a->p->arena, "%s%s%s", list, *list ? ", " : "", describe(a->p->arena, argument));
    example = arena_printf(a->p->arena, "%s %s", example, example_of(a->p->arena, argument));
  }
  return problem(a->p, TRI_USAGE, "the kernel needs a value for %s; for example: tri-run %s%s%s", list,
                 a->file, a->has_grid ? "" : " --grid 64", example);
}

static bool bind_defaults(Arguments *a)
{
  for (size_t i = 0; i < a->n; i++) {
    Argument *argument = &a->at[i];
    const TriParameter *q = argument->parameter;
    if (argument->given)
      continue;
    if (!q->fill)
      return missing(a);
    if (!spec_parse(q->name, q->fill, &argument->spec, a->p))
      return false;
  }
  return true;
}

static bool resolve_all(Arguments *a)
{
  for (size_t i = 0; i < a->n; i++)
    if (!(is_buffer(&a->at[i]) ? resolve_buffer(a, &a->at[i]) : know_scalar(a, &a->at[i])))
      return false;
  return true;
}

static int64_t count_of(const Argument *argument)
{
  Shape s = argument->spec.read ? argument->npy.shape : argument->fill.shape;
  int64_t n = 1;
  for (int d = 0; d < s.rank; d++)
    if (__builtin_mul_overflow(n, s.extent[d], &n))
      return INT64_MAX;
  return n;
}

Argument *argument_pointed_to(Arguments *a, const Argument *table)
{
  return table->fill.kind == FILL_POINTERS ? argument_named(a, table->fill.of) : NULL;
}

/* The tables of pointers point at elements of buffers that are there. */
static bool check_tables(Arguments *a)
{
  for (size_t i = 0; i < a->n; i++) {
    const Argument *table = &a->at[i], *to = argument_pointed_to(a, table);
    int64_t n = count_of(table), last;
    const char *name = table->parameter->name;
    if (table->fill.kind != FILL_POINTERS)
      continue;
    if (!to)
      return no_such_argument(a, name, table->fill.of);
    if (!is_buffer(to))
      return problem(a->p, TRI_USAGE, "%s: points into a buffer, and %s is a scalar", name, table->fill.of);
    if (n && (__builtin_mul_overflow(n - 1, table->fill.value[0].i, &last) || last >= count_of(to)))
      return problem(
          a->p, TRI_USAGE, "%s: the last of %lld pointers, %lld elements apart, is past the end of %s (%lld)",
          name, (long long)n, (long long)table->fill.value[0].i, table->fill.of, (long long)count_of(to));
  }
  return true;
}

static TriParameter *copy_of(Arena *a, const TriParameter *p)
{
  TriParameter *copy = arena_new(a, TriParameter);
  *copy = *p;
  return copy;
}

bool arguments_bind(Arguments *a, const TriKernel *k, const TriModule *m, const Options *o, Problem *p)
{
  const TriParameter *parameters;
  *a = (Arguments){.seed = o->seed, .file = o->file, .has_grid = o->grid || tri_kernel_grid(k), .p = p};
  a->n = tri_kernel_parameters(k, &parameters);
  a->n_params = tri_module_params(m, &a->params);
  a->at = arena_array(p->arena, Argument, a->n);
  for (size_t i = 0; i < a->n; i++)
    a->at[i].parameter = copy_of(p->arena, &parameters[i]);
  a->known = known_names(a);
  return bind_given(a, o) && bind_defaults(a) && settle_types(a) && resolve_all(a) && check_tables(a);
}

/* ---- memory and files ---- */

bool arguments_open_outputs(Arguments *a)
{
  for (size_t i = 0; i < a->n; i++)
    if (a->at[i].spec.write && !(a->at[i].output = output_open(a->at[i].spec.file, a->p)))
      return false;
  return true;
}

static bool fill_buffer(const Arguments *a, Argument *argument)
{
  const TriParameter *q = argument->parameter;
  bool file = argument->spec.read;
  if (!array_new(q->pointee, file ? argument->npy.shape : argument->fill.shape, q->name, &argument->array,
                 a->p))
    return false;
  if (file)
    memcpy(argument->array.data, argument->npy.data, argument->array.bytes);
  else
    fill_array(&argument->fill, a->seed, q->name, &argument->array);
  return true;
}

/* All buffers together; each alone is array_new's concern. */
static bool check_memory(const Arguments *a)
{
  double bytes = 0;
  for (size_t i = 0; i < a->n; i++) {
    const Argument *argument = &a->at[i];
    Shape s = argument->spec.read ? argument->npy.shape : argument->fill.shape;
    double one = is_buffer(argument) ? tri_type_bytes(argument->parameter->pointee) : 0;
    for (int d = 0; d < s.rank; d++)
      one *= (double)s.extent[d];
    bytes += one;
  }
  double free = free_memory();
  return bytes < free || problem(a->p, TRI_DEVICE, "the buffers need %.3g GB of memory, %.3g GB are free",
                                 bytes * 1e-9, free * 1e-9);
}

static void fill_tables(Arguments *a)
{
  for (size_t i = 0; i < a->n; i++) {
    const Argument *to = argument_pointed_to(a, &a->at[i]);
    if (to)
      fill_pointers(&a->at[i].fill, &to->array, &a->at[i].array);
  }
}

bool arguments_fill(Arguments *a, TriArg *args)
{
  if (!check_memory(a))
    return false;
  for (size_t i = 0; i < a->n; i++) {
    Argument *argument = &a->at[i];
    if (is_buffer(argument) && !fill_buffer(a, argument))
      return false;
    args[i] = is_buffer(argument) ? tri_buffer(argument->array.data, argument->array.bytes)
              : type_is_float(argument->parameter->type) ? tri_float(argument->scalar.d)
                                                         : tri_int(argument->scalar.i);
    if (type_is_float(argument->parameter->type))
      args[i].type = argument->parameter->type;
  }
  fill_tables(a);
  return true;
}

bool arguments_write(Arguments *a)
{
  for (size_t i = 0; i < a->n; i++) {
    if (!a->at[i].output)
      continue;
    npy_write(output_stream(a->at[i].output), &a->at[i].array);
    if (!output_commit(a->at[i].output, a->p))
      return false;
  }
  return true;
}

void arguments_free(Arguments *a)
{
  for (size_t i = 0; i < a->n; i++)
    array_free(&a->at[i].array);
}
