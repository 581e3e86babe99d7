/* tri-expand-scalars: only ops remain that LLVM turns into the right instructions of the target.
 *
 *   %r = arith.remf %x, %y : f32     ->   the body of @"arith.remf.f32" (expansions/), inlined
 *   %r = math.exp %x : f16           ->   extf, math.exp of f32, truncf; the exp is then expanded in turn
 *   fastmath<contract>               ->   gone: what may be fused has been fused (tri-fuse-fma), and LLVM
 * would fuse by its own count of uses
 *
 * A function of math that has neither an instruction nor an expansion, or a rounding mode that the target
 * lacks, is an error at the op.
 *
 * Invariant: the work list holds every op that is still to be looked at; what an expansion brings in joins
 * it. */
#include "Conversion/expansion.h"
#include "Support/ir.h"
#include "Support/map.h"
#include "Transforms/passes.h"
#include "mlir-c/Dialect/Arith.h"
#include "mlir-c/Dialect/LLVM.h"
#include "mlir-c/Dialect/Math.h"
#include "mlir-c/Dialect/SCF.h"

enum { F16 = 1, BF16 = 2, F32 = 4, F64 = 8, INT = 16, F8 = 32 };

static const struct {
  const char *op;
  unsigned types;
} natives[] = {
#define X(op, types) {op, types},
#include "Conversion/native.def"
#undef X
};

typedef struct {
  Arena arena;
  const Target *target;
  MlirRewriterBase rw;
  MlirAttribute no_flags;
  Map parsed; /* Expansion -> Template */
  Vec(struct Template *) templates;
  Vec(MlirModule) modules;
  Vec(MlirOperation) work;
  bool ok;
} Expander;

static unsigned type_bit(MlirType t)
{
  return mlirTypeIsAF16(t)                                        ? F16
         : mlirTypeIsABF16(t)                                     ? BF16
         : mlirTypeIsAF32(t)                                      ? F32
         : mlirTypeIsAF64(t)                                      ? F64
         : mlirTypeIsAFloat8E4M3FN(t) || mlirTypeIsAFloat8E5M2(t) ? F8
                                                                  : INT;
}

static MlirType element_of(MlirType t) { return mlirTypeIsAVector(t) ? mlirShapedTypeGetElementType(t) : t; }

/* LLVM has no fp8: its bits may be moved. */
static bool touches_f8(MlirOperation op)
{
  if (is_op(op, "arith.bitcast") || is_op(op, "arith.select"))
    return false;
  return (type_bit(element_of(type_of(operand(op, 0)))) | type_bit(element_of(type_of(result(op))))) & F8;
}

/* Whether LLVM's lowering of the op is right as it stands. */
static bool is_native(MlirOperation op)
{
  if (touches_f8(op) || is_op(op, "tri.extern_call"))
    return false;
  MlirStringRef name = name_of(op);
  unsigned type = type_bit(element_of(type_of(operand(op, 0))));
  for (size_t i = 0; i < sizeof natives / sizeof *natives; i++)
    if (str_is(name, natives[i].op))
      return natives[i].types & type;
  return !str_begins(name, "math.");
}

/* ---- inlining an expansion ---- */

static void add_work(MlirOperation op, void *expander)
{
  Expander *e = expander;
  vec_push(&e->arena, &e->work) = op;
}

/* An expansion ready for cloning: its constants are taken out, and their values come as further arguments, so
 * that the many copies of a function share them. */
typedef struct Template {
  MlirOperation function; /* null where the text does not parse */
  Vec(MlirOperation) constants;
  MlirOperation kernel; /* in which values stand */
  MlirValue *values;    /* of the constants */
} Template;

static void take_constants(Expander *e, Template *t)
{
  MlirBlock body = body_of(t->function);
  foreach_op(op, body)
  {
    if (!is_op(op, "arith.constant"))
      continue;
    MlirValue argument = mlirBlockAddArgument(body, type_of(result(op)), loc_of(op));
    mlirValueReplaceAllUsesOfWith(result(op), argument);
    mlirOperationRemoveFromParent(op);
    vec_push(&e->arena, &t->constants) = op;
  }
  t->values = arena_array(&e->arena, MlirValue, t->constants.n + 1);
}

/* The texts are ours, so that they parse is an invariant. */
static Template *template_of(Expander *e, const Expansion *x)
{
  uint64_t *at = map_at(&e->parsed, x);
  if (*at)
    return (Template *)(uintptr_t)*at;
  Template *t = arena_new(&e->arena, Template);
  MlirModule m = mlirModuleCreateParse(mlirRewriterBaseGetContext(e->rw), str(x->text));
  vec_push(&e->arena, &e->modules) = m;
  if (!is_null(m)) {
    t->function = mlirBlockGetFirstOperation(mlirModuleGetBody(m));
    take_constants(e, t);
  }
  *at = (uint64_t)(uintptr_t)t;
  vec_push(&e->arena, &e->templates) = t;
  return t;
}

/* The function that the op is in: the outermost op below modules. */
static MlirOperation function_around(MlirOperation op)
{
  for (MlirOperation up = mlirOperationGetParentOperation(op);
       !is_null(up) && !is_op(up, "builtin.module") && !is_op(up, "gpu.module");
       up = mlirOperationGetParentOperation(op))
    op = up;
  return op;
}

/* The template's constants, at the start of the function that op is in. */
static const MlirValue *constants_for(Template *t, MlirOperation op)
{
  MlirOperation kernel = function_around(op);
  if (!is_null(t->kernel) && same(t->kernel, kernel))
    return t->values;
  t->kernel = kernel;
  for (size_t i = 0; i < t->constants.n; i++) {
    MlirOperation copy = mlirOperationClone(t->constants.at[i]);
    mlirOperationSetLocation(copy, loc_of(kernel));
    mlirBlockInsertOwnedOperation(body_of(kernel), 0, copy);
    t->values[i] = result(copy);
  }
  return t->values;
}

static void set_location(MlirOperation op, void *location)
{
  mlirOperationSetLocation(op, *(MlirLocation *)location);
}

static bool inline_expansion(Expander *e, MlirOperation op, const Expansion *x)
{
  Template *t = template_of(e, x);
  if (!require(op, !is_null(t->function), "has the expansion '%s', which does not parse", x->key))
    return false;
  MlirOperation copy = mlirOperationClone(t->function);
  MlirLocation location = loc_of(op);
  walk(copy, set_location, &location);
  MlirBlock body = body_of(copy);
  foreach_op(o, body) walk(o, add_work, e);
  MlirOperation end = mlirBlockGetTerminator(body);
  e->work.n--; /* the terminator, which goes */
  intptr_t own = operand_count(op), n = own + (intptr_t)t->constants.n;
  MlirValue *arguments = arena_array(&e->arena, MlirValue, n + 1);
  const MlirValue *constants = constants_for(t, op);
  for (intptr_t i = 0; i < n; i++)
    arguments[i] = i < own ? operand(op, i) : constants[i - own];
  mlirRewriterBaseInlineBlockBefore(e->rw, body, op, n, arguments);
  replace(before(e->rw, op), op, operand(end, 0));
  mlirRewriterBaseEraseOp(e->rw, end);
  mlirOperationDestroy(copy);
  return true;
}

/* ---- through f32 ---- */

static MlirValue convert(Builder b, const char *name, MlirType to, MlirValue v)
{
  return build(b, name, to, VALS(v));
}

/* op of f16 or bf16 operands as the same op of f32. */
static bool widen(Expander *e, MlirOperation op)
{
  Builder b = before(e->rw, op);
  MlirType f32 = mlirF32TypeGet(context_of(op));
  MlirValue *wide = arena_array(&e->arena, MlirValue, operand_count(op));
  for (intptr_t i = 0; i < operand_count(op); i++)
    wide[i] = convert(b, "arith.extf", f32, operand(op, i));
  MlirStringRef name = name_of(op);
  char *text = arena_strndup(&e->arena, name.data, name.length);
  MlirType to = type_of(result(op));
  bool is_float = type_bit(to) != INT;
  MlirValue r = build(b, text, is_float ? f32 : to, (Vals){operand_count(op), wide});
  add_work(def(r), e);
  return replace(b, op, is_float ? convert(b, "arith.truncf", to, r) : r);
}

/* ---- one op ---- */

static void drop_flags(Expander *e, MlirOperation op)
{
  MlirAttribute flags = attr_of(op, "fastmath");
  if (!is_null(flags) && !mlirAttributeEqual(flags, e->no_flags))
    set_attr(op, "fastmath", e->no_flags);
}

/* to_nearest_even is what there is without a mode. */
static void drop_default_rounding(MlirOperation op)
{
  if (int_of(attr_of(op, "roundingmode"), -1) == 0)
    mlirOperationRemoveAttributeByName(op, str("roundingmode"));
}

static bool refuse(Expander *e, MlirOperation op)
{
  const char *type = type_text(&e->arena, type_of(operand(op, 0)));
  if (has_attr(op, "roundingmode"))
    return require(
        op, false,
        "has a rounding mode that %s lacks for '%s' to '%s'; there are to_nearest_even and toward_zero",
        e->target->name, type, type_text(&e->arena, type_of(result(op))));
  return require(op, false, "has no lowering for '%s' on %s%s", type, e->target->name,
                 touches_f8(op) ? "; convert to f16 or wider first" : "");
}

/* Whether the op may go by way of f32; fp8 is for memory and conversions alone. */
static bool may_be_widened(MlirOperation op)
{
  for (intptr_t i = 0; i < operand_count(op); i++)
    if (!(type_bit(type_of(operand(op, i))) & (F16 | BF16)))
      return false;
  return true;
}

static bool expand(Expander *e, MlirOperation op)
{
  if (operand_count(op) == 0 || result_count(op) == 0)
    return true;
  drop_flags(e, op);
  drop_default_rounding(op);
  char key[80];
  const Expansion *x = expansion_key(op, key, sizeof key) ? expansion_find(key, e->target) : NULL;
  if (x)
    return inline_expansion(e, op, x);
  if (has_attr(op, "roundingmode"))
    return refuse(e, op);
  if (is_native(op))
    return true;
  return may_be_widened(op) ? widen(e, op) : refuse(e, op);
}

static bool may_need_work(MlirOperation op)
{
  MlirStringRef name = name_of(op);
  return str_begins(name, "arith.") || str_begins(name, "math.") || is_op(op, "tri.extern_call");
}

static void collect(MlirOperation op, void *expander)
{
  if (may_need_work(op))
    add_work(op, expander);
}

static bool run(MlirOperation top, const PassValue *options)
{
  const Target *target = target_named(options[0].s);
  if (!require(top, target, "is to be compiled for '%s', which is no target; targets are %s", options[0].s,
               target_names()))
    return false;
  Expander e = {.target = target, .ok = true, .rw = mlirIRRewriterCreateFromOp(top)};
  e.parsed.arena = &e.arena;
  e.no_flags = mlirAttributeParseGet(context_of(top), str("#arith.fastmath<none>"));
  walk(top, collect, &e);
  while (e.work.n) {
    MlirOperation op = e.work.at[--e.work.n];
    if (may_need_work(op))
      e.ok &= expand(&e, op);
  }
  for (size_t i = 0; i < e.templates.n; i++)
    for (size_t k = 0; k < e.templates.at[i]->constants.n; k++)
      mlirOperationDestroy(e.templates.at[i]->constants.at[k]);
  for (size_t i = 0; i < e.modules.n; i++)
    if (!is_null(e.modules.at[i]))
      mlirModuleDestroy(e.modules.at[i]);
  mlirIRRewriterDestroy(e.rw);
  arena_free(&e.arena);
  return e.ok;
}

const PassDesc expand_scalars_pass = {
    .name = "tri-expand-scalars",
    .help = "Replace scalar ops that the target lacks by code of what it has, and drop fast-math flags",
    .run = run,
    .options = {{"arch", "target to compile for", PASS_STRING, "sm_90a"}},
    .dialects = {mlirGetDialectHandle__arith__, mlirGetDialectHandle__math__, mlirGetDialectHandle__scf__,
                 mlirGetDialectHandle__llvm__},
};
