// Arithmetic that arith and math lack.
#ifndef TRI_ARITH_OPS_TD
#define TRI_ARITH_OPS_TD

include "TriBase.td"

def Tri_Signedness : I32EnumAttr<"Signedness", "how the bits of an integer are read", [
    I32EnumAttrCase<"Signed", 0, "signed">, I32EnumAttrCase<"Unsigned", 1, "unsigned">]> {
  let cppNamespace = "::tri";
}

def Tri_MulhiOp : Tri_Op<"mulhi", [Pure, Commutative,
    // mulhi_c1
    SameOperandsAndResultType]> {
  let summary = "upper half of a product";
  let description = [{
    `result[i…]` = ⌊`lhs[i…]` · `rhs[i…]` / 2ʷ⌋, where w is the width of the type and the operands are read as signed or
    unsigned integers.

    * `mulhi_c1`: `lhs`, `rhs` and `result` have the same type.

    Example, where `%a` = 0x80000000:
    ```mlir
    %u = tri.mulhi unsigned %a, %a : i32     // 2³¹ · 2³¹ / 2³² = 0x40000000
    %s = tri.mulhi signed %a, %c2 : i32      // −2³¹ · 2 / 2³² = −1
    ```
  }];
  let arguments = (ins Tri_Signedness:$signedness, Tri_IntLike:$lhs, Tri_IntLike:$rhs);
  let results = (outs Tri_IntLike:$result);
  let assemblyFormat = "$signedness $lhs `,` $rhs attr-dict `:` type($result)";
}

def Tri_ClampOp : Tri_Op<"clamp", [Pure,
    // clamp_c1
    SameOperandsAndResultType]> {
  let summary = "number limited to an interval";
  let description = [{
    `result[i…]` = min(max(`x[i…]`, `low[i…]`), `high[i…]`). Of the two numbers that max and min compare, a NaN loses:
    `result` is `low` or `high` where `x` is NaN. With `propagate_nan` a NaN wins: `result` is NaN where any operand is.
    −0 is less than +0. Integers are clamped with `arith.maxsi` and `arith.minsi`.

    * `clamp_c1`: `x`, `low`, `high` and `result` have the same type.

    Example, where `%x` = [−3.0, 0.5, NaN], `%low` = [0.0, 0.0, 0.0], `%high` = [1.0, 1.0, 1.0]:
    ```mlir
    %y = tri.clamp %x, %low, %high : tensor<3xf32>                  // [0.0, 0.5, 0.0]
    %z = tri.clamp %x, %low, %high propagate_nan : tensor<3xf32>    // [0.0, 0.5, NaN]
    ```
  }];
  let arguments = (ins Tri_RealLike:$x, Tri_RealLike:$low, Tri_RealLike:$high, UnitAttr:$propagateNan);
  let results = (outs Tri_RealLike:$result);
  let assemblyFormat = "$x `,` $low `,` $high (`propagate_nan` $propagateNan^)? attr-dict `:` type($result)";
}

#endif
