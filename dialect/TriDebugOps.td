// What a kernel says, and what it promises.
#ifndef TRI_DEBUG_OPS_TD
#define TRI_DEBUG_OPS_TD

include "TriBase.td"

def Tri_AssumeOp : Tri_Op<"assume", [MemoryEffects<[MemWrite]>]> {
  let summary = "promise that a condition holds";
  let description = [{
    Nothing happens where `condition` is true, and the compiler may rely on it. Where it is false or undefined, the
    reference interpreter reports an error at this op; elsewhere the kernel's results are then undefined.

    Example:
    ```mlir
    %rest = arith.remui %n, %c16 : i32
    %none = arith.cmpi eq, %rest, %c0 : i32
    tri.assume %none
    ```
  }];
  let arguments = (ins I1:$condition);
  let assemblyFormat = "$condition attr-dict";
  let hasCanonicalizeMethod = 1;
}

def Tri_PrintOp : Tri_Op<"print", [MemoryEffects<[MemWrite]>]> {
  let summary = "write a line of text";
  let description = [{
    Writes one line: the op's place in the source, the program, `prefix`, then the `values`. A block is written in
    brackets, a row in each inner pair. Integers are signed, floats have as many digits as tell them apart, an undefined
    element is written as such. With `hex` the bits of the elements are written in hexadecimal. The line is written whole,
    to standard error; lines of different programs come in any order.

    Example, in program (5, 0, 0), where `%x` = [[1, 2], [3, 4]] and `%s` = 0.5:
    ```mlir
    tri.print "x, s = ", %x, %s : tensor<2x2xi32>, f32
    // kernel.mlir:9:3: program (5, 0, 0): x, s = [[1, 2], [3, 4]], 0.5
    tri.print "here"
    ```
  }];
  let arguments = (ins StrAttr:$prefix, Variadic<Tri_Value>:$values, UnitAttr:$hex);
  let assemblyFormat = "$prefix (`hex` $hex^)? (`,` $values^ `:` type($values))? attr-dict";
}

def Tri_AssertOp : Tri_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "error unless a condition holds";
  let description = [{
    Where an element of `condition` is false or undefined, the launch ends with an error that says the op's place, the
    program, the element and `message`. An element is left out of the check by oring the negation of its mask to it.

    Example:
    ```mlir
    tri.assert %finite, "x is not finite" : tensor<128xi1>
    ```
  }];
  let arguments = (ins Tri_BoolLike:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
  let hasCanonicalizeMethod = 1;
}

#endif
