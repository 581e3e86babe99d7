/* Runs one instruction on many inputs. Operands are %a %b %c (registers of 2, 4 or 8 bytes) and the result is
 * %d; %p and %q are predicates, %t a 32-bit scratch register. Thread i computes from a[i], b[i], c[i]. */
#ifndef TRI_TEST_SIMULATOR_HARNESS_H
#define TRI_TEST_SIMULATOR_HARNESS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "Simulator/simulator.h"

enum { HARNESS_THREADS = 256 };

typedef struct {
  uint64_t a[HARNESS_THREADS], b[HARNESS_THREADS], c[HARNESS_THREADS], d[HARNESS_THREADS];
} Lanes;

/* Bytes of the registers of d, a, b, c. Fails the test with the fault or parse error. */
void harness_run(const char *instruction, int db, int ab, int bb, int cb, Lanes *lanes);
/* The fault of a kernel `k` (text without the header lines) run by blocks x threads on one buffer of 1024
 * bytes, its only parameter; threads of the host: 1. */
TriSimFault harness_fault(const char *kernel, uint32_t blocks, uint32_t threads, uint32_t dynamic_shared);
/* The same where it must end well; the buffer's words go to out. */
void harness_words(const char *kernel, uint32_t blocks, uint32_t threads, uint32_t dynamic_shared,
                   uint32_t out[256]);
/* Inputs that reach the edges of integer and floating formats of that many bytes: entry i of a list that
 * repeats. */
uint64_t harness_edge(int bytes, uint32_t i);

#endif
