/* The map from values to parts, the dispatch, and the small builders that every family uses. */
#include "Conversion/lower.h"

#include "mlir-c/Dialect/LLVM.h"
#include "tri-c/Ops.h"

/* ---- parts ---- */

uint32_t register_count(MlirType t)
{
  TriLayout layout;
  return layout_of_type(t, &layout) ? tri_layout_size(layout, TRI_REGISTER) : 1;
}

MlirType part_type(MlirType t)
{
  MlirType element = tri_type_element(t);
  if (!tri_type_is_ptr(element))
    return element;
  return mlirLLVMPointerTypeGet(mlirTypeGetContext(t), tri_ptr_address_space(element));
}

Parts new_parts(Lowering *l, uint32_t n) { return (Parts){n, arena_array(l->arena, MlirValue, n)}; }

void set_parts(Lowering *l, MlirValue v, Parts p)
{
  Parts *kept = arena_new(l->arena, Parts);
  *kept = p;
  *map_at(&l->parts, v.ptr) = (uint64_t)(uintptr_t)kept;
}

Parts parts_of(Lowering *l, MlirValue v) { return *(Parts *)(uintptr_t)*map_find(&l->parts, v.ptr); }

MlirValue part(Lowering *l, MlirValue v, uint32_t r)
{
  Parts p = parts_of(l, v);
  return p.at[p.n == 1 ? 0 : r];
}

/* ---- building ---- */

Builder at(Lowering *l, MlirOperation op) { return (Builder){l->rw, loc_of(op)}; }
MlirType int_type(Lowering *l, int bits) { return mlirIntegerTypeGet(l->context, (unsigned)bits); }

MlirValue int_const(Lowering *l, Builder b, MlirType t, int64_t v)
{
  (void)l;
  return build_with(b, "arith.constant", t, NO_VALS, ATTRS({"value", int_attr(t, v)}));
}

void make_global(Lowering *l, const char *name, MlirType t, int space, MlirAttribute value)
{
  MlirOperationState s = mlirOperationStateGet(str("llvm.mlir.global"), loc_of(l->module));
  const Attr attrs[] = {
      {"sym_name", str_attr(l->context, name)},
      {"global_type", mlirTypeAttrGet(t)},
      {"linkage", mlirAttributeParseGet(l->context, str("#llvm.linkage<internal>"))},
      {"addr_space", i32_attr(l->context, space)},
      {"constant", space == CONSTANT_SPACE ? unit_attr(l->context) : mlirAttributeGetNull()},
      {"value", value}};
  for (size_t i = 0; i < sizeof attrs / sizeof *attrs; i++)
    if (!is_null(attrs[i].attr)) {
      MlirNamedAttribute named = {mlirIdentifierGet(l->context, str(attrs[i].name)), attrs[i].attr};
      mlirOperationStateAddAttributes(&s, 1, &named);
    }
  MlirRegion initializer = mlirRegionCreate();
  mlirOperationStateAddOwnedRegions(&s, 1, &initializer);
  mlirBlockInsertOwnedOperation(body_of(l->module), 0, mlirOperationCreate(&s));
}

MlirValue global_address(Lowering *l, MlirOperation op, const char *name, int space)
{
  return build_with(at(l, op), "llvm.mlir.addressof", mlirLLVMPointerTypeGet(l->context, (unsigned)space),
                    NO_VALS, ATTRS({"global_name", mlirFlatSymbolRefAttrGet(l->context, str(name))}));
}

/* ---- what an op may carry ---- */

int op_id(Lowering *l, MlirOperation op)
{
  vec_push(l->arena, &l->locations) = loc_text(l->arena, loc_of(op));
  return (int)l->locations.n - 1;
}

/* docs/semantics.md: contract is a permission that has been used by now; nothing else is granted. */
static bool flags_fit(Lowering *l, MlirOperation op)
{
  MlirAttribute flags = attr_of(op, "fastmath");
  if (is_null(flags) || mlirAttributeEqual(flags, l->flags_none) ||
      mlirAttributeEqual(flags, l->flags_contract))
    return true;
  return require(op, false, "carries %s; only 'contract' is accepted", attr_text(l->arena, flags));
}

/* ---- dispatch ---- */

static const struct {
  const char *name;
  Lower *lower;
} by_name[] = {
    {"arith.constant", lower_constant}, {"ub.poison", lower_constant}, {"gpu.barrier", lower_uniform},
    {"scf.for", lower_regions},         {"scf.if", lower_regions},     {"scf.while", lower_regions},
};

static Lower *lowering_of(MlirOperation op)
{
  switch (tri_op_kind(op)) {
  case TRI_OP_PROGRAM_ID:
  case TRI_OP_NUM_PROGRAMS:
    return lower_program_id;
  case TRI_OP_RANGE:
    return lower_range;
  case TRI_OP_SPLAT:
    return lower_splat;
  case TRI_OP_EXPAND_DIMS:
  case TRI_OP_BROADCAST:
  case TRI_OP_RESHAPE:
  case TRI_OP_TRANSPOSE:
  case TRI_OP_JOIN:
  case TRI_OP_CAT:
  case TRI_OP_CONVERT_LAYOUT:
    return lower_rearranged;
  case TRI_OP_SPLIT:
    return lower_split;
  case TRI_OP_ADDPTR:
    return lower_addptr;
  case TRI_OP_ATOMIC_RMW:
  case TRI_OP_ATOMIC_CAS:
    return lower_atomic;
  case TRI_OP_EXTERN_CALL:
    return lower_extern_call;
  case TRI_OP_GATHER:
    return lower_gather;
  case TRI_OP_HISTOGRAM:
    return lower_histogram;
  case TRI_OP_PTR_TO_INT:
  case TRI_OP_INT_TO_PTR:
  case TRI_OP_BITCAST:
    return lower_pointer_cast;
  case TRI_OP_FP_CAST:
    return lower_fp_cast;
  case TRI_OP_MULHI:
    return lower_mulhi;
  case TRI_OP_CLAMP:
    return lower_clamp;
  case TRI_OP_ASSUME:
    return lower_assume;
  case TRI_OP_LOAD:
    return lower_load;
  case TRI_OP_STORE:
    return lower_store;
  case TRI_OP_PRINT:
    return lower_print;
  case TRI_OP_ASSERT:
    return lower_assert;
  case TRI_OP_REDUCE:
    return lower_reduce;
  case TRI_OP_SCAN:
    return lower_scan;
  case TRI_OP_MAP:
    return lower_map;
  default:
    break;
  }
  for (size_t i = 0; i < sizeof by_name / sizeof *by_name; i++)
    if (is_op(op, by_name[i].name))
      return by_name[i].lower;
  MlirStringRef name = name_of(op);
  return str_begins(name, "arith.") || str_begins(name, "math.") ? lower_elementwise : NULL;
}

/* Every block that the op makes has a layout for this many warps. */
static bool has_layouts(const Lowering *l, MlirOperation op)
{
  for (intptr_t i = 0; i < result_count(op); i++) {
    MlirType t = type_of(result_at(op, i));
    TriLayout layout;
    if (!mlirTypeIsARankedTensor(t))
      continue;
    if (!require(op, layout_of_type(t, &layout),
                 "makes a block without a layout; run tri-assign-layouts first") ||
        !require(op, layout.in[TRI_WARP] == l->warps, "makes a block over %d warps in a kernel of %d",
                 1 << layout.in[TRI_WARP], 1 << l->warps))
      return false;
  }
  return true;
}

bool lower_op(Lowering *l, MlirOperation op)
{
  Lower *lower = lowering_of(op);
  return require(op, lower != NULL,
                 "is not compiled yet, but the reference interpreter runs it (--target ref)") &&
         has_layouts(l, op) && flags_fit(l, op) && lower(l, op);
}

bool lower_body(Lowering *l, MlirBlock block)
{
  MlirOperation last = mlirBlockGetTerminator(block);
  for (MlirOperation op = mlirBlockGetFirstOperation(block); !same(op, last); op = op_after(op))
    if (!lower_op(l, op))
      return false;
  return true;
}
