/* Moves, packing, conversions, and addresses between spaces. */
#include "Simulator/decoders.h"

static Exec mov_exec(uint32_t bytes)
{
  return bytes <= 2 ? exec_mov2 : bytes == 4 ? exec_mov4 : bytes == 8 ? exec_mov8 : exec_mov16;
}

static Type bits_type(uint32_t bytes)
{
  return bytes == 1 ? T_B8 : bytes == 2 ? T_B16 : bytes == 4 ? T_B32 : bytes == 8 ? T_B64 : T_B128;
}

/* mov.b32 {a, b}, c and its inverse; imm: bytes of an element. */
static void decode_vector_mov(Parser *p, TriSimClass cls, Type t)
{
  bool pack = p->operands[1].kind == O_VECTOR;
  const Operand *v = &p->operands[pack ? 1 : 0];
  uint32_t n = v->count, bytes = type_bytes(t);
  if ((n != 2 && n != 4 && n != 8) || bytes % n)
    fail_operand(p, pack ? 1 : 0, "expected 2, 4 or 8 elements that make up .%s", type_name(t));
  Ref *refs = arena_array(p->arena, Ref, n);
  Type e = bits_type(bytes / n);
  for (uint32_t i = 0; i < n; i++) {
    const Operand *o = &v->at[i];
    refs[i] = pack ? src_of(p, 1, o, e) : o->kind == O_SINK ? REF_NONE : dst_of(p, 0, o, e);
  }
  Inst in = {.exec = pack ? exec_pack : exec_unpack,
             .cls = (uint8_t)cls,
             .ext = refs,
             .vec = (uint8_t)n,
             .width = (uint8_t)bytes};
  in.d = pack ? dst(p, 0, t) : 0;
  in.a = pack ? 0 : src(p, 1, t);
  emit(p, in);
}

void decode_mov(Parser *p, TriSimClass cls)
{
  Type t = need_type(p);
  operands_are(p, 2, 2);
  if (p->operands[0].kind == O_VECTOR || p->operands[1].kind == O_VECTOR) {
    decode_vector_mov(p, cls, t);
    return;
  }
  Inst in = {.cls = (uint8_t)cls};
  if (t == T_PRED) {
    in.exec = exec_pred_logic;
    in.sub = 4;
    in.cmp = p->operands[1].negated;
  } else {
    in.exec = mov_exec(type_bytes(t));
  }
  in.a = src(p, 1, t);
  in.b = in.a;
  in.d = dst(p, 0, t);
  emit(p, in);
}

static void decode_cvt_pack(Parser *p, TriSimClass cls)
{
  mod(p, "sat");
  static const struct {
    const char *name;
    uint8_t bits;
    Type type;
  } to[] = {{"u2", 2, T_U8}, {"s2", 2, T_S8}, {"u4", 4, T_U8},    {"s4", 4, T_S8},
            {"u8", 8, T_U8}, {"s8", 8, T_S8}, {"u16", 16, T_U16}, {"s16", 16, T_S16}};
  Inst in = {.exec = exec_cvt_pack_int, .cls = (uint8_t)cls, .c = REF_NONE};
  for (size_t i = 4; i < sizeof to / sizeof *to; i++)
    if (!in.sub && mod(p, to[i].name)) {
      in.sub = to[i].bits;
      in.type = (uint8_t)to[i].type;
    }
  if (!in.sub)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "cvt.pack converts to .u8, .s8, .u16 or .s16");
  in.type2 = (uint8_t)need_type(p);
  bool third = mod_type(p) == T_B32;
  operands_are(p, third ? 4 : 3, third ? 4 : 3);
  in.d = dst(p, 0, T_B32);
  in.a = src(p, 1, T_B32);
  in.b = src(p, 2, T_B32);
  in.c = third ? src(p, 3, T_B32) : REF_NONE;
  emit(p, in);
}

static bool is_pair(Type t) { return t == T_F16X2 || t == T_BF16X2 || t == T_E4M3X2 || t == T_E5M2X2; }

void decode_cvt(Parser *p, TriSimClass cls)
{
  if (mod(p, "pack")) {
    decode_cvt_pack(p, cls);
    return;
  }
  Inst in = {.cls = (uint8_t)cls};
  in.mods = (uint8_t)((mod(p, "ftz") ? M_FTZ : 0) | (mod(p, "sat") ? M_SAT : 0) |
                      (mod(p, "relu") ? M_RELU : 0) | (mod(p, "satfinite") ? M_SATFINITE : 0));
  Round round = mod_round(p);
  in.round = (uint8_t)round;
  Type to = need_type(p), from = need_type(p);
  in.type = (uint8_t)to;
  in.type2 = (uint8_t)from;
  if (to == T_PRED || from == T_PRED || type_bytes(to) > 8 || type_bytes(from) > 8 ||
      type_kind(to) == KIND_B || type_kind(from) == KIND_B)
    no_form(p, "cvt", type_kind(to) == KIND_B || to == T_PRED ? to : from);
  if (is_pair(to) && from == T_F32) {
    operands_are(p, 3, 3);
    in.exec = exec_cvt_pack;
    in.width = (uint8_t)type_bytes(to);
    in.d = dst(p, 0, to);
    in.a = src(p, 1, T_F32);
    in.b = src(p, 2, T_F32);
    emit(p, in);
    return;
  }
  operands_are(p, 2, 2);
  if (is_pair(to) != is_pair(from))
    no_form(p, "cvt", to);
  in.d = wide_dst(p, 0, &p->operands[0], to == T_TF32 ? T_B32 : to, &in.width);
  in.a = wide_src(p, 1, &p->operands[1], from, &in.vec);
  bool natural = in.width == type_bytes(to) && in.vec == type_bytes(from) && !in.mods;
  in.exec = is_pair(to) ? exec_cvt_pair : natural ? convert_exec(to, from, round) : exec_cvt;
  emit(p, in);
}

Space mod_space(Parser *p)
{
  static const struct {
    const char *word;
    Space space;
  } words[] = {{"global", SPACE_GLOBAL},      {"shared", SPACE_SHARED},    {"shared::cta", SPACE_SHARED},
               {"local", SPACE_LOCAL},        {"const", SPACE_CONST},      {"param", SPACE_PARAM},
               {"param::entry", SPACE_PARAM}, {"param::func", SPACE_PARAM}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (mod(p, words[i].word))
      return words[i].space;
  return SPACE_GENERIC;
}

void decode_cvta(Parser *p, TriSimClass cls)
{
  bool to = mod(p, "to");
  Inst in = {.exec = exec_cvta, .cls = (uint8_t)cls, .sub = to};
  in.space = (uint8_t)mod_space(p);
  Type t = need_type(p);
  operands_are(p, 2, 2);
  if (in.space == SPACE_GENERIC || (t != T_U64 && t != T_B64 && t != T_S64))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "cvta expects a state space and .u64");
  in.d = dst(p, 0, T_B64);
  in.a = src(p, 1, T_B64);
  emit(p, in);
}

void decode_isspacep(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_isspacep, .cls = (uint8_t)cls, .space = (uint8_t)mod_space(p)};
  operands_are(p, 2, 2);
  if (in.space == SPACE_GENERIC)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "isspacep expects a state space");
  in.d = dst(p, 0, T_PRED);
  in.a = src(p, 1, T_B64);
  emit(p, in);
}
