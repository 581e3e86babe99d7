// The types of the tri dialect.
#ifndef TRI_TYPES_TD
#define TRI_TYPES_TD

include "TriBase.td"

def Tri_PtrType : TypeDef<Tri_Dialect, "Ptr"> {
  let mnemonic = "ptr";
  let summary = "address of an element in memory";
  let description = [{
    The address of an element of type `pointee`; eight bytes.

    * `ptr_c1`: `pointee` is i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64 or a pointer.
    * `ptr_c2`: the address space is 1 (global, the default, not written) or 3 (shared).

    i1 takes one byte in memory: non-zero is true, a store writes 0 or 1.

    Example: `!tri.ptr<f32>`, `!tri.ptr<f16, 3>`, `tensor<128x!tri.ptr<bf16>>`
  }];
  let parameters = (ins "::mlir::Type":$pointee, DefaultValuedParameter<"unsigned", "1">:$addressSpace);
  let assemblyFormat = "`<` $pointee (`,` $addressSpace^)? `>`";
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointee, CArg<"unsigned", "1">:$addressSpace), [{
    return $_get(pointee.getContext(), pointee, addressSpace);
  }]>];
}

#endif
