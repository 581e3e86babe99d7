// LLVM IR to assembly as LLVMTargetMachineEmitToMemoryBuffer makes it, less passes that the C API has no way
// to leave out.
#include "Bridge/bridge.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Pass.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace {

// Takes every pass but those of these names.
class LessPasses : public llvm::legacy::PassManagerBase {
public:
  LessPasses(const char *const *names) : names(names) {}
  void add(llvm::Pass *pass) override
  {
    for (const char *const *name = names; *name; name++)
      if (pass->getPassName() == *name)
        return delete pass;
    passes.add(pass);
  }
  llvm::legacy::PassManager passes;

private:
  const char *const *names;
};

} // namespace

LLVMMemoryBufferRef bridge_emit_assembly(LLVMTargetMachineRef machine, LLVMModuleRef module,
                                         const char *const *left_out)
{
  auto *target = reinterpret_cast<llvm::TargetMachine *>(machine);
  llvm::Module *m = llvm::unwrap(module);
  llvm::SmallString<0> text;
  llvm::raw_svector_ostream out(text);
  LessPasses passes(left_out);
  m->setDataLayout(target->createDataLayout());
  if (target->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::AssemblyFile))
    return nullptr;
  passes.passes.run(*m);
  return LLVMCreateMemoryBufferWithMemoryRangeCopy(text.data(), text.size(), "assembly");
}
