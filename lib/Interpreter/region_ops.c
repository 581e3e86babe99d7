/* tri.reduce, tri.scan, tri.map: a region executed once for each element.
 *
 * The op's instruction is followed by those of its region, which it runs with scalars in the slots of the
 * region's arguments, and jumps over when it is done:
 *
 *   run_along   in: blocks   out: results   jump: past the end
 *   …           of the region, on scalars
 *   run_moves   what is yielded to the left arguments (of tri.map: to slots of its own)
 *   run_end     back to run_along
 *
 * A region of one elementwise op per operand is not run: fold_ops.c does the same in loops over rows. */
#include "Interpreter/region_ops.h"

#include <string.h>

static const Slots no_slots = {0, NULL};

static const Inst *run_end(Exec *x, const Inst *i)
{
  (void)x, (void)i;
  return NULL;
}

/* The op's instruction and the code of its region, whose yielded values go to `to`. Gives the number of the
 * first instruction of the region. */
static bool emit_region(Decoder *d, MlirOperation op, RunInst *run, const void *data, Slots to,
                        uint32_t *first)
{
  MlirOperation yield;
  Slots out;
  if (!require(op, operand_count(op) <= UINT16_MAX / 2 && result_count(op) <= UINT16_MAX,
               "has more than 32767 operands or 65535 results") ||
      !define_results(d, op, &out))
    return false;
  uint32_t at = emit_slots(d, op, run, data, operand_slots(d, op, 0, operand_count(op)), out);
  *first = at + 1;
  if (!decode_body(d, body_of(op), &yield))
    return false;
  emit_moves(d, yield, to, operand_slots(d, yield, 0, operand_count(yield)));
  emit_slots(d, yield, run_end, NULL, no_slots, no_slots);
  set_jump(d, at, here(d));
  return true;
}

/* ---- execution ---- */

static void get_element(Cell *scalar, const Cell *block, int64_t k, int bytes)
{
  memcpy(scalar->data, (const char *)block->data + k * bytes, (size_t)bytes);
  scalar->undefined = NULL;
  if (block->undefined && block->undefined[k])
    scalar->undefined = memset(scalar->marks, 1, 1);
}

static void put_element(Cell *block, int64_t count, int64_t k, const Cell *scalar, int bytes)
{
  memcpy((char *)block->data + k * bytes, scalar->data, (size_t)bytes);
  if (!scalar->undefined || !scalar->undefined[0])
    return;
  if (!block->undefined)
    block->undefined = memset(block->marks, 0, (size_t)count);
  block->marks[k] = 1;
}

/* Element k of each operand to the slots. */
static void get_elements(Exec *x, const Inst *i, const uint32_t *slot, int64_t k)
{
  for (int s = 0; s < i->n_in; s++)
    get_element(&x->cell[slot[s]], in_cell(x, i, s), k, tri_type_bytes(in_slot(x, i, s)->type));
}

/* The slots to element k of each result. */
static void put_elements(Exec *x, const Inst *i, const uint32_t *slot, int64_t k)
{
  for (int s = 0; s < i->n_out; s++)
    put_element(out_cell(x, i, s), out_slot(x, i, s)->count, k, &x->cell[slot[s]],
                tri_type_bytes(out_slot(x, i, s)->type));
}

static void begin_results(Exec *x, const Inst *i)
{
  for (int s = 0; s < i->n_out; s++)
    out_cell(x, i, s)->undefined = NULL;
}

/* Runs the region for element k of the operands. False after a fault, which names that element. */
static bool run_region(Exec *x, const Inst *i, int64_t k)
{
  x->element_of = in_slot(x, i, 0);
  x->element = k;
  bool ok = interpret(x, i + 1);
  x->element_of = NULL;
  return ok;
}

/* ---- reduce, scan ---- */

/* Walks the axis of the elements at `outer` and `inner` on the other axes. */
static bool walk_axis(Exec *x, const Inst *i, const Along *a, int64_t outer, int64_t inner)
{
  for (int64_t step = 0; step < a->extent; step++) {
    int64_t at = along_row(a, step), k = (outer * a->extent + at) * a->inner + inner;
    get_elements(x, i, step ? a->right.slot : a->left.slot, k);
    if (step && !run_region(x, i, k))
      return false;
    if (a->is_scan)
      put_elements(x, i, a->left.slot, k);
  }
  if (!a->is_scan)
    put_elements(x, i, a->left.slot, outer * a->inner + inner);
  return true;
}

static const Inst *run_along(Exec *x, const Inst *i)
{
  const Along *a = i->data;
  if (a->folds) {
    run_folds(x, i, a);
    return i + i->jump;
  }
  begin_results(x, i);
  for (int64_t outer = 0; outer < a->outer; outer++)
    for (int64_t inner = 0; inner < a->inner; inner++)
      if (!walk_axis(x, i, a, outer, inner))
        return NULL;
  return i + i->jump;
}

static bool decode_along(Decoder *d, MlirOperation op, int32_t axis, bool is_scan, bool reverse)
{
  Shape s = shape_of_type(type_of(operand(op, 0)));
  Along *a = arena_new(d->a, Along);
  *a = (Along){.outer = 1, .extent = s.dim[axis], .inner = 1, .is_scan = is_scan, .reverse = reverse};
  for (int k = 0; k < s.rank; k++) {
    a->outer *= k < axis ? s.dim[k] : 1;
    a->inner *= k > axis ? s.dim[k] : 1;
  }
  Slots arguments;
  uint32_t first;
  if (!define_arguments(d, op, body_of(op), &arguments))
    return false;
  a->left = (Slots){arguments.n / 2, arguments.slot};
  a->right = (Slots){arguments.n / 2, arguments.slot + arguments.n / 2};
  if (!emit_region(d, op, run_along, a, a->left, &first))
    return false;
  find_folds(d, op, a, first);
  return true;
}

bool decode_reduce(Decoder *d, MlirOperation op)
{
  return decode_along(d, op, tri_reduce_axis(op), false, false);
}

bool decode_scan(Decoder *d, MlirOperation op)
{
  return decode_along(d, op, tri_scan_axis(op), true, tri_scan_reverse(op));
}

/* ---- map ---- */

typedef struct {
  Slots arguments, yielded;
} Mapping;

static const Inst *run_map(Exec *x, const Inst *i)
{
  const Mapping *m = i->data;
  begin_results(x, i);
  for (int64_t k = 0; k < i->count; k++) {
    get_elements(x, i, m->arguments.slot, k);
    if (!run_region(x, i, k))
      return NULL;
    put_elements(x, i, m->yielded.slot, k);
  }
  return i + i->jump;
}

bool decode_map(Decoder *d, MlirOperation op)
{
  Mapping *m = arena_new(d->a, Mapping);
  uint32_t n = (uint32_t)result_count(op), *slot = arena_array(d->a, uint32_t, n), first;
  for (uint32_t k = 0; k < n; k++)
    slot[k] = new_slot(d, tri_type_kind(tri_type_element(type_of(result_at(op, k)))), (Shape){0});
  m->yielded = (Slots){n, slot};
  return define_arguments(d, op, body_of(op), &m->arguments) &&
         emit_region(d, op, run_map, m, m->yielded, &first);
}
