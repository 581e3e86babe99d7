/* The end of a module: shared layout, relocation of the constant pools, stack sizes. */
#include "Simulator/parser.h"

#include <string.h>

static uint64_t shared_offset(const TriSimModule *m, const Var *v)
{
  uint64_t at = v->dynamic ? m->dynamic_offset : v->offset + (v->entry_level ? m->shared_bytes : 0);
  return SHARED_BASE + at;
}

static void relocate(const PoolReloc *r, const TriSimModule *m)
{
  const Var *v = r->var;
  uint64_t value = v->space == SPACE_SHARED ? shared_offset(m, v) : WINDOW_MODULE + v->offset;
  value += (uint64_t)r->addend;
  for (uint32_t l = 0; l < LANES; l++)
    memcpy(r->func->pool + (size_t)r->granule * GRANULE + (size_t)l * r->bytes, &value, r->bytes);
}

static void place_dynamic(TriSimModule *m)
{
  uint32_t most = 0;
  for (uint32_t i = 0; i < m->kernel_count; i++)
    most = m->kernels[i]->shared_bytes > most ? m->kernels[i]->shared_bytes : most;
  m->dynamic_offset = (m->shared_bytes + most + 1023) / 1024 * 1024;
}

typedef struct {
  uint8_t *state; /* 1: on the way, 2: done */
  uint32_t depth;
} Visit;

/* Bytes of local memory that f needs with its deepest callees; indirect and recursive calls get a stack of 64
 * KiB. */
static uint32_t stack_need(Func *f, Visit *v)
{
  enum { UNBOUNDED = 65536 };
  if (v->state[f->index] == 2)
    return f->stack_bytes;
  if (v->state[f->index] == 1 || v->depth > 1000)
    return UNBOUNDED;
  v->state[f->index] = 1;
  v->depth++;
  uint64_t deepest = 0;
  for (uint32_t i = 0; i < f->callee_count; i++) {
    uint64_t n = f->callees[i] ? stack_need(f->callees[i], v) + 16u : UNBOUNDED;
    deepest = n > deepest ? n : deepest;
  }
  v->depth--;
  deepest += f->local_bytes;
  f->stack_bytes = deepest > 1 << 30 ? 1 << 30 : (uint32_t)deepest;
  v->state[f->index] = 2;
  return f->stack_bytes;
}

static void shared_names(const TriSimModule *m, Func *f)
{
  for (uint32_t i = 0; i < f->var_count; i++)
    if (f->vars[i].space == SPACE_SHARED && f->vars[i].entry_level && !f->vars[i].dynamic)
      f->vars[i].offset += m->shared_bytes;
}

static void check_externs(Parser *p)
{
  for (size_t i = 0; i < p->pool_relocs.n; i++) {
    const Var *v = p->pool_relocs.at[i].var;
    if (v->is_extern && v->space != SPACE_SHARED)
      fail_at(p, p->token.line, p->token.column, "'%s' is .extern and has no definition in this module",
              v->name);
  }
}

/* What the variables themselves take, without the simulator's gaps. */
static uint32_t shared_total(const TriSimModule *m, const Func *f)
{
  uint64_t n = 0;
  for (uint32_t i = 0; i < m->var_count; i++)
    if (m->vars[i].space == SPACE_SHARED && !m->vars[i].entry_level)
      n = (n + m->vars[i].align - 1) / m->vars[i].align * m->vars[i].align + m->vars[i].bytes;
  for (uint32_t i = 0; i < f->var_count; i++)
    if (f->vars[i].space == SPACE_SHARED)
      n = (n + f->vars[i].align - 1) / f->vars[i].align * f->vars[i].align + f->vars[i].bytes;
  return (uint32_t)n;
}

void module_finish(Parser *p)
{
  TriSimModule *m = p->module;
  m->funcs = p->funcs.at;
  m->func_count = (uint32_t)p->funcs.n;
  m->kernels = p->kernels.at;
  m->kernel_count = (uint32_t)p->kernels.n;
  m->files = p->files.at;
  m->sites = p->sites.at;
  m->file_count = (uint32_t)p->files.n;
  m->image = p->image.at;
  m->image_initialised = p->image.n;
  check_externs(p);
  m->shared_bytes = (m->shared_bytes + 1023) / 1024 * 1024; /* keeps every alignment of what follows */
  place_dynamic(m);
  m->vars = arena_array(p->arena, Var, p->vars.n);
  for (size_t i = 0; i < p->vars.n; i++)
    m->vars[m->var_count++] = *p->vars.at[i];
  for (size_t i = 0; i < p->pool_relocs.n; i++)
    relocate(&p->pool_relocs.at[i], m);
  Visit v = {.state = arena_array(p->arena, uint8_t, m->func_count)};
  for (uint32_t i = 0; i < m->func_count; i++)
    shared_names(m, m->funcs[i]);
  for (uint32_t i = 0; i < m->kernel_count; i++) {
    Func *f = m->kernels[i];
    f->info.local_bytes = stack_need(f, &v);
    f->info.static_shared_bytes = shared_total(m, f);
  }
  vec_push(p->arena, &p->meta) = '\0';
  m->meta = p->meta.at;
}
