// Elements picked and counted by what other elements say.
#ifndef TRI_GATHER_OPS_TD
#define TRI_GATHER_OPS_TD

include "TriBase.td"

def Tri_GatherOp : Tri_Op<"gather", [NoMemoryEffect, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "elements of a block by their index along an axis";
  let description = [{
    `result[i…]` = `src[j…]`, where j is i but for the coordinate along `axis`, which is `index[i…]` as a signed number.
    `result` has the shape of `index`.

    * `gather_c1`: `index` has the rank of `src` and elements of i8, i16, i32 or i64.
    * `gather_c2`: 0 ≤ `axis` < rank.
    * `gather_c3`: on the other axes the extents of `src` and `index` are equal.

    An index that is negative, not less than the extent of `src` along `axis`, or undefined, is an error at this op.

    Example, where `%x` = [10, 20, 30] and `%i` = [2, 2, 0, 1]:
    ```mlir
    %y = tri.gather %x at %i axis 0 : tensor<3xf32>, tensor<4xi32>     // [30, 30, 10, 20] : tensor<4xf32>
    ```
  }];
  let arguments = (ins Tri_Block:$src, Tri_IntBlock:$index, I32Attr:$axis);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$src `at` $index `axis` $axis attr-dict `:` type($src) `,` type($index)";
  let infersTypeInC = 1;
}

def Tri_HistogramOp : Tri_Op<"histogram", [NoMemoryEffect, Tri_MaskOf<"src", "mask">]> {
  let summary = "how often each value occurs";
  let description = [{
    `result[b]` = the number of indices i… for which `src[i…]`, read as an unsigned number, is b and `mask[i…]` is true.
    Without `mask` every element counts. A value that has no bin, because it is not less than the extent of `result`, is
    not counted.

    * `histogram_c1`: `result` has rank 1 and elements of i32.

    An undefined element of `mask` is an error at this op; where an element of `src` that counts is undefined, so is all
    of `result`.

    Example, where `%x` = [0, 3, 0, 200] and `%in` = [1, 1, 0, 1]:
    ```mlir
    %h = tri.histogram %x : tensor<4xi8> -> tensor<4xi32>               // [2, 0, 0, 1]
    %m = tri.histogram %x where %in : tensor<4xi8> -> tensor<4xi32>     // [1, 0, 0, 1]
    ```
  }];
  let arguments = (ins Tri_IntBlock:$src, Optional<Tri_BoolLike>:$mask);
  let results = (outs Tri_IntBlock:$result);
  let assemblyFormat = "$src (`where` $mask^)? attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

#endif
