/* is_read and is_written: exact where the kernel is plain, and never false for a buffer that the kernel
 * reaches. */
#include "module.h"

#include <stdio.h>
#include <string.h>

/* The kernel's arguments are r (read), w (written), rw (both), n (neither), all pointers to f32, and what
 * else the case has. Each body reaches them as the names say. */
static const char arguments[] =
    "%r: !tri.ptr<f32>, %w: !tri.ptr<f32>, %rw: !tri.ptr<f32>, %n: !tri.ptr<f32>, %c: i1, %i: i32, "
    "%index: !tri.ptr<i32>, %pp: !tri.ptr<!tri.ptr<f32>>";

/* Descriptors of three of them. */
#define DESCS                                                                                                \
  "%dr = tri.make_desc %r shape [%i] : i32 -> !tri.desc<4xf32>\n"                                            \
  "%dw = tri.make_desc %w shape [%i] : i32 -> !tri.desc<4xf32>\n"                                            \
  "%drw = tri.make_desc %rw shape [%i] : i32 -> !tri.desc<4xf32>\n"

typedef struct {
  const char *what, *body;
  const char *read, *written; /* names, each between blanks: " r rw " */
  const char *helper;         /* another function, or NULL */
} Case;

static const Case cases[] = {
    {"nothing", "", " ", " ", NULL},
    {"plain",
     "%x = tri.load %r : f32\n tri.store %x to %w : f32\n %y = tri.load %rw : f32\n tri.store %y to %rw : "
     "f32\n",
     " r rw ", " w rw ", NULL},
    {"moved pointers and blocks",
     "%o = tri.range : tensor<4xi32>\n %a = tri.addptr %r, %o : !tri.ptr<f32>, tensor<4xi32>\n"
     "%b = tri.addptr %w, %i : !tri.ptr<f32>, i32\n %bs = tri.splat %b : tensor<4x!tri.ptr<f32>>\n"
     "%x = tri.load %a : tensor<4xf32>\n tri.store %x to %bs : tensor<4xf32>\n",
     " r ", " w ", NULL},
    {"a loaded index only reads its table",
     "%k = tri.load %index : i32\n %a = tri.addptr %w, %k : !tri.ptr<f32>, i32\n %x = tri.load %r : f32\n"
     "tri.store %x to %a : f32\n",
     " index r ", " w ", NULL},
    {"select",
     "%p = arith.select %c, %r, %rw : !tri.ptr<f32>\n %x = tri.load %p : f32\n tri.store %x to %rw : f32\n",
     " r rw ", " rw ", NULL},
    {"scf.if",
     "%p = scf.if %c -> (!tri.ptr<f32>) {\n scf.yield %w : !tri.ptr<f32>\n } else {\n scf.yield %rw : "
     "!tri.ptr<f32>\n }\n"
     "%x = tri.load %rw : f32\n tri.store %x to %p : f32\n",
     " rw ", " w rw ", NULL},
    {"scf.for, a pointer carried",
     "%z = arith.constant 0 : i32\n %one = arith.constant 1 : i32\n %f = arith.constant 1.0 : f32\n"
     "%e = scf.for %k = %z to %i step %one iter_args(%p = %w) -> (!tri.ptr<f32>) : i32 {\n"
     "  tri.store %f to %p : f32\n  %q = tri.addptr %p, %one : !tri.ptr<f32>, i32\n  scf.yield %q : "
     "!tri.ptr<f32>\n }\n",
     " ", " w ", NULL},
    {"scf.for, pointers that change places",
     "%z = arith.constant 0 : i32\n %one = arith.constant 1 : i32\n"
     "%e:3 = scf.for %k = %z to %i step %one iter_args(%p = %r, %q = %w, %s = %rw)\n"
     "    -> (!tri.ptr<f32>, !tri.ptr<f32>, !tri.ptr<f32>) : i32 {\n"
     "  scf.yield %q, %s, %p : !tri.ptr<f32>, !tri.ptr<f32>, !tri.ptr<f32>\n }\n"
     "%x = tri.load %e#0 : f32\n",
     " r w rw ", " ", NULL},
    {"scf.while",
     "%e = scf.while (%p = %w) : (!tri.ptr<f32>) -> !tri.ptr<f32> {\n"
     "  scf.condition(%c) %p : !tri.ptr<f32>\n } do {\n ^bb0(%q: !tri.ptr<f32>):\n"
     "  %x = tri.load %r : f32\n  tri.store %x to %q : f32\n  scf.yield %rw : !tri.ptr<f32>\n }\n",
     " r ", " w rw ", NULL},
    {"branches",
     "cf.cond_br %c, ^a(%r : !tri.ptr<f32>), ^a(%rw : !tri.ptr<f32>)\n ^a(%p: !tri.ptr<f32>):\n %x = "
     "tri.load %p : f32\n",
     " r rw ", " ", NULL},
    {"call: reads and writes what it is given", "func.call @helper(%rw) : (!tri.ptr<f32>) -> ()\n", " rw ",
     " rw ",
     "func.func private @helper(%p: !tri.ptr<f32>) {\n %x = tri.load %p : f32\n tri.store %x to %p : f32\n"
     " return\n}\n"},
    {"call: does nothing with what it is given", "func.call @helper(%r) : (!tri.ptr<f32>) -> ()\n", " ", " ",
     "func.func private @helper(%p: !tri.ptr<f32>) {\n return\n}\n"},
    {"call: writes through another call", "func.call @helper(%w) : (!tri.ptr<f32>) -> ()\n", " ", " w ",
     "func.func private @helper(%p: !tri.ptr<f32>) {\n func.call @inner(%p) : (!tri.ptr<f32>) -> ()\n "
     "return\n}\n"
     "func.func private @inner(%p: !tri.ptr<f32>) {\n %f = arith.constant 1.0 : f32\n tri.store %f to %p : "
     "f32\n"
     " return\n}\n"},
    {"call: of a function that calls itself and reads", "func.call @helper(%r) : (!tri.ptr<f32>) -> ()\n",
     " r ", " ",
     "func.func private @helper(%p: !tri.ptr<f32>) {\n func.call @helper(%p) : (!tri.ptr<f32>) -> ()\n"
     " %x = tri.load %p : f32\n return\n}\n"},
    {"call: of a function without a body", "func.call @helper(%rw) : (!tri.ptr<f32>) -> ()\n", " rw ", " rw ",
     "func.func private @helper(%p: !tri.ptr<f32>)\n"},
    {"call: gives a pointer back",
     "%p = func.call @helper(%r, %rw) : (!tri.ptr<f32>, !tri.ptr<f32>) -> !tri.ptr<f32>\n %x = tri.load %r : "
     "f32\n"
     "tri.store %x to %p : f32\n",
     " r ", " r rw ",
     "func.func private @helper(%p: !tri.ptr<f32>, %q: !tri.ptr<f32>) -> !tri.ptr<f32> {\n return %q : "
     "!tri.ptr<f32>\n}\n"},
    {"a loaded pointer may be any",
     "%p = tri.load %pp : !tri.ptr<f32>\n %x = tri.load %r : f32\n tri.store %x to %p : f32\n", " pp r ",
     " r w rw n index pp ", NULL},
    {"call: reaches any through a pointer to pointers",
     "func.call @helper(%pp) : (!tri.ptr<!tri.ptr<f32>>) -> ()\n", " r w rw n index pp ",
     " r w rw n index pp ",
     "func.func private @helper(%pp: !tri.ptr<!tri.ptr<f32>>) {\n %p = tri.load %pp : !tri.ptr<f32>\n"
     " %f = arith.constant 1.0 : f32\n tri.store %f to %p : f32\n return\n}\n"},
    {"bitcast: the same buffer",
     "%p = tri.bitcast %r : !tri.ptr<f32> -> !tri.ptr<i32>\n %x = tri.load %p : i32\n", " r ", " ", NULL},
    {"a pointer made of an integer may be any",
     "%n1 = tri.ptr_to_int %r : !tri.ptr<f32>\n %p = tri.int_to_ptr %n1 : !tri.ptr<i32>\n %x = tri.load %p : "
     "i32\n",
     " r w rw n index pp ", " ", NULL},
    {"an address that is not used touches nothing", "%n1 = tri.ptr_to_int %r : !tri.ptr<f32>\n", " ", " ",
     NULL},
    {"transpose, join: the buffers of what they take",
     "%a = tri.splat %r : tensor<2x3x!tri.ptr<f32>>\n %b = tri.splat %w : tensor<2x3x!tri.ptr<f32>>\n"
     "%t = tri.transpose %a order [1, 0] : tensor<2x3x!tri.ptr<f32>>\n %x = tri.load %t : tensor<3x2xf32>\n"
     "%j = tri.join %a, %b : tensor<2x3x!tri.ptr<f32>>\n %y = tri.load %j : tensor<2x3x2xf32>\n"
     "%d, %e = tri.split %j : tensor<2x3x2x!tri.ptr<f32>>\n %z = tri.load %d : tensor<2x3xf32>\n"
     "tri.store %z to %b : tensor<2x3xf32>\n",
     " r w ", " w ", NULL},
    {"reduce, map: the buffers of what they take and of what their regions use",
     "%a = tri.splat %r : tensor<4x!tri.ptr<f32>>\n %e = tri.range : tensor<4xi32>\n"
     "%p = tri.reduce %a axis 0 : tensor<4x!tri.ptr<f32>> by (%u), (%v) {\n"
     " %s = tri.addptr %v, %i : !tri.ptr<f32>, i32\n tri.yield %s : !tri.ptr<f32>\n}\n"
     "%x = tri.load %p : f32\n"
     "%q = tri.map %e : tensor<4xi32> by (%k) {\n"
     " %o = tri.addptr %w, %k : !tri.ptr<f32>, i32\n tri.yield %o : !tri.ptr<f32>\n}\n"
     "%y = tri.splat %x : tensor<4xf32>\n tri.store %y to %q : tensor<4xf32>\n",
     " r ", " w ", NULL},
    {"call: reaches any where its module makes pointers of integers",
     "func.call @helper(%r) : (!tri.ptr<f32>) -> ()\n", " ", " r w rw n index pp ",
     "func.func private @helper(%p: !tri.ptr<f32>) {\n %a = tri.ptr_to_int %p : !tri.ptr<f32>\n"
     " %q = tri.int_to_ptr %a : !tri.ptr<f32>\n %f = arith.constant 1.0 : f32\n tri.store %f to %q : f32\n"
     " return\n}\n"},
    {"call: reaches any where its module makes pointers to pointers",
     "func.call @helper(%r) : (!tri.ptr<f32>) -> ()\n", " r w rw n index pp ", " ",
     "func.func private @helper(%p: !tri.ptr<f32>) {\n"
     " %q = tri.bitcast %p : !tri.ptr<f32> -> !tri.ptr<!tri.ptr<f32>>\n"
     " %a = tri.load %q : !tri.ptr<f32>\n %x = tri.load %a : f32\n return\n}\n"},
    {"a descriptor reaches what its base reaches",
     DESCS
     "%v = tri.desc_load %dr[%i] : !tri.desc<4xf32>\n tri.desc_store %v to %dw[%i] : !tri.desc<4xf32>\n",
     " r ", " w ", NULL},
    {"a reduction reads and writes",
     DESCS "%v = arith.constant dense<1.0> : tensor<4xf32>\n"
           "tri.desc_reduce add %v to %drw[%i] : !tri.desc<4xf32>\n",
     " rw ", " rw ", NULL},
    {"gather and scatter",
     DESCS "%s = tri.splat %i : tensor<2xi32>\n"
           "%a = tri.make_desc %r shape [%i, %i] strides [%i] : i32 -> !tri.desc<1x4xf32>\n"
           "%b = tri.make_desc %w shape [%i, %i] strides [%i] : i32 -> !tri.desc<1x4xf32>\n"
           "%v = tri.desc_gather %a[%s, %i] : tensor<2xi32>, !tri.desc<1x4xf32>\n"
           "tri.desc_scatter %v to %b[%s, %i] : tensor<2xi32>, !tri.desc<1x4xf32>\n",
     " r ", " w ", NULL},
    {"a descriptor of a moved pointer, of a choice, through a loop",
     DESCS
     "%p = tri.addptr %w, %i : !tri.ptr<f32>, i32\n %q = arith.select %c, %p, %rw : !tri.ptr<f32>\n"
     "%dq = tri.make_desc %q shape [%i] : i32 -> !tri.desc<4xf32>\n"
     "%z = arith.constant 0 : i32\n %one = arith.constant 1 : i32\n"
     "%e:2 = scf.for %k = %z to %i step %one iter_args(%a = %dr, %b = %dq) -> (!tri.desc<4xf32>, "
     "!tri.desc<4xf32>) : i32 {\n"
     "  scf.yield %b, %a : !tri.desc<4xf32>, !tri.desc<4xf32>\n }\n"
     "%v = tri.desc_load %dr[%i] : !tri.desc<4xf32>\n tri.desc_store %v to %e#0[%i] : !tri.desc<4xf32>\n",
     " r ", " r w rw ", NULL},
    {"a descriptor that is chosen, and one from a branch",
     DESCS
     "%d = arith.select %c, %dw, %drw : !tri.desc<4xf32>\n"
     "%e = scf.if %c -> !tri.desc<4xf32> {\n scf.yield %dr : !tri.desc<4xf32>\n } else {\n scf.yield %drw : "
     "!tri.desc<4xf32>\n }\n"
     "%v = tri.desc_load %e[%i] : !tri.desc<4xf32>\n tri.desc_store %v to %d[%i] : !tri.desc<4xf32>\n",
     " r rw ", " w rw ", NULL},
    {"call: reads and writes what a descriptor reaches",
     DESCS "func.call @helper(%drw) : (!tri.desc<4xf32>) -> ()\n", " rw ", " rw ",
     "func.func private @helper(%d: !tri.desc<4xf32>) {\n %k = arith.constant 0 : i32\n"
     " %v = tri.desc_load %d[%k] : !tri.desc<4xf32>\n tri.desc_store %v to %d[%k] : !tri.desc<4xf32>\n "
     "return\n}\n"},
    {"call: gives a descriptor back",
     DESCS "%d = func.call @helper(%w, %i) : (!tri.ptr<f32>, i32) -> !tri.desc<4xf32>\n"
           "%v = tri.desc_load %d[%i] : !tri.desc<4xf32>\n",
     " w ", " ",
     "func.func private @helper(%p: !tri.ptr<f32>, %n: i32) -> !tri.desc<4xf32> {\n"
     " %d = tri.make_desc %p shape [%n] : i32 -> !tri.desc<4xf32>\n return %d : !tri.desc<4xf32>\n}\n"},
    {"a descriptor of a pointer made of an integer may reach any",
     "%a = tri.ptr_to_int %r : !tri.ptr<f32>\n %p = tri.int_to_ptr %a : !tri.ptr<f32>\n"
     "%d = tri.make_desc %p shape [%i] : i32 -> !tri.desc<4xf32>\n %v = tri.desc_load %d[%i] : "
     "!tri.desc<4xf32>\n",
     " r w rw n index pp ", " ", NULL},
    {"a descriptor that is not used touches nothing", DESCS, " ", " ", NULL},
    {"a poison descriptor may reach any",
     "%d = ub.poison : !tri.desc<4xf32>\n %v = tri.desc_load %d[%i] : !tri.desc<4xf32>\n",
     " r w rw n index pp ", " ", NULL},
    {"atomics read and write",
     "%f = arith.constant 1.0 : f32\n %x = tri.atomic_rmw fadd %f at %rw : f32\n"
     "%y = tri.atomic_cas %f, %f at %w where %c : f32\n",
     " w rw ", " w rw ", NULL},
    {"foreign code may reach anything", "tri.inline_ptx \"nanosleep.u32 9;\"() constraints \"\" : () -> ()\n",
     " r w rw n index pp ", " r w rw n index pp ", NULL},
    {"a function from elsewhere may reach anything",
     "%x = tri.extern_call \"f\"(%i) from \"lib\" : (i32) -> i32\n", " r w rw n index pp ",
     " r w rw n index pp ", NULL},
    {"pure code from elsewhere touches nothing",
     "%x = tri.extern_call \"f\"(%i) from \"lib\" pure : (i32) -> i32\n"
     "%y = tri.inline_ptx \"not.b32 $0, $1;\"(%i) constraints \"=r,r\" pure : (i32) -> i32\n",
     " ", " ", NULL},
    {"poison may be any", "%p = ub.poison : !tri.ptr<f32>\n %x = tri.load %p : f32\n", " r w rw n index pp ",
     " ", NULL},
};

static bool listed(const char *names, const char *name)
{
  char word[32];
  snprintf(word, sizeof word, " %s ", name);
  return strstr(names, word) != NULL;
}

static void check(const Case *k)
{
  static char text[4096];
  snprintf(text, sizeof text, "func.func @k(%s) attributes {tri.kernel} {\n%sreturn\n}\n%s", arguments,
           k->body, k->helper ? k->helper : "");
  Module m = module_of(text);
  const TriParameter *all;
  for (size_t i = 0, n = tri_kernel_parameters(m.kernel, &all); i < n; i++) {
    if (all[i].is_read != listed(k->read, all[i].name))
      fail_msg("%s: %s is%s said to be read", k->what, all[i].name, all[i].is_read ? "" : " not");
    if (all[i].is_written != listed(k->written, all[i].name))
      fail_msg("%s: %s is%s said to be written", k->what, all[i].name, all[i].is_written ? "" : " not");
  }
  module_free(&m);
}

static void test_cases(void **state)
{
  (void)state;
  for (size_t i = 0; i < COUNT(cases); i++)
    check(&cases[i]);
}

/* Past 63 arguments some share a bit: no access may be lost. */
static void test_many_arguments(void **state)
{
  (void)state;
  enum { N = 100 };
  static char text[8192];
  size_t at = (size_t)snprintf(text, sizeof text, "func.func @k(");
  for (int i = 0; i < N; i++)
    at += (size_t)snprintf(text + at, sizeof text - at, "%s%%p%d: !tri.ptr<f32>", i ? ", " : "", i);
  snprintf(
      text + at, sizeof text - at,
      ") attributes {tri.kernel} {\n %%x = tri.load %%p70 : f32\n tri.store %%x to %%p3 : f32\n return\n}");
  Module m = module_of(text);
  const TriParameter *all;
  assert_int_equal(tri_kernel_parameters(m.kernel, &all), N);
  for (int i = 0; i < 63; i++) {
    assert_false(all[i].is_read);
    assert_int_equal(all[i].is_written, i == 3);
  }
  assert_true(all[70].is_read && !all[70].is_written);
  module_free(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_many_arguments)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
