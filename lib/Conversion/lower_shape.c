/* Blocks from nothing and from scalars: coordinates are the thread's part,
 * computed once from its number, and the register's part, a constant. */
#include "Conversion/lower_words.h"

#include "mlir-c/Dialect/LLVM.h"
#include "tri-c/Ops.h"

/* ---- program_id, num_programs ---- */

static MlirValue of_grid(Lowering *l, Builder b, const char *name, int64_t axis)
{
  static const char *const dims[] = {"#gpu<dim x>", "#gpu<dim y>", "#gpu<dim z>"};
  MlirValue v = build_with(b, name, mlirIndexTypeGet(l->context), NO_VALS,
                           ATTRS({"dimension", mlirAttributeParseGet(l->context, str(dims[axis]))}));
  return build(b, "arith.index_cast", int_type(l, 32), VALS(v));
}

MlirValue program_part(Lowering *l, Builder b, int axis) { return of_grid(l, b, "gpu.block_id", axis); }

bool lower_program_id(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  Parts p = new_parts(l, 1);
  p.at[0] = tri_op_kind(op) == TRI_OP_PROGRAM_ID ? of_grid(l, b, "gpu.block_id", tri_program_id_axis(op))
                                                 : of_grid(l, b, "gpu.grid_dim", tri_num_programs_axis(op));
  set_parts(l, result(op), p);
  return true;
}

/* ---- coordinates ---- */

/* The coordinate along the axis of an element's bits. */
static uint32_t on_axis(TriLayout layout, uint32_t element, int axis)
{
  return tri_layout_coordinate(layout, element, axis);
}

/* What bit i of the thread's number steps along the axis: lanes are its low bits, warps follow. */
static uint32_t thread_step(TriLayout layout, int i, int axis)
{
  int first = tri_layout_first(layout, TRI_LANE);
  return on_axis(layout, layout.col[first + i], axis);
}

/* ((thread >> from) & (2^n - 1)) << to, as i32. */
static MlirValue bit_field(Lowering *l, Builder b, int from, int n, int to)
{
  MlirType i32 = int_type(l, 32);
  MlirValue v = l->thread;
  if (from > to)
    v = build(b, "arith.shrui", i32, VALS(v, int_const(l, b, i32, from - to)));
  else if (to > from)
    v = build(b, "arith.shli", i32, VALS(v, int_const(l, b, i32, to - from)));
  return build(b, "arith.andi", i32,
               VALS(v, int_const(l, b, i32, (INT64_C(1) << (n + to)) - (INT64_C(1) << to))));
}

static bool is_power_of_two(uint32_t v) { return v && !(v & (v - 1)); }

/* Bits i … i + n - 1 of the thread's number step 2^k, 2^(k+1), …: how many from i on. */
static int run_length(TriLayout layout, int i, int bits, int axis)
{
  int n = 1;
  while (i + n < bits && thread_step(layout, i + n, axis) == thread_step(layout, i, axis) << n)
    n++;
  return n;
}

/* One bit of the thread's number times a step that is no power of two. */
static MlirValue scaled_bit(Lowering *l, Builder b, int bit, uint32_t step)
{
  MlirType i32 = int_type(l, 32);
  return build(b, "arith.muli", i32, VALS(bit_field(l, b, bit, 1, 0), int_const(l, b, i32, step)));
}

MlirValue thread_coordinate(Lowering *l, Builder b, TriLayout layout, int axis)
{
  MlirType i32 = int_type(l, 32);
  int bits = layout.in[TRI_LANE] + layout.in[TRI_WARP];
  MlirValue sum = {NULL};
  for (int i = 0, n; i < bits; i += n) {
    uint32_t step = thread_step(layout, i, axis);
    n = is_power_of_two(step) ? run_length(layout, i, bits, axis) : 1;
    if (!step)
      continue;
    MlirValue v =
        is_power_of_two(step) ? bit_field(l, b, i, n, __builtin_ctz(step)) : scaled_bit(l, b, i, step);
    sum = is_null(sum) ? v : build(b, "arith.xori", i32, VALS(sum, v));
  }
  return is_null(sum) ? int_const(l, b, i32, 0) : sum;
}

/* Every bit of the coordinate that some thread bit reaches. */
static uint32_t thread_bits(TriLayout layout, int axis)
{
  uint32_t reached = 0;
  for (int i = 0; i < layout.in[TRI_LANE] + layout.in[TRI_WARP]; i++)
    reached |= thread_step(layout, i, axis);
  return reached;
}

MlirValue register_coordinate(Lowering *l, Builder b, TriLayout layout, int axis, uint32_t r, MlirValue base)
{
  MlirType i32 = int_type(l, 32);
  uint32_t mine = on_axis(layout, tri_layout_element(layout, (TriSlot){{r, 0, 0, 0}}), axis);
  if (!mine)
    return base;
  const char *op = mine & thread_bits(layout, axis) ? "arith.xori" : "arith.addi";
  return build(b, op, i32, VALS(base, int_const(l, b, i32, mine)));
}

MlirValue thread_element(Lowering *l, Builder b, TriLayout layout)
{
  MlirType i32 = int_type(l, 32);
  MlirValue sum = int_const(l, b, i32, 0);
  for (int axis = 0; axis < (int)layout.rank; axis++) {
    MlirValue shift = int_const(l, b, i32, tri_layout_axis_shift(layout, axis));
    MlirValue there = build(b, "arith.shli", i32, VALS(thread_coordinate(l, b, layout, axis), shift));
    sum = build(b, "arith.ori", i32, VALS(sum, there));
  }
  return sum;
}

MlirValue register_element(Lowering *l, Builder b, TriLayout layout, MlirValue base, uint32_t r)
{
  uint32_t mine = tri_layout_element(layout, (TriSlot){{r, 0, 0, 0}});
  return mine ? build(b, "arith.xori", int_type(l, 32), VALS(base, int_const(l, b, int_type(l, 32), mine)))
              : base;
}

/* ---- range, splat, constant ---- */

/* i32 as another integer type, signed. */
static MlirValue resized(Builder b, MlirValue v, MlirType t, int bits)
{
  return bits == 32 ? v : build(b, bits > 32 ? "arith.extsi" : "arith.trunci", t, VALS(v));
}

bool lower_range(Lowering *l, MlirOperation op)
{
  Builder b = at(l, op);
  MlirType t = type_of(result(op)), element = tri_type_element(t);
  TriLayout layout;
  layout_of_type(t, &layout);
  int bits = 8 * tri_type_bytes(tri_type_kind(element));
  MlirValue base = thread_coordinate(l, b, layout, 0);
  Parts p = new_parts(l, register_count(t));
  for (uint32_t r = 0; r < p.n; r++) {
    MlirValue v = resized(b, register_coordinate(l, b, layout, 0, r, base), element, bits);
    int64_t start = tri_range_start(op);
    p.at[r] = start ? build(b, "arith.addi", element, VALS(v, int_const(l, b, element, start))) : v;
  }
  set_parts(l, result(op), p);
  return true;
}

static Parts repeated(Lowering *l, MlirValue v, uint32_t n)
{
  Parts p = new_parts(l, n);
  for (uint32_t r = 0; r < n; r++)
    p.at[r] = v;
  return p;
}

bool lower_splat(Lowering *l, MlirOperation op)
{
  set_parts(l, result(op),
            repeated(l, part(l, tri_splat_scalar(op), 0), register_count(type_of(result(op)))));
  return true;
}

/* As which type elements of a table lie in memory: LLVM has no fp8, and i1 takes a byte. */
static MlirType stored_type(Lowering *l, MlirType element)
{
  return element_bytes(element) == 1 ? int_type(l, 8) : element;
}

static MlirAttribute as_table(Lowering *l, MlirAttribute dense, int64_t n, MlirType element)
{
  MlirType flat = mlirRankedTensorTypeGet(1, &n, stored_type(l, element), mlirAttributeGetNull());
  if (element_bytes(element) != 1)
    return mlirDenseElementsAttrReshapeGet(dense, flat);
  int8_t *bytes = arena_array(l->arena, int8_t, n);
  bool is_bool = tri_type_kind(element) == TRI_I1;
  const int8_t *raw = mlirDenseElementsAttrGetRawData(dense);
  for (int64_t i = 0; i < n; i++)
    bytes[i] = is_bool ? (int8_t)mlirDenseElementsAttrGetBoolValue(dense, i) : raw[i];
  return mlirDenseElementsAttrInt8Get(flat, n, bytes);
}

/* A constant whose elements differ: a table in constant memory; gives its address. */
static MlirValue table_address(Lowering *l, MlirOperation op, MlirAttribute dense, int64_t n,
                               MlirType element)
{
  const char *name = arena_printf(l->arena, "tri_constant_%d", l->n_globals++);
  make_global(l, name, mlirLLVMArrayTypeGet(stored_type(l, element), (unsigned)n), CONSTANT_SPACE,
              as_table(l, dense, n, element));
  return global_address(l, op, name, CONSTANT_SPACE);
}

/* The row-major number of the element in register r. */
static MlirValue element_number(Lowering *l, Builder b, TriLayout layout, uint32_t r)
{
  MlirType i32 = int_type(l, 32);
  MlirValue sum = int_const(l, b, i32, 0);
  for (int axis = 0; axis < (int)layout.rank; axis++) {
    MlirValue c = register_coordinate(l, b, layout, axis, r, thread_coordinate(l, b, layout, axis));
    c = build(b, "arith.shli", i32, VALS(c, int_const(l, b, i32, tri_layout_axis_shift(layout, axis))));
    sum = build(b, "arith.addi", i32, VALS(sum, c));
  }
  return sum;
}

static MlirValue table_element(Lowering *l, Builder b, MlirValue table, MlirValue number, MlirType element)
{
  MlirType stored = stored_type(l, element);
  int32_t dynamic = INT32_MIN;
  MlirValue address =
      build_with(b, "llvm.getelementptr", type_of(table), VALS(table, number),
                 ATTRS({"elem_type", mlirTypeAttrGet(stored)},
                       {"rawConstantIndices", mlirDenseI32ArrayGet(l->context, 1, &dynamic)}));
  MlirValue v = build(b, "llvm.load", stored, VALS(address));
  if (mlirTypeEqual(stored, element))
    return v;
  return build(b, tri_type_kind(element) == TRI_I1 ? "arith.trunci" : "arith.bitcast", element, VALS(v));
}

static bool lower_table(Lowering *l, MlirOperation op, MlirAttribute dense)
{
  Builder b = at(l, op);
  MlirType t = type_of(result(op)), element = tri_type_element(t);
  TriLayout layout;
  layout_of_type(t, &layout);
  MlirValue table = table_address(l, op, dense, shape_count(shape_of_type(t)), element);
  Parts p = new_parts(l, register_count(t));
  for (uint32_t r = 0; r < p.n; r++)
    p.at[r] = table_element(l, b, table, element_number(l, b, layout, r), element);
  set_parts(l, result(op), p);
  return true;
}

/* arith.constant and ub.poison. */
bool lower_constant(Lowering *l, MlirOperation op)
{
  MlirType t = type_of(result(op));
  MlirAttribute value = attr_of(op, "value");
  bool poison = is_op(op, "ub.poison"), dense = !poison && mlirAttributeIsADenseElements(value);
  if (dense && !mlirDenseElementsAttrIsSplat(value))
    return lower_table(l, op, value);
  MlirAttribute scalar = dense ? mlirDenseElementsAttrGetSplatValue(value) : value;
  Builder b = at(l, op);
  MlirValue v = poison ? build(b, "ub.poison", part_type(t), NO_VALS)
                       : build_with(b, "arith.constant", part_type(t), NO_VALS, ATTRS({"value", scalar}));
  set_parts(l, result(op), repeated(l, v, register_count(t)));
  return true;
}
