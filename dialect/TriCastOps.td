// The same bits, or the nearest number, in another type.
#ifndef TRI_CAST_OPS_TD
#define TRI_CAST_OPS_TD

include "TriBase.td"

def Tri_PtrToIntOp : Tri_Op<"ptr_to_int", [Pure,
    // ptr_to_int_c1
    TypesMatchWith<"result is i64 with the shape of src", "src", "result", "unwrap(tri_type_i64_of(wrap($_self)))">]> {
  let summary = "address as an integer";
  let description = [{
    `result[i…]` = the address in `src[i…]`, in bytes.

    * `ptr_to_int_c1`: `result` is i64 with the shape of `src`.

    Example, the distance of a pointer from a multiple of 16 bytes:
    ```mlir
    %a    = tri.ptr_to_int %p : !tri.ptr<f32>
    %past = arith.andi %a, %c15 : i64
    ```
  }];
  let arguments = (ins Tri_PtrLike:$src);
  let results = (outs Tri_IntLike:$result);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasFolder = 1;
}

def Tri_IntToPtrOp : Tri_Op<"int_to_ptr", [Pure,
    // int_to_ptr_c1
    TypesMatchWith<"src is i64 with the shape of result", "result", "src", "unwrap(tri_type_i64_of(wrap($_self)))">]> {
  let summary = "integer as an address";
  let description = [{
    `result[i…]` = the pointer with the address `src[i…]`. It may reach any buffer.

    * `int_to_ptr_c1`: `src` is i64 with the shape of `result`.

    Example, pointers from a table of addresses:
    ```mlir
    %address = tri.load %table : tensor<4xi64>
    %p = tri.int_to_ptr %address : tensor<4x!tri.ptr<f16>>
    ```
  }];
  let arguments = (ins Tri_IntLike:$src);
  let results = (outs Tri_PtrLike:$result);
  let assemblyFormat = "$src attr-dict `:` type($result)";
  let hasCanonicalizeMethod = 1;
}

def Tri_BitcastOp : Tri_Op<"bitcast", [Pure]> {
  let summary = "pointer to elements of another type";
  let description = [{
    `result[i…]` = the pointer to `result`'s pointee with the address of `src[i…]`. Numbers are cast bit by bit with
    `arith.bitcast`.

    * `bitcast_c1`: `src` and `result` have the same shape.
    * `bitcast_c2`: they point into the same address space.

    Example, the bits of floats:
    ```mlir
    %words = tri.bitcast %p : tensor<4x!tri.ptr<f32>> -> tensor<4x!tri.ptr<i32>>
    %bits  = tri.load %words : tensor<4xi32>
    ```
  }];
  let arguments = (ins Tri_PtrLike:$src);
  let results = (outs Tri_PtrLike:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_FpRounding : I32EnumAttr<"FpRounding", "to nearest, ties to even; or towards zero", [
    I32EnumAttrCase<"rtne", 0>, I32EnumAttrCase<"rtz", 1>]> {
  let cppNamespace = "::tri";
}

def Tri_FpCastOp : Tri_Op<"fp_cast", [Pure]> {
  let summary = "float in another format, with a rounding mode";
  let description = [{
    `result[i…]` = `src[i…]` rounded once to the format of `result`: to nearest, ties to even, or with `rounding rtz`
    towards zero. What is too large becomes infinity (in f8E4M3FN, which has none, NaN), with `rtz` the largest finite
    number; infinity becomes infinity (in f8E4M3FN NaN). With `saturate` both become the largest finite number of their
    sign. NaN becomes NaN.

    * `fp_cast_c1`: `src` and `result` have the same shape.
    * `fp_cast_c2`: with `saturate` the elements of `result` are f8E4M3FN or f8E5M2.

    Example, where `%x` = [1.125, 1.0625001, 500.0]:
    ```mlir
    %a = tri.fp_cast %x : tensor<3xf32> -> tensor<3xf8E5M2>                 // [1.0, 1.0, 512.0]
    %b = tri.fp_cast %x : tensor<3xf32> -> tensor<3xf8E4M3FN>               // [1.125, 1.125, NaN]
    %c = tri.fp_cast %x saturate : tensor<3xf32> -> tensor<3xf8E4M3FN>      // [1.125, 1.125, 448.0]
    %d = tri.fp_cast %x rounding rtz : tensor<3xf32> -> tensor<3xf8E5M2>    // [1.0, 1.0, 448.0]
    ```
  }];
  let arguments = (ins Tri_FloatLike:$src, DefaultValuedAttr<Tri_FpRounding, "::tri::FpRounding::rtne">:$rounding,
                       UnitAttr:$saturate);
  let results = (outs Tri_FloatLike:$result);
  let assemblyFormat = [{
    $src (`rounding` $rounding^)? (`saturate` $saturate^)? attr-dict `:` type($src) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

#endif
