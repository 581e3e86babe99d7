/* Instructions of control flow, shared by the decoders of scf, cf and func.
 *
 *   run_moves            out[k] := in[k] one after the other, data and marks
 *   run_jump             to the target
 *   run_branch_unless    to the target if in[0], an i1, is false; else on
 *   run_branch_unlike    to the target if in[0], an integer, is not *(const int64_t *)data; else on
 *   run_for_begin        in = lower, upper, step; out = induction variable, trips left. To the target if none
 *   run_for_next         in = step; out as above. To the target (the body) while trips are left */
#ifndef TRI_INTERPRETER_CONTROL_H
#define TRI_INTERPRETER_CONTROL_H

#include "Interpreter/program.h"

RunInst run_moves, run_jump, run_branch_unless, run_branch_unlike, run_for_begin, run_for_next, run_call,
    run_return, run_assert, run_unreachable;

/* data of run_for_begin */
typedef struct {
  bool is_unsigned;
} Loop;

#endif
