/* Map: from an address (an op, a value, a type: MLIR's handles are unique addresses) to 64 bits, in an arena.
 *
 *   Map m = {.arena = &a};                a map of zeros but for its arena is empty
 *   *map_at(&m, value.ptr) |= BIT(3);     the place of the key, made of zeros where it is new
 *   uint64_t *bits = map_find(&m, p);     NULL where there is none
 *
 * Invariant: open addressing in a power of two of places, at most half full; NULL is no key. A place stays
 * valid until the next map_at. */
#ifndef TRI_SUPPORT_MAP_H
#define TRI_SUPPORT_MAP_H

#include "Support/arena.h"

#include <stdint.h>

typedef struct {
  const void *key;
  uint64_t value;
} MapEntry;

typedef struct {
  Arena *arena;
  MapEntry *at;
  size_t n, places;
} Map;

uint64_t *map_find(const Map *m, const void *key);
uint64_t *map_at(Map *m, const void *key);

#define BIT(n) (UINT64_C(1) << (n))

#endif
