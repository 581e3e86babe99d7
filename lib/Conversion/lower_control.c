/* scf: a loop or branch on blocks becomes the same loop or branch on their parts, one after the other.
 *
 *   scf.for … iter_args(%acc = %x) -> (tensor<256xf32, #l>)      #l: 2 registers
 *   ->
 *   scf.for … iter_args(%a0 = %x0, %a1 = %x1) -> (f32, f32)
 */
#include "Conversion/lower.h"

typedef Vec(MlirValue) Values;
typedef Vec(MlirType) Types;

static void add_parts(Lowering *l, Values *list, MlirValue v)
{
  Parts p = parts_of(l, v);
  for (uint32_t r = 0; r < p.n; r++)
    vec_push(l->arena, list) = p.at[r];
}

/* The parts of operands first, first + 1, … of the op. */
static void add_operand_parts(Lowering *l, Values *list, MlirOperation op, intptr_t first)
{
  for (intptr_t i = first; i < operand_count(op); i++)
    add_parts(l, list, operand(op, i));
}

static Values operand_parts(Lowering *l, MlirOperation op)
{
  Values list = {0};
  add_operand_parts(l, &list, op, 0);
  return list;
}

static void add_types(Lowering *l, Types *list, MlirType t)
{
  for (uint32_t r = 0; r < register_count(t); r++)
    vec_push(l->arena, list) = part_type(t);
}

static Types result_types(Lowering *l, MlirOperation op)
{
  Types list = {0};
  for (intptr_t i = 0; i < result_count(op); i++)
    add_types(l, &list, type_of(result_at(op, i)));
  return list;
}

/* The results of the new op are the parts of the old one's. */
static void bind_results(Lowering *l, MlirOperation old, MlirOperation made)
{
  intptr_t next = 0;
  for (intptr_t i = 0; i < result_count(old); i++) {
    Parts p = new_parts(l, register_count(type_of(result_at(old, i))));
    for (uint32_t r = 0; r < p.n; r++)
      p.at[r] = result_at(made, next++);
    set_parts(l, result_at(old, i), p);
  }
}

/* A new block whose arguments are the parts of the old one's. */
static MlirBlock matching_block(Lowering *l, MlirOperation op, MlirBlock old)
{
  MlirBlock made = mlirBlockCreate(0, NULL, NULL);
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(old); i++) {
    MlirType t = type_of(block_arg(old, i));
    Parts p = new_parts(l, register_count(t));
    for (uint32_t r = 0; r < p.n; r++)
      p.at[r] = mlirBlockAddArgument(made, part_type(t), loc_of(op));
    set_parts(l, block_arg(old, i), p);
  }
  return made;
}

/* The op's attributes but those that MLIR computes from operands. */
static void copy_attributes(MlirOperation from, MlirOperationState *to)
{
  for (intptr_t i = 0; i < mlirOperationGetNumAttributes(from); i++) {
    MlirNamedAttribute a = mlirOperationGetAttribute(from, i);
    if (!str_is(mlirIdentifierStr(a.name), "operandSegmentSizes"))
      mlirOperationStateAddAttributes(to, 1, &a);
  }
}

/* The old op's name and attributes with these operands and results, and a region around each block (null: an
 * empty region); inserted. */
static MlirOperation remade(Lowering *l, MlirOperation old, Values operands, Types results, int n,
                            const MlirBlock *blocks)
{
  MlirOperationState s = mlirOperationStateGet(name_of(old), loc_of(old));
  mlirOperationStateAddOperands(&s, (intptr_t)operands.n, operands.at);
  mlirOperationStateAddResults(&s, (intptr_t)results.n, results.at);
  copy_attributes(old, &s);
  for (int i = 0; i < n; i++) {
    MlirRegion region = mlirRegionCreate();
    if (!is_null(blocks[i]))
      mlirRegionAppendOwnedBlock(region, blocks[i]);
    mlirOperationStateAddOwnedRegions(&s, 1, &region);
  }
  return mlirRewriterBaseInsert(l->rw, mlirOperationCreate(&s));
}

/* Lowers the old block's ops into the new one, and its terminator with the parts of its operands. */
static bool fill_block(Lowering *l, MlirBlock old, MlirBlock made)
{
  mlirRewriterBaseSetInsertionPointToEnd(l->rw, made);
  if (!lower_body(l, old))
    return false;
  MlirOperation last = mlirBlockGetTerminator(old);
  remade(l, last, operand_parts(l, last), (Types){0}, 0, NULL);
  return true;
}

/* The loop's step; 0 where it is no constant. */
static int64_t constant_step(Lowering *l, MlirOperation op)
{
  MlirOperation constant = def_named(part(l, operand(op, 2), 0), "arith.constant");
  return is_null(constant) ? 0 : int_of(attr_of(constant, "value"), 0);
}

static MlirValue compare(Lowering *l, Builder b, int64_t predicate, MlirValue x, MlirValue y)
{
  return build_with(b, "arith.cmpi", int_type(l, 1), VALS(x, y),
                    ATTRS({"predicate", i64_attr(l->context, predicate)}));
}

/* A step that is not known to be positive is checked: a loop that does not advance would never end. */
static void check_step(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  MlirValue step = part(l, operand(op, 2), 0);
  if (constant_step(l, op) > 0)
    return;
  MlirValue stuck = compare(l, b, has_attr(op, "unsignedCmp") ? 0 /* eq */ : 3 /* sle */, step,
                            int_const(l, b, type_of(step), 0));
  build_op(
      b, "llvm.inline_asm", NULL, 0, VALS(stuck),
      ATTRS({"asm_string", str_attr(l->context, arena_printf(l->arena, "@$0 trap; // tri:%d", op_id(l, op)))},
            {"constraints", str_attr(l->context, "b")}, {"has_side_effects", unit_attr(l->context)}));
}

/* ---- loops whose counter may pass the largest number ---- */

/* Whether lower + k·step, one step past the last below upper, may not fit: MLIR's loop adds before it
 * compares, and would go on with what the sum wraps to. */
static bool may_wrap(Lowering *l, MlirOperation op)
{
  if (constant_step(l, op) == 1)
    return false;
  MlirType t = type_of(operand(op, 1));
  int bits = mlirTypeIsAIndex(t) ? 64 : (int)mlirIntegerTypeGetWidth(t);
  int64_t upper = axis_info(l->axis, operand(op, 1)).max, step = axis_info(l->axis, operand(op, 2)).max, sum;
  return has_attr(op, "unsignedCmp") || __builtin_add_overflow(upper, step, &sum) ||
         sum > INT64_MAX >> (64 - bits);
}

/* How often the loop turns: (upper − lower − 1) / step + 1 without sign, 0 where lower is not below upper. */
static MlirValue trip_count(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  MlirValue lower = part(l, operand(op, 0), 0), upper = part(l, operand(op, 1), 0),
            step = part(l, operand(op, 2), 0);
  MlirType t = type_of(step);
  MlirValue zero = int_const(l, b, t, 0), one = int_const(l, b, t, 1);
  MlirValue any = compare(l, b, has_attr(op, "unsignedCmp") ? 6 /* ult */ : 2 /* slt */, lower, upper);
  MlirValue span = build(b, "arith.subi", t, VALS(build(b, "arith.subi", t, VALS(upper, lower)), one));
  MlirValue turns = build(b, "arith.addi", t, VALS(build(b, "arith.divui", t, VALS(span, step)), one));
  return build(b, "arith.select", t, VALS(any, turns, zero));
}

/* The operands of a loop from 0 to its trip count by 1. */
static Values counted_operands(Lowering *l, MlirOperation op)
{
  Values list = {0};
  Builder b = at(l, op);
  MlirType t = type_of(part(l, operand(op, 2), 0));
  vec_push(l->arena, &list) = int_const(l, b, t, 0);
  vec_push(l->arena, &list) = trip_count(l, op);
  vec_push(l->arena, &list) = int_const(l, b, t, 1);
  add_operand_parts(l, &list, op, 3);
  return list;
}

/* In the body: the counter of the old loop, lower + turn·step. */
static void bind_counter(Lowering *l, MlirOperation op, MlirBlock made)
{
  mlirRewriterBaseSetInsertionPointToEnd(l->rw, made);
  Builder b = at(l, op);
  MlirValue turn = block_arg(made, 0), step = part(l, operand(op, 2), 0), lower = part(l, operand(op, 0), 0);
  Parts p = new_parts(l, 1);
  p.at[0] = build(b, "arith.addi", type_of(turn),
                  VALS(lower, build(b, "arith.muli", type_of(turn), VALS(turn, step))));
  set_parts(l, block_arg(body_of(op), 0), p);
}

/* scf.for, scf.if, scf.while: each region becomes a block with the parts of its arguments. */
bool lower_regions(Lowering *l, MlirOperation op)
{
  int n = (int)mlirOperationGetNumRegions(op);
  MlirBlock blocks[2] = {{NULL}, {NULL}};
  for (int i = 0; i < n; i++) {
    MlirBlock old = entry_of(region_at(op, i));
    blocks[i] = is_null(old) ? old : matching_block(l, op, old);
  }
  bool counted = is_op(op, "scf.for") && may_wrap(l, op);
  if (is_op(op, "scf.for"))
    check_step(l, op);
  Values operands = counted ? counted_operands(l, op) : operand_parts(l, op);
  MlirOperation made = remade(l, op, operands, result_types(l, op), n, blocks);
  if (counted) {
    set_attr(made, "unsignedCmp", unit_attr(l->context));
    bind_counter(l, op, blocks[0]);
  }
  for (int i = 0; i < n; i++)
    if (!is_null(blocks[i]) && !fill_block(l, entry_of(region_at(op, i)), blocks[i]))
      return false;
  mlirRewriterBaseSetInsertionPointAfter(l->rw, made);
  bind_results(l, op, made);
  return true;
}
