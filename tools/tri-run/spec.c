#include "spec.h"
#include "Template/template_line.h"

#include <ctype.h>
#include <string.h>

const FillForm fill_forms[FILL_COUNT] = {
    {0},
#define F(id, name, before, behind, usage, help) {name, before, behind, usage, help},
#include "fills.def"
#undef F
};

static const char *copy_of(Arena *a, Span s) { return arena_strndup(a, s.at, s.n); }

static FillKind fill_named(Span name)
{
  for (int k = FILL_NONE + 1; k < FILL_COUNT; k++)
    if (span_is(name, fill_forms[k].name))
      return (FillKind)k;
  return FILL_NONE;
}

static bool no_such_fill(const char *name, const char *fill, Problem *p)
{
  const char *names[FILL_COUNT], *list = "";
  for (int k = FILL_NONE + 1; k < FILL_COUNT; k++) {
    names[k - 1] = fill_forms[k].name;
    list = arena_printf(p->arena, "%s%s%s", list, *list ? ", " : "", fill_forms[k].name);
  }
  return problem(p, TRI_USAGE, "%s: no fill is called '%s'%s; there are %s", name, fill,
                 suggestion(p->arena, fill, names, FILL_COUNT - 1), list);
}

static bool read_arguments(const char *name, Span inside, Spec *spec, Problem *p)
{
  Span rest = inside, piece;
  while (span_split(&rest, ',', &piece)) {
    if (spec->n == MAX_FILL_ARGUMENTS)
      return problem(p, TRI_USAGE, "%s: a buffer has at most %d extents: '%s'", name, MAX_RANK, spec->text);
    if (!piece.n)
      return problem(p, TRI_USAGE, "%s: expected %s, got '%s'", name, fill_forms[spec->fill].usage,
                     spec->text);
    spec->argument[spec->n++] = copy_of(p->arena, piece);
  }
  return true;
}

/* "randn(128, n)". */
static bool read_fill(const char *name, Span text, Spec *spec, Problem *p)
{
  const char *open = memchr(text.at, '(', text.n);
  Span called = span_trim((Span){text.at, (size_t)(open - text.at)});
  spec->fill = fill_named(called);
  if (!spec->fill)
    return no_such_fill(name, copy_of(p->arena, called), p);
  if (text.at[text.n - 1] != ')')
    return problem(p, TRI_USAGE, "%s: expected ')' at the end of '%s'", name, spec->text);
  return read_arguments(name, (Span){open + 1, (size_t)(text.at + text.n - 1 - (open + 1))}, spec, p);
}

/* Whether "name(" starts the text and the name is no function of expressions: max(n, 1) is a scalar. */
static bool is_call(Span text)
{
  size_t i = 0;
  static const char *const functions[] = {"min", "max", "cdiv", "log2"};
  while (i < text.n && (isalnum((unsigned char)text.at[i]) || text.at[i] == '_'))
    i++;
  Span called = {text.at, i}, behind = span_trim((Span){text.at + i, text.n - i});
  bool call = i && !isdigit((unsigned char)text.at[0]) && behind.n && behind.at[0] == '(';
  for (size_t k = 0; k < sizeof functions / sizeof *functions; k++)
    call = call && !span_is(called, functions[k]);
  return call;
}

static bool ends_with(Span s, const char *tail)
{
  size_t n = strlen(tail);
  return s.n >= n && !memcmp(s.at + s.n - n, tail, n);
}

/* The file behind '@', with its mode. */
static bool read_file(const char *name, Span file, Spec *spec, Problem *p)
{
  static const struct {
    const char *tail;
    bool read, write;
  } modes[] = {{":rw", true, true}, {":r", true, false}, {":w", false, true}, {"", true, false}};
  size_t m = 0;
  while (!ends_with(file, modes[m].tail))
    m++;
  spec->read = modes[m].read;
  spec->write = modes[m].write;
  spec->file = copy_of(p->arena, (Span){file.at, file.n - strlen(modes[m].tail)});
  if (!*spec->file)
    return problem(p, TRI_USAGE, "%s: expected a file's name behind '@' in '%s'", name, spec->text);
  return !(spec->read && spec->fill) ||
         problem(p, TRI_USAGE,
                 "%s: both a fill and a file to read in '%s'; to write the file after the run: '%s:w'", name,
                 spec->text, spec->text);
}

/* Takes ":f32" from the end of the head. */
static bool read_type(const char *name, Span *head, Spec *spec, Problem *p)
{
  size_t n = head->n;
  while (n && head->at[n - 1] != ':')
    n--;
  if (!n)
    return true;
  const char *type = copy_of(p->arena, span_trim((Span){head->at + n, head->n - n}));
  spec->type = tri_type_named(type);
  *head = span_trim((Span){head->at, n - 1});
  const char *list = "";
  for (int t = TRI_NONE + 1; t < TRI_PTR; t++)
    list = arena_printf(p->arena, "%s%s%s", list, *list ? ", " : "", tri_type_name((TriType)t));
  return (spec->type && spec->type != TRI_PTR) ||
         problem(p, TRI_USAGE, "%s: expected a type behind ':' in '%s', got '%s'; there are %s", name,
                 spec->text, type, list);
}

bool spec_parse(const char *name, const char *text, Spec *spec, Problem *p)
{
  *spec = (Spec){.text = text};
  const char *at = strchr(text, '@');
  Span head = span_trim((Span){text, at ? (size_t)(at - text) : strlen(text)});
  if (!head.n && !at)
    return problem(p, TRI_USAGE, "%s: expected a value, such as %s=98432 or %s=randn(98432)", name, name,
                   name);
  if (!read_type(name, &head, spec, p))
    return false;
  if (!head.n && spec->type)
    return problem(p, TRI_USAGE, "%s: expected a value before ':' in '%s'", name, text);
  if (head.n && is_call(head) && !read_fill(name, head, spec, p))
    return false;
  if (head.n && !spec->fill)
    spec->scalar = copy_of(p->arena, head);
  if (at && spec->scalar)
    return problem(p, TRI_USAGE, "%s: expected a fill before '@', got '%s'", name, spec->scalar);
  return !at || read_file(name, (Span){at + 1, strlen(at + 1)}, spec, p);
}
