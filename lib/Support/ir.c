#include "Support/ir.h"

#include "mlir-c/Diagnostics.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool str_is(MlirStringRef s, const char *text)
{
  return s.length == strlen(text) && memcmp(s.data, text, s.length) == 0;
}

bool str_begins(MlirStringRef s, const char *prefix)
{
  size_t n = strlen(prefix);
  return s.length >= n && memcmp(s.data, prefix, n) == 0;
}

/* ---- looking ---- */

MlirOperation def(MlirValue v)
{
  if (is_null(v) || !mlirValueIsAOpResult(v))
    return (MlirOperation){NULL};
  return mlirOpResultGetOwner(v);
}

MlirOperation def_named(MlirValue v, const char *name)
{
  MlirOperation op = def(v);
  return !is_null(op) && is_op(op, name) ? op : (MlirOperation){NULL};
}

bool has_no_use(MlirValue v) { return is_null(mlirValueGetFirstUse(v)); }

bool has_one_use(MlirValue v)
{
  MlirOpOperand use = mlirValueGetFirstUse(v);
  return !is_null(use) && is_null(mlirOpOperandGetNextUse(use));
}

MlirAttribute attr_of(MlirOperation op, const char *name)
{
  return mlirOperationGetAttributeByName(op, str(name));
}

bool has_attr(MlirOperation op, const char *name) { return !is_null(attr_of(op, name)); }

int64_t int_of(MlirAttribute a, int64_t otherwise)
{
  if (is_null(a) || !mlirAttributeIsAInteger(a))
    return otherwise;
  MlirType t = mlirAttributeGetType(a);
  return mlirTypeIsAInteger(t) && mlirIntegerTypeIsUnsigned(t) ? (int64_t)mlirIntegerAttrGetValueUInt(a)
         : mlirTypeIsAInteger(t) && mlirIntegerTypeIsSigned(t) ? mlirIntegerAttrGetValueSInt(a)
                                                               : mlirIntegerAttrGetValueInt(a);
}

MlirStringRef text_of(MlirAttribute a)
{
  if (!is_null(a) && mlirAttributeIsAString(a))
    return mlirStringAttrGetValue(a);
  if (!is_null(a) && mlirAttributeIsAFlatSymbolRef(a))
    return mlirFlatSymbolRefAttrGetValue(a);
  return (MlirStringRef){NULL, 0};
}

MlirAttribute arg_attr(MlirOperation func, intptr_t i, const char *name)
{
  MlirAttribute all = attr_of(func, "arg_attrs");
  if (is_null(all) || !mlirAttributeIsAArray(all) || i >= mlirArrayAttrGetNumElements(all))
    return (MlirAttribute){NULL};
  return mlirDictionaryAttrGetElementByName(mlirArrayAttrGetElement(all, i), str(name));
}

MlirOperation op_after(MlirOperation op) { return is_null(op) ? op : mlirOperationGetNextInBlock(op); }

typedef struct {
  void (*visit)(MlirOperation, void *);
  void *data;
} Walk;

static MlirWalkResult walk_one(MlirOperation op, void *data)
{
  Walk *w = data;
  w->visit(op, w->data);
  return MlirWalkResultAdvance;
}

void walk(MlirOperation op, void (*visit)(MlirOperation, void *), void *data)
{
  Walk w = {visit, data};
  mlirOperationWalk(op, walk_one, &w, MlirWalkPostOrder);
}

/* ---- building and changing ---- */

Builder before(MlirRewriterBase rw, MlirOperation op)
{
  mlirRewriterBaseSetInsertionPointBefore(rw, op);
  return (Builder){rw, loc_of(op)};
}

static bool all_stuck(MlirOperation op, Attrs attrs)
{
  for (intptr_t i = 0; i < attrs.n; i++)
    if (!is_null(attrs.a[i].attr) && !has_attr(op, attrs.a[i].name))
      return false;
  return true;
}

MlirOperation build_region_op(Builder b, const char *name, const MlirType *types, intptr_t n_types,
                              Vals operands, Attrs attrs, MlirRegion body)
{
  MlirContext c = mlirRewriterBaseGetContext(b.rw);
  assert(mlirContextIsRegisteredOperation(c, str(name)) && "no such op");
  MlirOperationState state = mlirOperationStateGet(str(name), b.loc);
  mlirOperationStateAddResults(&state, n_types, types);
  for (intptr_t i = 0; i < operands.n; i++)
    if (!is_null(operands.v[i]))
      mlirOperationStateAddOperands(&state, 1, &operands.v[i]);
  for (intptr_t i = 0; i < attrs.n; i++)
    if (!is_null(attrs.a[i].attr)) {
      MlirNamedAttribute named = {mlirIdentifierGet(c, str(attrs.a[i].name)), attrs.a[i].attr};
      mlirOperationStateAddAttributes(&state, 1, &named);
    }
  if (!is_null(body)) {
    MlirRegion region = mlirRegionCreate();
    mlirRegionTakeBody(region, body);
    mlirOperationStateAddOwnedRegions(&state, 1, &region);
  }
  MlirOperation op = mlirOperationCreate(&state);
  assert(!is_null(op) && "op was not created");
  assert(all_stuck(op, attrs) && "an attribute of the wrong kind was dropped");
  (void)all_stuck;
  return mlirRewriterBaseInsert(b.rw, op);
}

MlirOperation build_op(Builder b, const char *name, const MlirType *types, intptr_t n_types, Vals operands,
                       Attrs attrs)
{
  return build_region_op(b, name, types, n_types, operands, attrs, (MlirRegion){NULL});
}

MlirValue build_with(Builder b, const char *name, MlirType type, Vals operands, Attrs attrs)
{
  return result(build_op(b, name, &type, 1, operands, attrs));
}

MlirValue build(Builder b, const char *name, MlirType type, Vals operands)
{
  return build_with(b, name, type, operands, (Attrs){0, NULL});
}

bool replace(Builder b, MlirOperation op, MlirValue with)
{
  mlirRewriterBaseReplaceOpWithValues(b.rw, op, 1, &with);
  return true;
}

bool erase(Builder b, MlirOperation op)
{
  mlirRewriterBaseEraseOp(b.rw, op);
  return true;
}

void set_attr(MlirOperation op, const char *name, MlirAttribute a)
{
  mlirOperationSetAttributeByName(op, str(name), a);
}

MlirAttribute int_attr(MlirType type, int64_t value) { return mlirIntegerAttrGet(type, value); }
MlirAttribute i32_attr(MlirContext c, int64_t value) { return int_attr(mlirIntegerTypeGet(c, 32), value); }
MlirAttribute i64_attr(MlirContext c, int64_t value) { return int_attr(mlirIntegerTypeGet(c, 64), value); }
MlirAttribute str_attr(MlirContext c, const char *text) { return mlirStringAttrGet(c, str(text)); }
MlirAttribute unit_attr(MlirContext c) { return mlirUnitAttrGet(c); }

/* ---- complaining ---- */

bool complain(MlirOperation op, const char *format, ...)
{
  Arena a = {0};
  va_list args;
  va_start(args, format);
  MlirStringRef name = name_of(op);
  mlirEmitError(loc_of(op), arena_printf(&a, "'%.*s' op %s", (int)name.length, name.data,
                                         arena_vprintf(&a, format, args)));
  va_end(args);
  arena_free(&a);
  return false;
}

bool complain_at(MlirLocation loc, const char *format, ...)
{
  Arena a = {0};
  va_list args;
  va_start(args, format);
  mlirEmitError(loc, arena_vprintf(&a, format, args));
  va_end(args);
  arena_free(&a);
  return false;
}

/* ---- text ---- */

typedef struct {
  Arena *arena;
  Vec(char) text;
} Text;

static void append(MlirStringRef s, void *data)
{
  Text *t = data;
  for (size_t i = 0; i < s.length; i++)
    vec_push(t->arena, &t->text) = s.data[i];
}

static char *finish(Text *t)
{
  vec_push(t->arena, &t->text) = '\0';
  return t->text.at;
}

char *type_text(Arena *a, MlirType type)
{
  Text t = {.arena = a};
  mlirTypePrint(type, append, &t);
  return finish(&t);
}

char *operation_text(Arena *a, MlirOperation op)
{
  Text t = {.arena = a};
  mlirOperationPrint(op, append, &t);
  return finish(&t);
}

char *attr_text(Arena *a, MlirAttribute attr)
{
  Text t = {.arena = a};
  mlirAttributePrint(attr, append, &t);
  return finish(&t);
}

char *loc_text(Arena *a, MlirLocation loc)
{
  if (mlirLocationIsAFileLineColRange(loc)) {
    MlirStringRef file = mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(loc));
    return arena_printf(a, "%.*s:%d:%d", (int)file.length, file.data,
                        mlirLocationFileLineColRangeGetStartLine(loc),
                        mlirLocationFileLineColRangeGetStartColumn(loc));
  }
  if (mlirLocationIsACallSite(loc))
    return arena_printf(a, "%s (called from %s)", loc_text(a, mlirLocationCallSiteGetCallee(loc)),
                        loc_text(a, mlirLocationCallSiteGetCaller(loc)));
  if (mlirLocationIsAName(loc))
    return loc_text(a, mlirLocationNameGetChildLoc(loc));
  if (mlirLocationIsAFused(loc) && mlirLocationFusedGetNumLocations(loc) > 0) {
    MlirLocation first = {NULL};
    unsigned n = mlirLocationFusedGetNumLocations(loc);
    MlirLocation *all = arena_array(a, MlirLocation, n);
    mlirLocationFusedGetLocations(loc, all);
    first = all[0];
    return loc_text(a, first);
  }
  return arena_strndup(a, "?", 1);
}
