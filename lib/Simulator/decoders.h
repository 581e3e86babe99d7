/* The decoders that opcodes.def names, one per instruction family. Each reads p's statement and emits. */
#ifndef TRI_SIMULATOR_DECODERS_H
#define TRI_SIMULATOR_DECODERS_H

#include "Simulator/exec.h"
#include "Simulator/flops.h"
#include "Simulator/parser.h"

typedef void Decoder(Parser *p, TriSimClass cls);
Decoder decode_wgmma, decode_mbarrier, decode_cp_bulk;
Decoder decode_arith, decode_alu, decode_carry, decode_testp, decode_logic, decode_bfi, decode_dot,
    decode_lop3, decode_fns, decode_setp, decode_set, decode_selp, decode_slct, decode_mov, decode_cvt,
    decode_cvta, decode_isspacep;
Decoder decode_ld, decode_st, decode_prefetch, decode_createpolicy, decode_atom, decode_cp, decode_ldmatrix,
    decode_movmatrix, decode_mma;
Decoder decode_bra, decode_brx, decode_call, decode_ret, decode_trap, decode_nanosleep, decode_bar,
    decode_fence, decode_nothing, decode_vote, decode_activemask, decode_match, decode_shfl, decode_redux,
    decode_elect;

/* The error that the instruction of that name does not exist for .t. */
void no_form(Parser *p, const char *name, Type t);
Exec convert_exec(Type to, Type from, Round round);
/* The state space named by the modifiers, and whether a ::cluster or ::cta was given. */
Space mod_space(Parser *p);
/* Whether all the words, separated by blanks, are among the modifiers. */
bool mods_are(Parser *p, const char *words);
/* The n registers of type t in operand i, a list or, where n is 1, maybe a single one. */
const Ref *register_list(Parser *p, uint32_t i, Type t, uint32_t n, bool is_source);
/* The address in operand i goes to in->a, imm, type2; in->space is set before. */
void memory_address(Parser *p, Inst *in, uint32_t i);

#endif
