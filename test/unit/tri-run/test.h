/* What the tests of tri-run's parts share: cmocka, a problem that collects, arrays by fill. */
#ifndef TRI_RUN_TEST_H
#define TRI_RUN_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tri-run/element.h"
#include "tri-run/fill.h"

#include <string.h>

static Arena arena;
static Problem complaint;

static inline bool test_name(const char *name, int64_t *value, void *data)
{
  (void)data;
  bool n = !strcmp(name, "n"), m = !strcmp(name, "m");
  *value = n ? 12 : 5;
  return n || m;
}
static const Names test_names = {test_name, NULL, "n, m"};

static inline Problem *fresh(void)
{
  complaint = (Problem){.arena = &arena};
  return &complaint;
}

/* The array that the fill gives for an argument of this type called name. */
static inline Array filled(TriType type, const char *text, uint64_t seed, const char *name)
{
  Spec spec;
  Fill fill;
  Array array;
  Problem *p = fresh();
  if (!spec_parse(name, text, &spec, p) || !fill_resolve(name, &spec, type, test_names, &fill, p) ||
      !array_new(type, fill.shape, name, &array, p))
    fail_msg("%s: %s", text, p->message);
  fill_array(&fill, seed, name, &array);
  assert_true(array_guards_hold(&array));
  return array;
}

static inline int free_test_arena(void **state)
{
  (void)state;
  arena_free(&arena);
  return 0;
}

#endif
