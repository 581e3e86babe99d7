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

/* Ends the program: element k, of a block like `like`, "reads 4 bytes at x + 8, past the end of x (8 bytes)".
 * verb is "reads" or "writes"; the access is one that is not allowed. Gives NULL. */
const Inst *fault_access(Exec *x, const Inst *i, const Slot *like, int64_t k, const char *verb,
                         uint64_t address, int64_t bytes);

#endif
