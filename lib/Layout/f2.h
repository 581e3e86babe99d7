/* F2: linear maps on bits.
 *
 * A map takes n bits to m bits and respects exclusive or: f(x ^ y) = f(x) ^ f(y). So it is known by the
 * images of single bits, its columns, and applying it is the xor of the columns that x selects:
 *
 *   f = {n = 3, m = 2, col = {01, 10, 11}}      f(101) = 01 ^ 11 = 10
 *
 * The third column is the xor of the first two, so f has rank 2: it reaches all four values (it is onto) and
 * each of them twice (x and x ^ 111; its kernel is {000, 111}). The right inverse picks the smaller one:
 * g(11) = 011, not 100.
 *
 * Why matrices: "which thread owns element (i, j)", "which bank is that in", "where does this register go"
 * are all of this kind on GPUs, where tiles and thread counts are powers of two. What used to be a class with
 * fifty methods becomes a value, and each question below is one function with its law.
 *
 * A subspace is written as a map, too: the one whose columns generate it ("the image of a").
 *
 * Invariant: 0 <= n, m <= 32; col[i] < 2^m for i < n; col[i] = 0 beyond, so equal maps have equal bytes. */
#ifndef TRI_LAYOUT_F2_H
#define TRI_LAYOUT_F2_H

#include <stdbool.h>
#include <stdint.h>

enum { F2_MAX = 32 };

typedef struct {
  int n, m;             /* bits in, bits out */
  uint32_t col[F2_MAX]; /* col[i]: the image of bit i */
} F2;

/* ---- maps ---------------------------------------------------------------------------------------- */

/* x -> 0. */
F2 f2_zero(int n, int m);

/* x -> x. */
F2 f2_identity(int n);

/* The map with these columns. */
F2 f2_of_columns(int n, int m, const uint32_t *col);

/* post: f2_apply(f, x ^ y) == f2_apply(f, x) ^ f2_apply(f, y);  f2_apply(f, 1u << i) == f.col[i] */
static inline uint32_t f2_apply(const F2 *f, uint32_t x)
{
  uint32_t y = 0;
  for (; x; x &= x - 1)
    y ^= f->col[__builtin_ctz(x)];
  return y;
}

/* post: true iff f and g have the same sizes and the same value everywhere */
bool f2_equal(F2 f, F2 g);

/* g after f;
 * pre: f.m == g.n.
 * post: f2_apply(&h, x) == f2_apply(&g, f2_apply(&f, x)) for all x */
F2 f2_compose(F2 g, F2 f);

/* post: f2_apply(&h, x) == (f2_apply(&f, x) ^ f2_apply(&g, x));
 * pre: of one size */
F2 f2_xor(F2 f, F2 g);

/* f ⊕ g: side by side without touching, f in the low bits of both ends.
 * post: f2_apply(&h, x | y << f.n) == (f2_apply(&f, x) | f2_apply(&g, y) << f.m) */
F2 f2_direct_sum(F2 f, F2 g);

/* [f g]: two inputs, one output;
 * pre: f.m == g.m.
 * post: f2_apply(&h, x | y << f.n) == (f2_apply(&f, x) ^ f2_apply(&g, y)) */
F2 f2_beside(F2 f, F2 g);

/* `count` inputs of f from `first` on.
 * post: col[i] == f.col[first + i] */
F2 f2_inputs(F2 f, int first, int count);

/* `count` outputs of f from `first` on.
 * post: f2_apply(&h, x) == the bits first … first + count - 1 of f2_apply(&f, x) */
F2 f2_outputs(F2 f, int first, int count);

/* post: bit j of t.col[i] == bit i of f.col[j] */
F2 f2_transpose(F2 f);

/* ---- rank and inverses --------------------------------------------------------------------------- */

/* The inputs that add something: bit i is set iff col[i] is not a sum of columns before it. The other inputs
 * are free: what they do, lower ones can do. */
uint32_t f2_pivots(F2 f);

/* The dimension of the image.
 * post: == popcount(f2_pivots(f)) == f2_rank(f2_transpose(f)) */
int f2_rank(F2 f);

/* post: true iff f2_apply(&f, x) == f2_apply(&f, y) only for x == y */
bool f2_is_injective(F2 f);

/* post: true iff every y < 2^m is f2_apply(&f, x) of some x */
bool f2_is_onto(F2 f);

/* The smallest x with f(x) == y (as an integer: high bits are avoided before low ones, free inputs are 0);
 * false if there is none. The smallest solutions are linear in y. */
bool f2_solve(F2 f, uint32_t y, uint32_t *x);

/* post: true iff f is onto; then f2_compose(f, *g) is the identity and f2_apply(g, y) is the smallest x with
 * f(x) == y. Where f is also injective, *g is the inverse. */
bool f2_right_inverse(F2 f, F2 *g);

/* Solves f ∘ g = h for g, with the smallest values;
 * pre: f.m == h.m.
 * post: true iff the image of h lies in the image of f; then f2_compose(f, *g) equals h */
bool f2_factor(F2 f, F2 h, F2 *g);

/* Is f = g ⊕ rest?
 * post: true iff there is such a rest; then f2_direct_sum(g, *rest) equals f */
bool f2_quotient(F2 f, F2 g, F2 *rest);

/* ---- subspaces ----------------------------------------------------------------------------------- */

/* The reduced basis of the image: sorted by the lowest bit of each vector, which no other vector has.
 * post: equal for f and g iff their images are equal; if the units 1, 2, …, 2^(k-1) lie in the image they
 * are the first k columns */
F2 f2_basis(F2 f);

/* A basis of {x : f(x) == 0}.
 * post: n - rank columns, independent, f2_apply(&f, each) == 0 */
F2 f2_kernel(F2 f);

/* post: true iff y is in the image of f */
bool f2_contains(F2 f, uint32_t y);

/* Basis of {a ^ b}.
 * post: contains x iff x = a ^ b with a, b in the two images */
F2 f2_sum(F2 a, F2 b);

/* Basis of what lies in both.
 * post: contains x iff both contain x */
F2 f2_intersection(F2 a, F2 b);

/* Units that complete a to the whole space, lowest first.
 * post: m - rank columns; f2_rank(f2_sum(a, c)) == m */
F2 f2_complement(F2 a);

/* A space that avoids both: its sum with a, and with b, is direct and is everything.
 * pre: a and b have equal rank. With a = b ∩ a + {e_i}, b = b ∩ a + {f_i} it is spanned by e_i ^ f_i and a
 * complement of a + b.
 * post: f2_rank(a) + c.n == m; f2_rank(f2_sum(a, c)) == f2_rank(f2_sum(b, c)) == m */
F2 f2_common_complement(F2 a, F2 b);

#endif
