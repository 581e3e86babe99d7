// Which program of the grid this is.
#ifndef TRI_PROGRAM_OPS_TD
#define TRI_PROGRAM_OPS_TD

include "TriBase.td"

def Tri_Axis : I32EnumAttr<"Axis", "axis of the grid", [
    I32EnumAttrCase<"x", 0>, I32EnumAttrCase<"y", 1>, I32EnumAttrCase<"z", 2>]> {
  let cppNamespace = "::tri";
}

class Tri_GridOp<string mnemonic> : Tri_Op<mnemonic, [Pure]> {
  let arguments = (ins Tri_Axis:$axis);
  let results = (outs I32:$result);
  let assemblyFormat = "$axis attr-dict";
}

def Tri_ProgramIdOp : Tri_GridOp<"program_id"> {
  let summary = "index of this program along an axis of the grid";
  let description = [{
    `result` = the program's coordinate along `axis`, in [0, num_programs(axis)).

    Example, in the fourth program of a one-dimensional grid:
    ```mlir
    %pid = tri.program_id x     // 3 : i32
    ```
  }];
}

def Tri_NumProgramsOp : Tri_GridOp<"num_programs"> {
  let summary = "number of programs along an axis of the grid";
  let description = [{
    `result` = the grid's extent along `axis`, at least 1.

    Example, in a grid of 97 programs:
    ```mlir
    %count = tri.num_programs x     // 97 : i32
    %one   = tri.num_programs y     // 1 : i32
    ```
  }];
}

#endif
