/* What the run functions of every family share: elements and undefined marks. */
#include "Interpreter/program.h"

#include <string.h>

int64_t first_mark(const uint8_t *marks, int64_t n)
{
  const uint8_t *at = marks ? memchr(marks, 1, (size_t)n) : NULL;
  return at ? at - marks : -1;
}

static void merge_marks(Cell *c, const uint8_t *marks, bool one, int64_t n)
{
  if (!c->undefined)
    memset(c->undefined = c->marks, 0, (size_t)n);
  for (int64_t k = 0; k < n; k++)
    c->marks[k] |= marks[one ? 0 : k];
}

void propagate_undefined(Exec *x, const Inst *i)
{
  Cell *c = out_cell(x, i, 0);
  c->undefined = NULL;
  for (int k = 0; k < i->n_in; k++)
    if (in_cell(x, i, k)->undefined)
      merge_marks(c, in_cell(x, i, k)->undefined, in_slot(x, i, k)->count == 1, i->count);
}

uint64_t element_unsigned(TriType t, const void *data, int64_t k)
{
  uint64_t bits = 0;
  size_t bytes = (size_t)tri_type_bytes(t);
  memcpy(&bits, (const char *)data + (size_t)k * bytes, bytes);
  return bits;
}

int64_t element_signed(TriType t, const void *data, int64_t k)
{
  uint64_t bits = element_unsigned(t, data, k);
  int unused = t == TRI_I1 ? 63 : 64 - 8 * tri_type_bytes(t);
  return (int64_t)(bits << unused) >> unused;
}
