/* Prints what the back half makes of a file of gpu kernels:
 *
 *   tri-test-emit kernel.mlir [--arch=sm_90a] [--print=ptx|llvm|opt|lowered|meta] [--repeat=N]
 *
 * --repeat measures: N runs of parse, lowering and emission, the least processor
 * time of each on stderr. */
#include "../dialect_context.h"
#include "Bridge/bridge.h"
#include "Support/ir.h"
#include "Target/ptx.h"
#include "tri-c/Dialect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static char *read_file(Arena *a, const char *path, size_t *bytes)
{
  FILE *f = fopen(path, "rb");
  if (!f)
    return NULL;
  char *text = NULL;
  size_t n = 0, got;
  do {
    text = arena_grow(a, text, n, n + 65536);
    n += got = fread(text + n, 1, 65536, f);
  } while (got);
  fclose(f);
  *bytes = n;
  return text;
}

static const char *option(int argc, char **argv, const char *name, const char *otherwise)
{
  size_t n = strlen(name);
  for (int i = 2; i < argc; i++)
    if (strncmp(argv[i], name, n) == 0 && argv[i][n] == '=')
      return argv[i] + n + 1;
  return otherwise;
}

static void print_text(MlirStringRef s, void *data) { fwrite(s.data, 1, s.length, data); }

static MlirLogicalResult say(MlirDiagnostic d, void *data)
{
  (void)data;
  Arena a = {0};
  fprintf(stderr, "%s: error: ", loc_text(&a, mlirDiagnosticGetLocation(d)));
  mlirDiagnosticPrint(d, print_text, stderr);
  fputc('\n', stderr);
  arena_free(&a);
  return mlirLogicalResultSuccess();
}

static void print(const char *what, MlirOperation module, const Ptx *out)
{
  if (strcmp(what, "lowered") == 0)
    mlirOperationPrint(module, print_text, stdout);
  else
    fputs(strcmp(what, "llvm") == 0   ? out->llvm_ir
          : strcmp(what, "opt") == 0  ? out->optimised_llvm_ir
          : strcmp(what, "meta") == 0 ? out->metadata
                                      : out->text,
          stdout);
}

static unsigned wanted(const char *what)
{
  return strcmp(what, "llvm") == 0  ? PTX_LLVM_IR
         : strcmp(what, "opt") == 0 ? PTX_OPTIMISED_LLVM_IR
                                    : PTX_TEXT;
}

static double least(double a, double b) { return a < b ? a : b; }

int main(int argc, char **argv)
{
  Arena a = {0};
  size_t bytes = 0;
  char *text = argc > 1 ? read_file(&a, argv[1], &bytes) : NULL;
  const Target *target = target_named(option(argc, argv, "--arch", "sm_90a"));
  if (!text || !target)
    return fprintf(stderr, "usage: tri-test-emit FILE [--arch=%s]\n", target_names()), 2;
  MlirContext context = dialect_context();
  mlirContextAttachDiagnosticHandler(context, say, NULL, NULL);
  PtxCompiler *p = ptx_compiler_new(context, target);
  const char *what = option(argc, argv, "--print", "ptx");
  int repeat = atoi(option(argc, argv, "--repeat", "1"));
  double parsing = 1e9, lowering = 1e9, emitting = 1e9;
  bool ok = true;
  for (int i = 0; i < repeat && ok; i++) {
    double t0 = now();
    MlirModule m = bridge_parse(context, text, bytes, argv[1]);
    double t1 = now(), t2 = t1;
    Ptx out;
    ok = !is_null(m) && ptx_lower(p, mlirModuleGetOperation(m));
    t2 = now();
    ok = ok && ptx_emit(p, mlirModuleGetOperation(m), wanted(what), &a, &out);
    parsing = least(parsing, t1 - t0), lowering = least(lowering, t2 - t1),
    emitting = least(emitting, now() - t2);
    if (ok && i + 1 == repeat)
      print(what, mlirModuleGetOperation(m), &out);
    if (!is_null(m))
      mlirModuleDestroy(m);
  }
  if (repeat > 1)
    fprintf(stderr, "parse %.2f ms, lower %.2f ms, emit %.2f ms\n", parsing, lowering, emitting);
  ptx_compiler_free(p);
  mlirContextDestroy(context);
  arena_free(&a);
  return ok ? 0 : 1;
}
