/* Integers of all lanes at once.
 *
 *   redux.sync.max.s32 $0, $1, 0xffffffff; // tri:3        instead of five shuffles and five maxima
 *
 * PTX ISA, redux.sync. Narrow integers go through i32, extended as the op reads them. */
#include "Conversion/lower_fold.h"

#include "Dialect/region.h"

static const struct {
  const char *combiner, *redux;
  bool is_signed;
} redux[] = {{"arith.addi", "add.s32", false},  {"arith.minsi", "min.s32", true},
             {"arith.maxsi", "max.s32", true},  {"arith.minui", "min.u32", false},
             {"arith.maxui", "max.u32", false}, {"arith.andi", "and.b32", false},
             {"arith.ori", "or.b32", false},    {"arith.xori", "xor.b32", false}};
enum { REDUX = sizeof redux / sizeof *redux };

/* The row of the operand's combiner; -1: none. */
static int redux_of(const Fold *f, intptr_t k)
{
  MlirType t = f->types[k];
  if (!mlirTypeIsAInteger(t) || mlirIntegerTypeGetWidth(t) > 32)
    return -1;
  for (int i = 0; i < REDUX; i++)
    if (is_op(tri_combiner_of(f->op, k), redux[i].combiner))
      return i;
  return -1;
}

bool fold_has_redux(const Fold *f)
{
  bool has = f->any_order;
  for (intptr_t k = 0; has && k < f->operands; k++)
    has = redux_of(f, k) >= 0;
  return has;
}

static MlirValue redux_value(Fold *f, intptr_t k, MlirValue v)
{
  Lowering *l = f->l;
  Builder b = at(l, f->op);
  MlirType i32 = int_type(l, 32), t = f->types[k];
  int row = redux_of(f, k);
  bool narrow = mlirIntegerTypeGetWidth(t) < 32;
  if (narrow)
    v = build(b, redux[row].is_signed ? "arith.extsi" : "arith.extui", i32, VALS(v));
  const char *text =
      arena_printf(l->arena, "redux.sync.%s $0, $1, 0xffffffff; // tri:%d", redux[row].redux, f->id);
  v = result(assembly(l, b, text, "=r,r", i32, VALS(v)));
  return narrow ? build(b, "arith.trunci", t, VALS(v)) : v;
}

Tuples fold_redux(Fold *f, Tuples t)
{
  Tuples made = fold_new(f, t.n);
  for (intptr_t k = 0; k < f->operands; k++)
    for (uint32_t i = 0; i < t.n; i++)
      made.at[(size_t)k * t.n + i] = redux_value(f, k, t.at[(size_t)k * t.n + i]);
  return made;
}
