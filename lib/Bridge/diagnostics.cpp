// Diagnostics of any severity, with notes.
#include "mlir/IR/Diagnostics.h"
#include "Bridge/bridge.h"
#include "mlir/CAPI/IR.h"

using namespace mlir;

static DiagnosticSeverity severityOf(MlirDiagnosticSeverity s)
{
  switch (s) {
  case MlirDiagnosticError:
    return DiagnosticSeverity::Error;
  case MlirDiagnosticWarning:
    return DiagnosticSeverity::Warning;
  case MlirDiagnosticNote:
    return DiagnosticSeverity::Note;
  case MlirDiagnosticRemark:
    return DiagnosticSeverity::Remark;
  }
  llvm_unreachable("no such severity");
}

void bridge_report(MlirLocation loc, MlirDiagnosticSeverity severity, const char *text,
                   const BridgeNote *notes, size_t n)
{
  Location at = unwrap(loc);
  InFlightDiagnostic d = at->getContext()->getDiagEngine().emit(at, severityOf(severity));
  d << text;
  for (size_t i = 0; i < n; i++)
    d.attachNote(unwrap(notes[i].loc)) << notes[i].text;
}
