/* Arithmetic, logic, comparison and selection. */
#include "Simulator/decoders.h"

#include <string.h>

static const AluRow *find_row(const AluRow *rows, const char *name, Type t)
{
  for (; rows->name; rows++)
    if (rows->type == t && strcmp(rows->name, name) == 0)
      return rows;
  return NULL;
}

static void emit_row(Parser *p, const AluRow *row, TriSimClass cls)
{
  operands_are(p, row->sources + 1u, row->sources + 1u);
  Inst in = {.exec = float_exec(row->exec), .cls = (uint8_t)cls, .type = (uint8_t)row->type};
  in.d = dst(p, 0, row->d);
  in.a = src(p, 1, row->a);
  in.b = row->sources > 1 ? src(p, 2, row->b) : in.a;
  in.c = row->sources > 2 ? src(p, 3, row->c) : in.a;
  emit(p, in);
}

static const char *mnemonic_name(Parser *p)
{
  return arena_strndup(p->arena, p->mnemonic.text, p->mnemonic.length);
}

/* The mnemonic with the words that name a variant: mul.lo, shf.l.wrap, prmt.f4e, bfind.shiftamt, max.relu. */
static const char *variant_name(Parser *p)
{
  static const char *const words[] = {"lo",  "hi",  "wide", "l",   "r",   "wrap", "clamp", "shiftamt",
                                      "f4e", "b4e", "rc8",  "ecl", "ecr", "rc16", "relu"};
  const char *name = mnemonic_name(p);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (mod(p, words[i]))
      name = arena_printf(p->arena, "%s.%s", name, words[i]);
  return name;
}

void no_form(Parser *p, const char *name, Type t)
{
  fail_at(p, p->mnemonic.line, p->mnemonic.column, "'%s' has no form for .%s", name, type_name(t));
}

void decode_alu(Parser *p, TriSimClass cls)
{
  const char *name = variant_name(p);
  Type t = need_type(p);
  const AluRow *row = find_row(alu_rows_int, name, t);
  row = row ? row : find_row(alu_rows_float, name, t);
  if (!row)
    no_form(p, name, t);
  else
    emit_row(p, row, cls);
}

/* dp4a.u32.s32: the name holds the first type, the row the second. */
void decode_dot(Parser *p, TriSimClass cls)
{
  const char *name = variant_name(p);
  Type a = need_type(p), b = need_type(p);
  name = arena_printf(p->arena, "%s.%s", name, type_name(a));
  const AluRow *row = find_row(alu_rows_int, name, b);
  if (!row)
    no_form(p, name, b);
  else
    emit_row(p, row, cls);
}

enum { CARRY_ADD, CARRY_SUB, CARRY_MAD_LO, CARRY_MAD_HI };

static void emit_carry(Parser *p, TriSimClass cls, uint8_t sub, bool in_carry, bool out_carry)
{
  Type t = need_type(p);
  uint32_t sources = sub >= CARRY_MAD_LO ? 3 : 2;
  operands_are(p, sources + 1, sources + 1);
  if (type_kind(t) == KIND_F || type_bytes(t) < 4)
    fail_operand(p, 0, "carry chains have 32 or 64 bits");
  Inst in = {.exec = exec_carry,
             .cls = (uint8_t)cls,
             .type = (uint8_t)t,
             .sub = sub,
             .cmp = in_carry,
             .mods = out_carry ? M_CARRY_OUT : 0};
  in.d = dst(p, 0, t);
  in.a = src(p, 1, t);
  in.b = src(p, 2, t);
  in.c = sources > 2 ? src(p, 3, t) : in.a;
  emit(p, in);
}

/* addc, subc, madc. */
void decode_carry(Parser *p, TriSimClass cls)
{
  bool out = mod(p, "cc");
  uint8_t sub = token_is(&p->mnemonic, "addc")   ? CARRY_ADD
                : token_is(&p->mnemonic, "subc") ? CARRY_SUB
                : mod(p, "hi")                   ? CARRY_MAD_HI
                                                 : CARRY_MAD_LO;
  mod(p, "lo");
  emit_carry(p, cls, sub, true, out);
}

static uint8_t float_mods(Parser *p)
{
  uint8_t m = 0;
  m |= mod(p, "ftz") ? M_FTZ : 0;
  m |= mod(p, "sat") ? M_SAT : 0;
  m |= mod(p, "relu") ? M_RELU : 0;
  m |= mod(p, "NaN") ? M_NAN : 0;
  if (mod(p, "xorsign")) {
    mod(p, "abs");
    m |= M_XORSIGN;
  }
  return m;
}

static int flop_of(Parser *p, uint32_t *sources)
{
  static const struct {
    const char *name;
    uint32_t sources;
  } ops[] = {
#define X(id, name, sources) {name, sources},
#include "Simulator/flops.def"
#undef X
  };
  for (int i = 0; i < FLOP_COUNT; i++)
    if (token_is(&p->mnemonic, ops[i].name)) {
      *sources = ops[i].sources;
      return i;
    }
  return -1;
}

/* The operand becomes one of f32, converted, which is exact. */
static void widen_operand(Parser *p, uint32_t i, Type from)
{
  Inst in = {.exec = convert_exec(T_F32, from, RND_NONE),
             .cls = TRI_SIM_CONVERT,
             .type = T_F32,
             .type2 = (uint8_t)from,
             .width = 4,
             .vec = 2};
  in.a = src(p, i, from);
  in.d = new_register(p, T_F32, 1);
  Ref guard = p->guard;
  p->guard = REF_NONE;
  emit(p, in);
  p->guard = guard;
  p->operands[i] = (Operand){.kind = O_REG,
                             .type = T_F32,
                             .ref = in.d,
                             .line = p->operands[i].line,
                             .column = p->operands[i].column};
}

/* add, sub and fma with a second type: all operands but the last are of that (PTX ISA, Mixed Precision
 * Floating-Point Instructions). */
static void widen_operands(Parser *p, int op, uint32_t sources)
{
  Type from = mod_type(p);
  if (from == T_NONE)
    return;
  if ((op != FLOP_ADD && op != FLOP_SUB && op != FLOP_FMA) || (from != T_F16 && from != T_BF16))
    no_form(p, mnemonic_name(p), from);
  operands_are(p, sources + 1, sources + 1);
  for (uint32_t i = 1; i < sources; i++)
    widen_operand(p, i, from);
}

static void decode_float(Parser *p, Type t)
{
  uint32_t sources = 0;
  int op = flop_of(p, &sources);
  if (op < 0 || t == T_TF32 || t == T_E4M3 || t == T_E5M2 || t == T_E4M3X2 || t == T_E5M2X2)
    no_form(p, mnemonic_name(p), t);
  if (t == T_F32)
    widen_operands(p, op, sources);
  uint8_t mods = float_mods(p);
  Round round = mod_round(p);
  bool approx = mod(p, "approx") || mod(p, "full");
  (void)approx;
  const char *name = op == FLOP_MAD ? "fma" : mnemonic_name(p);
  const AluRow *row = find_row(alu_rows_float, name, t);
  if (round > RND_RP)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "'%s' does not round to integers", name);
  if (row && !mods && round <= RND_RN) {
    emit_row(p, row, TRI_SIM_FLOAT);
    return;
  }
  operands_are(p, sources + 1, sources + 1);
  Inst in = {.exec = t == T_F32   ? exec_f32
                     : t == T_F64 ? exec_f64
                                  : exec_half,
             .cls = TRI_SIM_FLOAT,
             .type = (uint8_t)t,
             .sub = (uint8_t)op,
             .mods = mods,
             .round = (uint8_t)round};
  in.d = dst(p, 0, t);
  in.a = src(p, 1, t);
  in.b = sources > 1 ? src(p, 2, t) : in.a;
  in.c = sources > 2 ? src(p, 3, t) : in.a;
  emit(p, in);
}

static Type peek_type(Parser *p)
{
  for (uint32_t i = 0; i < p->mod_count; i++) {
    Type t = type_find(p->mods[i].token.text, p->mods[i].token.length);
    if (t != T_NONE)
      return t;
  }
  return T_NONE;
}

static void decode_saturating(Parser *p, TriSimClass cls)
{
  bool mad = token_is(&p->mnemonic, "mad");
  if (mad && !mod(p, "hi"))
    no_form(p, "mad.sat", T_S32);
  if (need_type(p) != T_S32)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "integer .sat exists for .s32 only");
  operands_are(p, mad ? 4 : 3, mad ? 4 : 3);
  Inst in = {.exec = mad ? exec_mad_hi_sat : exec_add_sat,
             .cls = (uint8_t)cls,
             .sub = token_is(&p->mnemonic, "sub")};
  in.d = dst(p, 0, T_S32);
  in.a = src(p, 1, T_S32);
  in.b = src(p, 2, T_S32);
  in.c = mad ? src(p, 3, T_S32) : in.a;
  emit(p, in);
}

static void decode_divide(Parser *p, TriSimClass cls, Type t)
{
  need_type(p);
  operands_are(p, 3, 3);
  if (type_kind(t) == KIND_B || type_bytes(t) < 2)
    no_form(p, token_is(&p->mnemonic, "div") ? "div" : "rem", t);
  Inst in = {.exec = token_is(&p->mnemonic, "div") ? exec_divide : exec_remainder,
             .cls = (uint8_t)cls,
             .type = (uint8_t)t};
  in.d = dst(p, 0, t);
  in.a = src(p, 1, t);
  in.b = src(p, 2, t);
  emit(p, in);
}

/* add sub mul mad div rem min max neg abs and the floating-point functions: by type and modifiers. */
void decode_arith(Parser *p, TriSimClass cls)
{
  Type t = peek_type(p);
  if (t != T_NONE && type_kind(t) == KIND_F) {
    need_type(p);
    decode_float(p, t);
  } else if (mod(p, "cc")) {
    uint8_t sub = token_is(&p->mnemonic, "add")   ? CARRY_ADD
                  : token_is(&p->mnemonic, "sub") ? CARRY_SUB
                  : mod(p, "hi")                  ? CARRY_MAD_HI
                                                  : CARRY_MAD_LO;
    mod(p, "lo");
    emit_carry(p, cls, sub, false, true);
  } else if (mod(p, "sat")) {
    decode_saturating(p, cls);
  } else if (token_is(&p->mnemonic, "div") || token_is(&p->mnemonic, "rem")) {
    decode_divide(p, cls, t);
  } else {
    decode_alu(p, cls);
  }
}

void decode_testp(Parser *p, TriSimClass cls)
{
  static const char *const tests[] = {"finite", "infinite", "number", "notanumber", "normal", "subnormal"};
  Inst in = {.exec = exec_testp, .cls = (uint8_t)cls, .sub = 255};
  for (uint8_t i = 0; i < 6; i++)
    if (mod(p, tests[i]))
      in.sub = i;
  Type t = need_type(p);
  operands_are(p, 2, 2);
  if (in.sub == 255 || (t != T_F32 && t != T_F64))
    fail_at(p, p->mnemonic.line, p->mnemonic.column,
            "testp expects a test (.finite, .normal, …) and .f32 or .f64");
  in.type = (uint8_t)t;
  in.d = dst(p, 0, T_PRED);
  in.a = src(p, 1, t);
  emit(p, in);
}

static bool negated(const Parser *p, uint32_t i) { return p->operands[i].negated; }

void decode_logic(Parser *p, TriSimClass cls)
{
  if (peek_type(p) != T_PRED) {
    decode_alu(p, cls);
    return;
  }
  need_type(p);
  bool is_not = token_is(&p->mnemonic, "not");
  operands_are(p, is_not ? 2 : 3, is_not ? 2 : 3);
  Inst in = {.exec = exec_pred_logic, .cls = (uint8_t)cls};
  in.sub = is_not ? 3 : token_is(&p->mnemonic, "and") ? 0 : token_is(&p->mnemonic, "or") ? 1 : 2;
  in.d = dst(p, 0, T_PRED);
  in.a = src(p, 1, T_PRED);
  in.b = is_not ? in.a : src(p, 2, T_PRED);
  in.cmp = (uint8_t)((negated(p, 1) ? 1 : 0) | (!is_not && negated(p, 2) ? 2 : 0));
  emit(p, in);
}

void decode_bfi(Parser *p, TriSimClass cls)
{
  Type t = need_type(p);
  operands_are(p, 5, 5);
  if (t != T_B32 && t != T_B64)
    no_form(p, "bfi", t);
  Inst in = {.exec = exec_bfi, .cls = (uint8_t)cls, .type = (uint8_t)t};
  Ref *len = arena_new(p->arena, Ref);
  in.d = dst(p, 0, t);
  in.a = src(p, 1, t);
  in.b = src(p, 2, t);
  in.c = src(p, 3, T_U32);
  *len = src(p, 4, T_U32);
  in.ext = len;
  emit(p, in);
}

void decode_lop3(Parser *p, TriSimClass cls)
{
  if (need_type(p) != T_B32)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "lop3 exists for .b32 only");
  operands_are(p, 5, 5);
  Inst in = {.exec = exec_lop3, .cls = (uint8_t)cls, .imm = (int64_t)need_constant(p, 4)};
  in.d = dst(p, 0, T_B32);
  in.a = src(p, 1, T_B32);
  in.b = src(p, 2, T_B32);
  in.c = src(p, 3, T_B32);
  emit(p, in);
}

void decode_fns(Parser *p, TriSimClass cls)
{
  if (need_type(p) != T_B32)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "fns exists for .b32 only");
  operands_are(p, 4, 4);
  Inst in = {.exec = exec_fns, .cls = (uint8_t)cls};
  in.d = dst(p, 0, T_B32);
  in.a = src(p, 1, T_B32);
  in.b = src(p, 2, T_B32);
  in.c = src(p, 3, T_S32);
  emit(p, in);
}

/* ---- comparison and selection -----------------------------------------------------------------------------
 */

static uint8_t mod_compare(Parser *p, Type t)
{
  static const struct {
    const char *word;
    uint8_t set;
    bool floats_only;
  } words[] = {
      {"eq", CMP_EQ, false},
      {"ne", CMP_LT | CMP_GT, false},
      {"lt", CMP_LT, false},
      {"le", CMP_LT | CMP_EQ, false},
      {"gt", CMP_GT, false},
      {"ge", CMP_GT | CMP_EQ, false},
      {"lo", CMP_LT, false},
      {"ls", CMP_LT | CMP_EQ, false},
      {"hi", CMP_GT, false},
      {"hs", CMP_GT | CMP_EQ, false},
      {"equ", CMP_EQ | CMP_UN, true},
      {"neu", CMP_LT | CMP_GT | CMP_UN, true},
      {"ltu", CMP_LT | CMP_UN, true},
      {"leu", CMP_LT | CMP_EQ | CMP_UN, true},
      {"gtu", CMP_GT | CMP_UN, true},
      {"geu", CMP_GT | CMP_EQ | CMP_UN, true},
      {"num", CMP_LT | CMP_EQ | CMP_GT, true},
      {"nan", CMP_UN, true},
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (mod(p, words[i].word)) {
      if (words[i].floats_only && type_kind(t) != KIND_F)
        fail_at(p, p->mnemonic.line, p->mnemonic.column, ".%s compares floating-point numbers, not .%s",
                words[i].word, type_name(t));
      return words[i].set;
    }
  fail_at(p, p->mnemonic.line, p->mnemonic.column, "expected a comparison (.eq, .lt, …)");
}

static Type last_type(Parser *p)
{
  Type t = T_NONE, u;
  for (uint32_t i = 0; i < p->mod_count; i++)
    if ((u = type_find(p->mods[i].token.text, p->mods[i].token.length)) != T_NONE)
      t = u;
  return t;
}

static void compare_common(Parser *p, Inst *in, Type t)
{
  in->type = (uint8_t)t;
  in->cmp = mod_compare(p, t);
  in->mods = mod(p, "ftz") ? M_FTZ : 0;
  bool combine = true;
  if (mod(p, "and"))
    in->sub = BOOL_AND;
  else if (mod(p, "or"))
    in->sub = BOOL_OR;
  else if (mod(p, "xor"))
    in->sub = BOOL_XOR;
  else
    combine = false;
  if (t == T_PRED || type_bytes(t) < 2 || t == T_B128)
    no_form(p, "a comparison", t);
  operands_are(p, combine ? 4 : 3, combine ? 4 : 3);
  in->a = src(p, 1, t);
  in->b = src(p, 2, t);
  in->c = combine ? src(p, 3, T_PRED) : REF_NONE;
  in->width = combine && negated(p, 3);
}

void decode_setp(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_setp, .cls = (uint8_t)cls};
  Type t = need_type(p);
  compare_common(p, &in, t);
  const Operand *d = &p->operands[0];
  if (d->kind == O_PAIR) {
    Ref *q = arena_new(p->arena, Ref);
    in.d = dst_of(p, 0, &d->at[0], T_PRED);
    *q = dst_of(p, 0, &d->at[1], T_PRED);
    in.ext = q;
  } else {
    in.d = dst(p, 0, T_PRED);
  }
  emit(p, in);
}

void decode_set(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_set, .cls = (uint8_t)cls};
  Type d = need_type(p), t = last_type(p);
  Type second = mod_type(p);
  t = second == T_NONE ? d : second;
  compare_common(p, &in, t);
  in.type2 = (uint8_t)d;
  in.d = dst(p, 0, d);
  emit(p, in);
}

void decode_selp(Parser *p, TriSimClass cls)
{
  Type t = need_type(p);
  operands_are(p, 4, 4);
  Inst in = {.exec = exec_selp, .cls = (uint8_t)cls, .type = (uint8_t)t, .width = (uint8_t)type_bytes(t)};
  if (t == T_PRED || type_bytes(t) < 2 || type_bytes(t) > 8)
    no_form(p, "selp", t);
  in.d = dst(p, 0, t);
  in.a = src(p, 1, t);
  in.b = src(p, 2, t);
  in.c = src(p, 3, T_PRED);
  in.cmp = negated(p, 3);
  emit(p, in);
}

void decode_slct(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_slct, .cls = (uint8_t)cls, .mods = mod(p, "ftz") ? M_FTZ : 0};
  Type t = need_type(p), c = need_type(p);
  operands_are(p, 4, 4);
  if (t == T_PRED || type_bytes(t) < 2 || type_bytes(t) > 8 || (c != T_S32 && c != T_F32))
    no_form(p, "slct", t);
  in.type2 = (uint8_t)c;
  in.width = (uint8_t)type_bytes(t);
  in.d = dst(p, 0, t);
  in.a = src(p, 1, t);
  in.b = src(p, 2, t);
  in.c = src(p, 3, c);
  emit(p, in);
}
