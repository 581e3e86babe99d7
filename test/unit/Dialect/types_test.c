/* What the types of the dialect are: tri-c/Dialect.h and the predicates of lib/Dialect/types.h, over every
 * element type. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../dialect_context.h"
#include "Dialect/types.h"
#include "Support/ir.h"

static MlirContext context;

static int begin(void **state)
{
  (void)state;
  context = dialect_context();
  mlirContextLoadAllAvailableDialects(context);
  return 0;
}

static int end(void **state)
{
  (void)state;
  mlirContextDestroy(context);
  return 0;
}

static MlirType type(const char *text)
{
  MlirType t = mlirTypeParseGet(context, str(text));
  if (is_null(t))
    fail_msg("no type %s", text);
  return t;
}

static void expect_type(MlirType got, const char *text)
{
  Arena a = {0};
  assert_string_equal(is_null(got) ? "null" : type_text(&a, got), text);
  arena_free(&a);
}

/* Each name of the table of tri.h is the type of that name here, and its block has the same kind of element.
 */
static void test_kinds(void **state)
{
  (void)state;
  Arena a = {0};
  for (int k = TRI_NONE + 1; k < TRI_TYPE_COUNT; k++) {
    const char *text = k == TRI_PTR ? "!tri.ptr<f32>" : tri_type_name((TriType)k);
    MlirType t = type(text), block = type(arena_printf(&a, "tensor<3x5x%s>", text));
    bool is_int = k >= TRI_I1 && k <= TRI_I64, is_float = k >= TRI_F8E4M3FN && k <= TRI_F64;
    assert_int_equal(tri_type_kind(t), k);
    assert_int_equal(tri_type_kind(block), TRI_NONE);
    assert_int_equal(tri_type_kind(tri_type_element(block)), k);
    assert_int_equal(tri_type_is_int(t), is_int);
    assert_int_equal(tri_type_is_float(t), is_float);
    assert_true(tri_type_is_scalar(t) && !tri_type_is_scalar(block));
    assert_true(!tri_type_is_block(t) && tri_type_is_block(block));
    assert_true(tri_type_is_value(t) && tri_type_is_value(block));
    assert_int_equal(tri_type_is_int_block(block), is_int);
    assert_int_equal(tri_type_is_int_like(t) && tri_type_is_int_like(block), is_int);
    assert_int_equal(tri_type_is_bool_like(t) && tri_type_is_bool_like(block), k == TRI_I1);
    assert_int_equal(tri_type_is_ptr_like(t) && tri_type_is_ptr_like(block), k == TRI_PTR);
    assert_int_equal(tri_type_named(tri_type_name((TriType)k)), k);
  }
  arena_free(&a);
}

static void test_no_values(void **state)
{
  (void)state;
  static const char *const texts[] = {"index",
                                      "i2",
                                      "i128",
                                      "si32",
                                      "ui8",
                                      "f80",
                                      "tf32",
                                      "none",
                                      "vector<4xf32>",
                                      "memref<4xf32>",
                                      "tensor<f32>",
                                      "tensor<?xf32>",
                                      "tensor<*xf32>",
                                      "tensor<0xf32>",
                                      "tensor<4xindex>",
                                      "tensor<4xi4>",
                                      "tensor<1x1x1x1x1x1x1x1x1xf32>",
                                      "tensor<1025x1024xi8>",
                                      "tuple<i32>",
                                      "complex<f32>"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (tri_type_is_value(type(texts[i])))
      fail_msg("%s is taken for a value", texts[i]);
  assert_true(tri_type_is_block(type("tensor<1024x1024xi8>")));
  assert_false(tri_type_is_value((MlirType){NULL}));
  assert_int_equal(tri_type_kind((MlirType){NULL}), TRI_NONE);
  assert_int_equal(tri_type_named("f31"), TRI_NONE);
  assert_string_equal(tri_type_name(TRI_NONE), "?");
}

static void test_pointers(void **state)
{
  (void)state;
  MlirType f16 = type("f16"), p = tri_ptr_type(f16, 1), shared = tri_ptr_type(f16, 3);
  expect_type(p, "!tri.ptr<f16>");
  expect_type(shared, "!tri.ptr<f16, 3>");
  assert_true(tri_type_is_ptr(p) && !tri_type_is_ptr(f16));
  assert_true(same(tri_ptr_pointee(shared), f16));
  assert_int_equal(tri_ptr_address_space(p), 1);
  assert_int_equal(tri_ptr_address_space(shared), 3);
  expect_type(tri_ptr_type(p, 1), "!tri.ptr<!tri.ptr<f16>>");
  assert_null(tri_ptr_why_not(p, 3));
  assert_string_equal(tri_ptr_why_not(f16, 2), "the address space of a pointer is 1 (global) or 3 (shared)");
  assert_non_null(tri_ptr_why_not(type("index"), 1));
  assert_non_null(tri_ptr_why_not(type("tensor<4xf32>"), 1));
  assert_true(is_null(tri_ptr_type(f16, 2)));
  assert_true(is_null(tri_ptr_type(type("index"), 1)));
}

static void test_descriptors(void **state)
{
  (void)state;
  MlirType block = type("tensor<128x64xf16>"), d = tri_desc_type(block);
  expect_type(d, "!tri.desc<128x64xf16>");
  assert_true(same(d, type("!tri.desc<128x64xf16>")) && same(tri_desc_block(d), block));
  assert_true(tri_type_is_desc(d) && !tri_type_is_desc(block) && !tri_type_is_value(d));
  assert_int_equal(tri_type_kind(d), TRI_NONE);
  expect_type(tri_desc_base_type(d), "!tri.ptr<f16>");
  assert_true(same(tri_desc_base_type(block), block));
  assert_true(same(tri_type_accessed(d), block) && is_null(tri_type_accessed(block)));
  expect_type(tri_type_rows_accessed(type("tensor<7xi32>"), type("!tri.desc<1x64xf16>")), "tensor<7x64xf16>");
  assert_true(is_null(tri_type_rows_accessed(type("i32"), d)));
  assert_true(is_null(tri_type_rows_accessed(type("tensor<7xi32>"), block)));
  assert_null(tri_desc_why_not(type("tensor<1x1x1x1x16xi8>")));
  static const char *const none[] = {"f16",
                                     "tensor<?x16xi8>",
                                     "tensor<*xi8>",
                                     "tensor<i8>",
                                     "tensor<16xi1>",
                                     "tensor<16xi128>",
                                     "tensor<3xf32>",
                                     "tensor<4xf32, \"layout\">",
                                     "tensor<4x!tri.ptr<f32>>",
                                     "vector<4xf32>",
                                     "tensor<1x1x1x1x1x1x1x1x1x1x16xi8>"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    assert_non_null(tri_desc_why_not(type(none[i])));
    assert_true(is_null(tri_desc_type(type(none[i]))));
  }
  assert_non_null(tri_desc_why_not((MlirType){NULL}));
}

static void test_constructions(void **state)
{
  (void)state;
  MlirType block = type("tensor<4x8xf32, \"layout\">"), f32 = type("f32"), i8 = type("i8");
  Shape s = shape_of_type(block), scalar = shape_of_type(f32);
  assert_true(s.rank == 2 && s.dim[0] == 4 && s.dim[1] == 8);
  assert_int_equal(shape_count(s), 32);
  assert_int_equal(scalar.rank, 0);
  assert_int_equal(shape_count(scalar), 1);
  assert_true(shape_equal(s, s) && !shape_equal(s, scalar));
  assert_false(shape_equal(s, shape_of_type(type("tensor<8x4xf32>"))));
  expect_type(tri_type_with_element(block, i8), "tensor<4x8xi8, \"layout\">");
  expect_type(tri_type_with_element(f32, i8), "i8");
  expect_type(tri_type_mask_of(block), "tensor<4x8xi1, \"layout\">");
  expect_type(tri_type_mask_of(f32), "i1");
  expect_type(tri_type_ptr_to(block), "tensor<4x8x!tri.ptr<f32>, \"layout\">");
  expect_type(tri_type_ptr_to(f32), "!tri.ptr<f32>");
  expect_type(tri_type_ptr_to(type("index")), "null");
  expect_type(block_type(s, i8, (MlirAttribute){NULL}), "tensor<4x8xi8>");
  expect_type(block_type(s, i8, mlirRankedTensorTypeGetEncoding(block)), "tensor<4x8xi8, \"layout\">");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds), cmocka_unit_test(test_no_values),
                                     cmocka_unit_test(test_pointers), cmocka_unit_test(test_descriptors),
                                     cmocka_unit_test(test_constructions)};
  return cmocka_run_group_tests(tests, begin, end);
}
