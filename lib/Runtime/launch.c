/* Launching: what the caller passes is checked against the kernel, then the target runs the grid. */
#include "Numeric/numeric.h"
#include "Runtime/runtime.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_float(TriType t) { return t >= TRI_F8E4M3FN && t <= TRI_F64; }
static const char *kind_word(TriType t)
{
  return t == TRI_PTR ? "a buffer" : is_float(t) ? "a float" : "an integer";
}
static bool same_kind(TriType a, TriType b)
{
  return (a == TRI_PTR) == (b == TRI_PTR) && is_float(a) == is_float(b);
}

static bool int_fits(TriType t, int64_t v)
{
  int bits = t == TRI_I1 ? 1 : 8 * tri_type_bytes(t);
  return bits == 64 || (v >= -(INT64_C(1) << (bits - 1)) && v < INT64_C(1) << bits);
}

static TriStatus check_divisibility(const TriKernel *k, const TriParameter *p, int64_t value,
                                    const char *what)
{
  if ((uint64_t)value % (uint64_t)p->divisibility == 0)
    return TRI_OK;
  return fail(k->module->compiler, TRI_USAGE,
              "argument '%s': the kernel promises a %s divisible by %lld (tri.divisibility); %lld is not",
              p->name, what, (long long)p->divisibility, (long long)value);
}

/* The parameter with the type that is passed, where the PTX leaves that open. */
static TriParameter settled(const TriParameter *p, const TriArg *a)
{
  TriParameter s = *p;
  if (p->is_untyped && tri_type_bytes(a->type) == tri_type_bytes(p->type) &&
      (a->type == TRI_PTR || is_float(a->type)))
    s.type = a->type;
  return s;
}

static TriStatus check_arg(const TriKernel *k, const TriParameter *open, const TriArg *a)
{
  TriCompiler *c = k->module->compiler;
  TriParameter known = settled(open, a);
  const TriParameter *p = &known;
  if (p->type == TRI_NONE && (a->type != TRI_PTR || a->bytes != p->bytes))
    return fail(c, TRI_USAGE, "argument '%s' is %zu bytes by value and takes a buffer of that size", p->name,
                p->bytes);
  if (p->type == TRI_NONE)
    return TRI_OK;
  if (!same_kind(p->type, a->type))
    return fail(c, TRI_USAGE, "argument '%s' is %s; %s was passed", p->name, kind_word(p->type),
                kind_word(a->type));
  if (p->type == TRI_PTR)
    return check_divisibility(k, p, (int64_t)(uintptr_t)a->data, "address");
  if (is_float(p->type))
    return TRI_OK;
  if (!int_fits(p->type, a->i))
    return fail(c, TRI_USAGE, "argument '%s' is an %s; %lld does not fit", p->name, tri_type_name(p->type),
                (long long)a->i);
  return check_divisibility(k, p, a->i, "value");
}

static TriStatus check_args(const TriKernel *k, const TriLaunch *l)
{
  if (l->n_args != k->n_parameters)
    return fail(k->module->compiler, TRI_USAGE, "kernel '%s' takes %zu arguments; %zu were passed", k->name,
                k->n_parameters, l->n_args);
  if (l->n_args && !l->args)
    return fail(k->module->compiler, TRI_USAGE, "kernel '%s': args is NULL", k->name);
  for (size_t i = 0; i < l->n_args; i++)
    if (check_arg(k, &k->parameters[i], &l->args[i]) != TRI_OK)
      return TRI_USAGE;
  return TRI_OK;
}

static TriFloat float_format(TriType t)
{
  switch (t) {
  case TRI_F8E4M3FN:
    return TRI_FLOAT_F8E4M3FN;
  case TRI_F8E5M2:
    return TRI_FLOAT_F8E5M2;
  case TRI_F16:
    return TRI_FLOAT_F16;
  case TRI_BF16:
    return TRI_FLOAT_BF16;
  case TRI_F32:
    return TRI_FLOAT_F32;
  default:
    return TRI_FLOAT_F64;
  }
}

uint64_t arg_bits(const TriParameter *open, const TriArg *a)
{
  TriParameter known = settled(open, a);
  const TriParameter *p = &known;
  if (p->type == TRI_PTR)
    return (uint64_t)(uintptr_t)a->data;
  if (is_float(p->type))
    return tri_float_encode(float_format(p->type), a->f, TRI_RN, false);
  int bytes = tri_type_bytes(p->type);
  uint64_t bits = (uint64_t)a->i;
  return p->type == TRI_I1 ? bits & 1 : bytes == 8 ? bits : bits & ((UINT64_C(1) << 8 * bytes) - 1);
}

static TriStatus check_block(const TriKernel *k, const TriLaunch *l)
{
  TriCompiler *c = k->module->compiler;
  const int *b = l->block;
  const uint32_t *own = k->block;
  if (!k->module->arch)
    return !b[0] && !l->shared
               ? TRI_OK
               : fail(c, TRI_USAGE,
                      "kernel '%s': the compiler chooses threads and shared memory of a kernel "
                      "in MLIR; a block goes with PTX",
                      k->name);
  if (!b[0] && !own[0])
    return fail(c, TRI_USAGE, "kernel '%s': the PTX does not say how many threads a block has (.reqntid)",
                k->name);
  for (int i = 0; i < 3; i++)
    if (b[i] < 0 || b[i] > 1024 || (b[0] && own[0] && (uint32_t)(b[i] + !b[i]) != own[i]))
      return own[0] ? fail(c, TRI_USAGE, "kernel '%s' runs with %ux%ux%u threads (.reqntid), got %dx%dx%d",
                           k->name, own[0], own[1], own[2], b[0], b[1] + !b[1], b[2] + !b[2])
                    : fail(c, TRI_USAGE, "block: extent %d on axis %c; 1 to 1024 fit", b[i], "xyz"[i]);
  return TRI_OK;
}

static int thread_count(const TriLaunch *l)
{
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return l->threads > 0 ? l->threads : cores > 0 ? (int)cores : 1;
}

static int by_start(const void *a, const void *b)
{
  const Buffer *x = a, *y = b;
  return (x->start > y->start) - (x->start < y->start);
}

/* Sorts, and joins those that overlap (one array passed twice); gives how many are left. */
static size_t join_overlapping(Buffer *b, size_t n)
{
  size_t kept = 0;
  qsort(b, n, sizeof *b, by_start);
  for (size_t i = 0; i < n; i++) {
    char *start = b[i].start, *end = start + b[i].bytes;
    char *last_end = kept ? (char *)b[kept - 1].start + b[kept - 1].bytes : NULL;
    if (kept && start < last_end)
      b[kept - 1].bytes += end > last_end ? (size_t)(end - last_end) : 0;
    else
      b[kept++] = b[i];
  }
  return kept;
}

size_t launch_buffers(Arena *a, const TriKernel *k, const TriLaunch *l, Buffer **buffers)
{
  size_t n = 0;
  *buffers = arena_array(a, Buffer, l->n_args);
  for (size_t i = 0; i < l->n_args; i++)
    if (l->args[i].type == TRI_PTR && k->parameters[i].type != TRI_NONE && l->args[i].bytes)
      (*buffers)[n++] = (Buffer){k->parameters[i].name, l->args[i].data, l->args[i].bytes};
  return join_overlapping(*buffers, n);
}

/* The target of the launch, AUTO decided. */
static TriTarget choose(TriKernel *k, const TriLaunch *l)
{
  if (l->target != TRI_TARGET_AUTO)
    return l->target;
  if (!tri_kernel_compiles(k, NULL))
    return TRI_TARGET_REF;
  TriDevice *d = tri_device_open(l->device);
  tri_device_close(d);
  return d ? TRI_TARGET_CUDA : TRI_TARGET_SIM;
}

TriStatus tri_launch(TriKernel *k, const TriLaunch *l, TriStats *stats)
{
  TriCompiler *c = k->module->compiler;
  TriStats mine = {.threads = thread_count(l)};
  TriStatus s = check_grid(c, l->grid);
  if (s == TRI_OK)
    s = check_args(k, l);
  mine.target = choose(k, l);
  if (s == TRI_OK)
    s = check_block(k, l);
  if (s == TRI_OK)
    switch (mine.target) {
    case TRI_TARGET_REF:
      s = launch_ref(k, l, &mine);
      break;
    case TRI_TARGET_SIM:
    case TRI_TARGET_AUTO:
      s = launch_sim(k, l, &mine);
      break;
    case TRI_TARGET_CUDA:
      s = launch_cuda(k, l, &mine);
      break;
    default:
      s = fail(c, TRI_USAGE, "there is no target %d", (int)mine.target);
    }
  if (s == TRI_OK)
    mine.programs = l->grid[0] * l->grid[1] * l->grid[2];
  if (stats)
    *stats = mine;
  return s;
}
