/* tri.dot and tri.dot_scaled, a tile at a time, in f64.
 *
 * Elements of every type are read as f64, exactly; their products are exact too, but for those of f64. Sums
 * of products of i8 are far below 2^53 and so are exact, whatever the order: taken modulo 2^32 at the end,
 * they are the integers' own. Floats are added to acc in the order of k and rounded once.
 *
 *   64 x 64 of the result, the left factor a row of 64 at a time, the right one 64 x 64 at a time
 *
 * A product in several passes (tf32x3) reads its factors anew in each: h, then l. Scales are powers of two,
 * by which elements are multiplied when they are read. */
#include "Interpreter/decode.h"
#include "Numeric/numeric.h"
#include "tri-c/Ops.h"

#include <string.h>

enum { TILE = 64, STEP = 8, MAX_PASSES = 3, GROUP = 32 /* elements that share a scale */ };
_Static_assert(TILE % STEP == 0, "a tile is whole steps");

/* to[k] := element first + k of a block, k < n. */
typedef void Read(double *to, const void *from, int64_t first, int64_t n);
/* Element first + k of a block := from[k]. */
typedef void Write(void *to, int64_t first, const double *from, int64_t n);

typedef double Tile[TILE][TILE];

typedef struct {
  int64_t batches, m, k, n, groups; /* groups: scales of a row of a or column of b */
  bool b_is_packed;                 /* two elements of a column are a byte */
  int64_t a_row, b_column;          /* elements of a row of a and of a column of b as they are stored */
  int a, b, acc, a_scale, b_scale;  /* operands; -1: none */
  int passes;
  Read *read_a[MAX_PASSES], *read_b[MAX_PASSES], *read_acc;
  Write *write;
} Dot;

/* ---- elements ---- */

/* x to nearest, ties away from zero, in the 10 upper bits of the mantissa (PTX ISA, cvt.rna.tf32.f32). */
static float tf32_of(float x)
{
  uint32_t u = tri_f32_bits(x);
  return x - x == 0 ? tri_f32_of_bits((u + 0x1000) & ~UINT32_C(0x1fff)) : x;
}

/* What tf32 leaves of x, in tf32. */
static float tf32_rest(float x)
{
  float high = tf32_of(x);
  return high - high == 0 ? tf32_of(x - high) : 0;
}

static double e2m1(int bits)
{
  static const double magnitude[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
  return bits & 8 ? -magnitude[bits & 7] : magnitude[bits & 7];
}

/* X(name, E, value of x) */
#define READERS(X)                                                                                           \
  X(I8, int8_t, x)                                                                                           \
  X(U8, uint8_t, x)                                                                                          \
  X(I32, int32_t, x)                                                                                         \
  X(F8E4M3FN, uint8_t, tri_f8e4m3fn_to_f32(x))                                                               \
  X(F8E5M2, uint8_t, tri_f8e5m2_to_f32(x))                                                                   \
  X(F16, uint16_t, tri_f16_to_f32(x))                                                                        \
  X(BF16, uint16_t, tri_bf16_to_f32(x))                                                                      \
  X(F32, float, x)                                                                                           \
  X(F64, double, x)                                                                                          \
  X(HIGH, float, tf32_of(x))                                                                                 \
  X(REST, float, tf32_rest(x))                                                                               \
  X(E2M1_LOW, uint8_t, e2m1(x & 15))                                                                         \
  X(E2M1_HIGH, uint8_t, e2m1(x >> 4))

#define READ(name, E, value)                                                                                 \
  static void read_##name(double *to, const void *from, int64_t first, int64_t n)                            \
  {                                                                                                          \
    const E *p = (const E *)from + first;                                                                    \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const E x = p[k];                                                                                      \
      to[k] = (double)(value);                                                                               \
    }                                                                                                        \
  }
READERS(READ)

/* Two elements to a byte, the first in the low bits. */
static void read_E2M1(double *to, const void *from, int64_t first, int64_t n)
{
  for (int64_t k = 0; k < n; k++)
    to[k] = e2m1(((const uint8_t *)from)[(first + k) / 2] >> (first + k) % 2 * 4 & 15);
}

static Read *reader_of(TriType t, bool is_unsigned)
{
  static Read *const readers[TRI_TYPE_COUNT] = {
      [TRI_I8] = read_I8,         [TRI_I32] = read_I32, [TRI_F8E4M3FN] = read_F8E4M3FN,
      [TRI_F8E5M2] = read_F8E5M2, [TRI_F16] = read_F16, [TRI_BF16] = read_BF16,
      [TRI_F32] = read_F32,       [TRI_F64] = read_F64};
  return is_unsigned ? read_U8 : readers[t];
}

#define WRITE(name, E, value)                                                                                \
  static void write_##name(void *to, int64_t first, const double *from, int64_t n)                           \
  {                                                                                                          \
    E *p = (E *)to + first;                                                                                  \
    for (int64_t k = 0; k < n; k++) {                                                                        \
      const double x = from[k];                                                                              \
      p[k] = value;                                                                                          \
    }                                                                                                        \
  }
WRITE(I32, uint32_t, (uint32_t)(int64_t)x)
WRITE(F16, uint16_t, tri_f64_to_f16(x))
WRITE(F32, float, (float)x)
WRITE(F64, double, x)

static Write *const writers[TRI_TYPE_COUNT] = {
    [TRI_I32] = write_I32, [TRI_F16] = write_F16, [TRI_F32] = write_F32, [TRI_F64] = write_F64};

/* ---- tiles ---- */

/* A part of one matrix product: rows i … i + m - 1 and columns j … j + n - 1 of batch `batch`. */
typedef struct {
  int64_t batch, i, j, m, n;
} Part;

/* The operands' elements; scales are NULL where there are none. */
typedef struct {
  const void *a, *b, *acc;
  const uint8_t *a_scale, *b_scale;
} Factors;

static int64_t at_most(int64_t n) { return n < TILE ? n : TILE; }

/* The number in the format e8m0. */
static double scale_of(uint8_t bits)
{
  return bits == 255 ? (double)NAN : tri_f64_of_bits((uint64_t)(bits - 127 + 1023) << 52);
}

/* n elements of row `row` of all batches of a, from column k on. */
static void read_left(const Dot *d, int pass, const Factors *f, double *to, int64_t row, int64_t k, int64_t n)
{
  d->read_a[pass](to, f->a, row * d->k + k, n);
  for (int64_t l = 0; f->a_scale && l < n; l++)
    to[l] *= scale_of(f->a_scale[row * d->groups + (k + l) / GROUP]);
}

/* n elements of row k of b in the batch, from column j on. */
static void read_right(const Dot *d, int pass, const Factors *f, double *to, int64_t batch, int64_t k,
                       int64_t j, int64_t n)
{
  int64_t row = batch * d->k + k;
  if (d->b_is_packed)
    (row % 2 ? read_E2M1_HIGH : read_E2M1_LOW)(to, f->b, row / 2 * d->n + j, n);
  else
    d->read_b[pass](to, f->b, row * d->n + j, n);
  for (int64_t l = 0; f->b_scale && l < n; l++)
    to[l] *= scale_of(f->b_scale[(batch * d->n + j + l) * d->groups + k / GROUP]);
}

/* c[j] += a[0] b[0][j] + a[1] b[1][j] + …, in this order, for j below n rounded up to whole steps. */
static void add_row(double *restrict c, const double *a, Tile b, int64_t k, int64_t n)
{
  for (int64_t j = 0; j < n; j += STEP) {
    double sum[STEP];
    memcpy(sum, c + j, sizeof sum);
    for (int64_t l = 0; l < k; l++)
      for (int u = 0; u < STEP; u++)
        sum[u] += a[l] * b[l][j + u];
    memcpy(c + j, sum, sizeof sum);
  }
}

static void add_products(const Dot *d, int pass, const Part *p, const Factors *f, Tile c)
{
  Tile right = {{0}};
  double left[TILE];
  for (int64_t k = 0, n; k < d->k; k += n) {
    n = at_most(d->k - k);
    for (int64_t l = 0; l < n; l++)
      read_right(d, pass, f, right[l], p->batch, k + l, p->j, p->n);
    for (int64_t i = 0; i < p->m; i++) {
      read_left(d, pass, f, left, p->batch * d->m + p->i + i, k, n);
      add_row(c[i], left, right, n, p->n);
    }
  }
}

/* -0, to which everything adds exactly, in place of what is not finite, or everywhere. */
static void clear(Tile c, bool keep_finite)
{
  for (int i = 0; i < TILE; i++)
    for (int j = 0; j < TILE; j++)
      c[i][j] = keep_finite && c[i][j] - c[i][j] == 0 ? c[i][j] : -0.0;
}

static void add_acc(const Dot *d, const Part *p, const void *acc, Tile c)
{
  double row[TILE];
  for (int64_t i = 0; i < p->m; i++) {
    d->read_acc(row, acc, (p->batch * d->m + p->i + i) * d->n + p->j, p->n);
    for (int64_t j = 0; j < p->n; j++)
      c[i][j] += row[j];
  }
}

static void multiply(const Dot *d, const Part *p, const Factors *f, void *to)
{
  Tile c;
  clear(c, false);
  for (int pass = 0; pass < d->passes - 1; pass++)
    add_products(d, pass, p, f, c);
  if (d->passes > 1)
    clear(c, true);
  add_acc(d, p, f->acc, c);
  add_products(d, d->passes - 1, p, f, c);
  for (int64_t i = 0; i < p->m; i++)
    d->write(to, (p->batch * d->m + p->i + i) * d->n + p->j, c[i], p->n);
}

/* ---- undefined elements ---- */

static bool any_mark(const uint8_t *marks, int64_t first, int64_t stride, int64_t n)
{
  for (int64_t k = 0; marks && k < n; k++)
    if (marks[first + k * stride])
      return true;
  return false;
}

static void mark_row(uint8_t *marks, int64_t n)
{
  for (int64_t j = 0; j < n; j++)
    marks[j] = 1;
}

static void mark_column(uint8_t *marks, int64_t stride, int64_t m)
{
  for (int64_t i = 0; i < m; i++)
    marks[i * stride] = 1;
}

/* The operands' marks, each NULL where there are none. */
typedef struct {
  const uint8_t *a, *b, *acc, *a_scale, *b_scale;
} Marks;

/* Row i where row i of a or of its scales has a mark, column j where column j of b or its scales have. */
static void mark_products(const Dot *d, const Marks *m, uint8_t *marks)
{
  for (int64_t batch = 0; batch < d->batches; batch++) {
    uint8_t *c = marks + batch * d->m * d->n;
    for (int64_t i = 0, row = batch * d->m; i < d->m; i++, row++)
      if (any_mark(m->a, row * d->a_row, 1, d->a_row) || any_mark(m->a_scale, row * d->groups, 1, d->groups))
        mark_row(c + i * d->n, d->n);
    for (int64_t j = 0; j < d->n; j++)
      if (any_mark(m->b, batch * d->b_column * d->n + j, d->n, d->b_column) ||
          any_mark(m->b_scale, (batch * d->n + j) * d->groups, 1, d->groups))
        mark_column(c + j, d->n, d->m);
  }
}

static void mark_undefined(const Dot *d, const Marks *m, Cell *to, size_t n)
{
  to->undefined = NULL;
  if (!m->a && !m->b && !m->acc && !m->a_scale && !m->b_scale)
    return;
  if (m->acc)
    memcpy(to->marks, m->acc, n);
  else
    memset(to->marks, 0, n);
  mark_products(d, m, to->marks);
  to->undefined = to->marks;
}

/* ---- the ops ---- */

static const void *data_of(const Exec *x, const Inst *i, int operand)
{
  return operand < 0 ? NULL : in_cell(x, i, operand)->data;
}

static const uint8_t *marks_of(const Exec *x, const Inst *i, int operand)
{
  return operand < 0 ? NULL : in_cell(x, i, operand)->undefined;
}

static const Inst *run_dot(Exec *x, const Inst *i)
{
  const Dot *d = i->data;
  Factors f = {data_of(x, i, d->a), data_of(x, i, d->b), data_of(x, i, d->acc), data_of(x, i, d->a_scale),
               data_of(x, i, d->b_scale)};
  Marks m = {marks_of(x, i, d->a), marks_of(x, i, d->b), marks_of(x, i, d->acc), marks_of(x, i, d->a_scale),
             marks_of(x, i, d->b_scale)};
  Cell *to = out_cell(x, i, 0);
  Part p;
  for (p.batch = 0; p.batch < d->batches; p.batch++)
    for (p.j = 0; p.j < d->n; p.j += p.n) {
      p.n = at_most(d->n - p.j);
      for (p.i = 0; p.i < d->m; p.i += p.m) {
        p.m = at_most(d->m - p.i);
        multiply(d, &p, &f, to->data);
      }
    }
  mark_undefined(d, &m, to, (size_t)i->count);
  return i + 1;
}

static TriType element_of(MlirValue v) { return tri_type_kind(tri_type_element(type_of(v))); }

static void add_pass(Dot *d, Read *a, Read *b)
{
  d->read_a[d->passes] = a;
  d->read_b[d->passes++] = b;
}

static void add_passes(Dot *d, MlirOperation op)
{
  switch (tri_dot_precision(op)) {
  case TRI_INPUT_PRECISION_IEEE:
    add_pass(d, reader_of(element_of(tri_dot_a(op)), tri_dot_a_unsigned(op)),
             reader_of(element_of(tri_dot_b(op)), tri_dot_b_unsigned(op)));
    return;
  case TRI_INPUT_PRECISION_TF32X3:
    add_pass(d, read_REST, read_HIGH);
    add_pass(d, read_HIGH, read_REST);
    add_pass(d, read_HIGH, read_HIGH);
    return;
  case TRI_INPUT_PRECISION_TF32:
    add_pass(d, read_HIGH, read_HIGH);
    return;
  }
}

/* What both ops have in common: the extents, and acc. */
static Dot *new_dot(Decoder *d, Shape a, Shape b, MlirValue acc)
{
  Dot *dot = arena_new(d->a, Dot);
  *dot = (Dot){.batches = a.rank == 3 ? a.dim[0] : 1,
               .m = a.dim[a.rank - 2],
               .k = a.dim[a.rank - 1],
               .n = b.dim[b.rank - 1],
               .a_row = a.dim[a.rank - 1],
               .b_column = b.dim[b.rank - 2],
               .b = 1,
               .acc = 2,
               .a_scale = -1,
               .b_scale = -1,
               .read_acc = reader_of(element_of(acc), false),
               .write = writers[element_of(acc)]};
  return dot;
}

bool decode_tri_dot(Decoder *d, MlirOperation op)
{
  MlirValue a = tri_dot_a(op), b = tri_dot_b(op), acc = tri_dot_acc(op);
  Dot *dot = new_dot(d, shape_of_type(type_of(a)), shape_of_type(type_of(b)), acc);
  add_passes(dot, op);
  return emit_inst(d, op, run_dot, dot);
}

bool decode_dot_scaled(Decoder *d, MlirOperation op)
{
  MlirValue a = tri_dot_scaled_a(op), b = tri_dot_scaled_b(op), acc = tri_dot_scaled_acc(op);
  bool a_is_packed = element_of(a) == TRI_I8, b_is_packed = element_of(b) == TRI_I8;
  bool a_scaled = !is_null(tri_dot_scaled_a_scale(op)), b_scaled = !is_null(tri_dot_scaled_b_scale(op));
  Dot *dot = new_dot(d, shape_of_type(type_of(a)), shape_of_type(type_of(b)), acc);
  dot->k *= a_is_packed ? 2 : 1;
  dot->groups = (dot->k + GROUP - 1) / GROUP;
  dot->b_is_packed = b_is_packed;
  dot->a_scale = a_scaled ? 3 : -1;
  dot->b_scale = b_scaled ? 3 + a_scaled : -1;
  add_pass(dot, a_is_packed ? read_E2M1 : reader_of(element_of(a), false), reader_of(element_of(b), false));
  return emit_inst(d, op, run_dot, dot);
}
