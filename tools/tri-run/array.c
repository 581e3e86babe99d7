#include "array.h"
#include "element.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GUARD_BYTE = 0xdb };

_Static_assert(ARRAY_GUARD % ARRAY_ALIGNMENT == 0, "elements start aligned");

static bool count_elements(Shape s, int64_t *count)
{
  bool ok = true;
  *count = 1;
  for (int i = 0; i < s.rank; i++)
    ok &= !__builtin_mul_overflow(*count, s.extent[i], count);
  for (int i = 0; i < s.rank; i++)
    if (s.extent[i] == 0)
      return *count = 0, true;
  return ok;
}

double free_memory(void)
{
  char line[128];
  double kilobytes;
  FILE *f = fopen("/proc/meminfo", "r");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "MemAvailable: %lf", &kilobytes) == 1) {
      fclose(f);
      return kilobytes * 1024;
    }
  if (f)
    fclose(f);
  return (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
}

bool array_new(TriType type, Shape shape, const char *what, Array *array, Problem *p)
{
  *array = (Array){.type = type, .shape = shape, .item = tri_type_bytes(type)};
  if (!count_elements(shape, &array->count) ||
      __builtin_mul_overflow((size_t)array->count, (size_t)array->item, &array->bytes) ||
      array->bytes > INT64_MAX / 2)
    return problem(p, TRI_USAGE, "%s: a buffer of %s exceeds 64-bit addresses", what,
                   array_type_text(p->arena, type, shape));
  size_t padded = (array->bytes + ARRAY_ALIGNMENT - 1) / ARRAY_ALIGNMENT * ARRAY_ALIGNMENT;
  array->block = aligned_alloc(ARRAY_ALIGNMENT, padded + 2 * ARRAY_GUARD);
  if (!array->block)
    return problem(p, TRI_DEVICE, "%s: no memory for %zu bytes", what, array->bytes);
  array->data = (char *)array->block + ARRAY_GUARD;
  memset(array->block, GUARD_BYTE, ARRAY_GUARD);
  memset((char *)array->data + array->bytes, GUARD_BYTE, padded - array->bytes + ARRAY_GUARD);
  return true;
}

void array_free(Array *array)
{
  free(array->block);
  *array = (Array){0};
}

static bool is_guard(const unsigned char *at, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    if (at[i] != GUARD_BYTE)
      return false;
  return true;
}

bool array_guards_hold(const Array *array)
{
  return is_guard(array->block, ARRAY_GUARD) &&
         is_guard((const unsigned char *)array->data + array->bytes, ARRAY_GUARD);
}

bool same_shape(Shape a, Shape b)
{
  return a.rank == b.rank && !memcmp(a.extent, b.extent, sizeof *a.extent * (size_t)a.rank);
}

const char *shape_text(Arena *a, Shape s)
{
  const char *text = "";
  for (int i = 0; i < s.rank; i++)
    text = arena_printf(a, "%s%s%lld", text, i ? "x" : "", (long long)s.extent[i]);
  return text;
}

const char *array_type_text(Arena *a, TriType t, Shape s)
{
  return s.rank ? arena_printf(a, "%s[%s]", tri_type_name(t), shape_text(a, s)) : tri_type_name(t);
}

const char *index_text(Arena *a, Shape s, int64_t i)
{
  const char *text = "";
  for (int d = s.rank - 1; d >= 0; i /= s.extent[d], d--)
    text = arena_printf(a, "%lld%s%s", (long long)(i % s.extent[d]), *text ? ", " : "", text);
  return arena_printf(a, "[%s]", text);
}

/* Quiet NaNs with an unmistakable payload where the format has one; the all-ones NaN in 8 bits. */
static uint64_t poison_of(TriType t)
{
  static const uint64_t patterns[TRI_TYPE_COUNT] = {
      [TRI_F8E4M3FN] = 0x7f, [TRI_F8E5M2] = 0x7f,    [TRI_F16] = 0x7fa5,
      [TRI_BF16] = 0x7fe5,   [TRI_F32] = 0x7fe5a5a5, [TRI_F64] = 0x7ffa5a5a5a5a5a5a,
  };
  return patterns[t] ? patterns[t] : 0xa5a5a5a5a5a5a5a5;
}

void array_poison(Array *array)
{
  for (int64_t i = 0; i < array->count; i++)
    element_set_bits(array->type, array_at(array, i), poison_of(array->type));
}

bool array_is_poison(const Array *array, int64_t i)
{
  uint64_t mask = UINT64_MAX >> (64 - 8 * tri_type_bytes(array->type));
  return element_bits(array->type, array_at(array, i)) == (poison_of(array->type) & mask);
}
