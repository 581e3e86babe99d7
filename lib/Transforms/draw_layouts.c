/* tri-draw-layouts: remarks that show which thread holds which element, one per layout, at the first op that
 * makes it.
 *
 *   kernel.mlir:5:8: remark: 4x8 elements, 1 registers x 32 lanes x 1 warps x 1 CTAs
 *          0     1     2 …
 *   0   T0:0  T1:0  T2:0 …
 */
#include "Dialect/layout_attr.h"
#include "Support/ir.h"
#include "Support/map.h"
#include "Transforms/passes.h"

typedef struct {
  Arena *arena;
  Map seen; /* by attribute */
  int rows, columns;
} Drawing;

static void draw(MlirOperation op, void *data)
{
  Drawing *d = data;
  for (intptr_t i = 0; i < result_count(op); i++) {
    TriLayout layout;
    MlirType t = type_of(result_at(op, i));
    if (!layout_of_type(t, &layout))
      continue;
    uint64_t *seen = map_at(&d->seen, mlirRankedTensorTypeGetEncoding(t).ptr);
    if (!*seen)
      bridge_report(loc_of(op), MlirDiagnosticRemark, tri_layout_draw(d->arena, layout, d->rows, d->columns),
                    NULL, 0);
    *seen = 1;
  }
}

static bool run(MlirOperation op, const PassValue *options)
{
  Arena a = {0};
  Drawing d = {.arena = &a, .seen = {.arena = &a}, .rows = (int)options[0].i, .columns = (int)options[1].i};
  bool ok = require(op, d.rows > 0 && d.columns > 0, "rows and columns are at least 1");
  if (ok)
    walk(op, draw, &d);
  arena_free(&a);
  return ok;
}

const PassDesc draw_layouts_pass = {
    .name = "tri-draw-layouts",
    .help = "Show as remarks which thread holds which element of each block",
    .run = run,
    .options = {{"rows", "rows to draw at most", PASS_INT, "16"},
                {"columns", "columns to draw at most", PASS_INT, "16"}},
};
