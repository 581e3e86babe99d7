/* tri.atomic_rmw, tri.atomic_cas: element by element, in order, each by one atomic step of the host.
 *
 * What a step makes of the bits in memory (was) and of the operand's (with) is a row of KINDS. Scopes are all
 * the same here. */
#include "Interpreter/atomic_step.h"
#include "Interpreter/decode.h"
#include "Interpreter/memory.h"
#include "Numeric/numeric.h"
#include "tri-c/Ops.h"

#include <stdlib.h>
#include <string.h>

/* ---- arithmetic on bits ---- */

static float flushed(uint32_t bits)
{
  float x = tri_f32_of_bits(bits);
  return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x;
}

/* Subnormal numbers are zeros, as the hardware has it in global memory (PTX ISA, atom). */
static uint32_t add_f32(uint32_t a, uint32_t b)
{
  return tri_f32_bits(flushed(tri_f32_bits(flushed(a) + flushed(b))));
}
static uint64_t add_f64(uint64_t a, uint64_t b)
{
  return tri_f64_bits(tri_f64_of_bits(a) + tri_f64_of_bits(b));
}

/* Floats by rising bits: a negative one has its magnitude's bits inverted. */
static int32_t order_f32(uint32_t bits) { return (int32_t)(bits >> 31 ? bits ^ 0x7fffffff : bits); }
static int64_t order_f64(uint64_t bits) { return (int64_t)(bits >> 63 ? bits ^ INT64_MAX : bits); }

/* ---- kinds ---- */

/* X(kind, type, bits, what the element becomes) */
#define KINDS(X)                                                                                             \
  INT_STEPS(X, I32, uint32_t, int32_t)                                                                       \
  INT_STEPS(X, I64, uint64_t, int64_t)                                                                       \
  X(EXCH, I32, uint32_t, with)                                                                               \
  X(EXCH, I64, uint64_t, with)                                                                               \
  X(FADD, F16, uint16_t, tri_f16_add(was, with))                                                             \
  X(FADD, BF16, uint16_t, tri_bf16_add(was, with))                                                           \
  X(FADD, F32, uint32_t, add_f32(was, with))                                                                 \
  X(FADD, F64, uint64_t, add_f64(was, with))                                                                 \
  X(MIN, F32, uint32_t, order_f32(was) < order_f32(with) ? was : with)                                       \
  X(MIN, F64, uint64_t, order_f64(was) < order_f64(with) ? was : with)                                       \
  X(MAX, F32, uint32_t, order_f32(was) > order_f32(with) ? was : with)                                       \
  X(MAX, F64, uint64_t, order_f64(was) > order_f64(with) ? was : with)                                       \
  X(EXCH, F32, uint32_t, with)                                                                               \
  X(EXCH, F64, uint64_t, with)

#define STEP(kind, T, U, value) ATOMIC_STEP(step_##kind##_##T, U, value)
KINDS(STEP)

#define BY_KIND(kind, T, U, value) [TRI_ATOMIC_KIND_##kind][TRI_##T] = step_##kind##_##T,
static AtomicStep *const steps[][TRI_TYPE_COUNT] = {KINDS(BY_KIND)};

/* Of compare and swap the operand is a pair: what is expected, and what takes its place. */
#define SWAP(U)                                                                                              \
  static void swap_##U(void *old, void *at, const void *operand)                                             \
  {                                                                                                          \
    U pair[2];                                                                                               \
    memcpy(pair, operand, sizeof pair);                                                                      \
    __atomic_compare_exchange_n((U *)at, &pair[0], pair[1], false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);      \
    memcpy(old, &pair[0], sizeof pair[0]);                                                                   \
  }
SWAP(uint16_t)
SWAP(uint32_t)
SWAP(uint64_t)

static AtomicStep *swap_of(int bytes)
{
  return bytes == 2 ? swap_uint16_t : bytes == 4 ? swap_uint32_t : swap_uint64_t;
}

/* ---- the ops ---- */

/* Operands: values, then the pointers, then the mask or -1. */
typedef struct {
  AtomicStep *step;
  int values, mask;
  size_t bytes; /* of an element */
  bool ordered; /* what elements at one address leave or give depends on their order */
} Atomic;

static const char *const what_is_undefined[][2] = {
    {NULL, NULL}, {"writes a value that", NULL}, {"compares with a value that", "writes a value that"}};

/* Whether the values of element k are defined; if not, the program ends. */
static bool values_defined(Exec *x, const Inst *i, int64_t k)
{
  const Atomic *a = i->data;
  for (int v = 0; v < a->values; v++) {
    const uint8_t *undefined = in_cell(x, i, v)->undefined;
    if (undefined && undefined[k]) {
      fault_undefined(x, i, v, k, what_is_undefined[a->values][v]);
      return false;
    }
  }
  return true;
}

static void step(Exec *x, const Inst *i, int64_t k, uint64_t address)
{
  const Atomic *a = i->data;
  char operand[2 * sizeof(uint64_t)];
  size_t at = (size_t)k * a->bytes;
  for (int v = 0; v < a->values; v++)
    memcpy(operand + (size_t)v * a->bytes, (const char *)in_cell(x, i, v)->data + at, a->bytes);
  a->step((char *)out_cell(x, i, 0)->data + at, (void *)(uintptr_t)address, operand);
}

static int compare_addresses(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Whether two elements have one address. */
static bool elements_meet(const uint64_t *p, const uint8_t *mask, int64_t n)
{
  uint64_t *sorted = malloc((size_t)n * sizeof *sorted);
  size_t on = 0;
  bool meet = false;
  for (int64_t k = 0; sorted && k < n; k++)
    if (!mask || mask[k])
      sorted[on++] = p[k];
  if (on > 1)
    qsort(sorted, on, sizeof *sorted, compare_addresses);
  for (size_t k = 1; k < on; k++)
    meet |= sorted[k] == sorted[k - 1];
  free(sorted);
  return meet;
}

static const Inst *run_atomic(Exec *x, const Inst *i)
{
  const Atomic *a = i->data;
  const uint64_t *p = in_cell(x, i, a->values)->data;
  const uint8_t *mask = a->mask < 0 ? NULL : in_cell(x, i, a->mask)->data;
  Cell *c = out_cell(x, i, 0);
  if (!operands_defined(x, i, a->values, a->mask))
    return NULL;
  memset(c->data, 0, (size_t)i->count * a->bytes);
  c->undefined = NULL;
  for (int64_t k = 0; k < i->count; k++) {
    if (mask && !mask[k])
      continue;
    if (!access_allowed(x, p[k], (int64_t)a->bytes))
      return fault_access(x, i, out_slot(x, i, 0), k, "updates", p[k], (int64_t)a->bytes);
    if (!values_defined(x, i, k))
      return NULL;
    step(x, i, k, p[k]);
  }
  if (x->run->ambiguous)
    *x->run->ambiguous |= a->ordered && elements_meet(p, mask, i->count);
  return i + 1;
}

static bool emit_atomic(Decoder *d, MlirOperation op, MlirValue ptr, Atomic atomic)
{
  Atomic *a = arena_new(d->a, Atomic);
  *a = atomic;
  a->mask = operand_count(op) > a->values + 1 ? a->values + 1 : -1;
  a->ordered |= !has_no_use(result(op));
  return is_global(op, ptr) && emit_inst(d, op, run_atomic, a);
}

static TriType element_of(MlirValue v) { return tri_type_kind(tri_type_element(type_of(v))); }

bool decode_atomic_rmw(Decoder *d, MlirOperation op)
{
  TriType t = element_of(tri_atomic_rmw_value(op));
  TriAtomicKind kind = tri_atomic_rmw_kind(op);
  return emit_atomic(d, op, tri_atomic_rmw_ptr(op),
                     (Atomic){.step = steps[kind][t],
                              .values = 1,
                              .bytes = (size_t)tri_type_bytes(t),
                              .ordered = kind == TRI_ATOMIC_KIND_FADD || kind == TRI_ATOMIC_KIND_EXCH});
}

bool decode_atomic_cas(Decoder *d, MlirOperation op)
{
  int bytes = tri_type_bytes(element_of(tri_atomic_cas_value(op)));
  return emit_atomic(d, op, tri_atomic_cas_ptr(op),
                     (Atomic){.step = swap_of(bytes), .values = 2, .bytes = (size_t)bytes, .ordered = true});
}
