/* Loads, stores, atomics, asynchronous copies, matrix loads. */
#include "Simulator/atomics.h"
#include "Simulator/decoders.h"
#include "Simulator/memops.h"

#include <string.h>

static void ignore(Parser *p, const char *const *words, size_t n)
{
  for (size_t i = 0; i < n; i++)
    mod(p, words[i]);
}
#define IGNORE(p, ...)                                                                                       \
  ignore(p, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

static Semantics mod_semantics(Parser *p)
{
  static const struct {
    const char *word;
    Semantics sem;
  } words[] = {{"weak", SEM_WEAK},       {"relaxed", SEM_RELAXED}, {"acquire", SEM_ACQUIRE},
               {"release", SEM_RELEASE}, {"acq_rel", SEM_ACQ_REL}, {"volatile", SEM_VOLATILE},
               {"mmio", SEM_VOLATILE}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (mod(p, words[i].word))
      return words[i].sem;
  return SEM_WEAK;
}

/* Scopes, cache operators and hints change no result; .L2::cache_hint adds an operand. */
static bool ignore_hints(Parser *p)
{
  IGNORE(p, "cta", "cluster", "gpu", "sys", "ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "unified",
         "L2::64B", "L2::128B", "L2::256B", "L1::evict_normal", "L1::evict_unchanged", "L1::evict_first",
         "L1::evict_last", "L1::no_allocate", "L2::evict_normal", "L2::evict_first", "L2::evict_last");
  return mod(p, "L2::cache_hint") || mod(p, "level::cache_hint");
}

static uint32_t mod_vector(Parser *p) { return mod(p, "v2") ? 2 : mod(p, "v4") ? 4 : mod(p, "v8") ? 8 : 1; }

void memory_address(Parser *p, Inst *in, uint32_t i)
{
  bool is_wide;
  address(p, i, (Space)in->space, &in->a, &in->imm, &is_wide);
  in->type2 = !is_wide;
}

/* The registers of a scalar or {…} operand, all of one width. */
static const Ref *memory_registers(Parser *p, Inst *in, uint32_t i, Type t, bool is_store)
{
  const Operand *o = &p->operands[i];
  bool list = o->kind == O_VECTOR;
  if (i >= p->operand_count || (list ? o->count : 1) != in->vec)
    fail_operand(p, i, "expected %u registers", in->vec);
  Ref *refs = arena_array(p->arena, Ref, in->vec);
  for (uint32_t k = 0; k < in->vec; k++) {
    const Operand *e = list ? &o->at[k] : o;
    uint8_t width = 0;
    refs[k] = is_store ? wide_src(p, i, e, t, &width) : wide_dst(p, i, e, t, &width);
    if (k && width != in->width)
      fail_operand(p, i, "the registers of a vector must have one width");
    in->width = width;
  }
  return refs;
}

static Type memory_type(Parser *p, const Inst *in)
{
  Type t = need_type(p);
  if (t == T_PRED || type_bytes(t) * in->vec > 32)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "a vector of %u .%s is no memory access", in->vec,
            type_name(t));
  return t;
}

/* ld.param [name+4] of a kernel or of a frame: a known place. */
static bool direct_param(Parser *p, Inst *in, uint32_t i)
{
  const Operand *o = &p->operands[i];
  if (i >= p->operand_count || o->kind != O_ADDRESS || o->at[0].kind != O_SYMBOL)
    return false;
  const Symbol *s = o->at[0].symbol;
  if (s->kind != SYM_PARAM && s->kind != SYM_FRAME)
    return false;
  uint64_t bytes = (uint64_t)type_bytes((Type)in->type) * in->vec;
  if (o->offset < 0 || (uint64_t)o->offset + bytes > s->bytes)
    fail_operand(p, i, "bytes %lld to %lld are outside of parameter '%s' of %u bytes", (long long)o->offset,
                 (long long)(o->offset + (int64_t)bytes - 1), s->name, s->bytes);
  in->sub = s->kind == SYM_FRAME;
  in->imm = (int64_t)s->offset + o->offset;
  return true;
}

void decode_ld(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_load, .cls = (uint8_t)cls};
  in.sem = (uint8_t)mod_semantics(p);
  in.space = (uint8_t)mod_space(p);
  bool hint = ignore_hints(p);
  in.vec = (uint8_t)mod_vector(p);
  Type t = memory_type(p, &in);
  in.type = (uint8_t)t;
  operands_are(p, 2 + hint, 2 + hint);
  in.ext = memory_registers(p, &in, 0, t, false);
  if (in.space == SPACE_PARAM && direct_param(p, &in, 1))
    in.exec = exec_load_param;
  else
    memory_address(p, &in, 1);
  emit(p, in);
}

/* st.param [name]: into the frame, through its local address. */
static void frame_store(Parser *p, Inst *in)
{
  const Operand *o = &p->operands[0];
  if (o->at[0].symbol->kind != SYM_FRAME)
    fail_operand(p, 0, "kernel parameters are read-only");
  direct_param(p, in, 0);
  Ref r = new_register(p, T_B64, 1), guard = p->guard;
  p->guard = REF_NONE;
  emit(p,
       (Inst){.exec = exec_frame_address, .d = r, .cls = TRI_SIM_MOVE, .width = 8, .sub = 1, .imm = in->imm});
  p->guard = guard;
  in->a = r;
  in->imm = 0;
  in->sub = 0;
}

void decode_st(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_store, .cls = (uint8_t)cls};
  in.sem = (uint8_t)mod_semantics(p);
  in.space = (uint8_t)mod_space(p);
  bool hint = ignore_hints(p);
  in.vec = (uint8_t)mod_vector(p);
  Type t = memory_type(p, &in);
  in.type = (uint8_t)t;
  operands_are(p, 2 + hint, 2 + hint);
  in.ext = memory_registers(p, &in, 1, t, true);
  const Operand *o = &p->operands[0];
  if (in.space == SPACE_PARAM && o->kind == O_ADDRESS && o->at[0].kind == O_SYMBOL &&
      o->at[0].symbol->kind != SYM_VAR)
    frame_store(p, &in);
  else
    memory_address(p, &in, 0);
  emit(p, in);
}

/* prefetch, discard, applypriority: hints. Their operands are parsed and checked, nothing happens. */
void decode_prefetch(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_nothing, .cls = (uint8_t)cls};
  in.space = (uint8_t)mod_space(p);
  IGNORE(p, "L1", "L2", "tensormap", "L2::evict_last", "L2::evict_normal", "L2::128B");
  operands_are(p, 1, 2);
  memory_address(p, &in, 0);
  emit(p, in);
}

/* createpolicy gives an opaque cache policy: zero here. */
void decode_createpolicy(Parser *p, TriSimClass cls)
{
  for (uint32_t i = 0; i < p->mod_count; i++)
    p->mods[i].used = true;
  operands_are(p, 1, 4);
  emit(p, (Inst){.exec = exec_mov8, .cls = (uint8_t)cls, .d = dst(p, 0, T_B64), .a = constant(p, 0, 0, 8)});
}

/* ---- atomics
 * -------------------------------------------------------------------------------------------------- */

static bool atomic_exists(uint8_t op, Type t)
{
  uint32_t b = type_bytes(t);
  bool f = type_kind(t) == KIND_F;
  switch (op) {
  case ATOM_ADD:
    return f ? t == T_F32 || t == T_F64 || t == T_F16 || t == T_BF16 || t == T_F16X2 || t == T_BF16X2
             : t == T_U32 || t == T_S32 || t == T_U64 || t == T_S64;
  case ATOM_MIN:
  case ATOM_MAX:
    return f ? t == T_F16 || t == T_BF16 || t == T_F16X2 || t == T_BF16X2
             : t == T_U32 || t == T_S32 || t == T_U64 || t == T_S64;
  case ATOM_INC:
  case ATOM_DEC:
    return t == T_U32;
  case ATOM_AND:
  case ATOM_OR:
  case ATOM_XOR:
    return !f && (b == 4 || b == 8);
  case ATOM_EXCH:
    return !f && (b == 4 || b == 8 || b == 16);
  default:
    return !f && (b == 2 || b == 4 || b == 8 || b == 16);
  }
}

void decode_atom(Parser *p, TriSimClass cls)
{
  static const char *const ops[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"};
  bool is_red = token_is(&p->mnemonic, "red");
  Inst in = {.exec = exec_atomic, .cls = (uint8_t)cls, .sub = 255};
  in.sem = (uint8_t)mod_semantics(p);
  in.sem = in.sem == SEM_WEAK ? SEM_RELAXED : in.sem;
  in.space = (uint8_t)mod_space(p);
  bool hint = ignore_hints(p);
  mod(p, "noftz");
  for (uint8_t i = 0; i < 10 && in.sub == 255; i++)
    if (mod(p, ops[i]))
      in.sub = i;
  in.vec = (uint8_t)mod_vector(p);
  Type t = need_type(p);
  in.type = (uint8_t)t;
  if (in.sub == 255 || !atomic_exists(in.sub, t) || (is_red && in.sub >= ATOM_EXCH) ||
      (in.vec > 1 && type_kind(t) != KIND_F))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "'%.*s' has no operation '%s' on .%s",
            (int)p->mnemonic.length, p->mnemonic.text, in.sub == 255 ? "?" : ops[in.sub], type_name(t));
  uint32_t at = is_red ? 0 : 1, sources = in.sub == ATOM_CAS ? 2 : 1;
  operands_are(p, at + 1 + sources + hint, at + 1 + sources + hint);
  AtomRefs *refs = arena_new(p->arena, AtomRefs);
  refs->d = is_red || p->operands[0].kind == O_SINK ? NULL : memory_registers(p, &in, 0, t, false);
  refs->b = memory_registers(p, &in, at + 1, t, true);
  refs->c = sources > 1 ? src(p, at + 2, t) : REF_NONE;
  in.ext = refs;
  memory_address(p, &in, at);
  emit(p, in);
}

/* ---- cp.async
 * ------------------------------------------------------------------------------------------------- */

void decode_cp(Parser *p, TriSimClass cls)
{
  if (!mod(p, "async"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "only cp.async is supported");
  if (mod(p, "bulk")) {
    decode_cp_bulk(p, cls);
    return;
  }
  if (mod(p, "mbarrier")) {
    Inst in = {.exec = exec_cp_async_mbarrier, .cls = TRI_SIM_SYNC, .space = SPACE_SHARED};
    bool ok = mod(p, "arrive");
    in.sub = mod(p, "noinc");
    in.space = (uint8_t)mod_space(p);
    if (!ok || need_type(p) != T_B64)
      fail_at(p, p->mnemonic.line, p->mnemonic.column,
              "expected cp.async.mbarrier.arrive[.noinc].shared.b64");
    operands_are(p, 1, 1);
    memory_address(p, &in, 0);
    emit(p, in);
    return;
  }
  if (mod(p, "commit_group")) {
    operands_are(p, 0, 0);
    emit(p, (Inst){.exec = exec_cp_async_commit, .cls = TRI_SIM_SYNC});
    return;
  }
  bool all = mod(p, "wait_all");
  if (all || mod(p, "wait_group")) {
    operands_are(p, !all, !all);
    emit(p, (Inst){.exec = exec_cp_async_wait,
                   .cls = TRI_SIM_SYNC,
                   .imm = all ? -1 : (int64_t)(need_constant(p, 0) & INT32_MAX)});
    return;
  }
  if (!mod(p, "shared") && !mod(p, "shared::cta"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "cp.async writes to .shared");
  if (!mod(p, "global"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "cp.async reads from .global");
  bool hint = ignore_hints(p);
  Inst in = {.exec = exec_cp_async, .cls = (uint8_t)cls};
  operands_are(p, 3 + hint, 4 + hint);
  uint64_t bytes = need_constant(p, 2);
  if (bytes != 4 && bytes != 8 && bytes != 16)
    fail_operand(p, 2, "cp.async copies 4, 8 or 16 bytes");
  CopyPair *pair = arena_new(p->arena, CopyPair);
  pair->to.space = SPACE_SHARED;
  memory_address(p, &pair->to, 0);
  pair->from.space = SPACE_GLOBAL;
  memory_address(p, &pair->from, 1);
  pair->size = p->operand_count > 3u + hint ? src(p, 3, T_U32) : REF_NONE;
  in.vec = (uint8_t)bytes;
  in.ext = pair;
  emit(p, in);
}
