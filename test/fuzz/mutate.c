/* Mutations that keep MLIR text nearly valid: by tokens and lines instead of bytes.
 *
 *   %a = arith.addi %x, %y : tensor<1024xi32>
 *
 * A token is a name with its sigil, a word, or a number; an extent is a number followed by x. A token is
 * exchanged for one of its family (add for sub, f16 for f32), for another of its kind in the same text, or
 * for a number of interest; here or everywhere, so that types stay in agreement. Lines are copied under a new
 * result name, moved, dropped, exchanged. One mutation in eight is libFuzzer's own, on bytes. */
#include "fuzz.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT = 1 << 16, MAX_TOKENS = 1 << 14, MAX_LINES = 1 << 12 };

typedef struct {
  const char *at;
  size_t n;
} Piece;

static char text[MAX_TEXT], made[MAX_TEXT];
static size_t text_n, made_n;
static Piece tokens[MAX_TOKENS], lines[MAX_LINES];
static size_t n_tokens, n_lines;
static unsigned long long state;

static size_t below(size_t n)
{
  state ^= state << 13; /* xorshift64, Marsaglia 2003 */
  state ^= state >> 7;
  state ^= state << 17;
  return n ? (size_t)(state % n) : 0;
}

/* ---- families ---- */

static const char *const families[][40] = {
    {"f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "i1", "i8", "i16", "i32", "i64", "index"},
    {"arith.addi",           "arith.subi",           "arith.muli",
     "arith.divsi",          "arith.divui",          "arith.remsi",
     "arith.remui",          "arith.andi",           "arith.ori",
     "arith.xori",           "arith.shli",           "arith.shrsi",
     "arith.shrui",          "arith.maxsi",          "arith.minsi",
     "arith.maxui",          "arith.minui",          "arith.ceildivsi",
     "arith.ceildivui",      "arith.floordivsi",     "arith.mulsi_extended",
     "arith.addui_extended", "arith.mului_extended", "math.ipowi"},
    {"arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.remf", "arith.maximumf", "arith.minimumf",
     "arith.maxnumf", "arith.minnumf", "math.copysign", "math.powf", "math.atan2", "math.fpowi"},
    {"arith.negf", "math.absf",  "math.sqrt",  "math.rsqrt", "math.exp",   "math.exp2",    "math.log",
     "math.log2",  "math.log10", "math.log1p", "math.expm1", "math.sin",   "math.cos",     "math.tan",
     "math.tanh",  "math.erf",   "math.floor", "math.ceil",  "math.trunc", "math.round",   "math.roundeven",
     "math.cbrt",  "math.sinh",  "math.acos",  "math.isnan", "math.isinf", "math.isfinite"},
    {"math.absi", "math.ctlz", "math.cttz", "math.ctpop"},
    {"arith.extsi", "arith.extui", "arith.trunci", "arith.sitofp", "arith.uitofp", "arith.fptosi",
     "arith.fptoui", "arith.extf", "arith.truncf", "arith.bitcast", "arith.index_cast", "arith.index_castui"},
    {"slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne"},
    {"oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno",
     "true"},
    {"ca", "cg", "cs", "cv", "wb", "wt"},
    {"first", "normal", "last"},
    {"x", "y", "z"},
    {"scf.for", "scf.while", "scf.if", "scf.condition", "scf.yield", "scf.execute_region",
     "scf.index_switch"},
    {"tri.load", "tri.store", "tri.addptr", "tri.splat", "tri.range", "tri.broadcast", "tri.expand_dims",
     "tri.program_id", "tri.num_programs", "tri.convert_layout", "arith.select", "math.fma", "ub.poison"},
    {"tri.reshape", "tri.broadcast", "tri.bitcast", "tri.fp_cast", "tri.ptr_to_int", "tri.int_to_ptr",
     "tri.convert_layout", "tri.histogram", "tri.transpose", "tri.join", "tri.split", "tri.cat"},
    {"tri.reduce", "tri.scan", "tri.map"},
    {"tri.atomic_rmw", "tri.atomic_cas", "tri.store", "tri.load"},
    {"tri.desc_load", "tri.desc_store", "tri.desc_reduce", "tri.desc_gather", "tri.desc_scatter",
     "tri.make_desc"},
    {"tri.dot", "tri.dot_scaled", "tri.gather", "tri.clamp", "tri.mulhi"},
    {"tri.print", "tri.assert", "tri.assume", "cf.assert"},
    {"add", "fadd", "mul", "min", "max", "umin", "umax", "minimum", "maximum", "and", "or", "xor", "exch"},
    {"relaxed", "acquire", "release", "acq_rel"},
    {"cta", "gpu", "sys"},
    {"ieee", "tf32", "tf32x3", "rtne", "rtz", "signed", "unsigned"},
    {"reorder", "reverse", "saturate", "propagate_nan", "pure", "hex", "volatile", "pad"},
    {"where", "else", "at", "to", "axis", "order", "rounding", "precision", "by", "from", "shape", "strides"},
    {"contract", "fast", "nnan", "ninf", "nsz", "arcp", "afn", "reassoc", "nsw", "nuw", "none"},
    {"to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"},
    {"tri.kernel", "tri.grid", "tri.num_warps", "tri.num_stages", "tri.num_ctas", "tri.max_registers",
     "tri.divisibility", "tri.arg", "tri.noalias", "tri.name"},
    {"tensor", "vector", "memref", "tuple"},
    {"dense", "dense_resource", "sparse", "array"},
};
enum { FAMILIES = sizeof families / sizeof *families };

static const char *const numbers[] = {"0",
                                      "1",
                                      "-1",
                                      "2",
                                      "3",
                                      "4",
                                      "7",
                                      "8",
                                      "15",
                                      "16",
                                      "31",
                                      "32",
                                      "33",
                                      "64",
                                      "63",
                                      "128",
                                      "255",
                                      "256",
                                      "1023",
                                      "1024",
                                      "4096",
                                      "65",
                                      "127",
                                      "-128",
                                      "32767",
                                      "65535",
                                      "65536",
                                      "1048576",
                                      "2147483647",
                                      "-2147483648",
                                      "4294967296",
                                      "9223372036854775807",
                                      "-9223372036854775808",
                                      "18446744073709551616",
                                      "1.0",
                                      "0.5",
                                      "-0.0",
                                      "1.0e+38",
                                      "0x7F800000",
                                      "0x7FC00000"};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* ---- pieces ---- */

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$'; }

static size_t token_at(const char *s, size_t n)
{
  size_t i = strchr("%#!@", *s) || (*s == '-' && n > 1) ? 1 : 0;
  if (i < n && isdigit((unsigned char)s[i])) {
    while (i < n && (isdigit((unsigned char)s[i]) || s[i] == '.'))
      i++;
    return i;
  }
  size_t first = i;
  while (i < n && is_name(s[i]))
    i++;
  return i == first ? 0 : i;
}

static void find_tokens(void)
{
  n_tokens = 0;
  for (size_t i = 0; i < text_n && n_tokens < MAX_TOKENS;) {
    bool extent = i && text[i] == 'x' && isdigit((unsigned char)text[i - 1]);
    size_t n = extent || !text[i] ? 0 : token_at(text + i, text_n - i);
    if (n)
      tokens[n_tokens++] = (Piece){text + i, n};
    i += n ? n : 1;
  }
}

static void find_lines(void)
{
  n_lines = 0;
  for (size_t i = 0; i < text_n && n_lines < MAX_LINES;) {
    const char *end = memchr(text + i, '\n', text_n - i);
    size_t n = end ? (size_t)(end - text) - i + 1 : text_n - i;
    lines[n_lines++] = (Piece){text + i, n};
    i += n;
  }
}

static void put(const char *s, size_t n)
{
  n = made_n + n > MAX_TEXT ? MAX_TEXT - made_n : n;
  memcpy(made + made_n, s, n);
  made_n += n;
}

static bool is_same(Piece a, Piece b) { return a.n == b.n && !memcmp(a.at, b.at, a.n); }
static Piece piece(const char *s) { return (Piece){s, strlen(s)}; }

/* ---- tokens ---- */

typedef enum { SSA, ALIAS, SYMBOL, NUMBER, WORD } Kind;

static Kind kind_of(Piece t)
{
  char c = t.at[0];
  return c == '%'                                             ? SSA
         : c == '#' || c == '!'                               ? ALIAS
         : c == '@'                                           ? SYMBOL
         : isdigit((unsigned char)c) || (c == '-' && t.n > 1) ? NUMBER
                                                              : WORD;
}

static bool from_family(Piece t, Piece *with)
{
  size_t start = below(FAMILIES);
  for (size_t k = 0; k < FAMILIES; k++) {
    const char *const *f = families[(start + k) % FAMILIES];
    size_t n = 0;
    bool member = false;
    for (; f[n]; n++)
      member |= is_same(piece(f[n]), t);
    if (member) {
      *with = piece(f[below(n)]);
      return true;
    }
  }
  return false;
}

/* Another token of the text of this kind. */
static Piece from_text(Piece t)
{
  for (int tries = 0; tries < 20; tries++) {
    Piece p = tokens[below(n_tokens)];
    if (kind_of(p) == kind_of(t) && !is_same(p, t))
      return p;
  }
  return t;
}

static Piece replacement(Piece t)
{
  Piece p;
  if (kind_of(t) == NUMBER && below(4))
    return piece(numbers[below(NUMBERS)]);
  if (kind_of(t) == WORD && below(4) && from_family(t, &p))
    return p;
  return from_text(t);
}

static void replace_token(bool everywhere)
{
  find_tokens();
  if (!n_tokens)
    return;
  size_t which = below(n_tokens);
  Piece old = tokens[which], new = replacement(old);
  const char *done = text;
  for (size_t i = 0; i < n_tokens; i++)
    if (i == which || (everywhere && is_same(tokens[i], old))) {
      put(done, (size_t)(tokens[i].at - done));
      put(new.at, new.n);
      done = tokens[i].at + old.n;
    }
  put(done, (size_t)(text + text_n - done));
}

/* ---- lines ---- */

static void put_lines(size_t from, size_t to)
{
  for (size_t i = from; i < to && i < n_lines; i++)
    put(lines[i].at, lines[i].n);
}

/* The line with its result under a new name. */
static void put_renamed(Piece line)
{
  const char *percent = memchr(line.at, '%', line.n), *equals = memchr(line.at, '=', line.n);
  if (!percent || !equals || percent > equals) {
    put(line.at, line.n);
    return;
  }
  char name[24];
  int n = snprintf(name, sizeof name, "%%f%zu ", below(100000));
  put(line.at, (size_t)(percent - line.at));
  put(name, (size_t)n);
  put(equals, line.n - (size_t)(equals - line.at));
}

static void change_lines(void)
{
  find_lines();
  size_t a = below(n_lines), b = below(n_lines + 1), n = 1 + (below(4) ? 0 : below(4));
  switch (below(4)) {
  case 0:
    put_lines(0, a);
    put_lines(a + n, n_lines);
    break;
  case 1:
    put_lines(0, b);
    for (size_t i = a; i < a + n && i < n_lines; i++)
      put_renamed(lines[i]);
    put_lines(b, n_lines);
    break;
  case 2:
    b = b > a ? a : b;
    put_lines(0, b);
    put_lines(a, a + n);
    put_lines(b, a);
    put_lines(a + n, n_lines);
    break;
  default:
    put_lines(0, n_lines);
    break;
  }
}

/* ---- libFuzzer's hooks ---- */

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
  state = seed * 0x9E3779B97F4A7C15u + 1;
  if (size == 0 || size > MAX_TEXT || below(8) == 0)
    return LLVMFuzzerMutate(data, size, max_size);
  memcpy(text, data, size);
  text_n = size;
  for (size_t steps = 1 + below(3); steps; steps--) {
    made_n = 0;
    if (below(3))
      replace_token(below(3) > 0);
    else
      change_lines();
    if (made_n == 0)
      break;
    memcpy(text, made, made_n);
    text_n = made_n;
  }
  size_t n = text_n < max_size ? text_n : max_size;
  memcpy(data, text, n);
  return n;
}

/* Some lines of b within a. */
size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                                 uint8_t *out, size_t max_size, unsigned seed)
{
  state = seed * 0x9E3779B97F4A7C15u + 1;
  if (a_size == 0 || b_size == 0 || a_size > MAX_TEXT || b_size > MAX_TEXT)
    return 0;
  static Piece kept[MAX_LINES];
  static char first[MAX_TEXT];
  memcpy(first, a, a_size);
  memcpy(text, a, a_size);
  text_n = a_size;
  find_lines();
  size_t n_kept = n_lines, at = below(n_lines + 1);
  for (size_t i = 0; i < n_lines; i++)
    kept[i] = (Piece){first + (lines[i].at - text), lines[i].n};
  memcpy(text, b, b_size);
  text_n = b_size;
  find_lines();
  size_t from = below(n_lines), n = 1 + below(6);
  made_n = 0;
  for (size_t i = 0; i < at; i++)
    put(kept[i].at, kept[i].n);
  put_lines(from, from + n);
  for (size_t i = at; i < n_kept; i++)
    put(kept[i].at, kept[i].n);
  size_t size = made_n < max_size ? made_n : max_size;
  memcpy(out, made, size);
  return size;
}
