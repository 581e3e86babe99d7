#include "evaluate.h"

#include "Support/ir.h"
#include "Support/map.h"
#include "tri-c/Ops.h"

#include <string.h>

/* ---- random ---- */

/* splitmix64 (Steele, Lea, Flood 2014). */
uint64_t random_next(Random *r)
{
  uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

int random_below(Random *r, int n) { return (int)(random_next(r) % (uint64_t)n); }

int64_t random_int(Random *r, int width)
{
  uint64_t x = random_next(r);
  switch (random_below(r, 6)) {
  case 0:
    x = x % 9 - 4;
    break;
  case 1:
    x = UINT64_C(1) << random_below(r, width);
    break;
  case 2:
    x = (UINT64_C(1) << random_below(r, width)) + x % 5 - 2;
    break;
  case 3:
    x = (UINT64_C(1) << (width - 1)) + x % 5 - 2;
    break;
  case 4:
    x %= 256;
    break;
  default:
    break;
  }
  return (int64_t)(x << (64 - width)) >> (64 - width);
}

/* ---- elements ---- */

Elements elements_new(Arena *a, MlirType t)
{
  MlirType element = tri_type_element(t);
  Elements e = {.shape = shape_of_type(t), .width = 64};
  if (tri_type_is_int(element))
    e.width = (int)mlirIntegerTypeGetWidth(element);
  e.count = shape_count(e.shape);
  e.v = arena_array(a, int64_t, e.count);
  e.undefined = arena_array(a, bool, e.count);
  return e;
}

typedef struct {
  Arena *arena;
  Map values; /* value -> Elements * */
  const Watcher *watcher;
  int64_t steps;
  Outcome outcome;
} Machine;

static const Elements *get(Machine *m, MlirValue v)
{
  return (const Elements *)(uintptr_t)*map_find(&m->values, v.ptr);
}

static void put(Machine *m, MlirValue v, Elements e)
{
  Elements *kept = arena_new(m->arena, Elements);
  *kept = e;
  *map_at(&m->values, v.ptr) = (uint64_t)(uintptr_t)kept;
  m->watcher->value(m->watcher->data, v, kept);
}

static bool stop(Machine *m, Outcome why)
{
  m->outcome = why;
  return false;
}

/* ---- plain ops ---- */

static int64_t dense_element(MlirAttribute dense, int width, int64_t i)
{
  return width == 1    ? -(int64_t)mlirDenseElementsAttrGetBoolValue(dense, i)
         : width == 8  ? mlirDenseElementsAttrGetInt8Value(dense, i)
         : width == 16 ? mlirDenseElementsAttrGetInt16Value(dense, i)
         : width == 32 ? mlirDenseElementsAttrGetInt32Value(dense, i)
                       : mlirDenseElementsAttrGetInt64Value(dense, i);
}

static void do_constant(MlirOperation op, Elements *e)
{
  MlirAttribute value = attr_of(op, "value");
  for (int64_t i = 0; i < e->count; i++)
    e->v[i] = mlirAttributeIsADenseElements(value) ? dense_element(value, e->width, i) : int_of(value, 0);
  if (e->width == 1 && !e->shape.rank)
    e->v[0] = -(e->v[0] & 1);
}

static bool flag(Machine *m, MlirOperation op, const char *name)
{
  MlirAttribute flags = attr_of(op, "overflowFlags");
  return !is_null(flags) && strstr(attr_text(m->arena, flags), name);
}

static bool divides(const char *name) { return strstr(name, "div") || strncmp(name, "rem", 3) == 0; }

static bool do_int(Machine *m, MlirOperation op, const char *name, Elements *e)
{
  const Elements *in[3] = {0};
  for (intptr_t k = 0; k < operand_count(op); k++)
    in[k] = get(m, operand(op, k));
  IntOp f = {name,
             e->width,
             in[0]->width,
             int_of(attr_of(op, "predicate"), 0),
             flag(m, op, "nsw"),
             flag(m, op, "nuw")};
  for (int64_t i = 0; i < e->count; i++) {
    int64_t x[3] = {0};
    for (intptr_t k = 0; k < operand_count(op); k++) {
      int64_t at = in[k]->shape.rank ? i : 0;
      x[k] = in[k]->v[at];
      bool chosen = strcmp(name, "select") != 0 || k == 0 || k == (x[0] ? 1 : 2);
      e->undefined[i] |= chosen && in[k]->undefined[at];
    }
    if (divides(name) && in[1]->undefined[in[1]->shape.rank ? i : 0])
      return stop(m, FAULTED);
    if (!e->undefined[i] && !evaluate_int(&f, x, &e->v[i], &e->undefined[i]))
      return stop(m, FAULTED);
  }
  return true;
}

static void copy(const Elements *from, Elements *e)
{
  memcpy(e->v, from->v, sizeof *e->v * (size_t)e->count);
  memcpy(e->undefined, from->undefined, (size_t)e->count);
}

static void do_broadcast(const Elements *from, Elements *e)
{
  for (int64_t i = 0; i < e->count; i++) {
    int64_t rest = i, stride = 1, at = 0;
    for (int a = e->shape.rank - 1; a >= 0; a--) {
      at += from->shape.dim[a] == 1 ? 0 : rest % e->shape.dim[a] * stride;
      rest /= e->shape.dim[a];
      stride *= from->shape.dim[a];
    }
    e->v[i] = from->v[at];
    e->undefined[i] = from->undefined[at];
  }
}

static void do_addptr(Machine *m, MlirOperation op, Elements *e)
{
  const Elements *base = get(m, tri_addptr_base(op)), *offset = get(m, tri_addptr_offset(op));
  MlirType pointee = tri_ptr_pointee(tri_type_element(type_of(result(op))));
  uint64_t size = (uint64_t)tri_type_bytes(tri_type_kind(pointee));
  for (int64_t i = 0; i < e->count; i++) {
    int64_t b = base->shape.rank ? i : 0, o = offset->shape.rank ? i : 0;
    e->v[i] = (int64_t)((uint64_t)base->v[b] + (uint64_t)offset->v[o] * size);
    e->undefined[i] = base->undefined[b] || offset->undefined[o];
  }
}

static void do_load(Machine *m, MlirOperation op, Elements *e)
{
  MlirValue mask = tri_load_mask(op);
  for (int64_t i = 0; i < e->count; i++)
    e->v[i] = random_int(m->watcher->random, e->width);
  m->watcher->access(m->watcher->data, op, get(m, tri_load_ptr(op)), is_null(mask) ? NULL : get(m, mask));
}

static int64_t random_program(Machine *m, MlirOperation op, bool id)
{
  int axis = (int)(id ? tri_program_id_axis(op) : tri_num_programs_axis(op));
  uint64_t most = axis == 0 ? INT32_MAX : 65535, x = (uint64_t)random_int(m->watcher->random, 32);
  uint64_t count = random_below(m->watcher->random, 4) == 0 ? most : 1 + x % most;
  return (int64_t)(id ? count - 1 : count);
}

static bool do_tri(Machine *m, MlirOperation op, Elements *e)
{
  switch ((int)tri_op_kind(op)) {
  case TRI_OP_RANGE:
    for (int64_t i = 0; i < e->count; i++)
      e->v[i] = tri_range_start(op) + i;
    return true;
  case TRI_OP_SPLAT:
    for (int64_t i = 0; i < e->count; i++) {
      e->v[i] = get(m, operand(op, 0))->v[0];
      e->undefined[i] = get(m, operand(op, 0))->undefined[0];
    }
    return true;
  case TRI_OP_EXPAND_DIMS:
    copy(get(m, operand(op, 0)), e);
    return true;
  case TRI_OP_BROADCAST:
    do_broadcast(get(m, operand(op, 0)), e);
    return true;
  case TRI_OP_ADDPTR:
    do_addptr(m, op, e);
    return true;
  case TRI_OP_LOAD:
    do_load(m, op, e);
    return true;
  case TRI_OP_PROGRAM_ID:
  case TRI_OP_NUM_PROGRAMS:
    e->v[0] = random_program(m, op, tri_op_kind(op) == TRI_OP_PROGRAM_ID);
    return true;
  default:
    return stop(m, NOT_UNDERSTOOD);
  }
}

static bool do_plain(Machine *m, MlirOperation op)
{
  MlirStringRef full = name_of(op);
  const char *name = arena_strndup(m->arena, full.data, full.length), *dot = strchr(name, '.');
  Elements e = elements_new(m->arena, type_of(result(op)));
  if (strcmp(name, "arith.constant") == 0)
    do_constant(op, &e);
  else if (is_int_op(dot + 1)) {
    if (!do_int(m, op, dot + 1, &e))
      return false;
  } else if (!do_tri(m, op, &e))
    return false;
  put(m, result(op), e);
  return true;
}

/* ---- control ---- */

static bool run_region(Machine *m, MlirRegion r, const Elements *in, MlirOperation *end);

static const Elements *operands_from(Machine *m, MlirOperation op, intptr_t from)
{
  intptr_t n = operand_count(op) - from;
  Elements *all = arena_array(m->arena, Elements, n > 0 ? n : 1);
  for (intptr_t i = 0; i < n; i++)
    all[i] = *get(m, operand(op, from + i));
  return all;
}

static void put_results(Machine *m, MlirOperation op, const Elements *all)
{
  for (intptr_t i = 0; i < result_count(op); i++)
    put(m, result_at(op, i), all[i]);
}

static bool is_defined(Machine *m, MlirValue v) { return !get(m, v)->undefined[0]; }

static bool do_for(Machine *m, MlirOperation op)
{
  if (!is_defined(m, operand(op, 0)) || !is_defined(m, operand(op, 1)) || !is_defined(m, operand(op, 2)))
    return stop(m, FAULTED);
  const Elements *lower = get(m, operand(op, 0)), *carried = operands_from(m, op, 3);
  __int128 upper = get(m, operand(op, 1))->v[0], step = get(m, operand(op, 2))->v[0];
  if (step <= 0)
    return stop(m, FAULTED);
  for (__int128 i = lower->v[0]; i < upper; i += step) {
    Elements *in = arena_array(m->arena, Elements, result_count(op) + 1);
    in[0] = *lower;
    in[0].v = arena_array(m->arena, int64_t, 1);
    in[0].v[0] = (int64_t)i;
    for (intptr_t k = 0; k < result_count(op); k++)
      in[k + 1] = carried[k];
    MlirOperation yield;
    if (!run_region(m, region_at(op, 0), in, &yield))
      return false;
    carried = operands_from(m, yield, 0);
  }
  put_results(m, op, carried);
  return true;
}

static bool do_while(Machine *m, MlirOperation op)
{
  const Elements *carried = operands_from(m, op, 0);
  for (;;) {
    MlirOperation end;
    if (!run_region(m, region_at(op, 0), carried, &end))
      return false;
    if (!is_defined(m, operand(end, 0)))
      return stop(m, FAULTED);
    const Elements *passed = operands_from(m, end, 1);
    if (!get(m, operand(end, 0))->v[0]) {
      put_results(m, op, passed);
      return true;
    }
    if (!run_region(m, region_at(op, 1), passed, &end))
      return false;
    carried = operands_from(m, end, 0);
  }
}

static bool do_if(Machine *m, MlirOperation op)
{
  MlirOperation yield;
  if (!is_defined(m, operand(op, 0)))
    return stop(m, FAULTED);
  if (!run_region(m, region_at(op, get(m, operand(op, 0))->v[0] ? 0 : 1), NULL, &yield))
    return false;
  put_results(m, op, operands_from(m, yield, 0));
  return true;
}

static bool do_op(Machine *m, MlirOperation op)
{
  if (m->steps++ > m->watcher->max_steps)
    return stop(m, FAULTED);
  return is_op(op, "scf.for")     ? do_for(m, op)
         : is_op(op, "scf.while") ? do_while(m, op)
         : is_op(op, "scf.if")    ? do_if(m, op)
                                  : do_plain(m, op);
}

/* The block that a cf terminator goes to, and what it passes; a null block at the region's end. */
static bool branch(Machine *m, MlirOperation op, MlirBlock *to, const Elements **in)
{
  *to = (MlirBlock){NULL};
  if (is_op(op, "cf.br")) {
    *to = mlirOperationGetSuccessor(op, 0);
    *in = operands_from(m, op, 0);
  }
  if (is_op(op, "cf.cond_br")) {
    MlirBlock yes = mlirOperationGetSuccessor(op, 0), no = mlirOperationGetSuccessor(op, 1);
    if (!is_defined(m, operand(op, 0)))
      return stop(m, FAULTED);
    bool taken = get(m, operand(op, 0))->v[0] != 0;
    *to = taken ? yes : no;
    *in = operands_from(m, op, taken ? 1 : 1 + mlirBlockGetNumArguments(yes));
  }
  return true;
}

static bool run_region(Machine *m, MlirRegion r, const Elements *in, MlirOperation *end)
{
  MlirBlock b = entry_of(r);
  while (!is_null(b)) {
    for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
      put(m, block_arg(b, i), in[i]);
    *end = mlirBlockGetTerminator(b);
    foreach_op(op, b) if (!same(op, *end) && !do_op(m, op)) return false;
    if (m->steps++ > m->watcher->max_steps)
      return stop(m, FAULTED);
    if (!branch(m, *end, &b, &in))
      return false;
  }
  return true;
}

Outcome evaluate(Arena *a, MlirOperation func, const Elements *args, const Watcher *w)
{
  Machine m = {.arena = a, .values = {.arena = a}, .watcher = w};
  MlirOperation end;
  run_region(&m, region_at(func, 0), args, &end);
  return m.outcome;
}
