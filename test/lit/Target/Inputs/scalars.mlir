// Every scalar op of every type that kernels may hold; each result is stored, so that none is dropped.
gpu.module @kernels {
  gpu.func @floats_f16(%a: f16, %b: f16, %c: f16, %p: !llvm.ptr<1>) kernel {
    %v0 = arith.addf %a, %b : f16
    %v1 = arith.subf %a, %b : f16
    %v2 = arith.mulf %a, %b : f16
    %v3 = arith.divf %a, %b : f16
    %v4 = arith.remf %a, %b : f16
    %v5 = arith.maximumf %a, %b : f16
    %v6 = arith.minimumf %a, %b : f16
    %v7 = arith.maxnumf %a, %b : f16
    %v8 = arith.minnumf %a, %b : f16
    %v9 = arith.negf %a : f16
    %v10 = math.fma %a, %b, %c : f16
    %v11 = math.copysign %a, %b : f16
    %v12 = math.absf %a : f16
    %v13 = math.sqrt %a : f16
    %v14 = math.rsqrt %a : f16
    %v15 = math.floor %a : f16
    %v16 = math.ceil %a : f16
    %v17 = math.trunc %a : f16
    %v18 = math.round %a : f16
    %v19 = math.roundeven %a : f16
    %v20 = math.exp %a : f16
    %v21 = math.exp2 %a : f16
    %v22 = math.log %a : f16
    %v23 = math.log2 %a : f16
    %v24 = math.log10 %a : f16
    %v25 = math.log1p %a : f16
    %v26 = math.tanh %a : f16
    %v27 = math.erf %a : f16
    %v28 = math.sin %a : f16
    %v29 = math.cos %a : f16
    %v30 = arith.cmpf oeq, %a, %b : f16
    %v31 = arith.cmpf ogt, %a, %b : f16
    %v32 = arith.cmpf uge, %a, %b : f16
    %v33 = arith.cmpf one, %a, %b : f16
    %v34 = arith.cmpf ord, %a, %b : f16
    %v35 = arith.cmpf une, %a, %b : f16
    %v36 = math.isnan %a : f16
    %v37 = math.isinf %a : f16
    %v38 = math.isfinite %a : f16
    %v39 = math.isnormal %a : f16
    %v40 = arith.fptosi %a : f16 to i8
    %v41 = arith.fptoui %a : f16 to i8
    %v42 = arith.fptosi %a : f16 to i16
    %v43 = arith.fptoui %a : f16 to i16
    %v44 = arith.fptosi %a : f16 to i32
    %v45 = arith.fptoui %a : f16 to i32
    %v46 = arith.fptosi %a : f16 to i64
    %v47 = arith.fptoui %a : f16 to i64
    %v48 = arith.extf %a : f16 to f32
    %v49 = arith.extf %a : f16 to f64
    %qf8E4M3FNf16 = arith.truncf %a : f16 to f8E4M3FN
    %v50 = arith.bitcast %qf8E4M3FNf16 : f8E4M3FN to i8
    %qf8E5M2f16 = arith.truncf %a : f16 to f8E5M2
    %v51 = arith.bitcast %qf8E5M2f16 : f8E5M2 to i8
    llvm.store volatile %v0, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v1, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v2, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v3, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v4, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v5, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v6, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v7, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v8, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v9, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v10, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v11, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v12, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v13, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v14, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v15, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v16, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v17, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v18, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v19, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v20, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v21, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v22, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v23, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v24, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v25, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v26, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v27, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v28, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v29, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v30, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v31, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v32, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v33, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v34, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v35, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v36, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v37, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v38, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v39, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v40, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v41, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v42, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v43, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v44, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v45, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v46, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v47, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v48, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v49, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v50, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v51, %p : i8, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @floats_bf16(%a: bf16, %b: bf16, %c: bf16, %p: !llvm.ptr<1>) kernel {
    %v0 = arith.addf %a, %b : bf16
    %v1 = arith.subf %a, %b : bf16
    %v2 = arith.mulf %a, %b : bf16
    %v3 = arith.divf %a, %b : bf16
    %v4 = arith.remf %a, %b : bf16
    %v5 = arith.maximumf %a, %b : bf16
    %v6 = arith.minimumf %a, %b : bf16
    %v7 = arith.maxnumf %a, %b : bf16
    %v8 = arith.minnumf %a, %b : bf16
    %v9 = arith.negf %a : bf16
    %v10 = math.fma %a, %b, %c : bf16
    %v11 = math.copysign %a, %b : bf16
    %v12 = math.absf %a : bf16
    %v13 = math.sqrt %a : bf16
    %v14 = math.rsqrt %a : bf16
    %v15 = math.floor %a : bf16
    %v16 = math.ceil %a : bf16
    %v17 = math.trunc %a : bf16
    %v18 = math.round %a : bf16
    %v19 = math.roundeven %a : bf16
    %v20 = math.exp %a : bf16
    %v21 = math.exp2 %a : bf16
    %v22 = math.log %a : bf16
    %v23 = math.log2 %a : bf16
    %v24 = math.log10 %a : bf16
    %v25 = math.log1p %a : bf16
    %v26 = math.tanh %a : bf16
    %v27 = math.erf %a : bf16
    %v28 = math.sin %a : bf16
    %v29 = math.cos %a : bf16
    %v30 = arith.cmpf oeq, %a, %b : bf16
    %v31 = arith.cmpf ogt, %a, %b : bf16
    %v32 = arith.cmpf uge, %a, %b : bf16
    %v33 = arith.cmpf one, %a, %b : bf16
    %v34 = arith.cmpf ord, %a, %b : bf16
    %v35 = arith.cmpf une, %a, %b : bf16
    %v36 = math.isnan %a : bf16
    %v37 = math.isinf %a : bf16
    %v38 = math.isfinite %a : bf16
    %v39 = math.isnormal %a : bf16
    %v40 = arith.fptosi %a : bf16 to i8
    %v41 = arith.fptoui %a : bf16 to i8
    %v42 = arith.fptosi %a : bf16 to i16
    %v43 = arith.fptoui %a : bf16 to i16
    %v44 = arith.fptosi %a : bf16 to i32
    %v45 = arith.fptoui %a : bf16 to i32
    %v46 = arith.fptosi %a : bf16 to i64
    %v47 = arith.fptoui %a : bf16 to i64
    %v48 = arith.extf %a : bf16 to f32
    %v49 = arith.extf %a : bf16 to f64
    %qf8E4M3FNbf16 = arith.truncf %a : bf16 to f8E4M3FN
    %v50 = arith.bitcast %qf8E4M3FNbf16 : f8E4M3FN to i8
    %qf8E5M2bf16 = arith.truncf %a : bf16 to f8E5M2
    %v51 = arith.bitcast %qf8E5M2bf16 : f8E5M2 to i8
    llvm.store volatile %v0, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v1, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v2, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v3, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v4, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v5, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v6, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v7, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v8, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v9, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v10, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v11, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v12, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v13, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v14, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v15, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v16, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v17, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v18, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v19, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v20, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v21, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v22, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v23, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v24, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v25, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v26, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v27, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v28, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v29, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v30, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v31, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v32, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v33, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v34, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v35, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v36, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v37, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v38, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v39, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v40, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v41, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v42, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v43, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v44, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v45, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v46, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v47, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v48, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v49, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v50, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v51, %p : i8, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @floats_f32(%a: f32, %b: f32, %c: f32, %p: !llvm.ptr<1>) kernel {
    %v0 = arith.addf %a, %b : f32
    %v1 = arith.subf %a, %b : f32
    %v2 = arith.mulf %a, %b : f32
    %v3 = arith.divf %a, %b : f32
    %v4 = arith.remf %a, %b : f32
    %v5 = arith.maximumf %a, %b : f32
    %v6 = arith.minimumf %a, %b : f32
    %v7 = arith.maxnumf %a, %b : f32
    %v8 = arith.minnumf %a, %b : f32
    %v9 = arith.negf %a : f32
    %v10 = math.fma %a, %b, %c : f32
    %v11 = math.copysign %a, %b : f32
    %v12 = math.absf %a : f32
    %v13 = math.sqrt %a : f32
    %v14 = math.rsqrt %a : f32
    %v15 = math.floor %a : f32
    %v16 = math.ceil %a : f32
    %v17 = math.trunc %a : f32
    %v18 = math.round %a : f32
    %v19 = math.roundeven %a : f32
    %v20 = math.exp %a : f32
    %v21 = math.exp2 %a : f32
    %v22 = math.log %a : f32
    %v23 = math.log2 %a : f32
    %v24 = math.log10 %a : f32
    %v25 = math.log1p %a : f32
    %v26 = math.tanh %a : f32
    %v27 = math.erf %a : f32
    %v28 = math.sin %a : f32
    %v29 = math.cos %a : f32
    %v30 = arith.cmpf oeq, %a, %b : f32
    %v31 = arith.cmpf ogt, %a, %b : f32
    %v32 = arith.cmpf uge, %a, %b : f32
    %v33 = arith.cmpf one, %a, %b : f32
    %v34 = arith.cmpf ord, %a, %b : f32
    %v35 = arith.cmpf une, %a, %b : f32
    %v36 = math.isnan %a : f32
    %v37 = math.isinf %a : f32
    %v38 = math.isfinite %a : f32
    %v39 = math.isnormal %a : f32
    %v40 = arith.fptosi %a : f32 to i8
    %v41 = arith.fptoui %a : f32 to i8
    %v42 = arith.fptosi %a : f32 to i16
    %v43 = arith.fptoui %a : f32 to i16
    %v44 = arith.fptosi %a : f32 to i32
    %v45 = arith.fptoui %a : f32 to i32
    %v46 = arith.fptosi %a : f32 to i64
    %v47 = arith.fptoui %a : f32 to i64
    %v48 = arith.truncf %a : f32 to f16
    %v49 = arith.truncf %a toward_zero : f32 to f16
    %v50 = arith.truncf %a : f32 to bf16
    %v51 = arith.truncf %a toward_zero : f32 to bf16
    %v52 = arith.extf %a : f32 to f64
    %qf8E4M3FNf32 = arith.truncf %a : f32 to f8E4M3FN
    %v53 = arith.bitcast %qf8E4M3FNf32 : f8E4M3FN to i8
    %qf8E5M2f32 = arith.truncf %a : f32 to f8E5M2
    %v54 = arith.bitcast %qf8E5M2f32 : f8E5M2 to i8
    llvm.store volatile %v0, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v1, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v2, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v3, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v4, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v5, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v6, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v7, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v8, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v9, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v10, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v11, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v12, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v13, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v14, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v15, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v16, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v17, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v18, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v19, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v20, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v21, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v22, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v23, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v24, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v25, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v26, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v27, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v28, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v29, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v30, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v31, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v32, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v33, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v34, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v35, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v36, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v37, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v38, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v39, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v40, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v41, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v42, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v43, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v44, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v45, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v46, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v47, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v48, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v49, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v50, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v51, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v52, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v53, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v54, %p : i8, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @floats_f64(%a: f64, %b: f64, %c: f64, %p: !llvm.ptr<1>) kernel {
    %v0 = arith.addf %a, %b : f64
    %v1 = arith.subf %a, %b : f64
    %v2 = arith.mulf %a, %b : f64
    %v3 = arith.divf %a, %b : f64
    %v4 = arith.remf %a, %b : f64
    %v5 = arith.maximumf %a, %b : f64
    %v6 = arith.minimumf %a, %b : f64
    %v7 = arith.maxnumf %a, %b : f64
    %v8 = arith.minnumf %a, %b : f64
    %v9 = arith.negf %a : f64
    %v10 = math.fma %a, %b, %c : f64
    %v11 = math.copysign %a, %b : f64
    %v12 = math.absf %a : f64
    %v13 = math.sqrt %a : f64
    %v14 = math.rsqrt %a : f64
    %v15 = math.floor %a : f64
    %v16 = math.ceil %a : f64
    %v17 = math.trunc %a : f64
    %v18 = math.round %a : f64
    %v19 = math.roundeven %a : f64
    %v20 = arith.cmpf oeq, %a, %b : f64
    %v21 = arith.cmpf ogt, %a, %b : f64
    %v22 = arith.cmpf uge, %a, %b : f64
    %v23 = arith.cmpf one, %a, %b : f64
    %v24 = arith.cmpf ord, %a, %b : f64
    %v25 = arith.cmpf une, %a, %b : f64
    %v26 = math.isnan %a : f64
    %v27 = math.isinf %a : f64
    %v28 = math.isfinite %a : f64
    %v29 = math.isnormal %a : f64
    %v30 = arith.fptosi %a : f64 to i8
    %v31 = arith.fptoui %a : f64 to i8
    %v32 = arith.fptosi %a : f64 to i16
    %v33 = arith.fptoui %a : f64 to i16
    %v34 = arith.fptosi %a : f64 to i32
    %v35 = arith.fptoui %a : f64 to i32
    %v36 = arith.fptosi %a : f64 to i64
    %v37 = arith.fptoui %a : f64 to i64
    %v38 = arith.truncf %a : f64 to f16
    %v39 = arith.truncf %a toward_zero : f64 to f16
    %v40 = arith.truncf %a : f64 to bf16
    %v41 = arith.truncf %a toward_zero : f64 to bf16
    %v42 = arith.truncf %a : f64 to f32
    %v43 = arith.truncf %a toward_zero : f64 to f32
    llvm.store volatile %v0, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v1, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v2, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v3, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v4, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v5, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v6, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v7, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v8, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v9, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v10, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v11, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v12, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v13, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v14, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v15, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v16, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v17, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v18, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v19, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v20, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v21, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v22, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v23, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v24, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v25, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v26, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v27, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v28, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v29, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v30, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v31, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v32, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v33, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v34, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v35, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v36, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v37, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v38, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v39, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v40, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v41, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v42, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v43, %p : f32, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @ints_i8(%a: i8, %b: i8, %p: !llvm.ptr<1>) kernel {
    %v0 = arith.addi %a, %b : i8
    %v1 = arith.subi %a, %b : i8
    %v2 = arith.muli %a, %b : i8
    %v3 = arith.divsi %a, %b : i8
    %v4 = arith.divui %a, %b : i8
    %v5 = arith.remsi %a, %b : i8
    %v6 = arith.remui %a, %b : i8
    %v7 = arith.ceildivsi %a, %b : i8
    %v8 = arith.ceildivui %a, %b : i8
    %v9 = arith.floordivsi %a, %b : i8
    %v10 = arith.andi %a, %b : i8
    %v11 = arith.ori %a, %b : i8
    %v12 = arith.xori %a, %b : i8
    %v13 = arith.shli %a, %b : i8
    %v14 = arith.shrsi %a, %b : i8
    %v15 = arith.shrui %a, %b : i8
    %v16 = arith.maxsi %a, %b : i8
    %v17 = arith.maxui %a, %b : i8
    %v18 = arith.minsi %a, %b : i8
    %v19 = arith.minui %a, %b : i8
    %v20 = math.absi %a : i8
    %v21 = math.ctlz %a : i8
    %v22 = math.cttz %a : i8
    %v23 = math.ctpop %a : i8
    %v24 = math.ipowi %a, %b : i8
    %v25 = arith.cmpi slt, %a, %b : i8
    %v26 = arith.cmpi ult, %a, %b : i8
    %v27 = arith.cmpi eq, %a, %b : i8
    %v28 = arith.sitofp %a : i8 to f16
    %v29 = arith.uitofp %a : i8 to f16
    %v30 = arith.sitofp %a : i8 to bf16
    %v31 = arith.uitofp %a : i8 to bf16
    %v32 = arith.sitofp %a : i8 to f32
    %v33 = arith.uitofp %a : i8 to f32
    %v34 = arith.sitofp %a : i8 to f64
    %v35 = arith.uitofp %a : i8 to f64
    %ef8E4M3FN = arith.bitcast %a : i8 to f8E4M3FN
    %v36 = arith.extf %ef8E4M3FN : f8E4M3FN to f16
    %v37 = arith.extf %ef8E4M3FN : f8E4M3FN to bf16
    %v38 = arith.extf %ef8E4M3FN : f8E4M3FN to f32
    %v39 = arith.extf %ef8E4M3FN : f8E4M3FN to f64
    %ef8E5M2 = arith.bitcast %a : i8 to f8E5M2
    %v40 = arith.extf %ef8E5M2 : f8E5M2 to f16
    %v41 = arith.extf %ef8E5M2 : f8E5M2 to bf16
    %v42 = arith.extf %ef8E5M2 : f8E5M2 to f32
    %v43 = arith.extf %ef8E5M2 : f8E5M2 to f64
    %lmulsi_extended, %hmulsi_extended = arith.mulsi_extended %a, %b : i8
    %lmului_extended, %hmului_extended = arith.mului_extended %a, %b : i8
    llvm.store volatile %v0, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v1, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v2, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v3, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v4, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v5, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v6, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v7, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v8, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v9, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v10, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v11, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v12, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v13, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v14, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v15, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v16, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v17, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v18, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v19, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v20, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v21, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v22, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v23, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v24, %p : i8, !llvm.ptr<1>
    llvm.store volatile %v25, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v26, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v27, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v28, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v29, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v30, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v31, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v32, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v33, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v34, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v35, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v36, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v37, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v38, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v39, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v40, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v41, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v42, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v43, %p : f64, !llvm.ptr<1>
    llvm.store volatile %hmulsi_extended, %p : i8, !llvm.ptr<1>
    llvm.store volatile %hmului_extended, %p : i8, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @ints_i16(%a: i16, %b: i16, %p: !llvm.ptr<1>) kernel {
    %v0 = arith.addi %a, %b : i16
    %v1 = arith.subi %a, %b : i16
    %v2 = arith.muli %a, %b : i16
    %v3 = arith.divsi %a, %b : i16
    %v4 = arith.divui %a, %b : i16
    %v5 = arith.remsi %a, %b : i16
    %v6 = arith.remui %a, %b : i16
    %v7 = arith.ceildivsi %a, %b : i16
    %v8 = arith.ceildivui %a, %b : i16
    %v9 = arith.floordivsi %a, %b : i16
    %v10 = arith.andi %a, %b : i16
    %v11 = arith.ori %a, %b : i16
    %v12 = arith.xori %a, %b : i16
    %v13 = arith.shli %a, %b : i16
    %v14 = arith.shrsi %a, %b : i16
    %v15 = arith.shrui %a, %b : i16
    %v16 = arith.maxsi %a, %b : i16
    %v17 = arith.maxui %a, %b : i16
    %v18 = arith.minsi %a, %b : i16
    %v19 = arith.minui %a, %b : i16
    %v20 = math.absi %a : i16
    %v21 = math.ctlz %a : i16
    %v22 = math.cttz %a : i16
    %v23 = math.ctpop %a : i16
    %v24 = math.ipowi %a, %b : i16
    %v25 = arith.cmpi slt, %a, %b : i16
    %v26 = arith.cmpi ult, %a, %b : i16
    %v27 = arith.cmpi eq, %a, %b : i16
    %v28 = arith.sitofp %a : i16 to f16
    %v29 = arith.uitofp %a : i16 to f16
    %v30 = arith.sitofp %a : i16 to bf16
    %v31 = arith.uitofp %a : i16 to bf16
    %v32 = arith.sitofp %a : i16 to f32
    %v33 = arith.uitofp %a : i16 to f32
    %v34 = arith.sitofp %a : i16 to f64
    %v35 = arith.uitofp %a : i16 to f64
    %lmulsi_extended, %hmulsi_extended = arith.mulsi_extended %a, %b : i16
    %lmului_extended, %hmului_extended = arith.mului_extended %a, %b : i16
    llvm.store volatile %v0, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v1, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v2, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v3, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v4, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v5, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v6, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v7, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v8, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v9, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v10, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v11, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v12, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v13, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v14, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v15, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v16, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v17, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v18, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v19, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v20, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v21, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v22, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v23, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v24, %p : i16, !llvm.ptr<1>
    llvm.store volatile %v25, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v26, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v27, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v28, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v29, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v30, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v31, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v32, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v33, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v34, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v35, %p : f64, !llvm.ptr<1>
    llvm.store volatile %hmulsi_extended, %p : i16, !llvm.ptr<1>
    llvm.store volatile %hmului_extended, %p : i16, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @ints_i32(%a: i32, %b: i32, %p: !llvm.ptr<1>) kernel {
    %v0 = arith.addi %a, %b : i32
    %v1 = arith.subi %a, %b : i32
    %v2 = arith.muli %a, %b : i32
    %v3 = arith.divsi %a, %b : i32
    %v4 = arith.divui %a, %b : i32
    %v5 = arith.remsi %a, %b : i32
    %v6 = arith.remui %a, %b : i32
    %v7 = arith.ceildivsi %a, %b : i32
    %v8 = arith.ceildivui %a, %b : i32
    %v9 = arith.floordivsi %a, %b : i32
    %v10 = arith.andi %a, %b : i32
    %v11 = arith.ori %a, %b : i32
    %v12 = arith.xori %a, %b : i32
    %v13 = arith.shli %a, %b : i32
    %v14 = arith.shrsi %a, %b : i32
    %v15 = arith.shrui %a, %b : i32
    %v16 = arith.maxsi %a, %b : i32
    %v17 = arith.maxui %a, %b : i32
    %v18 = arith.minsi %a, %b : i32
    %v19 = arith.minui %a, %b : i32
    %v20 = math.absi %a : i32
    %v21 = math.ctlz %a : i32
    %v22 = math.cttz %a : i32
    %v23 = math.ctpop %a : i32
    %v24 = math.ipowi %a, %b : i32
    %v25 = arith.cmpi slt, %a, %b : i32
    %v26 = arith.cmpi ult, %a, %b : i32
    %v27 = arith.cmpi eq, %a, %b : i32
    %v28 = arith.sitofp %a : i32 to f16
    %v29 = arith.uitofp %a : i32 to f16
    %v30 = arith.sitofp %a : i32 to bf16
    %v31 = arith.uitofp %a : i32 to bf16
    %v32 = arith.sitofp %a : i32 to f32
    %v33 = arith.uitofp %a : i32 to f32
    %v34 = arith.sitofp %a : i32 to f64
    %v35 = arith.uitofp %a : i32 to f64
    %lmulsi_extended, %hmulsi_extended = arith.mulsi_extended %a, %b : i32
    %lmului_extended, %hmului_extended = arith.mului_extended %a, %b : i32
    llvm.store volatile %v0, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v1, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v2, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v3, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v4, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v5, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v6, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v7, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v8, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v9, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v10, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v11, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v12, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v13, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v14, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v15, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v16, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v17, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v18, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v19, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v20, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v21, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v22, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v23, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v24, %p : i32, !llvm.ptr<1>
    llvm.store volatile %v25, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v26, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v27, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v28, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v29, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v30, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v31, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v32, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v33, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v34, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v35, %p : f64, !llvm.ptr<1>
    llvm.store volatile %hmulsi_extended, %p : i32, !llvm.ptr<1>
    llvm.store volatile %hmului_extended, %p : i32, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @ints_i64(%a: i64, %b: i64, %p: !llvm.ptr<1>) kernel {
    %v0 = arith.addi %a, %b : i64
    %v1 = arith.subi %a, %b : i64
    %v2 = arith.muli %a, %b : i64
    %v3 = arith.divsi %a, %b : i64
    %v4 = arith.divui %a, %b : i64
    %v5 = arith.remsi %a, %b : i64
    %v6 = arith.remui %a, %b : i64
    %v7 = arith.ceildivsi %a, %b : i64
    %v8 = arith.ceildivui %a, %b : i64
    %v9 = arith.floordivsi %a, %b : i64
    %v10 = arith.andi %a, %b : i64
    %v11 = arith.ori %a, %b : i64
    %v12 = arith.xori %a, %b : i64
    %v13 = arith.shli %a, %b : i64
    %v14 = arith.shrsi %a, %b : i64
    %v15 = arith.shrui %a, %b : i64
    %v16 = arith.maxsi %a, %b : i64
    %v17 = arith.maxui %a, %b : i64
    %v18 = arith.minsi %a, %b : i64
    %v19 = arith.minui %a, %b : i64
    %v20 = math.absi %a : i64
    %v21 = math.ctlz %a : i64
    %v22 = math.cttz %a : i64
    %v23 = math.ctpop %a : i64
    %v24 = math.ipowi %a, %b : i64
    %v25 = arith.cmpi slt, %a, %b : i64
    %v26 = arith.cmpi ult, %a, %b : i64
    %v27 = arith.cmpi eq, %a, %b : i64
    %v28 = arith.sitofp %a : i64 to f16
    %v29 = arith.uitofp %a : i64 to f16
    %v30 = arith.sitofp %a : i64 to bf16
    %v31 = arith.uitofp %a : i64 to bf16
    %v32 = arith.sitofp %a : i64 to f32
    %v33 = arith.uitofp %a : i64 to f32
    %v34 = arith.sitofp %a : i64 to f64
    %v35 = arith.uitofp %a : i64 to f64
    %lmulsi_extended, %hmulsi_extended = arith.mulsi_extended %a, %b : i64
    %lmului_extended, %hmului_extended = arith.mului_extended %a, %b : i64
    llvm.store volatile %v0, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v1, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v2, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v3, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v4, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v5, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v6, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v7, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v8, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v9, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v10, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v11, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v12, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v13, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v14, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v15, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v16, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v17, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v18, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v19, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v20, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v21, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v22, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v23, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v24, %p : i64, !llvm.ptr<1>
    llvm.store volatile %v25, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v26, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v27, %p : i1, !llvm.ptr<1>
    llvm.store volatile %v28, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v29, %p : f16, !llvm.ptr<1>
    llvm.store volatile %v30, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v31, %p : bf16, !llvm.ptr<1>
    llvm.store volatile %v32, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v33, %p : f32, !llvm.ptr<1>
    llvm.store volatile %v34, %p : f64, !llvm.ptr<1>
    llvm.store volatile %v35, %p : f64, !llvm.ptr<1>
    llvm.store volatile %hmulsi_extended, %p : i64, !llvm.ptr<1>
    llvm.store volatile %hmului_extended, %p : i64, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @pairs_f16(%i: i32, %j: i32, %k: i32, %p: !llvm.ptr<1>) kernel {
    %a = llvm.bitcast %i : i32 to vector<2xf16>
    %b = llvm.bitcast %j : i32 to vector<2xf16>
    %c = llvm.bitcast %k : i32 to vector<2xf16>
    %v0 = arith.addf %a, %b : vector<2xf16>
    %v1 = arith.subf %a, %b : vector<2xf16>
    %v2 = arith.mulf %a, %b : vector<2xf16>
    %v3 = arith.maximumf %a, %b : vector<2xf16>
    %v4 = arith.minimumf %a, %b : vector<2xf16>
    %v5 = arith.maxnumf %a, %b : vector<2xf16>
    %v6 = arith.minnumf %a, %b : vector<2xf16>
    %v7 = math.fma %a, %b, %c : vector<2xf16>
    %v8 = math.absf %a : vector<2xf16>
    %v9 = arith.negf %a : vector<2xf16>
    llvm.store volatile %v0, %p : vector<2xf16>, !llvm.ptr<1>
    llvm.store volatile %v1, %p : vector<2xf16>, !llvm.ptr<1>
    llvm.store volatile %v2, %p : vector<2xf16>, !llvm.ptr<1>
    llvm.store volatile %v3, %p : vector<2xf16>, !llvm.ptr<1>
    llvm.store volatile %v4, %p : vector<2xf16>, !llvm.ptr<1>
    llvm.store volatile %v5, %p : vector<2xf16>, !llvm.ptr<1>
    llvm.store volatile %v6, %p : vector<2xf16>, !llvm.ptr<1>
    llvm.store volatile %v7, %p : vector<2xf16>, !llvm.ptr<1>
    llvm.store volatile %v8, %p : vector<2xf16>, !llvm.ptr<1>
    llvm.store volatile %v9, %p : vector<2xf16>, !llvm.ptr<1>
    gpu.return
  }
  gpu.func @pairs_bf16(%i: i32, %j: i32, %k: i32, %p: !llvm.ptr<1>) kernel {
    %a = llvm.bitcast %i : i32 to vector<2xbf16>
    %b = llvm.bitcast %j : i32 to vector<2xbf16>
    %c = llvm.bitcast %k : i32 to vector<2xbf16>
    %v0 = arith.addf %a, %b : vector<2xbf16>
    %v1 = arith.subf %a, %b : vector<2xbf16>
    %v2 = arith.mulf %a, %b : vector<2xbf16>
    %v3 = arith.maximumf %a, %b : vector<2xbf16>
    %v4 = arith.minimumf %a, %b : vector<2xbf16>
    %v5 = arith.maxnumf %a, %b : vector<2xbf16>
    %v6 = arith.minnumf %a, %b : vector<2xbf16>
    %v7 = math.fma %a, %b, %c : vector<2xbf16>
    %v8 = math.absf %a : vector<2xbf16>
    %v9 = arith.negf %a : vector<2xbf16>
    llvm.store volatile %v0, %p : vector<2xbf16>, !llvm.ptr<1>
    llvm.store volatile %v1, %p : vector<2xbf16>, !llvm.ptr<1>
    llvm.store volatile %v2, %p : vector<2xbf16>, !llvm.ptr<1>
    llvm.store volatile %v3, %p : vector<2xbf16>, !llvm.ptr<1>
    llvm.store volatile %v4, %p : vector<2xbf16>, !llvm.ptr<1>
    llvm.store volatile %v5, %p : vector<2xbf16>, !llvm.ptr<1>
    llvm.store volatile %v6, %p : vector<2xbf16>, !llvm.ptr<1>
    llvm.store volatile %v7, %p : vector<2xbf16>, !llvm.ptr<1>
    llvm.store volatile %v8, %p : vector<2xbf16>, !llvm.ptr<1>
    llvm.store volatile %v9, %p : vector<2xbf16>, !llvm.ptr<1>
    gpu.return
  }
}
