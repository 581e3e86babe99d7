/* From a parsed statement to an Inst: what every family shares. */
#include "Simulator/decoders.h"

#include <stdio.h>
#include <string.h>

static const char *mnemonic_text(Parser *p)
{
  char text[128];
  size_t n = (size_t)snprintf(text, sizeof text, "%.*s", (int)p->mnemonic.length, p->mnemonic.text);
  for (uint32_t i = 0; i < p->mod_count && n < sizeof text; i++)
    n += (size_t)snprintf(text + n, sizeof text - n, ".%.*s", (int)p->mods[i].token.length,
                          p->mods[i].token.text);
  return arena_printf(p->arena, "%s", text);
}

_Noreturn void fail_operand(Parser *p, uint32_t i, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  const char *what = arena_vprintf(p->arena, format, args);
  va_end(args);
  const Operand *o = i < p->operand_count ? &p->operands[i] : NULL;
  fail_at(p, o ? o->line : p->mnemonic.line, o ? o->column : p->mnemonic.column, "operand %u of '%s': %s",
          i + 1, mnemonic_text(p), what);
}

/* ---- modifiers ------------------------------------------------------------------------------------------
 */

bool mod(Parser *p, const char *word)
{
  for (uint32_t i = 0; i < p->mod_count; i++)
    if (!p->mods[i].used && token_is(&p->mods[i].token, word))
      return p->mods[i].used = true;
  return false;
}

Type mod_type(Parser *p)
{
  for (uint32_t i = 0; i < p->mod_count; i++) {
    Type t = p->mods[i].used ? T_NONE : type_find(p->mods[i].token.text, p->mods[i].token.length);
    if (t != T_NONE) {
      p->mods[i].used = true;
      return t;
    }
  }
  return T_NONE;
}

Type need_type(Parser *p)
{
  Type t = mod_type(p);
  if (t == T_NONE)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "expected a type modifier in '%s'", mnemonic_text(p));
  return t;
}

Round mod_round(Parser *p)
{
  static const struct {
    const char *word;
    Round round;
  } words[] = {{"rn", RND_RN},   {"rz", RND_RZ},   {"rm", RND_RM},   {"rp", RND_RP},  {"rna", RND_RNA},
               {"rni", RND_RNI}, {"rzi", RND_RZI}, {"rmi", RND_RMI}, {"rpi", RND_RPI}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (mod(p, words[i].word))
      return words[i].round;
  return RND_NONE;
}

void operands_are(Parser *p, uint32_t least, uint32_t most)
{
  if (p->operand_count >= least && p->operand_count <= most)
    return;
  char range[40];
  snprintf(range, sizeof range, least == most ? "%u" : "%u to %u", least, most);
  fail_at(p, p->mnemonic.line, p->mnemonic.column, "'%s' expects %s operands, got %u", mnemonic_text(p),
          range, p->operand_count);
}

/* ---- constants and registers ------------------------------------------------------------------------------
 */

Ref constant(Parser *p, uint64_t lo, uint64_t hi, uint32_t bytes)
{
  for (size_t i = p->pool_keys.n, look = 0; i > 0 && look < 64; i--, look++) {
    const PoolKey *k = &p->pool_keys.at[i - 1];
    if (k->bytes == bytes && k->lo == lo && k->hi == hi)
      return k->granule | REF_CONST;
  }
  uint32_t granule = (uint32_t)(p->pool.n / GRANULE);
  vec_push(p->arena, &p->pool_keys) = (PoolKey){lo, hi, bytes, granule};
  unsigned char value[16];
  memcpy(value, &lo, 8);
  memcpy(value + 8, &hi, 8);
  for (uint32_t l = 0; l < LANES; l++)
    for (uint32_t i = 0; i < bytes; i++)
      vec_push(p->arena, &p->pool) = value[i];
  return granule | REF_CONST;
}

static Ref constant_predicate(Parser *p, bool value)
{
  uint64_t v = value ? ~(uint64_t)0 : 0;
  return constant(p, v, v, 2);
}

static uint32_t bytes_in_register(Type t) { return type_bytes(t) < 2 ? 2 : type_bytes(t); }

static uint64_t literal(Parser *p, uint32_t i, const Operand *o, Type t)
{
  double d;
  float f;
  uint32_t u = (uint32_t)o->bits;
  memcpy(&d, &o->bits, sizeof d);
  memcpy(&f, &u, sizeof f);
  if (o->literal == TOK_INT)
    return o->bits;
  if (type_bytes(t) == 8) {
    d = o->literal == TOK_F32 ? (double)f : d;
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
  }
  if (type_bytes(t) != 4)
    fail_operand(p, i, "a floating-point literal cannot be %s", type_name(t));
  f = o->literal == TOK_F64 ? (float)d : f;
  memcpy(&u, &f, sizeof u);
  return u;
}

/* The address of a variable, parameter or function as a value of t. */
static Ref symbol_value(Parser *p, uint32_t i, const Operand *o, Type t)
{
  const Symbol *s = o->symbol;
  uint32_t bytes = type_bytes(t);
  if (bytes != 4 && bytes != 8)
    fail_operand(p, i, "an address has 32 or 64 bits, not the %u of %s", bytes * 8, type_name(t));
  if (s->kind == SYM_FUNC)
    return constant(p, WINDOW_CODE + s->func->index + 1, 0, bytes);
  if (s->kind == SYM_PARAM)
    return constant(p, WINDOW_PARAM + s->offset + (uint64_t)o->offset, 0, bytes);
  if (s->kind == SYM_FRAME || (s->kind == SYM_VAR && s->var->space == SPACE_LOCAL)) {
    Ref r = new_register(p, t, 1);
    uint32_t offset = s->kind == SYM_FRAME ? s->offset : (uint32_t)s->var->offset;
    Ref guard = p->guard;
    p->guard = REF_NONE;
    emit(p, (Inst){.exec = exec_frame_address,
                   .d = r,
                   .cls = TRI_SIM_MOVE,
                   .width = (uint8_t)bytes,
                   .sub = s->kind == SYM_FRAME,
                   .imm = (int64_t)offset + o->offset});
    p->guard = guard;
    return r;
  }
  if (s->kind != SYM_VAR)
    fail_operand(p, i, "'%s' is no variable, parameter or function", s->name);
  uint32_t granule = (uint32_t)(p->pool.n / GRANULE);
  for (uint32_t k = 0; k < bytes * LANES; k++)
    vec_push(p->arena, &p->pool) = 0;
  vec_push(p->arena, &p->pool_relocs) = (PoolReloc){p->func, granule, bytes, s->var, o->offset};
  return granule | REF_CONST;
}

static Ref special_value(Parser *p, const Operand *o, Type t)
{
  Ref r = new_register(p, t, 1), guard = p->guard;
  p->guard = REF_NONE;
  emit(p, (Inst){.exec = exec_sreg,
                 .d = r,
                 .cls = TRI_SIM_MOVE,
                 .width = (uint8_t)bytes_in_register(t),
                 .sub = (uint8_t)(o->bits / 4),
                 .cmp = (uint8_t)(o->bits % 4)});
  p->guard = guard;
  return r;
}

static void unknown_name(Parser *p, uint32_t i, const Operand *o)
{
  if (o->kind == O_NAME)
    fail_at(p, o->line, o->column, "'%.*s' is not declared", (int)o->name.length, o->name.name);
  fail_operand(p, i, "expected a register or a constant");
}

Ref src_of(Parser *p, uint32_t i, const Operand *o, Type t)
{
  switch (o->kind) {
  case O_REG:
    if ((o->type == T_PRED) != (t == T_PRED) ||
        (t != T_PRED && bytes_in_register(o->type) != bytes_in_register(t)))
      fail_operand(p, i, "expected a register of %s's width, got .%s", type_name(t), type_name(o->type));
    if (o->negated && t != T_PRED)
      fail_operand(p, i, "only a predicate can be negated");
    return o->ref;
  case O_IMM:
    if (t == T_PRED)
      return constant_predicate(p, o->bits != 0);
    return constant(p, literal(p, i, o, t), 0, bytes_in_register(t));
  case O_SREG:
    return special_value(p, o, t);
  case O_SYMBOL:
    return symbol_value(p, i, o, t);
  default:
    unknown_name(p, i, o);
    return REF_NONE;
  }
}

Ref src(Parser *p, uint32_t i, Type t) { return src_of(p, i, &p->operands[i], t); }

Ref dst_of(Parser *p, uint32_t i, const Operand *o, Type t)
{
  if (o->kind == O_SINK)
    return new_register(p, t, 1);
  if (o->kind != O_REG)
    fail_operand(p, i, "expected a destination register");
  return src_of(p, i, o, t);
}

Ref dst(Parser *p, uint32_t i, Type t) { return dst_of(p, i, &p->operands[i], t); }

static Ref wide(Parser *p, uint32_t i, const Operand *o, Type t, uint8_t *width)
{
  if (o->type == T_PRED || bytes_in_register(o->type) < type_bytes(t) || bytes_in_register(o->type) > 16)
    fail_operand(p, i, "expected a register of at least %s's width, got .%s", type_name(t),
                 type_name(o->type));
  *width = (uint8_t)bytes_in_register(o->type);
  return o->ref;
}

Ref wide_dst(Parser *p, uint32_t i, const Operand *o, Type t, uint8_t *width)
{
  if (o->kind == O_REG)
    return wide(p, i, o, t, width);
  *width = (uint8_t)bytes_in_register(t);
  return dst_of(p, i, o, t);
}

Ref wide_src(Parser *p, uint32_t i, const Operand *o, Type t, uint8_t *width)
{
  if (o->kind == O_REG)
    return wide(p, i, o, t, width);
  *width = (uint8_t)bytes_in_register(t);
  return src_of(p, i, o, t);
}

bool is_constant(const Parser *p, uint32_t i) { return i < p->operand_count && p->operands[i].kind == O_IMM; }

uint64_t need_constant(Parser *p, uint32_t i)
{
  if (!is_constant(p, i) || p->operands[i].literal != TOK_INT)
    fail_operand(p, i, "expected an integer constant");
  return p->operands[i].bits;
}

void address(Parser *p, uint32_t i, Space space, Ref *base, int64_t *offset, bool *is_wide)
{
  const Operand *o = &p->operands[i];
  if (i >= p->operand_count || o->kind != O_ADDRESS)
    fail_operand(p, i, "expected an address such as [%%rd1+4]");
  const Operand *b = &o->at[0];
  *offset = o->offset;
  *is_wide = true;
  if (b->kind == O_IMM) {
    *base = constant(p, b->bits, 0, 8);
    return;
  }
  if (b->kind == O_REG && bytes_in_register(b->type) == 4 && b->type != T_PRED) {
    if (space == SPACE_GLOBAL || space == SPACE_GENERIC)
      fail_operand(p, i, "a global or generic address has 64 bits");
    *is_wide = false;
    *base = b->ref;
    return;
  }
  *base = src_of(p, i, b, T_B64);
}

/* ---- emission
 * ---------------------------------------------------------------------------------------------- */

Inst *emit(Parser *p, Inst in)
{
  in.index = (uint32_t)p->code.n;
  in.guard = p->guard;
  in.reconv = in.flags & F_FLOW ? in.reconv : NO_PC;
  if (p->guard != REF_NONE)
    in.flags |= (uint8_t)(F_GUARD | (p->guard_not ? F_GUARD_NOT : 0));
  vec_push(p->arena, &p->places) = p->place;
  vec_push(p->arena, &p->code) = in;
  return &p->code.at[p->code.n - 1];
}

typedef struct {
  const char *name;
  void (*decode)(Parser *, TriSimClass);
  TriSimClass cls;
} Opcode;

static const Opcode opcodes[] = {
#define X(name, decode, cls) {name, decode, TRI_SIM_##cls},
#include "Simulator/opcodes.def"
#undef X
};

void decode(Parser *p)
{
  for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++) {
    if (!token_is(&p->mnemonic, opcodes[i].name))
      continue;
    opcodes[i].decode(p, opcodes[i].cls);
    for (uint32_t k = 0; k < p->mod_count; k++)
      if (!p->mods[k].used)
        fail_at(p, p->mods[k].token.line, p->mods[k].token.column, "unknown modifier '.%.*s' in '%s'",
                (int)p->mods[k].token.length, p->mods[k].token.text, mnemonic_text(p));
    return;
  }
  fail_at(p, p->mnemonic.line, p->mnemonic.column, "unknown instruction '%s'", mnemonic_text(p));
}
