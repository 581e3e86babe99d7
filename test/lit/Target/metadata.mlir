// RUN: tri-test-emit %s --print=meta | FileCheck %s
// RUN: tri-test-emit %s --print=meta | %python -c "import json, sys; json.load(sys.stdin)"
// RUN: tri-test-emit %s | FileCheck %s --check-prefix=PTX
// The JSON object stands in the text's first line.
// PTX: // tri.meta: {"version": 1
// PTX-NOT: tri.meta
// PTX: .visible .entry first(

// Offsets are those of the parameter block: each argument at a multiple of its size, a tensor map at 64.
// CHECK: "arch": "sm_90a"
// CHECK-SAME: "name": "first"
// CHECK-SAME: "name": "x", "pointee": "f16", "type": "ptr", "offset": 0, "size": 8
// CHECK-SAME: "name": "b", "type": "i1", "offset": 8, "size": 1
// CHECK-SAME: "name": "h", "type": "bf16", "offset": 10, "size": 2
// CHECK-SAME: "name": "n", "type": "i32", "offset": 12, "size": 4
// CHECK-SAME: "name": "d", "type": "f64", "offset": 16, "size": 8
// CHECK-SAME: "block": [128, 64], "name": "map", "type": "tensor_map", "offset": 64, "size": 128
// CHECK-SAME: "param_bytes": 192, "threads": [256, 1, 1], "shared": 49152, "cluster": [2, 1, 1], "max_registers": 168
// CHECK-SAME: "hidden": ["map"], "locations": ["", "a \"b\".mlir:3:5"]
// CHECK-SAME: "name": "second", "args": [], "param_bytes": 0, "threads": [0, 0, 0], "shared": 0
gpu.module @kernels {
  gpu.func @first(%x: !llvm.ptr<1>, %b: i1, %h: bf16, %n: i32, %d: f64, %map: !llvm.ptr) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>,
                  tri.launch = {args = [{name = "x", type = "ptr", pointee = "f16", divisibility = 16 : i64},
                                        {name = "b", type = "i1"}, {name = "h", type = "bf16"},
                                        {name = "n", type = "i32"}, {name = "d", type = "f64"},
                                        {name = "map", type = "tensor_map", block = [128 : i64, 64 : i64]}],
                                hidden = ["map"], locations = ["", "a \22b\22.mlir:3:5"],
                                shared = 49152 : i64, max_registers = 168 : i32, num_ctas = 2 : i32}} {
    gpu.return
  }
  gpu.func @second() kernel {
    gpu.return
  }
}
