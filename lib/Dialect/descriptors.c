/* make_desc, desc_load, desc_store, desc_reduce, desc_gather, desc_scatter: verifiers and canonicalisation.
 *
 * Canonicalisation knows what is outside of a tensor wherever it lies: rows or columns that all have negative
 * indices, and those past a constant extent. Loads of nothing else are the padding, writes of nothing else
 * go.
 *
 *   tri.desc_store %v to %d[%i, %m64] : !tri.desc<128x64xf16>     with %m64 = -64: nothing */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/types.h"
#include "tri-c/Ops.h"

#include <math.h>

/* ---- what verifiers share ---- */

/* desc_load_c1, desc_store_c1, desc_reduce_c1 */
static bool offsets_fit(MlirOperation op, MlirValue desc, intptr_t n)
{
  int rank = shape_of_type(tri_desc_block(type_of(desc))).rank;
  return require(op, n == rank, "has %ld offset%s into a tensor of %d ax%s", (long)n, n == 1 ? "" : "s", rank,
                 rank == 1 ? "is" : "es");
}

/* The block has this shape and the descriptor's element type; a layout is its own. */
static bool block_fits(MlirOperation op, MlirValue block, MlirType expected)
{
  MlirType t = type_of(block);
  Arena a = {0};
  bool ok = require(op,
                    shape_equal(shape_of_type(t), shape_of_type(expected)) &&
                        same(tri_type_element(t), tri_type_element(expected)),
                    "has a block of type '%s'; its descriptor accesses '%s'", type_text(&a, t),
                    type_text(&a, expected));
  arena_free(&a);
  return ok;
}

/* desc_load_c2, desc_store_c2, desc_reduce_c2 */
static bool accesses(MlirOperation op, MlirValue desc, MlirValue block)
{
  return block_fits(op, block, tri_desc_block(type_of(desc)));
}

static bool is_rows(MlirType t)
{
  TriType k = tri_type_kind(tri_type_element(t));
  return shape_of_type(t).rank == 1 && (k == TRI_I16 || k == TRI_I32);
}

static bool accesses_rows(MlirOperation op, MlirValue desc, MlirValue rows, MlirValue block)
{
  Shape s = shape_of_type(tri_desc_block(type_of(desc)));
  return require(op, s.rank == 2 && s.dim[0] == 1, /* desc_gather_c1, desc_scatter_c1 */
                 "has a descriptor whose block is not one row of two axes; expected '1x…'") &&
         require(op, is_rows(type_of(rows)), /* desc_gather_c2, desc_scatter_c2 */
                 "has rows that are not of rank 1 and of i16 or i32") &&
         block_fits(op, block, /* desc_gather_c3, desc_scatter_c3 */
                    tri_type_rows_accessed(type_of(rows), type_of(desc)));
}

/* ---- verifiers ---- */

static bool one_type(MlirOperation op)
{
  MlirType t = type_of(tri_make_desc_shape(op, 0));
  TriType k = tri_type_kind(t);
  for (intptr_t i = 1; i < operand_count(op); i++)
    if (!same(type_of(operand(op, i)), t))
      return false;
  return k == TRI_I32 || k == TRI_I64;
}

bool tri_make_desc_verify(MlirOperation op)
{
  MlirType block = tri_desc_block(type_of(tri_make_desc_result(op)));
  TriType element = tri_type_kind(tri_type_element(block));
  int rank = shape_of_type(block).rank;
  intptr_t shape = tri_make_desc_shape_count(op), strides = tri_make_desc_strides_count(op);
  return require(op, shape == rank && strides == rank - 1, /* make_desc_c2 */
                 "has %ld extents and %ld strides; expected %d and %d, as the last axis has stride 1",
                 (long)shape, (long)strides, rank, rank - 1) &&
         require(op, one_type(op), /* make_desc_c3 */
                 "has extents and strides that are not all of i32 or all of i64") &&
         require(op, tri_make_desc_padding(op) == TRI_PADDING_ZERO || element >= TRI_F16, /* make_desc_c4 */
                 "pads with NaN what is not of f16, bf16, f32 or f64");
}

bool tri_desc_load_verify(MlirOperation op)
{
  return offsets_fit(op, tri_desc_load_desc(op), tri_desc_load_offsets_count(op)) &&
         accesses(op, tri_desc_load_desc(op), tri_desc_load_result(op));
}

bool tri_desc_store_verify(MlirOperation op)
{
  return offsets_fit(op, tri_desc_store_desc(op), tri_desc_store_offsets_count(op)) &&
         accesses(op, tri_desc_store_desc(op), tri_desc_store_value(op));
}

/* Which element types the kinds have (PTX ISA, cp.reduce.async.bulk.tensor). */
enum { INTEGERS = 1 << TRI_I32 | 1 << TRI_I64, HALVES = 1 << TRI_F16 | 1 << TRI_BF16 };
static const struct {
  const char *name, *text;
  int types;
} reductions[] = {
    [TRI_DESC_REDUCTION_ADD] = {"add", "i32, i64, f16, bf16 or f32", INTEGERS | HALVES | 1 << TRI_F32},
    [TRI_DESC_REDUCTION_MIN] = {"min", "i32, i64, f16 or bf16", INTEGERS | HALVES},
    [TRI_DESC_REDUCTION_MAX] = {"max", "i32, i64, f16 or bf16", INTEGERS | HALVES},
    [TRI_DESC_REDUCTION_UMIN] = {"umin", "i32 or i64", INTEGERS},
    [TRI_DESC_REDUCTION_UMAX] = {"umax", "i32 or i64", INTEGERS},
    [TRI_DESC_REDUCTION_AND] = {"and", "i32 or i64", INTEGERS},
    [TRI_DESC_REDUCTION_OR] = {"or", "i32 or i64", INTEGERS},
    [TRI_DESC_REDUCTION_XOR] = {"xor", "i32 or i64", INTEGERS},
};

bool tri_desc_reduce_verify(MlirOperation op)
{
  TriDescReduction kind = tri_desc_reduce_kind(op);
  MlirType element = tri_type_element(tri_desc_block(type_of(tri_desc_reduce_desc(op))));
  return offsets_fit(op, tri_desc_reduce_desc(op), tri_desc_reduce_offsets_count(op)) &&
         accesses(op, tri_desc_reduce_desc(op), tri_desc_reduce_value(op)) &&
         require(op, reductions[kind].types >> tri_type_kind(element) & 1, /* desc_reduce_c3 */
                 "reduces with '%s' what is not of %s", reductions[kind].name, reductions[kind].text);
}

bool tri_desc_gather_verify(MlirOperation op)
{
  return accesses_rows(op, tri_desc_gather_desc(op), tri_desc_gather_rows(op), tri_desc_gather_result(op));
}

bool tri_desc_scatter_verify(MlirOperation op)
{
  return accesses_rows(op, tri_desc_scatter_desc(op), tri_desc_scatter_rows(op), tri_desc_scatter_value(op));
}

/* ---- make_desc ---- */

/* The i32 that v is the sign extension of, as a value or to be made: null where it is none. */
static MlirValue narrowed(Builder b, MlirValue v, bool make)
{
  MlirOperation extension = def_named(v, "arith.extsi");
  MlirType i32 = mlirIntegerTypeGet(mlirTypeGetContext(type_of(v)), 32);
  MlirAttribute constant = constant_of(v);
  if (!is_null(extension) && same(type_of(operand(extension, 0)), i32))
    return operand(extension, 0);
  int64_t value = int_of(constant, INT64_MAX);
  if (value != (int32_t)value)
    return (MlirValue){NULL};
  return make ? build_with(b, "arith.constant", i32, NO_VALS, ATTRS({"value", int_attr(i32, value)})) : v;
}

static bool all_narrow(MlirOperation op)
{
  const Builder none = {0};
  for (intptr_t i = 1; i < operand_count(op); i++)
    if (is_null(narrowed(none, operand(op, i), false)))
      return false;
  return tri_type_kind(type_of(operand(op, 1))) == TRI_I64;
}

/* Extents and strides of i64 that are all extended from i32 are those. */
bool tri_make_desc_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  intptr_t n = tri_make_desc_shape_count(op);
  MlirValue sizes[2 * TRI_MAX_DESC_RANK];
  if (!all_narrow(op))
    return false;
  Builder b = before(rw, op);
  for (intptr_t i = 1; i < operand_count(op); i++)
    sizes[i - 1] = narrowed(b, operand(op, i), true);
  return replace(b, op,
                 tri_make_desc_build(rw, b.loc, type_of(tri_make_desc_result(op)), tri_make_desc_base(op), n,
                                     sizes, tri_make_desc_strides_count(op), sizes + n,
                                     tri_make_desc_padding(op)));
}

/* ---- accesses that are outside of the tensor ---- */

/* Indices [from, from + n) along an axis, where from is known. */
typedef struct {
  bool known;
  int64_t from, n;
} Span;

static MlirOperation maker_of(MlirValue desc) { return def_named(desc, "tri.make_desc"); }

/* The extent of the tensor on the axis; INT64_MAX where it is not known. */
static int64_t extent_of(MlirValue desc, int axis)
{
  MlirOperation made = maker_of(desc);
  int64_t extent = is_null(made) ? -1 : int_of(constant_of(tri_make_desc_shape(made, axis)), -1);
  return extent < 0 ? INT64_MAX : extent;
}

/* Whether a tensor of this descriptor has no element in the span of the axis. */
static bool is_outside(MlirValue desc, int axis, Span s)
{
  int64_t extent = extent_of(desc, axis);
  return extent == 0 || (s.known && (s.from + s.n <= 0 || s.from >= extent));
}

static Span span_at(MlirValue offset, int64_t n)
{
  MlirAttribute constant = constant_of(offset);
  return (Span){!is_null(constant), int_of(constant, 0), n};
}

static bool all_outside(MlirValue desc, MlirOperation op, intptr_t first_offset)
{
  Shape s = shape_of_type(tri_desc_block(type_of(desc)));
  for (int axis = 0; axis < s.rank; axis++)
    if (is_outside(desc, axis, span_at(operand(op, first_offset + axis), s.dim[axis])))
      return true;
  return false;
}

/* The same of rows that are all equal, and their columns. */
static bool all_rows_outside(MlirValue desc, MlirValue rows, MlirValue column)
{
  Shape s = shape_of_type(tri_desc_block(type_of(desc)));
  MlirAttribute row = splat_element(constant_of(rows));
  return is_outside(desc, 0, (Span){!is_null(row), int_of(row, 0), 1}) ||
         is_outside(desc, 1, span_at(column, s.dim[1]));
}

/* A block of the descriptor's padding; null where its maker is not seen. */
static MlirValue padding(Builder b, MlirValue desc, MlirType block)
{
  MlirOperation made = maker_of(desc);
  if (is_null(made))
    return (MlirValue){NULL};
  if (tri_make_desc_padding(made) == TRI_PADDING_ZERO)
    return zero(b, block);
  MlirAttribute nan = mlirFloatAttrDoubleGet(mlirTypeGetContext(block), tri_type_element(block), (double)NAN);
  return build_with(b, "arith.constant", block, NO_VALS,
                    ATTRS({"value", mlirDenseElementsAttrSplatGet(block, nan)}));
}

static bool replace_by_padding(Builder b, MlirOperation op, MlirValue desc)
{
  MlirValue pad = padding(b, desc, type_of(result(op)));
  return !is_null(pad) && replace(b, op, pad);
}

bool tri_desc_load_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirValue desc = tri_desc_load_desc(op);
  return all_outside(desc, op, 1) && replace_by_padding(before(rw, op), op, desc);
}

bool tri_desc_store_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return all_outside(tri_desc_store_desc(op), op, 2) && erase(before(rw, op), op);
}

bool tri_desc_reduce_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return all_outside(tri_desc_reduce_desc(op), op, 2) && erase(before(rw, op), op);
}

/* The row that all of these are, as i32; null where they may differ. */
static MlirValue single_row(Builder b, MlirValue rows)
{
  MlirOperation splat = def_named(rows, "tri.splat");
  MlirAttribute constant = splat_element(constant_of(rows));
  MlirType i32 = mlirIntegerTypeGet(mlirTypeGetContext(type_of(rows)), 32);
  if (!is_null(constant))
    return build_with(b, "arith.constant", i32, NO_VALS,
                      ATTRS({"value", int_attr(i32, int_of(constant, 0))}));
  if (is_null(splat) || same(type_of(tri_splat_scalar(splat)), i32))
    return is_null(splat) ? (MlirValue){NULL} : tri_splat_scalar(splat);
  return build(b, "arith.extsi", i32, VALS(tri_splat_scalar(splat)));
}

/* Rows that are all equal are one row, broadcast. */
static bool load_one_row(MlirOperation op, MlirRewriterBase rw)
{
  MlirType t = type_of(tri_desc_gather_result(op)), row = tri_desc_block(type_of(tri_desc_gather_desc(op)));
  Builder b = before(rw, op);
  if (!is_null(mlirRankedTensorTypeGetEncoding(t)))
    return false;
  MlirValue at[] = {single_row(b, tri_desc_gather_rows(op)), tri_desc_gather_column(op)};
  if (is_null(at[0]))
    return false;
  MlirValue loaded = tri_desc_load_build(rw, b.loc, row, tri_desc_gather_desc(op), 2, at);
  return replace(b, op, same(row, t) ? loaded : tri_broadcast_build(rw, b.loc, t, loaded));
}

bool tri_desc_gather_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  MlirValue desc = tri_desc_gather_desc(op);
  if (all_rows_outside(desc, tri_desc_gather_rows(op), tri_desc_gather_column(op)))
    return replace_by_padding(before(rw, op), op, desc);
  return load_one_row(op, rw);
}

bool tri_desc_scatter_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return all_rows_outside(tri_desc_scatter_desc(op), tri_desc_scatter_rows(op),
                          tri_desc_scatter_column(op)) &&
         erase(before(rw, op), op);
}
