// A pass described in C, as an mlir::Pass with real options.
#include "mlir/Pass/Pass.h"
#include "Bridge/bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/DenseSet.h"

#include <memory>
#include <optional>
#include <vector>

using namespace mlir;

namespace {
class CPass : public Pass {
public:
  explicit CPass(const PassDesc *desc)
      : Pass(TypeID::getFromOpaquePointer(desc),
             desc->on ? std::optional<StringRef>(desc->on) : std::nullopt),
        desc(desc)
  {
    for (const PassOption *o = desc->options; o < desc->options + PASS_MAX_OPTIONS && o->name; o++)
      addOption(*o);
  }
  CPass(const CPass &other) : CPass(other.desc) { copyOptionValuesFrom(&other); }

  StringRef getName() const override { return desc->name; }
  StringRef getArgument() const override { return desc->name; }
  StringRef getDescription() const override { return desc->help; }
  bool canScheduleOn(RegisteredOperationName op) const override
  {
    return !desc->on || op.getStringRef() == desc->on;
  }
  std::unique_ptr<Pass> clonePass() const override { return std::make_unique<CPass>(*this); }

  void getDependentDialects(DialectRegistry &registry) const override
  {
    for (int i = 0; i < PASS_MAX_DIALECTS && desc->dialects[i]; i++)
      mlirDialectHandleInsertDialect(desc->dialects[i](), wrap(&registry));
  }

  void runOnOperation() override
  {
    std::vector<std::string> strings;
    strings.reserve(PASS_MAX_OPTIONS);
    PassValue values[PASS_MAX_OPTIONS] = {};
    for (size_t i = 0; i < options.size(); i++)
      values[i] = options[i]->value(strings);
    if (!desc->run(wrap(getOperation()), values))
      signalPassFailure();
  }

private:
  struct AnyOption {
    virtual ~AnyOption() = default;
    virtual PassValue value(std::vector<std::string> &strings) const = 0;
  };
  struct IntOption : AnyOption {
    IntOption(CPass &p, const PassOption &o)
        : option(p, o.name, llvm::cl::desc(o.help), llvm::cl::init(std::atoll(o.initial)))
    {
    }
    PassValue value(std::vector<std::string> &) const override { return {.i = option.getValue()}; }
    Pass::Option<int64_t> option;
  };
  struct BoolOption : AnyOption {
    BoolOption(CPass &p, const PassOption &o)
        : option(p, o.name, llvm::cl::desc(o.help), llvm::cl::init(StringRef(o.initial) == "true"))
    {
    }
    PassValue value(std::vector<std::string> &) const override
    {
      PassValue v = {};
      v.b = option.getValue();
      return v;
    }
    Pass::Option<bool> option;
  };
  struct StringOption : AnyOption {
    StringOption(CPass &p, const PassOption &o)
        : option(p, o.name, llvm::cl::desc(o.help), llvm::cl::init(std::string(o.initial)))
    {
    }
    PassValue value(std::vector<std::string> &strings) const override
    {
      strings.push_back(option.getValue());
      PassValue v = {};
      v.s = strings.back().c_str();
      return v;
    }
    Pass::Option<std::string> option;
  };

  void addOption(const PassOption &o)
  {
    switch (o.kind) {
    case PASS_INT:
      options.push_back(std::make_unique<IntOption>(*this, o));
      return;
    case PASS_BOOL:
      options.push_back(std::make_unique<BoolOption>(*this, o));
      return;
    case PASS_STRING:
      options.push_back(std::make_unique<StringOption>(*this, o));
      return;
    }
  }

  const PassDesc *desc;
  std::vector<std::unique_ptr<AnyOption>> options;
};
} // namespace

void bridge_register_pass(const PassDesc *desc)
{
  static llvm::DenseSet<const PassDesc *> registered;
  if (registered.insert(desc).second)
    registerPass([desc] { return std::make_unique<CPass>(desc); });
}
