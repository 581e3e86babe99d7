/* Decoding scf, cf and func.
 *
 *   scf.for            moves inits -> iter args; for_begin; body; moves yields -> iter args; for_next
 *   scf.if             branch_unless else; then; moves; jump end; else: …; moves; end:
 *   scf.while          moves inits; top: before; branch_unless end; moves; after; moves; jump top; end: moves
 *   cf.cond_br         branch_unless F; moves; jump true block; F: moves; jump false block
 *
 * Blocks that cf ops branch to are decoded in the order in which branches are met. A block that dominates
 * another is met before it, and blocks that nothing branches to are left out. */
#include "Interpreter/control.h"
#include "Interpreter/decode.h"

static const Slots no_slots = {0, NULL};

/* ---- moves ---- */

static bool has_slot(Slots s, uint32_t slot)
{
  for (uint32_t k = 0; k < s.n; k++)
    if (s.slot[k] == slot)
      return true;
  return false;
}

static Slots without_self_moves(Decoder *d, Slots *to, Slots from)
{
  uint32_t n = 0, *t = arena_array(d->a, uint32_t, to->n), *f = arena_array(d->a, uint32_t, to->n);
  for (uint32_t k = 0; k < to->n; k++)
    if (to->slot[k] != from.slot[k]) {
      t[n] = to->slot[k];
      f[n++] = from.slot[k];
    }
  *to = (Slots){n, t};
  return (Slots){n, f};
}

/* Sources that are also destinations are copied away first. */
void emit_moves(Decoder *d, MlirOperation op, Slots to, Slots from)
{
  from = without_self_moves(d, &to, from);
  uint32_t n = 0, *saved = arena_array(d->a, uint32_t, from.n), *copy = arena_array(d->a, uint32_t, from.n),
           *source = arena_array(d->a, uint32_t, from.n);
  for (uint32_t k = 0; k < from.n; k++) {
    source[k] = from.slot[k];
    if (!has_slot(to, from.slot[k]))
      continue;
    saved[n] = from.slot[k];
    copy[n] = new_slot_like(d, *slot_at(d, from.slot[k]));
    source[k] = copy[n++];
  }
  if (n)
    emit_slots(d, op, run_moves, NULL, (Slots){n, saved}, (Slots){n, copy});
  if (to.n)
    emit_slots(d, op, run_moves, NULL, (Slots){from.n, source}, to);
}

static uint32_t emit_jump(Decoder *d, MlirOperation op)
{
  return emit_slots(d, op, run_jump, NULL, no_slots, no_slots);
}

static void land(Decoder *d, Labels *jumps)
{
  for (size_t k = 0; k < jumps->n; k++)
    set_jump(d, jumps->at[k], here(d));
}

static uint32_t emit_unless(Decoder *d, MlirOperation op, MlirValue condition)
{
  return emit_slots(d, op, run_branch_unless, NULL, slot_list(d, use(d, condition)), no_slots);
}

static Slots all_operands(Decoder *d, MlirOperation op) { return operand_slots(d, op, 0, operand_count(op)); }

/* ---- regions ---- */

bool decode_body(Decoder *d, MlirBlock block, MlirOperation *terminator)
{
  *terminator = mlirBlockGetTerminator(block);
  foreach_op(op, block) if (!same(op, *terminator) && !decode_op(d, op)) return false;
  return true;
}

/* A region of one block that ends in scf.yield: its body, and the yielded values to `results`. */
static bool decode_yielding(Decoder *d, MlirBlock block, Slots results)
{
  MlirOperation yield;
  if (!decode_body(d, block, &yield))
    return false;
  emit_moves(d, yield, results, all_operands(d, yield));
  return true;
}

static bool label_of(Decoder *d, MlirOperation op, MlirBlock block, BlockLabel **label)
{
  for (size_t k = 0; k < d->blocks->n; k++)
    if (same(d->blocks->at[k].block, block)) {
      *label = &d->blocks->at[k];
      return true;
    }
  Slots arguments;
  if (!define_arguments(d, op, block, &arguments))
    return false;
  vec_push(&d->scratch, d->blocks) = (BlockLabel){.block = block, .arguments = arguments};
  *label = &d->blocks->at[d->blocks->n - 1];
  return true;
}

bool decode_blocks(Decoder *d, MlirRegion region, Slots entry)
{
  Blocks blocks = {0}, *outer = d->blocks;
  vec_push(&d->scratch, &blocks) = (BlockLabel){.block = entry_of(region), .arguments = entry};
  d->blocks = &blocks;
  bool ok = true;
  for (size_t k = 0; ok && k < blocks.n; k++) {
    blocks.at[k].start = here(d);
    foreach_op(inner, blocks.at[k].block) ok = ok && decode_op(d, inner);
  }
  for (size_t k = 0; k < blocks.n; k++)
    for (size_t j = 0; j < blocks.at[k].jumps.n; j++)
      set_jump(d, blocks.at[k].jumps.at[j], blocks.at[k].start);
  d->blocks = outer;
  return ok;
}

/* ---- scf ---- */

bool decode_for(Decoder *d, MlirOperation op)
{
  MlirBlock body = body_of(op);
  Slots arguments;
  if (!define_arguments(d, op, body, &arguments))
    return false;
  Slots carried = {arguments.n - 1, arguments.slot + 1};
  emit_moves(d, op, carried, operand_slots(d, op, 3, operand_count(op)));
  Loop *loop = arena_new(d->a, Loop);
  loop->is_unsigned = has_attr(op, "unsignedCmp");
  Slots state = slot_list(d, arguments.slot[0], new_slot(d, TRI_I64, (Shape){0}));
  uint32_t begin = emit_slots(d, op, run_for_begin, loop, operand_slots(d, op, 0, 3), state), top = here(d);
  if (!decode_yielding(d, body, carried))
    return false;
  set_jump(d, emit_slots(d, op, run_for_next, NULL, operand_slots(d, op, 2, 3), state), top);
  set_jump(d, begin, here(d));
  for (uint32_t k = 0; k < carried.n; k++)
    name_slot(d, result_at(op, k), carried.slot[k]);
  return true;
}

bool decode_if(Decoder *d, MlirOperation op)
{
  Slots results;
  if (!define_results(d, op, &results))
    return false;
  uint32_t to_else = emit_unless(d, op, operand(op, 0));
  if (!decode_yielding(d, body_of(op), results))
    return false;
  MlirBlock otherwise = entry_of(region_at(op, 1));
  uint32_t to_end = is_null(otherwise) ? to_else : emit_jump(d, op);
  set_jump(d, to_else, here(d));
  if (!is_null(otherwise) && !decode_yielding(d, otherwise, results))
    return false;
  set_jump(d, to_end, here(d));
  return true;
}

bool decode_while(Decoder *d, MlirOperation op)
{
  MlirBlock before = body_of(op), after = entry_of(region_at(op, 1));
  Slots before_args, after_args, results;
  MlirOperation condition;
  if (!define_arguments(d, op, before, &before_args) || !define_arguments(d, op, after, &after_args) ||
      !define_results(d, op, &results))
    return false;
  emit_moves(d, op, before_args, all_operands(d, op));
  uint32_t top = here(d);
  if (!decode_body(d, before, &condition))
    return false;
  uint32_t to_end = emit_unless(d, condition, operand(condition, 0));
  Slots passed = operand_slots(d, condition, 1, operand_count(condition));
  emit_moves(d, condition, after_args, passed);
  if (!decode_yielding(d, after, before_args))
    return false;
  set_jump(d, emit_jump(d, op), top);
  set_jump(d, to_end, here(d));
  emit_moves(d, condition, results, passed);
  return true;
}

bool decode_execute_region(Decoder *d, MlirOperation op)
{
  YieldTarget target = {0}, *outer = d->yield;
  if (!define_results(d, op, &target.results))
    return false;
  d->yield = &target;
  bool ok = decode_blocks(d, region_at(op, 0), no_slots);
  d->yield = outer;
  land(d, &target.exits);
  return ok;
}

bool decode_yield(Decoder *d, MlirOperation op)
{
  if (!require(op, d->yield != NULL, "ends a region that the interpreter does not know"))
    return false;
  emit_moves(d, op, d->yield->results, all_operands(d, op));
  vec_push(&d->scratch, &d->yield->exits) = emit_jump(d, op);
  return true;
}

static uint32_t emit_unlike(Decoder *d, MlirOperation op, MlirValue flag, int64_t value)
{
  int64_t *constant = arena_new(d->a, int64_t);
  *constant = value;
  return emit_slots(d, op, run_branch_unlike, constant, slot_list(d, use(d, flag)), no_slots);
}

bool decode_index_switch(Decoder *d, MlirOperation op)
{
  MlirAttribute cases = attr_of(op, "cases");
  Labels exits = {0};
  Slots results;
  if (!define_results(d, op, &results))
    return false;
  for (intptr_t k = 0; k < mlirDenseArrayGetNumElements(cases); k++) {
    uint32_t skip = emit_unlike(d, op, operand(op, 0), mlirDenseI64ArrayGetElement(cases, k));
    if (!decode_yielding(d, entry_of(region_at(op, k + 1)), results))
      return false;
    vec_push(&d->scratch, &exits) = emit_jump(d, op);
    set_jump(d, skip, here(d));
  }
  if (!decode_yielding(d, body_of(op), results))
    return false;
  land(d, &exits);
  return true;
}

/* ---- cf ---- */

static bool branch_to(Decoder *d, MlirOperation op, intptr_t successor, intptr_t first, intptr_t last)
{
  BlockLabel *label;
  MlirBlock block = mlirOperationGetSuccessor(op, successor);
  if (!label_of(d, op, block, &label))
    return false;
  emit_moves(d, op, label->arguments, operand_slots(d, op, first, last));
  vec_push(&d->scratch, &label->jumps) = emit_jump(d, op);
  return true;
}

bool decode_br(Decoder *d, MlirOperation op) { return branch_to(d, op, 0, 0, operand_count(op)); }

bool decode_cond_br(Decoder *d, MlirOperation op)
{
  intptr_t n_true = mlirBlockGetNumArguments(mlirOperationGetSuccessor(op, 0));
  uint32_t to_false = emit_unless(d, op, operand(op, 0));
  if (!branch_to(d, op, 0, 1, 1 + n_true))
    return false;
  set_jump(d, to_false, here(d));
  return branch_to(d, op, 1, 1 + n_true, operand_count(op));
}

bool decode_switch(Decoder *d, MlirOperation op)
{
  intptr_t n_default = mlirBlockGetNumArguments(mlirOperationGetSuccessor(op, 0)), first = 1 + n_default;
  MlirAttribute values = attr_of(op, "case_values");
  for (intptr_t k = 1; k < mlirOperationGetNumSuccessors(op); k++) {
    intptr_t last = first + mlirBlockGetNumArguments(mlirOperationGetSuccessor(op, k));
    int64_t value = dense_integer(values, k - 1);
    uint32_t skip = emit_unlike(d, op, operand(op, 0), value);
    if (!branch_to(d, op, k, first, last))
      return false;
    set_jump(d, skip, here(d));
    first = last;
  }
  return branch_to(d, op, 0, 1, 1 + n_default);
}

bool decode_assert(Decoder *d, MlirOperation op)
{
  MlirStringRef message = text_of(attr_of(op, "msg"));
  return emit_inst(d, op, run_assert, arena_strndup(d->a, message.data, message.length));
}

bool decode_unreachable(Decoder *d, MlirOperation op) { return emit_inst(d, op, run_unreachable, NULL); }

/* ---- func ---- */

bool decode_func_call(Decoder *d, MlirOperation op)
{
  MlirStringRef name = text_of(attr_of(op, "callee"));
  MlirOperation callee = {NULL};
  if (!is_null(d->symbols) && name.data)
    callee = mlirSymbolTableLookup(d->symbols, name);
  return require(op, !is_null(callee) && is_op(callee, "func.func"),
                 "calls @%.*s, which is no function of this module", (int)name.length, name.data) &&
         require(op, !is_null(entry_of(region_at(callee, 0))), "calls @%.*s, which has no body to execute",
                 (int)name.length, name.data) &&
         emit_inst(d, op, run_call, function_of(d, callee));
}

bool decode_return(Decoder *d, MlirOperation op) { return emit_inst(d, op, run_return, NULL); }
