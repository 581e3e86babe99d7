#include "Analysis/scratch.h"
#include "Support/ir.h"
#include "tri-c/Ops.h"

const char scratch_attribute[] = "tri.scratch";

enum { MAILBOX_BYTES = 8 };

/* A scalar that other threads or programs may change is read once, by thread 0, which tells the others. */
static Scratch of_load(MlirOperation op)
{
  bool told = tri_load_is_volatile(op) && !mlirTypeIsARankedTensor(mlirValueGetType(tri_load_result(op)));
  return (Scratch){.bytes = told ? MAILBOX_BYTES : 0};
}

static Scratch (*const rules[TRI_OP_COUNT])(MlirOperation op) = {
    [TRI_OP_LOAD] = of_load,
};

Scratch scratch_of(MlirOperation op)
{
  TriOpKind kind = tri_op_kind(op);
  return rules[kind] ? rules[kind](op) : (Scratch){0};
}

int64_t scratch_place(MlirOperation op) { return int_of(attr_of(op, scratch_attribute), -1); }
