// Ops of the layout level.
#ifndef TRI_LAYOUT_OPS_TD
#define TRI_LAYOUT_OPS_TD

include "TriBase.td"

def Tri_ConvertLayoutOp : Tri_Op<"convert_layout", [Pure]> {
  let summary = "the same block over other threads";
  let description = [{
    `result[i…]` = `src[i…]`; the types differ in their layouts alone.

    * `convert_layout_c1`: `src` and `result` have the same shape and element type.

    Example:
    ```mlir
    %row = tri.convert_layout %x : tensor<64xf32, #coalesced> -> tensor<64xf32, #of_row>
    ```
  }];
  let arguments = (ins Tri_Block:$src);
  let results = (outs Tri_Block:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif
