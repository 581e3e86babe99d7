/* Executing control flow: moves, jumps, loops and calls.
 *
 * A call takes a frame of its own, so recursion works; frames are kept for the next call. */
#include "Interpreter/control.h"

#include <stdlib.h>
#include <string.h>

/* ---- frames ---- */

enum { CACHE_LINE = 64 };

static Frame *frame_new(const Function *f)
{
  Frame *frame = calloc(1, sizeof *frame + f->n_slots * sizeof *frame->cell);
  char *memory = frame ? aligned_alloc(CACHE_LINE, f->frame_bytes + CACHE_LINE) : NULL;
  if (!memory) {
    free(frame);
    return NULL;
  }
  frame->memory = memory;
  for (uint32_t k = 0; k < f->n_slots; k++) {
    const Slot *s = &f->slot[k];
    frame->cell[k] = s->constant ? (Cell){s->constant, s->constant_undefined, NULL}
                                 : (Cell){memory + s->offset, NULL, (uint8_t *)memory + s->marks};
  }
  return frame;
}

Frame *frame_take(Exec *x, const Function *f)
{
  Frame *frame = x->free_frame[f->index];
  if (!frame)
    return frame_new(f);
  x->free_frame[f->index] = frame->next;
  return frame;
}

void frame_give(Exec *x, const Function *f, Frame *frame)
{
  frame->next = x->free_frame[f->index];
  x->free_frame[f->index] = frame;
}

/* ---- instructions ---- */

bool interpret(Exec *x, const Inst *i)
{
  while (i) {
    if (--x->steps_left < 0) {
      raise_fault(x, i, NULL, 0, "runs longer than the limit of %lld steps", (long long)x->run->max_steps);
      return false;
    }
    i = i->run(x, i);
  }
  return !x->faulted;
}

static void copy_cell(const Cell *from, Cell *to, const Slot *s)
{
  memcpy(to->data, from->data, (size_t)s->count * (size_t)tri_type_bytes(s->type));
  to->undefined = from->undefined ? memcpy(to->marks, from->undefined, (size_t)s->count) : NULL;
}

const Inst *run_moves(Exec *x, const Inst *i)
{
  for (int k = 0; k < i->n_in; k++)
    copy_cell(in_cell(x, i, k), out_cell(x, i, k), out_slot(x, i, k));
  return i + 1;
}

const Inst *run_jump(Exec *x, const Inst *i)
{
  (void)x;
  return i + i->jump;
}

const Inst *run_branch_unless(Exec *x, const Inst *i)
{
  const Cell *c = in_cell(x, i, 0);
  if (c->undefined && c->undefined[0])
    return fault_undefined(x, i, 0, 0, "branches on a condition that");
  return *(const uint8_t *)c->data ? i + 1 : i + i->jump;
}

const Inst *run_branch_unlike(Exec *x, const Inst *i)
{
  const Cell *c = in_cell(x, i, 0);
  if (c->undefined && c->undefined[0])
    return fault_undefined(x, i, 0, 0, "switches on a value that");
  return element_signed(in_slot(x, i, 0)->type, c->data, 0) == *(const int64_t *)i->data ? i + 1
                                                                                         : i + i->jump;
}

const Inst *run_assert(Exec *x, const Inst *i)
{
  const Cell *c = in_cell(x, i, 0);
  if (c->undefined && c->undefined[0])
    return fault_undefined(x, i, 0, 0, "asserts a condition that");
  return *(const uint8_t *)c->data ? i + 1 : raise_fault(x, i, NULL, 0, "fails: %s", (const char *)i->data);
}

const Inst *run_unreachable(Exec *x, const Inst *i)
{
  return raise_fault(x, i, NULL, 0, "reaches code that is declared unreachable");
}

/* ---- scf.for ---- */

static void set_element(const Slot *s, Cell *c, uint64_t bits)
{
  memcpy(c->data, &bits, (size_t)tri_type_bytes(s->type));
  if (s->type == TRI_I1)
    *(uint8_t *)c->data = bits & 1;
  c->undefined = NULL;
}

/* The number of lower + k·step below upper, k >= 0, where both orders are those of int64_t or uint64_t. */
static uint64_t trip_count(uint64_t lower, uint64_t upper, uint64_t step, bool is_unsigned)
{
  bool any = is_unsigned ? lower < upper : (int64_t)lower < (int64_t)upper;
  return any ? (upper - lower - 1) / step + 1 : 0;
}

const Inst *run_for_begin(Exec *x, const Inst *i)
{
  static const char *const what[] = {"has a lower bound that", "has an upper bound that", "has a step that"};
  const Loop *loop = i->data;
  TriType t = in_slot(x, i, 0)->type;
  uint64_t v[3];
  for (int k = 0; k < 3; k++) {
    const Cell *c = in_cell(x, i, k);
    if (c->undefined && c->undefined[0])
      return fault_undefined(x, i, k, 0, what[k]);
    v[k] = loop->is_unsigned ? element_unsigned(t, c->data, 0) : (uint64_t)element_signed(t, c->data, 0);
  }
  if (loop->is_unsigned ? v[2] == 0 : (int64_t)v[2] <= 0)
    return raise_fault(x, i, NULL, 0, "has a step of %lld; it must be positive", (long long)v[2]);
  uint64_t trips = trip_count(v[0], v[1], v[2], loop->is_unsigned);
  set_element(out_slot(x, i, 0), out_cell(x, i, 0), v[0]);
  set_element(out_slot(x, i, 1), out_cell(x, i, 1), trips);
  return trips ? i + 1 : i + i->jump;
}

const Inst *run_for_next(Exec *x, const Inst *i)
{
  uint64_t *trips = out_cell(x, i, 1)->data;
  if (--*trips == 0)
    return i + 1;
  const Slot *s = out_slot(x, i, 0);
  Cell *iv = out_cell(x, i, 0);
  set_element(s, iv,
              element_unsigned(s->type, iv->data, 0) + element_unsigned(s->type, in_cell(x, i, 0)->data, 0));
  return i + i->jump;
}

/* ---- calls ---- */

const Inst *run_return(Exec *x, const Inst *i)
{
  x->returned = i;
  return NULL;
}

/* The callee's activation: x's function and cells are f's while it lasts. */
static bool activate(Exec *x, const Inst *i, const Function *f, Frame *frame)
{
  const Function *caller = x->function;
  Cell *cells = x->cell;
  for (uint32_t k = 0; k < f->n_params; k++)
    copy_cell(&cells[i->in[k]], &frame->cell[f->param[k]], &f->slot[f->param[k]]);
  x->function = f;
  x->cell = frame->cell;
  bool ok = interpret(x, f->code);
  x->function = caller;
  x->cell = cells;
  for (int k = 0; ok && k < i->n_out; k++)
    copy_cell(&frame->cell[x->returned->in[k]], out_cell(x, i, k), out_slot(x, i, k));
  return ok;
}

const Inst *run_call(Exec *x, const Inst *i)
{
  const Function *f = i->data;
  if (x->call_depth == MAX_CALL_DEPTH)
    return raise_fault(x, i, NULL, 0, "calls @%s deeper than %d levels", f->name, MAX_CALL_DEPTH);
  Frame *frame = frame_take(x, f);
  if (!frame)
    return raise_fault(x, i, NULL, 0, "calls @%s, whose %zu bytes of values the host has no memory for",
                       f->name, f->frame_bytes);
  x->call_depth++;
  bool ok = activate(x, i, f, frame);
  x->call_depth--;
  frame_give(x, f, frame);
  return ok ? i + 1 : NULL;
}
