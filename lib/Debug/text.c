#include "Debug/text.h"
#include "Numeric/numeric.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  Arena *arena;
  Vec(char) text;
} Line;

static void say(Line *l, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Line *l, const char *format, ...)
{
  char text[512];
  va_list args, again;
  va_start(args, format);
  va_copy(again, args);
  const char *at = text;
  if (vsnprintf(text, sizeof text, format, args) >= (int)sizeof text)
    at = arena_vprintf(l->arena, format, again);
  for (; *at; at++)
    vec_push(l->arena, &l->text) = *at;
  va_end(again);
  va_end(args);
}

static TriFloat format_of(TriType t)
{
  static const TriFloat formats[TRI_TYPE_COUNT] = {
      [TRI_F8E4M3FN] = TRI_FLOAT_F8E4M3FN, [TRI_F8E5M2] = TRI_FLOAT_F8E5M2, [TRI_F16] = TRI_FLOAT_F16,
      [TRI_BF16] = TRI_FLOAT_BF16,         [TRI_F32] = TRI_FLOAT_F32,       [TRI_F64] = TRI_FLOAT_F64,
  };
  return formats[t];
}

/* The fewest digits that give the number back. */
static void say_float(Line *l, TriFloat f, uint64_t bits)
{
  char text[32];
  double value = tri_float_decode(f, bits);
  if (isnan(value)) {
    say(l, "nan");
    return;
  }
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    if (tri_float_encode(f, strtod(text, NULL), TRI_RN, false) == bits)
      break;
  }
  say(l, "%s", text);
}

static long long signed_of(uint64_t bits, int bytes)
{
  int unused = 64 - 8 * bytes;
  return (long long)(int64_t)(bits << unused) >> unused;
}

static void say_element(Line *l, const DebugValue *v, bool hex, int64_t k)
{
  int bytes = tri_type_bytes(v->type);
  uint64_t bits = 0;
  memcpy(&bits, (const char *)v->data + k * bytes, (size_t)bytes);
  if (v->undefined && v->undefined[k])
    say(l, "undefined");
  else if (hex || v->type == TRI_PTR)
    say(l, "0x%0*llx", v->type == TRI_PTR ? 1 : 2 * bytes, (unsigned long long)bits);
  else if (v->type == TRI_I1)
    say(l, "%s", bits ? "true" : "false");
  else if (v->type >= TRI_F8E4M3FN && v->type <= TRI_F64)
    say_float(l, format_of(v->type), bits);
  else
    say(l, "%lld", signed_of(bits, bytes));
}

/* Brackets open and close before element k where the axes within it begin and end. */
static void say_value(Line *l, const DebugValue *v, bool hex)
{
  int64_t count = 1;
  for (int axis = 0; axis < v->rank; axis++)
    count *= v->dim[axis];
  for (int64_t k = 0; k < count; k++) {
    int64_t inner = 1;
    int open = 0;
    for (int axis = v->rank - 1; axis >= 0 && k % (inner *= v->dim[axis]) == 0; axis--)
      open++;
    say(l, "%.*s", k ? open : 0, "]]]]]]]]");
    say(l, "%s%.*s", k ? ", " : "", open, "[[[[[[[[");
    say_element(l, v, hex, k);
  }
  say(l, "%.*s", v->rank, "]]]]]]]]");
}

static void say_program(Line *l, const int64_t program[3])
{
  say(l, "program (%lld, %lld, %lld)", (long long)program[0], (long long)program[1], (long long)program[2]);
}

static const char *finished(Line *l)
{
  vec_push(l->arena, &l->text) = '\0';
  return l->text.at;
}

const char *debug_line(Arena *a, const char *where, const int64_t program[3], const char *prefix, bool hex,
                       const DebugValue *values, size_t n)
{
  Line l = {.arena = a};
  say(&l, "%s: ", where);
  say_program(&l, program);
  say(&l, ": %s", prefix);
  for (size_t i = 0; i < n; i++) {
    say(&l, "%s", i ? ", " : "");
    say_value(&l, &values[i], hex);
  }
  say(&l, "\n");
  return finished(&l);
}

static void say_index(Line *l, int rank, const int64_t *dim, int64_t k)
{
  int64_t inner = 1;
  for (int axis = 0; axis < rank; axis++)
    inner *= dim[axis];
  for (int axis = 0; axis < rank; axis++) {
    inner /= dim[axis];
    say(l, "%s%lld", axis ? ", " : "", (long long)(k / inner % dim[axis]));
  }
}

const char *debug_failure_text(Arena *a, const char *where, const int64_t program[3], int rank,
                               const int64_t *dim, int64_t k, const char *message)
{
  Line l = {.arena = a};
  say(&l, "%s: tri.assert: ", where);
  if (rank) {
    say(&l, "element [");
    say_index(&l, rank, dim, k);
    say(&l, "] of ");
  }
  say_program(&l, program);
  say(&l, " fails: %s", message);
  return finished(&l);
}
