#include "Support/arena.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, FIRST_BLOCK = 4096 };

struct ArenaBlock {
  ArenaBlock *older;
  size_t used, size;
  _Alignas(ALIGN) unsigned char bytes[];
};

static size_t round_up(size_t n) { return (n + ALIGN - 1) & ~(size_t)(ALIGN - 1); }

static void out_of_memory(size_t bytes)
{
  fprintf(stderr, "tri: out of host memory (%zu bytes asked for)\n", bytes);
  exit(4);
}

static void *fits(ArenaBlock *b, size_t bytes)
{
  if (!b || b->size - b->used < bytes)
    return NULL;
  void *p = b->bytes + b->used;
  b->used += bytes;
  return p;
}

void *arena_alloc(Arena *a, size_t bytes)
{
  size_t need = round_up(bytes);
  if (need < bytes)
    out_of_memory(bytes);
  void *p = fits(a->block, need);
  if (!p) {
    size_t size = a->block ? a->block->size * 2 : FIRST_BLOCK;
    size = size < need ? need : size;
    ArenaBlock *b = malloc(sizeof *b + size);
    if (!b)
      out_of_memory(size);
    *b = (ArenaBlock){.older = a->block, .size = size};
    a->block = b;
    p = fits(b, need);
  }
  return memset(p, 0, need);
}

void *arena_grow(Arena *a, void *p, size_t old_bytes, size_t new_bytes)
{
  size_t old_need = round_up(old_bytes), more = round_up(new_bytes) - old_need;
  ArenaBlock *b = a->block;
  if (p && b && (unsigned char *)p + old_need == b->bytes + b->used && b->size - b->used >= more) {
    memset(b->bytes + b->used, 0, more);
    b->used += more;
    return p;
  }
  void *q = arena_alloc(a, new_bytes);
  if (old_bytes)
    memcpy(q, p, old_bytes);
  return q;
}

char *arena_strndup(Arena *a, const char *s, size_t n)
{
  char *p = arena_alloc(a, n + 1);
  if (n)
    memcpy(p, s, n);
  return p;
}

char *arena_vprintf(Arena *a, const char *format, va_list args)
{
  va_list again;
  va_copy(again, args);
  int n = vsnprintf(NULL, 0, format, args);
  char *p = arena_alloc(a, (size_t)(n < 0 ? 0 : n) + 1);
  vsnprintf(p, (size_t)(n < 0 ? 0 : n) + 1, format, again);
  va_end(again);
  return p;
}

char *arena_printf(Arena *a, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *p = arena_vprintf(a, format, args);
  va_end(args);
  return p;
}

void arena_free(Arena *a)
{
  for (ArenaBlock *b = a->block, *older; b; b = older) {
    older = b->older;
    free(b);
  }
  a->block = NULL;
}
