/* What a fault says: where, which op, which element of which program, and why. */
#include "Interpreter/program.h"

#include <stdio.h>

typedef struct {
  char *at;
  size_t left;
} Text;

static void append(Text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void append_list(Text *t, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

static void append_list(Text *t, const char *format, va_list args)
{
  int n = vsnprintf(t->at, t->left, format, args);
  size_t written = n < 0 ? 0 : (size_t)n < t->left ? (size_t)n : t->left - 1;
  t->at += written;
  t->left -= written;
}

static void append(Text *t, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  append_list(t, format, args);
  va_end(args);
}

/* "element [3, 4] of " for element k in row-major order. */
static void append_element(Text *t, const Shape *s, int64_t k)
{
  int64_t index[TRI_MAX_RANK];
  for (int axis = s->rank - 1; axis >= 0; axis--) {
    index[axis] = k % s->dim[axis];
    k /= s->dim[axis];
  }
  append(t, "element [");
  for (int axis = 0; axis < s->rank; axis++)
    append(t, "%s%lld", axis ? ", " : "", (long long)index[axis]);
  append(t, "] of ");
}

static Text begin(Exec *x, const Inst *i, const Slot *like, int64_t k)
{
  Text t = {x->message, sizeof x->message};
  x->faulted = true;
  append(&t, "%s: %s: ", i->where, i->name);
  if (like && like->shape.rank)
    append_element(&t, &like->shape, k);
  else if (x->element_of)
    append_element(&t, &x->element_of->shape, x->element);
  append(&t, "program (%lld, %lld, %lld) ", (long long)x->program[0], (long long)x->program[1],
         (long long)x->program[2]);
  return t;
}

const Inst *raise_fault(Exec *x, const Inst *i, const Slot *like, int64_t k, const char *sentence, ...)
{
  Text t = begin(x, i, like, k);
  va_list args;
  va_start(args, sentence);
  append_list(&t, sentence, args);
  va_end(args);
  return NULL;
}

const Inst *fault_undefined(Exec *x, const Inst *i, int operand, int64_t k, const char *what)
{
  Text t = begin(x, i, in_slot(x, i, operand), k);
  append(&t, "%s is undefined", what);
  if (x->origin)
    append(&t, "; the last op to give an undefined element was %s at %s", x->origin->name, x->origin->where);
  return NULL;
}
