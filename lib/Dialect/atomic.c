/* atomic_rmw, atomic_cas: verifiers and canonicalisation. */
#include "Dialect/constants.h"
#include "Dialect/hooks.h"
#include "Dialect/memory.h"
#include "Dialect/types.h"
#include "tri-c/Ops.h"

enum { I16 = 1, I32 = 2, I64 = 4, F16 = 8, BF16 = 16, F32 = 32, F64 = 64, ANY = 127 };

static const struct {
  TriType type;
  unsigned bit;
} type_bits[] = {{TRI_I16, I16},   {TRI_I32, I32}, {TRI_I64, I64}, {TRI_F16, F16},
                 {TRI_BF16, BF16}, {TRI_F32, F32}, {TRI_F64, F64}};

static const unsigned types_of_kind[] = {
#define X(kind, types) [TRI_ATOMIC_KIND_##kind] = (types),
#include "Dialect/atomic_types.def"
#undef X
};

/* The value's elements are of one of these types. */
static bool takes_type(MlirOperation op, MlirValue value, unsigned types)
{
  Arena a = {0};
  MlirType element = tri_type_element(type_of(value));
  const char *list = "";
  bool fits = false;
  for (size_t k = 0; k < sizeof type_bits / sizeof *type_bits; k++) {
    static const char *const names[] = {"i16", "i32", "i64", "f16", "bf16", "f32", "f64"};
    fits |= (types & type_bits[k].bit) && type_bits[k].type == tri_type_kind(element);
    if (types & type_bits[k].bit)
      list = arena_printf(&a, "%s%s%s", list, *list ? ", " : "", names[k]);
  }
  require(op, fits, "is not done on elements of '%s'; expected one of %s", type_text(&a, element), list);
  arena_free(&a);
  return fits;
}

bool tri_atomic_rmw_verify(MlirOperation op)
{
  MlirValue value = tri_atomic_rmw_value(op);
  return points_to(op, tri_atomic_rmw_ptr(op), value) &&                /* atomic_rmw_c1 */
         takes_type(op, value, types_of_kind[tri_atomic_rmw_kind(op)]); /* atomic_rmw_c2 */
}

bool tri_atomic_cas_verify(MlirOperation op)
{
  MlirValue value = tri_atomic_cas_value(op);
  return points_to(op, tri_atomic_cas_ptr(op), value) && /* atomic_cas_c1 */
         takes_type(op, value, ANY);                     /* atomic_cas_c2 */
}

/* ---- canonicalisation ---- */

bool tri_atomic_rmw_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return simplify_mask(op, rw, tri_atomic_rmw_mask(op));
}

bool tri_atomic_cas_canonicalize(MlirOperation op, MlirRewriterBase rw)
{
  return simplify_mask(op, rw, tri_atomic_cas_mask(op));
}
