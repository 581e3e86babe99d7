#include "Analysis/residue.h"

static int least(int a, int b) { return a < b ? a : b; }

int residue_ones(Residue r)
{
  uint64_t zeros = ~r.low & low_mask(r.bits);
  return zeros ? __builtin_ctzll(zeros) : r.bits;
}

int64_t residue_nearest(Residue r)
{
  bool high = r.bits > 0 && (r.low >> (r.bits - 1) & 1);
  return (int64_t)(high ? r.low | ~low_mask(r.bits) : r.low);
}

Residue residue_cut(Residue r, int bits) { return residue(r.low, least(r.bits, bits)); }

Residue residue_add(Residue a, Residue b) { return residue(a.low + b.low, least(a.bits, b.bits)); }
Residue residue_sub(Residue a, Residue b) { return residue(a.low - b.low, least(a.bits, b.bits)); }
Residue residue_neg(Residue a) { return residue(-a.low, a.bits); }

/* (a + 2^m s)(b + 2^n t) = ab + 2^m s b + 2^n t a + 2^(m+n) s t: unknown from the first bit that s or t
 * reach. */
Residue residue_mul(Residue a, Residue b)
{
  int known = least(a.bits + residue_zeros(b), b.bits + residue_zeros(a));
  return residue(a.low * b.low, least(known, 64));
}

Residue residue_join(Residue a, Residue b)
{
  uint64_t differ = a.low ^ b.low;
  int agree = differ ? __builtin_ctzll(differ) : 64;
  return residue(a.low, least(agree, least(a.bits, b.bits)));
}
