// The attributes of the tri dialect.
#ifndef TRI_ATTRS_TD
#define TRI_ATTRS_TD

include "TriBase.td"
include "mlir/IR/TensorEncoding.td"

def Tri_LayoutAttr : AttrDef<Tri_Dialect, "Layout", [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "layout";
  let summary = "which thread holds which element of a block";
  let description = [{
    The encoding of a block at the layout level: a linear map over F2 from the bits of a slot (register, lane, warp, CTA)
    to the bits of the element's index. One vector per bit of the slot says which element it steps to; steps combine by
    xor. An all-zero vector is a copy. lib/Layout/layout.h tells the whole story.

    * `layout_c1`: the vectors have as many coordinates as the block has axes, and reach every element of it.
    * `layout_c2`: the extents of the block are powers of two.
    * `layout_c3`: there are 32 lanes, and no register only repeats what lower ones hold.

    Example, 8 x 8 elements over one warp, two neighbours in each thread:
    ```mlir
    tensor<8x8xf32, #tri.layout<register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], cta = []>>
    ```
  }];
  let parameters = (ins "::TriLayout":$value);
  let hasCustomAssemblyFormat = 1;
  let genMnemonicAlias = 1;
}

#endif
