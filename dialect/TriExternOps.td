// Code that comes from elsewhere.
#ifndef TRI_EXTERN_OPS_TD
#define TRI_EXTERN_OPS_TD

include "TriBase.td"

def Tri_ExternCallOp : Tri_Op<"extern_call", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "function of a device library, applied to each element";
  let description = [{
    `result[i…]` = `symbol`(`args[i…]`, …), where `symbol` is a device function of the library `library`, called with
    scalars. A call that is `pure` promises to give the same for the same arguments and to touch no memory: it may be
    left out, moved and merged. Any other may read and write whatever memory there is.

    * `extern_call_c1`: the arguments have the shape of `result`.
    * `extern_call_c2`: arguments and result are numbers or blocks of these.
    * `extern_call_c3`: `symbol` is a name of letters, digits, _ and $ that does not begin with a digit; `library` is
      not empty.

    The library "libdevice" is NVIDIA's. The reference interpreter executes those of its functions that the C library
    has too, in f32 and f64 (`__nv_expf`, `__nv_exp`, …): those of f32 in f64 and rounded once, those of f64 as the
    host's C library gives them; any other is an error before the kernel runs. An element of `result` is undefined where
    one of the arguments is.

    Compiled kernels need no library: those of f32, but for erfc, lgamma, tgamma, j0, j1, y0 and y1, and of f64 those that
    are exact, have code of the compiler's own, with the errors that `lib/Analysis/externs.def` states; most are rounded
    from f64.

    Example, where `%x` = [0.0, 1.0]:
    ```mlir
    %y = tri.extern_call "__nv_expf"(%x) from "libdevice" pure : (tensor<2xf32>) -> tensor<2xf32>    // [1.0, 2.7182817]
    ```
  }];
  let arguments = (ins StrAttr:$symbol, Variadic<Tri_Value>:$args, StrAttr:$library, UnitAttr:$pure);
  let results = (outs Tri_Value:$result);
  let assemblyFormat = [{
    $symbol `(` $args `)` `from` $library (`pure` $pure^)? attr-dict `:` functional-type($args, $result)
  }];
  let hasVerifier = 1;
}

def Tri_InlinePtxOp : Tri_Op<"inline_ptx", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "instructions of PTX, applied to each element";
  let description = [{
    (`results[i…]`, …) = what the instructions `text` compute of (`args[i…]`, …). In `text`, `$0`, `$1`, … stand for
    registers: those of the results first, then those of the arguments. `constraints` says of each, separated by
    commas, what it is: `=r` a result in 32 bits, `r` an argument in 32 bits; likewise `h` for 16 and `l` for 64 bits of
    integers, `f` and `d` for f32 and f64. Items `~{…}` may follow.

    The text is applied to `pack` elements at a time; which ones, the compiler chooses. An element of 32 or 64 bits is a
    register by itself; narrower ones share a register of 32 bits, as many of the `pack` as fit, the first in its low
    bits. A text that is `pure` promises to give the same for the same arguments and to touch no memory: it may be left
    out, moved and merged. Any other may read and write whatever memory there is, and is executed as often as written.

    * `inline_ptx_c1`: arguments and results are all scalars, or all blocks of one shape.
    * `inline_ptx_c2`: they are numbers or blocks of these.
    * `inline_ptx_c3`: `pack` is 1, 2, 4 or 8.
    * `inline_ptx_c4`: `constraints` has an item with `=` for each register of the results, then one without for each
      register of the arguments.

    The reference interpreter has no PTX: a kernel with this op is an error there, before it runs.

    Example, four bytes at a time: the bits that both have; and 1 + x for f32:
    ```mlir
    %m = tri.inline_ptx "and.b32 $0, $1, $2;"(%a, %b) constraints "=r,r,r" pack 4 pure
        : (tensor<64xi8>, tensor<64xi8>) -> tensor<64xi8>
    %y = tri.inline_ptx "add.f32 $0, $1, 1.0;"(%x) constraints "=f,f" pure : (tensor<64xf32>) -> tensor<64xf32>
    ```
  }];
  let arguments = (ins StrAttr:$text, StrAttr:$constraints, Variadic<Tri_Value>:$args,
                       DefaultValuedAttr<I32Attr, "1">:$pack, UnitAttr:$pure);
  let results = (outs Variadic<Tri_Value>:$results);
  let assemblyFormat = [{
    $text `(` $args `)` `constraints` $constraints (`pack` $pack^)? (`pure` $pure^)? attr-dict
    `:` functional-type($args, $results)
  }];
  let hasVerifier = 1;
}

#endif
