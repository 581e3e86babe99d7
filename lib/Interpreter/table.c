/* Which row an op's name has: ops.def and the elementwise tables in one sorted list. */
#include "Interpreter/decode.h"
#include "Interpreter/elementwise.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  Decode *decode;
} ops[] = {
#define OP(name, decode) {name, decode},
#include "Interpreter/ops.def"
#undef OP
};

static const ElementwiseTable *const tables[] = {&int_ops,     &float_ops,   &math_ops,
                                                 &compare_ops, &convert_ops, &tri_ops};

static int compare_rows(const void *a, const void *b)
{
  return strcmp(((const OpRow *)a)->name, ((const OpRow *)b)->name);
}

void index_ops(Decoder *d)
{
  Vec(OpRow) rows = {0};
  for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
    vec_push(&d->scratch, &rows) = (OpRow){ops[k].name, ops[k].decode, NULL};
  for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
    for (size_t k = 0; k < tables[t]->n; k++)
      vec_push(&d->scratch, &rows) = (OpRow){tables[t]->op[k].name, NULL, &tables[t]->op[k]};
  qsort(rows.at, rows.n, sizeof *rows.at, compare_rows);
  d->rows = rows.at;
  d->n_rows = rows.n;
}

bool decode_op(Decoder *d, MlirOperation op)
{
  MlirStringRef name = name_of(op);
  OpRow key = {.name = arena_strndup(&d->scratch, name.data, name.length)};
  const OpRow *row = bsearch(&key, d->rows, d->n_rows, sizeof key, compare_rows);
  if (!require(op, row != NULL, "is not executed by the interpreter"))
    return false;
  return row->decode ? row->decode(d, op) : decode_elementwise(d, op, row->elementwise);
}
