gpu.module @kernels {
  gpu.func @vector_add(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %z: !llvm.ptr<1> {tri.noalias}, %n: i32) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>,
                  tri.launch = {args = [{name = "x", type = "ptr", pointee = "f32", divisibility = 16 : i64},
                                        {name = "y", type = "ptr", pointee = "f32", divisibility = 16 : i64},
                                        {name = "z", type = "ptr", pointee = "f32", divisibility = 16 : i64},
                                        {name = "n", type = "i32", divisibility = 1 : i64}],
                                locations = ["", "vector_add.mlir:31:14", "vector_add.mlir:32:14", "vector_add.mlir:34:3"],
                                shared = 0 : i64, max_registers = 0 : i32, num_ctas = 1 : i32}} {
    %tid = gpu.thread_id x
    %t = arith.index_cast %tid : index to i32
    %bid = gpu.block_id x
    %b = arith.index_cast %bid : index to i32
    %c512 = arith.constant 512 : i32
    %c4 = arith.constant 4 : i32
    %base = arith.muli %b, %c512 : i32
    %lane = arith.muli %t, %c4 : i32
    %o = arith.addi %base, %lane : i32
    %m = arith.cmpi slt, %o, %n : i32
    %px = llvm.getelementptr %x[%o] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %py = llvm.getelementptr %y[%o] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %pz = llvm.getelementptr %z[%o] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %vx = llvm.inline_asm has_side_effects asm_dialect = att "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4]; // tri:1", "=f,=f,=f,=f,l,b" %px, %m : (!llvm.ptr<1>, i1) -> !llvm.struct<(f32, f32, f32, f32)>
    %vy = llvm.inline_asm has_side_effects asm_dialect = att "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4]; // tri:2", "=f,=f,=f,=f,l,b" %py, %m : (!llvm.ptr<1>, i1) -> !llvm.struct<(f32, f32, f32, f32)>
    %x0 = llvm.extractvalue %vx[0] : !llvm.struct<(f32, f32, f32, f32)>
    %x1 = llvm.extractvalue %vx[1] : !llvm.struct<(f32, f32, f32, f32)>
    %x2 = llvm.extractvalue %vx[2] : !llvm.struct<(f32, f32, f32, f32)>
    %x3 = llvm.extractvalue %vx[3] : !llvm.struct<(f32, f32, f32, f32)>
    %y0 = llvm.extractvalue %vy[0] : !llvm.struct<(f32, f32, f32, f32)>
    %y1 = llvm.extractvalue %vy[1] : !llvm.struct<(f32, f32, f32, f32)>
    %y2 = llvm.extractvalue %vy[2] : !llvm.struct<(f32, f32, f32, f32)>
    %y3 = llvm.extractvalue %vy[3] : !llvm.struct<(f32, f32, f32, f32)>
    %s0 = arith.addf %x0, %y0 : f32
    %s1 = arith.addf %x1, %y1 : f32
    %s2 = arith.addf %x2, %y2 : f32
    %s3 = arith.addf %x3, %y3 : f32
    llvm.inline_asm has_side_effects asm_dialect = att "@$5 st.global.v4.b32 [$4], {$0, $1, $2, $3}; // tri:3", "f,f,f,f,l,b" %s0, %s1, %s2, %s3, %pz, %m : (f32, f32, f32, f32, !llvm.ptr<1>, i1) -> ()
    gpu.return
  }
}
