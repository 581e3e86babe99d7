// #tri.layout: its text goes through the C parser and printer of lib/Layout.
#include "Tri.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tri;

#define GET_ATTRDEF_CLASSES
#include "TriAttrs.cpp.inc"

void TriDialect::registerAttrs() { addAttributes<LayoutAttr>(); }

// [[0, 1], [8, 0]] as text.
static ParseResult parseVectors(AsmParser &p, std::string &text)
{
  auto number = [&]() -> ParseResult {
    int64_t n;
    if (p.parseInteger(n))
      return failure();
    text += (text.back() == '[' ? "" : ", ") + std::to_string(n);
    return success();
  };
  auto vector = [&]() -> ParseResult {
    text += text.back() == '[' ? "[" : ", [";
    ParseResult ok = p.parseCommaSeparatedList(AsmParser::Delimiter::Square, number);
    text += "]";
    return ok;
  };
  text += "[";
  ParseResult ok = p.parseCommaSeparatedList(AsmParser::Delimiter::Square, vector);
  text += "]";
  return ok;
}

Attribute LayoutAttr::parse(AsmParser &p, Type)
{
  std::string text;
  SMLoc place = p.getCurrentLocation();
  if (p.parseLess())
    return {};
  for (StringRef part : {"register", "lane", "warp", "cta"}) {
    text += (text.empty() ? "" : ", ") + part.str() + " = ";
    if ((part != "register" && p.parseComma()) || p.parseKeyword(part) || p.parseEqual() ||
        parseVectors(p, text))
      return {};
  }
  if (p.parseGreater())
    return {};
  Arena arena = {};
  TriLayout layout;
  TriTextError error = {};
  bool ok = tri_layout_parse(&arena, text.data(), text.size(), &layout, &error);
  if (!ok)
    p.emitError(place) << error.message;
  arena_free(&arena);
  return ok ? get(p.getContext(), layout) : LayoutAttr();
}

void LayoutAttr::print(AsmPrinter &p) const
{
  Arena arena = {};
  p << "<" << tri_layout_print(&arena, getValue()) << ">";
  arena_free(&arena);
}

LogicalResult LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type,
                                         llvm::function_ref<InFlightDiagnostic()> error) const
{
  Arena arena = {};
  const char *why = layout_why_not(&arena, getValue(), shape.data(), static_cast<int>(shape.size()));
  LogicalResult ok = why ? LogicalResult(error() << why) : success();
  arena_free(&arena);
  return ok;
}

MlirAttribute layout_attr(MlirContext c, TriLayout l) { return wrap(LayoutAttr::get(unwrap(c), l)); }
bool is_layout_attr(MlirAttribute a) { return isa<LayoutAttr>(unwrap(a)); }
TriLayout layout_of_attr(MlirAttribute a) { return cast<LayoutAttr>(unwrap(a)).getValue(); }
