/* wgmma: mma_async, fence, commit_group, wait_group. */
#include "Simulator/decoders.h"
#include "Simulator/memops.h"

#include <stdio.h>
#include <string.h>

static void shape(Parser *p, Wgmma *m)
{
  for (uint32_t i = 0; i < p->mod_count; i++) {
    char word[32] = "";
    unsigned n, k;
    if (p->mods[i].token.length < sizeof word)
      memcpy(word, p->mods[i].token.text, p->mods[i].token.length);
    if (sscanf(word, "m64n%uk%u", &n, &k) != 2)
      continue;
    p->mods[i].used = true;
    m->n = n;
    m->k = k;
  }
  if (!m->n || m->n % 8 || m->n > 256)
    fail_at(p, p->mnemonic.line, p->mnemonic.column,
            "expected wgmma.mma_async.sync.aligned.m64nNkK with N a multiple of 8 up to 256");
}

static bool sign_operand(Parser *p, uint32_t i)
{
  uint64_t v = need_constant(p, i);
  if (v != 1 && v != UINT64_MAX)
    fail_operand(p, i, "a scale is 1 or -1");
  return v != 1;
}

static void check_types(Parser *p, Wgmma *m)
{
  bool half = m->a_type == T_F16 || m->a_type == T_BF16 || m->a_type == T_TF32,
       fp8 = m->a_type == T_E4M3 || m->a_type == T_E5M2;
  bool byte = m->a_type == T_S8 || m->a_type == T_U8;
  bool b_fits = m->a_type == m->b_type || (fp8 && (m->b_type == T_E4M3 || m->b_type == T_E5M2)) ||
                (byte && (m->b_type == T_S8 || m->b_type == T_U8));
  bool d_fits =
      byte ? m->d_type == T_S32 : m->d_type == T_F32 || (m->d_type == T_F16 && (m->a_type == T_F16 || fp8));
  m->bits = 8 * type_bytes(m->a_type);
  if (!(half || fp8 || byte) || !b_fits || !d_fits || m->k * m->bits != 256)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "wgmma.m64n%uk%u has no form .%s.%s.%s", m->n, m->k,
            type_name(m->d_type), type_name(m->a_type), type_name(m->b_type));
}

/* d, a (registers or descriptor), b descriptor, scale-d, scale-a, scale-b [, trans-a], trans-b */
static void decode_mma_async(Parser *p, TriSimClass cls)
{
  Wgmma *m = arena_new(p->arena, Wgmma);
  shape(p, m);
  if (!mods_are(p, "sync aligned"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "expected .sync.aligned");
  mod(p, "satfinite");
  m->d_type = need_type(p);
  m->a_type = need_type(p);
  m->b_type = need_type(p);
  check_types(p, m);
  operands_are(p, 4, 8);
  m->d_count = m->d_type == T_F16 ? m->n / 4 : m->n / 2;
  m->d = register_list(p, 0, m->d_type == T_F16 ? T_B32 : m->d_type, m->d_count, false);
  bool in_registers = p->operands[1].kind == O_VECTOR;
  if (in_registers)
    m->a = register_list(p, 1, T_B32, 4, true);
  else
    m->a_desc = src(p, 1, T_B64);
  m->b_desc = src(p, 2, T_B64);
  m->scale_d = src(p, 3, T_PRED);
  m->negate_a = p->operand_count > 4 && sign_operand(p, 4);
  m->negate_b = p->operand_count > 5 && sign_operand(p, 5);
  uint32_t last = p->operand_count - 1;
  if (p->operand_count > 6) {
    m->trans_b = need_constant(p, last) != 0;
    m->trans_a = !in_registers && p->operand_count > 7 && need_constant(p, 6) != 0;
  }
  if ((m->trans_a || m->trans_b) && m->bits != 16)
    fail_operand(p, last, "only 16-bit operands can be transposed");
  emit(p, (Inst){.exec = exec_wgmma, .cls = (uint8_t)cls, .ext = m});
}

void decode_wgmma(Parser *p, TriSimClass cls)
{
  if (mod(p, "mma_async")) {
    decode_mma_async(p, cls);
    return;
  }
  bool group = mod(p, "wait_group");
  if (!group && !mod(p, "fence") && !mod(p, "commit_group"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column,
            "expected wgmma.mma_async, .fence, .commit_group or .wait_group");
  if (!mods_are(p, "sync aligned"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "expected .sync.aligned");
  operands_are(p, group, group);
  if (group)
    need_constant(p, 0);
  emit(p, (Inst){.exec = exec_nothing, .cls = TRI_SIM_SYNC});
}
