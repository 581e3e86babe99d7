/* Checked access to memory: what tri.load, tri.store and every later memory op ask before they touch an
 * address.
 *
 * An access of n bytes at an address is allowed where the address is not null (4096 or above), a multiple of
 * n, and [address, address + n) lies in one of the run's buffers. */
#ifndef TRI_INTERPRETER_MEMORY_H
#define TRI_INTERPRETER_MEMORY_H

#include "Interpreter/program.h"

/* Whether the access is allowed. The buffer is remembered in x, so that its neighbours are fast. */
bool access_allowed(Exec *x, uint64_t address, int64_t bytes);

/* The same of n > 0 accesses, one after the other, in one buffer. */
bool run_allowed(Exec *x, uint64_t address, int64_t n, int64_t bytes);

/* Whether element k of operand 0 may be written there: it is defined, and the access allowed. False after a
 * fault. */
bool write_allowed(Exec *x, const Inst *i, int64_t k, uint64_t address, int64_t bytes);

/* "x + 8": the address from the nearest buffer on; the number where there is none. */
void address_text(const Exec *x, uint64_t address, char text[], size_t n);

/* Whether each element of the mask is defined, and each address where the mask is on: operands `mask` (-1:
 * none, all on) and `ptr` of i, of i->count elements. If not, the program ends. */
bool operands_defined(Exec *x, const Inst *i, int ptr, int mask);

/* Ends the program: element k, of a block like `like`, "reads 4 bytes at x + 8, past the end of x (8 bytes)".
 * verb is "reads", "writes" or "updates"; the access is one that is not allowed. Gives NULL. */
const Inst *fault_access(Exec *x, const Inst *i, const Slot *like, int64_t k, const char *verb,
                         uint64_t address, int64_t bytes);

#endif
