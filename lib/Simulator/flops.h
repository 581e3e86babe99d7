/* Numbers that the decoder writes into Inst.sub and Inst.cmp for floating point and comparisons. */
#ifndef TRI_SIMULATOR_FLOPS_H
#define TRI_SIMULATOR_FLOPS_H

enum {
#define X(id, name, sources) FLOP_##id,
#include "Simulator/flops.def"
#undef X
  FLOP_COUNT
};
enum { CMP_LT = 1, CMP_EQ = 2, CMP_GT = 4, CMP_UN = 8 };
enum { BOOL_AND, BOOL_OR, BOOL_XOR };

#endif
