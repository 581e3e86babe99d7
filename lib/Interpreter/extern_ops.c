/* tri.extern_call of the functions in libdevice.def; tri.inline_ptx, which cannot be executed here. */
#include "Interpreter/decode.h"
#include "Numeric/numeric.h"
#include "tri-c/Ops.h"

#include <string.h>

/* r[k] := f(a[0][k], a[1][k], …) for k < n; of a function of fewer than three operands the others are the
 * first. */
typedef void Apply(int64_t n, void *r, const void *const *a);

typedef struct {
  const char *symbol;
  int n_in;
  TriType in[3], out;
  Apply *apply;
} Extern;

/* lgamma without its global variable. */
static double log_gamma(double x)
{
  int sign;
  return lgamma_r(x, &sign);
}

/* A function F of operands of types E, the second perhaps of type E1; `value` is computed of a, b, c in the
 * type C. */
#define APPLY(F, E, E1, C, name, value)                                                                      \
  static void apply_##name##_##F(int64_t count, void *to, const void *const *p)                              \
  {                                                                                                          \
    const E *x = p[0], *z = p[2];                                                                            \
    const E1 *y = p[1];                                                                                      \
    E *restrict r = to;                                                                                      \
    for (int64_t k = 0; k < count; k++) {                                                                    \
      const C a = x[k], c = z[k];                                                                            \
      const E1 n = y[k];                                                                                     \
      const C b = (C)n;                                                                                      \
      (void)b, (void)c;                                                                                      \
      r[k] = (E)(value);                                                                                     \
    }                                                                                                        \
  }

#define UNARY(name, value)                                                                                   \
  APPLY(f32, float, float, double, name, value) APPLY(f64, double, double, double, name, value)
#define BINARY(name, value) UNARY(name, value)
#define BOTH(name, n, of_f32, of_f64)                                                                        \
  APPLY(f32, float, float, float, name, of_f32) APPLY(f64, double, double, double, name, of_f64)
#define WITH_INT(name, value)                                                                                \
  APPLY(f32, float, int32_t, double, name, value) APPLY(f64, double, int32_t, double, name, value)
#include "Interpreter/libdevice.def"
#undef UNARY
#undef BINARY
#undef BOTH
#undef WITH_INT

#define ROWS(name, n, second32, second64)                                                                    \
  {"__nv_" #name "f", n, {TRI_F32, second32, TRI_F32}, TRI_F32, apply_##name##_f32},                         \
      {"__nv_" #name, n, {TRI_F64, second64, TRI_F64}, TRI_F64, apply_##name##_f64},
#define UNARY(name, value) ROWS(name, 1, TRI_F32, TRI_F64)
#define BINARY(name, value) ROWS(name, 2, TRI_F32, TRI_F64)
#define BOTH(name, n, of_f32, of_f64) ROWS(name, n, TRI_F32, TRI_F64)
#define WITH_INT(name, value) ROWS(name, 2, TRI_I32, TRI_I32)
static const Extern externs[] = {
#include "Interpreter/libdevice.def"
};
#undef UNARY
#undef BINARY
#undef BOTH
#undef WITH_INT

static const Inst *run_extern(Exec *x, const Inst *i)
{
  const Extern *e = i->data;
  const void *in[3];
  for (int k = 0; k < 3; k++)
    in[k] = in_cell(x, i, k < e->n_in ? k : 0)->data;
  e->apply(i->count, out_cell(x, i, 0)->data, in);
  propagate_undefined(x, i);
  return i + 1;
}

/* ---- decoding ---- */

static const Extern *extern_named(MlirStringRef symbol)
{
  for (size_t k = 0; k < sizeof externs / sizeof *externs; k++)
    if (str_is(symbol, externs[k].symbol))
      return &externs[k];
  return NULL;
}

static TriType element_of(MlirValue v) { return tri_type_kind(tri_type_element(type_of(v))); }

static bool takes_operands(const Extern *e, MlirOperation op)
{
  bool fits = operand_count(op) == e->n_in && element_of(tri_extern_call_result(op)) == e->out;
  for (int k = 0; fits && k < e->n_in; k++)
    fits = element_of(operand(op, k)) == e->in[k];
  return fits;
}

static const char *signature(Arena *a, const Extern *e)
{
  const char *text = "(";
  for (int k = 0; k < e->n_in; k++)
    text = arena_printf(a, "%s%s%s", text, k ? ", " : "", tri_type_name(e->in[k]));
  return arena_printf(a, "%s) -> %s", text, tri_type_name(e->out));
}

bool decode_extern_call(Decoder *d, MlirOperation op)
{
  MlirStringRef symbol = tri_extern_call_symbol(op), library = tri_extern_call_library(op);
  const Extern *e = str_is(library, "libdevice") ? extern_named(symbol) : NULL;
  return require(
             op, e != NULL,
             "calls '%.*s' of '%.*s', which the interpreter does not have; it has those functions of "
             "libdevice that C's math library has too (__nv_expf, __nv_exp, …); or use ops of arith and math",
             (int)symbol.length, symbol.data, (int)library.length, library.data) &&
         require(op, takes_operands(e, op), "calls %s with other types; it is %s", e->symbol,
                 signature(&d->scratch, e)) &&
         emit_inst(d, op, run_extern, e);
}

bool decode_inline_ptx(Decoder *d, MlirOperation op)
{
  (void)d;
  return require(
      op, false,
      "is PTX, which the interpreter does not execute; use ops of arith and math, or compile the kernel");
}
