// Parsing that keeps the names of arguments.
#include "Bridge/bridge.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

// The SSA name in the text without its %, or nothing where the definition has no place in the text.
static StringRef nameIn(llvm::SMRange range)
{
  if (!range.isValid())
    return {};
  StringRef text(range.Start.getPointer(), range.End.getPointer() - range.Start.getPointer());
  text.consume_front("%");
  return text;
}

static void nameArguments(func::FuncOp f, const AsmParserState &state)
{
  if (f.isDeclaration())
    return;
  const AsmParserState::BlockDefinition *block = state.getBlockDef(&f.front());
  for (unsigned i = 0; block && i < f.getNumArguments() && i < block->arguments.size(); i++) {
    StringRef name = nameIn(block->arguments[i].loc);
    if (!name.empty() && !f.getArgAttr(i, "tri.name"))
      f.setArgAttr(i, "tri.name", StringAttr::get(f.getContext(), name));
  }
}

MlirModule bridge_parse(MlirContext context, const char *text, size_t bytes, const char *file_name)
{
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBufferCopy(StringRef(text, bytes), file_name),
                             SMLoc());
  MLIRContext *c = unwrap(context);
  AsmParserState state;
  Block top;
  if (failed(parseAsmSourceFile(sources, &top, ParserConfig(c), &state)))
    return {nullptr};
  Location start = FileLineColLoc::get(c, file_name, 1, 1);
  OwningOpRef<ModuleOp> module =
      mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(&top, c, start);
  if (module)
    module->walk([&](func::FuncOp f) { nameArguments(f, state); });
  return wrap(module.release());
}
