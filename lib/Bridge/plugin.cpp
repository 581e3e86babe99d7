// The entry points by which a stock mlir-opt loads tri:
//   mlir-opt --load-dialect-plugin=libTriPlugin.so --load-pass-plugin=libTriPlugin.so
//   --pass-pipeline='builtin.module(…)'
#include "mlir/CAPI/IR.h"
#include "mlir/Config/mlir-config.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "tri-c/Dialect.h"
#include "tri-c/Passes.h"

#define TRI_PLUGIN_EXPORT extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default")))

TRI_PLUGIN_EXPORT mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo()
{
  return {MLIR_PLUGIN_API_VERSION, "tri", TRI_VERSION,
          [](mlir::DialectRegistry *r) { tri_register_dialects(wrap(r)); }};
}

TRI_PLUGIN_EXPORT mlir::PassPluginLibraryInfo mlirGetPassPluginInfo()
{
  return {MLIR_PLUGIN_API_VERSION, "tri", TRI_VERSION, [] { tri_register_passes(); }};
}
