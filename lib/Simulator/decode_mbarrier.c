/* mbarrier and bulk copies. */
#include "Simulator/atomics.h"
#include "Simulator/decoders.h"
#include "Simulator/memops.h"

static void drop_scopes(Parser *p)
{
  static const char *const words[] = {"relaxed", "acquire", "release", "cta", "cluster", "shared::cluster"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    mod(p, words[i]);
}

static void mbarrier_space(Parser *p, Inst *in)
{
  in->space = (uint8_t)(mod(p, "shared::cluster") ? SPACE_SHARED : mod_space(p));
  if (in->space != SPACE_SHARED && in->space != SPACE_GENERIC)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "an mbarrier lies in .shared");
  drop_scopes(p);
  if (need_type(p) != T_B64)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "mbarrier operations are .b64");
}

/* arrive, arrive_drop, arrive.expect_tx: [state,] [address] [, count or bytes]. */
static void decode_arrive(Parser *p, Inst *in)
{
  bool tx = mod(p, "expect_tx");
  in->sub = tx ? MBAR_ARRIVE_TX : in->sub;
  mod(p, "noComplete");
  mbarrier_space(p, in);
  bool has_state = p->operands[0].kind != O_ADDRESS;
  operands_are(p, 1u + has_state + tx, 2u + has_state);
  in->d = has_state && p->operands[0].kind != O_SINK ? dst(p, 0, T_B64) : REF_NONE;
  memory_address(p, in, has_state);
  if (p->operand_count > 1u + has_state)
    in->b = src(p, 1u + has_state, T_U32);
}

static void decode_wait(Parser *p, Inst *in)
{
  bool parity = mod(p, "parity");
  in->sub = parity ? MBAR_WAIT_PARITY : MBAR_WAIT;
  mbarrier_space(p, in);
  operands_are(p, 3, 4);
  in->d = dst(p, 0, T_PRED);
  memory_address(p, in, 1);
  in->b = src(p, 2, parity ? T_U32 : T_B64);
}

void decode_mbarrier(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_mbarrier, .cls = (uint8_t)cls, .b = REF_NONE, .d = REF_NONE};
  if (mod(p, "arrive") || mod(p, "arrive_drop")) {
    in.sub = p->mods[0].token.length > 6 ? MBAR_DROP : MBAR_ARRIVE;
    decode_arrive(p, &in);
  } else if (mod(p, "test_wait") || mod(p, "try_wait")) {
    decode_wait(p, &in);
  } else {
    in.sub = mod(p, "init")          ? MBAR_INIT
             : mod(p, "inval")       ? MBAR_INVAL
             : mod(p, "expect_tx")   ? MBAR_EXPECT_TX
             : mod(p, "complete_tx") ? MBAR_COMPLETE_TX
                                     : 255;
    if (in.sub == 255)
      fail_at(p, p->mnemonic.line, p->mnemonic.column,
              "expected mbarrier.init, .inval, .arrive, .arrive_drop, .expect_tx, .complete_tx, .test_wait "
              "or .try_wait");
    mbarrier_space(p, &in);
    uint32_t n = in.sub == MBAR_INVAL ? 1 : 2;
    operands_are(p, n, n);
    memory_address(p, &in, 0);
    in.b = n > 1 ? src(p, 1, T_U32) : REF_NONE;
  }
  emit(p, in);
}

/* cp.async.bulk.shared::cluster|cta.global.mbarrier::complete_tx::bytes [to], [from], size, [mbarrier]
 * cp.async.bulk.global.shared::cta.bulk_group [to], [from], size, and the group operations, which wait for
 * nothing here. */
void decode_cp_bulk(Parser *p, TriSimClass cls)
{
  if (mod(p, "commit_group") || mod(p, "wait_group")) {
    mod(p, "read");
    operands_are(p, 0, 1);
    emit(p, (Inst){.exec = exec_nothing, .cls = TRI_SIM_SYNC});
    return;
  }
  bool loads = mod(p, "mbarrier::complete_tx::bytes"), stores = mod(p, "bulk_group");
  bool hint = mod(p, "L2::cache_hint");
  bool cluster = mod(p, "shared::cluster"), cta = mod(p, "shared::cta") || mod(p, "shared"),
       global = mod(p, "global");
  if (loads == stores || !global || !(cluster || cta) || (stores && cluster))
    fail_at(p, p->mnemonic.line, p->mnemonic.column,
            "supported bulk copies are .shared::cluster.global.mbarrier::complete_tx::bytes and "
            ".global.shared::cta.bulk_group");
  operands_are(p, 3u + loads + hint, 3u + loads + hint);
  BulkCopy *copy = arena_new(p->arena, BulkCopy);
  copy->to.space = loads ? SPACE_SHARED : SPACE_GLOBAL;
  copy->from.space = loads ? SPACE_GLOBAL : SPACE_SHARED;
  copy->barrier.space = SPACE_SHARED;
  memory_address(p, &copy->to, 0);
  memory_address(p, &copy->from, 1);
  copy->size = src(p, 2, T_U32);
  copy->has_barrier = loads;
  if (loads)
    memory_address(p, &copy->barrier, 3);
  emit(p, (Inst){.exec = exec_cp_bulk, .cls = (uint8_t)cls, .ext = copy});
}
