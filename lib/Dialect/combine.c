#include "Dialect/region.h"
#include "Dialect/types.h"
#include "Support/ir.h"

#include <string.h>

static const struct {
  const char *word, *on_ints, *on_floats;
  bool idempotent;
} combiners[] = {
#define X(word, on_ints, on_floats, idempotent) {word, on_ints, on_floats, idempotent},
#include "Dialect/combiners.def"
#undef X
};
enum { COMBINERS = sizeof combiners / sizeof *combiners };

static const char *op_on(int i, MlirType element)
{
  return tri_type_is_int(element)     ? combiners[i].on_ints
         : tri_type_is_float(element) ? combiners[i].on_floats
                                      : NULL;
}

const char *tri_combiner_op(MlirStringRef word, MlirType element)
{
  for (int i = 0; i < COMBINERS; i++)
    if (str_is(word, combiners[i].word))
      return op_on(i, element);
  return NULL;
}

const char *tri_combiner_word_on(MlirType element, int i)
{
  for (int k = 0; k < COMBINERS; k++)
    if (op_on(k, element) && i-- == 0)
      return combiners[k].word;
  return NULL;
}

/* Its place in the table; -1 where the op has none. */
static int find(MlirOperation op)
{
  for (int i = 0; i < COMBINERS; i++)
    if ((combiners[i].on_ints && is_op(op, combiners[i].on_ints)) ||
        (combiners[i].on_floats && is_op(op, combiners[i].on_floats)))
      return i;
  return -1;
}

bool tri_combiner_is_idempotent(MlirOperation combiner)
{
  int i = find(combiner);
  return i >= 0 && combiners[i].idempotent;
}

bool tri_combiner_is_known(MlirOperation op) { return !is_null(op) && find(op) >= 0; }

static MlirOperation append(MlirBlock block, MlirLocation loc, const char *name, const MlirType *type,
                            Vals operands)
{
  MlirOperationState state = mlirOperationStateGet(str(name), loc);
  mlirOperationStateAddOperands(&state, operands.n, operands.v);
  mlirOperationStateAddResults(&state, type != NULL, type);
  MlirOperation op = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, op);
  return op;
}

void tri_combiner_build(MlirRegion region, MlirLocation loc, const char *op, MlirType element)
{
  const MlirType types[] = {element, element};
  const MlirLocation locs[] = {loc, loc};
  MlirBlock block = mlirBlockCreate(2, types, locs);
  mlirRegionAppendOwnedBlock(region, block);
  MlirOperation f = append(block, loc, op, types, VALS(block_arg(block, 0), block_arg(block, 1)));
  append(block, loc, "tri.yield", NULL, VALS(result(f)));
}

MlirOperation tri_combiner_of(MlirOperation op, intptr_t k)
{
  MlirBlock body = body_of(op);
  MlirOperation none = {NULL}, f = def(operand(mlirBlockGetTerminator(body), k));
  intptr_t n = operand_count(op);
  bool combines = !is_null(f) && operand_count(f) == 2 && result_count(f) == 1 &&
                  mlirOperationGetNumRegions(f) == 0 && same(mlirOperationGetBlock(f), body) &&
                  mlirValueEqual(operand(f, 0), block_arg(body, k)) &&
                  mlirValueEqual(operand(f, 1), block_arg(body, n + k));
  return combines ? f : none;
}

static bool is_unset_or_none(MlirOperation op, const char *flags)
{
  Arena a = {0};
  MlirAttribute attr = attr_of(op, flags);
  bool yes = is_null(attr) || strstr(attr_text(&a, attr), "<none>");
  arena_free(&a);
  return yes;
}

const char *tri_combiner_word(MlirOperation op)
{
  MlirOperation first = mlirBlockGetFirstOperation(body_of(op));
  MlirOperation f = operand_count(op) == 1 ? tri_combiner_of(op, 0) : (MlirOperation){NULL};
  if (is_null(f) || !same(f, first) || !same(op_after(f), mlirBlockGetTerminator(body_of(op))))
    return NULL;
  bool plain = mlirOperationGetNumDiscardableAttributes(f) == 0 &&
               mlirOperationGetNumDiscardableAttributes(op_after(f)) == 0 &&
               is_unset_or_none(f, "fastmath") && is_unset_or_none(f, "overflowFlags");
  int i = find(f);
  return i >= 0 && plain ? combiners[i].word : NULL;
}
