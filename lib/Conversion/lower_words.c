#include "Conversion/lower_words.h"

#include "Conversion/prefix_mask.h"
#include "mlir-c/Dialect/LLVM.h"

int element_bytes(MlirType t) { return tri_type_bytes(tri_type_kind(tri_type_element(t))); }

static bool is_word(TriType kind) { return kind == TRI_F32 || kind == TRI_F64; }

Access access_of(MlirType element, int vector)
{
  int size = element_bytes(element), bytes = size * vector, word = size == 8 ? 8 : bytes < 4 ? bytes : 4;
  return (Access){size, vector, word, bytes / word, is_word(tri_type_kind(element))};
}

MlirType word_type(Lowering *l, Access a)
{
  if (a.real)
    return a.word == 8 ? mlirF64TypeGet(l->context) : mlirF32TypeGet(l->context);
  return int_type(l, a.word == 1 ? 16 : 8 * a.word);
}

char word_constraint(Access a)
{
  return a.real ? (a.word == 8 ? 'd' : 'f') : a.word == 8 ? 'l' : a.word == 4 ? 'r' : 'h';
}

/* ---- elements and their bits ---- */

MlirValue as_bits(Lowering *l, Builder b, MlirValue v, MlirType t)
{
  TriType kind = tri_type_kind(tri_type_element(t));
  if (kind == TRI_I1)
    return build(b, "arith.extui", int_type(l, 8), VALS(v));
  if (kind == TRI_PTR)
    return build(b, "llvm.ptrtoint", int_type(l, 64), VALS(v));
  if (is_word(kind))
    return v;
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
  bool as_integer = tri_type_is_float(tri_type_element(t)) && !is_word(kind);
  return as_integer ? build(b, "arith.bitcast", part_type(t), VALS(bits)) : bits;
}

MlirValue zero_bits(Lowering *l, Builder b, MlirType t)
{
  if (!is_word(tri_type_kind(tri_type_element(t))))
    return int_const(l, b, int_type(l, 8 * element_bytes(t)), 0);
  MlirAttribute zero = mlirFloatAttrDoubleGet(l->context, part_type(t), 0);
  return build_with(b, "arith.constant", part_type(t), NO_VALS, ATTRS({"value", zero}));
}

/* ---- words ---- */

/* Bytes are joined as integers: LLVM shuffles vectors of bytes by way of bytes that it leaves undefined, and
 * who watches registers as a whole takes them for an error. */
static MlirValue pack_integers(Lowering *l, Builder b, const MlirValue *bits, int n, int width)
{
  MlirType i32 = int_type(l, 32);
  MlirValue word = build(b, "arith.extui", i32, VALS(bits[0]));
  for (int i = 1; i < n; i++) {
    MlirValue up = build(b, "arith.shli", i32,
                         VALS(build(b, "arith.extui", i32, VALS(bits[i])), int_const(l, b, i32, i * width)));
    word = build(b, "arith.ori", i32, VALS(word, up));
  }
  return word;
}

MlirValue pack_word(Lowering *l, Builder b, const MlirValue *bits, int n)
{
  int width = (int)mlirIntegerTypeGetWidth(type_of(bits[0]));
  if (n * width < 32 || width == 8)
    return pack_integers(l, b, bits, n, width);
  MlirType pair = mlirVectorTypeGet(1, (int64_t[]){2}, type_of(bits[0])), i32 = int_type(l, 32);
  MlirValue v = build(b, "llvm.mlir.poison", pair, NO_VALS);
  for (int i = 0; i < 2; i++)
    v = build(b, "llvm.insertelement", pair, VALS(v, bits[i], int_const(l, b, i32, i)));
  return build(b, "llvm.bitcast", i32, VALS(v));
}

static MlirValue pack(Lowering *l, Builder b, Access a, const MlirValue *elements)
{
  MlirType word = word_type(l, a);
  int n = a.word / a.element;
  if (n == 1)
    return a.word == 1 ? build(b, "arith.extui", word, VALS(elements[0])) : elements[0];
  MlirValue v = pack_word(l, b, elements, n);
  return a.word == 4 ? v : build(b, "arith.trunci", word, VALS(v));
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

/* ---- instructions ---- */

const char *register_operands(Arena *arena, int first, int n)
{
  const char *text = arena_printf(arena, "$%d", first);
  for (int i = 1; i < n; i++)
    text = arena_printf(arena, "%s, $%d", text, first + i);
  return n > 1 ? arena_printf(arena, "{%s}", text) : text;
}

MlirOperation assembly(Lowering *l, Builder b, const char *text, const char *constraints,
                       MlirType result_type, Vals operands)
{
  return build_op(b, "llvm.inline_asm", &result_type, is_null(result_type) ? 0 : 1, operands,
                  ATTRS({"asm_string", str_attr(l->context, text)},
                        {"constraints", str_attr(l->context, constraints)},
                        {"has_side_effects", unit_attr(l->context)}));
}

MlirType words_type(Lowering *l, Access a)
{
  MlirType word = word_type(l, a), types[MAX_WORDS] = {word, word, word, word};
  return a.words == 1 ? word : mlirLLVMStructTypeLiteralGet(l->context, a.words, types, false);
}

void split_words(Lowering *l, Builder b, Access a, MlirValue all, MlirValue *words)
{
  for (int64_t w = 0; w < a.words; w++)
    words[w] = a.words == 1 ? all
                            : build_with(b, "llvm.extractvalue", word_type(l, a), VALS(all),
                                         ATTRS({"position", mlirDenseI64ArrayGet(l->context, 1, &w)}));
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

/* How vectors are split whose elements may have different mask bits. */
typedef struct {
  MlirValue mask, owner;
  int vector, uniform; /* so many elements have one bit */
  bool prefix;         /* the last bit tells whether all are set, and where they are not it is not */
  bool together;       /* in one piece of assembly */
} Split;

/* A vector at r. */
static void add_split_vector(Lowering *l, Builder b, Steps *steps, Split s, uint32_t r)
{
  int last = s.vector - s.uniform;
  MlirValue all = part(l, s.mask, r + (uint32_t)last);
  for (int i = 0; i < last && !s.prefix; i += s.uniform)
    all = both(l, b, all, part(l, s.mask, r + (uint32_t)i));
  MlirValue some = both(l, b, s.owner, negated(l, b, all));
  Step wide = {.r = r, .vector = s.vector, .predicate = both(l, b, s.owner, all), .width = s.uniform};
  size_t place = steps->n;
  vec_push(l->arena, steps) = wide;
  for (int i = 0; i < (s.prefix ? last : s.vector); i += s.uniform) {
    uint32_t at_r = r + (uint32_t)i;
    MlirValue predicate = both(l, b, part(l, s.mask, at_r), some);
    if (s.together)
      steps->at[place].piece[steps->at[place].pieces++] = predicate;
    else
      vec_push(l->arena, steps) = (Step){.r = at_r, .vector = s.uniform, .predicate = predicate};
  }
}

/* n registers in vectors under the mask (null: all). */
static Steps make_steps(Lowering *l, Builder b, uint32_t n, Split s)
{
  Steps steps = {0};
  for (uint32_t r = 0; r < n; r += (uint32_t)s.vector)
    if (is_null(s.mask) || s.uniform == s.vector)
      vec_push(l->arena, &steps) =
          (Step){.r = r,
                 .vector = s.vector,
                 .predicate = both(l, b, s.owner, is_null(s.mask) ? s.mask : part(l, s.mask, r))};
    else
      add_split_vector(l, b, &steps, s, r);
  return steps;
}

/* Whether narrow accesses may be reckoned from the vector's address, in words of the same size. */
static bool fit_together(const Lowering *l, MlirValue ptr, int uniform)
{
  int bytes = element_bytes(tri_ptr_pointee(tri_type_element(type_of(ptr))));
  return uniform * bytes >= 4 && !may_be_partly_undefined(l->undefined, ptr);
}

static bool is_known(const KnownSteps *k, MlirBlock block, Split s, int along)
{
  return same(k->mask, s.mask) && same(k->owner, s.owner) && same(k->block, block) && k->vector == s.vector &&
         k->uniform == s.uniform && k->along == along && k->together == s.together;
}

Steps plan_steps(Lowering *l, Builder b, MlirValue ptr, MlirValue mask, MlirValue owner)
{
  int along, ignored;
  uint32_t n = register_count(type_of(ptr));
  MlirBlock block = mlirRewriterBaseGetInsertionBlock(l->rw);
  Split s = {.mask = mask, .owner = owner, .vector = vector_of(l, ptr, (MlirValue){NULL}, &along)};
  if (is_null(mask))
    return make_steps(l, b, n, s);
  s.uniform = vector_of(l, ptr, mask, &ignored);
  s.together = fit_together(l, ptr, s.uniform);
  for (KnownSteps *k = l->steps; k; k = k->next)
    if (is_known(k, block, s, along))
      return k->steps;
  s.prefix = is_prefix_mask(l->axis, mask, along, s.vector);
  KnownSteps *k = arena_new(l->arena, KnownSteps);
  *k = (KnownSteps){l->steps, mask, owner, block, s.vector, s.uniform, along, s.together, {0}};
  k->steps = make_steps(l, b, n, s);
  l->steps = k;
  return k->steps;
}
