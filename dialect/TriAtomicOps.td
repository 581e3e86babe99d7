// Memory that several programs change.
#ifndef TRI_ATOMIC_OPS_TD
#define TRI_ATOMIC_OPS_TD

include "TriBase.td"

def Tri_AtomicKind : I32EnumAttr<"AtomicKind", "what an atomic makes of the element in memory", [
    I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"FAdd", 1, "fadd">, I32EnumAttrCase<"Min", 2, "min">,
    I32EnumAttrCase<"Max", 3, "max">, I32EnumAttrCase<"UMin", 4, "umin">, I32EnumAttrCase<"UMax", 5, "umax">,
    I32EnumAttrCase<"And", 6, "and">, I32EnumAttrCase<"Or", 7, "or">, I32EnumAttrCase<"Xor", 8, "xor">,
    I32EnumAttrCase<"Exch", 9, "exch">]> {
  let cppNamespace = "::tri";
}

def Tri_MemSemantics : I32EnumAttr<"MemSemantics", "which other accesses an atomic orders (PTX ISA, Memory Consistency Model)", [
    I32EnumAttrCase<"relaxed", 0>, I32EnumAttrCase<"acquire", 1>, I32EnumAttrCase<"release", 2>,
    I32EnumAttrCase<"acq_rel", 3>]> {
  let cppNamespace = "::tri";
}

def Tri_MemScope : I32EnumAttr<"MemScope", "among which threads an atomic is one step (PTX ISA, Scope)", [
    I32EnumAttrCase<"cta", 0>, I32EnumAttrCase<"gpu", 1>, I32EnumAttrCase<"sys", 2>]> {
  let cppNamespace = "::tri";
}

class Tri_AtomicOp<string mnemonic, list<Trait> traits> : Tri_Op<mnemonic, traits # [Tri_MaskOf<"value", "mask">]> {
  let results = (outs Tri_Value:$result);
  let hasVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_AtomicRmwOp : Tri_AtomicOp<"atomic_rmw", [
    // atomic_rmw_c3
    AllTypesMatch<["value", "result"]>]> {
  let summary = "change memory in one step, and what was there before";
  let description = [{
    Where `mask[i…]`, or everywhere without `mask`, in one step: `result[i…]` = the element at `ptr[i…]`, and that element
    becomes `kind`(it, `value[i…]`). Elsewhere no memory is touched and `result[i…]` is zero. The elements of a block
    are so many steps in an order that is not defined (the reference interpreter goes by rising index); elements with
    the same address all take effect.

    * `atomic_rmw_c1`: `ptr` points to the element type of `value` and has its shape.
    * `atomic_rmw_c2`: `kind` goes with the element type:

      | kind | element becomes | types |
      |---|---|---|
      | `add` | sum modulo 2ʷ | i32, i64 |
      | `fadd` | sum, rounded once | f16, bf16, f32, f64 |
      | `min`, `max` | signed minimum, maximum; of floats by their order | i32, i64, f32, f64 |
      | `umin`, `umax` | unsigned minimum, maximum | i32, i64 |
      | `and`, `or`, `xor` | bitwise | i32, i64 |
      | `exch` | `value` | i32, i64, f32, f64 |
    * `atomic_rmw_c3`: `value` and `result` have the same type.

    `fadd` of f32 in global memory takes subnormal operands and sums for a zero of their sign, as the hardware does (PTX
    ISA, atom). `min` and `max` of floats have −0 < +0, and a NaN beyond the infinity of its sign; as the sign of a
    computed NaN is not defined, keep NaNs out by a mask.

    `semantics` says how other accesses of this program are ordered to the step (default acq_rel), `scope` among whom it
    is one step (default gpu).

    A step that is out of bounds, null or not aligned to the element's size is an error at this op; so are an undefined
    mask, and an undefined address or value where the mask is on.

    Example, where memory at `%p` holds 10, 20 and `%where` = [`%p`, `%p` + 1, `%p`]:
    ```mlir
    %old = tri.atomic_rmw add %ones at %where : tensor<3xi32>                 // [10, 20, 11]; memory: 12, 21
    %m   = tri.atomic_rmw max %x at %p where %in semantics relaxed scope cta : f32
    ```
  }];
  let arguments = (ins Tri_AtomicKind:$kind, Tri_Value:$value, Arg<Tri_PtrLike, "", [MemRead, MemWrite]>:$ptr,
                       Optional<Tri_BoolLike>:$mask,
                       DefaultValuedAttr<Tri_MemSemantics, "::tri::MemSemantics::acq_rel">:$semantics,
                       DefaultValuedAttr<Tri_MemScope, "::tri::MemScope::gpu">:$scope);
  let assemblyFormat = [{
    $kind $value `at` $ptr (`where` $mask^)? (`semantics` $semantics^)? (`scope` $scope^)? attr-dict
    custom<PointedTo>(type($ptr), type($value), "\"in\"")
  }];
}

def Tri_AtomicCasOp : Tri_AtomicOp<"atomic_cas", [
    // atomic_cas_c3
    AllTypesMatch<["expected", "value", "result"]>]> {
  let summary = "replace an element of memory if it is as expected, and what was there before";
  let description = [{
    Where `mask[i…]`, or everywhere without `mask`, in one step: `result[i…]` = the element at `ptr[i…]`, and if its bits
    are those of `expected[i…]`, that element becomes `value[i…]`. Elsewhere no memory is touched and `result[i…]` is
    zero. Floats are compared by their bits: −0 is not +0, and a NaN is itself. Order among elements, `semantics`,
    `scope` and errors are those of `tri.atomic_rmw`; an undefined `expected` where the mask is on is an error too.

    * `atomic_cas_c1`: `ptr` points to the element type of `value` and has its shape.
    * `atomic_cas_c2`: the elements are i16, i32, i64, f16, bf16, f32 or f64.
    * `atomic_cas_c3`: `expected`, `value` and `result` have the same type.

    Example, where memory at `%p` holds 0 and `%free` = 0, `%taken` = 1:
    ```mlir
    %old = tri.atomic_cas %free, %taken at %p semantics acquire : i32     // 0; memory: 1
    %now = tri.atomic_cas %free, %taken at %p semantics acquire : i32     // 1; memory: 1
    ```
  }];
  let arguments = (ins Tri_Value:$expected, Tri_Value:$value, Arg<Tri_PtrLike, "", [MemRead, MemWrite]>:$ptr,
                       Optional<Tri_BoolLike>:$mask,
                       DefaultValuedAttr<Tri_MemSemantics, "::tri::MemSemantics::acq_rel">:$semantics,
                       DefaultValuedAttr<Tri_MemScope, "::tri::MemScope::gpu">:$scope);
  let assemblyFormat = [{
    $expected `,` $value `at` $ptr (`where` $mask^)? (`semantics` $semantics^)? (`scope` $scope^)? attr-dict
    custom<PointedTo>(type($ptr), type($value), "\"in\"")
  }];
}

#endif
