#include "Conversion/lower_exchange.h"
#include "Conversion/lower_lanes.h"
#include "Conversion/lower_scratch.h"

/* ---- addresses ----------------------------------------------------------------------------------- */

typedef struct {
  uint32_t mixed;
  MlirValue address;
} Place;

/* Of one side. */
typedef struct {
  MlirOperation op;
  const TriLayout *where;
  MlirValue base, thread; /* of the scratch; the thread's part */
  uint32_t reached;       /* bits of addresses that depend on the thread */
  Vec(Place) places;      /* by the bits of the instruction's part that threads reach, too */
} Addresses;

static Addresses addresses_of(Lowering *l, MlirOperation op, const TriSide *side, MlirValue base)
{
  Addresses a = {.op = op, .where = &side->address, .base = base};
  F2 threads = f2_beside(tri_layout_part(*a.where, TRI_LANE), tri_layout_part(*a.where, TRI_WARP));
  a.thread = linear_in_thread(l, at(l, op), threads);
  for (int i = 0; i < threads.n; i++)
    a.reached |= threads.col[i];
  return a;
}

/* The address in instruction k, less *offset bytes. */
static MlirValue address_of(Lowering *l, Addresses *a, uint32_t k, int64_t *offset)
{
  uint32_t bytes = tri_layout_element(*a->where, (TriSlot){{k, 0, 0, 0}}), mixed = bytes & a->reached;
  Builder b = at(l, a->op);
  MlirType i32 = int_type(l, 32);
  *offset = bytes & ~a->reached;
  for (size_t i = 0; i < a->places.n; i++)
    if (a->places.at[i].mixed == mixed)
      return a->places.at[i].address;
  MlirValue place =
      mixed ? build(b, "arith.xori", i32, VALS(a->thread, int_const(l, b, i32, mixed))) : a->thread;
  place = build(b, "arith.addi", i32, VALS(a->base, place));
  vec_push(l->arena, &a->places) = (Place){mixed, place};
  return place;
}

/* ---- matrices ------------------------------------------------------------------------------------ */

enum { MATRIX_WORD = 4 };

/* "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16" */
static const char *matrix_text(Lowering *l, const char *verb, const TriSide *s)
{
  return arena_printf(l->arena, "%s.sync.aligned.m8n8.x%d%s.shared.b16", verb, 1 << s->matrices,
                      s->way == TRI_BY_TRANSPOSED_MATRIX ? ".trans" : "");
}

static Access matrix_access(MlirType t, const TriSide *s)
{
  int bytes = element_bytes(t);
  return (Access){.element = bytes, .vector = 1 << s->vector, .word = MATRIX_WORD, .words = 1 << s->matrices};
}

/* "{$0, $1}", also of one; its constraints "r,r" or "=r,=r". */
static const char *word_list(Lowering *l, int first, int n)
{
  return n > 1 ? register_operands(l->arena, first, n) : arena_printf(l->arena, "{$%d}", first);
}
static const char *word_constraints(int n, bool results)
{
  const char *const in[] = {"", "r", "r,r", "", "r,r,r,r"}, *const out[] = {"", "=r", "=r,=r", "",
                                                                            "=r,=r,=r,=r"};
  return (results ? out : in)[n];
}

static void store_matrices(Lowering *l, MlirOperation op, int id, const TriSide *s, MlirValue address,
                           int64_t offset, const MlirValue *words, MlirValue predicate)
{
  int n = 1 << s->matrices, count = 1;
  MlirValue operands[2 + MAX_WORDS] = {address};
  for (int i = 0; i < n; i++)
    operands[count++] = words[i];
  bool guarded = !is_null(predicate);
  if (guarded)
    operands[count++] = predicate;
  const char *text = arena_printf(l->arena, "%s%s [$0+%ld], %s; // tri:%d",
                                  guarded ? arena_printf(l->arena, "@$%d ", count - 1) : "",
                                  matrix_text(l, "stmatrix", s), (long)offset, word_list(l, 1, n), id);
  assembly(l, at(l, op), text,
           arena_printf(l->arena, "r,%s%s", word_constraints(n, false), guarded ? ",b" : ""),
           (MlirType){NULL}, (Vals){count, operands});
}

static void load_matrices(Lowering *l, MlirOperation op, int id, const TriSide *s, Access a,
                          MlirValue address, int64_t offset, MlirValue *words)
{
  const char *text = arena_printf(l->arena, "%s %s, [$%d+%ld]; // tri:%d", matrix_text(l, "ldmatrix", s),
                                  word_list(l, 0, a.words), a.words, (long)offset, id);
  MlirOperation made =
      assembly(l, at(l, op), text, arena_printf(l->arena, "%s,r", word_constraints(a.words, true)),
               words_type(l, a), VALS(address));
  split_words(l, at(l, op), a, result(made), words);
}

/* ---- sides --------------------------------------------------------------------------------------- */

static Access access_by(MlirType t, const TriSide *s)
{
  return s->way == TRI_BY_REGISTERS ? access_of(t, 1 << s->vector) : matrix_access(t, s);
}

static void write(Lowering *l, MlirOperation op, int id, const TriSide *s, MlirType t, MlirValue base,
                  Parts have, MlirValue predicate)
{
  Builder b = at(l, op);
  Access a = access_by(t, s);
  Addresses where = addresses_of(l, op, s, base);
  MlirValue *named = arena_array(l->arena, MlirValue, have.n), words[MAX_WORDS], elements[MAX_VECTOR];
  for (uint32_t i = 0; i < have.n; i++)
    named[i] = have.at[f2_apply(&s->name, i)];
  Chooser ordered = chooser_of(l, op, &s->order, named, have.n);
  for (uint32_t k = 0; k < s->instructions; k++) {
    int64_t offset;
    MlirValue address = address_of(l, &where, k, &offset);
    for (uint32_t i = 0; i < 1u << s->vector; i++)
      elements[i] = chosen(&ordered, k << s->vector | i);
    pack_words(l, b, a, elements, words);
    if (s->way == TRI_BY_REGISTERS)
      store_scratch(l, op, id, address, offset, a, words, predicate);
    else
      store_matrices(l, op, id, s, address, offset, words, predicate);
  }
}

static void read(Lowering *l, MlirOperation op, int id, const TriSide *s, MlirType t, MlirValue base,
                 Parts want)
{
  Builder b = at(l, op);
  Access a = access_by(t, s);
  Addresses where = addresses_of(l, op, s, base);
  MlirValue *read = arena_array(l->arena, MlirValue, want.n), words[MAX_WORDS];
  for (uint32_t k = 0; k < s->instructions; k++) {
    int64_t offset;
    MlirValue address = address_of(l, &where, k, &offset);
    if (s->way == TRI_BY_REGISTERS)
      load_scratch(l, op, id, address, offset, a, words);
    else
      load_matrices(l, op, id, s, a, address, offset, words);
    unpack_words(l, b, a, words, read + (k << s->vector));
  }
  Chooser ordered = chooser_of(l, op, &s->order, read, want.n);
  for (uint32_t i = 0; i < want.n; i++)
    want.at[f2_apply(&s->name, i)] = chosen(&ordered, i);
}

bool pass_bits(Lowering *l, MlirOperation op, const TriPassage *p, MlirType t, Parts have, Parts want)
{
  MlirValue base = scratch_address(l, op);
  if (is_null(base))
    return false;
  int id = op_id(l, op);
  uint32_t copies = p->copies.at[TRI_LANE] | p->copies.at[TRI_WARP] << 5;
  if (p->in_warp)
    warp_barrier(l, op);
  write(l, op, id, &p->write, t, base, have, thread_has(l, op, copies, 0));
  if (p->in_warp)
    warp_barrier(l, op);
  else
    cta_barrier(l, op);
  read(l, op, id, &p->read, t, base, want);
  return true;
}
