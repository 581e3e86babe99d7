#include "Template/template.h"
#include "Template/expression.h"
#include "Template/nearest.h"
#include "Template/template_line.h"
#include "Template/template_value.h"

#include <stdio.h>
#include <string.h>

/* A parameter: its line, its default and the value in force. */
typedef struct {
  const char *name;
  Span place; /* of the name in the file */
  ParamShape shape;
  Span choice_list; /* between the braces; n = 0 where there is none */
  ParamValue by_default, now;
  int line;
  bool defined;
} Param;

/* A `tri:` line. */
typedef struct {
  Span value, formula;
} Derived;

typedef struct {
  Arena *arena;
  const char *name, *text;
  size_t bytes;
  Vec(Param) params;
  Vec(Derived) derived;
  Vec(Span) configs;
  bool at_defaults;    /* which value of a parameter names stand for */
  const char *unknown; /* the name that the last formula failed on, or NULL */
  Template out;
} Expander;

static const char *const kernel_attributes[] = {"num_warps", "num_stages", "num_ctas", "max_registers"};
enum { N_KERNEL_ATTRIBUTES = sizeof kernel_attributes / sizeof *kernel_attributes };

/* ---- errors ---- */

__attribute__((format(printf, 3, 4))) static bool fail_at(Expander *e, const char *where, const char *format,
                                                          ...)
{
  int line = 1;
  const char *start = e->text;
  for (const char *c = e->text; c < where; c++)
    if (*c == '\n')
      line++, start = c + 1;
  va_list args;
  va_start(args, format);
  const char *what = arena_vprintf(e->arena, format, args);
  va_end(args);
  e->out.status = TRI_COMPILE;
  e->out.error = arena_printf(e->arena, "%s:%d:%d: %s", e->name, line, (int)(where - start) + 1, what);
  return false;
}

/* The same for a definition: the place is what the user wrote. */
__attribute__((format(printf, 3, 4))) static bool fail_definition(Expander *e, const TriDefine *d,
                                                                  const char *format, ...)
{
  va_list args;
  va_start(args, format);
  const char *what = arena_vprintf(e->arena, format, args);
  va_end(args);
  e->out.status = TRI_USAGE;
  e->out.error = arena_printf(e->arena, "-D %s=%s: %s", d->name, d->value, what);
  return false;
}

/* "BM, BN, T" */
static const char *list_of_names(Expander *e)
{
  const char *list = "";
  for (size_t i = 0; i < e->params.n; i++)
    list = arena_printf(e->arena, "%s%s%s", list, i ? ", " : "", e->params.at[i].name);
  return list;
}

/* "did you mean 'BM'? The parameters are BM, BN", or what else helps. */
static const char *remedy(Expander *e, const char *name)
{
  if (!e->params.n)
    return "the file has no parameters (lines such as '#BM = 128 : i32  // tri-param')";
  const char **names = arena_array(e->arena, const char *, e->params.n);
  for (size_t i = 0; i < e->params.n; i++)
    names[i] = e->params.at[i].name;
  const char *near = nearest_name(name, names, e->params.n);
  return arena_printf(e->arena, "%s%s%sthe parameters are %s", near ? "did you mean '" : "", near ? near : "",
                      near ? "'? " : "", list_of_names(e));
}

/* ---- reading the lines ---- */

static Param *param_named(Expander *e, const char *name)
{
  for (size_t i = 0; i < e->params.n; i++)
    if (!strcmp(e->params.at[i].name, name))
      return &e->params.at[i];
  return NULL;
}

static bool is_kernel_attribute(const char *name)
{
  for (int i = 0; i < N_KERNEL_ATTRIBUTES; i++)
    if (!strcmp(name, kernel_attributes[i]))
      return true;
  return false;
}

/* Whether the value is one of the choices; true where there are none. A choice that is no value is an error
 * at its place. *listed tells the two kinds of false apart. */
static bool is_choice(Expander *e, const Param *p, const ParamValue *value, bool *listed)
{
  Span rest = p->choice_list, piece;
  ParamValue choice;
  const char *problem;
  *listed = true;
  bool found = !p->choice_list.n;
  while (p->choice_list.n && span_split(&rest, ',', &piece)) {
    if (!param_value(e->arena, &p->shape, piece, &choice, &problem))
      return *listed = false,
             fail_at(e, piece.at, "expected %s, got '%.*s'", problem, (int)piece.n, piece.at);
    found |= param_same(&p->shape, &choice, value);
  }
  return found;
}

static bool read_choices(Expander *e, const Line *l, Param *p)
{
  bool listed;
  if (!l->rest.n)
    return true;
  if (l->rest.n < 2 || l->rest.at[0] != '{' || l->rest.at[l->rest.n - 1] != '}')
    return fail_at(e, l->rest.at, "expected the choices in braces, such as '{64, 128}', or nothing");
  p->choice_list = span_trim((Span){l->rest.at + 1, l->rest.n - 2});
  if (!p->choice_list.n)
    return fail_at(e, l->rest.at, "no choices between the braces");
  if (is_choice(e, p, &p->by_default, &listed))
    return true;
  return listed ? fail_at(e, p->shape.value.at, "the default %s of %s is not among its choices {%.*s}",
                          p->by_default.text, p->name, (int)p->choice_list.n, p->choice_list.at)
                : false;
}

static bool check_name(Expander *e, const Param *p)
{
  const Param *twin = param_named(e, p->name);
  if (twin)
    return fail_at(e, p->place.at, "parameter %s is there already, in line %d", p->name, twin->line);
  if (is_function_name(p->name) || is_kernel_attribute(p->name))
    return fail_at(e, p->place.at, "a parameter cannot be called %s: that is %s", p->name,
                   is_kernel_attribute(p->name) ? "a kernel attribute" : "a function of expressions");
  if (name_end(p->name) != p->name + p->place.n)
    return fail_at(
        e, p->place.at,
        "a parameter's name is a letter, '_' or '$', then letters, digits, '_', '$' and '.': got '%s'",
        p->name);
  return true;
}

static bool read_param(Expander *e, const Line *l, int line)
{
  const char *problem;
  Param p = {.name = arena_strndup(e->arena, l->name.at, l->name.n), .place = l->name, .line = line};
  if (!check_name(e, &p))
    return false;
  if (!param_shape(e->arena, l->sigil, l->value, &p.shape, &problem) ||
      !param_value(e->arena, &p.shape, p.shape.value, &p.by_default, &problem))
    return fail_at(e, l->value.at, "%s", problem);
  if (!read_choices(e, l, &p))
    return false;
  p.now = p.by_default;
  vec_push(e->arena, &e->params) = p;
  return true;
}

static bool read_line(Expander *e, Span text, int number)
{
  Line l = line_read(text);
  switch (l.kind) {
  case LINE_PLAIN:
    return true;
  case LINE_PARAM:
    return read_param(e, &l, number);
  case LINE_DERIVED:
    if (!l.rest.n || !l.value.n)
      return fail_at(e, l.word.at,
                     "a tri: comment gives the text of the alias, such as 'tri: tensor<${BM}xf32>'");
    vec_push(e->arena, &e->derived) = (Derived){l.value, l.rest};
    return true;
  case LINE_CONFIG:
    vec_push(e->arena, &e->configs) = l.rest;
    return true;
  case LINE_WRONG:
    return fail_at(e, l.word.at, "%s", l.problem);
  }
  return true;
}

static bool read_lines(Expander *e)
{
  const char *end = e->text + e->bytes;
  int number = 1;
  for (const char *start = e->text; start < end; number++) {
    const char *stop = memchr(start, '\n', (size_t)(end - start));
    stop = stop ? stop : end;
    if (!read_line(e, (Span){start, (size_t)(stop - start)}, number))
      return false;
    start = stop + 1;
  }
  return true;
}

/* ---- definitions ---- */

static bool not_a_choice(Expander *e, const TriDefine *d, const Param *p)
{
  return fail_definition(e, d, "expected one of {%.*s} (%s:%d)", (int)p->choice_list.n, p->choice_list.at,
                         e->name, p->line);
}

static bool define(Expander *e, const TriDefine *d)
{
  Param *p = param_named(e, d->name);
  const char *problem;
  bool listed;
  if (!p && is_kernel_attribute(d->name))
    return fail_definition(e, d, "%s is an attribute of the kernel: set tri.%s in %s", d->name, d->name,
                           e->name);
  if (!p)
    return fail_definition(e, d, "%s has no parameter '%s'; %s", e->name, d->name, remedy(e, d->name));
  if (p->defined)
    return fail_definition(e, d, "%s is defined twice", d->name);
  p->defined = true;
  Span text = span_trim((Span){d->value, strlen(d->value)});
  if (!param_value(e->arena, &p->shape, text, &p->now, &problem))
    return p->choice_list.n ? not_a_choice(e, d, p)
                            : fail_definition(e, d, "expected %s (%s:%d)", problem, e->name, p->line);
  return is_choice(e, p, &p->now, &listed) || (listed && not_a_choice(e, d, p));
}

static bool define_all(Expander *e, const TriDefine *defines, size_t n)
{
  for (size_t i = 0; i < n; i++)
    if (!define(e, &defines[i]))
      return false;
  return true;
}

/* ---- formulas ---- */

static const ParamValue *value_of(const Expander *e, const Param *p)
{
  return e->at_defaults ? &p->by_default : &p->now;
}

static bool number_of(const char *name, int64_t *value, void *data)
{
  Expander *e = data;
  const Param *p = param_named(e, name);
  if (!p || (p->shape.kind != PARAM_INTEGER && p->shape.kind != PARAM_BOOL)) {
    e->unknown = arena_printf(e->arena, "%s", name);
    return false;
  }
  *value = value_of(e, p)->number;
  return true;
}

/* What to do about a name that is no integer. */
static const char *name_remedy(Expander *e, const char *name)
{
  const Param *p = param_named(e, name);
  if (!p)
    return arena_printf(e->arena, "; %s", remedy(e, name));
  return arena_printf(e->arena, "; %s is a %s and can only stand alone, as ${%s}", name,
                      p->shape.kind == PARAM_TYPE ? "type" : "floating-point number", name);
}

/* The text that ${inner} stands for; NULL, with the error, where there is none. */
static const char *substitute(Expander *e, Span inner)
{
  Span trimmed = span_trim(inner);
  const char *text = arena_strndup(e->arena, trimmed.at, trimmed.n);
  const Param *p = param_named(e, text);
  int64_t value;
  char error[512];
  e->unknown = NULL;
  if (p)
    return value_of(e, p)->text;
  if (tri_evaluate(text, number_of, e, &value, error, sizeof error))
    return arena_printf(e->arena, "%lld", (long long)value);
  fail_at(e, trimmed.at, "%s%s", error, e->unknown ? name_remedy(e, e->unknown) : "");
  return NULL;
}

/* The formula with each ${…} replaced; NULL, with the error, where that fails. */
static const char *expand(Expander *e, Span formula)
{
  const char *text = "", *at = formula.at, *end = formula.at + formula.n;
  for (;;) {
    const char *open = memmem(at, (size_t)(end - at), "${", 2);
    if (!open)
      return arena_printf(e->arena, "%s%.*s", text, (int)(end - at), at);
    const char *close = memchr(open, '}', (size_t)(end - open));
    if (!close)
      return fail_at(e, open, "this ${ has no }"), NULL;
    const char *value = substitute(e, (Span){open + 2, (size_t)(close - open - 2)});
    if (!value)
      return NULL;
    text = arena_printf(e->arena, "%s%.*s%s", text, (int)(open - at), at, value);
    at = close + 1;
  }
}

static bool check_in_step(Expander *e)
{
  e->at_defaults = true;
  for (size_t i = 0; i < e->derived.n; i++) {
    Derived d = e->derived.at[i];
    const char *text = expand(e, d.formula);
    if (!text)
      return false;
    if (!span_is(d.value, text))
      return fail_at(e, d.value.at, "out of step: the line holds '%.*s', its tri: comment gives '%s'",
                     (int)d.value.n, d.value.at, text);
  }
  e->at_defaults = false;
  return true;
}

/* ---- configurations ---- */

/* Checks "BM=128". */
static bool check_setting(Expander *e, Span setting)
{
  Span rest = setting, name, value = {NULL, 0};
  const char *problem;
  ParamValue v;
  bool listed;
  span_split(&rest, '=', &name);
  value = rest.at ? span_trim(rest) : value;
  if (!name.n || !value.n)
    return fail_at(e, setting.at, "expected NAME=VALUE, got '%.*s'", (int)setting.n, setting.at);
  const char *key = arena_strndup(e->arena, name.at, name.n);
  const Param *p = param_named(e, key);
  ParamShape attribute = {PARAM_INTEGER, value, "i32"};
  if (!p && !is_kernel_attribute(key))
    return fail_at(e, name.at,
                   "unknown '%s' in a configuration; %s; kernel attributes are num_warps, num_stages, "
                   "num_ctas, max_registers",
                   key, remedy(e, key));
  if (!param_value(e->arena, p ? &p->shape : &attribute, value, &v, &problem) || (!p && v.number < 1))
    return fail_at(e, value.at, "%s is %s, got '%.*s'", key, p ? problem : "a positive integer", (int)value.n,
                   value.at);
  if (!p || is_choice(e, p, &v, &listed))
    return true;
  return listed ? fail_at(e, value.at, "%s is one of {%.*s}, got '%.*s'", key, (int)p->choice_list.n,
                          p->choice_list.at, (int)value.n, value.at)
                : false;
}

/* Whether the text before the setting already sets its name. */
static bool is_repeated(Span config, Span setting)
{
  size_t n = (size_t)((const char *)memchr(setting.at, '=', setting.n) - setting.at) + 1;
  Span rest = {config.at, (size_t)(setting.at - config.at)}, piece;
  while (span_split(&rest, ' ', &piece))
    if (piece.n >= n && !memcmp(piece.at, setting.at, n))
      return true;
  return false;
}

static const char *read_config(Expander *e, Span config)
{
  Span rest = config, piece;
  const char *text = "";
  while (span_split(&rest, ' ', &piece)) {
    if (!piece.n)
      continue;
    if (!check_setting(e, piece))
      return NULL;
    if (is_repeated(config, piece))
      return fail_at(e, piece.at, "a configuration sets each name once: '%.*s'", (int)piece.n, piece.at),
             NULL;
    text = arena_printf(e->arena, "%s%s%.*s", text, *text ? " " : "", (int)piece.n, piece.at);
  }
  return *text ? text : (fail_at(e, config.at, "an empty configuration"), NULL);
}

static bool read_configs(Expander *e)
{
  const char **texts = arena_array(e->arena, const char *, e->configs.n);
  for (size_t i = 0; i < e->configs.n; i++)
    if (!(texts[i] = read_config(e, e->configs.at[i])))
      return false;
  e->out.configs = texts;
  e->out.n_configs = e->configs.n;
  return true;
}

/* ---- the result ---- */

/* A piece of the file and what stands there instead. */
typedef struct {
  Span old;
  const char *text;
} Edit;
typedef Vec(Edit) Edits;

/* A formula that holds at the defaults and not now: the values defined are at fault, and named. */
static bool blame_definitions(Expander *e)
{
  const char *list = "";
  for (size_t i = 0; i < e->params.n; i++)
    if (e->params.at[i].defined)
      list = arena_printf(e->arena, "%s%s%s=%s", list, *list ? ", " : "", e->params.at[i].name,
                          e->params.at[i].now.text);
  e->out.status = TRI_USAGE;
  e->out.error = arena_printf(e->arena, "%s (with %s)", e->out.error, list);
  return false;
}

static bool collect_edits(Expander *e, Edits *edits)
{
  for (size_t i = 0; i < e->params.n; i++)
    if (e->params.at[i].defined)
      vec_push(e->arena, edits) = (Edit){e->params.at[i].shape.value, e->params.at[i].now.text};
  for (size_t i = 0; i < e->derived.n; i++) {
    const char *text = expand(e, e->derived.at[i].formula);
    if (!text)
      return blame_definitions(e);
    vec_push(e->arena, edits) = (Edit){e->derived.at[i].value, text};
  }
  return true;
}

/* Puts edits in the order of the file; there are few. */
static void sort_edits(Edits *edits)
{
  for (size_t i = 1; i < edits->n; i++)
    for (size_t j = i; j && edits->at[j].old.at < edits->at[j - 1].old.at; j--) {
      Edit swap = edits->at[j];
      edits->at[j] = edits->at[j - 1];
      edits->at[j - 1] = swap;
    }
}

static void apply_edits(Expander *e, const Edits *edits)
{
  size_t bytes = e->bytes;
  for (size_t i = 0; i < edits->n; i++)
    bytes += strlen(edits->at[i].text) - edits->at[i].old.n;
  char *out = arena_array(e->arena, char, bytes + 1), *to = out;
  const char *from = e->text;
  for (size_t i = 0; i < edits->n; i++) {
    to = mempcpy(to, from, (size_t)(edits->at[i].old.at - from));
    to = stpcpy(to, edits->at[i].text);
    from = edits->at[i].old.at + edits->at[i].old.n;
  }
  memcpy(to, from, (size_t)(e->text + e->bytes - from));
  e->out.text = out;
  e->out.bytes = bytes;
}

static void give_params(Expander *e)
{
  TriParam *params = arena_array(e->arena, TriParam, e->params.n);
  for (size_t i = 0; i < e->params.n; i++) {
    const Param *p = &e->params.at[i];
    params[i] = (TriParam){
        p->name, p->now.text,
        arena_strndup(e->arena, p->choice_list.n ? p->choice_list.at : "", p->choice_list.n), p->line};
  }
  e->out.params = params;
  e->out.n_params = e->params.n;
}

Template template_expand(Arena *a, const char *text, size_t bytes, const char *name, const TriDefine *defines,
                         size_t n_defines)
{
  const char *copy = arena_strndup(a, text, bytes);
  Expander e = {.arena = a, .name = name, .text = copy, .bytes = bytes};
  Edits edits = {0};
  e.out = (Template){.text = copy, .bytes = bytes};
  if (!read_lines(&e) || !check_in_step(&e) || !read_configs(&e) || !define_all(&e, defines, n_defines))
    return e.out;
  if (n_defines && !collect_edits(&e, &edits))
    return e.out;
  sort_edits(&edits);
  apply_edits(&e, &edits);
  give_params(&e);
  return e.out;
}
