/* expand_dims, broadcast, reshape, transpose, join, split, cat, convert_layout: the operands' registers, in
 * the order in which they are a block of the shape that the result has, and then a conversion
 * (Analysis/rearrange.h).
 *
 *   join     a0, b0, a1, b1, …        cat      a0, a1, …, b0, b1, …
 */
#include "Analysis/rearrange.h"
#include "Conversion/lower.h"
#include "tri-c/Ops.h"

/* n registers; register r is that of the operand which `from` says. */
static Parts gathered(Lowering *l, MlirOperation op, uint32_t n)
{
  Parts p = new_parts(l, n), first = parts_of(l, operand(op, 0));
  bool join = tri_op_kind(op) == TRI_OP_JOIN, cat = tri_op_kind(op) == TRI_OP_CAT;
  Parts second = join || cat ? parts_of(l, operand(op, 1)) : first;
  for (uint32_t r = 0; r < n; r++) {
    Parts from = (join ? r & 1 : cat ? r >= n / 2 : 0) ? second : first;
    p.at[r] = from.at[(join ? r / 2 : r) % from.n];
  }
  return p;
}

static bool rearrangement(MlirOperation op, Rearrangement *r)
{
  return require(op, rearrangement_of(op, r), "has a block without a layout; run tri-assign-layouts first");
}

/* Blocks that are put together must lie alike. */
static bool has_like_operands(MlirOperation op)
{
  return operand_count(op) < 2 || require(op, same(type_of(operand(op, 0)), type_of(operand(op, 1))),
                                          "puts blocks of two layouts together; convert one of them before");
}

bool lower_rearranged(Lowering *l, MlirOperation op)
{
  Rearrangement r;
  Parts made;
  if (!rearrangement(op, &r) || !has_like_operands(op) ||
      !moved_parts(l, op, r.from, r.to, gathered(l, op, tri_layout_size(r.from, TRI_REGISTER)), &made))
    return false;
  set_parts(l, result(op), made);
  return true;
}

bool lower_split(Lowering *l, MlirOperation op)
{
  Rearrangement r;
  Parts made;
  if (!rearrangement(op, &r) || !moved_parts(l, op, r.from, r.to, parts_of(l, tri_split_src(op)), &made))
    return false;
  for (uint32_t k = 0; k < 2; k++) {
    Parts half = new_parts(l, made.n / 2);
    for (uint32_t i = 0; i < half.n; i++)
      half.at[i] = made.at[2 * i + k];
    set_parts(l, result_at(op, k), half);
  }
  return true;
}
