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

// "T": the type of every operand of two lists.
ParseResult tri::parseOneType(OpAsmParser &p, SmallVectorImpl<Type> &first, SmallVectorImpl<Type> &second,
                              const SmallVectorImpl<OpAsmParser::UnresolvedOperand> &operands,
                              const SmallVectorImpl<OpAsmParser::UnresolvedOperand> &others)
{
  Type t;
  if (p.parseType(t))
    return failure();
  first.assign(operands.size(), t);
  second.assign(others.size(), t);
  return success();
}

void tri::printOneType(OpAsmPrinter &p, Operation *op, TypeRange first, TypeRange, ValueRange, ValueRange)
{
  p << (first.empty() ? IntegerType::get(op->getContext(), 32) : first.front());
}

// "as B" where the block's type is not `usual`; that is null where the types before it are not what is
// expected.
static ParseResult parseBlockAs(OpAsmParser &p, SMLoc place, MlirType usual, Type &block,
                                const char *expected)
{
  block = unwrap(usual);
  if (!block)
    return p.emitError(place) << "expected " << expected;
  return succeeded(p.parseOptionalKeyword("as")) ? p.parseType(block) : success();
}

static void printBlockAs(OpAsmPrinter &p, MlirType usual, Type block)
{
  if (unwrap(usual) != block)
    p << " as " << block;
}

// ": D", where D accesses the block; ": D as B" where the block has a layout.
ParseResult tri::parseDescBlock(OpAsmParser &p, Type &desc, Type &block)
{
  SMLoc place;
  if (p.parseColon() || p.getCurrentLocation(&place) || p.parseType(desc))
    return failure();
  return parseBlockAs(p, place, tri_type_accessed(wrap(desc)), block, "a descriptor");
}

void tri::printDescBlock(OpAsmPrinter &p, Operation *, Type desc, Type block)
{
  p << ": " << desc;
  printBlockAs(p, tri_type_accessed(wrap(desc)), block);
}

// ": R, D", where the block has a row of D for each element of R; then "as B".
ParseResult tri::parseDescRows(OpAsmParser &p, Type &rows, Type &desc, Type &block)
{
  SMLoc place;
  if (p.parseColon() || p.getCurrentLocation(&place) || p.parseType(rows) || p.parseComma() ||
      p.parseType(desc))
    return failure();
  return parseBlockAs(p, place, tri_type_rows_accessed(wrap(rows), wrap(desc)), block,
                      "a block of rows, then a descriptor");
}

void tri::printDescRows(OpAsmPrinter &p, Operation *, Type rows, Type desc, Type block)
{
  p << ": " << rows << ", " << desc;
  printBlockAs(p, tri_type_rows_accessed(wrap(rows), wrap(desc)), block);
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

// Code from elsewhere may do anything, unless it promises to do nothing.
using Effects = SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

static void addEffectsOfCode(bool pure, Effects &effects)
{
  if (pure)
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void tri::ExternCallOp::getEffects(Effects &effects) { addEffectsOfCode(getPure(), effects); }
void tri::InlinePtxOp::getEffects(Effects &effects) { addEffectsOfCode(getPure(), effects); }

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
