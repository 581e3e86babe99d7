// The tri dialect: its definition, the types its ops take, and the base class of its ops.
#ifndef TRI_BASE_TD
#define TRI_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Tri_Dialect : Dialect {
  let name = "tri";
  let cppNamespace = "::tri";
  let summary = "Kernels on blocks";
  let description = [{
    A kernel is a `func.func` with the attribute `tri.kernel`; it says what one *program* does, and a grid of
    programs runs it. Values are scalars or *blocks*: ranked tensors with static extents, whose elements are
    computed in parallel. Memory is reached through pointers, alone or in blocks. Arithmetic is `arith` and `math`
    on blocks, control flow is `scf`, helper functions are `func.func`; the ops here are what those lack.
    Nothing speaks of threads or shared memory: the compiler finds those.

    Attributes of a kernel:

    | attribute | value | meaning |
    |---|---|---|
    | `tri.kernel` | unit | the function is a kernel |
    | `tri.grid` | string | default grid: up to three integer expressions over scalar arguments and template parameters, `"cdiv(n, 1024)"` |
    | `tri.bytes` | string | bytes that a launch moves at least, an integer expression as above; for GB/s of `tri-run --bench` |
    | `tri.flops` | string | floating-point operations of a launch, likewise; for TFLOP/s |
    | `tri.num_warps` | power of two, 1 to 32 | warps that share one program (default 4) |
    | `tri.num_stages` | 1 to 16 | depth of software pipelines |
    | `tri.num_ctas` | power of two, 1 to 16 | CTAs of one program's cluster |
    | `tri.max_registers` | 16 to 255 | registers a thread may use |
    | `tri.shared` | 0 to 2³¹ − 1 | bytes of shared memory of a program; set by tri-allocate-shared |

    Attributes of a kernel's argument:

    | attribute | on | meaning |
    |---|---|---|
    | `tri.name` | any | the name under which callers pass it; set from the SSA name by tri-run and libtri when they parse a file |
    | `tri.arg` | any | string: what `tri-run` fills it with when the command line says nothing |
    | `tri.divisibility` | pointer or integer | power of two that divides the value (bytes for a pointer); a promise, checked at launch |
    | `tri.noalias` | pointer | unit: no other argument reaches the same memory; a promise |

    Rules:

    * `kernel_c1`: `tri.kernel` stands on a `func.func`, the other attributes of a kernel beside it.
    * `kernel_c2`: their values are as the table says; a `tri.` attribute that is not in it is an error.
    * `kernel_c3`: a kernel has a body.
    * `kernel_c4`: a kernel has no results.
    * `kernel_c5`: its arguments are numbers and pointers; a descriptor is made in the kernel (`tri.make_desc`).
    * `kernel_c6`: its name is an identifier of PTX (letters, digits, _ and $, no digit first) that does not begin with
      `tri_`.
    * `kernel_arg_c1`: the values of an argument's attributes are as the table says.
    * `kernel_arg_c2`: they stand on the types that the table says.
    * `kernel_arg_c3`: they stand on arguments of a `func.func`; `tri.noalias` on those of a lowered kernel too.
    * `scratch_c1`: `tri.scratch`, where in a program's shared memory an op of this dialect has what it needs there, is an
      integer from 0; set by tri-allocate-shared.
    * `launch_c1`: `tri.launch`, what a launch must know, is a dictionary on a lowered kernel (`gpu.func`, `llvm.func`).
  }];
  let useDefaultTypePrinterParser = 1;
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = "void registerAttrs();";
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasConstantMaterializer = 1;
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

// What a constraint means is C: tri_type_is_* in lib/Dialect/types.h.
class Tri_TypeIs<string fn, string text> : Type<CPred<fn # "(wrap($_self))">, text>;

def Tri_Int      : Tri_TypeIs<"tri_type_is_int", "i1, i8, i16, i32 or i64">;
def Tri_IntBlock : Tri_TypeIs<"tri_type_is_int_block", "block of integers (rank 1 to 8, static extents, up to 2^20 elements)">;
def Tri_IntLike  : Tri_TypeIs<"tri_type_is_int_like", "integer or block of integers">;
def Tri_FloatLike : Tri_TypeIs<"tri_type_is_float_like", "f8E4M3FN, f8E5M2, f16, bf16, f32, f64 or block of these">;
def Tri_RealLike : Tri_TypeIs<"tri_type_is_real_like", "f16, bf16, f32, f64 or block of these">;
def Tri_Ptr      : Tri_TypeIs<"tri_type_is_ptr", "pointer">;
def Tri_Desc     : Tri_TypeIs<"tri_type_is_desc", "descriptor">;
def Tri_PtrLike  : Tri_TypeIs<"tri_type_is_ptr_like", "pointer or block of pointers">;
def Tri_BoolLike : Tri_TypeIs<"tri_type_is_bool_like", "i1 or block of i1">;
def Tri_Scalar   : Tri_TypeIs<"tri_type_is_scalar", "number or pointer">;
def Tri_Block    : Tri_TypeIs<"tri_type_is_block", "block of numbers or pointers (rank 1 to 8, static extents, up to 2^20 elements)">;
def Tri_Value    : Tri_TypeIs<"tri_type_is_value", "number, pointer, or block of these">;

// An op whose verifier, folder, canonicaliser and type inference are C functions: tri_MNEMONIC_verify,
// tri_MNEMONIC_fold, tri_MNEMONIC_canonicalize, tri_MNEMONIC_infer. The forwards are generated.
class Tri_Op<string mnemonic, list<Trait> traits = []> : Op<Tri_Dialect, mnemonic, traits> {
  bit infersTypeInC = 0;
}

// rhs is the block or scalar of i1 with lhs's shape.
class Tri_MaskOf<string lhs, string rhs> : OptionalTypesMatchWith<
    rhs # " is i1 with the shape of " # lhs, lhs, rhs, "unwrap(tri_type_mask_of(wrap($_self)))">;

#endif
