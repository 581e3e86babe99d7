/* tri.gather: by shuffles, where the elements are in the warp (Analysis/gather.h), or the block goes to
 * shared memory row by row and each thread reads there what its indices say.
 *
 *   number of the element = number of the result's element without the axis | index << where the axis begins
 *
 * in the block's own numbering. An index that is not known to be in range is checked: it ends the launch. */
#include "Analysis/axis.h"
#include "Analysis/gather.h"
#include "Conversion/lower_box.h"
#include "Conversion/lower_exchange.h"
#include "Conversion/lower_lanes.h"
#include "tri-c/Ops.h"

/* Whether every index is at least 0 and less than the extent. */
static bool is_in_range(const Lowering *l, MlirValue index, int64_t extent)
{
  AxisInfo i = axis_info(l->axis, index);
  return !may_be_partly_undefined(l->undefined, index) && i.min >= 0 && i.max < extent;
}

/* The index as i32; traps where it is not less than the extent, read without a sign. */
static MlirValue checked_index(Lowering *l, MlirOperation op, int id, MlirValue index, int64_t extent,
                               bool known)
{
  Builder b = at(l, op);
  MlirType i32 = int_type(l, 32);
  int bits = (int)mlirIntegerTypeGetWidth(type_of(index));
  MlirValue wide = bits < 32 ? build(b, "arith.extsi", i32, VALS(index)) : index;
  if (!known) {
    MlirValue beyond =
        build_with(b, "arith.cmpi", int_type(l, 1), VALS(wide, int_const(l, b, type_of(wide), extent)),
                   ATTRS({"predicate", i64_attr(l->context, 9 /* uge */)}));
    assembly(l, b, arena_printf(l->arena, "@$0 trap; // tri:%d", id), "b", (MlirType){NULL}, VALS(beyond));
  }
  return bits > 32 ? build(b, "arith.trunci", i32, VALS(index)) : wide;
}

/* The number, in src's numbering, of the element with the coordinates of the result's in register r and this
 * index along the axis. */
static MlirValue number_of(Lowering *l, MlirOperation op, TriLayout to, TriExtent src, uint32_t r,
                           MlirValue index)
{
  Builder b = at(l, op);
  MlirType i32 = int_type(l, 32);
  MlirValue sum = {NULL};
  for (int axis = src.rank - 1, shift = 0; axis >= 0; shift += src.bits[axis--]) {
    MlirValue c = axis == tri_gather_axis(op)
                      ? index
                      : register_coordinate(l, b, to, axis, r, thread_coordinate(l, b, to, axis));
    c = shift ? build(b, "arith.shli", i32, VALS(c, int_const(l, b, i32, shift))) : c;
    sum = is_null(sum) ? c : build(b, "arith.addi", i32, VALS(sum, c));
  }
  return sum;
}

/* ---- by shuffles ---- */

/* Which slot of the warp, registers in its low bits, has the element, but for what the result's register
 * adds. */
static MlirValue slot_of(Lowering *l, Builder b, const GatherPlan *p, MlirValue index)
{
  int own = p->result.in[TRI_REGISTER];
  F2 of_thread = f2_inputs(p->of_slot, own, p->of_slot.n - own);
  return build(b, "arith.xori", int_type(l, 32),
               VALS(linear_in_thread(l, b, of_thread), linear_in(l, b, index, p->of_index)));
}

/* Of values in the registers first ^ each sum of the basis, in its order, the one in register `at`: bits of
 * `at` where only one vector of the basis has them decide. */
static MlirValue picked(Lowering *l, Builder b, F2 basis, uint32_t first, MlirValue at, MlirValue *values)
{
  MlirType i1 = int_type(l, 1), i32 = int_type(l, 32);
  for (int k = basis.n; k-- > 0;) {
    uint32_t bit = basis.col[k] & -basis.col[k];
    MlirValue masked = build(b, "arith.andi", i32, VALS(at, int_const(l, b, i32, bit)));
    MlirValue has = build_with(b, "arith.cmpi", i1, VALS(masked, int_const(l, b, i32, first & bit)),
                               ATTRS({"predicate", i64_attr(l->context, 1 /* ne */)}));
    for (uint32_t i = 0; i < 1u << k; i++)
      values[i] = build(b, "arith.select", type_of(values[i]), VALS(has, values[i | 1u << k], values[i]));
  }
  return values[0];
}

static MlirValue shuffled(Lowering *l, MlirOperation op, int id, const GatherPlan *p, uint32_t r,
                          MlirValue index)
{
  enum { MAX_VALUES = 8 };
  Builder b = at(l, op);
  MlirType i32 = int_type(l, 32), types[MAX_VALUES];
  MlirValue values[MAX_VALUES], slot = slot_of(l, b, p, index);
  uint32_t fixed = f2_apply(&p->of_slot, r), own = (1u << p->src.in[TRI_REGISTER]) - 1, first = fixed & own;
  slot = fixed ? build(b, "arith.xori", i32, VALS(slot, int_const(l, b, i32, fixed))) : slot;
  MlirValue lane = build(b, "arith.shrui", i32, VALS(slot, int_const(l, b, i32, p->src.in[TRI_REGISTER])));
  uint32_t n = 1u << p->registers.n;
  for (uint32_t i = 0; i < n; i++) {
    values[i] = part(l, tri_gather_src(op), first ^ f2_apply(&p->registers, i));
    types[i] = tri_type_element(type_of(tri_gather_src(op)));
  }
  shuffle_values(l, op, id, (Shuffle){.lane = lane}, n, types, values);
  return picked(l, b, p->registers, first, slot, values);
}

static Parts by_shuffles(Lowering *l, MlirOperation op, int id, const GatherPlan *p, Parts index)
{
  Parts made = new_parts(l, index.n);
  for (uint32_t r = 0; r < made.n; r++)
    made.at[r] = shuffled(l, op, id, p, r, index.at[r]);
  return made;
}

/* ---- the op ---- */

static Parts checked_indices(Lowering *l, MlirOperation op, int id, int64_t extent)
{
  MlirValue index = tri_gather_index(op);
  bool known = is_in_range(l, index, extent);
  Parts made = new_parts(l, register_count(type_of(index)));
  for (uint32_t r = 0; r < made.n; r++)
    made.at[r] = checked_index(l, op, id, part(l, index, r), extent, known);
  return made;
}

static bool by_box(Lowering *l, MlirOperation op, int id, const GatherPlan *p, Parts index, Parts *made)
{
  MlirType src = type_of(tri_gather_src(op));
  MlirValue box = scratch_address(l, op);
  if (is_null(box))
    return false;
  put_in_box(l, op, id, box, src, parts_of(l, tri_gather_src(op)));
  cta_barrier(l, op);
  *made = new_parts(l, index.n);
  for (uint32_t r = 0; r < index.n; r++)
    made->at[r] = box_element(l, op, id, box, tri_type_element(src),
                              number_of(l, op, p->result, tri_layout_extent(p->src), r, index.at[r]));
  return true;
}

bool lower_gather(Lowering *l, MlirOperation op)
{
  TriLayout layout;
  Parts made;
  if (!require(op, layout_of_type(type_of(tri_gather_src(op)), &layout),
               "has a block without a layout; run tri-assign-layouts first"))
    return false;
  GatherPlan plan = gather_plan(op);
  int id = op_id(l, op);
  Parts index = checked_indices(l, op, id, INT64_C(1) << layout.out[tri_gather_axis(op)]);
  if (plan.by_shuffle)
    made = by_shuffles(l, op, id, &plan, index);
  else if (!by_box(l, op, id, &plan, index, &made))
    return false;
  set_parts(l, result(op), made);
  return true;
}
