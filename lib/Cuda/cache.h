/* A cache of files: from a key to bytes, kept in one folder between runs.
 *
 *   Cache cache;
 *   cache_open(&cache, NULL);                               $XDG_CACHE_HOME/tri, else ~/.cache/tri
 *   if (!cache_get(&cache, &arena, key, &value)) cache_put(&cache, key, value = make());
 *
 * A cache only ever saves time: whatever goes wrong with it (no folder, no space, an entry cut short or
 * changed, a collision of hashes) is the same as a miss, and told in cache->problem, once, to whoever asks.
 * An entry's file is named by the XXH3-128 of its key and holds the whole key beside the value, so that two
 * keys of one hash miss each other instead of mixing, and the XXH3-128 of all that. The hash defends against
 * accidents, not against an attacker who may write to the folder: such a one could replace tri itself.
 *
 * Many processes may use a folder at once: an entry is written under a name of its own and renamed, so that a
 * reader sees all of it or nothing, also when the writer is killed; what a killed writer leaves is swept away
 * by later ones after an hour. */
#ifndef TRI_CUDA_CACHE_H
#define TRI_CUDA_CACHE_H

#include "Support/arena.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct {
  const void *data;
  size_t bytes;
} Bytes;

enum { CACHE_PATH = 4096 };

typedef struct {
  char folder[CACHE_PATH];        /* "": off */
  char problem[CACHE_PATH + 200]; /* the first that was met; "" where none */
} Cache;

/* folder: a path; "off" for a cache that never hits; NULL for what TRI_CACHE says (the same two), else the
 * default. The folder is made when first written to. */
void cache_open(Cache *c, const char *folder);

/* The value of the key, in the arena; false where there is no whole entry of it. */
bool cache_get(Cache *c, Arena *a, Bytes key, Bytes *value);

/* Keeps the value under the key; a value that is there already is replaced. False where it could not be
 * kept. */
bool cache_put(Cache *c, Bytes key, Bytes value);

/* The file of the key's entry, in the arena; "" where the cache is off. */
const char *cache_path(const Cache *c, Arena *a, Bytes key);

#endif
