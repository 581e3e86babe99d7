/* reduce, scan, map: verifiers. The three have the same rules on their operands and regions. */
#include "Dialect/hooks.h"
#include "Dialect/layout_attr.h"
#include "Dialect/region.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

/* ---- operands and results ---- */

static bool operands_agree(MlirOperation op) /* reduce_c1 scan_c1 map_c1 */
{
  if (!require(op, operand_count(op) > 0, "has no operand"))
    return false;
  MlirType first = type_of(operand(op, 0));
  for (intptr_t k = 1; k < operand_count(op); k++)
    if (!require(op, same(tri_type_with_element(type_of(operand(op, k)), tri_type_element(first)), first),
                 "has operands of different shapes or layouts"))
      return false;
  return true;
}

static bool axis_exists(MlirOperation op, int32_t axis) /* reduce_c2 scan_c2 */
{
  int rank = shape_of_type(type_of(operand(op, 0))).rank;
  return require(op, axis >= 0 && axis < rank, "works along axis %d of blocks of rank %d; expected 0 to %d",
                 axis, rank, rank - 1);
}

static bool has_result(MlirOperation op, intptr_t k, MlirType t)
{
  Arena a = {0};
  bool ok = require(op, same(type_of(result_at(op, k)), t), "has result %ld of type '%s'; expected '%s'",
                    (long)k, type_text(&a, type_of(result_at(op, k))), type_text(&a, t));
  arena_free(&a);
  return ok;
}

static bool has_results(MlirOperation op, intptr_t n)
{
  return require(op, result_count(op) == n, "has %ld results; expected %ld", (long)result_count(op), (long)n);
}

bool tri_reduce_verify(MlirOperation op)
{
  if (!operands_agree(op) || !axis_exists(op, tri_reduce_axis(op)) || !has_results(op, operand_count(op)))
    return false;
  for (intptr_t k = 0; k < operand_count(op); k++) /* reduce_c3 */
    if (!has_result(op, k, tri_type_without_axis(type_of(operand(op, k)), tri_reduce_axis(op))))
      return false;
  return true;
}

bool tri_scan_verify(MlirOperation op)
{
  if (!operands_agree(op) || !axis_exists(op, tri_scan_axis(op)) || !has_results(op, operand_count(op)))
    return false;
  for (intptr_t k = 0; k < operand_count(op); k++) /* scan_c3 */
    if (!has_result(op, k, type_of(operand(op, k))))
      return false;
  return true;
}

bool tri_map_verify(MlirOperation op) { return operands_agree(op); }

/* ---- regions ---- */

static bool is_scalar(MlirType t) { return tri_type_is_scalar(t) || mlirTypeIsAIndex(t); }

typedef struct {
  MlirOperation owner; /* of the region */
  bool ok;
} Check;

static bool is_on_scalars(MlirOperation op, MlirOperation owner, MlirType t)
{
  if (is_scalar(t))
    return true;
  Arena a = {0};
  require(op, false, "has a value of type '%s', but the region of '%s' computes with scalars alone",
          type_text(&a, t), tri_op_name(tri_op_kind(owner)));
  arena_free(&a);
  return false;
}

static void check_op(MlirOperation op, void *data) /* reduce_c5 scan_c5 map_c3 */
{
  Check *c = data;
  if (!c->ok || same(op, c->owner))
    return;
  for (intptr_t i = 0; c->ok && i < operand_count(op); i++)
    c->ok = is_on_scalars(op, c->owner, type_of(operand(op, i)));
  for (intptr_t i = 0; c->ok && i < result_count(op); i++)
    c->ok = is_on_scalars(op, c->owner, type_of(result_at(op, i)));
  c->ok =
      c->ok &&
      require(op, !tri_op_has_effects(op),
              "may have effects on memory or calls a function, which the region of '%s' must not; write the "
              "function's body there",
              tri_op_name(tri_op_kind(c->owner)));
}

static bool computes_on_scalars(MlirOperation op)
{
  Check c = {op, true};
  walk(op, check_op, &c);
  return c.ok;
}

/* The region's arguments are the elements of the operands, `times` over. */
static bool takes_elements(MlirOperation op, intptr_t times)
{
  MlirBlock body = body_of(op);
  intptr_t n = operand_count(op), got = mlirBlockGetNumArguments(body);
  if (!require(op, got == times * n, "has a region of %ld arguments; expected %ld", (long)got,
               (long)(times * n)))
    return false;
  for (intptr_t i = 0; i < got; i++)
    if (!require(op, same(type_of(block_arg(body, i)), tri_type_element(type_of(operand(op, i % n)))),
                 "has a region whose argument %ld has not the element type of operand %ld", (long)i,
                 (long)(i % n)))
      return false;
  return true;
}

static bool ends_in_yield(MlirOperation op, MlirOperation *yield)
{
  *yield = mlirBlockGetTerminator(body_of(op));
  return require(op, !is_null(*yield) && tri_op_kind(*yield) == TRI_OP_YIELD,
                 "has a region that does not end in tri.yield");
}

static bool combines(MlirOperation op) /* reduce_c4 scan_c4 */
{
  MlirOperation yield;
  if (!takes_elements(op, 2) || !ends_in_yield(op, &yield) ||
      !require(yield, operand_count(yield) == operand_count(op), "gives %ld values; expected %ld",
               (long)operand_count(yield), (long)operand_count(op)))
    return false;
  for (intptr_t k = 0; k < operand_count(op); k++)
    if (!require(yield, same(type_of(operand(yield, k)), tri_type_element(type_of(operand(op, k)))),
                 "gives value %ld in another type than the elements of operand %ld", (long)k, (long)k))
      return false;
  return computes_on_scalars(op);
}

bool tri_reduce_verify_regions(MlirOperation op) { return combines(op); }
bool tri_scan_verify_regions(MlirOperation op) { return combines(op); }

bool tri_map_verify_regions(MlirOperation op) /* map_c2 */
{
  MlirOperation yield;
  if (!takes_elements(op, 1) || !ends_in_yield(op, &yield) ||
      !require(yield, operand_count(yield) > 0, "gives no value") || !has_results(op, operand_count(yield)))
    return false;
  for (intptr_t k = 0; k < operand_count(yield); k++)
    if (!has_result(op, k, tri_type_with_element(type_of(operand(op, 0)), type_of(operand(yield, k)))))
      return false;
  return computes_on_scalars(op);
}

/* ---- types ---- */

MlirType tri_type_without_axis(MlirType t, int64_t axis)
{
  if (!tri_type_is_block(t) || axis < 0 || axis >= mlirShapedTypeGetRank(t))
    return t;
  Shape s = shape_of_type(t);
  if (s.rank == 1)
    return tri_type_element(t);
  for (int k = (int)axis; k + 1 < s.rank; k++)
    s.dim[k] = s.dim[k + 1];
  s.rank--;
  TriLayout layout;
  MlirAttribute encoding = {NULL};
  if (layout_of_type(t, &layout))
    encoding = layout_attr(mlirTypeGetContext(t), tri_layout_drop(layout, (int)axis));
  return block_type(s, tri_type_element(t), encoding);
}
