/* The --check options: which output is compared with what, made ready before the run. */
#ifndef TRI_RUN_CHECKS_H
#define TRI_RUN_CHECKS_H

#include "report.h"

/* Finds each check's argument (the only written one where none is named) and reads or fills what it should
 * be; type and shape must be the argument's. Arrays of the arguments need not be there yet. */
bool checks_prepare(Arguments *a, const Options *o, CheckList *checks);

/* Runs the kernel on ref or sim, on copies of the filled buffers that it writes, and makes what comes out
 * what they are checked against. args are the launch's. */
TriStatus checks_run_reference(TriKernel *k, Arguments *a, const TriLaunch *launch, TriTarget reference,
                               CheckList *checks);

/* Decides how what ref or sim gave is compared: bit by bit where every op of the kernel is exact, between sim
 * and a GPU also where it is ordered; else within the bounds of its ops (docs/semantics.md). --rtol and
 * --atol override. */
void checks_choose_rules(TriKernel *k, const Options *o, Arena *arena, CheckList *checks);
/* Compares after the run; where an output differs, false and a problem that describes each. */
bool checks_run(CheckList *checks, Problem *p);
void checks_free(CheckList *checks);

#endif
