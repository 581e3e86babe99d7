/* tri-assign-layouts: every block of a kernel gets a #tri.layout.
 *
 *   %a = tri.load %p where %in : tensor<1024xf32>
 *   ->
 *   %a = tri.load %p where %in : tensor<1024xf32, #layout>      #layout: four neighbours in a thread, then
 * lanes, warps
 *
 * A kernel that has layouts is left alone. The kernel's helpers must have been inlined; tri.num_warps is set
 * to the warps that the layouts are for. How layouts are chosen: layout_plan.h. */
#include "Dialect/kernel.h"
#include "Transforms/layout_plan.h"
#include "Transforms/lowered.h"
#include "Transforms/passes.h"

static void find_call(MlirOperation op, void *data)
{
  MlirOperation *call = data;
  if (is_op(op, "func.call") && is_null(*call))
    *call = op;
}

/* What the inliner leaves is a call of a function without a body or of one that calls itself. */
static bool is_inlined(MlirOperation func)
{
  MlirOperation call = {NULL};
  walk(func, find_call, &call);
  return is_null(call) ||
         require(call, false,
                 "is left in a kernel: it calls a function that has no body, or that calls itself, which "
                 "only the reference interpreter runs (--target ref), or it was not inlined: in a pipeline "
                 "of your "
                 "own, run inline before (tri-opt: --inline)");
}

static void check_op(MlirOperation op, void *data)
{
  bool *ok = data;
  *ok = *ok && require_lowered(op) && has_known_values(op, false);
}

static bool is_all_lowered(MlirOperation func)
{
  bool ok = true;
  walk(func, check_op, &ok);
  return ok;
}

static void find_layout(MlirOperation op, void *data)
{
  TriLayout layout;
  for (intptr_t i = 0; i < result_count(op); i++)
    *(bool *)data |= layout_of_type(type_of(result_at(op, i)), &layout);
}

/* Whether the kernel has been here before. */
static bool has_layouts(MlirOperation func)
{
  bool found = false;
  walk(func, find_layout, &found);
  return found;
}

/* ---- joined scalars ---- */

/* A block of two scalars, which every thread has: the first where the index is 0, else the second. */
static void expand_join(MlirOperation op, void *rewriter)
{
  if (tri_op_kind(op) != TRI_OP_JOIN || mlirTypeIsARankedTensor(type_of(tri_join_lhs(op))))
    return;
  Builder b = before(*(MlirRewriterBase *)rewriter, op);
  MlirContext c = context_of(op);
  MlirType t = type_of(result(op)), i32 = mlirIntegerTypeGet(c, 32), index = tri_type_with_element(t, i32);
  MlirValue zero = build_with(b, "arith.constant", i32, NO_VALS, ATTRS({"value", int_attr(i32, 0)}));
  MlirValue at = build_with(b, "tri.range", index, NO_VALS, ATTRS({"start", i64_attr(c, 0)}));
  MlirValue first =
      build_with(b, "arith.cmpi", tri_type_mask_of(t), VALS(at, build(b, "tri.splat", index, VALS(zero))),
                 ATTRS({"predicate", i64_attr(c, 0 /* eq */)}));
  replace(b, op,
          build(b, "arith.select", t,
                VALS(first, build(b, "tri.splat", t, VALS(tri_join_lhs(op))),
                     build(b, "tri.splat", t, VALS(tri_join_rhs(op))))));
}

static void expand_joins(MlirOperation func)
{
  MlirRewriterBase rw = mlirIRRewriterCreateFromOp(func);
  walk(func, expand_join, &rw);
  mlirIRRewriterDestroy(rw);
}

/* ---- the pass ---- */

static int warps_of(MlirOperation func, int64_t option)
{
  int64_t warps = option ? option : int_of(attr_of(func, "tri.num_warps"), 4);
  return 63 - __builtin_clzll((unsigned long long)warps);
}

/* Layouts have no CTAs yet: each of a cluster would be a program of its own. */
static bool is_one_cta(MlirOperation func)
{
  int64_t ctas = int_of(attr_of(func, "tri.num_ctas"), 1);
  return require(
      func, ctas == 1,
      "has tri.num_ctas = %lld; a program of several CTAs is not compiled yet: leave it out, or use "
      "the reference interpreter (--target ref)",
      (long long)ctas);
}

static bool run(MlirOperation func, const PassValue *options)
{
  int64_t warps = options[0].i;
  if (!is_kernel(func) || has_layouts(func))
    return true;
  if (!require(func, warps >= 0 && warps <= 32 && (warps & (warps - 1)) == 0,
               "num-warps is a power of two up to 32") ||
      !is_one_cta(func) || !is_inlined(func) || !is_all_lowered(func) || !is_structured(func))
    return false;
  expand_joins(func);
  Arena a = {0};
  LayoutPlan plan = {
      .arena = &a,
      .func = func,
      .axis = axis_analyse(&a, func),
      .warps = warps_of(func, warps),
      .kinds = {.arena = &a},
      .group_of = {.arena = &a},
  };
  layout_group(&plan);
  bool ok = layout_choose(&plan);
  if (ok) {
    if (options[1].b)
      layout_explain_groups(&plan);
    layout_rewrite(&plan);
    if (options[1].b)
      layout_explain_conversions(&plan);
    set_attr(func, "tri.num_warps", i32_attr(context_of(func), INT64_C(1) << plan.warps));
  }
  arena_free(&a);
  return ok;
}

const PassDesc assign_layouts_pass = {
    .name = "tri-assign-layouts",
    .help = "Give every block of a kernel the layout that costs least",
    .on = "func.func",
    .run = run,
    .options = {{"num-warps", "warps of a program; 0 takes tri.num_warps, or 4", PASS_INT, "0"},
                {"explain",
                 "say as remarks why each block has its layout, what others would cost, in sectors of 32 "
                 "bytes, and how blocks are converted",
                 PASS_BOOL, "false"}},
};
