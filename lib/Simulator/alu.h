/* How a row of int.def or float.def becomes an executor and a line of the decoder's table. */
#ifndef TRI_SIMULATOR_ALU_H
#define TRI_SIMULATOR_ALU_H

#include "Simulator/exec.h"

#define ALU_EXEC(id, name, T, n, DC, DT, AC, AT, BC, BT, CC, CT, e)                                          \
  static int alu_##id##_##T(Warp *w, const Inst *in, uint32_t mask)                                          \
  {                                                                                                          \
    DC *d = reg(w, in->d);                                                                                   \
    const AC *pa = reg(w, in->a);                                                                            \
    const BC *pb = reg(w, in->b);                                                                            \
    const CC *pc = reg(w, in->c);                                                                            \
    FOR_LANES(mask, AC a = pa[l]; BC b = pb[l]; CC c = pc[l]; (void)b; (void)c; d[l] = (DC)(e););            \
    define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));                       \
    return EV_NEXT;                                                                                          \
  }
#define ALU_ROW(id, name, T, n, DC, DT, AC, AT, BC, BT, CC, CT, e)                                           \
  {name, T_##T, alu_##id##_##T, n, T_##DT, T_##AT, T_##BT, T_##CT},

#endif
