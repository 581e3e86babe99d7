/* Arena: memory that is taken piece by piece and given back at once.
 *
 * A pass, a parse or a decoded kernel owns one arena; everything it builds on the way lives there and nothing
 * is freed alone. Functions that allocate take the arena first. Running out of host memory ends the process
 * with a clear line: no caller has a better answer.
 *
 *   Arena a = {0};                       an arena of zeros is ready to use
 *   int *xs = arena_array(&a, int, n);   zeroed
 *   arena_free(&a);                      back to {0}
 *
 * Invariant: every block starts and stays aligned to 16 bytes; a pointer stays valid until
 * arena_free. */
#ifndef TRI_SUPPORT_ARENA_H
#define TRI_SUPPORT_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct ArenaBlock ArenaBlock;
typedef struct {
  ArenaBlock *block; /* the newest; older ones behind it */
} Arena;

/* bytes zeroed bytes, aligned to 16. Zero bytes give a valid pointer that must not be dereferenced. */
void *arena_alloc(Arena *a, size_t bytes);

/* Grows the array at p from old_bytes to new_bytes (in place where it is the newest allocation); the rest is
 * zeroed. */
void *arena_grow(Arena *a, void *p, size_t old_bytes, size_t new_bytes);

/* A NUL-terminated copy of n bytes. */
char *arena_strndup(Arena *a, const char *s, size_t n);

/* The formatted text. */
char *arena_printf(Arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *a, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

/* Gives back every block. */
void arena_free(Arena *a);

#define arena_new(a, T) ((T *)arena_alloc((a), sizeof(T)))
#define arena_array(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n)))

/* A growing array in an arena: struct { T *at; size_t n, cap; }. push gives the place of the new, zeroed
 * element. */
#define Vec(T)                                                                                               \
  struct {                                                                                                   \
    T *at;                                                                                                   \
    size_t n, cap;                                                                                           \
  }
#define vec_push(a, v)                                                                                       \
  (*((v)->n == (v)->cap ? ((v)->at = arena_grow((a), (v)->at, sizeof *(v)->at * (v)->cap,                    \
                                                sizeof *(v)->at * ((v)->cap ? (v)->cap * 2 : 8)),            \
                           (v)->cap = (v)->cap ? (v)->cap * 2 : 8, (v)->at + (v)->n++)                       \
                        : (v)->at + (v)->n++))

#endif
