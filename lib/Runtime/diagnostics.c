/* Diagnostics as people read them: place, severity, sentence, the source line and a caret.
 *
 *   kernel.mlir:12:8: error: 'tri.load' op says what masked-off elements are ('else') but has no mask
 * ('where') %a = tri.load %px else %zero : !fs
 *          ^
 */
#include "mlir-c/Diagnostics.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"

#include <string.h>

enum { MAX_SHOWN = 20 };

struct Diagnostics {
  TriCompiler *compiler;
  Arena arena; /* holds this as well */
  const char *source, *said;
  MlirDiagnosticHandlerID handler;
  int n;
};

static const char *const severities[] = {
    [MlirDiagnosticError] = "error",
    [MlirDiagnosticWarning] = "warning",
    [MlirDiagnosticNote] = "note",
    [MlirDiagnosticRemark] = "remark",
};

static void append(MlirStringRef s, void *data)
{
  Diagnostics *d = data;
  d->said = arena_printf(&d->arena, "%s%.*s", d->said, (int)s.length, s.data);
}

static void say(Diagnostics *d, const char *text) { append(str(text), d); }

/* The line, from 1, of the source; {NULL, 0} past its end. */
static MlirStringRef source_line(const char *source, int line)
{
  for (; source && line > 1; line--) {
    source = strchr(source, '\n');
    source = source ? source + 1 : NULL;
  }
  return source && line == 1 ? (MlirStringRef){source, strcspn(source, "\n")} : (MlirStringRef){NULL, 0};
}

const char *line_and_caret(Arena *a, const char *source, int number, int column)
{
  MlirStringRef line = source_line(source, number);
  if (!line.data || column < 1 || (size_t)column > line.length + 1)
    return "";
  char *blanks = arena_strndup(a, line.data, (size_t)column - 1);
  for (char *b = blanks; *b; b++)
    *b = *b == '\t' ? '\t' : ' ';
  return arena_printf(a, "\n%.*s\n%s^", (int)line.length, line.data, blanks);
}

static void say_line_and_caret(Diagnostics *d, MlirLocation loc)
{
  if (mlirLocationIsAFileLineColRange(loc))
    say(d, line_and_caret(&d->arena, d->source, mlirLocationFileLineColRangeGetStartLine(loc),
                          mlirLocationFileLineColRangeGetStartColumn(loc)));
}

static void say_diagnostic(Diagnostics *d, MlirDiagnostic diagnostic)
{
  MlirLocation loc = mlirDiagnosticGetLocation(diagnostic);
  if (*d->said)
    say(d, "\n");
  say(d, arena_printf(&d->arena, "%s: %s: ", loc_text(&d->arena, loc),
                      severities[mlirDiagnosticGetSeverity(diagnostic)]));
  mlirDiagnosticPrint(diagnostic, append, d);
  say_line_and_caret(d, loc);
  for (intptr_t i = 0; i < mlirDiagnosticGetNumNotes(diagnostic); i++)
    say_diagnostic(d, mlirDiagnosticGetNote(diagnostic, i));
}

static MlirLogicalResult handle(MlirDiagnostic diagnostic, void *data)
{
  Diagnostics *d = data;
  d->n++;
  if (d->n <= MAX_SHOWN)
    say_diagnostic(d, diagnostic);
  return mlirLogicalResultSuccess();
}

Diagnostics *diagnostics_begin(TriCompiler *c, const char *text)
{
  Arena a = {0};
  Diagnostics *d = arena_new(&a, Diagnostics);
  *d = (Diagnostics){.compiler = c, .arena = a, .source = text, .said = ""};
  d->handler = mlirContextAttachDiagnosticHandler(c->context, handle, d, NULL);
  return d;
}

void diagnostics_end(Diagnostics *d, bool failed, TriStatus status, const char *otherwise)
{
  mlirContextDetachDiagnosticHandler(d->compiler->context, d->handler);
  if (failed)
    fail(d->compiler, status, "%s", *d->said ? d->said : otherwise);
  Arena a = d->arena;
  arena_free(&a);
}
