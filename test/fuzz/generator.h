/* The state of a kernel being generated, and the verbs with which statements are made.
 *
 * A pool of values: %v0, %v1, … of a type each, scalars or blocks. A statement takes operands from the pool,
 * or makes some, and adds its results; what a region adds is gone after it. One shape is at home in a kernel:
 * most blocks have it.
 *
 *   int a = value(g, t), b = value(g, t);
 *   add(g, op(g, "arith.addi %%v%d, %%v%d : %s", a, b, spelled(t).at), t);
 *
 * A value with a guard, an i1 of its shape, is undefined where the guard is false. Elementwise ops take such
 * operands and give such results; everywhere else a value is settled: another is selected where it is
 * undefined. */
#ifndef TRI_TEST_FUZZ_GENERATOR_H
#define TRI_TEST_FUZZ_GENERATOR_H

#include "generate.h"

typedef enum { I1, I8, I16, I32, I64, F16, BF16, F32, F64, F8A, F8B, ELEMENTS } Element;

/* SLICE elements of each buffer belong to a program, and so many at its end to nobody: they are only read. */
enum { MAX_AXES = 8, MAX_VALUES = 500, MAX_COUNT = 1024, SLICE = 1024, MAX_DEPTH = 3 };

typedef struct {
  Element element;
  int rank; /* 0 of a scalar */
  int dim[MAX_AXES];
} Type;

typedef struct {
  int id;
  Type type;
  int guard; /* number of a value; 0: defined everywhere */
} Value;

typedef struct {
  const GenerateOptions *options;
  const uint8_t *bytes;
  size_t left;
  char *text; /* of the function being written */
  size_t n, max;
  char *helpers; /* functions that are done */
  size_t n_helpers;
  bool is_full; /* something was left out */
  Type home;
  int next; /* number of the next value */
  int n_functions;
  Value values[MAX_VALUES];
  int first, n_values; /* values of this function: [first, n_values) */
  Value indices[MAX_VALUES];
  int first_index, n_indices;
  int statements, depth;
  bool faults;
  bool of_scalars; /* in a region of scalars: no blocks, no memory, no calls */
  bool in_helper;
} Generator;

/* ---- choices and text ---- */

/* 0 … n − 1; 0 at the end of the input. */
unsigned pick(Generator *g, unsigned n);
void say(Generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The line "%vN = …"; gives N. */
int op(Generator *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
int fresh(Generator *g);
bool may_use(const Generator *g, const char *name);

/* ---- types ---- */

typedef struct {
  char at[128];
} Name;

extern const char *const element_names[ELEMENTS];
extern const int element_bits[ELEMENTS]; /* of i1: 1 */

static inline bool is_float(Element e) { return e >= F16; }
static inline bool is_integer(Element e) { return e >= I8 && e <= I64; }
static inline bool is_arithmetic_float(Element e) { return e >= F16 && e <= F64; }
int bytes_of(Element e);
Name dims(Type t);            /* "4x8x" */
Name spelled(Type t);         /* "tensor<4x8xf32>", "f32" */
Name pointer_spelled(Type t); /* "tensor<4x8x!tri.ptr<f32>>", "!tri.ptr<f32>" */
Type scalar(Element e);
Type with(Type t, Element e); /* t with other elements */
Type line_of(Element e, int n);
int count_of(Type t);
bool same_type(Type a, Type b);
bool same_shape(Type a, Type b);

/* An extent from 1 to most; a power of two where the kernel is compiled. */
int any_extent(Generator *g, int most);
Type any_shape(Generator *g);
Type any_type(Generator *g);
/* Of elements that fit; more often than not one that is in the pool. */
Type some_type(Generator *g, bool (*fits)(Element));

/* ---- values ---- */

int add(Generator *g, int id, Type t);
int add_guarded(Generator *g, int id, Type t, int guard);
/* A value of the type from the pool, or a new one; settled. */
int value(Generator *g, Type t);
/* The same with any guard that agrees with *guard, which becomes the one of both. */
int operand(Generator *g, Type t, int *guard);
/* A block of the pool, settled, with its type. */
Value some_block(Generator *g);
int any_constant(Generator *g, Type t);
int number(Generator *g, Type t, long long n); /* n everywhere; not in the pool */
/* An i1 for masks. */
int mask(Generator *g, Type t);
/* number a % m: from 0 to m − 1 as signed numbers, of an integer type that can hold m. */
int limited(Generator *g, int id, Type t, int m);

/* The row-major number of each element, of i32. */
int index_of(Generator *g, Type t);
int loaded(Generator *g, Type t);
void store_at(Generator *g, int v, Type t, int from);

/* ---- statements ---- */

typedef void Statement(Generator *g);
Statement make_integer_op, make_bool_op, make_guarded_op, make_float_op, make_compare, make_choose, make_cast,
    make_special_cast, make_multiply_high, make_clamp, make_undefined_op;
Statement make_load, make_store, make_tail_load, make_scalar_memory, make_atomic, make_distance;
Statement make_splat, make_range, make_program, make_reshape, make_transpose, make_expand, make_broadcast,
    make_join, make_split, make_cat, make_gather, make_histogram, make_dot;
Statement make_reduce, make_scan, make_map;
Statement make_descriptor;
Statement make_branch, make_loop, make_while_loop, make_call, make_print, make_claim, make_fault;

void statement(Generator *g);
void statements(Generator *g, unsigned n);

/* What a function begins with: where its program's slice is. */
void prologue(Generator *g);
/* The parameters that every function has. */
void buffer_parameters(Generator *g, bool of_kernel);

#endif
