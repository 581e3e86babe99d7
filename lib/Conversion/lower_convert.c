/* Blocks from one layout to another: the exchange that is cheapest, on the bits of the elements. */
#include "Conversion/lower_exchange.h"
#include "Conversion/lower_scratch.h"

#include "Target/target.h"
#include "mlir-c/Dialect/LLVM.h"

/* ---- elements as bits ---- */

/* What stands for the type of a part: a pointer travels as i64, i1 as i8. */
static MlirType moved_type(Lowering *l, MlirType t)
{
  return mlirTypeIsALLVMPointerType(t) ? int_type(l, 64) : t;
}

static MlirType bits_type(Lowering *l, MlirType moved)
{
  TriType kind = tri_type_kind(moved);
  return kind == TRI_F32 || kind == TRI_F64 ? moved : int_type(l, 8 * element_bytes(moved));
}

static MlirValue moved_bits(Lowering *l, Builder b, MlirValue v)
{
  MlirType t = type_of(v), moved = moved_type(l, t);
  if (!same(t, moved))
    return build(b, "llvm.ptrtoint", moved, VALS(v));
  MlirValue bits = as_bits(l, b, v, t);
  return element_bytes(t) < 4 ? build(b, "llvm.freeze", type_of(bits), VALS(bits)) : bits;
}

static MlirValue moved_back(Lowering *l, Builder b, MlirValue bits, MlirType t)
{
  return mlirTypeIsALLVMPointerType(t) ? build(b, "llvm.inttoptr", t, VALS(bits)) : from_bits(l, b, bits, t);
}

static int logarithm(int bytes) { return __builtin_ctz((unsigned)bytes); }

/* ---- moving ---- */

static Parts renamed(Lowering *l, Parts p, F2 names)
{
  Parts made = new_parts(l, 1u << names.n);
  for (uint32_t r = 0; r < made.n; r++)
    made.at[r] = p.at[p.n == 1 ? 0 : f2_apply(&names, r)];
  return made;
}

static bool is_renaming(const TriExchange *x) { return x->kind == TRI_EXCHANGE_REGISTERS && !x->selects; }

/* By instructions on bits. */
static bool exchange(Lowering *l, MlirOperation op, TriExchange *x, Parts have, Parts want)
{
  Builder b = at(l, op);
  MlirType t = type_of(have.at[0]), bits = bits_type(l, moved_type(l, t));
  Parts in = new_parts(l, have.n), out = new_parts(l, want.n);
  for (uint32_t r = 0; r < have.n; r++)
    in.at[r] = moved_bits(l, b, have.at[r]);
  if (!target_can(l->target, CAN_STMATRIX))
    tri_exchange_without_stmatrix(x);
  if (x->kind != TRI_EXCHANGE_SHARED)
    shuffle_bits(l, op, &x->shuffle, bits, in, out);
  else if (!pass_bits(l, op, &x->passage, bits, in, out))
    return false;
  for (uint32_t r = 0; r < want.n; r++)
    want.at[r] = moved_back(l, b, out.at[r], t);
  return true;
}

bool moved_parts(Lowering *l, MlirOperation op, TriLayout from, TriLayout to, Parts have, Parts *want)
{
  TriExchange x;
  int element = logarithm(element_bytes(moved_type(l, type_of(have.at[0]))));
  if (!require(op, tri_exchange(from, to, element, &x),
               "moves elements between CTAs of a cluster, which is not compiled yet"))
    return false;
  Parts source = renamed(l, have, x.before),
        result = new_parts(l, tri_layout_size(x.conversion.to, TRI_REGISTER));
  if (is_renaming(&x))
    shuffle_bits(l, op, &x.shuffle, type_of(have.at[0]), source, result);
  else if (!exchange(l, op, &x, source, result))
    return false;
  *want = renamed(l, result, x.after);
  return true;
}
