// Blocks made from nothing, from a scalar, and from blocks of another shape.
#ifndef TRI_SHAPE_OPS_TD
#define TRI_SHAPE_OPS_TD

include "TriBase.td"

def Tri_RangeOp : Tri_Op<"range", [Pure]> {
  let summary = "block of consecutive integers";
  let description = [{
    `result[i]` = `start` + i, for i in [0, extent of `result`).

    * `range_c1`: `result` has rank 1 and elements of i8, i16, i32 or i64.
    * `range_c2`: `start` and `start` + extent − 1 are signed values of the element type.

    `start` is 0 where it is not written.

    Example:
    ```mlir
    %i = tri.range : tensor<4xi32>          // [0, 1, 2, 3]
    %j = tri.range from 6 : tensor<4xi64>   // [6, 7, 8, 9]
    ```
  }];
  let arguments = (ins DefaultValuedAttr<I64Attr, "0">:$start);
  let results = (outs Tri_IntBlock:$result);
  let assemblyFormat = "(`from` $start^)? attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Tri_SplatOp : Tri_Op<"splat", [Pure,
    // splat_c1
    TypesMatchWith<"scalar has the element type of result", "result", "scalar",
                   "unwrap(tri_type_element(wrap($_self)))">]> {
  let summary = "block of one value";
  let description = [{
    `result[i…]` = `scalar`, for every index.

    * `splat_c1`: `scalar` has the element type of `result`.

    Example:
    ```mlir
    %end = tri.splat %n : tensor<4xi32>     // n = 7: [7, 7, 7, 7]
    ```
  }];
  let arguments = (ins Tri_Scalar:$scalar);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$scalar attr-dict `:` type($result)";
  let hasFolder = 1;
}

def Tri_ExpandDimsOp : Tri_Op<"expand_dims", [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "insert an axis of extent 1";
  let description = [{
    `result` has the elements of `src` in their order and one more axis, of extent 1, before `src`'s axis `axis`.

    * `expand_dims_c1`: 0 ≤ `axis` ≤ rank of `src`.

    Example, where `%r` = [5, 6]:
    ```mlir
    %column = tri.expand_dims %r axis 1 : tensor<2xi32>     // [[5], [6]] : tensor<2x1xi32>
    %row    = tri.expand_dims %r axis 0 : tensor<2xi32>     // [[5, 6]] : tensor<1x2xi32>
    ```
  }];
  let arguments = (ins Tri_Block:$src, I32Attr:$axis);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$src `axis` $axis attr-dict `:` type($src)";
  let infersTypeInC = 1;
  let hasFolder = 1;
}

def Tri_BroadcastOp : Tri_Op<"broadcast", [Pure]> {
  let summary = "repeat along the axes of extent 1";
  let description = [{
    `result[i…]` = `src[j…]`, where j = 0 on the axes on which `src` has extent 1, and j = i on the others.

    * `broadcast_c1`: `src` and `result` have the same rank and element type.
    * `broadcast_c2`: on every axis the extents are equal or `src`'s is 1.

    Example, where `%column` = [[5], [6]]:
    ```mlir
    %tile = tri.broadcast %column : tensor<2x1xi32> -> tensor<2x3xi32>     // [[5, 5, 5], [6, 6, 6]]
    ```
  }];
  let arguments = (ins Tri_Block:$src);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif
