/* Values from warp to warp: each operand has an array of places in the op's scratch. */
#include "Conversion/lower_fold.h"

/* The array of one operand, as the threads see it. */
typedef struct {
  F2 place;         /* slot -> place in the array */
  F2 offsets;       /* place of the exchange -> place in the array */
  MlirValue start;  /* byte of scratch, i32 */
  MlirValue thread; /* bytes that the thread's number adds */
  uint32_t reached; /* bits of places in which threads differ */
  int64_t offset;   /* of the array */
  MlirType type;
  int bytes;
} Array;

MlirValue fold_thread_place(Fold *f, F2 place)
{
  int in[TRI_SLOT_DIMS];
  for (int d = 0; d < TRI_SLOT_DIMS; d++)
    in[d] = f->layout.in[d];
  return thread_coordinate(f->l, at(f->l, f->op), tri_layout_of(place, in, (TriExtent){1, {place.m}}), 0);
}

static MlirValue scaled(Fold *f, MlirValue v, int bytes)
{
  Lowering *l = f->l;
  Builder b = at(l, f->op);
  MlirType i32 = int_type(l, 32);
  return bytes == 1 ? v : build(b, "arith.muli", i32, VALS(v, int_const(l, b, i32, bytes)));
}

static Array array_of(Fold *f, const FoldPass *p, F2 place, MlirValue scratch, intptr_t k)
{
  int bytes = element_bytes(f->types[k]);
  F2 offsets = tri_fold_offsets(&p->exchange, f->layout, p->share, __builtin_ctz((unsigned)bytes));
  Array a = {.place = f2_compose(offsets, place),
             .offsets = offsets,
             .start = scratch,
             .offset = p->start + fold_offset(f->op, k, place.m),
             .type = f->types[k],
             .bytes = bytes};
  a.thread = scaled(f, fold_thread_place(f, a.place), bytes);
  for (int i = f->layout.in[TRI_REGISTER]; i < place.n; i++)
    a.reached |= a.place.col[i];
  return a;
}

/* The address of what is at this place in the array for thread 0; *offset is to be added. */
static MlirValue address_of(Fold *f, const Array *a, uint32_t place, int64_t *offset)
{
  Lowering *l = f->l;
  Builder b = at(l, f->op);
  MlirType i32 = int_type(l, 32);
  int64_t bytes = (int64_t)place * a->bytes;
  bool adds = !(place & a->reached);
  MlirValue v = adds ? a->thread : build(b, "arith.xori", i32, VALS(a->thread, int_const(l, b, i32, bytes)));
  *offset = a->offset + (adds ? bytes : 0);
  return build(b, "arith.addi", i32, VALS(a->start, v));
}

/* ---- writing ---- */

static void write_place(Fold *f, const Array *a, uint32_t r, MlirValue v, MlirValue owner)
{
  Lowering *l = f->l;
  int64_t offset;
  Access access = access_of(a->type, 1);
  MlirValue address = address_of(f, a, f2_apply(&a->place, r), &offset), word;
  MlirValue bits = as_bits(l, at(l, f->op), v, a->type);
  pack_words(l, at(l, f->op), access, &bits, &word);
  store_scratch(l, f->op, f->id, address, offset, access, &word, owner);
}

bool fold_publish(Fold *f, const FoldPass *p, uint32_t last, Tuples t)
{
  const TriFoldExchange *x = &p->exchange;
  MlirValue scratch = scratch_address(f->l, f->op);
  if (is_null(scratch))
    return false;
  if (f->moved)
    cta_barrier(f->l, f->op);
  f->used = true;
  f->moved = false;
  MlirValue owner = thread_has(f->l, f->op, x->copies >> f->layout.in[TRI_REGISTER], last);
  for (intptr_t k = 0; k < f->operands; k++) {
    Array a = array_of(f, p, x->place, scratch, k);
    for (uint32_t r = 0; r < t.n; r++)
      if (!(r & x->copies))
        write_place(f, &a, r, t.at[(size_t)k * t.n + r], owner);
  }
  return true;
}

/* ---- reading ---- */

/* n values of the group of register r. */
static void read_places(Fold *f, const Array *a, uint32_t r, uint32_t n, uint32_t vector, MlirValue *values)
{
  Lowering *l = f->l;
  Builder b = at(l, f->op);
  Access access = access_of(a->type, (int)vector);
  for (uint32_t i = 0; i < n; i += vector) {
    int64_t offset;
    MlirValue words[MAX_WORDS];
    uint32_t place = f2_apply(&a->place, r) ^ f2_apply(&a->offsets, i);
    MlirValue address = address_of(f, a, place, &offset);
    load_scratch(l, f->op, f->id, address, offset, access, words);
    unpack_words(l, b, access, words, values + i);
  }
  for (uint32_t i = 0; i < n; i++)
    values[i] = from_bits(l, b, values[i], a->type);
}

Tuples fold_gather(Fold *f, const FoldPass *p, uint32_t n, const uint32_t *registers)
{
  F2 reading = tri_fold_reading(&p->exchange, f->layout, p->share);
  MlirValue scratch = scratch_address(f->l, f->op);
  uint32_t each = 1u << p->share.bits;
  Tuples t = fold_new(f, n * each);
  for (intptr_t k = 0; k < f->operands; k++) {
    Array a = array_of(f, p, reading, scratch, k);
    uint32_t vector = 1u << tri_fold_vector(p->share, __builtin_ctz((unsigned)a.bytes));
    for (uint32_t i = 0; i < n; i++)
      read_places(f, &a, registers[i], each, vector, t.at + (size_t)k * t.n + (size_t)i * each);
  }
  return t;
}
