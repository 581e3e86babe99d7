/* Values from warp to warp: each operand has an array of places in the op's scratch. */
#include "Conversion/lower_fold.h"

/* Places as the threads see them, in the array of one operand. */
typedef struct {
  F2 place;         /* slot -> place */
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

/* One of each operand. */
static Array *arrays_of(Fold *f, F2 place, int64_t start)
{
  Array *arrays = arena_array(f->l->arena, Array, f->operands);
  MlirValue scratch = scratch_address(f->l, f->op);
  if (is_null(scratch))
    return NULL;
  MlirValue thread = fold_thread_place(f, place);
  for (intptr_t k = 0; k < f->operands; k++) {
    Array *a = &arrays[k];
    *a = (Array){.place = place, .start = scratch, .type = f->types[k], .bytes = element_bytes(f->types[k])};
    a->thread = scaled(f, thread, a->bytes);
    a->offset = start + fold_offset(f->op, k, place.m);
    for (int i = f->layout.in[TRI_REGISTER]; i < place.n; i++)
      a->reached |= place.col[i];
  }
  return arrays;
}

/* The address of register r's place; *offset is to be added. */
static MlirValue address_of(Fold *f, const Array *a, uint32_t r, int64_t *offset)
{
  Lowering *l = f->l;
  Builder b = at(l, f->op);
  MlirType i32 = int_type(l, 32);
  uint32_t mine = f2_apply(&a->place, r);
  bool adds = !(mine & a->reached);
  MlirValue v =
      adds ? a->thread
           : build(b, "arith.xori", i32, VALS(a->thread, int_const(l, b, i32, (int64_t)mine * a->bytes)));
  *offset = a->offset + (adds ? (int64_t)mine * a->bytes : 0);
  return build(b, "arith.addi", i32, VALS(a->start, v));
}

/* ---- writing ---- */

static void write_place(Fold *f, const Array *a, uint32_t r, MlirValue v, MlirValue owner)
{
  Lowering *l = f->l;
  int64_t offset;
  Access access = access_of(a->type, 1);
  MlirValue address = address_of(f, a, r, &offset), word, bits = as_bits(l, at(l, f->op), v, a->type);
  pack_words(l, at(l, f->op), access, &bits, &word);
  store_scratch(l, f->op, f->id, address, offset, access, &word, owner);
}

bool fold_publish(Fold *f, const TriFoldExchange *x, int64_t start, uint32_t last, Tuples t)
{
  Array *arrays = arrays_of(f, x->place, start);
  if (!arrays)
    return false;
  if (f->moved)
    cta_barrier(f->l, f->op);
  f->used = true;
  f->moved = false;
  MlirValue owner = thread_has(f->l, f->op, x->copies >> f->layout.in[TRI_REGISTER], last);
  for (size_t k = 0; k < (size_t)f->operands; k++)
    for (uint32_t r = 0; r < t.n; r++)
      if (!(r & x->copies))
        write_place(f, &arrays[k], r, t.at[k * t.n + r], owner);
  return true;
}

/* ---- reading ---- */

/* From a slot to where it begins to read. */
static F2 reading(const Fold *f, const TriFoldExchange *x, FoldShare share)
{
  F2 place = x->place;
  uint32_t index = ((1u << x->bits) - 1) << x->shift;
  for (int i = 0; i < place.n; i++)
    place.col[i] &= ~index;
  for (int i = 0; i < share.lanes; i++)
    place.col[f->layout.in[TRI_REGISTER] + share.lane[i]] |= 1u << (x->shift + share.bits + i);
  return place;
}

enum { VECTOR_BYTES = 16 };

/* n values from the place of register r on, 2^shift places apart. */
static void read_places(Fold *f, const Array *a, uint32_t r, uint32_t n, int shift, MlirValue *values)
{
  Lowering *l = f->l;
  Builder b = at(l, f->op);
  uint32_t most = shift ? 1 : (uint32_t)(VECTOR_BYTES / a->bytes), vector = n < most ? n : most;
  Access access = access_of(a->type, (int)vector);
  int64_t offset;
  MlirValue address = address_of(f, a, r, &offset), words[MAX_WORDS];
  for (uint32_t i = 0; i < n; i += vector) {
    load_scratch(l, f->op, f->id, address, offset + ((int64_t)i << shift) * a->bytes, access, words);
    unpack_words(l, b, access, words, values + i);
  }
  for (uint32_t i = 0; i < n; i++)
    values[i] = from_bits(l, b, values[i], a->type);
}

Tuples fold_gather(Fold *f, const TriFoldExchange *x, int64_t start, FoldShare share, uint32_t n,
                   const uint32_t *registers)
{
  Array *arrays = arrays_of(f, reading(f, x, share), start);
  uint32_t each = 1u << share.bits;
  Tuples t = fold_new(f, n * each);
  for (size_t k = 0; k < (size_t)f->operands; k++)
    for (uint32_t i = 0; i < n; i++)
      read_places(f, &arrays[k], registers[i], each, x->shift, t.at + k * t.n + (size_t)i * each);
  return t;
}
