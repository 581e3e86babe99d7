/* Integer instructions: the rows of int.def, and those that need more than one expression. */
#include "Simulator/alu.h"

static uint64_t mul_hi_u64(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b >> 64); }
static int64_t mul_hi_s64(int64_t a, int64_t b) { return (int64_t)((__int128)a * b >> 64); }
static inline int64_t sext24(uint32_t a) { return (int64_t)((uint64_t)a << 40) >> 40; }
static inline uint32_t funnel(uint32_t lo, uint32_t hi, uint32_t right)
{
  return (uint32_t)(((uint64_t)hi << 32 | lo) >> right);
}
static inline uint32_t find_top(uint64_t a) { return a ? 63u - (uint32_t)__builtin_clzll(a) : 0xffffffffu; }
static inline uint32_t shift_of(uint32_t top, uint32_t msb) { return top == 0xffffffffu ? top : msb - top; }
#define HALVES_X2(T, op)                                                                                     \
  ((uint32_t)(uint16_t)((T)a op(T) b ? a : b) |                                                              \
   (uint32_t)(uint16_t)((T)(a >> 16) op(T)(b >> 16) ? a >> 16 : b >> 16) << 16)
#define MIN_X2(T) HALVES_X2(T, <)
#define MAX_X2(T) HALVES_X2(T, >)
/* Zero in place of negative halves. */
#define RELU_X2(v) ((v) & ~(((v) >> 15 & 0x00010001u) * 0xffffu))

static uint64_t reverse(uint64_t a, int bits)
{
  uint64_t r = 0;
  for (int i = 0; i < bits; i++)
    r |= (a >> i & 1) << (bits - 1 - i);
  return r;
}

/* PTX ISA, bfe: position and length of 8 bits; past the top the sign (or zero) fills. */
static uint64_t extract(uint64_t a, uint32_t pos, uint32_t len, uint32_t bits, bool is_signed)
{
  pos &= 0xff, len &= 0xff;
  uint32_t top = pos + len - 1 < bits - 1 ? pos + len - 1 : bits - 1;
  uint64_t sign = is_signed && len ? a >> top & 1 : 0, r = 0;
  for (uint32_t i = 0; i < bits; i++)
    r |= (i < len && pos + i < bits ? a >> (pos + i) & 1 : sign) << i;
  return r;
}

/* PTX ISA, szext: the low n bits extended to 32; n past 32 keeps a, n = 0 gives 0. */
static uint32_t extend(uint32_t a, uint32_t n, bool is_signed, bool wrap)
{
  n = wrap ? n & 31 : n;
  if (n >= 32)
    return a;
  if (n == 0)
    return 0;
  uint32_t low = a & ((1u << n) - 1);
  return is_signed && (low >> (n - 1) & 1) ? low | ~0u << n : low;
}

static uint32_t bit_mask(uint32_t pos, uint32_t n)
{
  uint64_t ones = n >= 32 ? 0xffffffffu : ((uint64_t)1 << n) - 1;
  return pos >= 32 ? 0 : (uint32_t)(ones << pos);
}

static inline uint32_t permute(uint32_t a, uint32_t b, uint32_t c)
{
  uint64_t bytes = (uint64_t)b << 32 | a;
  uint32_t r = 0;
  for (uint32_t i = 0; i < 4; i++) {
    uint32_t s = c >> (4 * i), byte = (uint32_t)(bytes >> ((s & 7) * 8)) & 0xff;
    r |= (s & 8 ? (byte & 0x80 ? 0xffu : 0u) : byte) << (8 * i);
  }
  return r;
}

/* PTX ISA, prmt: the selectors of the named modes, by the low two bits of c. */
static uint32_t permute_mode(int mode, uint32_t c)
{
  static const uint16_t selectors[6][4] = {
      {0x3210, 0x4321, 0x5432, 0x6543}, {0x5670, 0x6701, 0x7012, 0x0123}, {0x0000, 0x1111, 0x2222, 0x3333},
      {0x3210, 0x3211, 0x3222, 0x3333}, {0x0000, 0x1110, 0x2210, 0x3210}, {0x1010, 0x3232, 0x1010, 0x3232},
  };
  return selectors[mode][c & 3];
}

/* Whether one of the four bytes comes from the source: a's are numbered 0 to 3, b's 4 to 7. */
static bool permute_takes(uint32_t c, bool from_b)
{
  bool takes = false;
  for (uint32_t i = 0; i < 4; i++)
    takes = takes || (c >> (4 * i) & 4) == (from_b ? 4 : 0);
  return takes;
}

/* prmt, not by rows: the result does not depend on a source of which no byte is taken. */
static int permute_bytes(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t *d = reg(w, in->d), known = defined(w, in->c), ka = defined(w, in->a), kb = defined(w, in->b);
  const uint32_t *pa = reg(w, in->a), *pb = reg(w, in->b), *pc = reg(w, in->c);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m), c = pc[l];
    bool ok = (!permute_takes(c, false) || ka >> l & 1) && (!permute_takes(c, true) || kb >> l & 1);
    known &= ok ? ~0u : ~(1u << l);
    d[l] = permute(pa[l], pb[l], c);
  }
  define(w, in->d, mask, known);
  return EV_NEXT;
}

static inline int32_t byte_of(uint32_t v, uint32_t i, bool is_signed)
{
  uint32_t b = v >> (8 * i) & 0xff;
  return is_signed ? (int8_t)b : (int32_t)b;
}
static inline uint32_t dot4(uint32_t a, bool as, uint32_t b, bool bs, uint32_t c)
{
  for (uint32_t i = 0; i < 4; i++)
    c += (uint32_t)(byte_of(a, i, as) * byte_of(b, i, bs));
  return c;
}
static inline uint32_t dot2(uint32_t a, bool as, uint32_t b, bool bs, uint32_t c)
{
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t half = a >> (16 * i) & 0xffff;
    c += (uint32_t)((as ? (int16_t)half : (int32_t)half) * byte_of(b, i, bs));
  }
  return c;
}

#define R ALU_EXEC
#include "Simulator/int.def"
#undef R

const AluRow alu_rows_int[] = {
#define R ALU_ROW
#include "Simulator/int.def"
#undef R
    {"prmt", T_B32, permute_bytes, 3, T_B32, T_B32, T_B32, T_B32}, {0}};

/* ---- division: zero divisors are faults -------------------------------------------------------------------
 */

#define DIVIDE(T, C, min, op, overflowed)                                                                    \
  for (uint32_t m = mask; m; m &= m - 1) {                                                                   \
    uint32_t l = (uint32_t)__builtin_ctz(m);                                                                 \
    C a = ((const C *)pa)[l], b = ((const C *)pb)[l];                                                        \
    if (b == 0 && known >> l & 1)                                                                            \
      return fault(w, in, TRI_SIM_FAULT_INVALID, l, "integer division by zero");                             \
    ((C *)d)[l] = b == 0 ? 0 : (min) && a == (C)(min) && b == (C) - 1 ? (C)(overflowed) : (C)(a op b);       \
  }                                                                                                          \
  break;

int exec_divide(Warp *w, const Inst *in, uint32_t mask)
{
  void *d = reg(w, in->d);
  const void *pa = reg(w, in->a), *pb = reg(w, in->b);
  uint32_t known = defined(w, in->a) & defined(w, in->b);
  switch ((Type)in->type) {
  case T_U16:
    DIVIDE(U16, uint16_t, 0, /, 0)
  case T_S16:
    DIVIDE(S16, int16_t, INT16_MIN, /, INT16_MIN)
  case T_U32:
    DIVIDE(U32, uint32_t, 0, /, 0)
  case T_S32:
    DIVIDE(S32, int32_t, INT32_MIN, /, INT32_MIN)
  case T_U64:
    DIVIDE(U64, uint64_t, 0, /, 0)
  default:
    DIVIDE(S64, int64_t, INT64_MIN, /, INT64_MIN)
  }
  define(w, in->d, mask, known);
  return EV_NEXT;
}

int exec_remainder(Warp *w, const Inst *in, uint32_t mask)
{
  void *d = reg(w, in->d);
  const void *pa = reg(w, in->a), *pb = reg(w, in->b);
  uint32_t known = defined(w, in->a) & defined(w, in->b);
  switch ((Type)in->type) {
  case T_U16:
    DIVIDE(U16, uint16_t, 0, %, 0)
  case T_S16:
    DIVIDE(S16, int16_t, INT16_MIN, %, 0)
  case T_U32:
    DIVIDE(U32, uint32_t, 0, %, 0)
  case T_S32:
    DIVIDE(S32, int32_t, INT32_MIN, %, 0)
  case T_U64:
    DIVIDE(U64, uint64_t, 0, %, 0)
  default:
    DIVIDE(S64, int64_t, INT64_MIN, %, 0)
  }
  define(w, in->d, mask, known);
  return EV_NEXT;
}

/* ---- saturating add and sub, carry chains, bit insertion, lop3
 * --------------------------------------------- */

int exec_add_sat(Warp *w, const Inst *in, uint32_t mask)
{
  int32_t *d = reg(w, in->d);
  const int32_t *a = reg(w, in->a), *b = reg(w, in->b);
  FOR_LANES(mask, int64_t s = in->sub ? (int64_t)a[l] - b[l] : (int64_t)a[l] + b[l];
            d[l] = s > INT32_MAX   ? INT32_MAX
                   : s < INT32_MIN ? INT32_MIN
                                   : (int32_t)s;);
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b));
  return EV_NEXT;
}

/* mad.hi.sat.s32 */
int exec_mad_hi_sat(Warp *w, const Inst *in, uint32_t mask)
{
  int32_t *d = reg(w, in->d);
  const int32_t *a = reg(w, in->a), *b = reg(w, in->b), *c = reg(w, in->c);
  FOR_LANES(mask, int64_t s = ((int64_t)a[l] * b[l] >> 32) + c[l]; d[l] = s > INT32_MAX   ? INT32_MAX
                                                                          : s < INT32_MIN ? INT32_MIN
                                                                                          : (int32_t)s;);
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));
  return EV_NEXT;
}

enum { CARRY_ADD, CARRY_SUB, CARRY_MAD_LO, CARRY_MAD_HI };

/* in->sub: which; in->cmp: take the carry in; M_CARRY_OUT: write it. The borrow of a subtraction is kept as a
 * carry of 0 (PTX ISA, extended-precision arithmetic), here as CC.CF = borrow, used by subc only. */
int exec_carry(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t bytes = type_bytes((Type)in->type), out = 0;
  bool is_signed = type_kind((Type)in->type) == KIND_S;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    unsigned __int128 a = lane_value(reg(w, in->a), bytes, l), b = lane_value(reg(w, in->b), bytes, l);
    unsigned __int128 c = in->sub >= CARRY_MAD_LO ? lane_value(reg(w, in->c), bytes, l) : 0, r;
    uint32_t carry = in->cmp ? w->carry >> l & 1 : 0;
    if (in->sub == CARRY_ADD) {
      r = a + b + carry;
    } else if (in->sub == CARRY_SUB) {
      r = a - b - carry;
    } else {
      unsigned __int128 product = a * b;
      if (is_signed)
        product = bytes == 4 ? (unsigned __int128)((__int128)(int32_t)a * (int32_t)b)
                             : (unsigned __int128)((__int128)(int64_t)a * (int64_t)b);
      product = in->sub == CARRY_MAD_HI ? product >> (8 * bytes) : product;
      product &= bytes == 4 ? 0xffffffffu : ~(uint64_t)0;
      r = product + c + carry;
    }
    out |= (uint32_t)(r >> (8 * bytes) & 1) << l;
    set_lane(reg(w, in->d), bytes, l, (uint64_t)r);
  }
  if (in->mods & M_CARRY_OUT)
    w->carry = (w->carry & ~mask) | out;
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));
  return EV_NEXT;
}

/* bfi d, a, b, pos, len: a's low len bits into b at pos. ext: the register of len. */
int exec_bfi(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t bytes = type_bytes((Type)in->type), bits = 8 * bytes;
  const uint32_t *pos = reg(w, in->c), *len = reg(w, *(const Ref *)in->ext);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    uint64_t a = lane_value(reg(w, in->a), bytes, l), b = lane_value(reg(w, in->b), bytes, l);
    uint32_t p = pos[l] & 0xff, n = len[l] & 0xff;
    for (uint32_t i = 0; i < n && p + i < bits; i++)
      b = (b & ~((uint64_t)1 << (p + i))) | (a >> i & 1) << (p + i);
    set_lane(reg(w, in->d), bytes, l, b);
  }
  define(w, in->d, mask,
         (defined(w, in->a) | defined(w, in->b)) & defined(w, in->c) & defined(w, *(const Ref *)in->ext));
  return EV_NEXT;
}

/* lop3: in->imm is the truth table, bit (a<<2 | b<<1 | c). */
int exec_lop3(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t *d = reg(w, in->d);
  const uint32_t *pa = reg(w, in->a), *pb = reg(w, in->b), *pc = reg(w, in->c);
  uint32_t t[8];
  for (int i = 0; i < 8; i++)
    t[i] = in->imm >> i & 1 ? FULL : 0;
  FOR_LANES(mask, uint32_t a = pa[l]; uint32_t b = pb[l]; uint32_t c = pc[l];
            d[l] = (t[0] & ~a & ~b & ~c) | (t[1] & ~a & ~b & c) | (t[2] & ~a & b & ~c) | (t[3] & ~a & b & c) |
                   (t[4] & a & ~b & ~c) | (t[5] & a & ~b & c) | (t[6] & a & b & ~c) | (t[7] & a & b & c););
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));
  return EV_NEXT;
}

/* fns.b32 d, mask, base, offset: the offset-th set bit from base, upwards or downwards (PTX ISA, fns). */
static uint32_t nth_set(uint32_t bits, uint32_t base, int32_t offset)
{
  int32_t step = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
  if (offset == 0)
    return base < 32 && (bits >> base & 1) ? base : 0xffffffffu;
  for (int64_t i = base; i >= 0 && i < 32; i += step)
    if ((bits >> i & 1) && --left == 0)
      return (uint32_t)i;
  return 0xffffffffu;
}

int exec_fns(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t *d = reg(w, in->d);
  const uint32_t *a = reg(w, in->a), *b = reg(w, in->b);
  const int32_t *c = reg(w, in->c);
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t l = (uint32_t)__builtin_ctz(m);
    d[l] = nth_set(a[l], b[l], c[l]);
  }
  define(w, in->d, mask, defined(w, in->a) & defined(w, in->b) & defined(w, in->c));
  return EV_NEXT;
}

/* ---- predicates as bits -----------------------------------------------------------------------------------
 */

/* in->sub: 0 and, 1 or, 2 xor, 3 not, 4 mov; in->cmp: bits of negated sources. A known false and, a known
 * true or, is defined whatever the other side is. */
int exec_pred_logic(Warp *w, const Inst *in, uint32_t mask)
{
  uint32_t a = predicate(w, in->a) ^ (in->cmp & 1 ? FULL : 0),
           b = predicate(w, in->b) ^ (in->cmp & 2 ? FULL : 0);
  uint32_t ka = defined(w, in->a), kb = defined(w, in->b), known = ka & kb, r;
  switch (in->sub) {
  case 0:
    r = a & b;
    known |= (ka & ~a) | (kb & ~b);
    break;
  case 1:
    r = a | b;
    known |= (ka & a) | (kb & b);
    break;
  case 2:
    r = a ^ b;
    break;
  case 3:
    r = ~a;
    break;
  default:
    r = a;
  }
  set_predicate(w, in->d, mask, r, known);
  return EV_NEXT;
}
