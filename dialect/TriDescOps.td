// Descriptors of tensors in memory, and the accesses that copy whole blocks of them.
#ifndef TRI_DESC_OPS_TD
#define TRI_DESC_OPS_TD

include "TriBase.td"

def Tri_Padding : I32EnumAttr<"Padding", "what a load through a descriptor gives outside of the tensor", [
    I32EnumAttrCase<"zero", 0>, I32EnumAttrCase<"nan", 1>]> {
  let cppNamespace = "::tri";
}

def Tri_DescReduction : I32EnumAttr<"DescReduction", "reduction in memory (PTX ISA, cp.reduce.async.bulk.tensor)", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Min", 1, "min">, I32EnumAttrCase<"Max", 2, "max">,
    I32EnumAttrCase<"Umin", 3, "umin">, I32EnumAttrCase<"Umax", 4, "umax">, I32EnumAttrCase<"And", 5, "and">,
    I32EnumAttrCase<"Or", 6, "or">, I32EnumAttrCase<"Xor", 7, "xor">]> {
  let cppNamespace = "::tri";
}

def Tri_MakeDescOp : Tri_Op<"make_desc", [Pure, AttrSizedOperandSegments,
    // make_desc_c1
    TypesMatchWith<"base points to the element type of result", "result", "base",
                   "unwrap(tri_desc_base_type(wrap($_self)))">]> {
  let summary = "descriptor of a tensor in memory";
  let description = [{
    `result` describes the tensor whose element (j₀, …) is at `base` + Σ jₖ · `strides`[k] elements, modulo 2⁶⁴, for 0 ≤ jₖ <
    `shape`[k]. The stride of the last axis is 1 and not written. Extents and strides are signed numbers. Loads through
    `result` give zero for what lies outside of the tensor, with `pad nan` a NaN.

    * `make_desc_c1`: `base` points to the element type of `result`, in global memory.
    * `make_desc_c2`: there are as many extents as `result` has axes, and one stride fewer.
    * `make_desc_c3`: extents and strides have one type, i32 or i64.
    * `make_desc_c4`: `pad nan` comes with elements of f16, bf16, f32 or f64.

    No memory is touched, and any operands will do. An access through `result` is an error unless

    * `base` is a multiple of 16 bytes,
    * each stride is a multiple of 16 bytes from 0 to 2⁴⁰ − 16 bytes,
    * each extent is from 0 to 2³¹ − 1,
    * none of them is undefined.

    Example, rows of a matrix of %m x %n elements that are %ld elements apart:
    ```mlir
    %d = tri.make_desc %x shape [%m, %n] strides [%ld] : i32 -> !tri.desc<128x64xf16>
    %v = tri.make_desc %y shape [%n] pad nan : i32 -> !tri.desc<1024xf32>
    ```
  }];
  let arguments = (ins Tri_Ptr:$base, Variadic<Tri_Int>:$shape, Variadic<Tri_Int>:$strides,
                       DefaultValuedAttr<Tri_Padding, "::tri::Padding::zero">:$padding);
  let results = (outs Tri_Desc:$result);
  let assemblyFormat = [{
    $base `shape` ` ` `[` $shape `]` (`strides` ` ` `[` $strides^ `]`)? (`pad` $padding^)? attr-dict `:`
    custom<OneType>(type($shape), type($strides), ref($shape), ref($strides)) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_DescLoadOp : Tri_Op<"desc_load", [MemoryEffects<[MemRead]>]> {
  let summary = "read a block of a tensor";
  let description = [{
    `result[i…]` = the element (`offsets`[0] + i₀, …) of the tensor that `desc` describes, or its padding where that
    element is not in the tensor. Offsets are signed and of i32; the sums do not wrap.

    * `desc_load_c1`: there are as many offsets as `desc` has axes.
    * `desc_load_c2`: `result` has the shape and the element type of `desc`.

    A read of an element that is in the tensor, but out of the bounds of its buffer or null, is an error at this op. The
    type written is `desc`'s; `as` and the type of `result` follow where it has a layout.

    Example, where `%d` describes the 3 x 5 tensor [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]]:
    ```mlir
    %x = tri.desc_load %d[%c1, %c3] : !tri.desc<2x4xi32>      // [[8, 9, 0, 0], [13, 14, 0, 0]] : tensor<2x4xi32>
    %y = tri.desc_load %d[%c2, %m1] : !tri.desc<2x4xi32>      // [[0, 10, 11, 12], [0, 0, 0, 0]]
    ```
  }];
  let arguments = (ins Tri_Desc:$desc, Variadic<I32>:$offsets);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$desc `[` $offsets `]` attr-dict custom<DescBlock>(type($desc), type($result))";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_DescStoreOp : Tri_Op<"desc_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "write a block of a tensor";
  let description = [{
    The element (`offsets`[0] + i₀, …) of the tensor that `desc` describes becomes `value[i…]`; where there is no such
    element, nothing happens. Offsets are signed and of i32; the sums do not wrap. Where strides let two elements have
    the same address, one of them is kept; which is not defined.

    * `desc_store_c1`: there are as many offsets as `desc` has axes.
    * `desc_store_c2`: `value` has the shape and the element type of `desc`.

    A write to an element that is in the tensor, but out of the bounds of its buffer or null, or of an undefined value, is
    an error at this op. The type written is `desc`'s; `as` and the type of `value` follow where it has a layout.

    Example, where `%d` describes the 1 x 5 tensor [[0, 1, 2, 3, 4]] and `%v` = [[7, 8, 9, 10]]:
    ```mlir
    tri.desc_store %v to %d[%c0, %c3] : !tri.desc<1x4xi32>     // [[0, 1, 2, 7, 8]]
    ```
  }];
  let arguments = (ins Tri_Block:$value, Tri_Desc:$desc, Variadic<I32>:$offsets);
  let assemblyFormat = "$value `to` $desc `[` $offsets `]` attr-dict custom<DescBlock>(type($desc), type($value))";
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_DescReduceOp : Tri_Op<"desc_reduce", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "reduce a block into a tensor";
  let description = [{
    The element x at (`offsets`[0] + i₀, …) of the tensor that `desc` describes becomes `kind`(x, `value[i…]`); where there
    is no such element, nothing happens. Each element is replaced atomically, in relaxed order, as the GPU sees it; the
    elements of a block in any order. Offsets are signed and of i32; the sums do not wrap.

    | kind | is | elements |
    |---|---|---|
    | `add` | the sum; of integers modulo 2ʷ, of floats rounded to nearest | i32, i64, f16, bf16, f32 |
    | `min`, `max` | of signed numbers; of floats −0 is less than +0, and a number wins over a NaN | i32, i64, f16, bf16 |
    | `umin`, `umax` | of unsigned numbers | i32, i64 |
    | `and`, `or`, `xor` | bit by bit | i32, i64 |

    * `desc_reduce_c1`: there are as many offsets as `desc` has axes.
    * `desc_reduce_c2`: `value` has the shape and the element type of `desc`.
    * `desc_reduce_c3`: the element type is one that the table has for `kind`.

    Errors and types are those of `tri.desc_store`.

    Example, where `%d` describes the 1 x 5 tensor [[0, 1, 2, 3, 4]] and `%v` = [[7, 8, 9, 10]]:
    ```mlir
    tri.desc_reduce add %v to %d[%c0, %m1] : !tri.desc<1x4xi32>     // [[8, 10, 12, 3, 4]]
    ```
  }];
  let arguments = (ins Tri_DescReduction:$kind, Tri_Block:$value, Tri_Desc:$desc, Variadic<I32>:$offsets);
  let assemblyFormat = [{
    $kind $value `to` $desc `[` $offsets `]` attr-dict custom<DescBlock>(type($desc), type($value))
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_DescGatherOp : Tri_Op<"desc_gather", [MemoryEffects<[MemRead]>]> {
  let summary = "read rows of a tensor";
  let description = [{
    `result[r, c]` = the element (`rows[r]`, `column` + c) of the tensor that `desc` describes, or its padding where that
    element is not in the tensor. Rows and column are signed numbers; their sums do not wrap.

    * `desc_gather_c1`: `desc` has two axes, the first of extent 1.
    * `desc_gather_c2`: `rows` has rank 1 and elements of i16 or i32.
    * `desc_gather_c3`: `result` has a row for each of `rows`, with the columns and the element type of `desc`.

    Errors are those of `tri.desc_load`; an undefined row is one as well. The types written are those of `rows` and
    `desc`; `as` and the type of `result` follow where it has a layout.

    Example, where `%d` describes the 3 x 5 tensor [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]] and `%r` =
    [2, 0, 3]:
    ```mlir
    %x = tri.desc_gather %d[%r, %c1] : tensor<3xi32>, !tri.desc<1x4xi32>
    // [[11, 12, 13, 14], [1, 2, 3, 4], [0, 0, 0, 0]] : tensor<3x4xi32>
    ```
  }];
  let arguments = (ins Tri_Desc:$desc, Tri_IntBlock:$rows, I32:$column);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = [{
    $desc `[` $rows `,` $column `]` attr-dict custom<DescRows>(type($rows), type($desc), type($result))
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_DescScatterOp : Tri_Op<"desc_scatter", [MemoryEffects<[MemWrite]>]> {
  let summary = "write rows of a tensor";
  let description = [{
    The element (`rows[r]`, `column` + c) of the tensor that `desc` describes becomes `value[r, c]`; where there is no such
    element, nothing happens. Rows and column are signed numbers; their sums do not wrap. Where two of `rows` are equal,
    one of them is kept for each column; which is not defined.

    * `desc_scatter_c1`: `desc` has two axes, the first of extent 1.
    * `desc_scatter_c2`: `rows` has rank 1 and elements of i16 or i32.
    * `desc_scatter_c3`: `value` has a row for each of `rows`, with the columns and the element type of `desc`.

    Errors are those of `tri.desc_store`; an undefined row is one as well. Types are written as `tri.desc_gather` has them.

    Example, where `%d` describes the 3 x 5 tensor [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13, 14]], `%r` = [2, 3]
    and `%v` = [[20, 21, 22, 23], [30, 31, 32, 33]]:
    ```mlir
    tri.desc_scatter %v to %d[%r, %c2] : tensor<2xi32>, !tri.desc<1x4xi32>     // the last row: [10, 11, 20, 21, 22]
    ```
  }];
  let arguments = (ins Tri_Block:$value, Tri_Desc:$desc, Tri_IntBlock:$rows, I32:$column);
  let assemblyFormat = [{
    $value `to` $desc `[` $rows `,` $column `]` attr-dict custom<DescRows>(type($rows), type($desc), type($value))
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

#endif
