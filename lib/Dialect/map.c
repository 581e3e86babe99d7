/* map: canonicalisation. Towards ops on blocks: a region is needed only where it has control flow.
 *
 *   %y = tri.map %x : tensor<4xf32> by (%a) {          %k = tri.splat %s : tensor<4xf32>
 *     %b = arith.mulf %a, %s : f32              ->     %y = arith.mulf %x, %k : tensor<4xf32>
 *     tri.yield %b : f32
 *   }
 */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/prune.h"
#include "Dialect/region.h"
#include "Dialect/types.h"
#include "tri-c/Ops.h"

static bool is_argument_of(MlirValue v, MlirBlock block)
{
  return mlirValueIsABlockArgument(v) && same(mlirBlockArgumentGetOwner(v), block);
}

/* ---- operands of equal elements ---- */

static bool all_uniform(MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (!is_uniform(operand(op, i)))
      return false;
  return true;
}

/* What the region computes is the same for all elements: once, then as splats. */
static bool compute_once(MlirOperation op, MlirRewriterBase rw)
{
  if (!all_uniform(op))
    return false;
  Arena a = {0};
  Builder b = before(rw, op);
  intptr_t n = operand_count(op), m = result_count(op);
  MlirValue *scalars = arena_array(&a, MlirValue, n), *splats = arena_array(&a, MlirValue, m);
  for (intptr_t i = 0; i < n; i++)
    scalars[i] = uniform_scalar(b, operand(op, i));
  MlirOperation yield = mlirBlockGetTerminator(body_of(op));
  mlirRewriterBaseInlineBlockBefore(rw, body_of(op), op, n, scalars);
  b = before(rw, op);
  for (intptr_t k = 0; k < m; k++)
    splats[k] = splat_to(b, type_of(result_at(op, k)), operand(yield, k));
  mlirRewriterBaseEraseOp(rw, yield);
  mlirRewriterBaseReplaceOpWithValues(rw, op, m, splats);
  arena_free(&a);
  return true;
}

/* An argument for an operand of equal elements is their scalar; the operand is then not needed. */
static bool use_scalars(MlirOperation op, MlirRewriterBase rw)
{
  bool changed = false;
  Builder b = before(rw, op);
  for (intptr_t i = 0; i < operand_count(op); i++) {
    MlirValue argument = block_arg(body_of(op), i);
    if (has_no_use(argument) || !is_uniform(operand(op, i)))
      continue;
    mlirRewriterBaseReplaceAllUsesWith(rw, argument, uniform_scalar(b, operand(op, i)));
    changed = true;
  }
  return changed;
}

/* ---- ops on blocks ---- */

static bool is_on_scalars(MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (!tri_type_is_scalar(type_of(operand(op, i))))
      return false;
  for (intptr_t i = 0; i < result_count(op); i++)
    if (!tri_type_is_scalar(type_of(result_at(op, i))))
      return false;
  return true;
}

static bool all_elementwise(MlirBlock body)
{
  MlirOperation yield = mlirBlockGetTerminator(body);
  foreach_op(op,
             body) if (!same(op, yield) && !(tri_op_is_elementwise(op) && is_on_scalars(op))) return false;
  return true;
}

typedef struct {
  MlirOperation map;
  Builder at;
  Map blocks; /* for a value of the region, the block of its elements */
} Expansion;

static MlirValue block_of(Expansion *e, MlirValue scalar)
{
  const uint64_t *block = map_find(&e->blocks, scalar.ptr);
  MlirType t = tri_type_with_element(type_of(operand(e->map, 0)), type_of(scalar));
  return block ? (MlirValue){(void *)(uintptr_t)*block} : splat_to(e->at, t, scalar);
}

static void set_block(Expansion *e, MlirValue scalar, MlirValue block)
{
  *map_at(&e->blocks, scalar.ptr) = (uintptr_t)block.ptr;
}

static void expand_op(Expansion *e, MlirOperation op)
{
  MlirType shape = type_of(operand(e->map, 0));
  MlirOperation made = mlirOperationClone(op);
  for (intptr_t i = 0; i < operand_count(op); i++)
    mlirOperationSetOperand(made, i, block_of(e, operand(op, i)));
  for (intptr_t i = 0; i < result_count(op); i++) {
    mlirValueSetType(result_at(made, i), tri_type_with_element(shape, type_of(result_at(op, i))));
    set_block(e, result_at(op, i), result_at(made, i));
  }
  mlirRewriterBaseInsert(e->at.rw, made);
}

/* A region of elementwise ops, or none, is these ops on blocks. */
static bool expand(MlirOperation op, MlirRewriterBase rw)
{
  MlirBlock body = body_of(op);
  MlirOperation yield = mlirBlockGetTerminator(body);
  if (!all_elementwise(body))
    return false;
  Arena a = {0};
  Expansion e = {op, before(rw, op), {.arena = &a}};
  for (intptr_t i = 0; i < operand_count(op); i++)
    set_block(&e, block_arg(body, i), operand(op, i));
  foreach_op(inner, body) if (!same(inner, yield)) expand_op(&e, inner);
  MlirValue *blocks = arena_array(&a, MlirValue, result_count(op));
  for (intptr_t k = 0; k < result_count(op); k++)
    blocks[k] = block_of(&e, operand(yield, k));
  mlirRewriterBaseReplaceOpWithValues(rw, op, result_count(op), blocks);
  arena_free(&a);
  return true;
}

/* ---- results that are there ---- */

/* A result that is an argument is that operand; one from outside is a splat. Its use goes over. */
static bool forward_results(MlirOperation op, MlirRewriterBase rw)
{
  bool changed = false;
  MlirBlock body = body_of(op);
  MlirOperation yield = mlirBlockGetTerminator(body);
  Builder b = before(rw, op);
  for (intptr_t k = 0; k < result_count(op); k++) {
    MlirValue v = operand(yield, k), r = result_at(op, k);
    bool argument = is_argument_of(v, body),
         inside = !argument && mlirValueIsAOpResult(v) && same(mlirOperationGetBlock(def(v)), body);
    if (inside || has_no_use(r))
      continue;
    mlirRewriterBaseReplaceAllUsesWith(
        rw, r, argument ? operand(op, mlirBlockArgumentGetArgNumber(v)) : splat_to(b, type_of(r), v));
    changed = true;
  }
  return changed;
}

bool tri_map_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return compute_once(op, rw) || expand(op, rw) || forward_results(op, rw) || use_scalars(op, rw) ||
         prune(op, rw, false);
}
