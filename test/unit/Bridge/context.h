/* A context with tri's dialects, and everything that its diagnostics say as text.
 *
 *   MlirContext c = context_new();
 *   ... said ...      "k.mlir:3:5: error: expected ')'\n", notes on lines of their own
 *   context_free(c);
 */
#ifndef TRI_TEST_BRIDGE_CONTEXT_H
#define TRI_TEST_BRIDGE_CONTEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Bridge/bridge.h"
#include "Support/ir.h"

#include <string.h>

/* What the diagnostics of the newest context said. */
extern char said[4096];

MlirContext context_new(void);
void context_free(MlirContext c);

/* Parses; the module is the caller's. */
MlirModule parse(MlirContext c, const char *text);

/* Fails the test unless said has text in it. */
void expect_said(const char *text);

#endif
