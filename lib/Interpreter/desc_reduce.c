/* tri.desc_reduce: each element in memory is replaced atomically by what it and the block's element make, as
 * a row of REDUCTIONS says. */
#include "Interpreter/atomic_step.h"
#include "Interpreter/descriptor.h"
#include "Interpreter/memory.h"
#include "Numeric/numeric.h"
#include "tri-c/Ops.h"

static uint32_t add_f32(uint32_t a, uint32_t b)
{
  return tri_f32_bits(tri_f32_of_bits(a) + tri_f32_of_bits(b));
}

/* X(kind, type, bits, what the element becomes) */
#define REDUCTIONS(X)                                                                                        \
  INT_STEPS(X, I32, uint32_t, int32_t)                                                                       \
  INT_STEPS(X, I64, uint64_t, int64_t)                                                                       \
  X(ADD, F16, uint16_t, tri_f16_add(was, with))                                                              \
  X(ADD, BF16, uint16_t, tri_bf16_add(was, with))                                                            \
  X(ADD, F32, uint32_t, add_f32(was, with))                                                                  \
  X(MIN, F16, uint16_t, tri_f16_minnum(was, with))                                                           \
  X(MIN, BF16, uint16_t, tri_bf16_minnum(was, with))                                                         \
  X(MAX, F16, uint16_t, tri_f16_maxnum(was, with))                                                           \
  X(MAX, BF16, uint16_t, tri_bf16_maxnum(was, with))

#define STEP(kind, T, U, value) ATOMIC_STEP(step_##kind##_##T, U, value)
REDUCTIONS(STEP)

#define ROW(kind, T, U, value) [TRI_DESC_REDUCTION_##kind][TRI_##T] = step_##kind##_##T,
static AtomicStep *const steps[][TRI_TYPE_COUNT] = {REDUCTIONS(ROW)};

AtomicStep *desc_reduction(int kind, TriType t) { return steps[kind][t]; }

static bool reduce_line(Exec *x, const Inst *i, const BlockWalk *w, Line l)
{
  const char *block = in_cell(x, i, 0)->data;
  uint64_t old;
  int bytes = w->access->bytes;
  for (int64_t k = 0; k < l.n; k++) {
    uint64_t address = l.address + (uint64_t)(k * bytes);
    int64_t at = l.at + l.first + k;
    if (!write_allowed(x, i, at, address, bytes))
      return false;
    w->access->reduce(&old, (void *)(uintptr_t)address, block + at * bytes);
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
