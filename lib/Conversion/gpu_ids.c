/* Ids and sizes of threads, blocks and clusters: the upstream gpu ops as special registers.
 *
 *   %t = gpu.thread_id x  ->  %r = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
 *                             %t = arith.index_castui %r : i32 to index
 *
 * What known_block_size fixes is a constant: the size itself, and 0 as the id along an axis of one thread. */
#include "Conversion/gpu_to_llvm.h"

#include <string.h>

/* X(op of gpu, register, least value, end of the range along x, along y and z; 0: not known here). Sizes of a
 * grid: CUDA Programming Guide, Technical Specifications per Compute Capability. */
enum { GRID_X = 0x7fffffff, GRID_YZ = 65536, BLOCK_END = -1, BLOCK_SIZE = -2 };
static const struct {
  const char *op, *reg;
  int32_t low, end_x, end_yz;
} ids[] = {
    {"gpu.thread_id", "tid", 0, BLOCK_END, BLOCK_END},
    {"gpu.block_dim", "ntid", 1, BLOCK_SIZE, BLOCK_SIZE},
    {"gpu.block_id", "ctaid", 0, GRID_X, GRID_YZ},
    {"gpu.grid_dim", "nctaid", 1, 0, GRID_YZ},
    {"gpu.cluster_id", "clusterid", 0, GRID_X, GRID_YZ},
    {"gpu.cluster_dim", "nclusterid", 1, 0, GRID_YZ},
    {"gpu.cluster_block_id", "cluster.ctaid", 0, 16, 16},
    {"gpu.cluster_dim_blocks", "cluster.nctaid", 1, 17, 17},
};

static int id_of(MlirOperation op)
{
  MlirStringRef name = name_of(op);
  for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
    if (str_is(name, ids[i].op))
      return (int)i;
  return -1;
}

/* 0, 1 or 2 of #gpu<dim x>. */
static int axis_of(MlirOperation op)
{
  Arena a = {0};
  const char *text = attr_text(&a, attr_of(op, "dimension"));
  int axis = strstr(text, " y") ? 1 : strstr(text, " z") ? 2 : 0;
  arena_free(&a);
  return axis;
}

static MlirValue constant(Builder b, int32_t value)
{
  MlirContext c = mlirLocationGetContext(b.loc);
  MlirType i32 = mlirIntegerTypeGet(c, 32);
  return build_with(b, "arith.constant", i32, NO_VALS, ATTRS({"value", int_attr(i32, value)}));
}

static MlirValue read_register(Builder b, const char *reg, int axis, int32_t low, int32_t end)
{
  MlirContext c = mlirLocationGetContext(b.loc);
  Arena a = {0};
  const char *name = arena_printf(&a, "nvvm.read.ptx.sreg.%s.%c", reg, "xyz"[axis]);
  MlirAttribute range = {NULL};
  if (end > low)
    range = attr_parse(c, arena_printf(&a, "#llvm.constant_range<i32, %d, %d>", low, end));
  MlirValue v = build_with(b, name, mlirIntegerTypeGet(c, 32), NO_VALS, ATTRS({"range", range}));
  arena_free(&a);
  return v;
}

/* The value as i32. */
static MlirValue value_of(Builder b, int id, int axis, const int32_t block[3])
{
  int32_t end = axis ? ids[id].end_yz : ids[id].end_x;
  if (end == BLOCK_SIZE && block[axis])
    return constant(b, block[axis]);
  if (end == BLOCK_END && block[axis] == 1)
    return constant(b, 0);
  if (end == BLOCK_SIZE || end == BLOCK_END)
    end = end == BLOCK_END && block[axis] ? block[axis] : 0;
  return read_register(b, ids[id].reg, axis, ids[id].low, end);
}

bool lower_gpu_id(Builder b, MlirOperation op, const int32_t block[3])
{
  int id = id_of(op);
  if (id < 0)
    return false;
  MlirValue v = value_of(b, id, axis_of(op), block);
  return replace(b, op, build(b, "arith.index_castui", mlirIndexTypeGet(context_of(op)), VALS(v)));
}

bool fold_index_cast(Builder b, MlirOperation op)
{
  bool is_cast = is_op(op, "arith.index_cast") || is_op(op, "arith.index_castui");
  MlirOperation first = is_cast ? def_named(operand(op, 0), "arith.index_castui") : (MlirOperation){NULL};
  if (is_null(first) || !mlirTypeEqual(type_of(operand(first, 0)), type_of(result(op))))
    return false;
  replace(b, op, operand(first, 0));
  return !has_no_use(result(first)) || erase(b, first);
}
