/* tri.atomic_rmw, tri.atomic_cas: predicated instructions in inline assembly, by the owner of each element.
 *
 *   @p atom.acq_rel.gpu.global.add.u32 %r1, [%rd1], %r2;                   a result is wanted
 *   @p red.relaxed.gpu.global.add.v4.f32 [%rd1], {%f1, %f2, %f3, %f4};     none is
 *
 * Where one instruction does not do it all, or red, which does not acquire, is to acquire, the order that the
 * op asks for is made by fences around relaxed instructions (PTX ISA, Memory Consistency Model: release and
 * acquire patterns).
 *
 * PTX has no minimum of floats in memory. Their order is that of integers, backwards below zero, so
 * max(m, v) is max.s32 for v of sign 0 and min.u32 for v of sign 1; min the other way round. */
#include "Analysis/atomic.h"
#include "Conversion/lower_box.h"
#include "Conversion/lower_lanes.h"
#include "Conversion/lower_strides.h"
#include "Target/target.h"
#include "tri-c/Ops.h"

typedef struct {
  MlirOperation op;
  int id;
  MlirValue ptr, value, expected, mask; /* null: there is none */
  MlirType type;                        /* of the value */
  TriType element;
  const char *how;      /* "add.u32": operation and type */
  const char *negative; /* of a float's minimum or maximum, for values of sign 1; else NULL */
  TriMemSemantics semantics;
  const char *scope;
  bool used;
} Atomic;

/* ---- what is done ---- */

static const char *const integer_ops[] = {
    [TRI_ATOMIC_KIND_ADD] = "add.u",  [TRI_ATOMIC_KIND_MIN] = "min.s",  [TRI_ATOMIC_KIND_MAX] = "max.s",
    [TRI_ATOMIC_KIND_UMIN] = "min.u", [TRI_ATOMIC_KIND_UMAX] = "max.u", [TRI_ATOMIC_KIND_AND] = "and.b",
    [TRI_ATOMIC_KIND_OR] = "or.b",    [TRI_ATOMIC_KIND_XOR] = "xor.b",  [TRI_ATOMIC_KIND_EXCH] = "exch.b",
};

static const char *fadd_of(TriType t)
{
  return t == TRI_F16    ? "add.noftz.f16"
         : t == TRI_BF16 ? "add.noftz.bf16"
         : t == TRI_F32  ? "add.f32"
                         : "add.f64";
}

static void describe_rmw(Lowering *l, Atomic *a)
{
  TriAtomicKind kind = tri_atomic_rmw_kind(a->op);
  int bits = 8 * tri_type_bytes(a->element);
  bool real = a->element == TRI_F32 || a->element == TRI_F64, max = kind == TRI_ATOMIC_KIND_MAX;
  a->ptr = tri_atomic_rmw_ptr(a->op);
  a->value = tri_atomic_rmw_value(a->op);
  a->mask = tri_atomic_rmw_mask(a->op);
  a->semantics = tri_atomic_rmw_semantics(a->op);
  a->how = kind == TRI_ATOMIC_KIND_FADD ? fadd_of(a->element)
                                        : arena_printf(l->arena, "%s%d", integer_ops[kind], bits);
  if (real && (max || kind == TRI_ATOMIC_KIND_MIN))
    a->negative = arena_printf(l->arena, "%s.u%d", max ? "min" : "max", bits);
}

static Atomic describe(Lowering *l, MlirOperation op)
{
  static const char *const scopes[] = {"cta", "gpu", "sys"};
  bool rmw = tri_op_kind(op) == TRI_OP_ATOMIC_RMW;
  MlirType t = type_of(result(op));
  Atomic a = {.op = op, .id = op_id(l, op), .type = t, .element = tri_type_kind(tri_type_element(t))};
  a.used = atomic_result(op) != ATOMIC_UNUSED;
  a.scope = scopes[rmw ? tri_atomic_rmw_scope(op) : tri_atomic_cas_scope(op)];
  if (rmw) {
    describe_rmw(l, &a);
    return a;
  }
  a.ptr = tri_atomic_cas_ptr(op);
  a.value = tri_atomic_cas_value(op);
  a.expected = tri_atomic_cas_expected(op);
  a.mask = tri_atomic_cas_mask(op);
  a.semantics = tri_atomic_cas_semantics(op);
  a.how = arena_printf(l->arena, "cas.b%d", 8 * tri_type_bytes(a.element));
  return a;
}

/* exch and cas always give what was there. */
static bool has_red(const Atomic *a)
{
  return is_null(a->expected) && tri_atomic_rmw_kind(a->op) != TRI_ATOMIC_KIND_EXCH;
}

static bool adds_floats(const Atomic *a)
{
  return is_null(a->expected) && tri_atomic_rmw_kind(a->op) == TRI_ATOMIC_KIND_FADD;
}

/* ---- order ---- */

static bool releases(TriMemSemantics s)
{
  return s == TRI_MEM_SEMANTICS_RELEASE || s == TRI_MEM_SEMANTICS_ACQ_REL;
}
static bool acquires(TriMemSemantics s)
{
  return s == TRI_MEM_SEMANTICS_ACQUIRE || s == TRI_MEM_SEMANTICS_ACQ_REL;
}

static void fence(Lowering *l, const Atomic *a)
{
  assembly(l, at(l, a->op), arena_printf(l->arena, "fence.acq_rel.%s; // tri:%d", a->scope, a->id), "",
           (MlirType){NULL}, NO_VALS);
}

/* ---- words ---- */

/* The integer or, where floats are added, the number that an instruction takes. */
static MlirType register_type(Lowering *l, const Atomic *a)
{
  bool number = adds_floats(a) && tri_type_bytes(a->element) >= 4;
  return number ? part_type(a->type) : int_type(l, 8 * tri_type_bytes(a->element));
}

static MlirValue cast(Builder b, MlirValue v, MlirType t)
{
  return mlirTypeEqual(type_of(v), t) ? v : build(b, "arith.bitcast", t, VALS(v));
}

static char register_constraint(const Atomic *a)
{
  bool number = adds_floats(a);
  int bytes = tri_type_bytes(a->element);
  return bytes == 2 ? 'h' : bytes == 4 ? (number ? 'f' : 'r') : (number ? 'd' : 'l');
}

static MlirValue zero_of(Lowering *l, Builder b, MlirType t)
{
  if (mlirTypeIsAInteger(t))
    return int_const(l, b, t, 0);
  return build_with(b, "arith.constant", t, NO_VALS,
                    ATTRS({"value", mlirFloatAttrDoubleGet(l->context, t, 0)}));
}

/* ---- one element ---- */

/* Operands of an instruction as they come together: their constraints, and under which predicates it is done.
 */
typedef struct {
  MlirValue at[8];
  int n;
  const char *constraints;
} Operands;

static int add(Lowering *l, Operands *o, MlirValue v, char constraint)
{
  o->constraints = arena_printf(l->arena, "%s%s%c", o->constraints, *o->constraints ? "," : "", constraint);
  o->at[o->n] = v;
  return o->n++;
}

static const char *guard(Lowering *l, int operand)
{
  return operand < 0 ? "" : arena_printf(l->arena, "@$%d ", operand);
}

static MlirValue both(Lowering *l, Builder b, MlirValue x, MlirValue y)
{
  return is_null(x) ? y : is_null(y) ? x : build(b, "arith.andi", int_type(l, 1), VALS(x, y));
}

static MlirValue is_negative(Lowering *l, Builder b, MlirValue v, bool negative)
{
  return build_with(b, "arith.cmpi", int_type(l, 1), VALS(v, int_const(l, b, type_of(v), 0)),
                    ATTRS({"predicate", i64_attr(l->context, negative ? 2 /* slt */ : 5 /* sge */)}));
}

/* bf16 is added in memory from sm_90 on; before, by trying to swap the sum in. fma of 1 · old + value rounds
 * once. */
static const char *bf16_loop(Lowering *l, const Atomic *a, int predicate)
{
  const char *skip = predicate < 0 ? "" : arena_printf(l->arena, "@!$%d bra done;\n\t", predicate);
  return arena_printf(l->arena,
                      "{\n\t.reg .pred again;\n\t.reg .b16 seen, sum, one;\n\t%smov.b16 one, 0x3F80;\n\t"
                      "ld.relaxed.%s.global.b16 $0, [$1]; // tri:%d\n\tretry:\n\tmov.b16 seen, $0;\n\t"
                      "fma.rn.bf16 sum, seen, one, $2;\n\t"
                      "atom.relaxed.%s.global.cas.b16 $0, [$1], seen, sum; // tri:%d\n\t"
                      "setp.ne.b16 again, $0, seen;\n\t@again bra retry;\n\tdone:\n\t}",
                      skip, a->scope, a->id, a->scope, a->id);
}

/* "atom.relaxed.gpu.global.add.u32 $0, [$1+8], $2; // tri:ID" */
static const char *instruction(Lowering *l, const Atomic *a, const char *order, const char *how, bool red,
                               Stride where, const char *values, int predicate)
{
  int address = red ? 0 : 1;
  return arena_printf(l->arena, "%s%s.%s.%s.global.%s %s[$%d%s], %s; // tri:%d", guard(l, predicate),
                      red ? "red" : "atom", order, a->scope, how, red ? "" : "$0, ", address,
                      where.by ? arena_printf(l->arena, "+%d", (int)where.by) : "", values, a->id);
}

/* What do_element's instructions take, from operand `first` on: the address, the values, the predicates. */
static Operands operands_of(Lowering *l, const Atomic *a, uint32_t r, MlirValue address, MlirValue predicate,
                            int guards[2])
{
  Builder b = at(l, a->op);
  MlirType t = register_type(l, a);
  Operands o = {.constraints = ""};
  MlirValue value = cast(b, as_bits(l, b, part(l, a->value, r), a->type), t);
  add(l, &o, address, 'l');
  if (!is_null(a->expected))
    add(l, &o, cast(b, as_bits(l, b, part(l, a->expected, r), a->type), t), register_constraint(a));
  add(l, &o, value, register_constraint(a));
  guards[0] = guards[1] = -1;
  for (int k = 0; k < (a->negative ? 2 : 1); k++) {
    MlirValue p = a->negative ? both(l, b, predicate, is_negative(l, b, value, k)) : predicate;
    if (!is_null(p))
      guards[k] = add(l, &o, p, 'b');
  }
  return o;
}

/* The same with a result, zero where it is not done: one operand in front, and its first value behind. */
static void give_result(Lowering *l, const Atomic *a, Operands *o, int guards[2])
{
  char c = register_constraint(a);
  bool tied = guards[0] >= 0;
  o->constraints = arena_printf(l->arena, "=%c,%s%s", c, o->constraints, tied ? ",0" : "");
  if (tied)
    o->at[o->n++] = zero_of(l, at(l, a->op), register_type(l, a));
  for (int k = 0; k < 2; k++)
    guards[k] += guards[k] >= 0;
}

/* Does the step of register r where the predicate is true; gives what was there, or null. */
static MlirValue do_element(Lowering *l, const Atomic *a, const char *order, uint32_t r, Stride where,
                            MlirValue predicate)
{
  bool loop = adds_floats(a) && a->element == TRI_BF16 && !target_can(l->target, CAN_MEMORY_ADDS);
  bool red = !a->used && has_red(a) && !loop;
  int guards[2], first = red ? 1 : 2;
  Operands o = operands_of(l, a, r, part(l, a->ptr, loop ? r : where.base), predicate, guards);
  if (!red)
    give_result(l, a, &o, guards);
  const char *values = arena_printf(l->arena, is_null(a->expected) ? "$%d" : "$%d, $%d", first, first + 1);
  const char *text =
      loop ? bf16_loop(l, a, guards[0]) : instruction(l, a, order, a->how, red, where, values, guards[0]);
  if (a->negative)
    text = arena_printf(l->arena, "%s\n\t%s", text,
                        instruction(l, a, order, a->negative, red, where, values, guards[1]));
  MlirOperation made = assembly(l, at(l, a->op), text, o.constraints,
                                red ? (MlirType){NULL} : register_type(l, a), (Vals){o.n, o.at});
  return red ? (MlirValue){NULL} : result(made);
}

/* ---- vectors ---- */

/* Whether sums whose old values nobody wants may go several at a time. */
static bool goes_in_vectors(const Lowering *l, const Atomic *a)
{
  return adds_floats(a) && !a->used && a->element != TRI_F64 && target_can(l->target, CAN_MEMORY_ADDS);
}

/* "add.v4.f32", "add.noftz.v2.f16x2" */
static const char *how_of_words(Lowering *l, const Atomic *a, Access words)
{
  const char *vector = words.words == 4 ? ".v4" : words.words == 2 ? ".v2" : "";
  if (a->element == TRI_F32)
    return arena_printf(l->arena, "add%s.f32", vector);
  return arena_printf(l->arena, "add.noftz%s.%s%s", vector, a->element == TRI_F16 ? "f16" : "bf16",
                      words.word == 4 ? "x2" : "");
}

static const char *red_line(Lowering *l, const Atomic *a, Access words, Stride where, int first,
                            int predicate)
{
  return instruction(l, a, "relaxed", how_of_words(l, a, words), true, where,
                     register_operands(l->arena, first, words.words), predicate);
}

/* The wide instruction and its pieces, as stores have them (lower_words.h). */
static void add_vector(Lowering *l, const Atomic *a, Step step, Stride where, const MlirValue *bits)
{
  Builder b = at(l, a->op);
  MlirType element = tri_type_element(a->type);
  Access wide = access_of(element, step.vector), piece = access_of(element, step.pieces ? step.width : 1);
  MlirValue operands[2 + MAX_WORDS + MAX_VECTOR] = {part(l, a->ptr, where.base)};
  int n = 1 + wide.words;
  bool guarded = !is_null(step.predicate);
  pack_words(l, b, wide, bits + step.r, operands + 1);
  const char *constraints = "l", *text = red_line(l, a, wide, where, 1, guarded ? n : -1);
  for (int w = 0; w < wide.words; w++)
    constraints = arena_printf(l->arena, "%s,%c", constraints, word_constraint(wide));
  for (int i = 0; i < step.pieces; i++) {
    Stride there = {where.base, where.by + i * step.width * wide.element};
    text = arena_printf(l->arena, "%s\n\t%s", text,
                        red_line(l, a, piece, there, 1 + i * piece.words, n + 1 + i));
  }
  for (int i = -1; guarded && i < step.pieces; i++) {
    operands[n++] = i < 0 ? step.predicate : step.piece[i];
    constraints = arena_printf(l->arena, "%s,b", constraints);
  }
  assembly(l, b, text, constraints, (MlirType){NULL}, (Vals){n, operands});
}

static void add_vectors(Lowering *l, const Atomic *a, MlirValue owner)
{
  Builder b = at(l, a->op);
  uint32_t n = register_count(a->type);
  MlirValue *bits = arena_array(l->arena, MlirValue, n);
  for (uint32_t r = 0; r < n; r++)
    bits[r] = as_bits(l, b, part(l, a->value, r), a->type);
  Steps steps = plan_steps(l, b, a->ptr, a->mask, owner);
  Strides strides = strides_of(l, a->ptr);
  for (size_t i = 0; i < steps.n; i++)
    add_vector(l, a, steps.at[i], stride_at(&strides, steps.at[i].r), bits);
}

/* ---- the block ---- */

static uint32_t register_copies(MlirType t)
{
  TriLayout layout;
  return layout_of_type(t, &layout) ? tri_layout_copies(layout).at[TRI_REGISTER] : 0;
}

/* One instruction, of a kind that can have the order itself. */
static bool is_ordered_alone(const Atomic *a)
{
  bool red = !a->used && has_red(a);
  return register_count(a->type) == 1 && !a->negative && !(red && acquires(a->semantics)) &&
         a->element != TRI_BF16;
}

static Parts do_elements(Lowering *l, const Atomic *a, MlirValue owner)
{
  static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel"};
  Builder b = at(l, a->op);
  const char *order = orders[is_ordered_alone(a) ? a->semantics : TRI_MEM_SEMANTICS_RELAXED];
  uint32_t copies = register_copies(a->type);
  Strides strides = strides_of(l, a->ptr);
  Parts old = new_parts(l, register_count(a->type));
  for (uint32_t r = 0; r < old.n; r++) {
    if (r & copies) {
      old.at[r] = old.at[r & ~copies];
      continue;
    }
    MlirValue predicate = both(l, b, owner, is_null(a->mask) ? a->mask : part(l, a->mask, r));
    MlirValue was = do_element(l, a, order, r, stride_at(&strides, r), predicate);
    if (!is_null(was))
      old.at[r] = cast(b, was, part_type(a->type));
  }
  return old;
}

/* ---- what was there, to all who hold the element ---- */

/* From the lane of this warp that has the bits of copies clear. */
static void shuffle(Lowering *l, const Atomic *a, Parts *old)
{
  Builder b = at(l, a->op);
  MlirType i32 = int_type(l, 32), *types = arena_array(l->arena, MlirType, old->n);
  TriLayout layout;
  layout_of_type(a->type, &layout);
  uint32_t owners = 31 & ~tri_layout_copies(layout).at[TRI_LANE];
  Shuffle from = {.lane = build(b, "arith.andi", i32, VALS(l->thread, int_const(l, b, i32, owners)))};
  for (uint32_t r = 0; r < old->n; r++)
    types[r] = part_type(a->type);
  shuffle_values(l, a->op, a->id, from, old->n, types, old->at);
}

static bool tell(Lowering *l, const Atomic *a, Parts *old)
{
  AtomicResult way = atomic_result(a->op);
  if (way == ATOMIC_BY_SHUFFLE)
    shuffle(l, a, old);
  if (way != ATOMIC_BY_SHARED)
    return true;
  MlirValue box = scratch_address(l, a->op);
  if (is_null(box))
    return false;
  put_in_box(l, a->op, a->id, box, a->type, *old);
  cta_barrier(l, a->op);
  *old = take_from_box(l, a->op, a->id, box, a->type);
  return true;
}

bool lower_atomic(Lowering *l, MlirOperation op)
{
  Atomic a = describe(l, op);
  MlirValue owner = owns(l, at(l, op), a.type);
  bool vectors = goes_in_vectors(l, &a), fences = vectors || !is_ordered_alone(&a);
  Parts old = {0};
  if (!require(op, tri_ptr_address_space(tri_type_element(type_of(a.ptr))) == 1,
               "is an atomic on other than global memory, which is not compiled"))
    return false;
  if (fences && releases(a.semantics))
    fence(l, &a);
  if (vectors)
    add_vectors(l, &a, owner);
  else
    old = do_elements(l, &a, owner);
  if (fences && acquires(a.semantics))
    fence(l, &a);
  if (!a.used)
    return true;
  if (!tell(l, &a, &old))
    return false;
  set_parts(l, result(op), old);
  return true;
}
