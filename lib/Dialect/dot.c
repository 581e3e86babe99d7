/* dot: verifier, folder and canonicalisation; dot_scaled: verifier. */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/types.h"
#include "tri-c/Ops.h"

static TriType element_kind(MlirValue v) { return tri_type_kind(tri_type_element(type_of(v))); }

/* ---- types ---- */

/* The rows of dot_c3; of the inputs, both 8-bit formats of floats stand for either. */
static const struct {
  TriType input, acc;
} products[] = {{TRI_F16, TRI_F16}, {TRI_F16, TRI_F32},      {TRI_BF16, TRI_F32},     {TRI_F32, TRI_F32},
                {TRI_F64, TRI_F64}, {TRI_F8E4M3FN, TRI_F16}, {TRI_F8E4M3FN, TRI_F32}, {TRI_I8, TRI_I32}};

static TriType format_of(TriType t) { return t == TRI_F8E5M2 ? TRI_F8E4M3FN : t; }

static bool is_product(TriType a, TriType b, TriType acc)
{
  bool found = false;
  for (size_t k = 0; k < sizeof products / sizeof *products; k++)
    found |= products[k].input == format_of(a) && products[k].acc == acc;
  return found && format_of(a) == format_of(b);
}

static bool has_product_types(MlirOperation op)
{
  MlirValue a = tri_dot_a(op), b = tri_dot_b(op), acc = tri_dot_acc(op);
  Arena arena = {0};
  bool ok = require(op, is_product(element_kind(a), element_kind(b), element_kind(acc)),
                    "multiplies '%s' by '%s' into '%s'; expected f16 into f16 or f32, bf16 or f32 into f32, "
                    "f64 into f64, i8 into i32, f8E4M3FN and f8E5M2 into f16 or f32",
                    type_text(&arena, tri_type_element(type_of(a))),
                    type_text(&arena, tri_type_element(type_of(b))),
                    type_text(&arena, tri_type_element(type_of(acc))));
  arena_free(&arena);
  return ok;
}

/* ---- verifier ---- */

static bool ranks_agree(MlirOperation op, Shape a, Shape b, Shape acc)
{
  return require(op, a.rank == b.rank && a.rank == acc.rank && (a.rank == 2 || a.rank == 3),
                 "multiplies blocks of rank %d and %d into rank %d; expected 2, or 3 for batches, of all",
                 a.rank, b.rank, acc.rank);
}

static bool extents_agree(MlirOperation op, Shape a, Shape b, Shape acc)
{
  int m = a.rank - 2, n = a.rank - 1; /* the last two axes */
  return require(op, a.dim[n] == b.dim[m], "contracts extent %lld of its left with %lld of its right matrix",
                 (long long)a.dim[n], (long long)b.dim[m]) &&
         require(op, acc.dim[m] == a.dim[m] && acc.dim[n] == b.dim[n],
                 "adds to a matrix of %lld x %lld; expected %lld x %lld", (long long)acc.dim[m],
                 (long long)acc.dim[n], (long long)a.dim[m], (long long)b.dim[n]) &&
         require(op, m == 0 || (a.dim[0] == b.dim[0] && a.dim[0] == acc.dim[0]),
                 "has batches of %lld, %lld and %lld matrices; expected as many of each", (long long)a.dim[0],
                 (long long)b.dim[0], (long long)acc.dim[0]);
}

bool tri_dot_verify(MlirOperation op)
{
  Shape a = shape_of_type(type_of(tri_dot_a(op))), b = shape_of_type(type_of(tri_dot_b(op))),
        acc = shape_of_type(type_of(tri_dot_acc(op)));
  bool ieee = tri_dot_precision(op) == TRI_INPUT_PRECISION_IEEE,
       is_signed = !tri_dot_a_unsigned(op) && !tri_dot_b_unsigned(op);
  return ranks_agree(op, a, b, acc) &&                               /* dot_c1 */
         extents_agree(op, a, b, acc) &&                             /* dot_c2 */
         has_product_types(op) &&                                    /* dot_c3 */
         require(op, ieee || element_kind(tri_dot_a(op)) == TRI_F32, /* dot_c4 */
                 "has a precision; only inputs of f32 have a choice of one") &&
         require(op, is_signed || element_kind(tri_dot_a(op)) == TRI_I8, /* dot_c4 */
                 "has an unsigned input; only inputs of i8 are signed or unsigned");
}

/* ---- folder ---- */

/* A product of integers with zero is zero. One of floats need not be: 0 · NaN, and -0 + 0 is not -0. */
Folded tri_dot_fold(MlirOperation op, const MlirAttribute *constants)
{
  bool zero_factor = is_zero(constants[0]) || is_zero(constants[1]);
  return zero_factor && element_kind(tri_dot_a(op)) == TRI_I8 ? folded_to(tri_dot_acc(op)) : not_folded;
}

/* ---- canonicalisation ---- */

/* The arith.addi that is the dot's only use, in the same block; or null. */
static MlirOperation sum_of(MlirOperation dot)
{
  const MlirOperation no_op = {NULL};
  if (!has_one_use(tri_dot_result(dot)))
    return no_op;
  MlirOperation user = mlirOpOperandGetOwner(mlirValueGetFirstUse(tri_dot_result(dot)));
  bool beside = mlirBlockEqual(mlirOperationGetBlock(user), mlirOperationGetBlock(dot));
  return beside && is_op(user, "arith.addi") ? user : no_op;
}

/* dot(a, b, 0) + c is dot(a, b, c), of integers. */
bool tri_dot_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirOperation sum = sum_of(op);
  if (element_kind(tri_dot_a(op)) != TRI_I8 || !is_zero(constant_of(tri_dot_acc(op))) || is_null(sum))
    return false;
  MlirValue acc = operand(sum, mlirValueEqual(operand(sum, 0), tri_dot_result(op)) ? 1 : 0);
  Builder b = before(rw, sum);
  replace(b, sum,
          tri_dot_build(rw, loc_of(op), type_of(acc), tri_dot_a(op), tri_dot_b(op), acc,
                        tri_dot_precision(op), tri_dot_a_unsigned(op), tri_dot_b_unsigned(op)));
  return erase(before(rw, op), op);
}

/* ---- dot_scaled ---- */

enum { GROUP = 32 }; /* elements that share a scale */

static bool is_packed(MlirValue factor) { return element_kind(factor) == TRI_I8; }

static bool is_narrow(TriType t) { return t == TRI_I8 || t == TRI_F8E4M3FN || t == TRI_F8E5M2; }

/* The extents of a factor in elements, `axis` counted from the last one being contracted. */
static Shape unpacked(MlirValue factor, int axis)
{
  Shape s = shape_of_type(type_of(factor));
  if (is_packed(factor) && s.rank > axis)
    s.dim[s.rank - 1 - axis] *= 2;
  return s;
}

static bool has_factor_type(MlirOperation op, MlirValue factor)
{
  TriType t = element_kind(factor);
  Arena a = {0};
  bool ok = require(op, is_narrow(t) || t == TRI_F16 || t == TRI_BF16,
                    "has a factor of '%s'; expected i8 (two of e2m1), f8E4M3FN, f8E5M2, f16 or bf16",
                    type_text(&a, tri_type_element(type_of(factor))));
  arena_free(&a);
  return ok;
}

/* The factor's shape is s; of its last two axes the outer has `rows` elements, the contracted one k. */
static bool has_scale(MlirOperation op, MlirValue factor, MlirValue scale, Shape s, int64_t rows, int64_t k)
{
  if (is_null(scale))
    return true;
  Shape t = shape_of_type(type_of(scale));
  s.dim[s.rank - 2] = rows;
  s.dim[s.rank - 1] = (k + GROUP - 1) / GROUP;
  return require(
             op, shape_equal(s, t) && element_kind(scale) == TRI_I8, /* dot_scaled_c4 */
             "has a scale that is not of i8, %lld x %lld: one for each %d elements of a row of its left, or "
             "column of its right factor",
             (long long)s.dim[s.rank - 2], (long long)s.dim[s.rank - 1], GROUP) &&
         require(op, is_narrow(element_kind(factor)), /* dot_scaled_c5 */
                 "scales a factor of f16 or bf16; only narrower ones have scales");
}

bool tri_dot_scaled_verify(MlirOperation op)
{
  Shape a = unpacked(tri_dot_scaled_a(op), 0), b = unpacked(tri_dot_scaled_b(op), 1),
        acc = shape_of_type(type_of(tri_dot_scaled_acc(op)));
  return ranks_agree(op, a, b, acc) &&                                /* dot_scaled_c1 */
         extents_agree(op, a, b, acc) &&                              /* dot_scaled_c2 */
         has_factor_type(op, tri_dot_scaled_a(op)) &&                 /* dot_scaled_c3 */
         has_factor_type(op, tri_dot_scaled_b(op)) &&                 /* dot_scaled_c3 */
         require(op, element_kind(tri_dot_scaled_acc(op)) == TRI_F32, /* dot_scaled_c3 */
                 "adds to a matrix that is not of f32") &&
         has_scale(op, tri_dot_scaled_a(op), tri_dot_scaled_a_scale(op), a, a.dim[a.rank - 2],
                   a.dim[a.rank - 1]) &&
         has_scale(op, tri_dot_scaled_b(op), tri_dot_scaled_b_scale(op), b, b.dim[b.rank - 1],
                   b.dim[b.rank - 2]);
}
