/* addptr, load, store: addresses by getelementptr and immediates, memory by predicated vector instructions in
 * inline assembly.
 *
 *   @p ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+2048]; // tri:17
 *
 * Assembly and not llvm.load, because a masked-off element must touch no memory, and because the id in the
 * comment keeps equal accesses apart and says in the PTX which op of the kernel an access is
 * (docs/semantics.md). Threads that hold copies of others' elements load with them but leave stores to the
 * first. */
#include "Conversion/lower_scratch.h"
#include "Conversion/lower_strides.h"

#include "mlir-c/Dialect/LLVM.h"
#include "tri-c/Ops.h"

/* ---- addresses ---- */

/* The integer type by which pointers to this move. */
static MlirType stride_type(Lowering *l, MlirType pointee)
{
  return int_type(l, 8 * tri_type_bytes(tri_type_kind(pointee)));
}

bool lower_addptr(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  MlirType t = type_of(result(op)), ptr = part_type(t), i64 = int_type(l, 64);
  MlirType stride = stride_type(l, tri_ptr_pointee(tri_type_element(t)));
  bool wide = tri_type_kind(tri_type_element(type_of(tri_addptr_offset(op)))) == TRI_I64;
  int32_t dynamic = INT32_MIN;
  Parts p = new_parts(l, register_count(t));
  for (uint32_t r = 0; r < p.n; r++) {
    MlirValue offset = part(l, tri_addptr_offset(op), r);
    offset = wide ? offset : build(b, "arith.extsi", i64, VALS(offset));
    p.at[r] = build_with(b, "llvm.getelementptr", ptr, VALS(part(l, tri_addptr_base(op), r), offset),
                         ATTRS({"elem_type", mlirTypeAttrGet(stride)},
                               {"rawConstantIndices", mlirDenseI32ArrayGet(l->context, 1, &dynamic)}));
  }
  set_parts(l, result(op), p);
  return true;
}

/* ---- the instruction's text ---- */

static const char *const cache_words[] = {".ca", ".cg", ".cs", ".cv", ".wb", ".wt"};
static const char *const evict_words[] = {".L1::evict_first", ".L1::evict_normal", ".L1::evict_last"};

static const char *modifiers(MlirOperation op)
{
  MlirAttribute cache = attr_of(op, "cache"), evict = attr_of(op, "evict");
  return !is_null(cache)   ? cache_words[int_of(cache, 0)]
         : !is_null(evict) ? evict_words[int_of(evict, 0)]
                           : "";
}

static bool is_shared(MlirValue ptr)
{
  return tri_ptr_address_space(tri_type_element(type_of(ptr))) == SHARED_SPACE;
}

/* The address in register r, as the instruction takes it, and its constraint: shared memory has 32-bit
 * addresses. */
static MlirValue address_of(Lowering *l, Builder b, MlirValue ptr, uint32_t r)
{
  MlirValue p = part(l, ptr, r);
  return is_shared(ptr) ? build(b, "llvm.ptrtoint", int_type(l, 32), VALS(p)) : p;
}
static char address_constraint(MlirValue ptr) { return is_shared(ptr) ? 'r' : 'l'; }

/* "[$4+2048]" */
static const char *address_text(Lowering *l, int operand, Stride where)
{
  return where.by ? arena_printf(l->arena, "[$%d+%d]", operand, (int)where.by)
                  : arena_printf(l->arena, "[$%d]", operand);
}

/* "ld.volatile.global.v4.b32" */
static const char *mnemonic(Lowering *l, MlirOperation op, const char *verb, MlirValue ptr, Access a)
{
  return arena_printf(l->arena, "%s%s%s%s%s.b%d", verb, has_attr(op, "isVolatile") ? ".volatile" : "",
                      is_shared(ptr) ? ".shared" : ".global", modifiers(op),
                      a.words == 4   ? ".v4"
                      : a.words == 2 ? ".v2"
                                     : "",
                      8 * a.word);
}

/* ---- load ---- */

static Access access_for(MlirValue ptr, int vector)
{
  return access_of(tri_ptr_pointee(tri_type_element(type_of(ptr))), vector);
}

/* A line of assembly: one access, under operand `guard` (-1: always), to registers from operand `first` on.
 */
static const char *access_line(Lowering *l, MlirOperation op, bool load, MlirValue ptr, Access a, int guard,
                               int first, int address, Stride where, int id)
{
  const char *under = guard >= 0 ? arena_printf(l->arena, "@$%d ", guard) : "",
             *verb = mnemonic(l, op, load ? "ld" : "st", ptr, a),
             *registers = register_operands(l->arena, first, a.words),
             *place = address_text(l, address, where);
  return arena_printf(l->arena, "%s%s %s, %s; // tri:%d", under, verb, load ? registers : place,
                      load ? place : registers, id);
}

/* The step's lines: the wide access, guarded by operand `guard`, and its pieces by those that follow. */
static const char *step_text(Lowering *l, MlirOperation op, bool load, MlirValue ptr, Step step, Stride where,
                             int guard, int first, int address, int id)
{
  Access a = access_for(ptr, step.vector), piece = access_for(ptr, step.pieces ? step.width : 1);
  const char *text =
      access_line(l, op, load, ptr, a, is_null(step.predicate) ? -1 : guard, first, address, where, id);
  for (int i = 0; i < step.pieces; i++) {
    Stride there = {where.base, where.by + i * step.width * a.element};
    text = arena_printf(
        l->arena, "%s\n\t%s", text,
        access_line(l, op, load, ptr, piece, guard + 1 + i, first + i * piece.words, address, there, id));
  }
  return text;
}

enum { MAX_OPERANDS = 2 + MAX_WORDS + MAX_VECTOR };

/* Predicates of the step, appended to the operands; ",b" for each. */
static const char *add_predicates(Lowering *l, Step step, MlirValue *operands, int *n)
{
  const char *constraints = "";
  if (is_null(step.predicate))
    return constraints;
  operands[(*n)++] = step.predicate;
  for (int i = 0; i < step.pieces; i++)
    operands[(*n)++] = step.piece[i];
  for (int i = 0; i < 1 + step.pieces; i++)
    constraints = arena_printf(l->arena, "%s,b", constraints);
  return constraints;
}

/* Loads words where a predicate is true (none: always); elsewhere they stay as they are. */
static void load_words(Lowering *l, MlirOperation op, Access a, int id, Step step, Stride where,
                       MlirValue *words)
{
  Builder b = at(l, op);
  MlirValue ptr = tri_load_ptr(op), operands[MAX_OPERANDS] = {address_of(l, b, ptr, where.base)};
  int n = 1;
  const char *outputs = "", *tied = "", *guards = add_predicates(l, step, operands, &n);
  for (int w = 0; w < a.words; w++) {
    outputs = arena_printf(l->arena, "%s=%c,", outputs, word_constraint(a));
    if (is_null(step.predicate))
      continue;
    tied = arena_printf(l->arena, "%s,%d", tied, w);
    operands[n++] = words[w];
  }
  const char *text = step_text(l, op, true, ptr, step, where, a.words + 1, 0, a.words, id);
  MlirOperation made =
      assembly(l, b, text, arena_printf(l->arena, "%s%c%s%s", outputs, address_constraint(ptr), guards, tied),
               words_type(l, a), (Vals){n, operands});
  split_words(l, b, a, result(made), words);
}

/* elements[step.r …] are bits; what the step does not load stays. */
static void load_step(Lowering *l, MlirOperation op, int id, Step step, Stride where, MlirValue *elements)
{
  Builder b = at(l, op);
  Access a = access_for(tri_load_ptr(op), step.vector);
  MlirValue words[MAX_WORDS];
  pack_words(l, b, a, elements + step.r, words);
  load_words(l, op, a, id, step, where, words);
  unpack_words(l, b, a, words, elements + step.r);
}

/* The bits of what masked-off elements are: `else`, or zero. */
static MlirValue *initial_bits(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  MlirValue other = tri_load_other(op);
  MlirType t = type_of(result(op));
  uint32_t n = register_count(t);
  MlirValue *bits = arena_array(l->arena, MlirValue, n);
  MlirValue zero = zero_bits(l, b, t);
  for (uint32_t r = 0; r < n; r++)
    bits[r] = is_null(other) ? zero : as_bits(l, b, part(l, other, r), t);
  return bits;
}

/* Two threads that load the same scalar may get different values where others write it: thread 0 loads, all
 * get that. */
static bool broadcast(Lowering *l, MlirOperation op, int id, MlirValue *bits)
{
  Builder b = at(l, op);
  Access a = access_for(tri_load_ptr(op), 1);
  MlirValue word;
  pack_words(l, b, a, bits, &word);
  if (!tell_word(l, op, id, a, &word))
    return false;
  unpack_words(l, b, a, &word, bits);
  return true;
}

bool lower_load(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  MlirType t = type_of(result(op));
  bool one_thread = !mlirTypeIsARankedTensor(t) && tri_load_is_volatile(op);
  MlirValue *bits = initial_bits(l, op), owner = one_thread ? l->is_first : (MlirValue){NULL};
  Steps steps = plan_steps(l, b, tri_load_ptr(op), tri_load_mask(op), owner);
  Strides strides = strides_of(l, tri_load_ptr(op));
  Parts p = new_parts(l, register_count(t));
  int id = op_id(l, op);
  for (size_t i = 0; i < steps.n; i++)
    load_step(l, op, id, steps.at[i], stride_at(&strides, steps.at[i].r), bits);
  if (one_thread && !broadcast(l, op, id, bits))
    return false;
  for (uint32_t r = 0; r < p.n; r++)
    p.at[r] = from_bits(l, b, bits[r], t);
  set_parts(l, result(op), p);
  return true;
}

/* ---- store ---- */

MlirValue owns(Lowering *l, Builder b, MlirType t)
{
  TriLayout layout;
  if (!layout_of_type(t, &layout))
    return l->is_first;
  TriSlot copies = tri_layout_copies(layout);
  uint32_t mask = copies.at[TRI_LANE] | copies.at[TRI_WARP] << layout.in[TRI_LANE];
  MlirType i32 = int_type(l, 32);
  if (!mask)
    return (MlirValue){NULL};
  MlirValue bits = build(b, "arith.andi", i32, VALS(l->thread, int_const(l, b, i32, mask)));
  return build_with(b, "arith.cmpi", int_type(l, 1), VALS(bits, int_const(l, b, i32, 0)),
                    ATTRS({"predicate", i64_attr(l->context, 0 /* eq */)}));
}

static void store_step(Lowering *l, MlirOperation op, int id, Step step, Stride where, const MlirValue *bits)
{
  Builder b = at(l, op);
  MlirValue ptr = tri_store_ptr(op), operands[MAX_OPERANDS] = {address_of(l, b, ptr, where.base)};
  Access a = access_for(ptr, step.vector);
  int n = 1 + a.words;
  const char *registers = "";
  pack_words(l, b, a, bits + step.r, operands + 1);
  for (int w = 0; w < a.words; w++)
    registers = arena_printf(l->arena, "%s,%c", registers, word_constraint(a));
  const char *text = step_text(l, op, false, ptr, step, where, 1 + a.words, 1, 0, id),
             *guards = add_predicates(l, step, operands, &n);
  assembly(l, b, text, arena_printf(l->arena, "%c%s%s", address_constraint(ptr), registers, guards),
           (MlirType){NULL}, (Vals){n, operands});
}

bool lower_store(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  MlirValue value = tri_store_value(op);
  MlirType t = type_of(value);
  uint32_t n = register_count(t);
  MlirValue *bits = arena_array(l->arena, MlirValue, n);
  for (uint32_t r = 0; r < n; r++)
    bits[r] = as_bits(l, b, part(l, value, r), t);
  Steps steps = plan_steps(l, b, tri_store_ptr(op), tri_store_mask(op), owns(l, b, t));
  Strides strides = strides_of(l, tri_store_ptr(op));
  int id = op_id(l, op);
  for (size_t i = 0; i < steps.n; i++)
    store_step(l, op, id, steps.at[i], stride_at(&strides, steps.at[i].r), bits);
  return true;
}
