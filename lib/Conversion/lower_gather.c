/* tri.gather: the block goes to shared memory row by row; each thread reads there what its indices say.
 *
 *   number of the element = number of the result's element without the axis | index << where the axis begins
 *
 * in the block's own numbering. An index that is not known to be in range is checked: it ends the launch. */
#include "Analysis/axis.h"
#include "Conversion/lower_box.h"
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

bool lower_gather(Lowering *l, MlirOperation op)
{
  MlirType t = type_of(tri_gather_result(op)), src = type_of(tri_gather_src(op));
  TriLayout from, to;
  MlirValue index = tri_gather_index(op), box = scratch_address(l, op);
  if (is_null(box) || !require(op, layout_of_type(src, &from) && layout_of_type(t, &to),
                               "has a block without a layout; run tri-assign-layouts first"))
    return false;
  int64_t extent = INT64_C(1) << from.out[tri_gather_axis(op)];
  bool known = is_in_range(l, index, extent);
  int id = op_id(l, op);
  Parts p = new_parts(l, register_count(t)), at_index = new_parts(l, p.n);
  for (uint32_t r = 0; r < p.n; r++)
    at_index.at[r] = checked_index(l, op, id, part(l, index, r), extent, known);
  put_in_box(l, op, id, box, src, parts_of(l, tri_gather_src(op)));
  cta_barrier(l, op);
  for (uint32_t r = 0; r < p.n; r++)
    p.at[r] = box_element(l, op, id, box, tri_type_element(t),
                          number_of(l, op, to, tri_layout_extent(from), r, at_index.at[r]));
  set_parts(l, result(op), p);
  return true;
}
