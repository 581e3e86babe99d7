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
  let hasCanonicalizeMethod = 1;
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
  let hasCanonicalizeMethod = 1;
}

def Tri_ReshapeOp : Tri_Op<"reshape", [Pure]> {
  let summary = "the same elements in another shape";
  let description = [{
    `result` has the elements of `src` in their row-major order. With `reorder` the elements may come in any order, which
    is cheaper where what is computed of them does not depend on it.

    * `reshape_c1`: `src` and `result` have the same element type and as many elements.

    Example, where `%x` = [[1, 2, 3], [4, 5, 6]]:
    ```mlir
    %y = tri.reshape %x : tensor<2x3xi32> -> tensor<3x2xi32>          // [[1, 2], [3, 4], [5, 6]]
    %z = tri.reshape %x reorder : tensor<2x3xi32> -> tensor<6xi32>    // [1, 2, 3, 4, 5, 6] in any order
    ```
  }];
  let arguments = (ins Tri_Block:$src, UnitAttr:$reorder);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$src (`reorder` $reorder^)? attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_TransposeOp : Tri_Op<"transpose", [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "the axes in another order";
  let description = [{
    Axis k of `result` is axis `order[k]` of `src`: `result[i₀, i₁, …]` = `src[j₀, j₁, …]`, where j at `order[k]` is iₖ.

    * `transpose_c1`: `order` names each axis of `src` once.

    Example, where `%x` = [[1, 2, 3], [4, 5, 6]]:
    ```mlir
    %y = tri.transpose %x order [1, 0] : tensor<2x3xi32>     // [[1, 4], [2, 5], [3, 6]] : tensor<3x2xi32>
    ```
  }];
  let arguments = (ins Tri_Block:$src, DenseI32ArrayAttr:$order);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$src `order` $order attr-dict `:` type($src)";
  let infersTypeInC = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_JoinOp : Tri_Op<"join", [Pure,
    // join_c1
    AllTypesMatch<["lhs", "rhs"]>,
    DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "two blocks side by side along a new last axis";
  let description = [{
    `result[i…, 0]` = `lhs[i…]` and `result[i…, 1]` = `rhs[i…]`. Of two scalars it makes a block of two elements.

    * `join_c1`: `lhs` and `rhs` have the same type.

    Example, where `%a` = [1, 2] and `%b` = [3, 4]:
    ```mlir
    %x = tri.join %a, %b : tensor<2xi32>     // [[1, 3], [2, 4]] : tensor<2x2xi32>
    ```
  }];
  let arguments = (ins Tri_Value:$lhs, Tri_Value:$rhs);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs)";
  let infersTypeInC = 1;
  let hasFolder = 1;
}

def Tri_SplitOp : Tri_Op<"split", [Pure,
    TypesMatchWith<"lhs has the type of src without its last axis", "src", "lhs", "unwrap(tri_type_split(wrap($_self)))">,
    TypesMatchWith<"rhs has the type of src without its last axis", "src", "rhs", "unwrap(tri_type_split(wrap($_self)))">]> {
  let summary = "the two halves of a block along its last axis";
  let description = [{
    `lhs[i…]` = `src[i…, 0]` and `rhs[i…]` = `src[i…, 1]`. A block of two elements gives two scalars. What `tri.join` has
    put together, this takes apart.

    * `split_c1`: the last axis of `src` has extent 2.

    Example, where `%x` = [[1, 3], [2, 4]]:
    ```mlir
    %a, %b = tri.split %x : tensor<2x2xi32>     // [1, 2], [3, 4]
    ```
  }];
  let arguments = (ins Tri_Block:$src);
  let results = (outs Tri_Value:$lhs, Tri_Value:$rhs);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_CatOp : Tri_Op<"cat", [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "one block after the other along an axis";
  let description = [{
    `result[i…]` = `lhs[i…]` where i at `axis` is less than n, the extent of `lhs` there; else `rhs` at i with n taken from
    that coordinate.

    * `cat_c1`: `lhs` and `rhs` have the same rank, element type, and extents on the other axes.
    * `cat_c2`: 0 ≤ `axis` < rank.

    Example, where `%a` = [1, 2, 3] and `%b` = [4, 5]:
    ```mlir
    %x = tri.cat %a, %b axis 0 : tensor<3xi32>, tensor<2xi32>     // [1, 2, 3, 4, 5] : tensor<5xi32>
    ```
  }];
  let arguments = (ins Tri_Block:$lhs, Tri_Block:$rhs, I32Attr:$axis);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$lhs `,` $rhs `axis` $axis attr-dict `:` type($lhs) `,` type($rhs)";
  let infersTypeInC = 1;
}

#endif
