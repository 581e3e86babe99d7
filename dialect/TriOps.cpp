// What the ops of every shard share: the hooks of the assembly format, the effects, and registration.
#include "TriOps.h"
#include "Dialect/hooks.h"
#include "Dialect/region.h"
#include "mlir/CAPI/Rewrite.h"
#include "mlir/CAPI/Support.h"
#include "tri-c/Ops.h"

using namespace mlir;
using namespace tri;

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

// ---- reduce, scan, map ----

using Arguments = SmallVector<OpAsmParser::Argument>;

// "(%a, %b)": one argument of the region for the elements of each block.
static ParseResult parseArguments(OpAsmParser &p, ArrayRef<Type> blocks, Arguments &all)
{
  Arguments some;
  SMLoc place = p.getCurrentLocation();
  if (p.parseArgumentList(some, OpAsmParser::Delimiter::Paren))
    return failure();
  if (some.size() != blocks.size())
    return p.emitError(place) << "expected " << blocks.size()
                              << " arguments, one for the elements of each operand";
  for (auto [argument, block] : llvm::zip(some, blocks))
    argument.type = unwrap(tri_type_element(wrap(block)));
  all.append(some);
  return success();
}

// "by (%a), (%b) { … }"
static ParseResult parseBy(OpAsmParser &p, ArrayRef<Type> blocks, bool twice, OperationState &s)
{
  Arguments arguments;
  const char *form =
      twice ? " and a region, or a word such as add in front of the operands" : " and a region";
  if (p.parseKeyword("by", form) || parseArguments(p, blocks, arguments))
    return failure();
  if (twice && (p.parseComma() || parseArguments(p, blocks, arguments)))
    return failure();
  return p.parseRegion(*s.addRegion(), arguments);
}

static void printBy(OpAsmPrinter &p, Region &region, size_t perGroup)
{
  p << " by ";
  llvm::interleaveComma(llvm::seq(region.getNumArguments() / perGroup), p, [&](size_t group) {
    p << '(' << region.getArguments().slice(group * perGroup, perGroup) << ')';
  });
  p << ' ';
  p.printRegion(region, /*printEntryBlockArgs=*/false);
}

// "one of add, mul, or ", the words for such elements; nothing where there are none.
static std::string combinersOf(Type element)
{
  std::string text;
  for (int i = 0; const char *word = tri_combiner_word_on(wrap(element), i); i++)
    text += (i ? "" : "one of ") + std::string(word) + ", ";
  return text.empty() ? text : text + "or ";
}

// "add", or nothing; the region that it stands for is made when the operands' types are known.
static ParseResult makeCombiner(OpAsmParser &p, SMLoc place, StringRef word, ArrayRef<Type> blocks,
                                OperationState &s)
{
  Type element = blocks.size() == 1 ? unwrap(tri_type_element(wrap(blocks[0]))) : Type();
  const char *op = element ? tri_combiner_op(wrap(word), wrap(element)) : nullptr;
  if (!element)
    return p.emitError(place) << "'" << word << "' combines one block, not " << blocks.size();
  if (!op)
    return p.emitError(place) << "'" << word << "' combines no elements of type " << element << "; expected "
                              << combinersOf(element) << "a region behind the type: by (%a), (%b) { … }";
  tri_combiner_build(wrap(s.addRegion()), wrap(s.location), op, wrap(element));
  return success();
}

static ParseResult parseBlocks(OpAsmParser &p, ArrayRef<OpAsmParser::UnresolvedOperand> srcs,
                               SmallVectorImpl<Type> &types, OperationState &s)
{
  SMLoc place = p.getCurrentLocation();
  if (p.parseOptionalAttrDict(s.attributes) || p.parseColonTypeList(types))
    return failure();
  for (StringRef inherent : {"axis", "reverse"})
    if (s.attributes.get(inherent))
      return p.emitError(place) << "'" << inherent << "' is written before the attributes";
  return p.resolveOperands(srcs, types, place, s.operands);
}

static ParseResult parseCombined(OpAsmParser &p, OperationState &s, bool isScan)
{
  StringRef word;
  SmallVector<OpAsmParser::UnresolvedOperand> srcs;
  SmallVector<Type> types;
  int32_t axis;
  SMLoc place = p.getCurrentLocation();
  (void)p.parseOptionalKeyword(&word);
  if (p.parseOperandList(srcs) || p.parseKeyword("axis") || p.parseInteger(axis))
    return failure();
  bool reverse = isScan && succeeded(p.parseOptionalKeyword("reverse"));
  if (parseBlocks(p, srcs, types, s))
    return failure();
  s.addAttribute("axis", p.getBuilder().getI32IntegerAttr(axis));
  if (reverse)
    s.addAttribute("reverse", p.getBuilder().getUnitAttr());
  for (Type t : types)
    s.addTypes(isScan ? t : unwrap(tri_type_without_axis(wrap(t), axis)));
  return word.empty() ? parseBy(p, types, true, s) : makeCombiner(p, place, word, types, s);
}

static void printCombined(OpAsmPrinter &p, Operation *op, int32_t axis, bool reverse)
{
  const char *word = tri_combiner_word(wrap(op));
  p << ' ' << (word ? word : "") << (word ? " " : "") << op->getOperands() << " axis " << axis
    << (reverse ? " reverse" : "");
  p.printOptionalAttrDict(op->getDiscardableAttrDictionary().getValue());
  p << " : " << op->getOperandTypes();
  if (!word)
    printBy(p, op->getRegion(0), op->getNumOperands());
}

ParseResult tri::ReduceOp::parse(OpAsmParser &p, OperationState &s) { return parseCombined(p, s, false); }
ParseResult tri::ScanOp::parse(OpAsmParser &p, OperationState &s) { return parseCombined(p, s, true); }
void tri::ReduceOp::print(OpAsmPrinter &p) { printCombined(p, *this, getAxis(), false); }
void tri::ScanOp::print(OpAsmPrinter &p) { printCombined(p, *this, getAxis(), getReverse()); }

ParseResult tri::MapOp::parse(OpAsmParser &p, OperationState &s)
{
  SmallVector<OpAsmParser::UnresolvedOperand> srcs;
  SmallVector<Type> types;
  if (p.parseOperandList(srcs) || parseBlocks(p, srcs, types, s) || parseBy(p, types, false, s))
    return failure();
  Block *body = s.regions[0]->empty() ? nullptr : &s.regions[0]->back();
  auto yield = body && !body->empty() ? dyn_cast<YieldOp>(body->back()) : YieldOp();
  for (Type t : yield ? TypeRange(yield.getOperandTypes()) : TypeRange()) {
    if (!tri_type_is_scalar(wrap(t)))
      return p.emitError(p.getNameLoc()) << "the region gives a " << t << "; expected numbers and pointers";
    s.addTypes(unwrap(tri_type_with_element(wrap(types[0]), wrap(t))));
  }
  return success();
}

void tri::MapOp::print(OpAsmPrinter &p)
{
  p << ' ' << getSrcs();
  p.printOptionalAttrDict((*this)->getDiscardableAttrDictionary().getValue());
  p << " : " << getSrcs().getTypes();
  printBy(p, getBody(), getNumOperands());
}

bool tri_op_has_effects(MlirOperation op) { return !isMemoryEffectFree(unwrap(op)); }

bool tri_op_is_elementwise(MlirOperation op)
{
  return OpTrait::hasElementwiseMappableTraits(unwrap(op)) ||
         isa<AddPtrOp, BitcastOp, ClampOp, FpCastOp, IntToPtrOp, MulhiOp, PtrToIntOp>(unwrap(op));
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
