/* A module from text, with its compiler, and what libtri says of it.
 *
 *   Module m = module_of("func.func @k(...) attributes {tri.kernel} { ... }");    the test fails where it
 * does not parse expect_error(m.compiler, TRI_USAGE, "argument 'n' is an i32"); module_free(&m);
 */
#ifndef TRI_TEST_RUNTIME_MODULE_H
#define TRI_TEST_RUNTIME_MODULE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tri/tri.h"

typedef struct {
  TriCompiler *compiler;
  TriModule *module; /* NULL where the text does not parse */
  TriKernel *kernel; /* the first, or NULL */
} Module;

Module module_of(const char *text);
/* The same, and the text may be wrong. */
Module module_try(const char *text, size_t bytes, const TriDefine *defines, size_t n);
void module_free(Module *m);

/* The compiler's last failure has this status and its error has the text in it. */
void expect_error(const TriCompiler *c, TriStatus status, const char *text);

/* The parameter of this name. */
const TriParameter *parameter(const TriKernel *k, const char *name);

#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
