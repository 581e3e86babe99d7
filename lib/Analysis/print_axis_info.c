/* tri-print-axis-info: what the axis analysis knows, as remarks.
 *
 *   %i = tri.range : tensor<128xi32>     remark: %0: contiguity [128], divisibility [1073741824], constancy
 * [1], … tri.load %p where %m                 remark: vectors [1, 8], order [1, 0]
 *
 * One remark for each argument and result that is a number or a pointer or a block of these, at its place;
 * for each access one more with the widest vector along each axis and the order of the axes. */
#include "Analysis/axis.h"
#include "Support/ir.h"
#include "Transforms/passes.h"
#include "tri-c/Ops.h"

typedef struct {
  Arena *arena;
  const AxisAnalysis *analysis;
} Printer;

static const char *list(Arena *a, const int64_t *x, int n)
{
  const char *text = "";
  for (int i = 0; i < n; i++)
    text = arena_printf(a, "%s%s%lld", text, i ? ", " : "", (long long)x[i]);
  return arena_printf(a, "[%s]", text);
}

static void remark(MlirLocation loc, const char *text)
{
  bridge_report(loc, MlirDiagnosticRemark, text, NULL, 0);
}

static const char *range_text(Printer *p, MlirType t, AxisInfo info)
{
  if (info.is_constant)
    return arena_printf(p->arena, ", constant %lld", (long long)info.constant);
  bool whole = !tri_type_is_int_like(t) && !mlirTypeIsAIndex(t);
  int width = whole || mlirTypeIsAIndex(t) ? 64 : (int)mlirIntegerTypeGetWidth(tri_type_element(t));
  int64_t max = INT64_MAX >> (64 - width);
  if (whole || (info.min == -max - 1 && info.max == max))
    return "";
  return arena_printf(p->arena, ", range [%lld, %lld]", (long long)info.min, (long long)info.max);
}

static void print_value(Printer *p, const char *what, MlirValue v, MlirLocation loc)
{
  MlirType t = type_of(v);
  if (!tri_type_is_value(t) && !mlirTypeIsAIndex(t))
    return;
  AxisInfo info = axis_info(p->analysis, v);
  const char *range = range_text(p, t, info);
  if (!info.rank)
    remark(loc,
           arena_printf(p->arena, "%s: divisibility %lld%s", what, (long long)info.divisibility[0], range));
  else
    remark(loc, arena_printf(p->arena, "%s: contiguity %s, divisibility %s, constancy %s%s", what,
                             list(p->arena, info.contiguity, info.rank),
                             list(p->arena, info.divisibility, info.rank),
                             list(p->arena, info.constancy, info.rank), range));
}

static void print_access(Printer *p, MlirOperation op, MlirValue ptr, MlirValue mask)
{
  Shape s = shape_of_type(type_of(ptr));
  if (!s.rank)
    return;
  int order[TRI_MAX_RANK] = {0};
  int64_t widths[TRI_MAX_RANK], axes[TRI_MAX_RANK];
  axis_order(p->analysis, ptr, order);
  for (int axis = 0; axis < s.rank; axis++) {
    widths[axis] = axis_vector_width(p->analysis, ptr, mask, axis);
    axes[axis] = order[axis];
  }
  remark(loc_of(op), arena_printf(p->arena, "vectors %s, order %s", list(p->arena, widths, s.rank),
                                  list(p->arena, axes, s.rank)));
}

static void print_block_arguments(Printer *p, MlirOperation op)
{
  for (intptr_t r = 0; r < mlirOperationGetNumRegions(op); r++)
    foreach_block(b, region_at(op, r)) for (intptr_t i = 0; i < mlirBlockGetNumArguments(b); i++)
        print_value(p, arena_printf(p->arena, "argument %d", (int)i), block_arg(b, i),
                    mlirValueGetLocation(block_arg(b, i)));
}

static MlirWalkResult visit(MlirOperation op, void *data)
{
  Printer *p = data;
  intptr_t n = result_count(op);
  for (intptr_t i = 0; i < n; i++)
    print_value(p, n == 1 ? "result" : arena_printf(p->arena, "result %d", (int)i), result_at(op, i),
                loc_of(op));
  print_block_arguments(p, op);
  if (tri_op_kind(op) == TRI_OP_LOAD)
    print_access(p, op, tri_load_ptr(op), tri_load_mask(op));
  if (tri_op_kind(op) == TRI_OP_STORE)
    print_access(p, op, tri_store_ptr(op), tri_store_mask(op));
  return MlirWalkResultAdvance;
}

static bool run(MlirOperation func, const PassValue *options)
{
  (void)options;
  Arena a = {0};
  Printer p = {&a, axis_analyse(&a, func)};
  mlirOperationWalk(func, visit, &p, MlirWalkPreOrder);
  arena_free(&a);
  return true;
}

const PassDesc print_axis_info_pass = {
    .name = "tri-print-axis-info",
    .help = "Report what is known of the contiguity, divisibility and constancy of each value",
    .on = "func.func",
    .run = run,
};
