/* print and assert: what the kernel says is left in the launcher's buffer (Debug/buffer.h), whose address is
 * its last argument.
 *
 *   tri.print     thread 0 takes room for a record with one atomic and, for blocks, tells the others through
 *                 scratch where it is; the owner of each element writes it to its place; when all have,
 * thread 0 writes the op, which makes the record whole; nobody goes on before tri.assert    one branch that
 * no thread takes; behind it each thread with a false element writes the lowest of them down and traps
 *
 * Stores to the buffer are seen by the host before what follows them: fence.acq_rel.sys. */
#include "Conversion/lower_scratch.h"

#include "Debug/buffer.h"
#include "mlir-c/Dialect/LLVM.h"
#include "tri-c/Ops.h"

#include <stddef.h>

/* ---- branches ---- */

/* scf.if with an else branch where it has a result (null: none); the insertion point stays. */
static MlirOperation make_if(Lowering *l, Builder b, MlirValue condition, MlirType t)
{
  MlirOperationState s = mlirOperationStateGet(str("scf.if"), b.loc);
  mlirOperationStateAddOperands(&s, 1, &condition);
  if (!is_null(t))
    mlirOperationStateAddResults(&s, 1, &t);
  for (int i = 0; i < 2; i++) {
    MlirRegion region = mlirRegionCreate();
    if (i == 0 || !is_null(t))
      mlirRegionAppendOwnedBlock(region, mlirBlockCreate(0, NULL, NULL));
    mlirOperationStateAddOwnedRegions(&s, 1, &region);
  }
  return mlirRewriterBaseInsert(l->rw, mlirOperationCreate(&s));
}

/* From now on at the end of this branch. */
static void enter(Lowering *l, MlirOperation made, int branch)
{
  mlirRewriterBaseSetInsertionPointToEnd(l->rw, entry_of(region_at(made, branch)));
}

/* Ends the branch; from now on behind the op. */
static void leave(Lowering *l, Builder b, MlirOperation made, Vals values)
{
  build_op(b, "scf.yield", NULL, 0, values, (Attrs){0, NULL});
  mlirRewriterBaseSetInsertionPointAfter(l->rw, made);
}

/* ---- the buffer ---- */

static MlirValue i64_const(Lowering *l, Builder b, int64_t v) { return int_const(l, b, int_type(l, 64), v); }

static MlirValue moved(Lowering *l, Builder b, MlirValue address, int64_t bytes)
{
  return build(b, "arith.addi", int_type(l, 64), VALS(address, i64_const(l, b, bytes)));
}

/* The word to address + offset, where the predicate is true (null: always). */
static void put(Lowering *l, Builder b, int id, MlirValue address, int64_t offset, Access a, MlirValue word,
                MlirValue predicate)
{
  bool always = is_null(predicate);
  const char *text = arena_printf(l->arena, "%sst.global.b%d [$0+%lld], $1; // tri:%d", always ? "" : "@$2 ",
                                  8 * a.word, (long long)offset, id),
             *constraints = arena_printf(l->arena, "l,%c%s", word_constraint(a), always ? "" : ",b");
  assembly(l, b, text, constraints, (MlirType){NULL},
           (Vals){always ? 2 : 3, (MlirValue[]){address, word, predicate}});
}

static void put_i32(Lowering *l, Builder b, int id, MlirValue address, int64_t offset, MlirValue word)
{
  put(l, b, id, address, offset, access_of(int_type(l, 32), 1), word, (MlirValue){NULL});
}

static MlirValue i32_const(Lowering *l, Builder b, int64_t v) { return int_const(l, b, int_type(l, 32), v); }

/* Adds to a counter of the buffer; gives what it was. */
static MlirValue count(Lowering *l, Builder b, int id, size_t offset, int bits, int64_t by)
{
  const char *text = arena_printf(l->arena, "atom.global.add.u%d $0, [$1+%zu], %lld; // tri:%d", bits, offset,
                                  (long long)by, id);
  return result(assembly(l, b, text, bits == 64 ? "=l,l" : "=r,l", int_type(l, bits), VALS(l->debug_buffer)));
}

static MlirValue capacity(Lowering *l, Builder b, int id)
{
  const char *text =
      arena_printf(l->arena, "ld.global.b64 $0, [$1+%zu]; // tri:%d", offsetof(DebugBuffer, capacity), id);
  return result(assembly(l, b, text, "=l,l", int_type(l, 64), VALS(l->debug_buffer)));
}

static void put_program(Lowering *l, Builder b, int id, MlirValue address, int64_t offset)
{
  for (int axis = 0; axis < 3; axis++)
    put_i32(l, b, id, address, offset + 4 * axis, program_part(l, b, axis));
}

/* What was written is there for the host. */
static void fence(Lowering *l, Builder b, int id)
{
  assembly(l, b, arena_printf(l->arena, "fence.acq_rel.sys; // tri:%d", id), "", (MlirType){NULL}, NO_VALS);
}

/* ---- the metadata ---- */

static MlirAttribute describe_value(Lowering *l, MlirType t)
{
  MlirAttribute dims[TRI_MAX_RANK];
  Shape s = shape_of_type(t);
  for (int i = 0; i < s.rank; i++)
    dims[i] = i64_attr(l->context, s.dim[i]);
  return dictionary_attr(
      l->context, ATTRS({"type", str_attr(l->context, tri_type_name(tri_type_kind(tri_type_element(t))))},
                        {"shape", mlirArrayAttrGet(l->context, s.rank, dims)}));
}

/* The number of the op among those that print and assert, from 1. */
static int64_t describe(Lowering *l, MlirOperation op, MlirAttribute text, bool hex)
{
  MlirContext c = l->context;
  intptr_t n = operand_count(op);
  MlirAttribute *values = arena_array(l->arena, MlirAttribute, n);
  for (intptr_t i = 0; i < n; i++)
    values[i] = describe_value(l, type_of(operand(op, i)));
  vec_push(l->arena, &l->debug_ops) = dictionary_attr(
      c,
      ATTRS({"op", str_attr(c, tri_op_kind(op) == TRI_OP_PRINT ? "tri.print" : "tri.assert")},
            {"location", str_attr(c, loc_text(l->arena, loc_of(op)))}, {"text", text},
            {"hex", hex ? unit_attr(c) : (MlirAttribute){NULL}}, {"values", mlirArrayAttrGet(c, n, values)}));
  return (int64_t)l->debug_ops.n;
}

/* ---- elements ---- */

/* ---- assert ---- */

static MlirValue negation(Lowering *l, Builder b, MlirValue x)
{
  MlirType i1 = int_type(l, 1);
  return build(b, "arith.xori", i1, VALS(x, int_const(l, b, i1, 1)));
}

static MlirValue any_false(Lowering *l, Builder b, Parts holds)
{
  MlirValue all = holds.at[0];
  for (uint32_t r = 1; r < holds.n; r++)
    all = build(b, "arith.andi", int_type(l, 1), VALS(all, holds.at[r]));
  return negation(l, b, all);
}

/* The lowest element of the thread that is false, where one is: i64. */
static MlirValue lowest_false(Lowering *l, Builder b, MlirType t, Parts holds)
{
  TriLayout layout;
  MlirType i32 = int_type(l, 32), i64 = int_type(l, 64);
  if (!layout_of_type(t, &layout))
    return i64_const(l, b, 0);
  MlirValue base = thread_element(l, b, layout), lowest = i32_const(l, b, -1);
  for (uint32_t r = 0; r < holds.n; r++) {
    MlirValue mine = register_element(l, b, layout, base, r);
    mine = build(b, "arith.select", i32, VALS(holds.at[r], lowest, mine));
    lowest = build(b, "arith.minui", i32, VALS(lowest, mine));
  }
  return build(b, "arith.extui", i64, VALS(lowest));
}

/* Where there is room for one more: the thread's. */
static void write_failure(Lowering *l, Builder b, int id, int64_t number, MlirValue element)
{
  MlirType i64 = int_type(l, 64);
  MlirValue slot = count(l, b, id, offsetof(DebugBuffer, failures), 32, 1);
  MlirValue room = build_with(b, "arith.cmpi", int_type(l, 1), VALS(slot, i32_const(l, b, DEBUG_FAILURES)),
                              ATTRS({"predicate", i64_attr(l->context, 6 /* ult */)}));
  MlirOperation fits = make_if(l, b, room, (MlirType){NULL});
  enter(l, fits, 0);
  MlirValue past =
      build(b, "arith.muli", i64,
            VALS(build(b, "arith.extui", i64, VALS(slot)), i64_const(l, b, sizeof(DebugFailure))));
  MlirValue start = build(b, "llvm.ptrtoint", i64, VALS(l->debug_buffer));
  MlirValue there =
      moved(l, b, build(b, "arith.addi", i64, VALS(start, past)), offsetof(DebugBuffer, failure));
  put(l, b, id, there, offsetof(DebugFailure, element), access_of(i64, 1), element, (MlirValue){NULL});
  put_program(l, b, id, there, offsetof(DebugFailure, program));
  put_i32(l, b, id, there, offsetof(DebugFailure, op), i32_const(l, b, number));
  leave(l, b, fits, NO_VALS);
}

bool lower_assert(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  MlirValue condition = tri_assert_condition(op);
  int id = op_id(l, op);
  int64_t number = describe(l, op, attr_of(op, "message"), false);
  Parts holds = parts_of(l, condition);
  MlirOperation fails = make_if(l, b, any_false(l, b, holds), (MlirType){NULL});
  enter(l, fails, 0);
  write_failure(l, b, id, number, lowest_false(l, b, type_of(condition), holds));
  fence(l, b, id);
  assembly(l, b, arena_printf(l->arena, "trap; // tri:%d", id), "", (MlirType){NULL}, NO_VALS);
  leave(l, b, fails, NO_VALS);
  return true;
}

/* ---- print ---- */

static int64_t value_bytes(MlirType t)
{
  return debug_value_bytes(shape_count(shape_of_type(t)) * element_bytes(t));
}

static int64_t record_bytes(MlirOperation op)
{
  int64_t bytes = sizeof(DebugRecord);
  for (intptr_t i = 0; i < operand_count(op); i++)
    bytes += value_bytes(type_of(operand(op, i)));
  return bytes;
}

static bool has_block(MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (mlirTypeIsARankedTensor(type_of(operand(op, i))))
      return true;
  return false;
}

/* The record's address where there was room, else 0, in a branch of thread 0. */
static MlirValue take_room(Lowering *l, Builder b, int id, int64_t bytes)
{
  MlirType i64 = int_type(l, 64);
  MlirValue before = count(l, b, id, offsetof(DebugBuffer, head), 64, bytes);
  MlirValue fits =
      build_with(b, "arith.cmpi", int_type(l, 1), VALS(moved(l, b, before, bytes), capacity(l, b, id)),
                 ATTRS({"predicate", i64_attr(l->context, 7 /* ule */)}));
  MlirOperation room = make_if(l, b, fits, i64);
  enter(l, room, 0);
  MlirValue start = build(b, "llvm.ptrtoint", i64, VALS(l->debug_buffer));
  MlirValue record = moved(l, b, build(b, "arith.addi", i64, VALS(start, before)), sizeof(DebugBuffer));
  put_i32(l, b, id, record, offsetof(DebugRecord, bytes), i32_const(l, b, bytes));
  put_program(l, b, id, record, offsetof(DebugRecord, program));
  leave(l, b, room, VALS(record));
  enter(l, room, 1);
  count(l, b, id, offsetof(DebugBuffer, lost), 64, 1);
  leave(l, b, room, VALS(i64_const(l, b, 0)));
  return result(room);
}

/* The record's address in thread 0, or 0; 0 in the others. */
static MlirValue reserve(Lowering *l, Builder b, int id, int64_t bytes)
{
  MlirOperation first = make_if(l, b, l->is_first, int_type(l, 64));
  enter(l, first, 0);
  MlirValue record = take_room(l, b, id, bytes);
  leave(l, b, first, VALS(record));
  enter(l, first, 1);
  leave(l, b, first, VALS(i64_const(l, b, 0)));
  return result(first);
}

static MlirValue bits_word(Lowering *l, Builder b, MlirType t, MlirValue v, Access a)
{
  MlirValue bits = as_bits(l, b, v, t), word;
  pack_words(l, b, a, &bits, &word);
  return word;
}

/* Writes the elements that this thread is the first to hold. */
static void put_block(Lowering *l, Builder b, int id, MlirValue v, MlirValue record, int64_t offset)
{
  TriLayout layout;
  MlirType t = type_of(v), i64 = int_type(l, 64);
  Access a = access_of(tri_type_element(t), 1);
  MlirValue owner = owns(l, b, t);
  layout_of_type(t, &layout);
  uint32_t copies = tri_layout_copies(layout).at[TRI_REGISTER];
  MlirValue base = thread_element(l, b, layout);
  for (uint32_t r = 0; r < register_count(t); r++) {
    if (r & copies)
      continue;
    MlirValue element = build(b, "arith.extui", i64, VALS(register_element(l, b, layout, base, r)));
    MlirValue past = build(b, "arith.muli", i64, VALS(element, i64_const(l, b, a.element)));
    put(l, b, id, build(b, "arith.addi", i64, VALS(record, past)), offset, a,
        bits_word(l, b, t, part(l, v, r), a), owner);
  }
}

static void put_values(Lowering *l, Builder b, MlirOperation op, int id, MlirValue record)
{
  int64_t offset = sizeof(DebugRecord);
  for (intptr_t i = 0; i < operand_count(op); i++) {
    MlirValue v = operand(op, i);
    MlirType t = type_of(v);
    Access a = access_of(tri_type_element(t), 1);
    if (mlirTypeIsARankedTensor(t))
      put_block(l, b, id, v, record, offset);
    else
      put(l, b, id, record, offset, a, bits_word(l, b, t, part(l, v, 0), a), l->is_first);
    offset += value_bytes(t);
  }
}

static MlirValue is_there(Lowering *l, Builder b, MlirValue record)
{
  return build_with(b, "arith.cmpi", int_type(l, 1), VALS(record, i64_const(l, b, 0)),
                    ATTRS({"predicate", i64_attr(l->context, 1 /* ne */)}));
}

bool lower_print(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  int id = op_id(l, op);
  int64_t number = describe(l, op, attr_of(op, "prefix"), tri_print_hex(op));
  bool blocks = has_block(op);
  MlirValue mine = reserve(l, b, id, record_bytes(op)), record = mine;
  if (blocks && !tell_word(l, op, id, access_of(int_type(l, 64), 1), &record))
    return false;
  MlirOperation writes = make_if(l, b, is_there(l, b, record), (MlirType){NULL});
  enter(l, writes, 0);
  put_values(l, b, op, id, record);
  leave(l, b, writes, NO_VALS);
  if (blocks)
    cta_barrier(l, op);
  MlirOperation ends = make_if(l, b, is_there(l, b, mine), (MlirType){NULL});
  enter(l, ends, 0);
  fence(l, b, id);
  put_i32(l, b, id, mine, offsetof(DebugRecord, op), i32_const(l, b, number));
  leave(l, b, ends, NO_VALS);
  cta_barrier(l, op);
  return true;
}
