/* tri.desc_reduce: each element in memory is replaced atomically by what it and the block's element make.
 *
 * The table below is the specification: X(kind, type, what becomes of x and v, which are the elements' bits
 * extended with zeros). Bits above the type's width are dropped. */
#include "Interpreter/descriptor.h"
#include "Interpreter/memory.h"
#include "Numeric/numeric.h"
#include "tri-c/Ops.h"

typedef uint64_t Reduce(uint64_t x, uint64_t v);

#define S32(x) ((int32_t)(uint32_t)(x))
#define S64(x) ((int64_t)(x))
#define F32(x) tri_f32_of_bits((uint32_t)(x))
#define H(x) ((uint16_t)(x))
#define REDUCTIONS(X)                                                                                        \
  X(ADD, I32, x + v)                                                                                         \
  X(ADD, I64, x + v)                                                                                         \
  X(ADD, F16, tri_f16_add(H(x), H(v)))                                                                       \
  X(ADD, BF16, tri_bf16_add(H(x), H(v)))                                                                     \
  X(ADD, F32, tri_f32_bits(F32(x) + F32(v)))                                                                 \
  X(MIN, I32, S32(x) < S32(v) ? x : v)                                                                       \
  X(MIN, I64, S64(x) < S64(v) ? x : v)                                                                       \
  X(MIN, F16, tri_f16_minnum(H(x), H(v)))                                                                    \
  X(MIN, BF16, tri_bf16_minnum(H(x), H(v)))                                                                  \
  X(MAX, I32, S32(x) > S32(v) ? x : v)                                                                       \
  X(MAX, I64, S64(x) > S64(v) ? x : v)                                                                       \
  X(MAX, F16, tri_f16_maxnum(H(x), H(v)))                                                                    \
  X(MAX, BF16, tri_bf16_maxnum(H(x), H(v)))                                                                  \
  X(UMIN, I32, x < v ? x : v)                                                                                \
  X(UMIN, I64, x < v ? x : v)                                                                                \
  X(UMAX, I32, x > v ? x : v)                                                                                \
  X(UMAX, I64, x > v ? x : v)                                                                                \
  X(AND, I32, x &v)                                                                                          \
  X(AND, I64, x &v)                                                                                          \
  X(OR, I32, x | v)                                                                                          \
  X(OR, I64, x | v)                                                                                          \
  X(XOR, I32, x ^ v)                                                                                         \
  X(XOR, I64, x ^ v)

#define FUNCTION(kind, T, value)                                                                             \
  static uint64_t kind##_##T(uint64_t x, uint64_t v) { return value; }
REDUCTIONS(FUNCTION)

typedef struct {
  Reduce *apply;
} Reduction;

#define ROW(kind, T, value) [TRI_DESC_REDUCTION_##kind][TRI_##T] = {kind##_##T},
static const Reduction reductions[][TRI_TYPE_COUNT] = {REDUCTIONS(ROW)};

const void *desc_reduction(int kind, TriType t) { return &reductions[kind][t]; }

#define REDUCE_ELEMENT(U)                                                                                    \
  static void reduce_##U(U *to, Reduce *apply, uint64_t v)                                                   \
  {                                                                                                          \
    U x = __atomic_load_n(to, __ATOMIC_RELAXED);                                                             \
    while (!__atomic_compare_exchange_n(to, &x, (U)apply(x, v), true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))   \
      ;                                                                                                      \
  }
REDUCE_ELEMENT(uint16_t)
REDUCE_ELEMENT(uint32_t)
REDUCE_ELEMENT(uint64_t)

static void reduce_element(int bytes, void *to, Reduce *apply, uint64_t v)
{
  if (bytes == 2)
    reduce_uint16_t(to, apply, v);
  else if (bytes == 4)
    reduce_uint32_t(to, apply, v);
  else
    reduce_uint64_t(to, apply, v);
}

static bool reduce_line(Exec *x, const Inst *i, const BlockWalk *w, Line l)
{
  const Reduction *r = w->access->reduce;
  int bytes = w->access->bytes;
  for (int64_t k = 0; k < l.n; k++) {
    uint64_t address = l.address + (uint64_t)(k * bytes);
    int64_t at = l.at + l.first + k;
    if (!write_allowed(x, i, at, address, bytes))
      return false;
    reduce_element(bytes, (void *)(uintptr_t)address, r->apply,
                   element_unsigned(w->access->type, in_cell(x, i, 0)->data, at));
  }
  return true;
}

const Inst *run_desc_reduce(Exec *x, const Inst *i)
{
  BlockWalk w;
  if (!walk_begin(x, i, &w))
    return NULL;
  for (int64_t k = 0; k < w.lines; k++)
    if (!reduce_line(x, i, &w, walk_line(&w, k)))
      return NULL;
  return i + 1;
}
