#include "Support/map.h"

#include <assert.h>

enum { FIRST_PLACES = 64 };

/* Fibonacci hashing (Knuth, TAOCP 6.4): the high bits of the product with 2^64 / golden ratio. */
static size_t first_place(const Map *m, const void *key)
{
  return (size_t)(((uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15)) >> 32) & (m->places - 1);
}

static MapEntry *place_of(const Map *m, const void *key)
{
  size_t i = first_place(m, key);
  while (m->at[i].key && m->at[i].key != key)
    i = (i + 1) & (m->places - 1);
  return &m->at[i];
}

static void enlarge(Map *m)
{
  Map larger = {m->arena, NULL, m->n, m->places ? m->places * 2 : FIRST_PLACES};
  larger.at = arena_array(m->arena, MapEntry, larger.places);
  for (size_t i = 0; i < m->places; i++)
    if (m->at[i].key)
      *place_of(&larger, m->at[i].key) = m->at[i];
  *m = larger;
}

uint64_t *map_find(const Map *m, const void *key)
{
  MapEntry *e = m->places ? place_of(m, key) : NULL;
  return e && e->key ? &e->value : NULL;
}

uint64_t *map_at(Map *m, const void *key)
{
  assert(key && "NULL is no key");
  if ((m->n + 1) * 2 > m->places)
    enlarge(m);
  MapEntry *e = place_of(m, key);
  if (!e->key) {
    e->key = key;
    m->n++;
  }
  return &e->value;
}
