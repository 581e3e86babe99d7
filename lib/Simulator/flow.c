/* Reconvergence: the immediate post-dominator of every block that may branch two ways.
 *
 * Blocks are numbered in order, plus a virtual exit. Post-dominators are found on the reversed graph by the
 * iteration of Cooper, Harvey and Kennedy. A branch's lanes meet at the first instruction of its block's
 * post-dominator; where that is the virtual exit (lanes leave the kernel on different paths) there is nothing
 * to wait for: NO_PC. In a .func every `ret` is a jump to the last instruction, so the exit is a real block
 * there. */
#include "Simulator/exec.h"
#include "Simulator/parser.h"

typedef struct {
  uint32_t first, last; /* instructions */
  uint32_t *next;       /* successors; the virtual exit is block_count */
  uint32_t next_count;
  uint32_t order;  /* in the reversed graph's postorder; 0: not reached */
  uint32_t parent; /* immediate post-dominator */
  uint32_t *before;
  uint32_t before_count;
} Block;

typedef struct {
  Func *f;
  Arena *arena;
  Block *blocks;
  uint32_t count;
  uint32_t *block_of;
  uint32_t *postorder, ordered;
} Flow;

#define NO_BLOCK 0xffffffffu

static bool leaves(const Inst *in)
{
  return in->exec == exec_exit || in->exec == exec_return || in->exec == exec_trap;
}
static bool ends_block(const Inst *in)
{
  return in->exec == exec_bra || in->exec == exec_brx || leaves(in) ||
         (in->exec == exec_call && in->flags & F_GUARD);
}

static void returns_to_jumps(Func *f)
{
  for (uint32_t i = 0; i + 1 < f->count; i++)
    if (f->code[i].exec == exec_return) {
      f->code[i].exec = exec_bra;
      f->code[i].target = f->count - 1;
    }
}

static void find_blocks(Flow *w)
{
  Func *f = w->f;
  bool *starts = arena_array(w->arena, bool, f->count + 1);
  starts[0] = true;
  for (uint32_t i = 0; i < f->count; i++) {
    const Inst *in = &f->code[i];
    if (ends_block(in))
      starts[i + 1] = true;
    if (in->exec == exec_bra)
      starts[in->target] = true;
    if (in->exec == exec_brx)
      for (int64_t k = 0; k < in->imm; k++)
        starts[((const uint32_t *)in->ext)[k]] = true;
  }
  w->block_of = arena_array(w->arena, uint32_t, f->count);
  for (uint32_t i = 0; i < f->count; i++)
    w->count += starts[i];
  w->blocks = arena_array(w->arena, Block, w->count + 1);
  for (uint32_t i = 0, b = NO_BLOCK; i < f->count; i++) {
    if (starts[i])
      w->blocks[++b].first = i;
    w->block_of[i] = b;
    w->blocks[b].last = i;
  }
}

static void add_edge(Flow *w, Block *b, uint32_t to) { (void)w, b->next[b->next_count++] = to; }

static void find_edges(Flow *w)
{
  for (uint32_t i = 0; i < w->count; i++) {
    Block *b = &w->blocks[i];
    const Inst *in = &w->f->code[b->last];
    uint32_t fall = b->last + 1 < w->f->count ? w->block_of[b->last + 1] : w->count;
    b->next = arena_array(w->arena, uint32_t, 2 + (in->exec == exec_brx ? (size_t)in->imm : 0));
    if (in->exec == exec_bra)
      add_edge(w, b, w->block_of[in->target]);
    if (in->exec == exec_brx)
      for (int64_t k = 0; k < in->imm; k++)
        add_edge(w, b, w->block_of[((const uint32_t *)in->ext)[k]]);
    if (leaves(in))
      add_edge(w, b, w->count);
    if ((!leaves(in) && in->exec != exec_bra && in->exec != exec_brx) || in->flags & F_GUARD)
      add_edge(w, b, fall);
    for (uint32_t k = 0; k < b->next_count; k++)
      w->blocks[b->next[k]].before_count++;
  }
  for (uint32_t i = 0; i <= w->count; i++) {
    w->blocks[i].before = arena_array(w->arena, uint32_t, w->blocks[i].before_count);
    w->blocks[i].before_count = 0;
    w->blocks[i].parent = NO_BLOCK;
  }
  for (uint32_t i = 0; i < w->count; i++)
    for (uint32_t k = 0; k < w->blocks[i].next_count; k++) {
      Block *to = &w->blocks[w->blocks[i].next[k]];
      to->before[to->before_count++] = i;
    }
}

/* Depth first over predecessors, from the exit, with an explicit stack of (block, next predecessor). */
static void number_blocks(Flow *w)
{
  uint32_t *stack = arena_array(w->arena, uint32_t, 2 * (w->count + 1)), depth = 0;
  w->postorder = arena_array(w->arena, uint32_t, w->count + 1);
  stack[0] = w->count, stack[1] = 0;
  w->blocks[w->count].order = NO_BLOCK;
  for (depth = 1; depth;) {
    uint32_t b = stack[2 * depth - 2], k = stack[2 * depth - 1]++;
    if (k < w->blocks[b].before_count) {
      uint32_t p = w->blocks[b].before[k];
      if (!w->blocks[p].order) {
        w->blocks[p].order = NO_BLOCK;
        stack[2 * depth] = p, stack[2 * depth + 1] = 0;
        depth++;
      }
    } else {
      w->blocks[b].order = w->ordered + 1;
      w->postorder[w->ordered++] = b;
      depth--;
    }
  }
}

static uint32_t meet(const Flow *w, uint32_t a, uint32_t b)
{
  while (a != b)
    if (w->blocks[a].order < w->blocks[b].order)
      a = w->blocks[a].parent;
    else
      b = w->blocks[b].parent;
  return a;
}

static void find_post_dominators(Flow *w)
{
  w->blocks[w->count].parent = w->count;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t n = w->ordered; n-- > 0;) {
      uint32_t i = w->postorder[n], parent = NO_BLOCK;
      if (i == w->count)
        continue;
      for (uint32_t k = 0; k < w->blocks[i].next_count; k++) {
        uint32_t s = w->blocks[i].next[k];
        if (w->blocks[s].parent != NO_BLOCK)
          parent = parent == NO_BLOCK ? s : meet(w, parent, s);
      }
      changed |= parent != w->blocks[i].parent;
      w->blocks[i].parent = parent;
    }
  }
}

/* Lanes that only meet to leave need not wait for each other: `if (i >= n) return;` before a barrier is fine.
 */
static bool just_exits(const Func *f, uint32_t pc)
{
  return f->code[pc].exec == exec_exit && !(f->code[pc].flags & F_GUARD);
}

void flow_analyse(Arena *scratch, Func *f)
{
  Flow w = {.f = f, .arena = scratch};
  if (!f->is_entry)
    returns_to_jumps(f);
  find_blocks(&w);
  find_edges(&w);
  number_blocks(&w);
  find_post_dominators(&w);
  for (uint32_t i = 0; i < w.count; i++) {
    Inst *in = &f->code[w.blocks[i].last];
    uint32_t p = w.blocks[i].parent;
    if (in->exec == exec_call && in->flags & F_GUARD)
      f->code[w.blocks[i].last + 1].flags |= F_JOIN;
    if (w.blocks[i].next_count < 2 || p == NO_BLOCK || p == w.count || just_exits(f, w.blocks[p].first))
      continue;
    in->reconv = w.blocks[p].first;
    f->code[in->reconv].flags |= F_JOIN;
  }
  for (uint32_t i = 0; i + 1 < f->count; i++)
    if (f->code[i].exec == exec_call)
      f->code[i + 1].flags |= F_JOIN;
}
