/* Values that are the same in every program: constants, poison, ranges. They are computed while decoding, and
 * no instruction is left of them. */
#include "Interpreter/decode.h"
#include "Numeric/numeric.h"
#include "tri-c/Ops.h"

#include <string.h>

static bool float_format(TriType t, TriFloat *f)
{
  static const TriFloat formats[TRI_TYPE_COUNT] = {
      [TRI_F8E4M3FN] = TRI_FLOAT_F8E4M3FN, [TRI_F8E5M2] = TRI_FLOAT_F8E5M2, [TRI_F16] = TRI_FLOAT_F16,
      [TRI_BF16] = TRI_FLOAT_BF16,         [TRI_F32] = TRI_FLOAT_F32,       [TRI_F64] = TRI_FLOAT_F64,
  };
  *f = formats[t];
  return t >= TRI_F8E4M3FN && t <= TRI_F64;
}

static void store_bits(void *data, int64_t k, TriType t, uint64_t bits)
{
  size_t bytes = (size_t)tri_type_bytes(t);
  memcpy((char *)data + (size_t)k * bytes, &bits, bytes);
}

/* The bits of an integer or float attribute as an element of type t. */
static bool scalar_bits(MlirAttribute a, TriType t, uint64_t *bits)
{
  TriFloat f;
  if (mlirAttributeIsAInteger(a)) {
    *bits = (uint64_t)int_of(a, 0) & (t == TRI_I1 ? 1 : ~UINT64_C(0));
    return true;
  }
  if (!mlirAttributeIsAFloat(a) || !float_format(t, &f))
    return false;
  *bits = tri_float_encode(f, mlirFloatAttrGetValueDouble(a), TRI_RN, false);
  return true;
}

static void fill(const Slot *s, void *data, uint64_t bits)
{
  for (int64_t k = 0; k < s->count; k++)
    store_bits(data, k, s->type, bits);
}

/* The attribute's elements have their memory form, but i1, which is asked for one by one. */
static void copy_dense(MlirAttribute a, const Slot *s, void *data)
{
  if (s->type != TRI_I1) {
    memcpy(data, mlirDenseElementsAttrGetRawData(a), (size_t)s->count * (size_t)tri_type_bytes(s->type));
    return;
  }
  for (int64_t k = 0; k < s->count; k++)
    ((uint8_t *)data)[k] = mlirDenseElementsAttrGetBoolValue(a, k);
}

int64_t dense_integer(MlirAttribute dense, intptr_t k)
{
  MlirType t = tri_type_element(mlirAttributeGetType(dense));
  int64_t value = 0;
  Slot s = {.type = mlirTypeIsAIndex(t) ? TRI_I64 : tri_type_kind(t), .count = 1};
  if (mlirDenseElementsAttrIsSplat(dense))
    return int_of(mlirDenseElementsAttrGetSplatValue(dense), 0);
  if (s.type == TRI_I1)
    return -(int64_t)mlirDenseElementsAttrGetBoolValue(dense, k);
  memcpy(&value, (const char *)mlirDenseElementsAttrGetRawData(dense) + k * tri_type_bytes(s.type),
         (size_t)tri_type_bytes(s.type));
  return element_signed(s.type, &value, 0);
}

bool decode_constant(Decoder *d, MlirOperation op)
{
  MlirAttribute value = attr_of(op, "value");
  void *data = define_constant(d, op, result(op), NULL);
  if (!data)
    return false;
  const Slot *s = slot_at(d, use(d, result(op)));
  uint64_t bits;
  bool dense = mlirAttributeIsADenseElements(value), splat = dense && mlirDenseElementsAttrIsSplat(value);
  if (dense && !splat)
    copy_dense(value, s, data);
  else if (scalar_bits(splat ? mlirDenseElementsAttrGetSplatValue(value) : value, s->type, &bits))
    fill(s, data, bits);
  else
    return require(op, false,
                   "has the value %s, which the interpreter does not execute; it takes numbers and dense "
                   "elements",
                   attr_text(&d->scratch, value));
  return true;
}

bool decode_poison(Decoder *d, MlirOperation op)
{
  uint8_t *undefined;
  if (!define_constant(d, op, result(op), &undefined))
    return false;
  memset(undefined, 1, (size_t)slot_at(d, use(d, result(op)))->count);
  return true;
}

bool decode_range(Decoder *d, MlirOperation op)
{
  void *data = define_constant(d, op, result(op), NULL);
  if (!data)
    return false;
  const Slot *s = slot_at(d, use(d, result(op)));
  int64_t start = tri_range_start(op);
  for (int64_t k = 0; k < s->count; k++)
    store_bits(data, k, s->type, (uint64_t)(start + k));
  return true;
}
