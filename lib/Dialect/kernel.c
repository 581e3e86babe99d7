#include "Dialect/kernel.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

#include <string.h>

typedef enum { IS_UNIT, IS_STRING, IS_INT } Kind;
typedef enum { ANY, POINTER, POINTER_OR_INT } On;

/* An integer attribute is in [low, high] and, where so said, a power of two. */
typedef struct {
  const char *name;
  Kind kind;
  int64_t low, high;
  bool power_of_two;
  On on; /* of an argument's attribute: the types it may stand on */
} Rule;

static const Rule kernel_rules[] = {
    {"tri.kernel", IS_UNIT, 0, 0, false, ANY},        {"tri.grid", IS_STRING, 0, 0, false, ANY},
    {"tri.bytes", IS_STRING, 0, 0, false, ANY},       {"tri.flops", IS_STRING, 0, 0, false, ANY},
    {"tri.num_warps", IS_INT, 1, 32, true, ANY},      {"tri.num_stages", IS_INT, 1, 16, false, ANY},
    {"tri.num_ctas", IS_INT, 1, 16, true, ANY},       {"tri.max_registers", IS_INT, 16, 255, false, ANY},
    {"tri.shared", IS_INT, 0, INT32_MAX, false, ANY},
};
static const Rule arg_rules[] = {
    {"tri.name", IS_STRING, 0, 0, false, ANY},
    {"tri.arg", IS_STRING, 0, 0, false, ANY},
    {"tri.divisibility", IS_INT, 1, INT64_C(1) << 40, true, POINTER_OR_INT},
    {"tri.noalias", IS_UNIT, 0, 0, false, POINTER},
};
enum {
  N_KERNEL_RULES = sizeof kernel_rules / sizeof *kernel_rules,
  N_ARG_RULES = sizeof arg_rules / sizeof *arg_rules
};

bool is_kernel(MlirOperation op) { return is_op(op, "func.func") && has_attr(op, "tri.kernel"); }

bool is_structured(MlirOperation func)
{
  return require(func, is_null(mlirBlockGetNextInRegion(body_of(func))),
                 "is a kernel of several blocks; write branches and loops with scf");
}

static const Rule *rule_named(const Rule *rules, int n, MlirStringRef name)
{
  for (int i = 0; i < n; i++)
    if (str_is(name, rules[i].name))
      return &rules[i];
  return NULL;
}

static const char *names_of(Arena *a, const Rule *rules, int n)
{
  const char *text = "";
  for (int i = 0; i < n; i++)
    text = arena_printf(a, "%s%s%s", text, i ? ", " : "", rules[i].name);
  return text;
}

static bool known(MlirOperation op, const Rule *rule, const Rule *rules, int n, MlirStringRef name)
{
  if (rule)
    return true;
  Arena a = {0};
  require(op, false, "has an attribute '%.*s' that tri does not know; here stand %s", (int)name.length,
          name.data, names_of(&a, rules, n));
  arena_free(&a);
  return false;
}

static bool is_power_of_two(int64_t v) { return v > 0 && (v & (v - 1)) == 0; }

/* kernel_c2, kernel_arg_c1: the value is what the rule says. */
static bool value_fits(MlirOperation op, const Rule *r, MlirAttribute value)
{
  switch (r->kind) {
  case IS_UNIT:
    return require(op, mlirAttributeIsAUnit(value), "expects '%s' without a value", r->name);
  case IS_STRING:
    return require(op, mlirAttributeIsAString(value), "expects '%s' to be a string", r->name);
  case IS_INT:
    break;
  }
  int64_t v = int_of(value, -1);
  return require(op,
                 mlirAttributeIsAInteger(value) && v >= r->low && v <= r->high &&
                     (!r->power_of_two || is_power_of_two(v)),
                 "expects '%s' to be a%s from %lld to %lld", r->name,
                 r->power_of_two ? " power of two" : "n integer", (long long)r->low, (long long)r->high);
}

/* A letter, _ or $, then letters, digits, _ and $: an identifier of PTX (PTX ISA, Identifiers). `tri_` begins
 * the names of what the compiler adds. */
static bool is_kernel_name(MlirStringRef s)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789";
  for (size_t i = 0; i < s.length; i++) {
    const char *found = s.data[i] ? strchr(letters, s.data[i]) : NULL;
    if (!found || (i == 0 && found >= letters + 54))
      return false;
  }
  return s.length > 0 && !(s.length >= 4 && memcmp(s.data, "tri_", 4) == 0);
}

/* kernel_c3 … kernel_c6: a kernel has a body, gives nothing back, and takes scalars. */
static bool kernel_fits(MlirOperation op)
{
  MlirAttribute type_attr = attr_of(op, "function_type");
  if (!require(op, is_op(op, "func.func"),
               "is no function; only a func.func can be a kernel")) /* kernel_c1 */
    return false;
  MlirType type = mlirTypeAttrGetValue(type_attr);
  if (!require(op, !is_null(entry_of(region_at(op, 0))), "is a kernel without a body") || /* kernel_c3 */
      !require(op, mlirFunctionTypeGetNumResults(type) == 0,                              /* kernel_c4 */
               "is a kernel and gives a result; a kernel gives its results through pointers"))
    return false;
  if (!require(
          op, is_kernel_name(text_of(attr_of(op, "sym_name"))), /* kernel_c6 */
          "is a kernel whose name PTX cannot spell; use letters, digits, _ and $, no digit or 'tri_' first"))
    return false;
  Arena a = {0};
  bool ok = true;
  for (intptr_t i = 0, n = mlirFunctionTypeGetNumInputs(type); i < n && ok; i++) {
    MlirType t = mlirFunctionTypeGetInput(type, i);
    ok = require(op, tri_type_is_scalar(t), /* kernel_c5 */
                 "is a kernel and takes argument %ld of type '%s'; a kernel takes numbers and pointers%s",
                 (long)i, type_text(&a, t),
                 tri_type_is_desc(t) ? ", and makes descriptors of them with tri.make_desc" : "");
  }
  arena_free(&a);
  return ok;
}

static bool is_lowered(MlirOperation op) { return is_op(op, "gpu.func") || is_op(op, "llvm.func"); }

bool tri_kernel_attr_verify(MlirOperation op, MlirStringRef name, MlirAttribute value)
{
  if (str_is(name, "tri.launch"))
    return require(op, is_lowered(op) && mlirAttributeIsADictionary(value), /* launch_c1 */
                   "expects 'tri.launch' to be a dictionary on a gpu.func or llvm.func");
  if (str_is(name, "tri.scratch"))
    return require(op, tri_op_kind(op) != TRI_OP_NONE && int_of(value, -1) >= 0, /* scratch_c1 */
                   "expects 'tri.scratch' to be an integer from 0 on an op of tri");
  const Rule *rule = rule_named(kernel_rules, N_KERNEL_RULES, name);
  if (!known(op, rule, kernel_rules, N_KERNEL_RULES, name) || !value_fits(op, rule, value))
    return false;
  if (str_is(name, "tri.kernel"))
    return kernel_fits(op);
  return require(op, is_kernel(op), "has '%s' but is no kernel; add 'tri.kernel'",
                 rule->name); /* kernel_c1 */
}

bool tri_kernel_arg_attr_verify(MlirOperation op, unsigned arg, MlirStringRef name, MlirAttribute value)
{
  if (str_is(name, "tri.noalias") && is_op(op, "gpu.func"))
    return true;
  const Rule *rule = rule_named(arg_rules, N_ARG_RULES, name);
  if (!known(op, rule, arg_rules, N_ARG_RULES, name) || !value_fits(op, rule, value))
    return false;
  if (!require(op, is_op(op, "func.func"), "has '%s' on an argument but is no func.func",
               rule->name)) /* kernel_arg_c3 */
    return false;
  MlirType t = mlirFunctionTypeGetInput(mlirTypeAttrGetValue(attr_of(op, "function_type")), arg);
  bool fits = rule->on == ANY || tri_type_is_ptr(t) || (rule->on == POINTER_OR_INT && tri_type_is_int(t));
  return require(op, fits, "has '%s' on argument %u, which is no pointer%s", rule->name,
                 arg, /* kernel_arg_c2 */
                 rule->on == POINTER_OR_INT ? " or integer" : "");
}
