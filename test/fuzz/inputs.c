#include "inputs.h"

#include "Runtime/runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a: Fowler, Noll, Vo. */
#define FNV_BASIS UINT64_C(14695981039346656037)
#define FNV_PRIME UINT64_C(1099511628211)

enum { ROW = 64 };

/* Rows of bytes that step by 167, each from one further than the last one ended. */
static void fill(unsigned char *buffer, size_t bytes, unsigned first)
{
  for (size_t row = 0; row < bytes / ROW; row++) {
    unsigned char start = (unsigned char)(first + (unsigned)row * (ROW * 167u + 1));
    for (unsigned k = 0; k < ROW; k++)
      buffer[row * ROW + k] = (unsigned char)(start + k * 167u);
  }
}

void fill_inputs(const TriKernel *k, Inputs *in)
{
  for (size_t i = 0; i < k->n_parameters; i++)
    if (in->buffers[i])
      fill(in->buffers[i], in->bytes, (unsigned)i * 31u);
  in->printed = FNV_BASIS;
}

void copy_inputs(Inputs *to, const Inputs *from)
{
  for (int i = 0; i < MAX_INPUTS; i++)
    if (from->buffers[i])
      memcpy(to->buffers[i], from->buffers[i], from->bytes);
  to->printed = from->printed;
}

static TriArg argument(const TriParameter *p, size_t i)
{
  return p->type >= TRI_F8E4M3FN && p->type <= TRI_F64 ? tri_float(0.75 + (double)i)
                                                       : tri_int(p->type == TRI_I1 ? 1 : 16);
}

bool make_inputs(const TriKernel *k, size_t bytes, Inputs *in)
{
  *in = (Inputs){.bytes = bytes};
  if (k->n_parameters > MAX_INPUTS)
    return false;
  for (size_t i = 0; i < k->n_parameters; i++)
    if (k->parameters[i].type == TRI_PTR) {
      in->buffers[i] = aligned_alloc(INPUT_ALIGNMENT, bytes);
      in->args[i] = tri_buffer(in->buffers[i], bytes);
    } else
      in->args[i] = argument(&k->parameters[i], i);
  fill_inputs(k, in);
  return true;
}

void free_inputs(Inputs *in)
{
  for (int i = 0; i < MAX_INPUTS; i++)
    free(in->buffers[i]);
}

/* ---- on the interpreter ---- */

static void hash_line(void *data, const char *line, size_t n)
{
  uint64_t *hash = data;
  const char *program = strstr(line, ": program ");
  for (const char *c = program ? program : line; c < line + n; c++)
    *hash = (*hash ^ (unsigned char)*c) * FNV_PRIME;
}

bool interpret_inputs(const Interpreter *program, const TriKernel *k, Inputs *in, int64_t max_steps,
                      InterpreterFault *fault)
{
  uint64_t args[MAX_INPUTS];
  InterpreterBuffer buffers[MAX_INPUTS];
  size_t n = 0;
  for (size_t i = 0; i < k->n_parameters; i++) {
    args[i] = arg_bits(&k->parameters[i], &in->args[i]);
    if (in->buffers[i])
      buffers[n++] = (InterpreterBuffer){k->parameters[i].name, in->buffers[i], in->bytes};
  }
  return interpreter_run(program,
                         &(InterpreterRun){.grid = {2, 1, 1},
                                           .args = args,
                                           .n_args = k->n_parameters,
                                           .buffers = buffers,
                                           .n_buffers = n,
                                           .threads = 1,
                                           .max_steps = max_steps,
                                           .print = hash_line,
                                           .print_data = &in->printed,
                                           .ambiguous = &in->ambiguous},
                         fault);
}

/* ---- comparing ---- */

static uint64_t element(const unsigned char *buffer, size_t bytes, size_t i)
{
  uint64_t bits = 0;
  memcpy(&bits, buffer + i * bytes, bytes);
  return bits;
}

/* Exponent and fraction bits of each float type. */
static bool is_nan(TriType t, uint64_t bits)
{
  static const struct {
    int exponent, fraction;
  } formats[TRI_TYPE_COUNT] = {[TRI_F8E5M2] = {5, 2},
                               [TRI_F16] = {5, 10},
                               [TRI_BF16] = {8, 7},
                               [TRI_F32] = {8, 23},
                               [TRI_F64] = {11, 52}};
  int e = formats[t].exponent, f = formats[t].fraction;
  if (t == TRI_F8E4M3FN)
    return (bits & 0x7f) == 0x7f;
  uint64_t exponent = (UINT64_C(1) << e) - 1;
  return e && ((bits >> f) & exponent) == exponent && (bits & ((UINT64_C(1) << f) - 1));
}

static bool is_same(TriType t, uint64_t a, uint64_t b) { return a == b || (is_nan(t, a) && is_nan(t, b)); }

bool describe_difference(const TriKernel *k, const Inputs *a, const Inputs *b, char text[512])
{
  for (size_t p = 0; p < k->n_parameters; p++) {
    TriType t = k->parameters[p].type == TRI_PTR ? k->parameters[p].pointee : TRI_PTR;
    size_t bytes = t == TRI_PTR ? 0 : (size_t)tri_type_bytes(t);
    if (!bytes || !memcmp(a->buffers[p], b->buffers[p], a->bytes))
      continue;
    for (size_t i = 0; i < a->bytes / bytes; i++) {
      uint64_t x = element(a->buffers[p], bytes, i), y = element(b->buffers[p], bytes, i);
      if (!is_same(t, x, y)) {
        snprintf(text, 512, "%s[%zu]: %#llx, then %#llx", k->parameters[p].name, i, (unsigned long long)x,
                 (unsigned long long)y);
        return true;
      }
    }
  }
  return false;
}
