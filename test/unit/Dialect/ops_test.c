/* The generated C face of the ops: what a builder makes, the accessors give back, and the verifier accepts.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../dialect_context.h"
#include "Dialect/region.h"
#include "Support/ir.h"
#include "tri-c/Dialect.h"
#include "tri-c/Ops.h"

#include <string.h>

/* A function @f(%0: pointer, %1: i32, %2: block of pointers, %3: block, %4: mask) whose body the test builds.
 */
static struct {
  MlirContext context;
  MlirModule module;
  MlirRewriterBase rw;
  MlirLocation loc;
  MlirType i32, f32, ptr, block, index, mask;
  MlirValue base, n, ptrs, values, in;
} t;

static MlirType parse_type(const char *text) { return mlirTypeParseGet(t.context, str(text)); }

static int begin(void **state)
{
  (void)state;
  t.context = dialect_context();
  mlirContextLoadAllAvailableDialects(t.context);
  t.module = mlirModuleCreateParse(
      t.context,
      str("func.func @f(%p: !tri.ptr<f32>, %n: i32, %ps: tensor<4x!tri.ptr<f32>>, %v: tensor<4xf32>, %m: "
          "tensor<4xi1>) {\n  return\n}"));
  MlirBlock body = body_of(mlirBlockGetFirstOperation(mlirModuleGetBody(t.module)));
  t.rw = mlirIRRewriterCreate(t.context);
  mlirRewriterBaseSetInsertionPointBefore(t.rw, mlirBlockGetTerminator(body));
  t.loc = mlirLocationUnknownGet(t.context);
  t.i32 = parse_type("i32"), t.f32 = parse_type("f32"), t.ptr = parse_type("!tri.ptr<f32>");
  t.block = parse_type("tensor<4xf32>"), t.index = parse_type("tensor<4xi32>"),
  t.mask = parse_type("tensor<4xi1>");
  t.base = block_arg(body, 0), t.n = block_arg(body, 1), t.ptrs = block_arg(body, 2),
  t.values = block_arg(body, 3);
  t.in = block_arg(body, 4);
  return 0;
}

static int end(void **state)
{
  (void)state;
  assert_true(mlirOperationVerify(mlirModuleGetOperation(t.module)));
  mlirIRRewriterDestroy(t.rw);
  mlirModuleDestroy(t.module);
  mlirContextDestroy(t.context);
  return 0;
}

static void append(MlirStringRef s, void *text) { strncat(text, s.data, s.length); }

/* The op verifies, is of this kind, and prints with this ending (its result's name goes before). */
static void expect_op(MlirOperation op, TriOpKind kind, const char *ending)
{
  char text[512] = "";
  assert_true(mlirOperationVerify(op));
  assert_int_equal(tri_op_kind(op), kind);
  assert_true(is_op(op, tri_op_name(kind)));
  mlirOperationPrint(op, append, text);
  size_t n = strlen(text), m = strlen(ending);
  if (n < m || strcmp(text + n - m, ending))
    fail_msg("expected %s, got %s", ending, text);
}

#define expect_same(a, b) assert_ptr_equal((a).ptr, (b).ptr)
static const MlirValue absent = {NULL};
static const MlirAttribute unset = {NULL};

static void test_kinds(void **state)
{
  (void)state;
  assert_null(tri_op_name(TRI_OP_NONE));
  for (int k = TRI_OP_NONE + 1; k < TRI_OP_COUNT; k++) {
    const char *name = tri_op_name((TriOpKind)k);
    assert_int_equal(strncmp(name, "tri.", 4), 0);
    assert_true(mlirContextIsRegisteredOperation(t.context, str(name)));
  }
  MlirOperation module = mlirModuleGetOperation(t.module);
  assert_int_equal(tri_op_kind(module), TRI_OP_NONE);
  assert_int_equal(tri_op_kind(mlirBlockGetFirstOperation(mlirModuleGetBody(t.module))), TRI_OP_NONE);
}

static void test_program_ops(void **state)
{
  (void)state;
  static const char *const letters[] = {[TRI_AXIS_X] = "x", [TRI_AXIS_Y] = "y", [TRI_AXIS_Z] = "z"};
  for (TriAxis axis = TRI_AXIS_X; axis <= TRI_AXIS_Z; axis++) {
    MlirOperation id = def(tri_program_id_build(t.rw, t.loc, t.i32, axis)),
                  count = def(tri_num_programs_build(t.rw, t.loc, t.i32, axis));
    Arena a = {0};
    expect_op(id, TRI_OP_PROGRAM_ID, arena_printf(&a, "tri.program_id %s", letters[axis]));
    expect_op(count, TRI_OP_NUM_PROGRAMS, arena_printf(&a, "tri.num_programs %s", letters[axis]));
    arena_free(&a);
    assert_int_equal(tri_program_id_axis(id), axis);
    assert_int_equal(tri_num_programs_axis(count), axis);
    expect_same(tri_program_id_result(id), result(id));
  }
}

static void test_shape_ops(void **state)
{
  (void)state;
  MlirOperation range = def(tri_range_build(t.rw, t.loc, t.index, 0)),
                later = def(tri_range_build(t.rw, t.loc, t.index, -9)),
                splat = def(tri_splat_build(t.rw, t.loc, t.index, t.n));
  expect_op(range, TRI_OP_RANGE, "tri.range : tensor<4xi32>");
  expect_op(later, TRI_OP_RANGE, "tri.range from -9 : tensor<4xi32>");
  assert_int_equal(tri_range_start(range), 0);
  assert_int_equal(tri_range_start(later), -9);
  assert_int_equal(tri_op_kind(splat), TRI_OP_SPLAT);
  expect_same(tri_splat_scalar(splat), t.n);
  MlirType column = parse_type("tensor<4x1xi32>"), tile = parse_type("tensor<4x3xi32>");
  MlirOperation expand = def(tri_expand_dims_build(t.rw, t.loc, column, result(range), 1)),
                broadcast = def(tri_broadcast_build(t.rw, t.loc, tile, result(expand)));
  expect_op(expand, TRI_OP_EXPAND_DIMS, "axis 1 : tensor<4xi32>");
  assert_int_equal(tri_expand_dims_axis(expand), 1);
  expect_same(tri_expand_dims_src(expand), result(range));
  expect_op(broadcast, TRI_OP_BROADCAST, ": tensor<4x1xi32> -> tensor<4x3xi32>");
  expect_same(tri_broadcast_src(broadcast), result(expand));
  expect_same(tri_broadcast_result(broadcast), result(broadcast));
}

static void test_rearrange_ops(void **state)
{
  (void)state;
  const int32_t order[] = {1, 0};
  MlirType wide = parse_type("tensor<8xf32>"), pairs = parse_type("tensor<4x2xf32>"),
           turned = parse_type("tensor<2x4xf32>");
  MlirOperation join = def(tri_join_build(t.rw, t.loc, pairs, t.values, t.values)),
                reshape = def(tri_reshape_build(t.rw, t.loc, wide, result(join), true)),
                transpose = def(tri_transpose_build(t.rw, t.loc, turned, result(join),
                                                    mlirDenseI32ArrayGet(t.context, 2, order))),
                cat = def(tri_cat_build(t.rw, t.loc, wide, t.values, t.values, 0));
  expect_op(join, TRI_OP_JOIN, "tri.join %arg3, %arg3 : tensor<4xf32>");
  expect_same(tri_join_rhs(join), t.values);
  expect_op(reshape, TRI_OP_RESHAPE, "reorder : tensor<4x2xf32> -> tensor<8xf32>");
  assert_true(tri_reshape_reorder(reshape));
  expect_op(transpose, TRI_OP_TRANSPOSE, "order [1, 0] : tensor<4x2xf32>");
  assert_int_equal(mlirDenseI32ArrayGetElement(tri_transpose_order(transpose), 0), 1);
  expect_op(cat, TRI_OP_CAT, "tri.cat %arg3, %arg3 axis 0 : tensor<4xf32>, tensor<4xf32>");
  assert_int_equal(tri_cat_axis(cat), 0);
}

static void test_casts(void **state)
{
  (void)state;
  MlirType i64 = parse_type("i64"), bytes = parse_type("!tri.ptr<i8>"),
           small = parse_type("tensor<4xf8E5M2>");
  MlirOperation address = def(tri_ptr_to_int_build(t.rw, t.loc, i64, t.base)),
                pointer = def(tri_int_to_ptr_build(t.rw, t.loc, bytes, result(address))),
                bitcast = def(tri_bitcast_build(t.rw, t.loc, bytes, t.base)),
                cast = def(tri_fp_cast_build(t.rw, t.loc, small, t.values, TRI_FP_ROUNDING_RTZ, true)),
                nearest = def(tri_fp_cast_build(t.rw, t.loc, small, t.values, TRI_FP_ROUNDING_RTNE, false));
  expect_op(address, TRI_OP_PTR_TO_INT, "tri.ptr_to_int %arg0 : !tri.ptr<f32>");
  expect_op(pointer, TRI_OP_INT_TO_PTR, ": !tri.ptr<i8>");
  expect_op(bitcast, TRI_OP_BITCAST, "tri.bitcast %arg0 : !tri.ptr<f32> -> !tri.ptr<i8>");
  expect_op(cast, TRI_OP_FP_CAST, "%arg3 rounding rtz saturate : tensor<4xf32> -> tensor<4xf8E5M2>");
  expect_op(nearest, TRI_OP_FP_CAST, "%arg3 : tensor<4xf32> -> tensor<4xf8E5M2>");
  assert_int_equal(tri_fp_cast_rounding(cast), TRI_FP_ROUNDING_RTZ);
  assert_int_equal(tri_fp_cast_rounding(nearest), TRI_FP_ROUNDING_RTNE);
  assert_true(tri_fp_cast_saturate(cast) && !tri_fp_cast_saturate(nearest));
}

static void test_arithmetic_and_picks(void **state)
{
  (void)state;
  MlirType bins = parse_type("tensor<9xi32>");
  MlirValue range = tri_range_build(t.rw, t.loc, t.index, 0);
  MlirOperation high = def(tri_mulhi_build(t.rw, t.loc, t.i32, t.n, t.n, TRI_SIGNEDNESS_UNSIGNED)),
                clamp = def(tri_clamp_build(t.rw, t.loc, t.block, t.values, t.values, t.values, true)),
                gather = def(tri_gather_build(t.rw, t.loc, t.block, t.values, range, 0)),
                all = def(tri_histogram_build(t.rw, t.loc, bins, range, absent)),
                some = def(tri_histogram_build(t.rw, t.loc, bins, range, t.in));
  expect_op(high, TRI_OP_MULHI, "tri.mulhi unsigned %arg1, %arg1 : i32");
  assert_int_equal(tri_mulhi_signedness(high), TRI_SIGNEDNESS_UNSIGNED);
  expect_op(clamp, TRI_OP_CLAMP, "tri.clamp %arg3, %arg3, %arg3 propagate_nan : tensor<4xf32>");
  assert_true(tri_clamp_propagate_nan(clamp));
  expect_op(gather, TRI_OP_GATHER, "axis 0 : tensor<4xf32>, tensor<4xi32>");
  expect_same(tri_gather_index(gather), range);
  expect_op(all, TRI_OP_HISTOGRAM, ": tensor<4xi32> -> tensor<9xi32>");
  expect_op(some, TRI_OP_HISTOGRAM, "where %arg4 : tensor<4xi32> -> tensor<9xi32>");
  expect_same(tri_histogram_mask(all), absent);
  expect_same(tri_histogram_mask(some), t.in);
}

static void test_dot(void **state)
{
  (void)state;
  MlirValue f = tri_splat_build(
                t.rw, t.loc, parse_type("tensor<4x4xf32>"),
                tri_load_build(t.rw, t.loc, t.f32, t.base, absent, absent, unset, unset, false)),
            n = tri_splat_build(t.rw, t.loc, parse_type("tensor<4x4xi32>"), t.n),
            b = build((Builder){t.rw, t.loc}, "arith.trunci", parse_type("tensor<4x4xi8>"), VALS(n));
  MlirOperation fast = def(
                    tri_dot_build(t.rw, t.loc, type_of(f), f, f, f, TRI_INPUT_PRECISION_TF32, false, false)),
                bytes = def(
                    tri_dot_build(t.rw, t.loc, type_of(n), b, b, n, TRI_INPUT_PRECISION_IEEE, false, true));
  expect_op(fast, TRI_OP_DOT, "precision tf32 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>");
  expect_op(bytes, TRI_OP_DOT, " : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>");
  assert_int_equal(tri_dot_precision(fast), TRI_INPUT_PRECISION_TF32);
  assert_true(tri_dot_b_unsigned(bytes) && !tri_dot_a_unsigned(bytes));
  expect_same(tri_dot_b(bytes), b);
  expect_same(tri_dot_acc(bytes), n);
}

static void test_dot_scaled(void **state)
{
  (void)state;
  Builder b = {t.rw, t.loc};
  MlirType words = parse_type("tensor<4x4xi32>"), halves = parse_type("tensor<4x4xf16>");
  MlirValue n = tri_splat_build(t.rw, t.loc, words, t.n),
            bytes = build(b, "arith.trunci", parse_type("tensor<4x4xi8>"), VALS(n)),
            column = tri_expand_dims_build(t.rw, t.loc, parse_type("tensor<4x1xi32>"),
                                           tri_range_build(t.rw, t.loc, t.index, 0), 1),
            scale = build(b, "arith.trunci", parse_type("tensor<4x1xi8>"), VALS(column)),
            acc = build(b, "arith.sitofp", parse_type("tensor<4x4xf32>"), VALS(n)),
            h = build(b, "arith.truncf", halves, VALS(acc));
  MlirOperation left = def(tri_dot_scaled_build(t.rw, t.loc, type_of(acc), h, h, acc, absent, absent)),
                scaled =
                    def(tri_dot_scaled_build(t.rw, t.loc, type_of(acc), bytes, bytes, acc, scale, scale));
  expect_op(left, TRI_OP_DOT_SCALED, " : tensor<4x4xf16>, tensor<4x4xf16>, tensor<4x4xf32>");
  expect_op(scaled, TRI_OP_DOT_SCALED,
            " : tensor<4x4xi8> scale tensor<4x1xi8>, tensor<4x4xi8> scale tensor<4x1xi8>, tensor<4x4xf32>");
  expect_same(tri_dot_scaled_b_scale(scaled), scale);
  expect_same(tri_dot_scaled_a_scale(left), absent);
  expect_same(tri_dot_scaled_acc(left), acc);
}

static void test_atomics(void **state)
{
  (void)state;
  MlirOperation all = def(tri_atomic_rmw_build(t.rw, t.loc, t.block, t.values, t.ptrs, absent,
                                               TRI_ATOMIC_KIND_FADD, TRI_MEM_SEMANTICS_ACQ_REL,
                                               TRI_MEM_SCOPE_GPU)),
                some = def(tri_atomic_rmw_build(t.rw, t.loc, t.block, t.values, t.ptrs, t.in,
                                                TRI_ATOMIC_KIND_EXCH, TRI_MEM_SEMANTICS_RELAXED,
                                                TRI_MEM_SCOPE_SYS)),
                cas = def(tri_atomic_cas_build(t.rw, t.loc, t.block, result(all), t.values, t.ptrs, t.in,
                                               TRI_MEM_SEMANTICS_ACQUIRE, TRI_MEM_SCOPE_CTA));
  expect_op(all, TRI_OP_ATOMIC_RMW, "tri.atomic_rmw fadd %arg3 at %arg2 : tensor<4xf32>");
  expect_op(some, TRI_OP_ATOMIC_RMW,
            "exch %arg3 at %arg2 where %arg4 semantics relaxed scope sys : tensor<4xf32>");
  expect_op(cas, TRI_OP_ATOMIC_CAS,
            ", %arg3 at %arg2 where %arg4 semantics acquire scope cta : tensor<4xf32>");
  expect_same(tri_atomic_rmw_mask(all), absent);
  expect_same(tri_atomic_rmw_mask(some), t.in);
  assert_int_equal(tri_atomic_rmw_kind(some), TRI_ATOMIC_KIND_EXCH);
  assert_int_equal(tri_atomic_cas_scope(cas), TRI_MEM_SCOPE_CTA);
  expect_same(tri_atomic_cas_expected(cas), result(all));
}

static void test_foreign_code(void **state)
{
  (void)state;
  Builder b = {t.rw, t.loc};
  MlirOperation call = build_op(b, "tri.extern_call", &t.block, 1, VALS(t.values),
                                ATTRS({"symbol", str_attr(t.context, "f")},
                                      {"library", str_attr(t.context, "l")}, {"pure", unit_attr(t.context)})),
                ptx = build_op(b, "tri.inline_ptx", &t.block, 1, VALS(t.values),
                               ATTRS({"text", str_attr(t.context, "neg.f32 $0, $1;")},
                                     {"constraints", str_attr(t.context, "=f,f")},
                                     {"pack", i32_attr(t.context, 1)}));
  expect_op(call, TRI_OP_EXTERN_CALL, "\"f\"(%arg3) from \"l\" pure : (tensor<4xf32>) -> tensor<4xf32>");
  expect_op(
      ptx, TRI_OP_INLINE_PTX,
      "tri.inline_ptx \"neg.f32 $0, $1;\"(%arg3) constraints \"=f,f\" : (tensor<4xf32>) -> tensor<4xf32>");
  assert_true(tri_extern_call_pure(call) && !tri_inline_ptx_pure(ptx));
  assert_true(str_is(tri_extern_call_symbol(call), "f") && str_is(tri_extern_call_library(call), "l"));
  assert_int_equal(tri_inline_ptx_pack(ptx), 1);
  assert_int_equal(tri_inline_ptx_args_count(ptx), 1);
}

/* What has no builder, being of several operands or results, is made by name. */
static void test_debug_ops(void **state)
{
  (void)state;
  Builder b = {t.rw, t.loc};
  MlirOperation print =
      build_op(b, "tri.print", NULL, 0, VALS(t.n, t.values),
               ATTRS({"prefix", str_attr(t.context, "n = ")}, {"hex", unit_attr(t.context)}));
  expect_op(print, TRI_OP_PRINT, "tri.print \"n = \" hex, %arg1, %arg3 : i32, tensor<4xf32>");
  assert_int_equal(tri_print_values_count(print), 2);
  expect_same(tri_print_values(print, 1), t.values);
  MlirOperation check = tri_assert_build(t.rw, t.loc, t.in, str("all on"));
  expect_op(check, TRI_OP_ASSERT, "tri.assert %arg4, \"all on\" : tensor<4xi1>");
  assert_true(str_is(tri_assert_message(check), "all on"));
}

static void test_addptr(void **state)
{
  (void)state;
  MlirOperation op = def(tri_addptr_build(t.rw, t.loc, t.ptr, t.base, t.n));
  expect_op(op, TRI_OP_ADDPTR, "tri.addptr %arg0, %arg1 : !tri.ptr<f32>, i32");
  expect_same(tri_addptr_base(op), t.base);
  expect_same(tri_addptr_offset(op), t.n);
}

/* Each of the four ways in which mask and other are there or not (other without mask does not verify). */
static void test_load_operands(void **state)
{
  (void)state;
  MlirOperation plain =
                    def(tri_load_build(t.rw, t.loc, t.block, t.ptrs, absent, absent, unset, unset, false)),
                masked = def(tri_load_build(t.rw, t.loc, t.block, t.ptrs, t.in, absent, unset, unset, false)),
                full = def(tri_load_build(t.rw, t.loc, t.block, t.ptrs, t.in, t.values, unset, unset, false)),
                scalar = def(tri_load_build(t.rw, t.loc, t.f32, t.base, absent, absent, unset, unset, false));
  expect_op(plain, TRI_OP_LOAD, "tri.load %arg2 : tensor<4xf32>");
  expect_op(masked, TRI_OP_LOAD, "tri.load %arg2 where %arg4 : tensor<4xf32>");
  expect_op(full, TRI_OP_LOAD, "tri.load %arg2 where %arg4 else %arg3 : tensor<4xf32>");
  expect_op(scalar, TRI_OP_LOAD, "tri.load %arg0 : f32");
  assert_true(is_null(tri_load_mask(plain)) && is_null(tri_load_other(plain)));
  expect_same(tri_load_mask(masked), t.in);
  assert_true(is_null(tri_load_other(masked)));
  expect_same(tri_load_ptr(full), t.ptrs);
  expect_same(tri_load_mask(full), t.in);
  expect_same(tri_load_other(full), t.values);
  expect_same(tri_load_result(full), result(full));
}

static void test_load_attributes(void **state)
{
  (void)state;
  MlirOperation plain =
                    def(tri_load_build(t.rw, t.loc, t.block, t.ptrs, absent, absent, unset, unset, false)),
                op = def(tri_load_build(t.rw, t.loc, t.block, t.ptrs, absent, absent,
                                        i32_attr(t.context, TRI_CACHE_CG),
                                        i32_attr(t.context, TRI_EVICT_LAST), true));
  expect_op(op, TRI_OP_LOAD, "tri.load %arg2 cache cg evict last volatile : tensor<4xf32>");
  assert_true(tri_load_has_cache(op) && tri_load_has_evict(op) && tri_load_is_volatile(op));
  assert_int_equal(tri_load_cache(op), TRI_CACHE_CG);
  assert_int_equal(tri_load_evict(op), TRI_EVICT_LAST);
  assert_false(tri_load_has_cache(plain) || tri_load_has_evict(plain) || tri_load_is_volatile(plain));
}

static void test_store(void **state)
{
  (void)state;
  MlirOperation plain = tri_store_build(t.rw, t.loc, t.values, t.ptrs, absent, unset, unset, false),
                full = tri_store_build(t.rw, t.loc, t.values, t.ptrs, t.in, i32_attr(t.context, TRI_CACHE_WT),
                                       i32_attr(t.context, TRI_EVICT_FIRST), true);
  expect_op(plain, TRI_OP_STORE, "tri.store %arg3 to %arg2 : tensor<4xf32>");
  expect_op(full, TRI_OP_STORE,
            "tri.store %arg3 to %arg2 where %arg4 cache wt evict first volatile : tensor<4xf32>");
  expect_same(tri_store_value(full), t.values);
  expect_same(tri_store_ptr(full), t.ptrs);
  expect_same(tri_store_mask(full), t.in);
  assert_true(is_null(tri_store_mask(plain)) && !tri_store_has_cache(plain) && !tri_store_is_volatile(plain));
  assert_int_equal(tri_store_cache(full), TRI_CACHE_WT);
  assert_int_equal(tri_store_evict(full), TRI_EVICT_FIRST);
}

/* Ops with lists of operands, and the type that they take. */
static void test_descriptors(void **state)
{
  (void)state;
  MlirType desc = parse_type("!tri.desc<2x4xf32>"), row = parse_type("!tri.desc<1x4xf32>"),
           block = parse_type("tensor<2x4xf32>");
  const MlirValue sizes[] = {t.n, t.n}, at[] = {t.n, t.n};
  MlirOperation made =
      def(tri_make_desc_build(t.rw, t.loc, desc, t.base, 2, sizes, 1, sizes, TRI_PADDING_NAN));
  expect_op(made, TRI_OP_MAKE_DESC,
            "tri.make_desc %arg0 shape [%arg1, %arg1] strides [%arg1] pad nan : i32 -> !tri.desc<2x4xf32>");
  expect_same(tri_make_desc_base(made), t.base);
  assert_int_equal(tri_make_desc_shape_count(made), 2);
  assert_int_equal(tri_make_desc_strides_count(made), 1);
  expect_same(tri_make_desc_shape(made, 1), t.n);
  expect_same(tri_make_desc_strides(made, 0), t.n);
  assert_int_equal(tri_make_desc_padding(made), TRI_PADDING_NAN);
  MlirValue d = result(made),
            r = tri_make_desc_build(t.rw, t.loc, row, t.base, 2, sizes, 1, sizes, TRI_PADDING_ZERO),
            rows = tri_splat_build(t.rw, t.loc, parse_type("tensor<2xi32>"), t.n);
  MlirOperation load = def(tri_desc_load_build(t.rw, t.loc, block, d, 2, at));
  assert_int_equal(tri_desc_load_offsets_count(load), 2);
  expect_same(tri_desc_load_desc(load), d);
  expect_same(tri_desc_load_offsets(load, 1), t.n);
  expect_op(load, TRI_OP_DESC_LOAD, "[%arg1, %arg1] : !tri.desc<2x4xf32>");
  MlirOperation store = tri_desc_store_build(t.rw, t.loc, result(load), d, 2, at),
                reduce = tri_desc_reduce_build(t.rw, t.loc, result(load), d, 2, at, TRI_DESC_REDUCTION_ADD);
  expect_op(store, TRI_OP_DESC_STORE, "[%arg1, %arg1] : !tri.desc<2x4xf32>");
  expect_op(reduce, TRI_OP_DESC_REDUCE, "[%arg1, %arg1] : !tri.desc<2x4xf32>");
  expect_same(tri_desc_store_value(store), result(load));
  expect_same(tri_desc_store_desc(store), d);
  expect_same(tri_desc_reduce_desc(reduce), d);
  assert_int_equal(tri_desc_reduce_offsets_count(reduce), 2);
  assert_int_equal(tri_desc_reduce_kind(reduce), TRI_DESC_REDUCTION_ADD);
  MlirOperation gather = def(tri_desc_gather_build(t.rw, t.loc, block, r, rows, t.n)),
                scatter = tri_desc_scatter_build(t.rw, t.loc, result(gather), r, rows, t.n);
  expect_op(gather, TRI_OP_DESC_GATHER, ", %arg1] : tensor<2xi32>, !tri.desc<1x4xf32>");
  expect_op(scatter, TRI_OP_DESC_SCATTER, ", %arg1] : tensor<2xi32>, !tri.desc<1x4xf32>");
  expect_same(tri_desc_gather_rows(gather), rows);
  expect_same(tri_desc_scatter_column(scatter), t.n);
  MlirOperation print = tri_print_build(t.rw, t.loc, 2, sizes, str("n"), true);
  expect_op(print, TRI_OP_PRINT, "tri.print \"n\" hex, %arg1, %arg1 : i32, i32");
  assert_int_equal(tri_print_values_count(print), 2);
}

static void test_region_ops(void **state)
{
  (void)state;
  Builder b = {t.rw, t.loc};
  MlirRegion add = mlirRegionCreate(), max = mlirRegionCreate();
  tri_combiner_build(add, t.loc, tri_combiner_op(str("add"), t.f32), t.f32);
  tri_combiner_build(max, t.loc, tri_combiner_op(str("maximum"), t.f32), t.f32);
  MlirOperation sum = build_region_op(b, "tri.reduce", &t.f32, 1, VALS(t.values),
                                      ATTRS({"axis", i32_attr(t.context, 0)}), add),
                scan = build_region_op(
                    b, "tri.scan", &t.block, 1, VALS(t.values),
                    ATTRS({"axis", i32_attr(t.context, 0)}, {"reverse", unit_attr(t.context)}), max);
  expect_op(sum, TRI_OP_REDUCE, "tri.reduce add %arg3 axis 0 : tensor<4xf32>");
  expect_op(scan, TRI_OP_SCAN, "tri.scan maximum %arg3 axis 0 reverse : tensor<4xf32>");
  assert_int_equal(tri_reduce_srcs_count(sum), 1);
  expect_same(tri_reduce_srcs(sum, 0), t.values);
  assert_int_equal(tri_reduce_axis(sum), 0);
  assert_true(tri_scan_reverse(scan));
  expect_same(tri_combiner_of(sum, 0), mlirBlockGetFirstOperation(body_of(sum)));
  assert_true(tri_combiner_is_idempotent(tri_combiner_of(scan, 0)));
  assert_false(tri_combiner_is_idempotent(tri_combiner_of(sum, 0)));
  assert_null(tri_combiner_op(str("and"), t.f32));
  assert_null(tri_combiner_op(str("add"), t.ptr));
  assert_true(is_null(entry_of(add)));
  mlirRegionDestroy(add);
  mlirRegionDestroy(max);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kinds),         cmocka_unit_test(test_program_ops),
      cmocka_unit_test(test_shape_ops),     cmocka_unit_test(test_rearrange_ops),
      cmocka_unit_test(test_casts),         cmocka_unit_test(test_arithmetic_and_picks),
      cmocka_unit_test(test_dot),           cmocka_unit_test(test_dot_scaled),
      cmocka_unit_test(test_atomics),       cmocka_unit_test(test_foreign_code),
      cmocka_unit_test(test_debug_ops),     cmocka_unit_test(test_addptr),
      cmocka_unit_test(test_load_operands), cmocka_unit_test(test_load_attributes),
      cmocka_unit_test(test_store),         cmocka_unit_test(test_descriptors),
      cmocka_unit_test(test_region_ops),
  };
  return cmocka_run_group_tests(tests, begin, end);
}
