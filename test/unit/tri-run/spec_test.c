/* The form of ARG=SPEC. */
#include "test.h"

static Spec parse(const char *text)
{
  Spec s;
  Problem *p = fresh();
  if (!spec_parse("x", text, &s, p))
    fail_msg("%s: %s", text, p->message);
  return s;
}

static void fails(const char *text, const char *message)
{
  Spec s;
  assert_false(spec_parse("x", text, &s, fresh()));
  assert_string_equal(complaint.message, message);
}

static void test_scalars(void **state)
{
  (void)state;
  const char *const texts[] = {"98432", "-0.5", "cdiv(n, 2)", "max(1, n)", "(n)", "inf", "true", "n*2"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Spec s = parse(texts[i]);
    assert_string_equal(s.scalar, texts[i]);
    assert_int_equal(s.fill, FILL_NONE);
    assert_null(s.file);
  }
}

static void test_fills(void **state)
{
  (void)state;
  Spec s = parse(" randint ( max(n, 4) , 2*m,0 , 10 ) ");
  assert_int_equal(s.fill, FILL_RANDINT);
  assert_int_equal(s.n, 4);
  assert_string_equal(s.argument[0], "max(n, 4)");
  assert_string_equal(s.argument[1], "2*m");
  assert_string_equal(s.argument[3], "10");
  assert_null(s.scalar);
  for (int k = FILL_NONE + 1; k < FILL_COUNT; k++)
    assert_int_equal(parse(arena_printf(&arena, "%s(1)", fill_forms[k].name)).fill, k);
}

static void file_is(const char *text, FillKind fill, const char *file, bool read, bool write)
{
  Spec s = parse(text);
  assert_int_equal(s.fill, fill);
  assert_string_equal(s.file, file);
  assert_int_equal(s.read, read);
  assert_int_equal(s.write, write);
}

static void test_files(void **state)
{
  (void)state;
  file_is("@x.npy", FILL_NONE, "x.npy", true, false);
  file_is("@x.npy:r", FILL_NONE, "x.npy", true, false);
  file_is("@x.npy:w", FILL_NONE, "x.npy", false, true);
  file_is("@x.npy:rw", FILL_NONE, "x.npy", true, true);
  file_is("randn(4)@/tmp/a b.npy:w", FILL_RANDN, "/tmp/a b.npy", false, true);
  file_is("@odd:w:r", FILL_NONE, "odd:w", true, false);
  file_is("@a@b", FILL_NONE, "a@b", true, false);
}

static void test_types(void **state)
{
  (void)state;
  assert_int_equal(parse("randn(4)").type, TRI_NONE);
  assert_int_equal(parse("randn(4):f32").type, TRI_F32);
  assert_int_equal(parse("randn(4) : bf16 @x.npy:w").type, TRI_BF16);
  Spec s = parse("n + 1 : i64");
  assert_int_equal(s.type, TRI_I64);
  assert_string_equal(s.scalar, "n + 1");
  assert_string_equal(parse("@x:f32.npy").file, "x:f32.npy");
}

static void test_errors(void **state)
{
  (void)state;
  fails("randn(4):ptr",
        "x: expected a type behind ':' in 'randn(4):ptr', got 'ptr'; there are i1, i8, i16, i32, "
        "i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64");
  fails(":f32", "x: expected a value before ':' in ':f32'");
  fails("", "x: expected a value, such as x=98432 or x=randn(98432)");
  fails("  ", "x: expected a value, such as x=98432 or x=randn(98432)");
  fails("radn(4)",
        "x: no fill is called 'radn' (did you mean 'rand'?); there are zeros, ones, full, arange, rand, "
        "uniform, randn, randint, finite, special, pointers, empty");
  fails("randn(4", "x: expected ')' at the end of 'randn(4'");
  fails("@", "x: expected a file's name behind '@' in '@'");
  fails("@:w", "x: expected a file's name behind '@' in '@:w'");
  fails("5@x.npy", "x: expected a fill before '@', got '5'");
  fails("randn(4)@x.npy",
        "x: both a fill and a file to read in 'randn(4)@x.npy'; to write the file after the run: "
        "'randn(4)@x.npy:w'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_scalars), cmocka_unit_test(test_fills),  cmocka_unit_test(test_files),
      cmocka_unit_test(test_types),   cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, free_test_arena);
}
