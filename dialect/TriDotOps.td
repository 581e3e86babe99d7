// Products of matrices.
#ifndef TRI_DOT_OPS_TD
#define TRI_DOT_OPS_TD

include "TriBase.td"

def Tri_InputPrecision : I32EnumAttr<"InputPrecision", "with how many bits numbers of f32 are multiplied", [
    I32EnumAttrCase<"ieee", 0>, I32EnumAttrCase<"tf32", 1>, I32EnumAttrCase<"tf32x3", 2>]> {
  let cppNamespace = "::tri";
}

def Tri_DotOp : Tri_Op<"dot", [Pure,
    // dot_c5
    AllTypesMatch<["acc", "result"]>]> {
  let summary = "product of two matrices, added to a third";
  let description = [{
    `result[i, j]` = `acc[i, j]` + Σₖ `a[i, k]` · `b[k, j]`. With a leading axis each is a batch of matrices, and the
    matrices of one index are multiplied: `result[n, i, j]` = `acc[n, i, j]` + Σₖ `a[n, i, k]` · `b[n, k, j]`.

    * `dot_c1`: `a`, `b` and `acc` all have rank 2, or all have rank 3.
    * `dot_c2`: they are M×K, K×N and M×N; the leading extents of rank 3 are equal.
    * `dot_c3`: the element types are a row of this table:

      | `a`, `b` | `acc`, `result` |
      |---|---|
      | both f16 | f16 or f32 |
      | both bf16 | f32 |
      | both f32 | f32 |
      | both f64 | f64 |
      | each f8E4M3FN or f8E5M2 | f16 or f32 |
      | both i8 | i32 |
    * `dot_c4`: `precision` stands where the inputs are f32, `unsigned` where they are i8.
    * `dot_c5`: `acc` and `result` have the same type.

    Floats: the sum is formed in an order and with an intermediate precision (at least that of f32; of f64 for f64) that
    the compiler chooses, so that intermediate sums may overflow; the reference interpreter adds in f64, in the order of
    k, and rounds once to the type of `result`. Products of all types but f64 are exact there. A NaN, 0 · ∞ and ∞ − ∞
    give NaN; so a factor that is zero everywhere does not make the sum zero, and nothing is folded by it.

    `precision` says how inputs of f32 are multiplied:

    | precision | each factor is | sum |
    |---|---|---|
    | `ieee` (default) | as it is | of the products |
    | `tf32` | rounded to tf32, the 10 upper bits of the mantissa: to nearest, ties away from zero (PTX `cvt.rna.tf32.f32`); ∞ where that is too large | of the products |
    | `tf32x3` | h + l, where h is it rounded to tf32 and l what is left, rounded likewise; l = 0 where h is not finite | of h·h; and of l·h and h·l, left out where their sum is not finite |

    i8 is signed, or `unsigned` where that word follows the operand. Products are exact, and their sum is taken modulo 2³².
    An integer dot with a factor that is zero everywhere is `acc`; `arith.addi` of a dot whose `acc` is zero is a dot
    with the other addend for `acc`. A sum of floats is not merged so, since it rounds the dot before it adds: write the
    addend as `acc`.

    `result[i, j]` is undefined where `acc[i, j]`, an element of row i of `a` or an element of column j of `b` is.

    Example, where `%a` = [[1, 2], [3, 4]], `%b` = [[5], [6]], `%c` = [[100], [200]]:
    ```mlir
    %d = tri.dot %a, %b, %c : tensor<2x2xf16>, tensor<2x1xf16>, tensor<2x1xf32>                  // [[117], [239]]
    %e = tri.dot %x, %y, %z precision tf32 : tensor<64x32xf32>, tensor<32x64xf32>, tensor<64x64xf32>
    %f = tri.dot %u unsigned, %w, %n : tensor<64x32xi8>, tensor<32x64xi8>, tensor<64x64xi32>     // u8 times s8
    ```
  }];
  let arguments = (ins Tri_Block:$a, Tri_Block:$b, Tri_Block:$acc,
                       DefaultValuedAttr<Tri_InputPrecision, "::tri::InputPrecision::ieee">:$precision,
                       UnitAttr:$aUnsigned, UnitAttr:$bUnsigned);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = [{
    $a (`unsigned` $aUnsigned^)? `,` $b (`unsigned` $bUnsigned^)? `,` $acc (`precision` $precision^)? attr-dict
    `:` type($a) `,` type($b) `,` type($acc)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_DotScaledOp : Tri_Op<"dot_scaled", [Pure, AttrSizedOperandSegments,
    // dot_scaled_c6
    AllTypesMatch<["acc", "result"]>]> {
  let summary = "product of two matrices in microscaled formats, added to a third";
  let description = [{
    `result[i, j]` = `acc[i, j]` + Σₖ A(i, k) · B(k, j), where A(i, k) = `a[i, k]` · 2^(`a_scale[i, ⌊k / 32⌋]` − 127) and
    B(k, j) = `b[k, j]` · 2^(`b_scale[j, ⌊k / 32⌋]` − 127): 32 neighbours along the contracted axis share a scale. A
    scale is a byte in the format e8m0 of the Open Compute Project: an unsigned exponent, and NaN where it is 255. Without
    scales a factor is taken as it is. With a leading axis each operand is a batch, as in `tri.dot`.

    A factor of i8 holds numbers of four bits in the format e2m1 (0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives), two to
    a byte, neighbours along the contracted axis, the first in the low bits: `a` is then M×K/2 and `b` K/2×N.

    * `dot_scaled_c1`: `a`, `b` and `acc` all have rank 2, or all have rank 3.
    * `dot_scaled_c2`: they are M×K, K×N and M×N, bytes of two elements counted as two; the leading extents of rank 3 are
      equal.
    * `dot_scaled_c3`: the elements of `a` and of `b`, each on its own, are i8 (two of e2m1), f8E4M3FN, f8E5M2, f16 or
      bf16; those of `acc` are f32.
    * `dot_scaled_c4`: `a_scale` is M×⌈K / 32⌉, `b_scale` is N×⌈K / 32⌉, of i8, with the leading extent of rank 3.
    * `dot_scaled_c5`: factors of f16 and bf16 have no scale.
    * `dot_scaled_c6`: `acc` and `result` have the same type.

    The sum is formed and rounded as that of a `tri.dot` of floats; scaled products are exact on the reference
    interpreter. `result[i, j]` is undefined where `acc[i, j]`, or an element or scale of row i of `a` or of column j of
    `b` is.

    Example, where `%a` = [[0x42, 0x51]], that is [[1.0, 2.0, 0.5, 3.0]], `%sa` = [[128]], `%b` = [[1], [1], [1], [1]],
    `%c` = [[0.25]]:
    ```mlir
    %d = tri.dot_scaled %a scale %sa, %b, %c
        : tensor<1x2xi8> scale tensor<1x1xi8>, tensor<4x1xbf16>, tensor<1x1xf32>     // [[13.25]]
    ```
  }];
  let arguments = (ins Tri_Block:$a, Tri_Block:$b, Tri_Block:$acc, Optional<Tri_IntBlock>:$aScale,
                       Optional<Tri_IntBlock>:$bScale);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = [{
    $a (`scale` $aScale^)? `,` $b (`scale` $bScale^)? `,` $acc attr-dict
    `:` type($a) (`scale` type($aScale)^)? `,` type($b) (`scale` type($bScale)^)? `,` type($acc)
  }];
  let hasVerifier = 1;
}

#endif
