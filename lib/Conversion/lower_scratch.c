#include "Conversion/lower_scratch.h"

#include "Analysis/scratch.h"
#include "Dialect/kernel.h"
#include "mlir-c/Dialect/LLVM.h"

static const char symbol[] = "tri_shared";
enum { SYMBOL_ALIGN = 1024 };

/* Declares the symbol once for the module. */
static void declare_shared(Lowering *l)
{
  foreach_op(g, body_of(l->module)) if (is_op(g, "llvm.mlir.global") &&
                                        str_is(text_of(attr_of(g, "sym_name")), symbol)) return;
  make_global(l, symbol, mlirLLVMArrayTypeGet(int_type(l, 8), 0), SHARED_SPACE, (MlirAttribute){NULL});
  MlirOperation made = mlirBlockGetFirstOperation(body_of(l->module));
  set_attr(made, "linkage", mlirAttributeParseGet(l->context, str("#llvm.linkage<external>")));
  set_attr(made, "alignment", i64_attr(l->context, SYMBOL_ALIGN));
}

MlirValue moved_address(Lowering *l, MlirOperation op, MlirValue address, int64_t bytes)
{
  Builder b = at(l, op);
  MlirType i32 = int_type(l, 32);
  return bytes ? build(b, "arith.addi", i32, VALS(address, int_const(l, b, i32, bytes))) : address;
}

static int64_t shared_of_kernel(MlirOperation op)
{
  while (!is_kernel(op))
    op = mlirOperationGetParentOperation(op);
  return int_of(attr_of(op, "tri.shared"), 0);
}

/* What was written by hand, or stood there before the op or its layouts were changed, may be no place. */
static bool is_place(MlirOperation op)
{
  int64_t place = scratch_place(op), bytes = scratch_of(op).bytes, shared = shared_of_kernel(op);
  return require(op, place % SCRATCH_ALIGN == 0 && place + bytes <= shared,
                 "has its %lld bytes of shared memory at %lld of %lld (tri.scratch, tri.shared); expected a "
                 "multiple of %d from which on they fit; run tri-allocate-shared again",
                 (long long)bytes, (long long)place, (long long)shared, SCRATCH_ALIGN);
}

MlirValue scratch_address(Lowering *l, MlirOperation op)
{
  if (!has_scratch_place(op) || !is_place(op))
    return (MlirValue){NULL};
  int64_t place = scratch_place(op);
  declare_shared(l);
  MlirValue start =
      build(at(l, op), "llvm.ptrtoint", int_type(l, 32), VALS(global_address(l, op, symbol, SHARED_SPACE)));
  return moved_address(l, op, start, place);
}

static const char *width_text(Lowering *l, Access a)
{
  return arena_printf(l->arena, ".shared%s.b%d",
                      a.words == 4   ? ".v4"
                      : a.words == 2 ? ".v2"
                                     : "",
                      8 * a.word);
}

static const char *constraint_list(Lowering *l, Access a, const char *prefix)
{
  const char *text = "";
  for (int w = 0; w < a.words; w++)
    text = arena_printf(l->arena, "%s%s%s%c", text, w ? "," : "", prefix, word_constraint(a));
  return text;
}

void store_scratch(Lowering *l, MlirOperation op, int id, MlirValue address, int64_t offset, Access a,
                   const MlirValue *words, MlirValue predicate)
{
  MlirValue operands[2 + MAX_WORDS] = {address};
  int n = 1;
  for (int w = 0; w < a.words; w++)
    operands[n++] = words[w];
  const char *guard = "", *more = "";
  if (!is_null(predicate)) {
    guard = arena_printf(l->arena, "@$%d ", n);
    more = ",b";
    operands[n++] = predicate;
  }
  const char *text = arena_printf(l->arena, "%sst%s [$0+%ld], %s; // tri:%d", guard, width_text(l, a),
                                  (long)offset, register_operands(l->arena, 1, a.words), id);
  assembly(l, at(l, op), text, arena_printf(l->arena, "r,%s%s", constraint_list(l, a, ""), more),
           (MlirType){NULL}, (Vals){n, operands});
}

void load_scratch(Lowering *l, MlirOperation op, int id, MlirValue address, int64_t offset, Access a,
                  MlirValue *words)
{
  Builder b = at(l, op);
  const char *text = arena_printf(l->arena, "ld%s %s, [$%d+%ld]; // tri:%d", width_text(l, a),
                                  register_operands(l->arena, 0, a.words), a.words, (long)offset, id);
  MlirOperation made = assembly(l, b, text, arena_printf(l->arena, "%s,r", constraint_list(l, a, "=")),
                                words_type(l, a), VALS(address));
  split_words(l, b, a, result(made), words);
}

bool tell_word(Lowering *l, MlirOperation op, int id, Access a, MlirValue *word)
{
  MlirValue box = scratch_address(l, op);
  if (is_null(box))
    return false;
  store_scratch(l, op, id, box, 0, a, word, l->is_first);
  cta_barrier(l, op);
  load_scratch(l, op, id, box, 0, a, word);
  return true;
}

void cta_barrier(Lowering *l, MlirOperation op)
{
  build_op(at(l, op), "gpu.barrier", NULL, 0, NO_VALS, (Attrs){0, NULL});
}

void warp_barrier(Lowering *l, MlirOperation op)
{
  assembly(l, at(l, op), "bar.warp.sync 0xffffffff;", "", (MlirType){NULL}, NO_VALS);
}
