// What the ops of every shard share: the hooks of the assembly format, the effects, and registration.
#include "TriOps.h"
#include "Dialect/hooks.h"
#include "mlir/CAPI/Rewrite.h"

using namespace mlir;

// ": T", where ptr points to T in global memory; ": T from P" for any other pointer type P.
ParseResult tri::parsePointedTo(OpAsmParser &p, Type &ptr, Type &value, StringRef word)
{
  SMLoc place;
  if (p.parseColon() || p.getCurrentLocation(&place) || p.parseType(value))
    return failure();
  ptr = unwrap(tri_type_ptr_to(wrap(value)));
  if (succeeded(p.parseOptionalKeyword(word)))
    return p.parseType(ptr);
  if (!ptr)
    return p.emitError(place) << value
                              << " cannot be in memory; expected a number, a pointer or a block of these";
  return success();
}

void tri::printPointedTo(OpAsmPrinter &p, Operation *, Type ptr, Type value, StringRef word)
{
  p << ": " << value;
  if (unwrap(tri_type_ptr_to(wrap(value))) != ptr)
    p << " " << word << " " << ptr;
}

void tri::LoadOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects)
{
  effects.emplace_back(MemoryEffects::Read::get(), &getPtrMutable());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Write::get(), &getPtrMutable());
}

void tri::StoreOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects)
{
  effects.emplace_back(MemoryEffects::Write::get(), &getPtrMutable());
  if (getIsVolatile())
    effects.emplace_back(MemoryEffects::Read::get(), &getPtrMutable());
}

static OpFoldResult forwardFold(Folded (*fold)(MlirOperation, const MlirAttribute *), Operation *op,
                                ArrayRef<Attribute> constants)
{
  SmallVector<MlirAttribute> wrapped(llvm::map_range(constants, [](Attribute a) { return wrap(a); }));
  Folded f = fold(wrap(op), wrapped.data());
  return f.value.ptr ? OpFoldResult(unwrap(f.value)) : OpFoldResult(unwrap(f.attr));
}

template <typename OpTy>
static LogicalResult forwardInfer(MlirType (*infer)(Inference), MLIRContext *c, std::optional<Location> loc,
                                  ValueRange operands, OpaqueProperties p, SmallVectorImpl<Type> &types)
{
  SmallVector<MlirValue> wrapped(llvm::map_range(operands, [](Value v) { return wrap(v); }));
  Attribute attrs = p ? OpTy::getPropertiesAsAttr(c, *p.as<typename OpTy::Properties *>()) : Attribute();
  Inference in = {wrap(c), wrap(loc ? *loc : UnknownLoc::get(c)), wrapped.data(), (intptr_t)wrapped.size(),
                  wrap(attrs)};
  MlirType made = infer(in);
  if (!made.ptr)
    return failure();
  types.push_back(unwrap(made));
  return success();
}

#include "TriForwards.cpp.inc"
