/* wgmma.mma_async: a warp's 16 rows of the warpgroup's 64.
 *
 * Shared memory descriptor: address / 16 in bits 0-13, leading byte offset / 16 in 16-29, stride byte offset
 * / 16 in 32-45, swizzle in 62-63 (1: 128 bytes, 2: 64, 3: 32, 0: none). With elements of s bytes, element
 * (x, k) of an operand whose rows x (m or n) each hold k contiguously lies at swizzled to P bytes   start + x
 * / 8 · stride + x % 8 · P + k s             then bits 4-6 of the address ^= bits 7-9 unswizzled start + x /
 * 8 · stride + k s / 16 · leading + x % 8 · 16 + k s % 16 and of a transposed one (x contiguous, 16-bit types
 * only), with c = P / 2 elements in a row of the atom, at swizzled              start + x / c · leading + k /
 * 8 · stride + k % 8 · P + x % c · 2 (the XOR takes one bit less for each halving of P). D register i of a
 * lane: row lane / 4 + 8 (i / 2 % 2), column 8 (i / 4) + 2 (lane % 4) + i % 2. The product is ready at once:
 * waits have nothing to wait for. */
#include "Numeric/numeric.h"
#include "Simulator/access.h"
#include "Simulator/memops.h"

enum { ROWS = 16, MAX_N = 256, MAX_K = 32 };

typedef struct {
  uint64_t start, leading, stride;
  uint32_t pitch; /* 128, 64, 32; 0: unswizzled */
} Descriptor;

static Descriptor unpack(uint64_t v)
{
  static const uint32_t pitches[] = {0, 128, 64, 32};
  return (Descriptor){(v & 0x3fff) << 4, (v >> 16 & 0x3fff) << 4, (v >> 32 & 0x3fff) << 4, pitches[v >> 62]};
}

static uint64_t swizzle(uint64_t a, uint32_t pitch)
{
  uint64_t mask = pitch == 128 ? 7 : pitch == 64 ? 3 : pitch == 32 ? 1 : 0;
  return a ^ (a >> 7 & mask) << 4;
}

static uint64_t place(const Descriptor *d, uint32_t x, uint32_t k, uint32_t bytes, bool transposed)
{
  uint32_t at = k * bytes;
  if (transposed) {
    uint32_t c = d->pitch ? d->pitch / 2 : 8;
    if (!d->pitch)
      return d->start + x / c * d->stride + k / 8 * d->leading + k % 8 * 16 + x % c * 2;
    return swizzle(d->start + x / c * d->leading + k / 8 * d->stride + k % 8 * d->pitch + x % c * 2,
                   d->pitch);
  }
  if (!d->pitch)
    return d->start + x / 8 * d->stride + at / 16 * d->leading + x % 8 * 16 + at % 16;
  return swizzle(d->start + x / 8 * d->stride + x % 8 * d->pitch + at, d->pitch);
}

/* 16 bytes from element (x, k) on, through the checks of a shared access; lane 0 speaks for the warp. Every
 * layout keeps 16 bytes of its contiguous direction together. */
static int fetch(Warp *w, const Inst *in, uint64_t a, unsigned char out[16])
{
  AccessGroup g = {.warp = w, .inst = in, .left = 1, .bytes = 16, .address = {WINDOW_SHARED + a}};
  if (access_next(&g) < 0 || access_race(&g, ACCESS_READ, false, NULL) != EV_NEXT)
    return EV_FAULT;
  if (!(access_known(&g, 0, 16) & 1))
    return fault_memory(w, in, TRI_SIM_FAULT_UNINITIALISED, 0, TRI_SIM_SHARED, a, 16,
                        "an operand of wgmma is read before anything was written there");
  memcpy(out, g.host[0], 16);
  w->worker->counters.bytes_loaded[TRI_SIM_SHARED] += 16;
  return EV_NEXT;
}

static int read_tile(Warp *w, const Inst *in, Ref desc, uint32_t first, uint32_t rows, const Wgmma *m, Type t,
                     bool transposed, double *tile)
{
  const uint64_t *v = reg(w, desc);
  Descriptor d = unpack(v[0]);
  if (defined(w, desc) != FULL)
    return fault(w, in, TRI_SIM_FAULT_UNDEFINED, 0, "the matrix descriptor was never written");
  for (uint32_t l = 1; l < LANES; l++)
    if (v[l] != v[0])
      return fault(w, in, TRI_SIM_FAULT_DIVERGENT, l, "lanes of a warp give wgmma different descriptors");
  uint32_t bytes = m->bits / 8, together = 16 / bytes, step_x = transposed ? together : 1,
           step_k = transposed ? 1 : together;
  for (uint32_t x = 0; x < rows; x += step_x)
    for (uint32_t k = 0; k < m->k; k += step_k) {
      unsigned char piece[16];
      if (fetch(w, in, place(&d, first + x, k, bytes, transposed), piece) != EV_NEXT)
        return EV_FAULT;
      for (uint32_t i = 0; i < together; i++) {
        uint32_t bits = 0;
        memcpy(&bits, piece + i * bytes, bytes);
        tile[(x + (transposed ? i : 0)) * MAX_K + k + (transposed ? 0 : i)] =
            matrix_element(t, bits, m->bits, 0);
      }
    }
  return EV_NEXT;
}

static void registers_of_a(Warp *w, const Wgmma *m, double *a)
{
  uint32_t e = 32 / m->bits;
  for (uint32_t r = 0; r < 4; r++) {
    const uint32_t *v = reg(w, m->a[r]);
    for (uint32_t l = 0; l < LANES; l++)
      for (uint32_t i = 0; i < e; i++)
        a[(l / 4 + 8 * (r & 1)) * MAX_K + l % 4 * e + 4 * e * (r / 2) + i] =
            matrix_element(m->a_type, v[l], m->bits, i);
  }
}

static void accumulate(Warp *w, const Wgmma *m, const double *a, const double *b, uint32_t l, uint32_t i,
                       bool keep, double sign)
{
  const double *row = a + (l / 4 + 8 * (i / 2 % 2)) * MAX_K,
               *column = b + (8 * (i / 4) + 2 * (l % 4) + i % 2) * MAX_K;
  double sum = 0;
  for (uint32_t k = 0; k < m->k; k++)
    sum += row[k] * column[k];
  sum *= sign;
  uint32_t *d = (uint32_t *)reg(w, m->d[m->d_type == T_F16 ? i / 2 : i]) + l;
  if (m->d_type == T_F16) {
    uint32_t shift = 16 * (i & 1);
    sum += keep ? (double)tri_f16_to_f32((uint16_t)(*d >> shift)) : 0;
    *d = (*d & ~(0xffffu << shift)) | (uint32_t)tri_f64_to_f16(sum) << shift;
  } else if (m->d_type == T_S32) {
    *d = (keep ? *d : 0) + (uint32_t)(int64_t)sum;
  } else {
    sum += keep ? (double)tri_f32_of_bits(*d) : 0;
    *d = sum != sum ? 0x7fffffff : tri_f32_bits((float)sum);
  }
}

int exec_wgmma(Warp *w, const Inst *in, uint32_t mask)
{
  const Wgmma *m = in->ext;
  double a[ROWS * MAX_K], b[MAX_N * MAX_K];
  int event = whole_warp(w, in, mask);
  if (event != EV_NEXT)
    return event;
  if (defined(w, m->scale_d) != FULL)
    return fault(w, in, TRI_SIM_FAULT_UNDEFINED, 0, "the predicate scale-d was never written");
  bool keep = predicate(w, m->scale_d) & 1;
  if (m->a)
    registers_of_a(w, m, a);
  else if (read_tile(w, in, m->a_desc, w->index % 4 * ROWS, ROWS, m, m->a_type, m->trans_a, a) != EV_NEXT)
    return EV_FAULT;
  if (read_tile(w, in, m->b_desc, 0, m->n, m, m->b_type, m->trans_b, b) != EV_NEXT)
    return EV_FAULT;
  uint32_t known = FULL;
  for (uint32_t i = 0; m->a && i < 4; i++)
    known &= defined(w, m->a[i]) == FULL ? FULL : 0;
  double sign = m->negate_a != m->negate_b ? -1 : 1;
  for (uint32_t i = 0; i < m->n / 2; i++)
    for (uint32_t l = 0; l < LANES; l++)
      accumulate(w, m, a, b, l, i, keep, sign);
  for (uint32_t i = 0; i < m->d_count; i++)
    define(w, m->d[i], FULL, known & (keep ? defined(w, m->d[i]) : FULL));
  return EV_NEXT;
}
