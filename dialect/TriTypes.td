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

def Tri_DescType : TypeDef<Tri_Dialect, "Desc"> {
  let mnemonic = "desc";
  let summary = "descriptor of a tensor in global memory";
  let description = [{
    Where a tensor of run-time extents and strides lies, and the shape of the block of it that one access copies:
    `!tri.desc<128x64xf16>` accesses 128 x 64 elements at a time. `tri.make_desc` makes one; it may be passed through loops,
    branches and helper functions, but is no element of a block, lies in no memory, and is no argument of a kernel.

    * `desc_c1`: the block has 1 to 5 axes, extents of at least 1 and at most 2²⁰ elements.
    * `desc_c2`: its elements are i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32 or f64.
    * `desc_c3`: its last axis takes a multiple of 16 bytes.

    What hardware asks beyond that is for the compiler to arrange: a copy of the tensor memory accelerator has at most 256
    elements on an axis, so that a larger block takes several; one that gathers rows takes four.
  }];
  let parameters = (ins "::mlir::RankedTensorType":$block);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [TypeBuilderWithInferredContext<(ins "::mlir::RankedTensorType":$block), [{
    return $_get(block.getContext(), block);
  }]>];
}

#endif
