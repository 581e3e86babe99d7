// tri-opt's main: MlirOptMain over the registered dialects and passes.
#include "Bridge/bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "tri-c/Dialect.h"

using namespace mlir;

int bridge_opt_main(int argc, char **argv, const char *tool_name)
{
  DialectRegistry registry;
  tri_register_dialects(wrap(&registry));
  return asMainReturnCode(MlirOptMain(argc, argv, tool_name, registry));
}
