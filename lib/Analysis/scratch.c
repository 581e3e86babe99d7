#include "Analysis/scratch.h"
#include "Analysis/atomic.h"
#include "Analysis/fold_plan.h"
#include "Analysis/gather.h"
#include "Analysis/rearrange.h"
#include "Dialect/types.h"
#include "Layout/exchange.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

const char scratch_attribute[] = "tri.scratch";

enum { MAILBOX_BYTES = 8 };

/* A scalar that other threads or programs may change is read once, by thread 0, which tells the others. */
static Scratch of_load(MlirOperation op)
{
  bool told = tri_load_is_volatile(op) && !mlirTypeIsARankedTensor(mlirValueGetType(tri_load_result(op)));
  return (Scratch){.bytes = told ? MAILBOX_BYTES : 0};
}

/* Thread 0 takes room for what is printed and tells the others where. */
static Scratch of_print(MlirOperation op)
{
  bool told = false;
  for (intptr_t i = 0; i < operand_count(op); i++)
    told |= mlirTypeIsARankedTensor(type_of(operand(op, i)));
  return (Scratch){.bytes = told ? MAILBOX_BYTES : 0};
}

static Scratch of_reduce(MlirOperation op) { return (Scratch){.bytes = reduce_scratch_bytes(op)}; }
static Scratch of_scan(MlirOperation op) { return (Scratch){.bytes = scan_scratch_bytes(op)}; }
/* A block row by row; an i1 takes a byte. */
static int64_t bytes_of_block(MlirType t)
{
  return shape_count(shape_of_type(t)) * tri_type_bytes(tri_type_kind(tri_type_element(t)));
}

static Scratch of_atomic(MlirOperation op)
{
  bool told = atomic_result(op) == ATOMIC_BY_SHARED;
  return (Scratch){.bytes = told ? bytes_of_block(type_of(result(op))) : 0};
}

static Scratch of_gather(MlirOperation op)
{
  return (Scratch){.bytes = gather_plan(op).by_shuffle ? 0 : bytes_of_block(type_of(tri_gather_src(op)))};
}

/* The bins. */
static Scratch of_histogram(MlirOperation op)
{
  return (Scratch){.bytes = bytes_of_block(type_of(tri_histogram_result(op)))};
}

Scratch scratch_of_move(MlirType t, TriLayout from, TriLayout to)
{
  TriExchange x;
  int bytes = tri_type_bytes(tri_type_kind(tri_type_element(t)));
  if (!tri_exchange(from, to, __builtin_ctz((unsigned)bytes), &x) || x.kind != TRI_EXCHANGE_SHARED)
    return (Scratch){0};
  return (Scratch){.bytes = x.shared_bytes, .in_warp = x.passage.in_warp};
}

static Scratch of_rearrangement(MlirOperation op)
{
  Rearrangement r;
  return rearrangement_of(op, &r) ? scratch_of_move(type_of(operand(op, 0)), r.from, r.to) : (Scratch){0};
}

static Scratch (*const rules[TRI_OP_COUNT])(MlirOperation op) = {
    [TRI_OP_LOAD] = of_load,
    [TRI_OP_PRINT] = of_print,
    [TRI_OP_REDUCE] = of_reduce,
    [TRI_OP_SCAN] = of_scan,
    [TRI_OP_ATOMIC_RMW] = of_atomic,
    [TRI_OP_ATOMIC_CAS] = of_atomic,
    [TRI_OP_GATHER] = of_gather,
    [TRI_OP_HISTOGRAM] = of_histogram,
    [TRI_OP_CONVERT_LAYOUT] = of_rearrangement,
    [TRI_OP_EXPAND_DIMS] = of_rearrangement,
    [TRI_OP_BROADCAST] = of_rearrangement,
    [TRI_OP_RESHAPE] = of_rearrangement,
    [TRI_OP_TRANSPOSE] = of_rearrangement,
    [TRI_OP_JOIN] = of_rearrangement,
    [TRI_OP_CAT] = of_rearrangement,
    [TRI_OP_SPLIT] = of_rearrangement,
};

Scratch scratch_of(MlirOperation op)
{
  TriOpKind kind = tri_op_kind(op);
  return rules[kind] ? rules[kind](op) : (Scratch){0};
}

bool scratch_is_by_warps(Scratch a, Scratch b) { return a.in_warp && b.in_warp && a.bytes == b.bytes; }

int64_t scratch_place(MlirOperation op) { return int_of(attr_of(op, scratch_attribute), -1); }

bool has_scratch_place(MlirOperation op)
{
  return require(op, scratch_place(op) >= 0,
                 "needs shared memory and has no place in it; run tri-allocate-shared first");
}
