/* Writing and reading the text form. */
#include "Layout/text.h"
#include "Layout/writer.h"
#include <ctype.h>
#include <string.h>

/* ---- writing ------------------------------------------------------------------------------------- */

static void put_vector(Writer *w, TriLayout l, uint32_t element)
{
  put(w, "[");
  for (uint32_t k = 0; k < l.rank; k++)
    put(w, "%s%u", k ? ", " : "", tri_layout_coordinate(l, element, (int)k));
  put(w, "]");
}

char *tri_layout_print_element(Arena *a, TriLayout l, uint32_t element)
{
  Writer w = {.arena = a};
  put_vector(&w, l, element);
  return w.at;
}

char *tri_layout_print(Arena *a, TriLayout l)
{
  Writer w = {.arena = a};
  for (int d = 0, at = 0; d < TRI_SLOT_DIMS; d++) {
    put(&w, "%s%s = [", d ? ", " : "", tri_slot_dim_name((TriSlotDim)d));
    for (int i = 0; i < l.in[d]; i++) {
      put(&w, "%s", i ? ", " : "");
      put_vector(&w, l, l.col[at++]);
    }
    put(&w, "]");
  }
  return w.at;
}

char *tri_layout_print_extent(Arena *a, TriLayout l)
{
  Writer w = {.arena = a};
  put(&w, "%s", "");
  for (uint32_t k = 0; k < l.rank; k++)
    put(&w, "%s%llu", k ? "x" : "", 1ull << l.out[k]);
  return w.at;
}

/* ---- reading ------------------------------------------------------------------------------------- */

/* What has been read: vectors one after the other, each of `rank` coordinates (-1: none seen yet). */
typedef struct {
  Arena *arena;
  const char *text;
  size_t n, at;
  TriTextError *error;
  int rank, in[TRI_SLOT_DIMS], columns;
  uint32_t coordinate[F2_MAX][TRI_LAYOUT_RANK];
} Reader;

static bool fail(Reader *r, size_t at, const char *message)
{
  *r->error = (TriTextError){at, message};
  return false;
}

static void skip_blanks(Reader *r)
{
  while (r->at < r->n && isspace((unsigned char)r->text[r->at]))
    r->at++;
}

static const char *found(Reader *r)
{
  return r->at < r->n ? arena_printf(r->arena, "'%c'", r->text[r->at]) : "the end";
}

static bool next_is(Reader *r, char c)
{
  skip_blanks(r);
  return r->at < r->n && r->text[r->at] == c;
}

static bool expect(Reader *r, const char *word)
{
  skip_blanks(r);
  size_t n = strlen(word);
  if (r->n - r->at < n || memcmp(r->text + r->at, word, n) != 0)
    return fail(r, r->at, arena_printf(r->arena, "expected '%s', found %s", word, found(r)));
  r->at += n;
  return true;
}

static bool number(Reader *r, uint32_t *x)
{
  skip_blanks(r);
  size_t start = r->at;
  uint64_t value = 0;
  while (r->at < r->n && isdigit((unsigned char)r->text[r->at])) {
    value = value * 10 + (uint64_t)(r->text[r->at++] - '0');
    if (value > UINT32_MAX)
      return fail(r, start, "a coordinate is less than 2^32");
  }
  *x = (uint32_t)value;
  return r->at > start || fail(r, start, arena_printf(r->arena, "expected a coordinate, found %s", found(r)));
}

/* [1, 0] */
static bool vector(Reader *r)
{
  skip_blanks(r);
  size_t start = r->at;
  int rank = 0;
  if (!expect(r, "["))
    return false;
  if (r->columns == F2_MAX)
    return fail(r, start, "a layout has at most 32 vectors");
  while (!next_is(r, ']')) {
    if (rank == TRI_LAYOUT_RANK)
      return fail(r, r->at, "a block has at most 8 axes");
    if ((rank && !expect(r, ",")) || !number(r, &r->coordinate[r->columns][rank++]))
      return false;
  }
  if (r->rank >= 0 && rank != r->rank)
    return fail(
        r, start,
        arena_printf(r->arena, "this vector has %d coordinates, those before it have %d", rank, r->rank));
  r->rank = rank;
  r->columns++;
  return expect(r, "]");
}

/* register = [[0, 1], [8, 0]] */
static bool part(Reader *r, TriSlotDim d)
{
  if ((d && !expect(r, ",")) || !expect(r, tri_slot_dim_name(d)) || !expect(r, "=") || !expect(r, "["))
    return false;
  while (!next_is(r, ']')) {
    if ((r->in[d] && !expect(r, ",")) || !vector(r))
      return false;
    r->in[d]++;
  }
  return expect(r, "]");
}

/* The smallest extents that hold all vectors, and the vectors as elements. */
static bool assemble(Reader *r, TriLayout *l)
{
  TriExtent e = {.rank = r->rank < 0 ? 0 : r->rank};
  int total = 0;
  for (int k = 0; k < e.rank; k++) {
    uint32_t all = 0;
    for (int i = 0; i < r->columns; i++)
      all |= r->coordinate[i][k];
    e.bits[k] = all ? 32 - __builtin_clz(all) : 0;
    total += e.bits[k];
  }
  if (total > F2_MAX)
    return fail(r, 0,
                arena_printf(r->arena, "the vectors span 2^%d elements, a block has at most 2^32", total));
  F2 f = f2_zero(r->columns, total);
  for (int i = 0; i < r->columns; i++)
    for (int k = 0; k < e.rank; k++)
      f.col[i] = (e.bits[k] < 32 ? f.col[i] << e.bits[k] : 0) | r->coordinate[i][k];
  *l = tri_layout_of(f, r->in, e);
  return true;
}

bool tri_layout_parse(Arena *a, const char *text, size_t n, TriLayout *l, TriTextError *error)
{
  Reader r = {.arena = a, .text = text, .n = n, .error = error, .rank = -1};
  for (int d = 0; d < TRI_SLOT_DIMS; d++)
    if (!part(&r, (TriSlotDim)d))
      return false;
  skip_blanks(&r);
  if (r.at < n)
    return fail(&r, r.at, arena_printf(a, "expected the end of the layout, found %s", found(&r)));
  return assemble(&r, l);
}
