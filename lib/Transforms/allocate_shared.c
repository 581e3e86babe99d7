/* tri-allocate-shared: every op that needs shared memory gets its place in it.
 *
 *   %s = tri.reduce add %x axis 0 {tri.scratch = 0}        tri.shared = 256 on the kernel
 *   %t = tri.reduce add %y axis 0 {tri.scratch = 128}
 *   %u = tri.reduce add %z axis 0 {tri.scratch = 0}
 *
 * An op's scratch lives while the op runs (Analysis/scratch.h), so all could lie in one place; but then
 * threads must meet between an op that reads and the next that writes there. An op has a barrier inside, so
 * what two ops before has read is read by then: it is enough that neighbours lie apart. Two ops are
 * neighbours when a way leads from one to the other on which no op with such a barrier lies; loops and
 * branches have several.
 *
 * Each op, in program order, goes to the lowest place that no neighbour has, as long as that makes the whole
 * at most ROOM bytes or an eighth more than what the largest op needs: shared memory decides how many
 * programs a processor runs at once. Beyond, ops overlap and tri-insert-barriers keeps them apart.
 *
 * Invariant: scratch_place(op) + bytes <= tri.shared <= what the target has. */
#include "Analysis/scratch.h"
#include "Dialect/kernel.h"
#include "Support/ir.h"
#include "Target/target.h"
#include "Transforms/passes.h"

enum { ROOM = 4096 };

typedef Vec(size_t) Indices;

typedef struct {
  MlirOperation op;
  Scratch scratch;
  int64_t place;
  Indices neighbours;
} User;

typedef struct {
  Arena *arena;
  Vec(User) users; /* in program order */
} Plan;

/* ---- neighbours ---- */

static void add(Arena *a, Indices *set, size_t i)
{
  for (size_t k = 0; k < set->n; k++)
    if (set->at[k] == i)
      return;
  vec_push(a, set) = i;
}

static void add_all(Arena *a, Indices *set, Indices more)
{
  for (size_t k = 0; k < more.n; k++)
    add(a, set, more.at[k]);
}

/* The op's number; in the order in which they are first met. */
static size_t user_of(Plan *p, MlirOperation op, Scratch s)
{
  for (size_t i = 0; i < p->users.n; i++)
    if (same(p->users.at[i].op, op))
      return i;
  vec_push(p->arena, &p->users) = (User){.op = op, .scratch = s, .place = -1};
  return p->users.n - 1;
}

/* `last`: whose reads may not be over. */
static void visit_user(Plan *p, MlirOperation op, Scratch s, Indices *last)
{
  size_t me = user_of(p, op, s);
  for (size_t k = 0; k < last->n; k++) {
    add(p->arena, &p->users.at[me].neighbours, last->at[k]);
    add(p->arena, &p->users.at[last->at[k]].neighbours, me);
  }
  if (!s.in_warp)
    last->n = 0;
  add(p->arena, last, me);
}

static void visit_block(Plan *p, MlirBlock block, Indices *last);

static Indices copy_of(Plan *p, Indices set)
{
  Indices made = {0};
  add_all(p->arena, &made, set);
  return made;
}

/* A loop's body comes after itself; of a branch either region may be the way, or none. */
static void visit_regions(Plan *p, MlirOperation op, Indices *last)
{
  bool loop = is_op(op, "scf.for") || is_op(op, "scf.while");
  Indices entry = copy_of(p, *last);
  for (int turn = 0; turn < (loop ? 2 : 1); turn++) {
    Indices start = copy_of(p, loop ? *last : entry);
    for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++) {
      Indices way = copy_of(p, start);
      if (is_null(entry_of(region_at(op, r))))
        continue;
      visit_block(p, entry_of(region_at(op, r)), &way);
      add_all(p->arena, last, way);
    }
  }
}

static void visit_block(Plan *p, MlirBlock block, Indices *last)
{
  foreach_op(op, block)
  {
    Scratch s = scratch_of(op);
    if (s.bytes)
      visit_user(p, op, s, last);
    else if (mlirOperationGetNumRegions(op))
      visit_regions(p, op, last);
  }
}

/* ---- places ---- */

static int64_t rounded(int64_t bytes) { return (bytes + SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN; }
static int64_t end_of(const User *u) { return u->place + rounded(u->scratch.bytes); }

static bool is_free(const Plan *p, const User *u, int64_t place)
{
  int64_t end = place + rounded(u->scratch.bytes);
  for (size_t k = 0; k < u->neighbours.n; k++) {
    const User *other = &p->users.at[u->neighbours.at[k]];
    bool shared = other->place == place && scratch_is_by_warps(other->scratch, u->scratch);
    if (other != u && other->place >= 0 && other->place < end && place < end_of(other) && !shared)
      return false;
  }
  return true;
}

/* The lowest free place that ends within `room`; 0 where there is none. */
static int64_t place_for(const Plan *p, const User *u, int64_t room)
{
  int64_t best = is_free(p, u, 0) ? 0 : -1;
  for (size_t k = 0; k < u->neighbours.n && best != 0; k++) {
    const User *other = &p->users.at[u->neighbours.at[k]];
    if (other->place < 0)
      continue;
    int64_t at = end_of(other);
    if (at + rounded(u->scratch.bytes) <= room && (best < 0 || at < best) && is_free(p, u, at))
      best = at;
  }
  return best < 0 ? 0 : best;
}

static const User *largest_of(const Plan *p)
{
  const User *largest = &p->users.at[0];
  for (size_t i = 1; i < p->users.n; i++)
    if (p->users.at[i].scratch.bytes > largest->scratch.bytes)
      largest = &p->users.at[i];
  return largest;
}

static int64_t place_all(Plan *p, int64_t limit)
{
  int64_t largest = rounded(largest_of(p)->scratch.bytes), total = 0;
  int64_t room = largest + (largest / 8 > ROOM ? largest / 8 : ROOM);
  for (size_t i = 0; i < p->users.n; i++) {
    User *u = &p->users.at[i];
    u->place = place_for(p, u, room < limit ? room : limit);
    total = end_of(u) > total ? end_of(u) : total;
  }
  return total;
}

/* ---- the pass ---- */

static bool fits(MlirOperation func, const Plan *p, const Target *t)
{
  const User *u = largest_of(p);
  return require(
      u->op, rounded(u->scratch.bytes) <= t->max_shared,
      "needs %lld bytes of shared memory for what its threads exchange, and a program on %s has %lld; "
      "use a smaller block%s",
      (long long)u->scratch.bytes, t->name, (long long)t->max_shared,
      int_of(attr_of(func, "tri.num_warps"), 4) > 1 ? "" : ", or more warps");
}

static bool allocate(MlirOperation func, Plan *p, const Target *t)
{
  if (p->users.n == 0) {
    mlirOperationRemoveAttributeByName(func, str("tri.shared"));
    return true;
  }
  if (!fits(func, p, t))
    return false;
  int64_t total = place_all(p, t->max_shared);
  for (size_t i = 0; i < p->users.n; i++)
    set_attr(p->users.at[i].op, scratch_attribute, i32_attr(context_of(func), p->users.at[i].place));
  set_attr(func, "tri.shared", i32_attr(context_of(func), total));
  return true;
}

static bool run(MlirOperation func, const PassValue *options)
{
  if (!is_kernel(func))
    return true;
  const Target *t = target_named(options[0].s);
  if (!require(func, t, "is to be compiled for '%s', which is no target; targets are %s", options[0].s,
               target_names()))
    return false;
  Arena a = {0};
  Plan p = {.arena = &a};
  Indices last = {0};
  visit_block(&p, body_of(func), &last);
  bool ok = allocate(func, &p, t);
  arena_free(&a);
  return ok;
}

const PassDesc allocate_shared_pass = {
    .name = "tri-allocate-shared",
    .help = "Give every op that needs shared memory its place in it",
    .on = "func.func",
    .run = run,
    .options = {{"arch", "target to compile for", PASS_STRING, "sm_90a"}},
};
