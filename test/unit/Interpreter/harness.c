#include "harness.h"

#include "../dialect_context.h"

#include "Bridge/bridge.h"
#include "Support/ir.h"
#include "tri-c/Dialect.h"

typedef struct {
  char *at;
  size_t left;
} Sink;

static void append(MlirStringRef s, void *data)
{
  Sink *sink = data;
  size_t n = s.length < sink->left ? s.length : sink->left;
  memcpy(sink->at, s.data, n);
  sink->at += n;
  sink->left -= n;
}

static MlirLogicalResult collect(MlirDiagnostic diagnostic, void *sink)
{
  Arena a = {0};
  append(str(loc_text(&a, mlirDiagnosticGetLocation(diagnostic))), sink);
  append(str(": "), sink);
  mlirDiagnosticPrint(diagnostic, append, sink);
  append(str("\n"), sink);
  arena_free(&a);
  return mlirLogicalResultSuccess();
}

Kernel kernel_parse(const char *text)
{
  Kernel k = {0};
  Sink sink = {k.errors, sizeof k.errors - 1};
  MlirContext c = dialect_context();
  mlirContextAttachDiagnosticHandler(c, collect, &sink, NULL);
  MlirModule m = bridge_parse(c, text, strlen(text), "k.mlir");
  if (!is_null(m)) {
    k.in = interpreter_new(mlirBlockGetFirstOperation(mlirModuleGetBody(m)));
    mlirModuleDestroy(m);
  }
  mlirContextDestroy(c);
  return k;
}

Kernel kernel_of(const char *text)
{
  Kernel k = kernel_parse(text);
  if (!k.in)
    fail_msg("refused:\n%s%s", k.errors, text);
  return k;
}

void kernel_free(Kernel *k) { interpreter_free(k->in); }

Arg buffer(const char *name, void *start, size_t bytes)
{
  return (Arg){(uint64_t)(uintptr_t)start, {name, start, bytes}};
}

Arg scalar(uint64_t bits) { return (Arg){.bits = bits}; }

bool run(const Kernel *k, int64_t x, int64_t y, int64_t z, int threads, InterpreterFault *fault,
         const Arg *args, size_t n)
{
  uint64_t bits[MAX_ARGS];
  InterpreterBuffer buffers[MAX_ARGS];
  size_t n_buffers = 0;
  for (size_t i = 0; i < n; i++) {
    bits[i] = args[i].bits;
    if (args[i].buffer.start)
      buffers[n_buffers++] = args[i].buffer;
  }
  return interpreter_run(k->in,
                         &(InterpreterRun){.grid = {x, y, z},
                                           .args = bits,
                                           .n_args = n,
                                           .buffers = buffers,
                                           .n_buffers = n_buffers,
                                           .threads = threads,
                                           .max_steps = 1000000},
                         fault);
}

void run_ok(const Kernel *k, const Arg *args, size_t n)
{
  InterpreterFault fault;
  if (!run(k, 1, 1, 1, 1, &fault, args, n))
    fail_msg("fault: %s", fault.message);
}

static void assert_parts(const char *message, const char *const *parts, const char *text)
{
  for (; *parts; parts++)
    if (!strstr(message, *parts))
      fail_msg("no '%s' in: %s\n%s", *parts, message, text);
}

void run_faults(const Kernel *k, const char *const *parts, const Arg *args, size_t n)
{
  InterpreterFault fault;
  if (run(k, 1, 1, 1, 1, &fault, args, n))
    fail_msg("no fault with '%s'", parts[0]);
  assert_parts(fault.message, parts, "");
}

void text_ok(const char *text, const Arg *args, size_t n)
{
  Kernel k = kernel_of(text);
  run_ok(&k, args, n);
  kernel_free(&k);
}

void text_faults(const char *text, const char *const *parts, const Arg *args, size_t n)
{
  Kernel k = kernel_of(text);
  run_faults(&k, parts, args, n);
  kernel_free(&k);
}

void text_refused(const char *text, const char *const *parts)
{
  Kernel k = kernel_parse(text);
  if (k.in)
    fail_msg("not refused:\n%s", text);
  assert_parts(k.errors, parts, text);
}

/* ---- op_kernel ---- */

void say(Source *s, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  s->n += (size_t)vsnprintf(s->text + s->n, sizeof s->text - s->n, format, args);
  va_end(args);
  assert_true(s->n < sizeof s->text);
}

void say_load(Source *s, const char *name, int n, const char *element, const char *block)
{
  say(s,
      "  %%i%s = tri.range : tensor<%dxi32>\n"
      "  %%p%s = tri.addptr %%%s, %%i%s : !tri.ptr<%s>, tensor<%dxi32>\n"
      "  %%l%s = tri.load %%p%s : tensor<%dx%s>\n"
      "  %%v%s = tri.reshape %%l%s : tensor<%dx%s> -> %s\n",
      name, n, name, name, name, element, n, name, name, n, element, name, name, n, element, block);
}

static void say_line(Source *s, const OpKernel *o)
{
  for (const char *at = o->line; *at; at++) {
    if (*at != '$') {
      say(s, "%c", *at);
      continue;
    }
    at++;
    say(s, "tensor<%dx%s>", o->n, *at == 'B' ? "i1" : *at == 'R' ? o->out[0] : o->in[*at - 'T']);
  }
}

static int count(const char *const *types, int most)
{
  int n = 0;
  while (n < most && types[n])
    n++;
  return n;
}

static void say_pointer(Source *s, const OpKernel *o, const char *name, const char *type)
{
  say(s, "  %%p%s = tri.addptr %%%s, %%i : !tri.ptr<%s>, tensor<%dxi32>\n", name, name, type, o->n);
}

Kernel op_kernel(const OpKernel *o)
{
  static const char *const in[] = {"a", "b", "c"}, *const out[] = {"r", "s"};
  int n_in = count(o->in, 3), n_out = count(o->out, 2);
  Source s = {.n = 0};
  say(&s, "func.func @f(%%m: !tri.ptr<i1>");
  for (int k = 0; k < n_in; k++)
    say(&s, ", %%x%s: !tri.ptr<%s>", in[k], o->in[k]);
  for (int k = 0; k < n_out; k++)
    say(&s, ", %%x%s: !tri.ptr<%s>", out[k], o->out[k]);
  say(&s, ") attributes {tri.kernel} {\n  %%i = tri.range : tensor<%dxi32>\n", o->n);
  say_pointer(&s, o, "m", "i1");
  say(&s, "  %%on = tri.load %%pm : tensor<%dxi1>\n", o->n);
  for (int k = 0; k < n_in; k++) {
    char name[4];
    snprintf(name, sizeof name, "x%s", in[k]);
    say_pointer(&s, o, name, o->in[k]);
    say(&s, "  %%%s = tri.load %%p%s : tensor<%dx%s>\n", in[k], name, o->n, o->in[k]);
  }
  say(&s, n_out == 2 ? "  %%r, %%s = " : "  %%r = ");
  say_line(&s, o);
  say(&s, "\n");
  for (int k = 0; k < n_out; k++) {
    char name[4];
    snprintf(name, sizeof name, "x%s", out[k]);
    say_pointer(&s, o, name, o->out[k]);
    say(&s, "  tri.store %%%s to %%p%s where %%on : tensor<%dx%s>\n", out[k], name, o->n, o->out[k]);
  }
  say(&s, "  return\n}\n");
  return kernel_of(s.text);
}

/* splitmix64 (Steele, Lea, Flood 2014) */
uint64_t random_next(uint64_t *state)
{
  uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
  return z ^ (z >> 31);
}
