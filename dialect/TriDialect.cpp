// The dialect object: registration, attributes of kernels, constants, inlining. Decisions are C
// (lib/Dialect).
#include "Dialect/kernel.h"
#include "Tri.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "tri-c/Dialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tri;

#include "TriDialect.cpp.inc"
#include "TriEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "TriTypes.cpp.inc"

// Every op may be inlined anywhere: none of them depends on the function it stands in.
struct TriInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
};

void TriDialect::initialize()
{
  registerTriDialectOperations(this);
  addTypes<PtrType, DescType>();
  registerAttrs();
  addInterfaces<TriInliner>();
}

Operation *TriDialect::materializeConstant(OpBuilder &b, Attribute value, Type type, Location loc)
{
  return arith::ConstantOp::materialize(b, value, type, loc);
}

LogicalResult TriDialect::verifyOperationAttribute(Operation *op, NamedAttribute a)
{
  return success(tri_kernel_attr_verify(wrap(op), wrap(a.getName().strref()), wrap(a.getValue())));
}

LogicalResult TriDialect::verifyRegionArgAttribute(Operation *op, unsigned, unsigned i, NamedAttribute a)
{
  return success(tri_kernel_arg_attr_verify(wrap(op), i, wrap(a.getName().strref()), wrap(a.getValue())));
}

LogicalResult PtrType::verify(llvm::function_ref<InFlightDiagnostic()> error, Type pointee, unsigned space)
{
  const char *why = tri_ptr_why_not(wrap(pointee), space);
  return why ? LogicalResult(error() << why) : success();
}

bool tri_type_is_ptr(MlirType t) { return isa<PtrType>(unwrap(t)); }
MlirType tri_ptr_type(MlirType pointee, unsigned space)
{
  return tri_ptr_why_not(pointee, space) ? MlirType{nullptr} : wrap(PtrType::get(unwrap(pointee), space));
}
MlirType tri_ptr_pointee(MlirType t) { return wrap(cast<PtrType>(unwrap(t)).getPointee()); }
unsigned tri_ptr_address_space(MlirType t) { return cast<PtrType>(unwrap(t)).getAddressSpace(); }

LogicalResult DescType::verify(llvm::function_ref<InFlightDiagnostic()> error, RankedTensorType block)
{
  const char *why = tri_desc_why_not(wrap(Type(block)));
  return why ? LogicalResult(error() << why) : success();
}

// <128x64xf16>
Type DescType::parse(AsmParser &p)
{
  SmallVector<int64_t> shape;
  Type element;
  SMLoc place = p.getCurrentLocation();
  if (p.parseLess() || p.parseDimensionList(shape, /*allowDynamic=*/false) || p.parseType(element) ||
      p.parseGreater())
    return {};
  auto error = [&] { return p.emitError(place); };
  RankedTensorType block = RankedTensorType::getChecked(error, shape, element, Attribute());
  return block ? getChecked(error, p.getContext(), block) : Type();
}

void DescType::print(AsmPrinter &p) const
{
  p << "<";
  p.printDimensionList(getBlock().getShape());
  p << (getBlock().getRank() ? "x" : "") << getBlock().getElementType() << ">";
}

bool tri_type_is_desc(MlirType t) { return isa<DescType>(unwrap(t)); }
MlirType tri_desc_type(MlirType block)
{
  return tri_desc_why_not(block) ? MlirType{nullptr}
                                 : wrap(Type(DescType::get(cast<RankedTensorType>(unwrap(block)))));
}
MlirType tri_desc_block(MlirType t) { return wrap(Type(cast<DescType>(unwrap(t)).getBlock())); }

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Tri, tri, ::tri::TriDialect)
