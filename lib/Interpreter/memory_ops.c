/* tri.addptr, tri.load, tri.store.
 *
 * A load or store whose elements are all on and lie one after the other in one buffer is one copy; any other
 * checks element by element, in order, and stops at the first that is not allowed: the elements before it
 * have then been accessed. */
#include "Interpreter/decode.h"
#include "Interpreter/memory.h"
#include "tri-c/Ops.h"

#include <string.h>

/* ---- addptr ---- */

typedef struct {
  TriType offset;
  int64_t bytes; /* of the pointee */
} AddPtr;

#define MOVE_POINTERS(T, sext)                                                                               \
  static void move_##T(uint64_t *r, const uint64_t *p, int64_t dp, const T *o, int64_t d, int64_t n,         \
                       uint64_t bytes)                                                                       \
  {                                                                                                          \
    if (dp && d)                                                                                             \
      for (int64_t k = 0; k < n; k++)                                                                        \
        r[k] = p[k] + (uint64_t)(sext o[k]) * bytes;                                                         \
    else if (d)                                                                                              \
      for (int64_t k = 0; k < n; k++)                                                                        \
        r[k] = *p + (uint64_t)(sext o[k]) * bytes;                                                           \
    else                                                                                                     \
      for (int64_t k = 0; k < n; k++)                                                                        \
        r[k] = p[k * dp] + (uint64_t)(sext * o) * bytes;                                                     \
  }
MOVE_POINTERS(uint8_t, -(int64_t)) /* i1 */
MOVE_POINTERS(int8_t, (int64_t))
MOVE_POINTERS(int16_t, (int64_t))
MOVE_POINTERS(int32_t, (int64_t))
MOVE_POINTERS(int64_t, (int64_t))

static const Inst *run_addptr(Exec *x, const Inst *i)
{
  const AddPtr *a = i->data;
  const uint64_t *p = in_cell(x, i, 0)->data;
  const void *o = in_cell(x, i, 1)->data;
  uint64_t *r = out_cell(x, i, 0)->data, bytes = (uint64_t)a->bytes;
  int64_t n = i->count, dp = in_slot(x, i, 0)->shape.rank != 0, d = in_slot(x, i, 1)->shape.rank != 0;
  if (a->offset == TRI_I64)
    move_int64_t(r, p, dp, o, d, n, bytes);
  else if (a->offset == TRI_I32)
    move_int32_t(r, p, dp, o, d, n, bytes);
  else if (a->offset == TRI_I16)
    move_int16_t(r, p, dp, o, d, n, bytes);
  else if (a->offset == TRI_I8)
    move_int8_t(r, p, dp, o, d, n, bytes);
  else
    move_uint8_t(r, p, dp, o, d, n, bytes);
  propagate_undefined(x, i);
  return i + 1;
}

bool decode_addptr(Decoder *d, MlirOperation op)
{
  AddPtr *a = arena_new(d->a, AddPtr);
  a->offset = slot_at(d, use(d, tri_addptr_offset(op)))->type;
  MlirType pointee = tri_ptr_pointee(tri_type_element(type_of(tri_addptr_base(op))));
  a->bytes = tri_type_bytes(tri_type_kind(pointee));
  return emit_inst(d, op, run_addptr, a);
}

/* ---- load and store ---- */

/* The operands of one load or store: the pointers come first; -1 stands for one that is absent. */
typedef struct {
  int bytes; /* of an element */
  bool is_bool, is_volatile;
  int value, mask; /* which operand is stored, or stands for what is masked off; and the mask */
} MemoryOp;

static bool all_on(const uint8_t *mask, int64_t n) { return !mask || !memchr(mask, 0, (size_t)n); }

static bool contiguous(const uint64_t *p, int64_t n, uint64_t bytes)
{
  uint64_t off = 0;
  for (int64_t k = 0; k < n; k++)
    off |= p[k] ^ (p[0] + (uint64_t)k * bytes);
  return off == 0;
}

/* Whether [p[0], p[0] + n·bytes) is the whole access, and allowed. */
static bool one_copy(Exec *x, const MemoryOp *m, const uint64_t *p, const uint8_t *mask, int64_t n)
{
  return !m->is_volatile && !m->is_bool && all_on(mask, n) && contiguous(p, n, (uint64_t)m->bytes) &&
         run_allowed(x, p[0], n, m->bytes);
}

/* Each element is accessed once and whole, so that programs on other threads that wait for it see it, and
 * what was written before it. */
#define MOVE_ELEMENT(T)                                                                                      \
  __atomic_store_n((T *)to, __atomic_load_n((const T *)from, __ATOMIC_ACQUIRE), __ATOMIC_RELEASE)

static void move_element(int bytes, void *to, const void *from)
{
  switch (bytes) {
  case 1:
    MOVE_ELEMENT(uint8_t);
    return;
  case 2:
    MOVE_ELEMENT(uint16_t);
    return;
  case 4:
    MOVE_ELEMENT(uint32_t);
    return;
  case 8:
    MOVE_ELEMENT(uint64_t);
    return;
  }
}

static void load_element(const MemoryOp *m, void *to, uint64_t address)
{
  move_element(m->bytes, to, (const void *)(uintptr_t)address);
  if (m->is_bool)
    *(uint8_t *)to = *(uint8_t *)to != 0;
}

/* The elements that are masked off: `other`, or zero. */
static void take_other(Exec *x, const Inst *i, const MemoryOp *m, const uint8_t *mask)
{
  const Cell *other = m->value < 0 ? NULL : in_cell(x, i, m->value);
  Cell *c = out_cell(x, i, 0);
  size_t bytes = (size_t)m->bytes, n = (size_t)i->count;
  if (all_on(mask, i->count))
    return;
  if (other)
    memcpy(c->data, other->data, n * bytes);
  else
    memset(c->data, 0, n * bytes);
  if (!other || !other->undefined)
    return;
  for (size_t k = 0; k < n; k++)
    c->marks[k] = other->undefined[k] & !mask[k];
  c->undefined = c->marks;
}

static const Inst *run_load(Exec *x, const Inst *i)
{
  const MemoryOp *m = i->data;
  const uint64_t *p = in_cell(x, i, 0)->data;
  const uint8_t *mask = m->mask < 0 ? NULL : in_cell(x, i, m->mask)->data;
  Cell *c = out_cell(x, i, 0);
  int64_t n = i->count, bytes = m->bytes;
  if (!operands_defined(x, i, 0, m->mask))
    return NULL;
  c->undefined = NULL;
  if (one_copy(x, m, p, mask, n)) {
    memcpy(c->data, (const void *)(uintptr_t)p[0], (size_t)(n * bytes));
    return i + 1;
  }
  take_other(x, i, m, mask);
  for (int64_t k = 0; k < n; k++) {
    if (mask && !mask[k])
      continue;
    if (!access_allowed(x, p[k], bytes))
      return fault_access(x, i, out_slot(x, i, 0), k, "reads", p[k], bytes);
    load_element(m, (char *)c->data + k * bytes, p[k]);
  }
  return i + 1;
}

/* Whether memory holds, where an element was written, what another element wrote there. */
static bool has_overwritten(const MemoryOp *m, const uint64_t *p, const uint8_t *mask, const char *values,
                            int64_t n)
{
  for (int64_t k = 0; k < n; k++)
    if ((!mask || mask[k]) &&
        memcmp((const void *)(uintptr_t)p[k], values + k * m->bytes, (size_t)m->bytes) != 0)
      return true;
  return false;
}

static const Inst *run_store(Exec *x, const Inst *i)
{
  const MemoryOp *m = i->data;
  const Cell *value = in_cell(x, i, m->value);
  const uint64_t *p = in_cell(x, i, 0)->data;
  const uint8_t *mask = m->mask < 0 ? NULL : in_cell(x, i, m->mask)->data;
  int64_t n = i->count, bytes = m->bytes;
  if (!operands_defined(x, i, 0, m->mask))
    return NULL;
  if (!value->undefined && one_copy(x, m, p, mask, n)) {
    memcpy((void *)(uintptr_t)p[0], value->data, (size_t)(n * bytes));
    return i + 1;
  }
  for (int64_t k = 0; k < n; k++) {
    if (mask && !mask[k])
      continue;
    if (!access_allowed(x, p[k], bytes))
      return fault_access(x, i, in_slot(x, i, m->value), k, "writes", p[k], bytes);
    if (value->undefined && value->undefined[k])
      return fault_undefined(x, i, m->value, k, "writes a value that");
    move_element(m->bytes, (void *)(uintptr_t)p[k], (const char *)value->data + k * bytes);
  }
  if (x->run->ambiguous)
    *x->run->ambiguous |= has_overwritten(m, p, mask, value->data, n);
  return i + 1;
}

bool is_global(MlirOperation op, MlirValue ptr)
{
  unsigned space = tri_ptr_address_space(tri_type_element(type_of(ptr)));
  return require(op, space == 1,
                 "reaches address space %u; the interpreter has global memory alone, address space 1", space);
}

/* Emits with operands pointers, value, mask, the latter two where they are there. */
static bool emit_access(Decoder *d, MlirOperation op, RunInst *run, MlirValue ptr, MlirValue value,
                        MlirValue mask, bool is_volatile)
{
  MemoryOp *m = arena_new(d->a, MemoryOp);
  uint32_t slot[3], n = 0;
  MlirType pointee = tri_ptr_pointee(tri_type_element(type_of(ptr)));
  TriType t = tri_type_kind(pointee);
  Slots out;
  *m = (MemoryOp){.bytes = tri_type_bytes(t), .is_bool = t == TRI_I1, .is_volatile = is_volatile};
  slot[n++] = use(d, ptr);
  m->value = is_null(value) ? -1 : (int)n;
  if (!is_null(value))
    slot[n++] = use(d, value);
  m->mask = is_null(mask) ? -1 : (int)n;
  if (!is_null(mask))
    slot[n++] = use(d, mask);
  if (!is_global(op, ptr) || !define_results(d, op, &out))
    return false;
  emit_slots(d, op, run, m, slots_copy(d, (Slots){n, slot}), out);
  return true;
}

bool decode_load(Decoder *d, MlirOperation op)
{
  return emit_access(d, op, run_load, tri_load_ptr(op), tri_load_other(op), tri_load_mask(op),
                     tri_load_is_volatile(op));
}

bool decode_store(Decoder *d, MlirOperation op)
{
  return emit_access(d, op, run_store, tri_store_ptr(op), tri_store_value(op), tri_store_mask(op),
                     tri_store_is_volatile(op));
}
