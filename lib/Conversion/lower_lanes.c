#include "Conversion/lower_lanes.h"

#include "mlir-c/Dialect/LLVM.h"

enum { WORD = 4 };

typedef struct {
  Lowering *l;
  MlirOperation op;
  int id;
  Shuffle how;
} Shuffler;

static MlirValue shuffle_word(const Shuffler *s, MlirValue word)
{
  Lowering *l = s->l;
  bool flips = is_null(s->how.lane);
  const char *text =
      flips ? arena_printf(l->arena, "shfl.sync.bfly.b32 $0, $1, %d, 31, 0xffffffff; // tri:%d", s->how.flip,
                           s->id)
            : arena_printf(l->arena, "shfl.sync.idx.b32 $0, $1, $2, 31, 0xffffffff; // tri:%d", s->id);
  return result(assembly(l, at(l, s->op), text, flips ? "=r,r" : "=r,r,r", int_type(l, 32),
                         (Vals){flips ? 1 : 2, (MlirValue[]){word, s->how.lane}}));
}

static MlirType words_of(Lowering *l, int n, int bits)
{
  return mlirVectorTypeGet(1, (int64_t[]){n}, int_type(l, bits));
}

static void shuffle_two_words(const Shuffler *s, MlirType t, MlirValue *value)
{
  Lowering *l = s->l;
  Builder b = at(l, s->op);
  MlirType i32 = int_type(l, 32), words = words_of(l, 2, 32);
  MlirValue bits = as_bits(l, b, *value, t), v = build(b, "llvm.bitcast", words, VALS(bits)),
            made = build(b, "llvm.mlir.poison", words, NO_VALS);
  for (int w = 0; w < 2; w++) {
    MlirValue place = int_const(l, b, i32, w);
    MlirValue word = shuffle_word(s, build(b, "llvm.extractelement", i32, VALS(v, place)));
    made = build(b, "llvm.insertelement", words, VALS(made, word, place));
  }
  *value = from_bits(l, b, build(b, "llvm.bitcast", type_of(bits), VALS(made)), t);
}

static void shuffle_one_word(const Shuffler *s, MlirType t, MlirValue *value)
{
  Lowering *l = s->l;
  Builder b = at(l, s->op);
  MlirType i32 = int_type(l, 32);
  MlirValue bits = as_bits(l, b, *value, t);
  bool real = !same(type_of(bits), i32);
  MlirValue word = shuffle_word(s, real ? build(b, "llvm.bitcast", i32, VALS(bits)) : bits);
  *value = from_bits(l, b, real ? build(b, "llvm.bitcast", type_of(bits), VALS(word)) : word, t);
}

/* Values of one size, as many as share a word or fewer; the rest of it is zero. They are frozen, so that one
 * that is undefined leaves its neighbours alone. */
static void shuffle_shared_word(const Shuffler *s, int bytes, int n, const MlirType *types,
                                MlirValue *const *values)
{
  Lowering *l = s->l;
  Builder b = at(l, s->op);
  MlirType piece = int_type(l, 8 * bytes), pieces = words_of(l, WORD / bytes, 8 * bytes);
  MlirValue bits[WORD];
  for (int i = 0; i < n; i++)
    bits[i] = build(b, "llvm.freeze", piece, VALS(as_bits(l, b, *values[i], types[i])));
  MlirValue v = build(b, "llvm.bitcast", pieces, VALS(shuffle_word(s, pack_word(l, b, bits, n))));
  for (int i = 0; i < n; i++) {
    MlirValue place = int_const(l, b, int_type(l, 32), i);
    *values[i] = from_bits(l, b, build(b, "llvm.extractelement", piece, VALS(v, place)), types[i]);
  }
}

static void shuffle_narrow(const Shuffler *s, int bytes, uint32_t n, const MlirType *types, MlirValue *values)
{
  MlirType type[WORD];
  MlirValue *value[WORD];
  int have = 0;
  for (uint32_t i = 0; i < n; i++) {
    if (element_bytes(types[i]) != bytes)
      continue;
    type[have] = types[i];
    value[have++] = &values[i];
    if (have < WORD / bytes)
      continue;
    shuffle_shared_word(s, bytes, have, type, value);
    have = 0;
  }
  if (have)
    shuffle_shared_word(s, bytes, have, type, value);
}

void shuffle_values(Lowering *l, MlirOperation op, int id, Shuffle how, uint32_t n, const MlirType *types,
                    MlirValue *values)
{
  Shuffler s = {l, op, id, how};
  for (uint32_t i = 0; i < n; i++)
    if (element_bytes(types[i]) == 2 * WORD)
      shuffle_two_words(&s, types[i], &values[i]);
    else if (element_bytes(types[i]) == WORD)
      shuffle_one_word(&s, types[i], &values[i]);
  shuffle_narrow(&s, 2, n, types, values);
  shuffle_narrow(&s, 1, n, types, values);
}

static MlirValue compare(Lowering *l, Builder b, int64_t predicate, MlirValue v, uint32_t with)
{
  return build_with(b, "arith.cmpi", int_type(l, 1), VALS(v, int_const(l, b, int_type(l, 32), with)),
                    ATTRS({"predicate", i64_attr(l->context, predicate)}));
}

static MlirValue thread_and(Lowering *l, Builder b, uint32_t bits)
{
  MlirType i32 = int_type(l, 32);
  return build(b, "arith.andi", i32, VALS(l->thread, int_const(l, b, i32, bits)));
}

MlirValue thread_parity(Lowering *l, MlirOperation op, uint32_t bits)
{
  Builder b = at(l, op);
  MlirType i32 = int_type(l, 32);
  MlirValue v = thread_and(l, b, bits);
  if (bits & (bits - 1))
    v = build(b, "arith.andi", i32, VALS(build(b, "math.ctpop", i32, VALS(v)), int_const(l, b, i32, 1)));
  return compare(l, b, 1 /* ne */, v, 0);
}

MlirValue thread_has(Lowering *l, MlirOperation op, uint32_t bits, uint32_t set)
{
  Builder b = at(l, op);
  return bits ? compare(l, b, 0 /* eq */, thread_and(l, b, bits), set) : (MlirValue){NULL};
}
