// What an op does besides giving its results.
#include "Bridge/bridge.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

bool bridge_is_dead(MlirOperation op) { return mlir::isOpTriviallyDead(unwrap(op)); }
