#include "Conversion/lower_words.h"

#include "Conversion/prefix_mask.h"

int element_bytes(MlirType t) { return tri_type_bytes(tri_type_kind(tri_type_element(t))); }

Access access_of(int element_bytes, int vector)
{
  int bytes = element_bytes * vector, word = element_bytes == 8 ? 8 : bytes < 4 ? bytes : 4;
  return (Access){element_bytes, vector, word, bytes / word};
}

MlirType word_type(Lowering *l, Access a) { return int_type(l, a.word == 1 ? 16 : 8 * a.word); }
char word_constraint(Access a) { return a.word == 8 ? 'l' : a.word == 4 ? 'r' : 'h'; }

/* ---- elements and their bits ---- */

MlirValue as_bits(Lowering *l, Builder b, MlirValue v, MlirType t)
{
  TriType kind = tri_type_kind(tri_type_element(t));
  if (kind == TRI_I1)
    return build(b, "arith.extui", int_type(l, 8), VALS(v));
  if (kind == TRI_PTR)
    return build(b, "llvm.ptrtoint", int_type(l, 64), VALS(v));
  MlirType bits = int_type(l, 8 * tri_type_bytes(kind));
  return tri_type_is_float(tri_type_element(t)) ? build(b, "arith.bitcast", bits, VALS(v)) : v;
}

MlirValue from_bits(Lowering *l, Builder b, MlirValue bits, MlirType t)
{
  TriType kind = tri_type_kind(tri_type_element(t));
  if (kind == TRI_I1)
    return build_with(b, "arith.cmpi", int_type(l, 1), VALS(bits, int_const(l, b, int_type(l, 8), 0)),
                      ATTRS({"predicate", i64_attr(l->context, 1 /* ne */)}));
  if (kind == TRI_PTR)
    return build(b, "llvm.inttoptr", part_type(t), VALS(bits));
  return tri_type_is_float(tri_type_element(t)) ? build(b, "arith.bitcast", part_type(t), VALS(bits)) : bits;
}

/* ---- words ---- */

static MlirValue pack(Lowering *l, Builder b, Access a, const MlirValue *elements)
{
  MlirType word = word_type(l, a), piece = int_type(l, 8 * a.element);
  int n = a.word / a.element;
  if (n == 1)
    return a.word == 1 ? build(b, "arith.extui", word, VALS(elements[0])) : elements[0];
  MlirType vector = mlirVectorTypeGet(1, (int64_t[]){n}, piece);
  MlirValue v = build(b, "llvm.mlir.poison", vector, NO_VALS);
  for (int i = 0; i < n; i++)
    v = build(b, "llvm.insertelement", vector, VALS(v, elements[i], int_const(l, b, int_type(l, 32), i)));
  return build(b, "llvm.bitcast", word, VALS(v));
}

static void unpack(Lowering *l, Builder b, Access a, MlirValue word, MlirValue *elements)
{
  MlirType piece = int_type(l, 8 * a.element);
  int n = a.word / a.element;
  if (n == 1) {
    elements[0] = a.word == 1 ? build(b, "arith.trunci", piece, VALS(word)) : word;
    return;
  }
  MlirValue v = build(b, "llvm.bitcast", mlirVectorTypeGet(1, (int64_t[]){n}, piece), VALS(word));
  for (int i = 0; i < n; i++)
    elements[i] = build(b, "llvm.extractelement", piece, VALS(v, int_const(l, b, int_type(l, 32), i)));
}

void pack_words(Lowering *l, Builder b, Access a, const MlirValue *elements, MlirValue *words)
{
  for (int w = 0; w < a.words; w++)
    words[w] = pack(l, b, a, &elements[w * (a.word / a.element)]);
}

void unpack_words(Lowering *l, Builder b, Access a, const MlirValue *words, MlirValue *elements)
{
  for (int w = 0; w < a.words; w++)
    unpack(l, b, a, words[w], &elements[w * (a.word / a.element)]);
}

/* ---- steps ---- */

/* How many registers from 0 on lie side by side along the axis. */
static int neighbours(TriLayout layout, int axis)
{
  int shift = tri_layout_axis_shift(layout, axis), n = 0;
  while (n < layout.in[TRI_REGISTER] && n < layout.out[axis] && layout.col[n] == 1u << (shift + n))
    n++;
  return 1 << n;
}

/* The widest vector of elements side by side, and along which axis. */
static int vector_of(const Lowering *l, MlirValue ptr, MlirValue mask, int *along)
{
  TriLayout layout;
  int best = 1;
  *along = 0;
  if (!layout_of_type(type_of(ptr), &layout))
    return 1;
  for (int axis = 0; axis < (int)layout.rank; axis++) {
    int in_memory = axis_vector_width(l->axis, ptr, mask, axis), in_registers = neighbours(layout, axis);
    int vector = in_memory < in_registers ? in_memory : in_registers;
    *along = vector > best ? axis : *along;
    best = vector > best ? vector : best;
  }
  return best;
}

static MlirValue both(Lowering *l, Builder b, MlirValue x, MlirValue y)
{
  return is_null(x) ? y : is_null(y) ? x : build(b, "arith.andi", int_type(l, 1), VALS(x, y));
}

static MlirValue negated(Lowering *l, Builder b, MlirValue x)
{
  MlirType i1 = int_type(l, 1);
  return build(b, "arith.xori", i1, VALS(x, int_const(l, b, i1, 1)));
}

/* A vector at r whose mask is uniform over `uniform` elements only. Of a prefix the last bit tells whether
 * all are set, and where they are not it is not. */
static void add_split_vector(Lowering *l, Builder b, Steps *steps, MlirValue mask, MlirValue owner,
                             uint32_t r, int vector, int uniform, bool prefix)
{
  int last = vector - uniform;
  MlirValue all = part(l, mask, r + (uint32_t)last);
  for (int i = 0; i < last && !prefix; i += uniform)
    all = both(l, b, all, part(l, mask, r + (uint32_t)i));
  MlirValue some = both(l, b, owner, negated(l, b, all));
  vec_push(l->arena, steps) = (Step){r, vector, both(l, b, owner, all)};
  for (int i = 0; i < (prefix ? last : vector); i += uniform) {
    uint32_t at_r = r + (uint32_t)i;
    vec_push(l->arena, steps) = (Step){at_r, uniform, both(l, b, part(l, mask, at_r), some)};
  }
}

/* n registers in vectors under the mask (null: all). */
static Steps make_steps(Lowering *l, Builder b, uint32_t n, int vector, int uniform, MlirValue mask,
                        MlirValue owner, bool prefix)
{
  Steps steps = {0};
  for (uint32_t r = 0; r < n; r += (uint32_t)vector)
    if (is_null(mask) || uniform == vector)
      vec_push(l->arena, &steps) =
          (Step){r, vector, both(l, b, owner, is_null(mask) ? mask : part(l, mask, r))};
    else
      add_split_vector(l, b, &steps, mask, owner, r, vector, uniform, prefix);
  return steps;
}

Steps plan_steps(Lowering *l, Builder b, MlirValue ptr, MlirValue mask, MlirValue owner)
{
  int along, ignored, vector = vector_of(l, ptr, (MlirValue){NULL}, &along),
                      uniform = vector_of(l, ptr, mask, &ignored);
  MlirBlock block = mlirRewriterBaseGetInsertionBlock(l->rw);
  uint32_t n = register_count(type_of(ptr));
  if (is_null(mask))
    return make_steps(l, b, n, vector, uniform, mask, owner, false);
  for (KnownSteps *k = l->steps; k; k = k->next)
    if (same(k->mask, mask) && same(k->owner, owner) && same(k->block, block) && k->vector == vector &&
        k->uniform == uniform && k->along == along)
      return k->steps;
  KnownSteps *k = arena_new(l->arena, KnownSteps);
  *k = (KnownSteps){l->steps, mask, owner, block, vector, uniform, along, {0}};
  k->steps = make_steps(l, b, n, vector, uniform, mask, owner, is_prefix_mask(l->axis, mask, along, vector));
  l->steps = k;
  return k->steps;
}
