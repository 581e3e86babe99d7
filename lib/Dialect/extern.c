/* extern_call, inline_ptx: verifiers. */
#include "Dialect/hooks.h"
#include "Dialect/types.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

#include <string.h>

/* ---- operands ---- */

static bool is_number(MlirType t)
{
  return tri_type_is_value(t) && tri_type_kind(tri_type_element(t)) != TRI_PTR;
}

/* All of them have one shape, that of the first. */
static bool has_one_shape(MlirOperation op, Vals values)
{
  for (intptr_t k = 1; k < values.n; k++)
    if (!require(op, shape_equal(shape_of_type(type_of(values.v[0])), shape_of_type(type_of(values.v[k]))),
                 "has operands and results of several shapes; it goes element by element"))
      return false;
  return true;
}

static bool has_numbers(MlirOperation op, Vals values)
{
  Arena a = {0};
  bool ok = true;
  for (intptr_t k = 0; ok && k < values.n; k++)
    ok = require(op, is_number(type_of(values.v[k])),
                 "has an operand or result of type '%s'; expected a number or a block of numbers",
                 type_text(&a, type_of(values.v[k])));
  arena_free(&a);
  return ok;
}

/* Operands and results of the op. */
static Vals values_of(Arena *a, MlirOperation op)
{
  intptr_t n = operand_count(op), all = n + result_count(op);
  MlirValue *v = arena_array(a, MlirValue, all);
  for (intptr_t k = 0; k < all; k++)
    v[k] = k < n ? operand(op, k) : result_at(op, k - n);
  return (Vals){all, v};
}

/* ---- extern_call ---- */

static bool is_symbol(MlirStringRef s)
{
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$0123456789";
  for (size_t i = 0; i < s.length; i++) {
    const char *found = s.data[i] ? strchr(letters, s.data[i]) : NULL;
    if (!found || (i == 0 && found >= letters + 54))
      return false;
  }
  return s.length > 0;
}

bool tri_extern_call_verify(MlirOperation op)
{
  Arena a = {0};
  Vals values = values_of(&a, op);
  bool ok = has_one_shape(op, values) &&                       /* extern_call_c1 */
            has_numbers(op, values) &&                         /* extern_call_c2 */
            require(op, is_symbol(tri_extern_call_symbol(op)), /* extern_call_c3 */
                    "calls what is no name; expected letters, digits, _ and $, no digit first") &&
            require(op, tri_extern_call_library(op).length > 0, /* extern_call_c3 */
                    "names no library");
  arena_free(&a);
  return ok;
}

/* ---- inline_ptx ---- */

/* Registers that `pack` elements of v's type share. */
static intptr_t registers_of(MlirValue v, int pack)
{
  int bytes = tri_type_bytes(tri_type_kind(tri_type_element(type_of(v))));
  int together = bytes >= 4 ? 1 : 4 / bytes;
  return pack / (together < pack ? together : pack);
}

/* Numbers of items of each kind; false where one is empty or out of order. */
typedef struct {
  intptr_t results, arguments;
} Items;

static bool count_item(Items *n, const char *item, size_t length, bool *clobbers)
{
  *clobbers |= length >= 2 && memcmp(item, "~{", 2) == 0;
  bool is_result = length >= 2 && item[0] == '=';
  if (length == 0 || (*clobbers && item[0] != '~') || (is_result && n->arguments))
    return false;
  n->results += is_result && !*clobbers;
  n->arguments += !is_result && !*clobbers;
  return true;
}

static bool count_items(MlirStringRef text, Items *n)
{
  bool clobbers = false;
  *n = (Items){0, 0};
  for (size_t at = 0; text.length && at <= text.length;) {
    const char *comma = memchr(text.data + at, ',', text.length - at);
    size_t length = comma ? (size_t)(comma - text.data) - at : text.length - at;
    if (!count_item(n, text.data + at, length, &clobbers))
      return false;
    at += length + 1;
  }
  return true;
}

static bool has_constraints(MlirOperation op)
{
  Items items, want = {0, 0};
  for (intptr_t k = 0; k < result_count(op); k++)
    want.results += registers_of(result_at(op, k), tri_inline_ptx_pack(op));
  for (intptr_t k = 0; k < operand_count(op); k++)
    want.arguments += registers_of(operand(op, k), tri_inline_ptx_pack(op));
  return require(op, count_items(tri_inline_ptx_constraints(op), &items),
                 "has constraints that are not results with '=', arguments, and clobbers, in this order and "
                 "separated by commas") &&
         require(op, items.results == want.results && items.arguments == want.arguments,
                 "has constraints for %ld results and %ld arguments; its values take %ld and %ld registers",
                 (long)items.results, (long)items.arguments, (long)want.results, (long)want.arguments);
}

bool tri_inline_ptx_verify(MlirOperation op)
{
  Arena a = {0};
  Vals values = values_of(&a, op);
  int pack = tri_inline_ptx_pack(op);
  bool ok = has_one_shape(op, values) &&                                  /* inline_ptx_c1 */
            has_numbers(op, values) &&                                    /* inline_ptx_c2 */
            require(op, pack == 1 || pack == 2 || pack == 4 || pack == 8, /* inline_ptx_c3 */
                    "takes %d elements at a time; expected 1, 2, 4 or 8", pack) &&
            has_constraints(op); /* inline_ptx_c4 */
  arena_free(&a);
  return ok;
}
