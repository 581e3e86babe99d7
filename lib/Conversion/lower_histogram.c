/* tri.histogram: the bins are counters in shared memory.
 *
 *   all threads   zero the bins, a barrier
 *   owners        red.shared.add of 1 to the bin of each element that the mask lets count and that has one
 *   all threads   a barrier, read the bins that they hold
 *
 * An element that several threads hold counts once, by the first of them. */
#include "Conversion/lower_box.h"
#include "tri-c/Ops.h"

enum { BIN_BYTES = 4 };

static MlirValue below(Lowering *l, Builder b, MlirValue v, int64_t limit)
{
  return build_with(b, "arith.cmpi", int_type(l, 1), VALS(v, int_const(l, b, type_of(v), limit)),
                    ATTRS({"predicate", i64_attr(l->context, 6 /* ult */)}));
}

/* box + 4 · number. */
static MlirValue bin_address(Lowering *l, Builder b, MlirValue box, MlirValue number)
{
  MlirType i32 = int_type(l, 32);
  MlirValue bytes = build(b, "arith.shli", i32, VALS(number, int_const(l, b, i32, 2)));
  return build(b, "arith.addi", i32, VALS(box, bytes));
}

/* In turns of all threads, each a vector of bins. */
static void zero_bins(Lowering *l, MlirOperation op, int id, MlirValue box, int64_t bins)
{
  Builder b = at(l, op);
  MlirType i32 = int_type(l, 32);
  int64_t threads = INT64_C(32) << l->warps;
  Access a = access_of(i32, bins >= 4 * threads ? 4 : bins >= 2 * threads ? 2 : 1);
  MlirValue zero = int_const(l, b, i32, 0), words[MAX_WORDS] = {zero, zero, zero, zero};
  MlirValue mine = bins < threads ? below(l, b, l->thread, bins) : (MlirValue){NULL};
  MlirValue first = build(b, "arith.muli", i32, VALS(l->thread, int_const(l, b, i32, a.vector)));
  MlirValue address = bin_address(l, b, box, first);
  for (int64_t k = 0; k < bins; k += threads * a.vector)
    store_scratch(l, op, id, address, k * BIN_BYTES, a, words, mine);
}

static MlirValue both(Lowering *l, Builder b, MlirValue x, MlirValue y)
{
  return is_null(x) ? y : is_null(y) ? x : build(b, "arith.andi", int_type(l, 1), VALS(x, y));
}

/* The value as i32, without a sign; *counts becomes false where it has no bin. */
static MlirValue bin_of(Lowering *l, Builder b, MlirValue v, int64_t bins, MlirValue *counts)
{
  MlirType i32 = int_type(l, 32);
  int bits = (int)mlirIntegerTypeGetWidth(type_of(v));
  if (bits > 32 || bins >> bits == 0)
    *counts = both(l, b, *counts, below(l, b, v, bins));
  return bits == 32 ? v : build(b, bits > 32 ? "arith.trunci" : "arith.extui", i32, VALS(v));
}

static void count(Lowering *l, MlirOperation op, int id, MlirValue box, int64_t bins)
{
  Builder b = at(l, op);
  MlirValue src = tri_histogram_src(op), mask = tri_histogram_mask(op);
  MlirValue owner = owns(l, b, type_of(src)), one = int_const(l, b, int_type(l, 32), 1);
  TriLayout layout;
  uint32_t copies = layout_of_type(type_of(src), &layout) ? tri_layout_copies(layout).at[TRI_REGISTER] : 0;
  for (uint32_t r = 0; r < register_count(type_of(src)); r++) {
    if (r & copies)
      continue;
    MlirValue counts = is_null(mask) ? owner : both(l, b, owner, part(l, mask, r));
    MlirValue bin = bin_of(l, b, part(l, src, r), bins, &counts);
    bool always = is_null(counts);
    MlirValue operands[] = {bin_address(l, b, box, bin), one, counts};
    assembly(l, b,
             arena_printf(l->arena, "%sred.relaxed.cta.shared.add.u32 [$0], $1; // tri:%d",
                          always ? "" : "@$2 ", id),
             always ? "r,r" : "r,r,b", (MlirType){NULL}, (Vals){always ? 2 : 3, operands});
  }
}

bool lower_histogram(Lowering *l, MlirOperation op)
{
  MlirType t = type_of(tri_histogram_result(op));
  MlirValue box = scratch_address(l, op);
  if (is_null(box))
    return false;
  int64_t bins = shape_count(shape_of_type(t));
  int id = op_id(l, op);
  zero_bins(l, op, id, box, bins);
  cta_barrier(l, op);
  count(l, op, id, box, bins);
  cta_barrier(l, op);
  set_parts(l, result(op), take_from_box(l, op, id, box, t));
  return true;
}
