#include "context.h"
#include "../dialect_context.h"

#include "tri-c/Dialect.h"

char said[4096];

static void append(MlirStringRef s, void *data)
{
  (void)data;
  size_t n = strlen(said), room = sizeof said - 1 - n;
  memcpy(said + n, s.data, s.length < room ? s.length : room);
}

static void say(MlirDiagnostic d)
{
  static const char *const severities[] = {
      [MlirDiagnosticError] = "error",
      [MlirDiagnosticWarning] = "warning",
      [MlirDiagnosticNote] = "note",
      [MlirDiagnosticRemark] = "remark",
  };
  Arena a = {0};
  append(str(arena_printf(&a, "%s: %s: ", loc_text(&a, mlirDiagnosticGetLocation(d)),
                          severities[mlirDiagnosticGetSeverity(d)])),
         NULL);
  arena_free(&a);
  mlirDiagnosticPrint(d, append, NULL);
  append(str("\n"), NULL);
  for (intptr_t i = 0; i < mlirDiagnosticGetNumNotes(d); i++)
    say(mlirDiagnosticGetNote(d, i));
}

static MlirLogicalResult handle(MlirDiagnostic d, void *data)
{
  (void)data;
  say(d);
  return mlirLogicalResultSuccess();
}

MlirContext context_new(void)
{
  MlirContext c = dialect_context();
  mlirContextAttachDiagnosticHandler(c, handle, NULL, NULL);
  memset(said, 0, sizeof said);
  return c;
}

void context_free(MlirContext c) { mlirContextDestroy(c); }

MlirModule parse(MlirContext c, const char *text) { return bridge_parse(c, text, strlen(text), "k.mlir"); }

void expect_said(const char *text)
{
  if (!strstr(said, text))
    fail_msg("expected \"%s\" in:\n%s", text, said);
}
