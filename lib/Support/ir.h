/* The vocabulary in which everything over the MLIR C API is written.
 *
 * Verbs of a few lines each: build an op, look at one, replace one, complain about one. Handles are MLIR's
 * own and are borrowed, as in the C API; what is created is owned by the IR it is inserted into.
 *
 *   static bool fuse_fma(Builder b, MlirOperation add)
 *   {
 *     MlirOperation mul = def_named(operand(add, 0), "arith.mulf");
 *     if (is_null(mul) || !has_one_use(result(mul)))
 *       return false;
 *     return replace(b, add, build(b, "math.fma", type_of(result(add)),
 *                                  VALS(operand(mul, 0), operand(mul, 1), operand(add, 1))));
 *   }
 *
 * Invariant: a null handle goes in and comes out as null where a verb says so, and is an assertion elsewhere.
 */
#ifndef TRI_SUPPORT_IR_H
#define TRI_SUPPORT_IR_H

#include "Support/arena.h"
#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"
#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- values and lists ---- */

#define is_null(handle) ((handle).ptr == NULL)
#define same(a, b)                                                                                           \
  ((a).ptr == (b).ptr) /* handles of uniqued or owned things: ops, blocks, values of one op, types */

typedef struct {
  intptr_t n;
  const MlirValue *v;
} Vals;
#define VALS(...) ((Vals){sizeof((MlirValue[]){__VA_ARGS__}) / sizeof(MlirValue), (MlirValue[]){__VA_ARGS__}})
#define NO_VALS ((Vals){0, NULL})

typedef struct {
  const char *name; /* NULL or a null attr: not set */
  MlirAttribute attr;
} Attr;
typedef struct {
  intptr_t n;
  const Attr *a;
} Attrs;
#define ATTRS(...) ((Attrs){sizeof((Attr[]){__VA_ARGS__}) / sizeof(Attr), (Attr[]){__VA_ARGS__}})

static inline MlirStringRef str(const char *s) { return mlirStringRefCreateFromCString(s); }
bool str_is(MlirStringRef s, const char *text);
bool str_begins(MlirStringRef s, const char *prefix);

/* ---- looking ---- */

static inline MlirContext context_of(MlirOperation op) { return mlirOperationGetContext(op); }
static inline MlirLocation loc_of(MlirOperation op) { return mlirOperationGetLocation(op); }
static inline MlirStringRef name_of(MlirOperation op) { return mlirIdentifierStr(mlirOperationGetName(op)); }
static inline bool is_op(MlirOperation op, const char *name) { return str_is(name_of(op), name); }
static inline intptr_t operand_count(MlirOperation op) { return mlirOperationGetNumOperands(op); }
static inline intptr_t result_count(MlirOperation op) { return mlirOperationGetNumResults(op); }
static inline MlirValue operand(MlirOperation op, intptr_t i) { return mlirOperationGetOperand(op, i); }
static inline MlirValue result_at(MlirOperation op, intptr_t i) { return mlirOperationGetResult(op, i); }
static inline MlirValue result(MlirOperation op) { return result_at(op, 0); }
static inline MlirType type_of(MlirValue v) { return mlirValueGetType(v); }
static inline MlirRegion region_at(MlirOperation op, intptr_t i) { return mlirOperationGetRegion(op, i); }
static inline MlirBlock entry_of(MlirRegion r) { return mlirRegionGetFirstBlock(r); }
static inline MlirBlock body_of(MlirOperation op) { return entry_of(region_at(op, 0)); }
static inline MlirValue block_arg(MlirBlock b, intptr_t i) { return mlirBlockGetArgument(b, i); }

/* The op that defines v; null where v is a block argument or null. */
MlirOperation def(MlirValue v);
/* The same where that op has this name, else null. */
MlirOperation def_named(MlirValue v, const char *name);
bool has_one_use(MlirValue v);
bool has_no_use(MlirValue v);

/* Any attribute of the op by name, inherent or discardable; null where it is not set. */
MlirAttribute attr_of(MlirOperation op, const char *name);
bool has_attr(MlirOperation op, const char *name);
/* The integer in the attribute, or otherwise where it is null or not an integer. */
int64_t int_of(MlirAttribute a, int64_t otherwise);
/* The text in a string or symbol attribute; {NULL, 0} where it is neither. */
MlirStringRef text_of(MlirAttribute a);
/* The function's argument attribute, e.g. arg_attr(f, 2, "tri.arg"); null where it is not set. */
MlirAttribute arg_attr(MlirOperation func, intptr_t i, const char *name);

/* The next op of the block; null after the last, and null for null. */
MlirOperation op_after(MlirOperation op);
/* Each op of the block in order; op itself may be erased in the body. */
#define foreach_op(op, block)                                                                                \
  for (MlirOperation op = mlirBlockGetFirstOperation(block), op##_next = op_after(op); !is_null(op);         \
       op = op##_next, op##_next = op_after(op))
/* Each block of the region. */
#define foreach_block(b, region)                                                                             \
  for (MlirBlock b = mlirRegionGetFirstBlock(region); !is_null(b); b = mlirBlockGetNextInRegion(b))

/* Calls visit on op and every op nested in it, innermost first; the visited op may be erased. */
void walk(MlirOperation op, void (*visit)(MlirOperation op, void *data), void *data);

/* ---- building and changing ---- */

/* Where new ops go and which source location they get. */
typedef struct {
  MlirRewriterBase rw;
  MlirLocation loc;
} Builder;

/* A builder that inserts before op, with op's location. */
Builder before(MlirRewriterBase rw, MlirOperation op);

/* Inserts the registered op `name` and gives it back. Null attributes and values are left out. An
 * unregistered name or an inherent attribute that does not stick (wrong kind) is an assertion: both are bugs
 * of the caller. */
MlirOperation build_op(Builder b, const char *name, const MlirType *types, intptr_t n_types, Vals operands,
                       Attrs attrs);
/* The same for an op with one region, which takes over the blocks of `body`. */
MlirOperation build_region_op(Builder b, const char *name, const MlirType *types, intptr_t n_types,
                              Vals operands, Attrs attrs, MlirRegion body);
/* build_op for one result, which it gives. */
MlirValue build(Builder b, const char *name, MlirType type, Vals operands);
MlirValue build_with(Builder b, const char *name, MlirType type, Vals operands, Attrs attrs);

/* Replaces the op's only result (or erases a resultless op's uses: there are none) and erases it. Always
 * true, so that a pattern can end with it. */
bool replace(Builder b, MlirOperation op, MlirValue with);
bool erase(Builder b, MlirOperation op);

void set_attr(MlirOperation op, const char *name, MlirAttribute a);

MlirAttribute int_attr(MlirType type, int64_t value);
MlirAttribute i32_attr(MlirContext c, int64_t value);
MlirAttribute i64_attr(MlirContext c, int64_t value);
MlirAttribute str_attr(MlirContext c, const char *text);
MlirAttribute unit_attr(MlirContext c);

/* ---- complaining ---- */

/* Gives cond; where it is false, after an error at the op, "'tri.load' op " before the sentence. What the
 * sentence needs is computed only then. */
#define require(op, cond, ...) is_so((cond) || complain(op, __VA_ARGS__))
/* The same at a place, without the prefix. */
#define require_at(loc, cond, ...) is_so((cond) || complain_at(loc, __VA_ARGS__))
/* The errors; give false. */
bool complain(MlirOperation op, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool complain_at(MlirLocation loc, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Its argument: a call, whose result may be left alone. */
static inline bool is_so(bool cond) { return cond; }

/* Text of a type, attribute, op (with its regions) or location, in the arena. */
char *operation_text(Arena *a, MlirOperation op);
char *type_text(Arena *a, MlirType t);
char *attr_text(Arena *a, MlirAttribute attr);
/* "file.mlir:12:8"; for a call site the callee's place, then " (called from …)"; "?" for an unknown place. */
char *loc_text(Arena *a, MlirLocation loc);

#endif
