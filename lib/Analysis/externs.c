#include "Analysis/externs.h"

#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

const ExternFunction extern_functions[] = {
#define X(symbol, a, b, c, result, exactness, ulp)                                                           \
  {#symbol, {TRI_##a, TRI_##b, TRI_##c}, TRI_##result, TRI_##exactness, ulp},
#include "Analysis/externs.def"
#undef X
};
const size_t extern_function_count = sizeof extern_functions / sizeof *extern_functions;

static const ExternFunction *named(MlirOperation op)
{
  for (size_t i = 0; str_is(tri_extern_call_library(op), "libdevice") && i < extern_function_count; i++)
    if (str_is(tri_extern_call_symbol(op), extern_functions[i].symbol))
      return &extern_functions[i];
  return NULL;
}

static TriType element_of(MlirValue v) { return tri_type_kind(tri_type_element(type_of(v))); }

static bool fits(MlirOperation op, const ExternFunction *f)
{
  bool ok = element_of(tri_extern_call_result(op)) == f->result;
  for (intptr_t k = 0; ok && k < 3; k++)
    ok = (k < operand_count(op) ? element_of(operand(op, k)) : TRI_NONE) == f->args[k];
  return ok && operand_count(op) <= 3;
}

const ExternFunction *extern_function_of(MlirOperation op)
{
  const ExternFunction *f = named(op);
  return f && fits(op, f) ? f : NULL;
}

bool require_extern_function(MlirOperation op)
{
  MlirStringRef symbol = tri_extern_call_symbol(op), library = tri_extern_call_library(op);
  const ExternFunction *f = named(op);
  Arena a = {0};
  const char *types = "";
  for (int k = 0; f && k < 3 && f->args[k] != TRI_NONE; k++)
    types = arena_printf(&a, "%s%s%s", types, k ? ", " : "", tri_type_name(f->args[k]));
  bool ok =
      require(
          op, f,
          "calls '%.*s' of '%.*s', which is not compiled yet; use ops of arith and math, or the reference "
          "interpreter (--target ref)",
          (int)symbol.length, symbol.data, (int)library.length, library.data) &&
      require(op, fits(op, f), "calls %s with other types; it is (%s) -> %s", f->symbol, types,
              tri_type_name(f->result));
  arena_free(&a);
  return ok;
}
