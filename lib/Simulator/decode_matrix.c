/* ldmatrix, stmatrix, movmatrix and mma. */
#include "Simulator/decoders.h"
#include "Simulator/memops.h"

#include <stdio.h>
#include <string.h>

const Ref *register_list(Parser *p, uint32_t i, Type t, uint32_t n, bool is_source)
{
  const Operand *o = &p->operands[i];
  bool list = o->kind == O_VECTOR;
  if (i >= p->operand_count || (list ? o->count : 1) != n)
    fail_operand(p, i, "expected %u registers of .%s", n, type_name(t));
  Ref *refs = arena_array(p->arena, Ref, n);
  for (uint32_t k = 0; k < n; k++)
    refs[k] = is_source ? src_of(p, i, list ? &o->at[k] : o, t) : dst_of(p, i, list ? &o->at[k] : o, t);
  return refs;
}

bool mods_are(Parser *p, const char *words)
{
  char word[24];
  int used;
  for (bool ok = true;; words += used) {
    if (sscanf(words, "%23s%n", word, &used) != 1)
      return ok;
    ok = mod(p, word) && ok;
  }
}

void decode_ldmatrix(Parser *p, TriSimClass cls)
{
  bool store = token_is(&p->mnemonic, "stmatrix");
  Inst in = {.exec = store ? exec_stmatrix : exec_ldmatrix, .cls = (uint8_t)cls, .space = SPACE_SHARED};
  bool ok = mods_are(p, "sync aligned m8n8");
  in.vec = mod(p, "x1") ? 1 : mod(p, "x2") ? 2 : mod(p, "x4") ? 4 : 0;
  in.sub = mod(p, "trans");
  ok = mod_space(p) == SPACE_SHARED && ok;
  if (!ok || !in.vec || need_type(p) != T_B16)
    fail_at(p, p->mnemonic.line, p->mnemonic.column,
            "expected %.*s.sync.aligned.m8n8.x1|x2|x4[.trans].shared.b16", (int)p->mnemonic.length,
            p->mnemonic.text);
  operands_are(p, 2, 2);
  in.ext = register_list(p, store ? 1 : 0, T_B32, in.vec, store);
  bool is_wide;
  address(p, store ? 0 : 1, SPACE_SHARED, &in.a, &in.imm, &is_wide);
  in.type2 = !is_wide;
  emit(p, in);
}

void decode_movmatrix(Parser *p, TriSimClass cls)
{
  if (!mods_are(p, "sync aligned m8n8 trans") || need_type(p) != T_B16)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "expected movmatrix.sync.aligned.m8n8.trans.b16");
  operands_are(p, 2, 2);
  emit(p, (Inst){.exec = exec_movmatrix, .cls = (uint8_t)cls, .d = dst(p, 0, T_B32), .a = src(p, 1, T_B32)});
}

static uint32_t shape_of(Parser *p)
{
  static const uint32_t depths[] = {4, 8, 16, 32};
  for (int i = 0; i < 4; i++) {
    char word[16];
    snprintf(word, sizeof word, "m16n8k%u", depths[i]);
    if (mod(p, word))
      return depths[i];
  }
  fail_at(p, p->mnemonic.line, p->mnemonic.column,
          "supported shapes of mma are m16n8k4, k8, k16, k32 and m8n8k4.f64");
}

static void decode_mma_f64(Parser *p, TriSimClass cls)
{
  mod(p, "rn");
  for (int i = 0; i < 4; i++)
    if (need_type(p) != T_F64)
      fail_at(p, p->mnemonic.line, p->mnemonic.column, "mma.m8n8k4 is supported for .f64 only");
  operands_are(p, 4, 4);
  Mma *m = arena_new(p->arena, Mma);
  m->d = register_list(p, 0, T_F64, 2, false);
  m->a = register_list(p, 1, T_F64, 1, true);
  m->b = register_list(p, 2, T_F64, 1, true);
  m->c = register_list(p, 3, T_F64, 2, true);
  emit(p, (Inst){.exec = exec_mma_f64, .cls = (uint8_t)cls, .ext = m});
}

static bool types_fit(const Mma *m)
{
  bool half = m->a_type == T_F16, wide = m->a_type == T_BF16 || m->a_type == T_TF32;
  bool fp8 = m->a_type == T_E4M3 || m->a_type == T_E5M2, fp8b = m->b_type == T_E4M3 || m->b_type == T_E5M2;
  bool byte = m->a_type == T_S8 || m->a_type == T_U8, byteb = m->b_type == T_S8 || m->b_type == T_U8;
  bool same = m->a_type == m->b_type || (fp8 && fp8b) || (byte && byteb);
  uint32_t elements = m->bits == 32 ? 4 : m->bits == 16 ? 8 : 16;
  bool depth = m->k == elements || m->k == 2 * elements;
  if (byte)
    return same && depth && m->d_type == T_S32 && m->c_type == T_S32;
  bool out = (m->d_type == T_F32 && m->c_type == T_F32) ||
             ((half || fp8) && m->d_type == T_F16 && m->c_type == T_F16);
  return same && depth && out && (half || wide || fp8);
}

/* mma.sync.aligned.m16n8kK.row.col[.satfinite].dtype.atype.btype.ctype d, a, b, c */
void decode_mma(Parser *p, TriSimClass cls)
{
  if (!mods_are(p, "sync aligned"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "expected mma.sync.aligned");
  bool f64 = mod(p, "m8n8k4");
  uint32_t k = f64 ? 4 : shape_of(p);
  if (!mods_are(p, "row col"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "expected .row.col");
  if (f64) {
    decode_mma_f64(p, cls);
    return;
  }
  Mma *m = arena_new(p->arena, Mma);
  *m = (Mma){.k = k, .saturate = mod(p, "satfinite")};
  mod(p, "kind::f8f6f4");
  m->d_type = need_type(p);
  m->a_type = need_type(p);
  m->b_type = need_type(p);
  m->c_type = need_type(p);
  m->bits = 8 * type_bytes(m->a_type);
  if (!types_fit(m))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "mma.m16n8k%u has no form .%s.%s.%s.%s", k,
            type_name(m->d_type), type_name(m->a_type), type_name(m->b_type), type_name(m->c_type));
  operands_are(p, 4, 4);
  m->a_count = 16 * k * m->bits / 1024;
  m->b_count = 8 * k * m->bits / 1024;
  m->c_count = m->d_type == T_F16 ? 2 : 4;
  Type result = m->d_type == T_F16 ? T_B32 : m->d_type;
  m->d = register_list(p, 0, result, m->c_count, false);
  m->a = register_list(p, 1, T_B32, m->a_count, true);
  m->b = register_list(p, 2, T_B32, m->b_count, true);
  m->c = register_list(p, 3, result, m->c_count, true);
  emit(p, (Inst){.exec = exec_mma, .cls = (uint8_t)cls, .ext = m});
}
