/* Control flow, barriers, fences, and operations across a warp. */
#include "Simulator/atomics.h"
#include "Simulator/decoders.h"
#include "Simulator/memops.h"

#include <string.h>

static void later(Parser *p, const Name *n, uint32_t *slot)
{
  vec_push(p->arena, &p->fixups) = (Fixup){(uint32_t)p->code.n, *n, slot};
}

void decode_bra(Parser *p, TriSimClass cls)
{
  mod(p, "uni");
  operands_are(p, 1, 1);
  const Operand *o = &p->operands[0];
  if (o->kind != O_NAME && o->kind != O_SYMBOL)
    fail_operand(p, 0, "expected a label");
  later(p, &o->name, NULL);
  emit(p, (Inst){.exec = exec_bra, .cls = (uint8_t)cls, .flags = F_FLOW, .reconv = NO_PC});
}

/* brx.idx index, table; the table is a .branchtargets label. */
void decode_brx(Parser *p, TriSimClass cls)
{
  mod(p, "idx");
  mod(p, "uni");
  operands_are(p, 2, 2);
  const Operand *t = &p->operands[1];
  if (t->kind != O_SYMBOL || t->symbol->kind != SYM_TARGETS)
    fail_operand(p, 1, "expected a label of .branchtargets that stands before");
  Inst in = {.exec = exec_brx,
             .cls = (uint8_t)cls,
             .flags = F_FLOW,
             .reconv = NO_PC,
             .a = src(p, 0, T_U32),
             .imm = t->symbol->count};
  uint32_t *targets = arena_array(p->arena, uint32_t, t->symbol->count);
  for (uint32_t i = 0; i < t->symbol->count; i++)
    later(p, &t->symbol->targets[i], &targets[i]);
  in.ext = targets;
  emit(p, in);
}

static const uint32_t *frame_offsets(Parser *p, uint32_t i, const Operand *list)
{
  uint32_t *offsets = arena_array(p->arena, uint32_t, list->count);
  for (uint32_t k = 0; k < list->count; k++) {
    const Operand *o = &list->at[k];
    if (o->kind != O_SYMBOL || o->symbol->kind != SYM_FRAME)
      fail_operand(p, i, "expected .param variables of this function");
    offsets[k] = o->symbol->offset;
  }
  return offsets;
}

/* call (results), f, (arguments) [, prototype or targets]; results and arguments may be left out. */
void decode_call(Parser *p, TriSimClass cls)
{
  mod(p, "uni");
  CallSite *site = arena_new(p->arena, CallSite);
  Inst in = {.exec = exec_call, .cls = (uint8_t)cls, .flags = F_FLOW, .reconv = NO_PC, .ext = site};
  uint32_t i = 0;
  operands_are(p, 1, 4);
  if (p->operands[0].kind == O_LIST) {
    site->results = frame_offsets(p, 0, &p->operands[0]);
    site->result_count = p->operands[0].count;
    i = 1;
  }
  if (i >= p->operand_count)
    fail_operand(p, i, "expected a function");
  const Operand *f = &p->operands[i];
  if (f->kind == O_SYMBOL && f->symbol->kind == SYM_FUNC)
    site->callee = f->symbol->func;
  else if (f->kind == O_NAME)
    fail_at(p, f->line, f->column, "'%.*s' is not declared", (int)f->name.length, f->name.name);
  else
    in.a = src(p, i, T_B64);
  if (i + 1 < p->operand_count && p->operands[i + 1].kind == O_LIST) {
    site->args = frame_offsets(p, i + 1, &p->operands[i + 1]);
    site->arg_count = p->operands[i + 1].count;
  }
  vec_push(p->arena, &p->callees) = site->callee;
  emit(p, in);
}

void decode_ret(Parser *p, TriSimClass cls)
{
  mod(p, "uni");
  operands_are(p, 0, 0);
  bool leaves = p->func->is_entry || token_is(&p->mnemonic, "exit");
  emit(p,
       (Inst){
           .exec = leaves ? exec_exit : exec_return, .cls = (uint8_t)cls, .flags = F_FLOW, .reconv = NO_PC});
}

void decode_trap(Parser *p, TriSimClass cls)
{
  operands_are(p, 0, 0);
  emit(p, (Inst){.exec = token_is(&p->mnemonic, "trap") ? exec_trap : exec_nothing,
                 .cls = (uint8_t)cls,
                 .reconv = NO_PC});
}

void decode_nanosleep(Parser *p, TriSimClass cls)
{
  bool sleeps = token_is(&p->mnemonic, "nanosleep");
  if (sleeps)
    mod(p, "u32");
  else
    mod(p, "mask");
  operands_are(p, 1, 1);
  if (sleeps)
    src(p, 0, T_U32);
  emit(p, (Inst){.exec = sleeps ? exec_nanosleep : exec_nothing, .cls = (uint8_t)cls});
}

void decode_nothing(Parser *p, TriSimClass cls)
{
  static const char *const words[] = {"launch_dependents", "wait", "inc", "dec", "sync", "aligned", "u32"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    mod(p, words[i]);
  operands_are(p, 0, 1);
  emit(p, (Inst){.exec = exec_nothing, .cls = (uint8_t)cls});
}

/* ---- barriers
 * -------------------------------------------------------------------------------------------------- */

static void bar_reduction(Parser *p, Inst *in)
{
  bool popc = mod(p, "popc");
  in->sub = popc ? BAR_POPC : mod(p, "and") ? BAR_AND : mod(p, "or") ? BAR_OR : BAR_SYNC;
  Type t = need_type(p);
  if (in->sub == BAR_SYNC || t != (popc ? T_U32 : T_PRED))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "bar.red expects .popc.u32, .and.pred or .or.pred");
  operands_are(p, 3, 4);
  uint32_t last = p->operand_count - 1;
  in->d = dst(p, 0, popc ? T_U32 : T_PRED);
  in->a = src(p, 1, T_U32);
  in->b = last == 3 ? src(p, 2, T_U32) : REF_NONE;
  in->c = src(p, last, T_PRED);
  in->width = p->operands[last].negated;
}

/* bar.* are the aligned barriers; barrier.* are aligned where they say so (PTX ISA, bar). */
void decode_bar(Parser *p, TriSimClass cls)
{
  bool is_bar = token_is(&p->mnemonic, "bar");
  Inst in = {.exec = exec_bar, .cls = (uint8_t)cls, .b = REF_NONE, .c = REF_NONE};
  if (mod(p, "cluster"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "clusters are not supported");
  if (mod(p, "warp")) {
    mod(p, "sync");
    operands_are(p, 1, 1);
    in.exec = exec_bar_warp;
    in.a = src(p, 0, T_B32);
    emit(p, in);
    return;
  }
  mod(p, "cta");
  bool red = mod(p, "red"), arrive = mod(p, "arrive"), sync = mod(p, "sync");
  in.cmp = mod(p, "aligned") || is_bar;
  if (!red && !arrive && !sync)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "expected .sync, .arrive or .red");
  if (red) {
    bar_reduction(p, &in);
  } else {
    in.sub = arrive ? BAR_ARRIVE : BAR_SYNC;
    operands_are(p, arrive ? 2 : 1, 2);
    in.a = src(p, 0, T_U32);
    in.b = p->operand_count > 1 ? src(p, 1, T_U32) : REF_NONE;
  }
  emit(p, in);
}

void decode_fence(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_fence, .cls = (uint8_t)cls, .sub = FENCE_WIDE};
  static const char *const narrow[] = {"cta"}, *const wide[] = {"gl", "sys",     "gpu",     "cluster",
                                                                "sc", "acq_rel", "acquire", "release"};
  if (mod(p, "proxy")) {
    for (uint32_t i = 0; i < p->mod_count; i++)
      p->mods[i].used = true;
    in.sub = FENCE_PROXY;
    operands_are(p, 0, 2);
  } else if (mod(p, "mbarrier_init")) {
    mod(p, "release");
    mod(p, "cluster");
    in.sub = FENCE_CTA;
  }
  for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
    if (mod(p, narrow[i]))
      in.sub = FENCE_CTA;
  for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
    mod(p, wide[i]);
  if (in.sub != FENCE_PROXY)
    operands_are(p, 0, 0);
  emit(p, in);
}

/* ---- warp operations
 * --------------------------------------------------------------------------------------------- */

static Ref member_operand(Parser *p, bool sync, uint32_t i) { return sync ? src(p, i, T_B32) : REF_NONE; }

void decode_vote(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_vote, .cls = (uint8_t)cls};
  bool sync = mod(p, "sync");
  in.sub = mod(p, "all")      ? VOTE_ALL
           : mod(p, "any")    ? VOTE_ANY
           : mod(p, "uni")    ? VOTE_UNI
           : mod(p, "ballot") ? VOTE_BALLOT
                              : 255;
  Type t = need_type(p);
  if (in.sub == 255 || t != (in.sub == VOTE_BALLOT ? T_B32 : T_PRED))
    fail_at(p, p->mnemonic.line, p->mnemonic.column,
            "vote expects .all.pred, .any.pred, .uni.pred or .ballot.b32");
  operands_are(p, 2 + sync, 2 + sync);
  in.d = dst(p, 0, t);
  in.a = src(p, 1, T_PRED);
  in.cmp = p->operands[1].negated;
  in.b = member_operand(p, sync, 2);
  emit(p, in);
}

void decode_activemask(Parser *p, TriSimClass cls)
{
  mod(p, "b32");
  operands_are(p, 1, 1);
  emit(p, (Inst){.exec = exec_activemask, .cls = (uint8_t)cls, .d = dst(p, 0, T_B32)});
}

static const Ref *pair_predicate(Parser *p, Inst *in, Type t)
{
  const Operand *o = &p->operands[0];
  if (o->kind != O_PAIR) {
    in->d = dst(p, 0, t);
    return NULL;
  }
  Ref *q = arena_new(p->arena, Ref);
  in->d = dst_of(p, 0, &o->at[0], t);
  *q = dst_of(p, 0, &o->at[1], T_PRED);
  return q;
}

void decode_match(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_match, .cls = (uint8_t)cls};
  in.sub = mod(p, "all") ? MATCH_ALL : MATCH_ANY;
  mod(p, "any");
  if (!mod(p, "sync"))
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "match expects .sync");
  Type t = need_type(p);
  if (t != T_B32 && t != T_B64)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "match compares .b32 or .b64");
  operands_are(p, 3, 3);
  in.ext = pair_predicate(p, &in, T_B32);
  in.width = (uint8_t)type_bytes(t);
  in.a = src(p, 1, t);
  in.b = src(p, 2, T_B32);
  emit(p, in);
}

void decode_shfl(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_shfl, .cls = (uint8_t)cls};
  bool sync = mod(p, "sync");
  in.sub = mod(p, "up")     ? SHFL_UP
           : mod(p, "down") ? SHFL_DOWN
           : mod(p, "bfly") ? SHFL_BFLY
           : mod(p, "idx")  ? SHFL_IDX
                            : 255;
  if (need_type(p) != T_B32 || in.sub == 255)
    fail_at(p, p->mnemonic.line, p->mnemonic.column, "shfl expects .up, .down, .bfly or .idx and .b32");
  operands_are(p, 4 + sync, 4 + sync);
  ShflRefs *refs = arena_new(p->arena, ShflRefs);
  const Ref *q = pair_predicate(p, &in, T_B32);
  refs->predicate = q ? *q : REF_NONE;
  in.a = src(p, 1, T_B32);
  refs->lane = src(p, 2, T_B32);
  refs->clamp = src(p, 3, T_B32);
  in.b = member_operand(p, sync, 4);
  in.ext = refs;
  emit(p, in);
}

void decode_redux(Parser *p, TriSimClass cls)
{
  static const char *const ops[] = {"add", "min", "max", "and", "or", "xor"};
  Inst in = {.exec = exec_redux, .cls = (uint8_t)cls, .sub = 255};
  mod(p, "sync");
  for (uint8_t i = 0; i < 6; i++)
    if (mod(p, ops[i]))
      in.sub = i;
  Type t = need_type(p);
  in.type = (uint8_t)t;
  if (in.sub == 255 || type_bytes(t) != 4 || type_kind(t) == KIND_F)
    fail_at(p, p->mnemonic.line, p->mnemonic.column,
            "redux expects .add, .min, .max (.u32, .s32), .and, .or or .xor (.b32)");
  operands_are(p, 3, 3);
  in.d = dst(p, 0, t);
  in.a = src(p, 1, t);
  in.b = src(p, 2, T_B32);
  emit(p, in);
}

void decode_elect(Parser *p, TriSimClass cls)
{
  Inst in = {.exec = exec_elect, .cls = (uint8_t)cls};
  mod(p, "sync");
  operands_are(p, 2, 2);
  in.ext = pair_predicate(p, &in, T_B32);
  if (!in.ext)
    fail_operand(p, 0, "expected register|predicate");
  in.b = src(p, 1, T_B32);
  emit(p, in);
}
