/* The compiler as an object: it compiles again and again, goes on after an error, and several work side by
 * side. */
#include "../dialect_context.h"
#include "Bridge/bridge.h"
#include "Support/ir.h"
#include "Target/metadata.h"
#include "Target/ptx.h"
#include "tri-c/Dialect.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char good[] = "gpu.module @kernels {\n"
                           "  gpu.func @k(%x: f32, %p: !llvm.ptr<1>) kernel {\n"
                           "    %r = math.tanh %x : f32\n"
                           "    llvm.store %r, %p : f32, !llvm.ptr<1>\n"
                           "    gpu.return\n"
                           "  }\n"
                           "}\n";
/* LLVM gives up on it: no instruction, no library. */
static const char fatal[] = "gpu.module @kernels {\n"
                            "  gpu.func @k(%x: f64, %p: !llvm.ptr<1>) kernel {\n"
                            "    %r = llvm.intr.sin(%x) : (f64) -> f64\n"
                            "    llvm.store %r, %p : f64, !llvm.ptr<1>\n"
                            "    gpu.return\n"
                            "  }\n"
                            "}\n";

/* LLVM's memory is lost in a fatal error (Target/compiler.h): the leak sanitizer, where it is there, looks
 * away. */
extern void __lsan_disable(void) __attribute__((weak));
extern void __lsan_enable(void) __attribute__((weak));

static MlirLogicalResult be_silent(MlirDiagnostic d, void *data)
{
  (void)d;
  ++*(int *)data;
  return mlirLogicalResultSuccess();
}

static MlirContext context_new(int *errors)
{
  MlirContext c = dialect_context();
  mlirContextAttachDiagnosticHandler(c, be_silent, errors, NULL);
  return c;
}

/* The PTX of the text, in the arena; NULL after an error. */
static const char *compile(Arena *a, MlirContext c, PtxCompiler *p, const char *text)
{
  Ptx out = {0};
  MlirModule m = bridge_parse(c, text, strlen(text), "test.mlir");
  MlirOperation module = mlirModuleGetOperation(m);
  bool ok = ptx_lower(p, module) && ptx_emit(p, module, PTX_TEXT, a, &out);
  mlirModuleDestroy(m);
  return ok ? out.text : NULL;
}

/* Whether the fatal text is an error and not the end. */
static bool fails(Arena *a, MlirContext c, PtxCompiler *p)
{
  if (__lsan_disable)
    __lsan_disable();
  bool failed = !compile(a, c, p, fatal);
  if (__lsan_enable)
    __lsan_enable();
  return failed;
}

static void test_same_text_every_time(void **state)
{
  (void)state;
  Arena a = {0};
  int errors = 0;
  MlirContext c = context_new(&errors);
  PtxCompiler *p = ptx_compiler_new(c, target_named("sm_80"));
  const char *first = compile(&a, c, p, good);
  assert_non_null(first);
  assert_string_equal(first, compile(&a, c, p, good));
  assert_int_equal(errors, 0);
  ptx_compiler_free(p);
  mlirContextDestroy(c);
  arena_free(&a);
}

static void test_goes_on_after_fatal_error(void **state)
{
  (void)state;
  Arena a = {0};
  int errors = 0;
  MlirContext c = context_new(&errors);
  PtxCompiler *p = ptx_compiler_new(c, target_named("sm_90a"));
  const char *before = compile(&a, c, p, good);
  for (int i = 0; i < 3; i++)
    assert_true(fails(&a, c, p));
  assert_int_equal(errors, 3);
  assert_string_equal(before, compile(&a, c, p, good));
  ptx_compiler_free(p);
  mlirContextDestroy(c);
  arena_free(&a);
}

enum { THREADS = 4, ROUNDS = 5 };

static void *compile_often(void *arch)
{
  Arena a = {0};
  int errors = 0;
  MlirContext c = context_new(&errors);
  PtxCompiler *p = ptx_compiler_new(c, target_named(arch));
  const char *first = compile(&a, c, p, good);
  bool ok = first;
  for (int i = 0; i < ROUNDS && ok; i++) {
    ok = fails(&a, c, p);
    const char *again = compile(&a, c, p, good);
    ok = ok && again && strcmp(first, again) == 0;
  }
  ptx_compiler_free(p);
  mlirContextDestroy(c);
  arena_free(&a);
  return ok ? arch : NULL;
}

static void test_threads(void **state)
{
  (void)state;
  static char archs[THREADS][8] = {"sm_80", "sm_89", "sm_90a", "sm_120"};
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, compile_often, archs[i]), 0);
  for (int i = 0; i < THREADS; i++) {
    void *result;
    pthread_join(threads[i], &result);
    assert_ptr_equal(result, archs[i]);
  }
}

static void test_targets(void **state)
{
  (void)state;
  assert_null(target_named("sm_91"));
  assert_true(target_can(target_named("sm_90a"), CAN_WGMMA));
  assert_false(target_can(target_named("sm_120"), CAN_WGMMA));
  for (size_t i = 0; i < target_count; i++) {
    assert_ptr_equal(target_named(targets[i].name), &targets[i]);
    assert_non_null(strstr(target_names(), targets[i].name));
  }
  for (int i = 0; i < CAPABILITY_COUNT; i++)
    assert_int_equal(capability_named(capability_name((Capability)i)), i);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_targets),
      cmocka_unit_test(test_same_text_every_time),
      cmocka_unit_test(test_goes_on_after_fatal_error),
      cmocka_unit_test(test_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
