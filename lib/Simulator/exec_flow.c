/* Control flow: branches, calls, exits. */
#include "Simulator/exec.h"

int exec_bra(Warp *w, const Inst *in, uint32_t mask)
{
  if (mask == w->mask)
    w->pc = in->target;
  else
    warp_diverge(w, mask, in->target, w->pc + 1, in->reconv);
  return EV_FLOW;
}

/* brx.idx: ext is the list of targets, vec … imm of them. Lanes with the same target go together. */
int exec_brx(Warp *w, const Inst *in, uint32_t mask)
{
  const uint32_t *targets = in->ext, *index = reg(w, in->a);
  uint32_t known = defined(w, in->a), first = (uint32_t)__builtin_ctz(mask);
  if (mask & ~known)
    return fault(w, in, TRI_SIM_FAULT_UNDEFINED, (uint32_t)__builtin_ctz(mask & ~known),
                 "the branch index was never written");
  uint32_t same = 0;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    if (index[l] >= (uint64_t)in->imm)
      return fault(w, in, TRI_SIM_FAULT_INVALID, l, "branch index %u is not below %lld", index[l],
                   (long long)in->imm);
    same |= (uint32_t)(targets[index[l]] == targets[index[first]]) << l;
  }
  if (same == w->mask)
    w->pc = targets[index[first]];
  else /* the others come back to this instruction (or, where the guard is false, pass it) */
    warp_diverge(w, same, targets[index[first]], w->pc, in->reconv);
  return EV_FLOW;
}

static void copy_frame(Warp *w, uint32_t mask, uint32_t to, uint32_t from, uint32_t bytes)
{
  for (uint32_t m = mask; m; m &= m - 1) {
    size_t lane = (size_t)__builtin_ctz(m) * w->local_bytes;
    memcpy(w->local + lane + (to - LOCAL_BASE), w->local + lane + (from - LOCAL_BASE), bytes);
    memcpy(w->local_known + lane + (to - LOCAL_BASE), w->local_known + lane + (from - LOCAL_BASE), bytes);
  }
}

static const Func *callee_of(Warp *w, const Inst *in, const CallSite *site, uint32_t mask, uint32_t *same)
{
  *same = mask;
  if (site->callee)
    return site->callee;
  const uint64_t *target = reg(w, in->a);
  uint64_t address = target[__builtin_ctz(mask)];
  for (uint32_t m = mask; m; m &= m - 1)
    if (target[__builtin_ctz(m)] != address)
      *same &= ~(m & -m);
  uint64_t index = address - WINDOW_CODE - 1;
  return index < w->launch->module->func_count ? w->launch->module->funcs[index] : NULL;
}

/* Functions that have no body: the device assert ends the launch, printing does nothing. */
static int call_external(Warp *w, const Inst *in, const Func *f, uint32_t mask)
{
  if (strcmp(f->name, "vprintf") == 0) {
    w->pc++;
    return EV_FLOW;
  }
  uint32_t lane = (uint32_t)__builtin_ctz(mask);
  if (strcmp(f->name, "__assertfail") == 0 || strcmp(f->name, "__assert_fail") == 0)
    return fault(w, in, TRI_SIM_FAULT_TRAP, lane, "a device assertion failed");
  return fault(w, in, TRI_SIM_FAULT_INVALID, lane, "call of '%s', which has no body", f->name);
}

int exec_call(Warp *w, const Inst *in, uint32_t mask)
{
  const CallSite *site = in->ext;
  uint32_t same, lane = (uint32_t)__builtin_ctz(mask);
  if (!site->callee && (mask & ~defined(w, in->a)))
    return fault(w, in, TRI_SIM_FAULT_UNDEFINED, lane,
                 "the address of the called function was never written");
  const Func *f = callee_of(w, in, site, mask, &same);
  if (!f || f->is_entry)
    return fault(w, in, TRI_SIM_FAULT_INVALID, lane, "the called address is no function");
  if (same != w->mask) {
    warp_diverge(w, same, w->pc, same == mask ? w->pc + 1 : w->pc, w->pc + 1);
    return EV_FLOW;
  }
  if (!f->defined)
    return call_external(w, in, f, mask);
  if (f->param_count != site->arg_count || f->result_count < site->result_count)
    return fault(w, in, TRI_SIM_FAULT_INVALID, lane,
                 "'%s' takes %u arguments and gives %u results; the call has %u and %u", f->name,
                 f->param_count, f->result_count, site->arg_count, site->result_count);
  uint32_t base = (w->act->local_base + w->act->func->local_bytes + 15u) / 16 * 16;
  if (base - LOCAL_BASE + f->local_bytes > w->local_bytes)
    return fault(w, in, TRI_SIM_FAULT_INVALID, lane,
                 "stack overflow: '%s' needs %u bytes more than the %u of local memory", f->name,
                 f->local_bytes, w->local_bytes);
  Act *a = act_new(w, f, w->act, site, w->pc + 1, base);
  if (!a)
    return fault(w, in, TRI_SIM_FAULT_INVALID, lane, "out of host memory");
  for (uint32_t m = mask; m; m &= m - 1)
    memset(w->local_known + (size_t)__builtin_ctz(m) * w->local_bytes + (base - LOCAL_BASE), 0,
           f->local_bytes);
  for (uint32_t i = 0; i < site->arg_count; i++)
    copy_frame(w, mask, base + f->params[i].offset, w->act->local_base + site->args[i], f->params[i].bytes);
  act_release(w->act);
  w->frags[w->current].act = a;
  warp_use_act(w, a);
  w->pc = 0;
  return EV_FLOW;
}

/* The end of a function: results go to the caller's frame. */
int exec_return(Warp *w, const Inst *in, uint32_t mask)
{
  (void)in;
  Act *a = w->act;
  for (uint32_t i = 0; i < a->site->result_count; i++)
    copy_frame(w, mask, a->parent->local_base + a->site->results[i],
               a->local_base + a->func->results[i].offset, a->func->results[i].bytes);
  w->pc = a->return_pc;
  a->parent->refs++;
  warp_use_act(w, a->parent);
  act_release(a);
  return EV_FLOW;
}

int exec_exit(Warp *w, const Inst *in, uint32_t mask)
{
  (void)in;
  w->pc++;
  warp_exit_lanes(w, mask);
  barriers_recheck(w->cta);
  return EV_FLOW;
}

int exec_trap(Warp *w, const Inst *in, uint32_t mask)
{
  return fault(w, in, TRI_SIM_FAULT_TRAP, (uint32_t)__builtin_ctz(mask), "trap");
}

int exec_nanosleep(Warp *w, const Inst *in, uint32_t mask)
{
  (void)in;
  (void)mask;
  w->spin += 8;
  return EV_YIELD;
}

int exec_nothing(Warp *w, const Inst *in, uint32_t mask)
{
  (void)w;
  (void)in;
  (void)mask;
  return EV_NEXT;
}
