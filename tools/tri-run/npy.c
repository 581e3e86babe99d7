#include "npy.h"
#include "element.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Which descr means which type; the first row of a type is what is written. */
static const struct {
  const char *descr;
  TriType type;
} descrs[] = {
    {"|b1", TRI_I1},       {"|i1", TRI_I8},     {"|u1", TRI_I8},        {"<i2", TRI_I16},
    {"<u2", TRI_I16},      {"<i4", TRI_I32},    {"<u4", TRI_I32},       {"<i8", TRI_I64},
    {"<u8", TRI_I64},      {"<f2", TRI_F16},    {"<f4", TRI_F32},       {"<f8", TRI_F64},
    {"<V2", TRI_BF16},     {"|V2", TRI_BF16},   {"bfloat16", TRI_BF16}, {"<V1", TRI_F8E4M3FN},
    {"|V1", TRI_F8E4M3FN}, {"<V1", TRI_F8E5M2}, {"|V1", TRI_F8E5M2},    {"<f1", TRI_F8E5M2},
    {"|f1", TRI_F8E5M2},
};
enum { N_DESCRS = sizeof descrs / sizeof *descrs, MAX_HEADER = 1 << 20 };

bool npy_is(const Npy *npy, TriType type)
{
  for (int i = 0; i < N_DESCRS; i++)
    if (descrs[i].type == type && !strcmp(descrs[i].descr, npy->descr))
      return true;
  return false;
}

TriType npy_type(const Npy *npy)
{
  for (int i = 0; i < N_DESCRS; i++)
    if (!strcmp(descrs[i].descr, npy->descr))
      return descrs[i].type;
  return TRI_NONE;
}

const char *npy_type_name(const Npy *npy) { return tri_type_name(npy_type(npy)); }

/* ---- the header: a Python dictionary of three keys ---- */

typedef struct {
  const char *name, *at;
  Problem *p;
} Header;

static bool malformed(Header *h, const char *expected)
{
  return problem(h->p, TRI_USAGE, "%s: not a .npy file: expected %s in its header", h->name, expected);
}

static void skip_space(Header *h)
{
  while (isspace((unsigned char)*h->at))
    h->at++;
}

static bool accept(Header *h, char c)
{
  skip_space(h);
  return *h->at == c && h->at++;
}

static bool read_quoted(Header *h, const char **text)
{
  char quote = accept(h, '\'') ? '\'' : accept(h, '"') ? '"' : 0;
  const char *end = quote ? strchr(h->at, quote) : NULL;
  if (!end)
    return malformed(h, "a quoted text");
  *text = arena_strndup(h->p->arena, h->at, (size_t)(end - h->at));
  h->at = end + 1;
  return true;
}

static bool read_shape(Header *h, Shape *shape)
{
  *shape = (Shape){0};
  if (!accept(h, '('))
    return malformed(h, "a shape");
  while (!accept(h, ')')) {
    char *end;
    long long extent = strtoll(h->at, &end, 10);
    if (end == h->at || extent < 0)
      return malformed(h, "an extent");
    if (shape->rank == MAX_RANK)
      return problem(h->p, TRI_USAGE, "%s: more than %d extents", h->name, MAX_RANK);
    shape->extent[shape->rank++] = extent;
    h->at = end;
    if (!accept(h, ',') && *h->at != ')')
      return malformed(h, "',' or ')'");
  }
  return true;
}

static bool read_truth(Header *h, bool *truth)
{
  skip_space(h);
  *truth = !strncmp(h->at, "True", 4);
  if (!*truth && strncmp(h->at, "False", 5))
    return malformed(h, "True or False");
  h->at += *truth ? 4 : 5;
  return true;
}

static bool read_descr(Header *h, const char **descr)
{
  if (!accept(h, '['))
    return read_quoted(h, descr);
  return problem(h->p, TRI_USAGE, "%s: an array of records; only arrays of numbers can be read", h->name);
}

static bool read_entries(Header *h, Npy *npy, bool *fortran)
{
  unsigned seen = 0;
  if (!accept(h, '{'))
    return malformed(h, "'{'");
  while (!accept(h, '}')) {
    const char *key;
    if (!read_quoted(h, &key) || !(accept(h, ':') || malformed(h, "':'")))
      return false;
    bool descr = !strcmp(key, "descr"), order = !strcmp(key, "fortran_order"), shape = !strcmp(key, "shape");
    if (!(descr   ? read_descr(h, &npy->descr)
          : order ? read_truth(h, fortran)
          : shape ? read_shape(h, &npy->shape)
                  : malformed(h, "'descr', 'fortran_order' or 'shape'")))
      return false;
    seen |= descr ? 1u : order ? 2u : 4u;
    (void)accept(h, ',');
  }
  return seen == 7 || malformed(h, "'descr', 'fortran_order' and 'shape'");
}

/* The bytes of an element, from the digits at the end of the descr. */
static bool read_item(Header *h, Npy *npy)
{
  npy->item = tri_type_bytes(npy_type(npy));
  if (npy->item)
    return true;
  if (npy->descr[0] == '>')
    return problem(h->p, TRI_USAGE,
                   "%s: big-endian elements ('%s'); save x.astype(x.dtype.newbyteorder('<'))", h->name,
                   npy->descr);
  if (strchr(npy->descr, 'O'))
    return problem(h->p, TRI_USAGE, "%s: an array of Python objects; only arrays of numbers can be read",
                   h->name);
  return problem(h->p, TRI_USAGE, "%s: elements of type '%s'; there is no such type here", h->name,
                 npy->descr);
}

/* "()", "(3,)", "(2, 3)". */
static void print_shape(char *text, size_t bytes, Shape s)
{
  size_t n = (size_t)snprintf(text, bytes, "(");
  for (int i = 0; i < s.rank; i++)
    n += (size_t)snprintf(text + n, bytes - n, "%s%lld", i ? ", " : "", (long long)s.extent[i]);
  snprintf(text + n, bytes - n, s.rank == 1 ? ",)" : ")");
}

static bool check_size(Header *h, Npy *npy, size_t bytes)
{
  size_t need = (size_t)npy->item;
  bool ok = true;
  char shape[MAX_RANK * 24];
  print_shape(shape, sizeof shape, npy->shape);
  npy->count = 1;
  for (int i = 0; i < npy->shape.rank; i++) {
    ok &= !__builtin_mul_overflow(need, (size_t)npy->shape.extent[i], &need);
    ok &= !__builtin_mul_overflow(npy->count, npy->shape.extent[i], &npy->count);
  }
  return (ok && need == bytes) ||
         problem(h->p, TRI_USAGE, "%s: %zu bytes of data, but the shape %s of '%s' takes %s%zu", h->name,
                 bytes, shape, npy->descr, ok ? "" : "more than ", need);
}

bool npy_parse(const char *name, const void *bytes, size_t n, Npy *npy, Problem *p)
{
  const unsigned char *b = bytes;
  Header h = {.name = name, .p = p};
  bool fortran = false;
  *npy = (Npy){0};
  if (n < 12 || memcmp(b, "\x93NUMPY", 6))
    return problem(p, TRI_USAGE, "%s: not a .npy file: it does not start with \\x93NUMPY", name);
  if (b[6] < 1 || b[6] > 3)
    return problem(p, TRI_USAGE, "%s: .npy version %d; versions 1, 2 and 3 can be read", name, b[6]);
  size_t start = b[6] == 1 ? 10 : 12, length = (size_t)b[8] | (size_t)b[9] << 8;
  length |= b[6] == 1 ? 0 : (size_t)b[10] << 16 | (size_t)b[11] << 24;
  if (length > MAX_HEADER || length > n - start)
    return problem(p, TRI_USAGE, "%s: not a .npy file: its header ends beyond the file", name);
  h.at = arena_strndup(p->arena, (const char *)b + start, length);
  npy->data = b + start + length;
  if (!read_entries(&h, npy, &fortran) || !read_item(&h, npy))
    return false;
  if (fortran && npy->shape.rank > 1)
    return problem(p, TRI_USAGE, "%s: columns first (fortran_order); save numpy.ascontiguousarray(x)", name);
  return check_size(&h, npy, n - start - length);
}

static const char *descr_of(TriType type)
{
  for (int i = 0; i < N_DESCRS; i++)
    if (descrs[i].type == type)
      return descrs[i].descr;
  return "<u8";
}

void npy_write(FILE *f, const Array *array)
{
  char shape[MAX_RANK * 24], header[MAX_RANK * 24 + 128];
  print_shape(shape, sizeof shape, array->shape);
  int n = snprintf(header, sizeof header, "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
                   descr_of(array->type), shape);
  int padded = (10 + n + 1 + 63) / 64 * 64 - 10;
  fprintf(f, "\x93NUMPY%c%c%c%c%s%*s\n", 1, 0, padded & 255, padded >> 8, header, padded - n - 1, "");
  fwrite(array->data, 1, array->bytes, f);
}
