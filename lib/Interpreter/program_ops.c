/* tri.program_id and tri.num_programs. */
#include "Interpreter/decode.h"
#include "tri-c/Ops.h"

#include <string.h>

static const int *keep_axis(Decoder *d, TriAxis a)
{
  int *axis = arena_new(d->a, int);
  *axis = (int)a;
  return axis;
}

static const Inst *give_i32(Exec *x, const Inst *i, int64_t value)
{
  int32_t v = (int32_t)value;
  Cell *c = out_cell(x, i, 0);
  memcpy(c->data, &v, sizeof v);
  c->undefined = NULL;
  return i + 1;
}

static const Inst *run_program_id(Exec *x, const Inst *i)
{
  return give_i32(x, i, x->program[*(const int *)i->data]);
}

static const Inst *run_num_programs(Exec *x, const Inst *i)
{
  return give_i32(x, i, x->run->grid[*(const int *)i->data]);
}

bool decode_program_id(Decoder *d, MlirOperation op)
{
  return emit_inst(d, op, run_program_id, keep_axis(d, tri_program_id_axis(op)));
}

bool decode_num_programs(Decoder *d, MlirOperation op)
{
  return emit_inst(d, op, run_num_programs, keep_axis(d, tri_num_programs_axis(op)));
}
