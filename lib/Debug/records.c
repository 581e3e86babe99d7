#include "Debug/records.h"
#include "Debug/text.h"

#include <string.h>

const char debug_argument[] = "tri.debug";

enum { MAX_RANK = 8 };

typedef struct {
  TriType type;
  int rank;
  int64_t dim[MAX_RANK], count;
} Value;

typedef struct {
  const char *location, *text;
  bool hex;
  const Value *values;
  size_t n_values;
  int64_t bytes; /* of a record */
} Op;

struct DebugOps {
  const Op *at;
  size_t n;
};

/* ---- from the metadata ---- */

static const char *text_in(Arena *a, const json_t *object, const char *key)
{
  const char *s = json_string_value(json_object_get(object, key));
  return s ? arena_strndup(a, s, strlen(s)) : "?";
}

static Value value_of(const json_t *j)
{
  const char *type = json_string_value(json_object_get(j, "type"));
  const json_t *shape = json_object_get(j, "shape");
  Value v = {.type = type ? tri_type_named(type) : TRI_NONE, .rank = (int)json_array_size(shape), .count = 1};
  v.rank = v.rank > MAX_RANK ? MAX_RANK : v.rank;
  for (int i = 0; i < v.rank; i++) {
    int64_t extent = json_integer_value(json_array_get(shape, (size_t)i));
    v.dim[i] = extent > 0 ? extent : 1;
    v.count *= v.dim[i];
  }
  return v;
}

static Op op_of(Arena *a, const json_t *j)
{
  const json_t *values = json_object_get(j, "values");
  Op op = {.location = text_in(a, j, "location"),
           .text = text_in(a, j, "text"),
           .hex = json_is_true(json_object_get(j, "hex")),
           .n_values = json_array_size(values),
           .bytes = sizeof(DebugRecord)};
  Value *all = arena_array(a, Value, op.n_values);
  for (size_t i = 0; i < op.n_values; i++) {
    all[i] = value_of(json_array_get(values, i));
    op.bytes += debug_value_bytes(all[i].count * tri_type_bytes(all[i].type));
  }
  op.values = all;
  return op;
}

const DebugOps *debug_ops_of(Arena *a, const json_t *kernel)
{
  const json_t *list = json_object_get(kernel, "debug");
  DebugOps *ops = arena_new(a, DebugOps);
  ops->n = json_array_size(list);
  Op *all = arena_array(a, Op, ops->n);
  for (size_t i = 0; i < ops->n; i++)
    all[i] = op_of(a, json_array_get(list, i));
  ops->at = all;
  return ops->n ? ops : NULL;
}

/* ---- the buffer ---- */

static char *records_of(DebugBuffer *b) { return (char *)(b + 1); }

void debug_buffer_clear(DebugBuffer *b)
{
  memset(b, 0, DEBUG_BYTES);
  b->capacity = DEBUG_BYTES - sizeof *b;
}

static void print_record(const Op *op, const DebugRecord *r, FILE *to)
{
  Arena a = {0};
  DebugValue *values = arena_array(&a, DebugValue, op->n_values);
  const char *data = (const char *)(r + 1);
  for (size_t i = 0; i < op->n_values; i++) {
    const Value *v = &op->values[i];
    values[i] = (DebugValue){.type = v->type, .rank = v->rank, .dim = v->dim, .data = data};
    data += debug_value_bytes(v->count * tri_type_bytes(v->type));
  }
  const int64_t program[3] = {r->program[0], r->program[1], r->program[2]};
  fputs(debug_line(&a, op->location, program, op->text, op->hex, values, op->n_values), to);
  arena_free(&a);
}

/* A kernel that writes outside its buffers may have spoilt these: no size is trusted. */
static void print_records(const DebugOps *ops, DebugBuffer *b, FILE *to)
{
  uint64_t end = b->head < b->capacity ? b->head : b->capacity;
  for (uint64_t at = 0; at + sizeof(DebugRecord) <= end;) {
    const DebugRecord *r = (const DebugRecord *)(const void *)(records_of(b) + at);
    if (r->bytes < sizeof *r || r->bytes > end - at || r->bytes % 8)
      return;
    if (r->op >= 1 && r->op <= ops->n && ops->at[r->op - 1].bytes == r->bytes)
      print_record(&ops->at[r->op - 1], r, to);
    at += r->bytes;
  }
}

static int compare(const DebugFailure *x, const DebugFailure *y)
{
  const uint64_t a[] = {x->program[2], x->program[1], x->program[0], x->op, x->element},
                 b[] = {y->program[2], y->program[1], y->program[0], y->op, y->element};
  for (size_t i = 0; i < sizeof a / sizeof *a; i++)
    if (a[i] != b[i])
      return a[i] < b[i] ? -1 : 1;
  return 0;
}

static const char *first_failure(const DebugOps *ops, const DebugBuffer *b, Arena *a)
{
  const DebugFailure *first = NULL;
  for (uint32_t i = 0; i < b->failures && i < DEBUG_FAILURES; i++) {
    const DebugFailure *f = &b->failure[i];
    if (f->op >= 1 && f->op <= ops->n && (!first || compare(f, first) < 0))
      first = f;
  }
  if (!first)
    return NULL;
  const Op *op = &ops->at[first->op - 1];
  const int64_t program[3] = {first->program[0], first->program[1], first->program[2]};
  return debug_failure_text(a, op->location, program, op->n_values ? op->values[0].rank : 0,
                            op->n_values ? op->values[0].dim : NULL, (int64_t)first->element, op->text);
}

const char *debug_drain(const DebugOps *ops, DebugBuffer *b, FILE *to, Arena *a)
{
  if (!b->head && !b->failures)
    return NULL;
  print_records(ops, b, to);
  if (b->lost)
    fprintf(to,
            "tri.print: %llu more lines found no room in the buffer of %d bytes; print less, or from fewer "
            "programs\n",
            (unsigned long long)b->lost, DEBUG_BYTES);
  const char *failure = first_failure(ops, b, a);
  debug_buffer_clear(b);
  return failure;
}
