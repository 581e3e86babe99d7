#include "Dialect/types.h"
#include "Support/ir.h"

#include <assert.h>

Shape shape_of_type(MlirType t)
{
  Shape s = {0};
  if (is_null(t) || !mlirTypeIsARankedTensor(t))
    return s;
  s.rank = (int)mlirShapedTypeGetRank(t);
  assert(s.rank <= TRI_MAX_RANK);
  for (int i = 0; i < s.rank; i++)
    s.dim[i] = mlirShapedTypeGetDimSize(t, i);
  return s;
}

int64_t shape_count(Shape s)
{
  int64_t n = 1;
  for (int i = 0; i < s.rank; i++)
    n *= s.dim[i];
  return n;
}

bool shape_equal(Shape a, Shape b)
{
  for (int i = 0; i < a.rank && a.rank == b.rank; i++)
    if (a.dim[i] != b.dim[i])
      return false;
  return a.rank == b.rank;
}

TriType tri_type_kind(MlirType t)
{
  if (is_null(t))
    return TRI_NONE;
  if (tri_type_is_ptr(t))
    return TRI_PTR;
  if (mlirTypeIsAInteger(t) && mlirIntegerTypeIsSignless(t))
    switch (mlirIntegerTypeGetWidth(t)) {
    case 1:
      return TRI_I1;
    case 8:
      return TRI_I8;
    case 16:
      return TRI_I16;
    case 32:
      return TRI_I32;
    case 64:
      return TRI_I64;
    default:
      return TRI_NONE;
    }
  return mlirTypeIsAFloat8E4M3FN(t) ? TRI_F8E4M3FN
         : mlirTypeIsAFloat8E5M2(t) ? TRI_F8E5M2
         : mlirTypeIsAF16(t)        ? TRI_F16
         : mlirTypeIsABF16(t)       ? TRI_BF16
         : mlirTypeIsAF32(t)        ? TRI_F32
         : mlirTypeIsAF64(t)        ? TRI_F64
                                    : TRI_NONE;
}

static bool kind_is_int(TriType k) { return k >= TRI_I1 && k <= TRI_I64; }

bool tri_type_is_int(MlirType t) { return kind_is_int(tri_type_kind(t)); }

bool tri_type_is_float(MlirType t)
{
  TriType k = tri_type_kind(t);
  return k >= TRI_F8E4M3FN && k <= TRI_F64;
}

bool tri_type_is_scalar(MlirType t) { return tri_type_kind(t) != TRI_NONE; }

/* Whether extents are few enough, static, at least 1, and their product is at most TRI_MAX_ELEMENTS. */
static bool extents_fit(MlirType t)
{
  int64_t rank = mlirShapedTypeGetRank(t), count = 1;
  if (rank < 1 || rank > TRI_MAX_RANK)
    return false;
  for (int64_t i = 0; i < rank; i++) {
    if (mlirShapedTypeIsDynamicDim(t, i) || mlirShapedTypeGetDimSize(t, i) < 1)
      return false;
    if (__builtin_mul_overflow(count, mlirShapedTypeGetDimSize(t, i), &count) || count > TRI_MAX_ELEMENTS)
      return false;
  }
  return true;
}

bool tri_type_is_block(MlirType t)
{
  return !is_null(t) && mlirTypeIsARankedTensor(t) && extents_fit(t) &&
         tri_type_is_scalar(mlirShapedTypeGetElementType(t));
}

bool tri_type_is_value(MlirType t) { return tri_type_is_scalar(t) || tri_type_is_block(t); }

MlirType tri_type_element(MlirType t)
{
  return !is_null(t) && mlirTypeIsAShaped(t) ? mlirShapedTypeGetElementType(t) : t;
}

bool tri_type_is_int_block(MlirType t)
{
  return tri_type_is_block(t) && tri_type_is_int(tri_type_element(t));
}
bool tri_type_is_int_like(MlirType t) { return tri_type_is_value(t) && tri_type_is_int(tri_type_element(t)); }
bool tri_type_is_ptr_like(MlirType t) { return tri_type_is_value(t) && tri_type_is_ptr(tri_type_element(t)); }
bool tri_type_is_bool_like(MlirType t)
{
  return tri_type_is_value(t) && tri_type_kind(tri_type_element(t)) == TRI_I1;
}

bool tri_type_is_float_like(MlirType t)
{
  return tri_type_is_value(t) && tri_type_is_float(tri_type_element(t));
}
bool tri_type_is_real_like(MlirType t)
{
  return tri_type_is_float_like(t) && tri_type_kind(tri_type_element(t)) >= TRI_F16;
}

MlirType block_type(Shape s, MlirType element, MlirAttribute encoding)
{
  return mlirRankedTensorTypeGet(s.rank, s.dim, element, encoding);
}

MlirType tri_type_with_element(MlirType t, MlirType element)
{
  if (is_null(t) || !mlirTypeIsARankedTensor(t))
    return element;
  Arena a = {0};
  int64_t rank = mlirShapedTypeGetRank(t), *dims = arena_array(&a, int64_t, rank);
  for (int64_t i = 0; i < rank; i++)
    dims[i] = mlirShapedTypeGetDimSize(t, i);
  MlirType made = mlirRankedTensorTypeGet(rank, dims, element, mlirRankedTensorTypeGetEncoding(t));
  arena_free(&a);
  return made;
}

MlirType tri_type_mask_of(MlirType t)
{
  return is_null(t) ? t : tri_type_with_element(t, mlirIntegerTypeGet(mlirTypeGetContext(t), 1));
}

MlirType tri_type_i64_of(MlirType t)
{
  return is_null(t) ? t : tri_type_with_element(t, mlirIntegerTypeGet(mlirTypeGetContext(t), 64));
}

MlirType tri_type_ptr_to(MlirType t)
{
  MlirType element = tri_type_element(t);
  if (!tri_type_is_value(t) || tri_ptr_why_not(element, 1))
    return (MlirType){NULL};
  return tri_type_with_element(t, tri_ptr_type(element, 1));
}

/* Whether the elements of an array in memory may be of this type: numbers but i1. */
static bool is_described(TriType t) { return t >= TRI_I8 && t <= TRI_F64; }

const char *tri_desc_why_not(MlirType block)
{
  MlirType element = tri_type_element(block);
  Shape s;
  if (is_null(block) || !mlirTypeIsARankedTensor(block) || mlirShapedTypeGetRank(block) > TRI_MAX_DESC_RANK ||
      !extents_fit(block) || !is_null(mlirRankedTensorTypeGetEncoding(block))) /* desc_c1 */
    return "a descriptor accesses a block of 1 to 5 axes, extents of at least 1 and at most 2^20 elements";
  if (!is_described(tri_type_kind(element))) /* desc_c2 */
    return "a descriptor is of i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32 or f64";
  s = shape_of_type(block);
  if (s.dim[s.rank - 1] * tri_type_bytes(tri_type_kind(element)) % 16) /* desc_c3 */
    return "the last axis of a descriptor's block takes a multiple of 16 bytes";
  return NULL;
}

MlirType tri_desc_base_type(MlirType t)
{
  return !is_null(t) && tri_type_is_desc(t) ? tri_ptr_type(tri_type_element(tri_desc_block(t)), 1) : t;
}

MlirType tri_type_accessed(MlirType desc)
{
  return !is_null(desc) && tri_type_is_desc(desc) ? tri_desc_block(desc) : (MlirType){NULL};
}

MlirType tri_type_rows_accessed(MlirType rows, MlirType desc)
{
  MlirType block = tri_type_accessed(desc);
  if (is_null(block) || !tri_type_is_block(rows))
    return (MlirType){NULL};
  Shape s = shape_of_type(block);
  return block_type((Shape){2, {shape_count(shape_of_type(rows)), s.dim[s.rank - 1]}},
                    tri_type_element(block), (MlirAttribute){NULL});
}

const char *tri_ptr_why_not(MlirType pointee, unsigned address_space)
{
  if (!tri_type_is_scalar(pointee)) /* ptr_c1 */
    return "a pointer points to i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64 or a pointer";
  if (address_space != 1 && address_space != 3) /* ptr_c2 */
    return "the address space of a pointer is 1 (global) or 3 (shared)";
  return NULL;
}
