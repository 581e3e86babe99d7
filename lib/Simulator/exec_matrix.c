/* Matrix instructions of a whole warp: ldmatrix, stmatrix, movmatrix, mma.sync.
 *
 * With g = lane / 4, t = lane % 4 and e elements in a 32-bit register (PTX ISA, matrix fragments of mma):
 *   A register r: row g + 8 (r & 1), columns t e + 4 e (r / 2) …      B register r: rows t e + 4 e r …,
 * column g C element i:  row g + 8 (i / 2), column 2 t + (i & 1) which holds for every shape m16n8kK here;
 * m8n8k4 of f64 is the same with one register. The sum is taken in f64 and rounded once: tensor cores round
 * no better. */
#include "Numeric/numeric.h"
#include "Simulator/access.h"
#include "Simulator/memops.h"

/* All 32 lanes must be here: EV_NEXT, else the event. */
int whole_warp(Warp *w, const Inst *in, uint32_t mask)
{
  mask = warp_gather(w, in, mask, w->live, false);
  if (!mask)
    return EV_WAIT;
  if (mask != FULL)
    return fault(w, in, TRI_SIM_FAULT_DIVERGENT, (uint32_t)__builtin_ctz(mask),
                 "a matrix instruction needs all 32 lanes; 0x%08x are here", mask);
  return EV_NEXT;
}

/* ---- rows of 16 bytes in shared memory
 * ------------------------------------------------------------------------ */

typedef struct {
  uint16_t element[4][8][8]; /* matrix, row, column */
  uint32_t known;            /* rows, by the lane that gave the address */
} Tiles;

static int load_rows(Warp *w, const Inst *in, Tiles *t)
{
  AccessGroup g;
  uint32_t lanes = in->vec == 4 ? FULL : (1u << (8 * in->vec)) - 1;
  t->known = 0;
  if (access_begin(&g, w, in, lanes, 16, false) != EV_NEXT)
    return EV_FAULT;
  for (int more; (more = access_next(&g)) != 0;) {
    if (more < 0 || access_race(&g, ACCESS_READ, false, NULL) != EV_NEXT)
      return EV_FAULT;
    uint32_t known = access_known(&g, 0, 16);
    if (g.lanes & ~known)
      access_note_unknown(&g, g.lanes & ~known);
    t->known |= known & g.lanes;
    for (uint32_t m = g.lanes; m; m &= m - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(m);
      memcpy(t->element[l / 8][l % 8], g.host[l], 16);
    }
    count_access(&g, true, false);
  }
  return EV_NEXT;
}

/* in->vec: matrices; in->sub: transposed; ext: registers. */
int exec_ldmatrix(Warp *w, const Inst *in, uint32_t mask)
{
  const Ref *refs = in->ext;
  Tiles t;
  int event = whole_warp(w, in, mask);
  if (event != EV_NEXT || (event = load_rows(w, in, &t)) != EV_NEXT)
    return event;
  for (uint32_t i = 0; i < in->vec; i++) {
    uint32_t *d = reg(w, refs[i]), known = 0;
    for (uint32_t l = 0; l < LANES; l++) {
      uint32_t r = l / 4, c = l % 4 * 2;
      uint32_t lo = in->sub ? t.element[i][c][r] : t.element[i][r][c],
               hi = in->sub ? t.element[i][c + 1][r] : t.element[i][r][c + 1];
      uint32_t rows = in->sub ? 3u << (i * 8 + c) : 1u << (i * 8 + r);
      d[l] = lo | hi << 16;
      known |= (t.known & rows) == rows ? 1u << l : 0;
    }
    define(w, refs[i], FULL, known);
  }
  return EV_NEXT;
}

int exec_stmatrix(Warp *w, const Inst *in, uint32_t mask)
{
  const Ref *refs = in->ext;
  Tiles t;
  AccessGroup g;
  uint32_t lanes = in->vec == 4 ? FULL : (1u << (8 * in->vec)) - 1, known = FULL;
  int event = whole_warp(w, in, mask);
  if (event != EV_NEXT)
    return event;
  for (uint32_t i = 0; i < in->vec; i++) {
    const uint32_t *a = reg(w, refs[i]);
    for (uint32_t l = 0; l < LANES; l++) {
      uint32_t r = l / 4, c = l % 4 * 2;
      *(in->sub ? &t.element[i][c][r] : &t.element[i][r][c]) = (uint16_t)a[l];
      *(in->sub ? &t.element[i][c + 1][r] : &t.element[i][r][c + 1]) = (uint16_t)(a[l] >> 16);
      if (!(defined(w, refs[i]) >> l & 1))
        known &= in->sub ? ~(3u << (i * 8 + c)) : ~(1u << (i * 8 + r));
    }
  }
  if (access_begin(&g, w, in, lanes, 16, true) != EV_NEXT)
    return EV_FAULT;
  for (int more; (more = access_next(&g)) != 0;) {
    if (more < 0 || access_race(&g, ACCESS_WRITE, false, NULL) != EV_NEXT)
      return EV_FAULT;
    for (uint32_t m = g.lanes; m; m &= m - 1) {
      uint32_t l = (uint32_t)__builtin_ctz(m);
      memcpy(g.host[l], t.element[l / 8][l % 8], 16);
    }
    access_set_known(&g, 0, 16, known);
    count_access(&g, false, true);
  }
  w->worker->ticks++;
  return EV_NEXT;
}

int exec_movmatrix(Warp *w, const Inst *in, uint32_t mask)
{
  uint16_t m[8][8];
  int event = whole_warp(w, in, mask);
  if (event != EV_NEXT)
    return event;
  const uint32_t *a = reg(w, in->a);
  for (uint32_t l = 0; l < LANES; l++) {
    m[l / 4][l % 4 * 2] = (uint16_t)a[l];
    m[l / 4][l % 4 * 2 + 1] = (uint16_t)(a[l] >> 16);
  }
  uint32_t *d = reg(w, in->d);
  for (uint32_t l = 0; l < LANES; l++)
    d[l] = m[l % 4 * 2][l / 4] | (uint32_t)m[l % 4 * 2 + 1][l / 4] << 16;
  define(w, in->d, FULL, defined(w, in->a) == FULL ? FULL : 0);
  return EV_NEXT;
}

/* ---- mma
 * ----------------------------------------------------------------------------------------------------------
 */

double matrix_element(Type t, uint32_t v, uint32_t bits, uint32_t i)
{
  uint32_t x = bits == 32 ? v : v >> (bits * i) & ((1u << bits) - 1);
  switch (t) {
  case T_F16:
    return (double)tri_f16_to_f32((uint16_t)x);
  case T_BF16:
    return (double)tri_bf16_to_f32((uint16_t)x);
  case T_TF32:
    return (double)tri_f32_of_bits(x & 0xffffe000u);
  case T_E4M3:
    return (double)tri_f8e4m3fn_to_f32((uint8_t)x);
  case T_E5M2:
    return (double)tri_f8e5m2_to_f32((uint8_t)x);
  case T_S8:
    return (int8_t)x;
  default:
    return x;
  }
}

static uint32_t known_sum(Warp *w, const Ref *refs, uint32_t n)
{
  uint32_t known = FULL;
  for (uint32_t i = 0; i < n; i++)
    known &= defined(w, refs[i]);
  return known;
}

static void gather_operands(Warp *w, const Mma *m, double a[16][64], double b[64][8])
{
  uint32_t e = 32 / m->bits;
  for (uint32_t r = 0; r < m->a_count; r++) {
    const uint32_t *v = reg(w, m->a[r]);
    for (uint32_t l = 0; l < LANES; l++)
      for (uint32_t i = 0; i < e; i++)
        a[l / 4 + 8 * (r & 1)][l % 4 * e + 4 * e * (r / 2) + i] = matrix_element(m->a_type, v[l], m->bits, i);
  }
  for (uint32_t r = 0; r < m->b_count; r++) {
    const uint32_t *v = reg(w, m->b[r]);
    for (uint32_t l = 0; l < LANES; l++)
      for (uint32_t i = 0; i < e; i++)
        b[l % 4 * e + 4 * e * r + i][l / 4] = matrix_element(m->b_type, v[l], m->bits, i);
  }
}

static double accumulator(Warp *w, const Mma *m, uint32_t l, uint32_t i)
{
  if (m->c_type == T_F16)
    return (double)tri_f16_to_f32((uint16_t)(((const uint32_t *)reg(w, m->c[i / 2]))[l] >> (16 * (i & 1))));
  uint32_t v = ((const uint32_t *)reg(w, m->c[i]))[l];
  return m->c_type == T_S32 ? (double)(int32_t)v : (double)tri_f32_of_bits(v);
}

static uint32_t to_s32(double x, bool saturate)
{
  if (saturate)
    x = x > INT32_MAX ? INT32_MAX : x < INT32_MIN ? INT32_MIN : x;
  return (uint32_t)(int64_t)x;
}

static void deliver(Warp *w, const Mma *m, uint32_t l, uint32_t i, double x)
{
  if (m->d_type == T_F16) {
    uint32_t *d = (uint32_t *)reg(w, m->d[i / 2]) + l, shift = 16 * (i & 1);
    *d = (*d & ~(0xffffu << shift)) | (uint32_t)tri_f64_to_f16(x) << shift;
  } else {
    ((uint32_t *)reg(w, m->d[i]))[l] = m->d_type == T_S32 ? to_s32(x, m->saturate)
                                       : x != x           ? 0x7fffffff
                                                          : tri_f32_bits((float)x);
  }
}

int exec_mma(Warp *w, const Inst *in, uint32_t mask)
{
  const Mma *m = in->ext;
  double a[16][64], b[64][8], c[LANES][4];
  int event = whole_warp(w, in, mask);
  if (event != EV_NEXT)
    return event;
  gather_operands(w, m, a, b);
  for (uint32_t l = 0; l < LANES; l++)
    for (uint32_t i = 0; i < 4; i++)
      c[l][i] = accumulator(w, m, l, i);
  for (uint32_t l = 0; l < LANES; l++)
    for (uint32_t i = 0; i < 4; i++) {
      double sum = 0;
      for (uint32_t k = 0; k < m->k; k++)
        sum += a[l / 4 + 8 * (i / 2)][k] * b[k][l % 4 * 2 + (i & 1)];
      c[l][i] += sum;
    }
  for (uint32_t l = 0; l < LANES; l++)
    for (uint32_t i = 0; i < 4; i++)
      deliver(w, m, l, i, c[l][i]);
  /* Every result depends on a row of A and a column of B: the whole is defined when all operands are. */
  uint32_t ab = known_sum(w, m->a, m->a_count) & known_sum(w, m->b, m->b_count);
  uint32_t known = ab == FULL ? known_sum(w, m->c, m->c_count) : 0;
  for (uint32_t i = 0; i < m->c_count; i++)
    define(w, m->d[i], FULL, known);
  return EV_NEXT;
}

/* mma.m8n8k4.f64: A (g, t), B (t, g), C (g, 2 t + i); fused, in the order of k. */
int exec_mma_f64(Warp *w, const Inst *in, uint32_t mask)
{
  const Mma *m = in->ext;
  double a[8][4], b[4][8], c[LANES][2];
  int event = whole_warp(w, in, mask);
  if (event != EV_NEXT)
    return event;
  for (uint32_t l = 0; l < LANES; l++) {
    a[l / 4][l % 4] = ((const double *)reg(w, m->a[0]))[l];
    b[l % 4][l / 4] = ((const double *)reg(w, m->b[0]))[l];
    for (int i = 0; i < 2; i++)
      c[l][i] = ((const double *)reg(w, m->c[i]))[l];
  }
  for (uint32_t l = 0; l < LANES; l++)
    for (uint32_t i = 0; i < 2; i++) {
      for (int k = 0; k < 4; k++)
        c[l][i] = fma(a[l / 4][k], b[k][l % 4 * 2 + i], c[l][i]);
      ((double *)reg(w, m->d[i]))[l] = c[l][i];
    }
  bool all = (defined(w, m->a[0]) & defined(w, m->b[0])) == FULL;
  for (uint32_t i = 0; i < 2; i++)
    define(w, m->d[i], FULL, all ? known_sum(w, m->c, 2) : 0);
  return EV_NEXT;
}
