/* Maps, and the one elimination that answers all questions about them.
 *
 * Columns enter an echelon one by one. A row of the echelon is a vector with its lowest bit, the pivot, and
 * the inputs it was made of; a column that reduces to zero is free. Since only columns that are no sum of
 * earlier ones ever enter, every solution read from the echelon uses pivots only, and that makes it the
 * smallest: two solutions differ by a kernel vector, whose highest bit is a free input, which ours leaves 0.
 */
#include "Layout/f2.h"
#include <assert.h>

static uint32_t low_mask(int bits) { return bits < 32 ? (1u << bits) - 1 : ~0u; }

/* ---- maps ---------------------------------------------------------------------------------------- */

F2 f2_zero(int n, int m)
{
  assert(n >= 0 && n <= F2_MAX && m >= 0 && m <= F2_MAX);
  return (F2){.n = n, .m = m};
}

F2 f2_identity(int n)
{
  F2 f = f2_zero(n, n);
  for (int i = 0; i < n; i++)
    f.col[i] = 1u << i;
  return f;
}

F2 f2_of_columns(int n, int m, const uint32_t *col)
{
  F2 f = f2_zero(n, m);
  for (int i = 0; i < n; i++) {
    assert(!(col[i] & ~low_mask(m)));
    f.col[i] = col[i];
  }
  return f;
}

bool f2_equal(F2 f, F2 g)
{
  bool equal = f.n == g.n && f.m == g.m;
  for (int i = 0; equal && i < f.n; i++)
    equal = f.col[i] == g.col[i];
  return equal;
}

F2 f2_compose(F2 g, F2 f)
{
  assert(f.m == g.n);
  F2 h = f2_zero(f.n, g.m);
  for (int i = 0; i < f.n; i++)
    h.col[i] = f2_apply(&g, f.col[i]);
  return h;
}

F2 f2_xor(F2 f, F2 g)
{
  assert(f.n == g.n && f.m == g.m);
  for (int i = 0; i < f.n; i++)
    f.col[i] ^= g.col[i];
  return f;
}

F2 f2_direct_sum(F2 f, F2 g)
{
  F2 h = f2_zero(f.n + g.n, f.m + g.m);
  for (int i = 0; i < f.n; i++)
    h.col[i] = f.col[i];
  for (int i = 0; i < g.n; i++)
    h.col[f.n + i] = g.m ? g.col[i] << f.m : 0;
  return h;
}

F2 f2_beside(F2 f, F2 g)
{
  assert(f.m == g.m);
  F2 h = f2_zero(f.n + g.n, f.m);
  for (int i = 0; i < h.n; i++)
    h.col[i] = i < f.n ? f.col[i] : g.col[i - f.n];
  return h;
}

F2 f2_inputs(F2 f, int first, int count)
{
  assert(first >= 0 && count >= 0 && first + count <= f.n);
  F2 h = f2_zero(count, f.m);
  for (int i = 0; i < count; i++)
    h.col[i] = f.col[first + i];
  return h;
}

F2 f2_outputs(F2 f, int first, int count)
{
  assert(first >= 0 && count >= 0 && first + count <= f.m);
  F2 h = f2_zero(f.n, count);
  for (int i = 0; i < f.n; i++)
    h.col[i] = count ? f.col[i] >> first & low_mask(count) : 0;
  return h;
}

F2 f2_transpose(F2 f)
{
  F2 t = f2_zero(f.m, f.n);
  for (int i = 0; i < f.n; i++)
    for (int j = 0; j < f.m; j++)
      t.col[j] |= (f.col[i] >> j & 1) << i;
  return t;
}

/* ---- the elimination ----------------------------------------------------------------------------- */

/* row[p]: a vector whose lowest bit is p, or 0; made[p]: the inputs whose columns sum to it. */
typedef struct {
  uint32_t row[F2_MAX], made[F2_MAX];
} Echelon;

/* v minus rows of the echelon until no pivot is left in it; *made changes by what was taken. */
static uint32_t reduce(const Echelon *e, uint32_t v, uint32_t *made)
{
  uint32_t rest = v;
  for (int p = 0; p < F2_MAX; p++)
    if (rest >> p & 1 && e->row[p]) {
      rest ^= e->row[p];
      *made ^= e->made[p];
    }
  return rest;
}

/* Puts v, made of `made`, in. False if it is a sum of what is there; *made then names a kernel vector. */
static bool enter(Echelon *e, uint32_t v, uint32_t *made)
{
  uint32_t rest = reduce(e, v, made);
  if (!rest)
    return false;
  int p = __builtin_ctz(rest);
  e->row[p] = rest;
  e->made[p] = *made;
  return true;
}

static Echelon echelon_of(F2 f)
{
  Echelon e = {0};
  for (int i = 0; i < f.n; i++) {
    uint32_t made = 1u << i;
    enter(&e, f.col[i], &made);
  }
  return e;
}

/* The rows, with every pivot removed from the other rows. */
static F2 basis_of(const Echelon *e, int m)
{
  F2 b = f2_zero(0, m);
  for (int p = 0; p < m; p++)
    if (e->row[p]) {
      Echelon others = *e;
      uint32_t made = 0;
      others.row[p] = 0;
      b.col[b.n++] = reduce(&others, e->row[p], &made);
    }
  return b;
}

/* ---- rank and inverses --------------------------------------------------------------------------- */

uint32_t f2_pivots(F2 f)
{
  Echelon e = {0};
  uint32_t pivots = 0;
  for (int i = 0; i < f.n; i++) {
    uint32_t made = 1u << i;
    pivots |= (uint32_t)enter(&e, f.col[i], &made) << i;
  }
  return pivots;
}

int f2_rank(F2 f) { return __builtin_popcount(f2_pivots(f)); }

bool f2_is_injective(F2 f) { return f2_rank(f) == f.n; }

bool f2_is_onto(F2 f) { return f2_rank(f) == f.m; }

bool f2_solve(F2 f, uint32_t y, uint32_t *x)
{
  Echelon e = echelon_of(f);
  *x = 0;
  return reduce(&e, y, x) == 0;
}

bool f2_factor(F2 f, F2 h, F2 *g)
{
  assert(f.m == h.m);
  Echelon e = echelon_of(f);
  *g = f2_zero(h.n, f.n);
  for (int i = 0; i < h.n; i++)
    if (reduce(&e, h.col[i], &g->col[i]))
      return false;
  return true;
}

bool f2_right_inverse(F2 f, F2 *g) { return f2_factor(f, f2_identity(f.m), g); }

bool f2_quotient(F2 f, F2 g, F2 *rest)
{
  if (g.n > f.n || g.m > f.m)
    return false;
  *rest = f2_outputs(f2_inputs(f, g.n, f.n - g.n), g.m, f.m - g.m);
  return f2_equal(f2_direct_sum(g, *rest), f);
}

/* ---- subspaces ----------------------------------------------------------------------------------- */

F2 f2_basis(F2 f)
{
  Echelon e = echelon_of(f);
  return basis_of(&e, f.m);
}

F2 f2_kernel(F2 f)
{
  Echelon e = {0};
  F2 k = f2_zero(0, f.n);
  for (int i = 0; i < f.n; i++) {
    uint32_t made = 1u << i;
    if (!enter(&e, f.col[i], &made))
      k.col[k.n++] = made;
  }
  return k;
}

bool f2_contains(F2 f, uint32_t y)
{
  uint32_t x;
  return f2_solve(f, y, &x);
}

F2 f2_sum(F2 a, F2 b)
{
  assert(a.m == b.m);
  Echelon e = echelon_of(a);
  for (int i = 0; i < b.n; i++) {
    uint32_t made = 0;
    enter(&e, b.col[i], &made);
  }
  return basis_of(&e, a.m);
}

/* The masks t with an even number of common bits with every vector of a. */
static F2 annihilator(F2 a) { return f2_kernel(f2_transpose(f2_basis(a))); }

F2 f2_intersection(F2 a, F2 b) { return f2_basis(annihilator(f2_sum(annihilator(a), annihilator(b)))); }

/* The columns of b that are no sum of a and of the columns of b before them. */
static F2 beyond(F2 a, F2 b)
{
  Echelon e = echelon_of(a);
  F2 c = f2_zero(0, a.m);
  for (int i = 0; i < b.n; i++) {
    uint32_t made = 0;
    if (enter(&e, b.col[i], &made))
      c.col[c.n++] = b.col[i];
  }
  return c;
}

F2 f2_complement(F2 a) { return beyond(a, f2_identity(a.m)); }

F2 f2_common_complement(F2 a, F2 b)
{
  assert(a.m == b.m && f2_rank(a) == f2_rank(b));
  F2 both = f2_intersection(a, b), e = beyond(both, a), f = beyond(both, b);
  F2 c = f2_complement(f2_sum(a, b));
  for (int i = 0; i < e.n; i++)
    c.col[c.n++] = e.col[i] ^ f.col[i];
  return c;
}
