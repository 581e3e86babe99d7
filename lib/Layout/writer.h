/* A text that grows in an arena; put appends. */
#ifndef TRI_LAYOUT_WRITER_H
#define TRI_LAYOUT_WRITER_H

#include "Support/arena.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct {
  Arena *arena;
  char *at; /* NUL-terminated once something was put */
  size_t n, cap;
} Writer;

static inline void put(Writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static inline void put(Writer *w, const char *format, ...)
{
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  size_t more = (size_t)vsnprintf(NULL, 0, format, args);
  if (w->n + more + 1 > w->cap) {
    size_t cap = 2 * (w->n + more) + 256;
    w->at = arena_grow(w->arena, w->at, w->cap, cap);
    w->cap = cap;
  }
  vsnprintf(w->at + w->n, w->cap - w->n, format, again);
  w->n += more;
  va_end(again);
  va_end(args);
}

#endif
