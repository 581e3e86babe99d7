/* Generated kernels on the reference interpreter, as they are and simplified (simplify.h): they print the
 * same, leave the same bits, NaN by class, and end with the same fault or none.
 *
 *   differential [--first SEED] [--count N] [--bytes N] [--plant | --sim | --cuda] [--print]
 *
 * With --sim, kernels that can be compiled on the reference interpreter and on the simulator; with --cuda, on
 * a GPU (agree.h).
 * --bytes says how long they are, 0: short, longer or shorter by the seed.
 *
 * A fault that was of an op which is no longer there is no difference: an op whose result nobody needs may be
 * left out, its fault with it (docs/semantics.md). --plant tests the test: it swaps the operands of an op in
 * each simplified kernel, where that matters, and fails unless one swap in three is found. --print prints the
 * kernels. Exit code 1 after a difference, which is printed with the kernel and its seed. */
#include "Dialect/kernel.h"
#include "Interpreter/interpreter.h"
#include "Runtime/runtime.h"
#include "Support/ir.h"
#include "agree.h"
#include "generate.h"
#include "inputs.h"
#include "simplify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KERNEL_BYTES = 800, MAX_TEXT = 1 << 20, MAX_STEPS = 1 << 24, KERNELS_OF_A_COMPILER = 50 };

typedef struct {
  unsigned long long first, count;
  size_t bytes; /* that choose a kernel; 0: few, more or less by the seed */
  bool plant, sim, print;
  TriTarget target; /* with sim: where compiled code runs */
} Options;

/* BAD: the generator's fault, or a pass's. */
typedef enum { SAME, DIFFERENT, BAD, UNPLANTED } Outcome;

typedef struct {
  bool ran;
  InterpreterFault fault;
} Result;

/* ---- running ---- */

static bool execute(MlirOperation func, const TriKernel *k, Inputs *in, Result *r)
{
  Interpreter *program = interpreter_new(func);
  if (!program)
    return false;
  fill_inputs(k, in);
  r->ran = interpret_inputs(program, k, in, MAX_STEPS, &r->fault);
  interpreter_free(program);
  return true;
}

static MlirOperation kernel_in(MlirOperation module)
{
  foreach_op(op, body_of(module))
  {
    if (is_kernel(op))
      return op;
  }
  return (MlirOperation){NULL};
}

/* ---- faults ---- */

/* "generated.mlir:3:7" of the message. */
static size_t place_length(const char *message)
{
  size_t n = strcspn(message, " ");
  return n && message[n - 1] == ':' ? n - 1 : n;
}

typedef struct {
  const char *place;
  size_t n;
  const char *name; /* of the op; NULL: any */
  bool found;
} Search;

static void find_place(MlirOperation op, void *data)
{
  Search *s = data;
  Arena a = {0};
  const char *at = loc_text(&a, loc_of(op));
  s->found |= !strncmp(at, s->place, s->n) && (at[s->n] == '\0' || at[s->n] == ' ') &&
              (!s->name || is_op(op, s->name));
  arena_free(&a);
}

/* What folds upstream do with a fault: see README.md. */
static const char *folded_with_its_fault(const char *message)
{
  static const char name[] = "arith.floordivsi";
  return strstr(message, name) && strstr(message, "divides by zero") ? name : NULL;
}

static bool still_has(MlirOperation module, const char *message)
{
  Search s = {message, place_length(message), folded_with_its_fault(message), false};
  walk(module, find_place, &s);
  return s.found;
}

/* The message without who called the function, and without where undefined elements came from. */
static void bare(const char *message, char *out, size_t max)
{
  size_t n = 0;
  const char *end = strstr(message, "; the last op");
  for (const char *c = message; *c && c != end && n + 1 < max; c++) {
    const char *called = strncmp(c, " (called from ", 14) ? NULL : strchr(c, ')');
    if (called)
      c = called;
    else
      out[n++] = *c;
  }
  out[n] = '\0';
}

static bool same_fault(const char *a, const char *b)
{
  char x[1024], y[1024];
  bare(a, x, sizeof x);
  bare(b, y, sizeof y);
  return strcmp(x, y) == 0;
}

/* ---- comparing ---- */

typedef struct {
  Result result[2]; /* as it is, and simplified */
  Inputs in[2];     /* what each left */
} Runs;

static Outcome compare_faults(MlirOperation simple, const Result *before, const Result *after, char text[512])
{
  if (strstr(before->fault.message, "undefined")) {
    snprintf(text, 512, "an undefined element matters: %.400s", before->fault.message);
    return BAD;
  }
  if (!still_has(simple, before->fault.message) ||
      (!after->ran && same_fault(before->fault.message, after->fault.message)))
    return SAME;
  snprintf(text, 512, "before: %.220s\nafter:  %.220s", before->fault.message,
           after->ran ? "no fault" : after->fault.message);
  return DIFFERENT;
}

static Outcome compare(const TriKernel *k, MlirOperation simple, const Runs *r, char text[512])
{
  const Result *before = &r->result[0], *after = &r->result[1];
  if (!before->ran)
    return compare_faults(simple, before, after, text);
  if (!after->ran) {
    snprintf(text, 512, "only once simplified: %.400s", after->fault.message);
    return DIFFERENT;
  }
  if (r->in[0].printed != r->in[1].printed) {
    snprintf(text, 512, "what is printed differs");
    return DIFFERENT;
  }
  return describe_difference(k, &r->in[0], &r->in[1], text) ? DIFFERENT : SAME;
}

/* ---- a wrong fold ---- */

static const char *const not_commutative[] = {"arith.subi",  "arith.subf",  "arith.divf",
                                              "arith.shli",  "arith.shrui", "math.copysign",
                                              "arith.divui", "arith.remsi", "arith.ceildivsi"};

typedef struct {
  MlirOperation last;
} Plant;

static void find_plant(MlirOperation op, void *data)
{
  for (size_t i = 0; i < sizeof not_commutative / sizeof *not_commutative; i++)
    if (is_op(op, not_commutative[i]) && !same(operand(op, 0), operand(op, 1)))
      ((Plant *)data)->last = op;
}

static bool plant(MlirOperation module)
{
  Plant p = {{NULL}};
  walk(module, find_plant, &p);
  if (is_null(p.last))
    return false;
  MlirValue a = operand(p.last, 0);
  mlirOperationSetOperand(p.last, 0, operand(p.last, 1));
  mlirOperationSetOperand(p.last, 1, a);
  return true;
}

/* ---- a seed ---- */

/* Both on the same memory, so that addresses are the same. */
static Outcome run_both(MlirOperation simple, const TriKernel *k, Runs *r, char text[512])
{
  if (!execute(k->func, k, &r->in[0], &r->result[0])) {
    snprintf(text, 512, "cannot be executed");
    return BAD;
  }
  copy_inputs(&r->in[1], &r->in[0]);
  if (!execute(kernel_in(simple), k, &r->in[0], &r->result[1])) {
    snprintf(text, 512, "cannot be executed once simplified");
    return BAD;
  }
  Inputs after = r->in[0];
  r->in[0] = r->in[1];
  r->in[1] = after;
  return compare(k, simple, r, text);
}

static Outcome run_module(const Options *o, TriModule *m, char text[512])
{
  const TriKernel *k = tri_module_kernel_at(m, 0);
  MlirOperation simple = mlirOperationClone(mlirModuleGetOperation(m->ir));
  Outcome outcome = BAD;
  Runs r;
  if (!simplify(simple))
    snprintf(text, 512, "cannot be simplified");
  else if (o->plant && !plant(simple))
    outcome = UNPLANTED;
  else if (make_inputs(k, GENERATED_BUFFER_BYTES, &r.in[0])) {
    make_inputs(k, GENERATED_BUFFER_BYTES, &r.in[1]);
    outcome = run_both(simple, k, &r, text);
    free_inputs(&r.in[0]);
    free_inputs(&r.in[1]);
  }
  mlirOperationDestroy(simple);
  return outcome;
}

static Outcome run_compiled(const Options *o, TriCompiler *c, TriModule *m, char text[AGREE_TEXT])
{
  TriKernel *k = tri_module_kernel_at(m, 0);
  if (tri_kernel_text(k, NULL, TRI_STAGE_PTX))
    return agrees(c, k, o->target, text) ? SAME : DIFFERENT;
  snprintf(text, AGREE_TEXT, "%.1000s", tri_error(c));
  return BAD;
}

static size_t bytes_of_seed(const Options *o, unsigned long long seed)
{
  enum { FEWEST = 16, STEP = 8, STEPS = 16 };
  return o->bytes ? o->bytes : FEWEST + STEP * (size_t)(seed % STEPS);
}

static Outcome run_seed(const Options *o, TriCompiler *c, unsigned long long seed)
{
  static char text[MAX_TEXT];
  uint8_t bytes[KERNEL_BYTES];
  char said[AGREE_TEXT] = "";
  GenerateOptions kernels = {.faults = !o->sim, .compiled = o->sim, .may_use = o->sim ? compiles_op : NULL};
  size_t n_bytes = bytes_of_seed(o, seed);
  generate_bytes(seed, bytes, n_bytes);
  size_t n = generate_kernel(&kernels, bytes, n_bytes, text, sizeof text);
  if (o->print)
    printf("// seed %llu\n%.*s", seed, (int)n, text);
  TriModule *m = tri_module_parse(c, text, n, "generated.mlir", NULL, 0);
  Outcome outcome = !m ? BAD : o->sim ? run_compiled(o, c, m, said) : run_module(o, m, said);
  if (!m)
    snprintf(said, sizeof said, "%.500s", tri_error(c));
  if (outcome == BAD || (outcome == DIFFERENT && !o->plant))
    printf("%sseed %llu: %s\n", o->print ? "" : text, seed, said);
  return outcome;
}

/* ---- the program ---- */

static bool parse_options(int argc, char **argv, Options *o)
{
  *o = (Options){.first = 1, .count = 1000, .bytes = KERNEL_BYTES};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--plant"))
      o->plant = true;
    else if (!strcmp(argv[i], "--sim") || !strcmp(argv[i], "--cuda")) {
      o->sim = true;
      o->target = strcmp(argv[i], "--cuda") ? TRI_TARGET_SIM : TRI_TARGET_CUDA;
    } else if (!strcmp(argv[i], "--print"))
      o->print = true;
    else if (!strcmp(argv[i], "--first") && i + 1 < argc)
      o->first = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--bytes") && i + 1 < argc)
      o->bytes = strtoull(argv[++i], NULL, 10);
    else if (!strcmp(argv[i], "--count") && i + 1 < argc)
      o->count = strtoull(argv[++i], NULL, 10);
    else
      return false;
  }
  return o->bytes <= KERNEL_BYTES;
}

int main(int argc, char **argv)
{
  Options o;
  unsigned long long n[4] = {0};
  if (!parse_options(argc, argv, &o)) {
    fprintf(
        stderr,
        "usage: differential [--first SEED] [--count N] [--bytes N] [--plant | --sim | --cuda] [--print]\n");
    return 2;
  }
  TriCompiler *c = NULL;
  for (unsigned long long i = 0; i < o.count; i++) {
    if (i % KERNELS_OF_A_COMPILER == 0) {
      tri_compiler_free(c);
      c = tri_compiler_new();
    }
    n[run_seed(&o, c, o.first + i)]++;
  }
  tri_compiler_free(c);
  if (o.plant) {
    printf("%llu of %llu wrong folds found\n", n[DIFFERENT], n[DIFFERENT] + n[SAME]);
    return n[BAD] || n[DIFFERENT] * 3 < n[SAME] + n[DIFFERENT] || !n[DIFFERENT];
  }
  printf("seeds %llu to %llu: %llu kernels, %llu differ, %llu are no kernels\n", o.first,
         o.first + o.count - 1, o.count, n[DIFFERENT], n[BAD]);
  return n[DIFFERENT] || n[BAD];
}
