/* Faults: the first one of a launch is rendered and kept, and stops the launch. */
#include "Simulator/fault.h"
#include "Simulator/meta.h"
#include "Simulator/place.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const fault_names[] = {"ok",
                                          "launch",
                                          "out of bounds",
                                          "null pointer",
                                          "misaligned",
                                          "read-only",
                                          "undefined value",
                                          "uninitialised memory",
                                          "data race",
                                          "divergence",
                                          "deadlock",
                                          "trap",
                                          "invalid operation",
                                          "instruction limit",
                                          "cancelled"};

const char *tri_sim_fault_name(TriSimFaultKind k) { return fault_names[k]; }

static void copy(char *to, size_t n, const char *from) { snprintf(to, n, "%s", from); }

static void locate(TriSimFault *f, const Launch *l, const Func *func, uint32_t pc)
{
  const Place *p = &func->places[pc];
  const TriSimModule *m = l->module;
  f->ptx_line = (int)p->line;
  f->ptx_column = (int)p->column;
  f->op_id = p->op_id;
  const char *text =
      p->op_id && l->options.locate ? l->options.locate(l->options.user, l->kernel->name, p->op_id) : NULL;
  char found[sizeof f->location];
  if (text)
    copy(f->location, sizeof f->location, text);
  else if (p->op_id && meta_locate(m->meta, l->kernel->name, p->op_id, found, sizeof found))
    copy(f->location, sizeof f->location, found);
  else
    place_text(f->location, sizeof f->location, m, p);
}

static void name_shared(TriSimFault *f, const Launch *l)
{
  const Var *best = NULL;
  const Func *k = l->kernel;
  uint64_t at = f->address - SHARED_BASE, best_offset = 0;
  for (uint32_t i = 0; i < l->module->var_count + k->var_count; i++) {
    const Var *v = i < k->var_count ? &k->vars[i] : &l->module->vars[i - k->var_count];
    if (v->space != SPACE_SHARED || (i >= k->var_count && v->entry_level))
      continue;
    uint64_t offset = v->dynamic ? l->module->dynamic_offset : v->offset;
    if (offset <= at && (!best || offset >= best_offset))
      best = v, best_offset = offset;
  }
  if (!best)
    return;
  copy(f->buffer, sizeof f->buffer, best->name);
  f->buffer_address = SHARED_BASE + best_offset;
  f->buffer_bytes = best->dynamic ? l->dynamic_shared : best->bytes;
}

static void name_global(TriSimFault *f, const Launch *l)
{
  uint32_t i = l->buffer_count;
  for (uint32_t k = 0; k < l->buffer_count && l->buffers[k].base <= f->address; k++)
    i = k;
  if (i == l->buffer_count)
    return;
  copy(f->buffer, sizeof f->buffer, l->buffers[i].name);
  f->buffer_address = l->buffers[i].base;
  f->buffer_bytes = l->buffers[i].bytes;
}

typedef struct {
  char *at, *end;
} Text;

__attribute__((format(printf, 2, 3))) static void say(Text *t, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  int n = vsnprintf(t->at, (size_t)(t->end - t->at), format, args);
  va_end(args);
  t->at = n < 0 ? t->at : n < t->end - t->at ? t->at + n : t->end - 1;
}

/* " at z + 4000, past the end of z (4000 bytes)". */
static void say_place(Text *t, const TriSimFault *f)
{
  long long off = (long long)(f->address - f->buffer_address);
  if (f->buffer[0])
    say(t, " at %s %c %lld", f->buffer, off < 0 ? '-' : '+', off < 0 ? -off : off);
  else
    say(t, " at %s address 0x%llx", tri_sim_space_name(f->space), (unsigned long long)f->address);
  if (f->buffer[0] && f->kind == TRI_SIM_FAULT_BOUNDS && off >= 0)
    say(t, ", past the end of %s (%llu bytes)", f->buffer, (unsigned long long)f->buffer_bytes);
  if (f->kind == TRI_SIM_FAULT_MISALIGNED)
    say(t, ", which is no multiple of %u", f->bytes);
}

/* One line: place, kind, which thread, what it did, where in memory, where in the PTX. */
static void render(TriSimFault *f, const char *text)
{
  Text t = {f->message, f->message + sizeof f->message};
  say(&t, "%s: %s: ", f->location[0] ? f->location : f->kernel, fault_names[f->kind]);
  if (f->has_thread)
    say(&t, "thread (%u, %u, %u) of program (%u, %u, %u): ", f->thread[0], f->thread[1], f->thread[2],
        f->cta[0], f->cta[1], f->cta[2]);
  say(&t, "%s", text);
  if (f->has_address)
    say_place(&t, f);
  if (f->ptx_line)
    say(&t, " [%s, warp %u, lane %u, PTX line %d]", f->kernel, f->warp, f->lane, f->ptx_line);
}

static void fill_thread(TriSimFault *f, const Warp *w, uint32_t lane)
{
  const Launch *l = w->launch;
  uint32_t t = w->index * LANES + lane;
  f->has_thread = true;
  memcpy(f->cta, w->cta->id, sizeof f->cta);
  f->warp = w->index;
  f->lane = lane;
  f->thread[0] = t % l->block[0];
  f->thread[1] = t / l->block[0] % l->block[1];
  f->thread[2] = t / l->block[0] / l->block[1];
}

static bool claim(Launch *l)
{
  pthread_mutex_lock(&l->mutex);
  bool first = l->result->fault.kind == TRI_SIM_OK;
  atomic_store(&l->stop, true);
  return first;
}

static int raise_at(const Warp *w, const Func *func, uint32_t pc, TriSimFaultKind kind, uint32_t lane,
                    bool has_address, TriSimSpace space, uint64_t address, uint32_t bytes, const char *text)
{
  Launch *l = w->launch;
  if (claim(l)) {
    TriSimFault *f = &l->result->fault;
    *f = (TriSimFault){.kind = kind,
                       .kernel = l->kernel->name,
                       .has_address = has_address,
                       .space = space,
                       .address = address,
                       .bytes = bytes};
    fill_thread(f, w, lane);
    locate(f, l, func, pc);
    if (has_address && space == TRI_SIM_SHARED)
      name_shared(f, l);
    else if (has_address && (space == TRI_SIM_GLOBAL || space == TRI_SIM_CONST))
      name_global(f, l);
    render(f, text);
  }
  pthread_mutex_unlock(&l->mutex);
  return EV_FAULT;
}

/* An undefined value that comes from a read of bytes nobody wrote is reported at that read. */
static int raise(Warp *w, const Inst *in, TriSimFaultKind kind, uint32_t lane, bool has_address,
                 TriSimSpace space, uint64_t address, uint32_t bytes, const char *text)
{
  if (kind != TRI_SIM_FAULT_UNDEFINED || !w->unknown_func)
    return raise_at(w, w->act->func, in->index, kind, lane, has_address, space, address, bytes, text);
  char longer[500];
  snprintf(longer, sizeof longer,
           "shared memory is read before anything was written there, and then (PTX line %u) %s",
           w->act->func->places[in->index].line, text);
  return raise_at(w, w->unknown_func, w->unknown_pc, TRI_SIM_FAULT_UNINITIALISED, w->unknown_lane, true,
                  TRI_SIM_SHARED, w->unknown_address, w->unknown_bytes, longer);
}

int fault(Warp *w, const Inst *in, TriSimFaultKind kind, uint32_t lane, const char *format, ...)
{
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return raise(w, in, kind, lane, false, TRI_SIM_GLOBAL, 0, 0, text);
}

int fault_memory(Warp *w, const Inst *in, TriSimFaultKind kind, uint32_t lane, TriSimSpace space,
                 uint64_t address, uint32_t bytes, const char *format, ...)
{
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return raise(w, in, kind, lane, true, space, address, bytes, text);
}

void fault_launch(Launch *l, TriSimFaultKind kind, const char *format, ...)
{
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  if (claim(l)) {
    TriSimFault *f = &l->result->fault;
    *f = (TriSimFault){.kind = kind, .kernel = l->kernel ? l->kernel->name : "?"};
    render(f, text);
  }
  pthread_mutex_unlock(&l->mutex);
}
