/* The core of decoding: values to slots, instructions, functions.
 *
 * Slots are laid out in the frame in the order of their definition, elements and then marks, each aligned to
 * a cache line. A function's body is decoded after the functions that were met before it, so that recursion
 * finds a Function to call. */
#include "Interpreter/decode.h"
#include "Interpreter/descriptor.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

/* ---- values ---- */

static size_t hash_place(const Decoder *d, const void *key)
{
  uint64_t h = (uint64_t)(uintptr_t)key * UINT64_C(0x9e3779b97f4a7c15); /* 2^64 / golden ratio */
  return (size_t)(h >> (64 - d->value_bits));
}

static ValueEntry *find_value(const Decoder *d, const void *key)
{
  size_t mask = ((size_t)1 << d->value_bits) - 1, k = hash_place(d, key);
  while (d->values[k].key && d->values[k].key != key)
    k = (k + 1) & mask;
  return &d->values[k];
}

static void grow_values(Decoder *d)
{
  ValueEntry *old = d->values;
  size_t n = old ? (size_t)1 << d->value_bits : 0;
  d->value_bits = old ? d->value_bits + 1 : 6;
  d->values = arena_array(&d->scratch, ValueEntry, (size_t)1 << d->value_bits);
  for (size_t k = 0; k < n; k++)
    if (old[k].key)
      *find_value(d, old[k].key) = old[k];
}

void name_slot(Decoder *d, MlirValue v, uint32_t slot)
{
  if (!d->values || d->n_values * 2 >= (uint32_t)1 << d->value_bits)
    grow_values(d);
  ValueEntry *e = find_value(d, v.ptr);
  d->n_values += !e->key;
  *e = (ValueEntry){v.ptr, slot};
}

uint32_t use(Decoder *d, MlirValue v) { return find_value(d, v.ptr)->slot; }

const Slot *slot_at(const Decoder *d, uint32_t slot) { return &d->slots.at[slot]; }

static size_t take_frame(Decoder *d, size_t bytes)
{
  size_t at = d->frame_bytes;
  d->frame_bytes += (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
  return at;
}

static uint32_t push_slot(Decoder *d, Slot s)
{
  vec_push(&d->scratch, &d->slots) = s;
  return (uint32_t)d->slots.n - 1;
}

uint32_t new_slot_like(Decoder *d, Slot s)
{
  s.offset = take_frame(d, (size_t)s.count * (size_t)tri_type_bytes(s.type));
  s.marks = take_frame(d, (size_t)s.count);
  return push_slot(d, s);
}

uint32_t new_slot(Decoder *d, TriType type, Shape shape)
{
  return new_slot_like(d, (Slot){.type = type, .shape = shape, .count = shape_count(shape)});
}

bool executes_type(Decoder *d, MlirOperation op, MlirType t)
{
  return require(
      op, mlirTypeIsAIndex(t) || tri_type_is_desc(t) || tri_type_is_value(t),
      "has a value of type %s, which the interpreter does not execute; it takes i1, i8, i16, i32, i64, "
      "index, f8E4M3FN, f8E5M2, f16, bf16, f32, f64, pointers, static tensors of these but index, of up to "
      "2^20 elements, and descriptors",
      type_text(&d->scratch, t));
}

/* The slot that a value of this type needs, without its place. */
static bool slot_of_type(Decoder *d, MlirOperation op, MlirType t, Slot *s)
{
  if (!executes_type(d, op, t))
    return false;
  if (mlirTypeIsAIndex(t)) {
    *s = (Slot){.type = TRI_I64, .count = 1};
    return true;
  }
  if (tri_type_is_desc(t)) {
    *s = (Slot){.type = TRI_I64, .count = DESCRIPTOR_WORDS};
    return true;
  }
  Shape shape = shape_of_type(t);
  *s = (Slot){.type = tri_type_kind(tri_type_element(t)), .shape = shape, .count = shape_count(shape)};
  return true;
}

bool define(Decoder *d, MlirOperation op, MlirValue v, uint32_t *slot)
{
  Slot s;
  if (!slot_of_type(d, op, type_of(v), &s))
    return false;
  *slot = new_slot_like(d, s);
  name_slot(d, v, *slot);
  return true;
}

void *define_constant(Decoder *d, MlirOperation op, MlirValue v, uint8_t **undefined)
{
  Slot s;
  if (!slot_of_type(d, op, type_of(v), &s))
    return NULL;
  s.constant = arena_alloc(d->a, (size_t)s.count * (size_t)tri_type_bytes(s.type));
  if (undefined)
    *undefined = s.constant_undefined = arena_array(d->a, uint8_t, s.count);
  name_slot(d, v, push_slot(d, s));
  return s.constant;
}

Slots slots_copy(Decoder *d, Slots s)
{
  uint32_t *copy = arena_array(d->a, uint32_t, s.n);
  if (s.n)
    memcpy(copy, s.slot, s.n * sizeof *copy);
  return (Slots){s.n, copy};
}

Slots operand_slots(Decoder *d, MlirOperation op, intptr_t first, intptr_t last)
{
  uint32_t n = (uint32_t)(last - first), *slot = arena_array(d->a, uint32_t, n);
  for (uint32_t k = 0; k < n; k++)
    slot[k] = use(d, operand(op, first + k));
  return (Slots){n, slot};
}

bool define_results(Decoder *d, MlirOperation op, Slots *s)
{
  uint32_t n = (uint32_t)result_count(op), *slot = arena_array(d->a, uint32_t, n);
  *s = (Slots){n, slot};
  for (uint32_t k = 0; k < n; k++)
    if (!define(d, op, result_at(op, k), &slot[k]))
      return false;
  return true;
}

bool define_arguments(Decoder *d, MlirOperation op, MlirBlock block, Slots *s)
{
  uint32_t n = (uint32_t)mlirBlockGetNumArguments(block), *slot = arena_array(d->a, uint32_t, n);
  *s = (Slots){n, slot};
  for (uint32_t k = 0; k < n; k++)
    if (!define(d, op, block_arg(block, k), &slot[k]))
      return false;
  return true;
}

/* ---- instructions ---- */

uint32_t here(const Decoder *d) { return (uint32_t)d->code.n; }

void set_jump(Decoder *d, uint32_t from, uint32_t to)
{
  d->code.at[from].jump = (int32_t)((int64_t)to - (int64_t)from);
}

uint32_t emit_slots(Decoder *d, MlirOperation op, RunInst *run, const void *data, Slots in, Slots out)
{
  MlirStringRef name = name_of(op);
  int64_t count = out.n ? slot_at(d, out.slot[0])->count : in.n ? slot_at(d, in.slot[0])->count : 1;
  vec_push(&d->scratch, &d->code) = (Inst){.run = run,
                                           .in = in.slot,
                                           .out = out.slot,
                                           .n_in = (uint16_t)in.n,
                                           .n_out = (uint16_t)out.n,
                                           .count = count,
                                           .data = data,
                                           .name = arena_strndup(d->a, name.data, name.length),
                                           .where = loc_text(d->a, loc_of(op))};
  return here(d) - 1;
}

bool emit_inst(Decoder *d, MlirOperation op, RunInst *run, const void *data)
{
  Slots out;
  if (!require(op, operand_count(op) <= UINT16_MAX && result_count(op) <= UINT16_MAX,
               "has more than 65535 operands or results"))
    return false;
  Slots in = operand_slots(d, op, 0, operand_count(op));
  if (!define_results(d, op, &out))
    return false;
  emit_slots(d, op, run, data, in, out);
  return true;
}

/* ---- functions ---- */

static MlirRegion body_region(MlirOperation func) { return region_at(func, 0); }

Function *function_of(Decoder *d, MlirOperation func)
{
  for (size_t k = 0; k < d->bodies.n; k++)
    if (same(d->bodies.at[k], func))
      return d->functions.at[k];
  MlirStringRef name = text_of(attr_of(func, "sym_name"));
  Function *f = arena_new(d->a, Function);
  f->name = arena_strndup(d->a, name.data, name.length);
  f->index = (uint32_t)d->functions.n;
  vec_push(&d->scratch, &d->functions) = f;
  vec_push(&d->scratch, &d->bodies) = func;
  return f;
}

static void *keep(Decoder *d, const void *p, size_t bytes)
{
  void *copy = arena_alloc(d->a, bytes);
  if (bytes)
    memcpy(copy, p, bytes);
  return copy;
}

static bool decode_function(Decoder *d, Function *f, MlirOperation func)
{
  d->code.n = d->slots.n = 0;
  d->frame_bytes = 0;
  Slots params;
  if (!require(func, !is_null(entry_of(body_region(func))), "has no body to execute") ||
      !define_arguments(d, func, entry_of(body_region(func)), &params) ||
      !decode_blocks(d, body_region(func), params))
    return false;
  f->param = params.slot;
  f->n_params = params.n;
  f->n_slots = (uint32_t)d->slots.n;
  f->n_code = (uint32_t)d->code.n;
  f->slot = keep(d, d->slots.at, d->slots.n * sizeof *d->slots.at);
  f->code = keep(d, d->code.at, d->code.n * sizeof *d->code.at);
  f->frame_bytes = d->frame_bytes;
  return true;
}

static bool decode_program(Decoder *d)
{
  for (size_t k = 0; k < d->functions.n; k++)
    if (!decode_function(d, d->functions.at[k], d->bodies.at[k]))
      return false;
  d->in->n_functions = (uint32_t)d->functions.n;
  d->in->function = keep(d, d->functions.at, d->functions.n * sizeof *d->functions.at);
  return true;
}

static bool is_kernel(Decoder *d, MlirOperation func)
{
  MlirRegion body = body_region(func);
  for (intptr_t k = 0; !is_null(entry_of(body)) && k < mlirBlockGetNumArguments(entry_of(body)); k++) {
    MlirType t = type_of(block_arg(entry_of(body), k));
    if (!require(func, mlirTypeIsAIndex(t) || tri_type_is_scalar(t),
                 "has parameter %ld of type %s; a kernel takes numbers and pointers", (long)k,
                 type_text(&d->scratch, t)))
      return false;
  }
  MlirAttribute type = attr_of(func, "function_type");
  return require(func, mlirFunctionTypeGetNumResults(mlirTypeAttrGetValue(type)) == 0,
                 "gives results; a kernel writes to memory and returns nothing");
}

Interpreter *interpreter_new(MlirOperation func)
{
  if (!require(func, is_op(func, "func.func"), "is no func.func, so it is no kernel"))
    return NULL;
  Interpreter *in = calloc(1, sizeof *in);
  if (!require(func, in != NULL, "cannot be decoded: the host is out of memory"))
    return NULL;
  Decoder d = {.in = in, .a = &in->arena};
  MlirOperation module = mlirOperationGetParentOperation(func);
  if (!is_null(module))
    d.symbols = mlirSymbolTableCreate(module);
  index_ops(&d);
  function_of(&d, func);
  bool ok = is_kernel(&d, func) && decode_program(&d);
  if (!is_null(d.symbols))
    mlirSymbolTableDestroy(d.symbols);
  arena_free(&d.scratch);
  if (!ok)
    interpreter_free(in);
  return ok ? in : NULL;
}

void interpreter_free(Interpreter *in)
{
  if (!in)
    return;
  arena_free(&in->arena);
  free(in);
}
