/* .npy files: bytes as NumPy 2.4 writes them, round trips, and every refusal. */
#include "test.h"
#include "tri-run/npy.h"

#include <stdlib.h>

/* Header and data of a version; numpy pads to 64 bytes, a reader must not rely on it. */
static const void *file_of(int version, const char *header, const char *data, size_t bytes, size_t *total)
{
  size_t n = strlen(header), start = version == 1 ? 10 : 12;
  unsigned char *b = arena_alloc(&arena, start + n + bytes);
  memcpy(b, "\x93NUMPY", 6);
  b[6] = (unsigned char)version;
  b[8] = (unsigned char)n, b[9] = (unsigned char)(n >> 8);
  memcpy(b + start, header, n);
  memcpy(b + start + n, data, bytes);
  *total = start + n + bytes;
  return b;
}

/* numpy.save of numpy.array([[1, 2, 3], [4, 5, 6]], dtype='<i2'). */
static const char saved[] =
    "\x93NUMPY\x01\x00v\x00{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }"
    "                                                          \n"
    "\x01\x00\x02\x00\x03\x00\x04\x00\x05\x00\x06\x00";

static Array array_of(const char *text, TriType type) { return filled(type, text, 0, "x"); }

static const void *written(const Array *a, size_t *bytes)
{
  char *text;
  FILE *f = open_memstream(&text, bytes);
  npy_write(f, a);
  fclose(f);
  char *copy = arena_strndup(&arena, text, *bytes);
  free(text);
  return copy;
}

static void test_bytes_as_numpy(void **state)
{
  (void)state;
  size_t bytes;
  Array a = array_of("zeros(2, 3)", TRI_I16);
  for (int i = 0; i < 6; i++)
    element_set_integer(TRI_I16, array_at(&a, i), i + 1);
  const void *file = written(&a, &bytes);
  assert_int_equal(bytes, sizeof saved - 1);
  assert_memory_equal(file, saved, bytes);
  array_free(&a);
}

static void test_reading(void **state)
{
  (void)state;
  Npy npy;
  assert_true(npy_parse("f", saved, sizeof saved - 1, &npy, fresh()));
  assert_true(npy_is(&npy, TRI_I16));
  assert_false(npy_is(&npy, TRI_F16));
  assert_int_equal(npy.count, 6);
  assert_string_equal(shape_text(&arena, npy.shape), "2x3");
  assert_int_equal(element_integer(TRI_I16, (const char *)npy.data + 10), 6);
}

static void test_versions_and_spelling(void **state)
{
  (void)state;
  size_t n;
  Npy npy;
  for (int version = 1; version <= 3; version++) {
    const void *f =
        file_of(version, "{\"shape\":(2L,),'fortran_order' : False,\n'descr':'<f4'}\n", "12345678", 8, &n);
    bool plain = npy_parse("f", f, n, &npy, fresh());
    assert_false(plain); /* Python 2's 2L is not written by any NumPy that is alive */
    f = file_of(version, "{\"shape\":(2,),'fortran_order' : False,\n'descr':'<f4'}\n", "12345678", 8, &n);
    assert_true(npy_parse("f", f, n, &npy, fresh()));
    assert_true(npy_is(&npy, TRI_F32));
    assert_memory_equal(npy.data, "12345678", 8);
  }
  const void *f = file_of(1, "{'descr': '<f8', 'fortran_order': True, 'shape': (), }", "12345678", 8, &n);
  assert_true(npy_parse("f", f, n, &npy, fresh()));
  assert_int_equal(npy.shape.rank, 0);
  assert_int_equal(npy.count, 1);
}

static void test_round_trip_of_every_type(void **state)
{
  (void)state;
  for (int t = TRI_I1; t <= TRI_F64; t++) {
    static const char *const fills[] = {"special(100)", "special(4, 3, 2)", "special(0)",
                                        "special(1,1,1,1,1,1,1,1)"};
    for (size_t k = 0; k < sizeof fills / sizeof *fills; k++) {
      size_t bytes;
      Npy npy;
      Array a = array_of(fills[k], (TriType)t);
      const void *file = written(&a, &bytes);
      assert_true(npy_parse("f", file, bytes, &npy, fresh()));
      assert_int_equal(((const char *)npy.data - (const char *)file) % 64, 0);
      assert_true(npy_is(&npy, (TriType)t));
      assert_true(same_shape(npy.shape, a.shape));
      assert_int_equal(npy.count, a.count);
      assert_memory_equal(npy.data, a.data, a.bytes);
      array_free(&a);
    }
  }
}

static void fails(const char *header, size_t bytes, const char *message)
{
  size_t n;
  Npy npy;
  static const char data[64];
  const void *f = file_of(1, header, data, bytes, &n);
  assert_false(npy_parse("f", f, n, &npy, fresh()));
  assert_string_equal(complaint.message, message);
}

#define HEADER(descr, order, shape) "{'descr': " descr ", 'fortran_order': " order ", 'shape': " shape ", }\n"

static void test_refusals(void **state)
{
  (void)state;
  fails(HEADER("'>f4'", "False", "(1,)"), 4,
        "f: big-endian elements ('>f4'); save x.astype(x.dtype.newbyteorder('<'))");
  fails(HEADER("'<f4'", "True", "(2, 2)"), 16,
        "f: columns first (fortran_order); save numpy.ascontiguousarray(x)");
  fails(HEADER("'|O'", "False", "(1,)"), 8,
        "f: an array of Python objects; only arrays of numbers can be read");
  fails(HEADER("[('a', '<f4')]", "False", "(1,)"), 4,
        "f: an array of records; only arrays of numbers can be read");
  fails(HEADER("'<c8'", "False", "(1,)"), 8, "f: elements of type '<c8'; there is no such type here");
  fails(HEADER("'<f4'", "False", "(2,)"), 4, "f: 4 bytes of data, but the shape (2,) of '<f4' takes 8");
  fails(HEADER("'<f4'", "False", "(2,)"), 12, "f: 12 bytes of data, but the shape (2,) of '<f4' takes 8");
  fails(HEADER("'<f4'", "False", "(4294967296, 4294967296)"), 4,
        "f: 4 bytes of data, but the shape (4294967296, 4294967296) of '<f4' takes more than 0");
  fails(HEADER("'<f4'", "False", "(1,1,1,1,1,1,1,1,1)"), 4, "f: more than 8 extents");
  fails(HEADER("'<f4'", "False", "(-1,)"), 4, "f: not a .npy file: expected an extent in its header");
  fails(HEADER("'<f4'", "Maybe", "(1,)"), 4, "f: not a .npy file: expected True or False in its header");
  fails("{'descr': '<f4'}\n", 4,
        "f: not a .npy file: expected 'descr', 'fortran_order' and 'shape' in its header");
  fails("{'color': 1}\n", 4,
        "f: not a .npy file: expected 'descr', 'fortran_order' or 'shape' in its header");
  fails("hello", 4, "f: not a .npy file: expected '{' in its header");
  fails("{'descr", 4, "f: not a .npy file: expected a quoted text in its header");
  Npy npy;
  assert_false(npy_parse("f", "PK\3\4 hello there", 16, &npy, fresh()));
  assert_string_equal(complaint.message, "f: not a .npy file: it does not start with \\x93NUMPY");
  assert_false(npy_parse("f", "\x93NUMPY\x04\x00v\x00  ", 12, &npy, fresh()));
  assert_string_equal(complaint.message, "f: .npy version 4; versions 1, 2 and 3 can be read");
  assert_false(npy_parse("f", "\x93NUMPY\x01\x00v\x00  ", 12, &npy, fresh()));
  assert_string_equal(complaint.message, "f: not a .npy file: its header ends beyond the file");
}

/* Any cut and any changed byte of a file is read or refused, never read beyond. */
static void test_damaged_files(void **state)
{
  (void)state;
  uint32_t seed = 5;
  for (int round = 0; round < 20000; round++) {
    seed = seed * 1664525 + 1013904223;
    size_t n = round % 2 ? sizeof saved - 1 : seed % sizeof saved;
    char *copy = malloc(n ? n : 1);
    memcpy(copy, saved, n);
    if (n)
      copy[(seed >> 8) % n] = (char)(seed >> 24);
    Npy npy;
    Arena mine = {0};
    Problem p = {.arena = &mine};
    bool ok = npy_parse("f", copy, n, &npy, &p);
    assert_true(ok || p.message);
    arena_free(&mine);
    free(copy);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bytes_as_numpy),
      cmocka_unit_test(test_reading),
      cmocka_unit_test(test_versions_and_spelling),
      cmocka_unit_test(test_round_trip_of_every_type),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_damaged_files),
  };
  return cmocka_run_group_tests(tests, NULL, free_test_arena);
}
