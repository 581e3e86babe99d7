#!/usr/bin/env python3
"""Generates the dialect's C face and its C++ forwards from ODS, as llvm-tblgen --dump-json prints it.

    gen_c.py tri.json OUTDIR

writes into OUTDIR
  tri-c/Ops.h          op kinds, enums, typed accessors and builders, for C
  Ops.c                their definitions
  Dialect/hooks.h      prototypes of the C functions that the dialect calls (verify, fold, canonicalize, infer)
  TriForwards.cpp.inc  the one-line C++ methods that call them
Nothing here knows an op by name: a new op in the .td is enough.
"""
import json
import os
import re
import sys

BANNER = "/* Generated from ODS by dialect/gen_c.py. */\n"

ATTRIBUTE_KINDS = {  # C++ return type of the ODS attribute -> (C type, read, make); %a attribute, %c context, %v value
    "bool": ("bool", "!mlirAttributeIsNull(%a)", "(%v ? mlirUnitAttrGet(%c) : mlirAttributeGetNull())"),
    "uint32_t": ("int32_t", "(int32_t)int_of(%a, 0)", "mlirIntegerAttrGet(mlirIntegerTypeGet(%c, 32), %v)"),
    "uint64_t": ("int64_t", "int_of(%a, 0)", "mlirIntegerAttrGet(mlirIntegerTypeGet(%c, 64), %v)"),
    "::llvm::StringRef": ("MlirStringRef", "text_of(%a)", "mlirStringAttrGet(%c, %v)"),
}


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", lambda m: "_" + m.group(1).lower(), name).lower()


class Records:
    def __init__(self, path):
        with open(path) as f:
            self.all = json.load(f)

    def of_class(self, name):
        return [self.all[n] for n in self.all["!instanceof"].get(name, [])]

    def named(self, ref):
        return self.all[ref["def"]]

    def is_a(self, record, cls):
        return cls in record["!superclasses"]


class Enum:
    def __init__(self, records, r):
        self.r, self.name = r, snake(r["className"])
        self.c_type = "Tri" + r["className"]
        self.cases = [(c["symbol"], c["value"]) for c in map(records.named, r["enumerants"])]

    def declaration(self):
        body = ", ".join(f"TRI_{self.name.upper()}_{s.upper()} = {v}" for s, v in self.cases)
        return f"/* {self.r['summary']} */\ntypedef enum {{ {body} }} {self.c_type};\n"


class Operand:
    def __init__(self, records, type_ref, name):
        constraint = records.named(type_ref)
        self.name = snake(name)
        self.optional = records.is_a(constraint, "Optional")
        self.variadic = records.is_a(constraint, "Variadic")
        self.note = ", or null" if self.optional else ""


class Attribute:
    def __init__(self, records, type_ref, name):
        r = records.named(type_ref)
        self.ods_name, self.name = name, snake(name)
        self.optional = records.is_a(r, "OptionalAttr")
        base = r
        while base.get("baseAttr"):
            base = records.named(base["baseAttr"])
        self.enum = base["className"] if records.is_a(base, "EnumAttrInfo") else None
        if self.enum:
            self.kind = (f"Tri{self.enum}", f"(Tri{self.enum})int_of(%a, 0)",
                         "mlirIntegerAttrGet(mlirIntegerTypeGet(%c, 32), (int64_t)%v)")
        else:
            self.kind = ATTRIBUTE_KINDS.get(base["returnType"].strip(), ("MlirAttribute", "%a", "%v"))
        self.raw = self.kind[0] == "MlirAttribute"
        self.may_be_unset = self.optional and not self.raw and self.kind[0] != "bool"


class Op:
    def __init__(self, records, r):
        self.r = r
        self.mnemonic = r["opName"]
        self.name = f"tri.{self.mnemonic}"
        self.cpp = r["!name"].split("_", 1)[1]
        self.c = f"tri_{snake(self.mnemonic)}"
        self.kind = f"TRI_OP_{snake(self.mnemonic).upper()}"
        self.operands, self.attributes = [], []
        for ref, name in r["arguments"]["args"]:
            record = records.named(ref)
            if records.is_a(record, "AttrConstraint") or records.is_a(record, "Attr"):
                self.attributes.append(Attribute(records, ref, name))
            else:
                self.operands.append(Operand(records, ref, name))
        self.results = [Operand(records, ref, name) for ref, name in r["results"]["args"]]
        self.segmented = any("AttrSizedOperandSegments" in str(records.named(t).get("trait")) for t in r["traits"]
                             if "def" in t)
        if not self.segmented and any(o.variadic or o.optional for o in self.operands[:-1]):
            sys.exit(f"{self.name}: an operand follows a variadic or optional one; add AttrSizedOperandSegments")
        self.regions = len(r["regions"]["args"])
        self.plain = not self.regions and len(self.results) <= 1 and not any(o.variadic for o in self.results)
        self.listed = any(o.variadic for o in self.operands)

    def flag(self, name):
        return bool(self.r.get(name))


def accessor_prototypes(op):
    for i, o in enumerate(op.operands):
        if o.variadic:
            yield f"intptr_t {op.c}_{o.name}_count(MlirOperation op)", ("count", i, o)
            yield f"MlirValue {op.c}_{o.name}(MlirOperation op, intptr_t k)", ("variadic", i, o)
        else:
            yield f"MlirValue {op.c}_{o.name}(MlirOperation op)", ("operand", i, o)
    for a in op.attributes:
        yield f"{a.kind[0]} {op.c}_{a.name}(MlirOperation op)", ("attr", 0, a)
        if a.may_be_unset:
            yield f"bool {op.c}_has_{a.name}(MlirOperation op)", ("has", 0, a)
    for i, o in enumerate(op.results):
        if not o.variadic:
            yield f"MlirValue {op.c}_{o.name}(MlirOperation op)", ("result", i, o)


def builder_prototype(op):
    args = ["MlirRewriterBase rw", "MlirLocation loc"]
    args += [f"MlirType {o.name}_type" for o in op.results]
    args += [f"intptr_t n_{o.name}, const MlirValue *{o.name}" if o.variadic else f"MlirValue {o.name}" for o in op.operands]
    for a in op.attributes:
        args.append(f"MlirAttribute {a.name}" if a.may_be_unset or a.raw else f"{a.kind[0]} {a.name}")
    return f"{'MlirValue' if op.results else 'MlirOperation'} {op.c}_build({', '.join(args)})"


def header(ops, enums):
    out = [BANNER, """/* The ops of the tri dialect, for C: what they are called, what they hold, how to make one. Accessors expect an op of
 * their kind; an optional operand that is absent is a null value. Builders insert at rw's insertion point, take a null
 * value or attribute for what is absent, and a list of operands as its length and its values. */
#ifndef TRI_C_OPS_H
#define TRI_C_OPS_H

#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef TRI_API
#define TRI_API __attribute__((visibility("default")))
#endif

"""]
    out += [e.declaration() + "\n" for e in enums]
    out.append("typedef enum {\n  TRI_OP_NONE = 0, /* not an op of this dialect */\n")
    out += [f"  {op.kind},\n" for op in ops]
    out.append("  TRI_OP_COUNT\n} TriOpKind;\n\n")
    out.append("/* Which op this is; one look-up of its name. */\nTRI_API TriOpKind tri_op_kind(MlirOperation op);\n")
    out.append('/* "tri.load" of TRI_OP_LOAD; NULL of TRI_OP_NONE. */\nTRI_API const char *tri_op_name(TriOpKind kind);\n')
    for op in ops:
        out.append(f"\n/* {op.name}: {op.r['summary']} */\n")
        out += [f"TRI_API {p};\n" for p, _ in accessor_prototypes(op)]
        if op.plain:
            out.append(f"TRI_API {builder_prototype(op)};\n")
    out.append("\n#ifdef __cplusplus\n}\n#endif\n#endif\n")
    return "".join(out)


def accessor_body(op, what):
    kind, i, x = what
    if kind == "count":
        return f"return segment_size(op, {i});" if op.segmented else f"return mlirOperationGetNumOperands(op) - {i};"
    if kind == "variadic":
        first = f"segment_start(op, {i})" if op.segmented else i
        return f"return mlirOperationGetOperand(op, {first} + k);"
    if kind == "operand" and not op.segmented:
        if x.optional:
            return f"return mlirOperationGetNumOperands(op) > {i} ? mlirOperationGetOperand(op, {i}) : (MlirValue){{NULL}};"
        return f"return mlirOperationGetOperand(op, {i});"
    if kind == "operand":
        return f"return segment(op, {i});"
    if kind == "result":
        return f"return mlirOperationGetResult(op, {i});"
    attr = f'mlirOperationGetAttributeByName(op, str("{x.ods_name}"))'
    return "return " + (f"!mlirAttributeIsNull({attr});" if kind == "has" else x.kind[1].replace("%a", attr) + ";")


def builder_body(op):
    n = len(op.operands)
    lines = ["MlirContext c = mlirLocationGetContext(loc);", "(void)c;"]
    attrs = []
    for a in op.attributes:
        value = a.name if a.may_be_unset or a.raw else a.kind[2].replace("%c", "c").replace("%v", a.name)
        attrs.append(f'{{"{a.ods_name}", {value}}}')
    if op.segmented:
        sizes = ", ".join(f"(int32_t)n_{o.name}" if o.variadic else f"!mlirValueIsNull({o.name})" if o.optional else "1"
                          for o in op.operands)
        lines.append(f"int32_t sizes[] = {{{sizes}}};")
        attrs.append(f'{{"operandSegmentSizes", mlirDenseI32ArrayGet(c, {n}, sizes)}}')
    values = f"VALS({', '.join(o.name for o in op.operands)})" if n else "NO_VALS"
    if op.listed:
        lists = ", ".join(f"{{n_{o.name}, {o.name}}}" if o.variadic else f"VALS({o.name})" for o in op.operands)
        lines.append(f"Arena a = {{0}};\n  Vals all = joined(&a, {n}, (const Vals[]){{{lists}}});")
        values = "all"
    made = f"ATTRS({', '.join(attrs)})" if attrs else "(Attrs){0, NULL}"
    if op.results:
        t = op.results[0].name + "_type"
        call = f'build_with((Builder){{rw, loc}}, "{op.name}", {t}, {values}, {made});'
    else:
        call = f'build_op((Builder){{rw, loc}}, "{op.name}", NULL, 0, {values}, {made});'
    if op.listed:
        kind = "MlirValue" if op.results else "MlirOperation"
        return lines + [f"{kind} made = {call}", "arena_free(&a);", "return made;"]
    return lines + [f"return {call}"]


def source(ops):
    out = [BANNER, '#include "tri-c/Ops.h"\n\n#include "Support/ir.h"\n\n#include <string.h>\n\n']
    out.append("static const struct {\n  const char *name;\n  TriOpKind kind;\n} by_name[] = {\n")
    out += [f'  {{"{op.name}", {op.kind}}},\n' for op in sorted(ops, key=lambda o: o.name)]
    out.append("};\n\nstatic const char *const names[TRI_OP_COUNT] = {\n")
    out += [f'  [{op.kind}] = "{op.name}",\n' for op in ops]
    out.append("""};

static int order(MlirStringRef a, const char *b)
{
  size_t n = strlen(b);
  int c = memcmp(a.data, b, a.length < n ? a.length : n);
  return c ? c : (a.length > n) - (a.length < n);
}

TriOpKind tri_op_kind(MlirOperation op)
{
  MlirStringRef name = mlirIdentifierStr(mlirOperationGetName(op));
  for (size_t low = 0, high = sizeof by_name / sizeof *by_name; low < high;) {
    size_t middle = (low + high) / 2;
    int c = order(name, by_name[middle].name);
    if (c == 0)
      return by_name[middle].kind;
    if (c < 0)
      high = middle;
    else
      low = middle + 1;
  }
  return TRI_OP_NONE;
}

const char *tri_op_name(TriOpKind kind) { return names[kind]; }
""")
    if any(op.segmented for op in ops):
        out.append("""
/* The operand of segment i, or null where the segment is empty. */
static MlirValue segment(MlirOperation op, intptr_t i)
{
  MlirAttribute sizes = mlirOperationGetAttributeByName(op, str("operandSegmentSizes"));
  intptr_t at = 0;
  for (intptr_t s = 0; s < i; s++)
    at += mlirDenseI32ArrayGetElement(sizes, s);
  return mlirDenseI32ArrayGetElement(sizes, i) ? mlirOperationGetOperand(op, at) : (MlirValue){NULL};
}
""")
    if any(op.segmented and any(o.variadic for o in op.operands) for op in ops):
        out.append("""
static intptr_t segment_size(MlirOperation op, intptr_t i)
{
  return mlirDenseI32ArrayGetElement(mlirOperationGetAttributeByName(op, str("operandSegmentSizes")), i);
}

/* The number of operands before segment i. */
static intptr_t segment_start(MlirOperation op, intptr_t i)
{
  intptr_t at = 0;
  for (intptr_t s = 0; s < i; s++)
    at += segment_size(op, s);
  return at;
}
""")
    if any(op.plain and op.listed for op in ops):
        out.append("""
/* The values of n lists, one after the other. */
static Vals joined(Arena *a, intptr_t n, const Vals *lists)
{
  intptr_t count = 0;
  for (intptr_t k = 0; k < n; k++)
    count += lists[k].n;
  MlirValue *all = arena_array(a, MlirValue, count), *next = all;
  for (intptr_t k = 0; k < n; k++)
    for (intptr_t i = 0; i < lists[k].n; i++)
      *next++ = lists[k].v[i];
  return (Vals){count, all};
}
""")
    for op in ops:
        for prototype, what in accessor_prototypes(op):
            out.append(f"\n{prototype} {{ {accessor_body(op, what)} }}\n")
        if op.plain:
            body = "\n  ".join(builder_body(op))
            out.append(f"\n{builder_prototype(op)}\n{{\n  {body}\n}}\n")
    return "".join(out)


def hooks(ops):
    out = [BANNER, """/* The C functions that the dialect calls. Each is defined in lib/Dialect, in the file of its op's family. */
#ifndef TRI_DIALECT_HOOKS_H
#define TRI_DIALECT_HOOKS_H

#include "Dialect/fold.h"
#include "mlir-c/IR.h"
#include "mlir-c/Rewrite.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

"""]
    for op in ops:
        if op.flag("hasVerifier"):
            out.append(f"bool {op.c}_verify(MlirOperation op);\n")
        if op.flag("hasRegionVerifier"):
            out.append(f"bool {op.c}_verify_regions(MlirOperation op);\n")
        if op.flag("hasFolder"):
            out.append(f"Folded {op.c}_fold(MlirOperation op, const MlirAttribute *constants);\n")
        if op.flag("hasCanonicalizeMethod"):
            out.append(f"bool {op.c}_canonicalize(MlirOperation op, MlirRewriterBase rw);\n")
        if op.flag("infersTypeInC"):
            out.append(f"MlirType {op.c}_infer(Inference in);\n")
    out.append("\n#ifdef __cplusplus\n}\n#endif\n#endif\n")
    return "".join(out)


def forwards(ops):
    out = [BANNER]
    for op in ops:
        cls = f"tri::{op.cpp}"
        if op.flag("hasVerifier"):
            out.append(f"mlir::LogicalResult {cls}::verify() {{ return mlir::success({op.c}_verify(wrap(getOperation()))); }}\n")
        if op.flag("hasRegionVerifier"):
            out.append(f"mlir::LogicalResult {cls}::verifyRegions() "
                       f"{{ return mlir::success({op.c}_verify_regions(wrap(getOperation()))); }}\n")
        if op.flag("hasFolder"):
            out.append(f"mlir::OpFoldResult {cls}::fold(FoldAdaptor a) {{ return forwardFold({op.c}_fold, getOperation(), a.getOperands()); }}\n")
        if op.flag("hasCanonicalizeMethod"):
            out.append(f"mlir::LogicalResult {cls}::canonicalize({op.cpp} op, mlir::PatternRewriter &rw) "
                       f"{{ return mlir::success({op.c}_canonicalize(wrap(op.getOperation()), wrap(static_cast<mlir::RewriterBase *>(&rw)))); }}\n")
        if op.flag("infersTypeInC"):
            out.append(f"mlir::LogicalResult {cls}::inferReturnTypes(mlir::MLIRContext *c, std::optional<mlir::Location> loc, "
                       "mlir::ValueRange operands, mlir::DictionaryAttr, mlir::OpaqueProperties p, mlir::RegionRange, "
                       "llvm::SmallVectorImpl<mlir::Type> &types) "
                       f"{{ return forwardInfer<{cls}>({op.c}_infer, c, loc, operands, p, types); }}\n")
    return "".join(out)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as f:
        f.write(text)


def main():
    records, out = Records(sys.argv[1]), sys.argv[2]
    ops = [Op(records, r) for r in records.of_class("Op") if records.named(r["opDialect"])["name"] == "tri"]
    enums = [Enum(records, r) for r in records.of_class("EnumAttrInfo") if r["!name"].startswith("Tri_")]
    write(f"{out}/include/tri-c/Ops.h", header(ops, enums))
    write(f"{out}/Ops.c", source(ops))
    write(f"{out}/include/Dialect/hooks.h", hooks(ops))
    write(f"{out}/TriForwards.cpp.inc", forwards(ops))


if __name__ == "__main__":
    main()
