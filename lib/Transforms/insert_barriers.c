/* tri-insert-barriers: a program is sequential, its threads are not.
 *
 *   tri.store %a to %p : tensor<256xf32, #l>
 *   gpu.barrier                                     a thread may read what another has just written
 *   %b = tri.load %q : tensor<256xf32, #l>
 *
 * A barrier goes before a memory op that may touch what an earlier one touched, one of the two writing,
 * unless each element is touched by one thread, the same both times: the same block of pointers, without
 * copies. Two accesses may meet when the arguments that their pointers are computed from overlap, or are
 * different arguments of which none has `tri.noalias`. Ops before and in a branch count for what follows it,
 * those at the end of a loop's body for its start.
 *
 * An atomic that releases or acquires is ordered with all other accesses, by whichever thread: as if it
 * touched what every argument reaches.
 *
 * The same for shared memory, with the bytes in place of the pointers: an op writes its scratch
 * (Analysis/scratch.h), which others may still read. As most such ops have a barrier inside, they make
 * barriers elsewhere needless.
 *
 * Barriers never stand where threads may diverge: conditions and bounds are scalars, the same in every
 * thread. */
#include "Analysis/access.h"
#include "Analysis/scratch.h"
#include "Dialect/kernel.h"
#include "Dialect/layout_attr.h"
#include "Support/ir.h"
#include "Transforms/passes.h"
#include "mlir-c/Dialect/GPU.h"

typedef struct {
  MlirOperation op;
  MlirValue ptr; /* null where elements meet, and after a turn of the loop that it is computed in */
  uint64_t reach;
  bool writes;
  int64_t place, end; /* of scratch: bytes of shared memory from place on, before end; else 0, 0 */
} Touch;

/* What has been touched since the last barrier, on some way that leads here. */
typedef Vec(Touch) Touched;

typedef struct {
  Arena *arena;
  MlirRewriterBase rw;
  const Reach *reach;
  uint64_t arguments; /* pointers among the kernel's arguments */
  uint64_t alone;     /* those with tri.noalias */
  Touched touched;
  bool placed; /* no op with scratch was met that has no place */
} Barriers;

static bool touch_of(const Barriers *b, MlirOperation op, Touch *t)
{
  MemoryAccess m;
  if (!memory_access_of(op, &m))
    return false;
  *t = (Touch){.op = op,
               .ptr = m.meet ? (MlirValue){NULL} : m.through,
               .reach = m.orders ? b->arguments : reach_of_access(b->reach, m) & b->arguments,
               .writes = m.writes};
  return true;
}

/* What the op does with its scratch, as others see it: first it writes. False where it has none, or no place,
 * which is an error. */
static bool scratch_touch_of(Barriers *b, MlirOperation op, Touch *t)
{
  int64_t bytes = scratch_of(op).bytes, place = scratch_place(op);
  if (bytes == 0)
    return false;
  b->placed = b->placed && has_scratch_place(op);
  if (place < 0)
    return false;
  *t = (Touch){.op = op, .writes = true, .place = place, .end = place + bytes};
  return true;
}

/* Whether some buffer of the one set may overlap some buffer of the other. */
static bool may_meet(const Barriers *b, uint64_t x, uint64_t y)
{
  return (x & y) || ((x & ~b->alone) && (y & ~b->alone));
}

/* Whether each element is in one thread alone. */
static bool has_single_owners(MlirType t)
{
  TriLayout layout;
  if (!layout_of_type(t, &layout))
    return false;
  TriSlot copies = tri_layout_copies(layout);
  return !copies.at[TRI_LANE] && !copies.at[TRI_WARP];
}

/* Whether x and y touch each element in the same thread. */
static bool by_same_threads(const Touch *x, const Touch *y)
{
  return !is_null(y->ptr) && same(x->ptr, y->ptr) && has_single_owners(type_of(y->ptr));
}

/* Whether both touch the same scratch, each warp its part. */
static bool by_same_warps(const Touch *x, const Touch *y)
{
  return x->place == y->place && scratch_is_by_warps(scratch_of(x->op), scratch_of(y->op));
}

static bool conflicts(const Barriers *b, const Touch *x, const Touch *y)
{
  if (x->end || y->end)
    return (x->writes || y->writes) && x->place < y->end && y->place < x->end && !by_same_warps(x, y);
  return (x->writes || y->writes) && may_meet(b, x->reach, y->reach) && !by_same_threads(x, y);
}

static void touch(Barriers *b, Touch t)
{
  for (size_t i = 0; i < b->touched.n; i++)
    if (same(b->touched.at[i].op, t.op) && b->touched.at[i].end == t.end)
      return;
  vec_push(b->arena, &b->touched) = t;
}

/* Puts a barrier before t's op if threads must meet there. */
static void separate(Barriers *b, Touch t)
{
  bool conflict = false;
  for (size_t i = 0; i < b->touched.n; i++)
    conflict |= conflicts(b, &b->touched.at[i], &t);
  if (conflict) {
    build_op(before(b->rw, t.op), "gpu.barrier", NULL, 0, NO_VALS, (Attrs){0, NULL});
    b->touched.n = 0;
  }
}

/* The op writes its scratch, meets the other threads, and reads: what was touched before is past. */
static void visit_scratch(Barriers *b, Touch t)
{
  separate(b, t);
  if (!scratch_of(t.op).in_warp)
    b->touched.n = 0;
  t.writes = scratch_of(t.op).in_warp;
  touch(b, t);
}

/* Memory first, and then what is told to the others through scratch. */
static void visit_op(Barriers *b, MlirOperation op)
{
  Touch memory, scratch;
  bool has_memory = touch_of(b, op, &memory), has_scratch = scratch_touch_of(b, op, &scratch);
  if (has_memory)
    separate(b, memory);
  if (has_scratch)
    visit_scratch(b, scratch);
  if (has_memory)
    touch(b, memory);
}

static Touched copy_of(Barriers *b, Touched t)
{
  Touched made = {0};
  for (size_t i = 0; i < t.n; i++)
    vec_push(b->arena, &made) = t.at[i];
  return made;
}

static bool is_inside(MlirValue v, MlirOperation op)
{
  MlirOperation at =
      mlirValueIsABlockArgument(v) ? mlirBlockGetParentOperation(mlirBlockArgumentGetOwner(v)) : def(v);
  while (!is_null(at) && !same(at, op))
    at = mlirOperationGetParentOperation(at);
  return !is_null(at);
}

/* What a turn of the loop has touched, as the next turn sees it. */
static void turn(Barriers *b, MlirOperation loop)
{
  for (size_t i = 0; i < b->touched.n; i++)
    if (!is_null(b->touched.at[i].ptr) && is_inside(b->touched.at[i].ptr, loop))
      b->touched.at[i].ptr = (MlirValue){NULL};
}

/* Whether something is touched that was not at the start. */
static bool has_more(Touched now, Touched start)
{
  for (size_t i = 0; i < now.n; i++) {
    bool there = false;
    for (size_t k = 0; k < start.n && !there; k++)
      there = same(now.at[i].op, start.at[k].op) && now.at[i].ptr.ptr == start.at[k].ptr.ptr &&
              now.at[i].end == start.at[k].end;
    if (!there)
      return true;
  }
  return false;
}

static void visit_block(Barriers *b, MlirBlock block);

static void join(Barriers *b, Touched other)
{
  for (size_t i = 0; i < other.n; i++)
    touch(b, other.at[i]);
}

/* The branches, each from what is touched before the op; a missing one touches nothing. Leaves what is
 * touched on any way through. */
static void visit_branches(Barriers *b, MlirOperation op)
{
  Touched entry = b->touched, after = {0};
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++) {
    MlirBlock branch = entry_of(region_at(op, r));
    b->touched = copy_of(b, entry);
    if (!is_null(branch))
      visit_block(b, branch);
    Touched out = b->touched;
    b->touched = after;
    join(b, out);
    after = b->touched;
  }
  b->touched = after;
}

/* One turn: the regions one after the other. Returns what is touched where the loop may end, which is behind
 * the first: all of scf.for's body, the condition of scf.while. */
static Touched visit_turn(Barriers *b, MlirOperation loop)
{
  visit_block(b, entry_of(region_at(loop, 0)));
  Touched end = copy_of(b, b->touched);
  for (intptr_t r = 1; r < mlirOperationGetNumRegions(loop); r++)
    visit_block(b, entry_of(region_at(loop, r)));
  turn(b, loop);
  return end;
}

/* The first turn from what is touched before the loop, a further one from what a turn leaves. */
static void visit_loop(Barriers *b, MlirOperation loop)
{
  Touched entry = copy_of(b, b->touched);
  Touched first = visit_turn(b, loop), further = {0};
  if (has_more(b->touched, entry))
    further = visit_turn(b, loop);
  b->touched = is_op(loop, "scf.for") ? entry : (Touched){0};
  join(b, first);
  join(b, further);
}

static void visit_block(Barriers *b, MlirBlock block)
{
  foreach_op(op, block)
  {
    visit_op(b, op);
    if (is_op(op, "gpu.barrier"))
      b->touched.n = 0;
    else if (is_op(op, "scf.if"))
      visit_branches(b, op);
    else if (is_op(op, "scf.for") || is_op(op, "scf.while"))
      visit_loop(b, op);
  }
}

static void find_arguments(Barriers *b, MlirOperation func)
{
  for (intptr_t i = 0; i < mlirBlockGetNumArguments(body_of(func)); i++) {
    b->arguments |= reach_bit((size_t)i);
    b->alone |= is_null(arg_attr(func, i, "tri.noalias")) ? 0 : reach_bit((size_t)i);
  }
}

static bool run(MlirOperation func, const PassValue *options)
{
  (void)options;
  if (!is_kernel(func))
    return true;
  Arena a = {0};
  Barriers b = {
      .arena = &a, .rw = mlirIRRewriterCreateFromOp(func), .reach = reach_analyse(&a, func), .placed = true};
  find_arguments(&b, func);
  visit_block(&b, body_of(func));
  mlirIRRewriterDestroy(b.rw);
  arena_free(&a);
  return b.placed;
}

const PassDesc insert_barriers_pass = {
    .name = "tri-insert-barriers",
    .help = "Put barriers between memory ops of which one thread may see the other's effect",
    .on = "func.func",
    .run = run,
    .dialects = {mlirGetDialectHandle__gpu__},
};
