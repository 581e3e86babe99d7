// Addresses, and memory behind them.
#ifndef TRI_MEMORY_OPS_TD
#define TRI_MEMORY_OPS_TD

include "TriBase.td"

def Tri_Cache : I32EnumAttr<"Cache", "cache operator (PTX ISA, Cache Operators)", [
    I32EnumAttrCase<"ca", 0>, I32EnumAttrCase<"cg", 1>, I32EnumAttrCase<"cs", 2>, I32EnumAttrCase<"cv", 3>,
    I32EnumAttrCase<"wb", 4>, I32EnumAttrCase<"wt", 5>]> {
  let cppNamespace = "::tri";
}

def Tri_Evict : I32EnumAttr<"Evict", "L2 eviction priority (PTX ISA, Cache Eviction Priority Hints)", [
    I32EnumAttrCase<"first", 0>, I32EnumAttrCase<"normal", 1>, I32EnumAttrCase<"last", 2>]> {
  let cppNamespace = "::tri";
}

def Tri_AddPtrOp : Tri_Op<"addptr", [Pure, DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "pointer moved by a number of elements";
  let description = [{
    `result[i…]` = `base[i…]` + sext64(`offset[i…]`) · size of the pointee in bytes, modulo 2⁶⁴. A scalar stands for
    a block of that value, so a scalar base takes a block of offsets and a block of pointers moves by a scalar.

    * `addptr_c1`: where `base` and `offset` are both blocks, their shapes are equal.

    Example, with `%x` an argument and `%i` = [0, 1, 2, 3]:
    ```mlir
    %px   = tri.addptr %x, %i : !tri.ptr<f32>, tensor<4xi32>                        // x, x + 4, x + 8, x + 12 bytes
    %next = tri.addptr %px, %step : tensor<4x!tri.ptr<f32>>, i32
    ```
  }];
  let arguments = (ins Tri_PtrLike:$base, Tri_IntLike:$offset);
  let results = (outs Tri_PtrLike:$result);
  let assemblyFormat = "$base `,` $offset attr-dict `:` type($base) `,` type($offset)";
  let infersTypeInC = 1;
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_LoadOp : Tri_Op<"load", [AttrSizedOperandSegments,
    Tri_MaskOf<"result", "mask">,
    OptionalTypesMatchWith<"other has the type of result", "result", "other", "$_self">,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "read memory";
  let description = [{
    `result[i…]` = `mask[i…]` ? the element at `ptr[i…]` : `other[i…]`. Without `mask` every element is read; without
    `other` a masked-off element is zero. Masked-off elements touch no memory.

    * `load_c1`: `ptr` points to the element type of `result` and has its shape.
    * `load_c2`: `other` comes with a `mask`.
    * `load_c3`: `cache` is ca, cg, cs or cv.

    A read that is out of bounds, null or not aligned to the element's size is an error at this op. A `volatile` load
    is done as written, once. The type written is `result`'s; `from` and the pointer's type follow where the pointer
    is not to global memory.

    Example, where memory at `%px` holds 1.0, 2.0, 3.0 and `%in` = [1, 1, 0]:
    ```mlir
    %x = tri.load %px where %in : tensor<3xf32>                                  // [1.0, 2.0, 0.0]
    %y = tri.load %px where %in else %one cache cg evict first : tensor<3xf32>   // [1.0, 2.0, 1.0]
    ```
  }];
  let arguments = (ins Tri_PtrLike:$ptr, Optional<Tri_BoolLike>:$mask, Optional<Tri_Value>:$other,
                       OptionalAttr<Tri_Cache>:$cache, OptionalAttr<Tri_Evict>:$evict, UnitAttr:$isVolatile);
  let results = (outs Tri_Value:$result);
  let assemblyFormat = [{
    $ptr (`where` $mask^)? (`else` $other^)?
    oilist(`cache` $cache | `evict` $evict | `volatile` $isVolatile) attr-dict
    custom<PointedTo>(type($ptr), type($result), "\"from\"")
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_StoreOp : Tri_Op<"store", [
    Tri_MaskOf<"value", "mask">,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "write memory";
  let description = [{
    The element at `ptr[i…]` becomes `value[i…]` where `mask[i…]`, or everywhere without `mask`. Masked-off elements touch
    no memory. Where two elements of one store have the same address, one of them is kept; which is not defined.

    * `store_c1`: `ptr` points to the element type of `value` and has its shape.
    * `store_c2`: `cache` is wb, cg, cs or wt.

    A write that is out of bounds, null or not aligned to the element's size, or of an undefined value, is an error at
    this op. A `volatile` store is done as written, once. The type written is `value`'s; `in` and the pointer's type
    follow where the pointer is not to global memory.

    Example, where `%sum` = [4.0, 5.0, 6.0] and `%in` = [1, 1, 0]:
    ```mlir
    tri.store %sum to %pz where %in : tensor<3xf32>     // memory at %pz: 4.0, 5.0, as before
    ```
  }];
  let arguments = (ins Tri_Value:$value, Tri_PtrLike:$ptr, Optional<Tri_BoolLike>:$mask,
                       OptionalAttr<Tri_Cache>:$cache, OptionalAttr<Tri_Evict>:$evict, UnitAttr:$isVolatile);
  let assemblyFormat = [{
    $value `to` $ptr (`where` $mask^)?
    oilist(`cache` $cache | `evict` $evict | `volatile` $isVolatile) attr-dict
    custom<PointedTo>(type($ptr), type($value), "\"in\"")
  }];
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

#endif
