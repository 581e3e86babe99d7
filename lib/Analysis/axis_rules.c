/* What each op does to facts. A rule gets the facts of the operands, scalars spread over the result's shape,
 * and gives those of the result. Rules of arith compute on unbounded integers and wrap the outcome into the
 * type. */
#include "Analysis/axis_rules.h"

#include "Support/ir.h"
#include "tri-c/Ops.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_OPERANDS = 3 };

typedef struct {
  MlirOperation op;
  AxisRules rules;
  MlirType type;  /* of the result */
  int n, width;   /* its index bits, the bits of its element */
  int from_width; /* of the first operand's element */
  Facts in[MAX_OPERANDS];
} Apply;

/* ---- types ---- */

bool axis_has_facts(MlirType t) { return !is_null(t) && (tri_type_is_value(t) || mlirTypeIsAIndex(t)); }

int axis_width(MlirType t)
{
  MlirType element = tri_type_element(t);
  return tri_type_is_int(element) ? (int)mlirIntegerTypeGetWidth(element) : 64;
}

int axis_bits(Shape s, int axis)
{
  int bits = 0;
  while (INT64_C(1) << bits < s.dim[axis])
    bits++;
  return bits;
}

int axis_first_bit(Shape s, int axis)
{
  int bit = 0;
  for (int a = s.rank - 1; a > axis; a--)
    bit += axis_bits(s, a);
  return bit;
}

static int index_bits(MlirType t)
{
  Shape s = shape_of_type(t);
  return s.rank ? axis_first_bit(s, 0) + axis_bits(s, 0) : 0;
}

Facts axis_unknown(MlirType t) { return facts_unknown(index_bits(t), range_signed(axis_width(t))); }

static Facts unknown_constant_in_groups(const Apply *a, const Facts *x, const Facts *y)
{
  return facts_uniform(x, y, range_signed(a->width));
}

/* ---- constants ---- */

static int64_t element_at(MlirAttribute dense, MlirType element, intptr_t i)
{
  switch (mlirIntegerTypeGetWidth(element)) {
  case 1:
    return -(int64_t)mlirDenseElementsAttrGetBoolValue(dense, i);
  case 8:
    return mlirDenseElementsAttrGetInt8Value(dense, i);
  case 16:
    return mlirDenseElementsAttrGetInt16Value(dense, i);
  case 32:
    return mlirDenseElementsAttrGetInt32Value(dense, i);
  default:
    return mlirDenseElementsAttrGetInt64Value(dense, i);
  }
}

/* What holds for the differences between elements whose coordinate on an axis has the bit clear and set. */
static Residue step_of(const int64_t *v, int64_t count, int64_t stride, int64_t extent, int64_t jump)
{
  Residue step = {0};
  bool any = false;
  for (int64_t i = 0; i < count; i++) {
    int64_t at = i / stride % extent;
    if (at & jump || at + jump >= extent)
      continue;
    Residue d = residue_exact((uint64_t)v[i + jump * stride] - (uint64_t)v[i]);
    step = any ? residue_join(step, d) : d;
    any = true;
  }
  return step;
}

static Facts facts_of_elements(Shape s, int n, const int64_t *v)
{
  int64_t count = shape_count(s), stride = 1;
  Facts f = facts_unknown(n, (Range){v[0], v[0]});
  for (int64_t i = 1; i < count; i++)
    f.range = range_hull(f.range, (Range){v[i], v[i]});
  f.first = residue_exact((uint64_t)v[0]);
  for (int axis = s.rank - 1, bit = 0; axis >= 0; stride *= s.dim[axis--])
    for (int j = 0; j < axis_bits(s, axis); j++)
      f.step[bit++] = step_of(v, count, stride, s.dim[axis], INT64_C(1) << j);
  return facts_settle(f);
}

static Facts dense_constant(const Apply *a, MlirAttribute dense)
{
  MlirType element = tri_type_element(a->type);
  bool is_int = tri_type_is_int(element), is_splat = mlirDenseElementsAttrIsSplat(dense);
  if (is_splat)
    return is_int ? facts_constant(a->n, element_at(dense, element, 0))
                  : facts_splat(axis_unknown(element), a->n);
  if (!is_int)
    return axis_unknown(a->type);
  Shape s = shape_of_type(a->type);
  Arena arena = {0};
  int64_t *v = arena_array(&arena, int64_t, shape_count(s));
  for (int64_t i = 0; i < shape_count(s); i++)
    v[i] = element_at(dense, element, i);
  Facts f = facts_of_elements(s, a->n, v);
  arena_free(&arena);
  return f;
}

static Facts apply_constant(const Apply *a)
{
  MlirAttribute value = attr_of(a->op, "value");
  if (mlirAttributeIsADenseElements(value))
    return dense_constant(a, value);
  if (!mlirAttributeIsAInteger(value))
    return axis_unknown(a->type);
  Facts f = facts_constant(0, int_of(value, 0));
  return facts_wrap(&f, a->width, MAY_WRAP);
}

/* ---- sums and products ---- */

typedef Facts (*Binary)(const Facts *, const Facts *);

static bool has_flag(MlirOperation op, const char *flag)
{
  MlirAttribute flags = attr_of(op, "overflowFlags");
  if (is_null(flags))
    return false;
  Arena arena = {0};
  bool has = strstr(attr_text(&arena, flags), flag) != NULL;
  arena_free(&arena);
  return has;
}

static Facts wrap(const Apply *a, const Facts *f)
{
  return facts_wrap(f, a->width, a->rules == AXIS_NO_WRAP ? CANNOT_WRAP : MAY_WRAP);
}

/* The result is the one of unsigned numbers, and at most the largest of them. */
static Facts without_unsigned_wrap(const Apply *a, Binary combine, const Facts *y)
{
  Facts ux = facts_unsigned(&a->in[0], a->width), uy = facts_unsigned(y, a->width), f = combine(&ux, &uy);
  f = facts_within(&f, range_unsigned(a->width));
  return facts_wrap(&f, a->width, MAY_WRAP);
}

static Facts overflowing(const Apply *a, Binary combine, const Facts *y)
{
  if (has_flag(a->op, "nsw")) {
    Facts f = combine(&a->in[0], y);
    return facts_wrap(&f, a->width, CANNOT_WRAP);
  }
  if (has_flag(a->op, "nuw"))
    return without_unsigned_wrap(a, combine, y);
  Facts f = combine(&a->in[0], y);
  return wrap(a, &f);
}

static Facts apply_addi(const Apply *a) { return overflowing(a, facts_add, &a->in[1]); }
static Facts apply_subi(const Apply *a) { return overflowing(a, facts_sub, &a->in[1]); }
static Facts apply_muli(const Apply *a) { return overflowing(a, facts_mul, &a->in[1]); }

/* Amounts of the width or more, read as unsigned numbers, give undefined elements. */
static Facts shift_amount(const Apply *a) { return facts_within(&a->in[1], (Range){0, a->width - 1}); }

static Facts apply_shli(const Apply *a)
{
  Facts amount = shift_amount(a), factor = facts_power_of_two(&amount);
  return overflowing(a, facts_mul, &factor);
}

/* ---- quotients ---- */

static Facts shift_right(const Apply *a, const Facts *x)
{
  Facts amount = shift_amount(a), divisor = facts_power_of_two(&amount), f = facts_floordiv(x, &divisor);
  return facts_wrap(&f, a->width, MAY_WRAP);
}

static Facts apply_shrsi(const Apply *a) { return shift_right(a, &a->in[0]); }

static Facts apply_shrui(const Apply *a)
{
  Facts x = facts_unsigned(&a->in[0], a->width);
  return shift_right(a, &x);
}

static Facts signed_binary(const Apply *a, Binary combine)
{
  Facts f = combine(&a->in[0], &a->in[1]);
  return facts_wrap(&f, a->width, MAY_WRAP);
}

static Facts unsigned_binary(const Apply *a, Binary combine)
{
  Facts x = facts_unsigned(&a->in[0], a->width), y = facts_unsigned(&a->in[1], a->width), f = combine(&x, &y);
  return facts_wrap(&f, a->width, MAY_WRAP);
}

static Facts apply_divsi(const Apply *a)
{
  return signed_binary(a, a->rules == AXIS_WRONG_DIVSI ? facts_floordiv : facts_truncdiv);
}

static Facts apply_remsi(const Apply *a)
{
  return a->rules == AXIS_WRONG_REMSI ? unsigned_binary(a, facts_rem) : signed_binary(a, facts_rem);
}

static Facts apply_divui(const Apply *a) { return unsigned_binary(a, facts_floordiv); }
static Facts apply_remui(const Apply *a) { return unsigned_binary(a, facts_rem); }
static Facts apply_floordivsi(const Apply *a) { return signed_binary(a, facts_floordiv); }
static Facts apply_ceildivsi(const Apply *a) { return signed_binary(a, facts_ceildiv); }
static Facts apply_ceildivui(const Apply *a) { return unsigned_binary(a, facts_ceildiv); }

/* ---- bits, order, choice ---- */

static Facts apply_andi(const Apply *a) { return signed_binary(a, facts_and); }
static Facts apply_ori(const Apply *a) { return signed_binary(a, facts_or); }
static Facts apply_xori(const Apply *a) { return signed_binary(a, facts_xor); }
static Facts apply_minsi(const Apply *a) { return signed_binary(a, facts_min); }
static Facts apply_maxsi(const Apply *a) { return signed_binary(a, facts_max); }
static Facts apply_minui(const Apply *a) { return unsigned_binary(a, facts_min); }
static Facts apply_maxui(const Apply *a) { return unsigned_binary(a, facts_max); }
static Facts apply_select(const Apply *a) { return facts_select(&a->in[0], &a->in[1], &a->in[2]); }

/* arith::CmpIPredicate, in its order. */
static const struct {
  Comparison comparison;
  bool is_unsigned, swapped;
} predicates[] = {
    {FACTS_EQ, false, false}, {FACTS_NE, false, false}, {FACTS_LT, false, false}, {FACTS_LE, false, false},
    {FACTS_LT, false, true},  {FACTS_LE, false, true},  {FACTS_LT, true, false},  {FACTS_LE, true, false},
    {FACTS_LT, true, true},   {FACTS_LE, true, true},
};

static Facts apply_cmpi(const Apply *a)
{
  int64_t p = int_of(attr_of(a->op, "predicate"), -1);
  if (p < 0 || p >= (int64_t)(sizeof predicates / sizeof *predicates))
    return unknown_constant_in_groups(a, &a->in[0], &a->in[1]);
  Facts x = a->in[0], y = a->in[1];
  if (predicates[p].is_unsigned) {
    x = facts_unsigned(&x, a->from_width);
    y = facts_unsigned(&y, a->from_width);
  }
  if (a->rules == AXIS_WRONG_CMPI)
    y = facts_mul_constant(&y, 64);
  return predicates[p].swapped ? facts_compare(predicates[p].comparison, &y, &x)
                               : facts_compare(predicates[p].comparison, &x, &y);
}

/* ---- conversions ---- */

static Facts apply_identity(const Apply *a) { return a->in[0]; }

static Facts apply_wrapped(const Apply *a)
{
  return facts_wrap(&a->in[0], a->width, has_flag(a->op, "nsw") ? CANNOT_WRAP : MAY_WRAP);
}

static Facts apply_extui(const Apply *a)
{
  if (a->rules == AXIS_WRONG_EXTUI)
    return a->in[0];
  Facts x = facts_unsigned(&a->in[0], a->from_width);
  return facts_wrap(&x, a->width, MAY_WRAP);
}

static Facts apply_bitcast(const Apply *a)
{
  MlirType from = tri_type_element(type_of(operand(a->op, 0)));
  if (tri_type_is_int(from) && tri_type_is_int(tri_type_element(a->type)))
    return a->in[0];
  return unknown_constant_in_groups(a, &a->in[0], &a->in[0]);
}

/* ---- tri ---- */

/* The largest extents of a grid that a launch lets pass (tri_grid_limit; CUDA Programming Guide, Technical
 * Specifications per Compute Capability). */
static Wide grid_limit(TriAxis axis) { return axis == TRI_AXIS_X ? INT32_MAX : 65535; }

static Facts apply_program_id(const Apply *a)
{
  return facts_unknown(0, (Range){0, grid_limit(tri_program_id_axis(a->op)) - 1});
}

static Facts apply_num_programs(const Apply *a)
{
  return facts_unknown(0, (Range){1, grid_limit(tri_num_programs_axis(a->op))});
}

static Facts apply_range(const Apply *a)
{
  Wide start = tri_range_start(a->op);
  Facts f = facts_unknown(a->n, (Range){start, start + shape_of_type(a->type).dim[0] - 1});
  f.first = residue_exact((uint64_t)start);
  for (int b = 0; b < a->n; b++)
    f.step[b] = residue_exact(UINT64_C(1) << b);
  return f;
}

static Facts apply_broadcast(const Apply *a)
{
  Shape from = shape_of_type(type_of(tri_broadcast_src(a->op))), to = shape_of_type(a->type);
  Facts f = facts_unknown(a->n, a->in[0].range);
  f.first = a->in[0].first;
  for (int axis = 0; axis < to.rank; axis++)
    for (int j = 0; j < axis_bits(to, axis); j++)
      f.step[axis_first_bit(to, axis) + j] =
          from.dim[axis] == to.dim[axis] ? a->in[0].step[axis_first_bit(from, axis) + j] : residue_exact(0);
  return f;
}

static bool has_extents_of_two(MlirType t)
{
  Shape s = shape_of_type(t);
  for (int axis = 0; axis < s.rank; axis++)
    if (s.dim[axis] & (s.dim[axis] - 1))
      return false;
  return true;
}

/* Steps go by the bits of the element's row-major number, which a reshape leaves, where extents are powers of
 * two. */
static Facts apply_reshape(const Apply *a)
{
  bool kept = !tri_reshape_reorder(a->op) && has_extents_of_two(a->type) &&
              has_extents_of_two(type_of(tri_reshape_src(a->op)));
  return kept ? a->in[0] : facts_unknown(a->n, a->in[0].range);
}

static Facts apply_transpose(const Apply *a)
{
  Shape from = shape_of_type(type_of(tri_transpose_src(a->op))), to = shape_of_type(a->type);
  MlirAttribute order = attr_of(a->op, "order");
  Facts f = a->in[0];
  for (int axis = 0; axis < to.rank; axis++) {
    int source = mlirDenseI32ArrayGetElement(order, axis);
    for (int j = 0; j < axis_bits(to, axis); j++)
      f.step[axis_first_bit(to, axis) + j] = a->in[0].step[axis_first_bit(from, source) + j];
  }
  return f;
}

static Facts apply_addptr(const Apply *a)
{
  MlirType pointee = tri_ptr_pointee(tri_type_element(a->type));
  Facts bytes = facts_mul_constant(&a->in[1], tri_type_bytes(tri_type_kind(pointee)));
  Facts f = facts_add(&a->in[0], &bytes);
  return facts_wrap(&f, 64, MAY_WRAP);
}

/* ---- the table ---- */

typedef struct {
  const char *name;
  int operands;
  Facts (*apply)(const Apply *);
} Rule;

static const Rule rules[] = {
#define X(name, operands, rule) {name, operands, apply_##rule},
#include "Analysis/axis_ops.def"
#undef X
};

static int compare_name(const void *key, const void *rule)
{
  MlirStringRef a = *(const MlirStringRef *)key;
  const char *b = ((const Rule *)rule)->name;
  size_t n = strlen(b), shorter = a.length < n ? a.length : n;
  int order = memcmp(a.data, b, shorter);
  return order ? order : (a.length > n) - (a.length < n);
}

static const Rule *rule_of(MlirOperation op)
{
  MlirStringRef name = name_of(op);
  return bsearch(&name, rules, sizeof rules / sizeof *rules, sizeof *rules, compare_name);
}

static bool is_elementwise(MlirOperation op)
{
  MlirStringRef name = name_of(op);
  return name.length > 6 && (memcmp(name.data, "arith.", 6) == 0 || memcmp(name.data, "math.", 5) == 0);
}

static bool operands_have_facts(MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (!axis_has_facts(type_of(operand(op, i))))
      return false;
  return true;
}

static Facts spread(const Facts *f, int n, bool shape_op)
{
  return f->n || shape_op ? *f : facts_splat(*f, n);
}

/* Equal operands give equal results; nothing more. */
static Facts apply_elementwise(const Apply *a, AxisOperands operands)
{
  Facts f = facts_constant(a->n, 0);
  for (intptr_t i = 0; i < operand_count(a->op); i++) {
    Facts x = spread(operands.find(operands.data, operand(a->op, i)), a->n, false);
    f = facts_uniform(&f, &x, f.range);
  }
  return unknown_constant_in_groups(a, &f, &f);
}

static bool operands_are_reached(MlirOperation op, AxisOperands operands)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (!operands.find(operands.data, operand(op, i)))
      return false;
  return true;
}

bool axis_apply(MlirOperation op, intptr_t i, AxisOperands operands, Facts *facts)
{
  MlirType type = type_of(result_at(op, i));
  const Rule *rule = rule_of(op);
  *facts = axis_unknown(type);
  if ((!rule && !is_elementwise(op)) || !operands_have_facts(op))
    return true;
  if (!operands_are_reached(op, operands))
    return false;
  Apply a = {.op = op, .rules = operands.rules, .type = type, .n = facts->n, .width = axis_width(type)};
  if (!rule) {
    *facts = apply_elementwise(&a, operands);
    return true;
  }
  if (rule->operands)
    a.from_width = axis_width(type_of(operand(op, 0)));
  for (int k = 0; k < rule->operands; k++)
    a.in[k] = spread(operands.find(operands.data, operand(op, k)), a.n, rule->apply == apply_broadcast);
  *facts = rule->apply(&a);
  return true;
}
