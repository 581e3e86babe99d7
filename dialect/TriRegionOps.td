// A scalar region applied to blocks: along an axis, or to each element.
#ifndef TRI_REGION_OPS_TD
#define TRI_REGION_OPS_TD

include "TriBase.td"

// Its region is a function of scalars, without effects: what the op itself does is what the region's ops do.
class Tri_RegionOp<string mnemonic> : Tri_Op<mnemonic, [RecursiveMemoryEffects, RecursivelySpeculatable]> {
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizeMethod = 1;
}

def Tri_ReduceOp : Tri_RegionOp<"reduce"> {
  let summary = "the elements along an axis combined into one";
  let description = [{
    Let f be the function that the region computes: of two tuples of scalars, one of each of `srcs`, it yields such a
    tuple. Along `axis`, of extent n, with x‹k› = the tuple of elements of `srcs` at index k and at i… on the other axes:

    `results[i…]` = f(… f(f(x‹0›, x‹1›), x‹2›) …, x‹n−1›)

    f is taken to be associative: the elements are combined in any grouping, but in the order of their index. Each
    result is its operand's type without the axis; of a block of rank 1 it is a scalar.

    Where f is one op of arith, a word in front stands for the region:

    | word | integers | floats |
    |---|---|---|
    | `add`, `mul` | addi, muli: modulo 2ʷ | addf, mulf |
    | `min`, `max` | minsi, maxsi: signed | minnumf, maxnumf: a NaN loses |
    | `umin`, `umax` | minui, maxui: unsigned | |
    | `minimum`, `maximum` | | minimumf, maximumf: a NaN wins |
    | `and`, `or`, `xor` | andi, ori, xori | |

    Integer results, and those of float minima and maxima, do not depend on the grouping. Float sums and products do, and
    are ordered (class O of the semantics): the reference interpreter computes those in f64 and rounds them once.

    * `reduce_c1`: there is at least one operand, and all have the same shape and layout.
    * `reduce_c2`: 0 ≤ `axis` < rank.
    * `reduce_c3`: there is a result per operand: the operand's type without the axis.
    * `reduce_c4`: the region takes the elements of `srcs` on the left, then those on the right, and ends in `tri.yield`
      of as many values, of the elements' types.
    * `reduce_c5`: every value of the region and every value from outside that it uses is a scalar, and its ops have no
      effects on memory and call no functions.

    Example, where `%x` = [[1, 2, 3], [4, 9, 9]] and `%i` = [[0, 1, 2], [0, 1, 2]]:
    ```mlir
    %sum = tri.reduce add %x axis 1 : tensor<2x3xi32>      // [6, 22] : tensor<2xi32>
    %top = tri.reduce max %x axis 0 : tensor<2x3xi32>      // [4, 9, 9] : tensor<3xi32>
    // The greatest of each row and the first place where it stands: [3, 9] and [2, 1].
    %max, %at = tri.reduce %x, %i axis 1 : tensor<2x3xi32>, tensor<2x3xi32> by (%a, %ia), (%b, %ib) {
      %less = arith.cmpi slt, %a, %b : i32
      %v = arith.select %less, %b, %a : i32
      %p = arith.select %less, %ib, %ia : i32
      tri.yield %v, %p : i32, i32
    }
    ```
  }];
  let arguments = (ins Variadic<Tri_Block>:$srcs, I32Attr:$axis);
  let results = (outs Variadic<Tri_Value>:$results);
  let regions = (region SizedRegion<1>:$combine);
}

def Tri_ScanOp : Tri_RegionOp<"scan"> {
  let summary = "the running combination along an axis";
  let description = [{
    With f and x‹k› as in `tri.reduce`, and `results`‹k› the tuple of results at index k along `axis`:

    `results`‹0› = x‹0›, `results`‹k› = f(`results`‹k−1›, x‹k›)

    With `reverse` the axis is walked from its end, as if the block were flipped before and after: `results`‹n−1› =
    x‹n−1›, `results`‹k› = f(`results`‹k+1›, x‹k›). f is taken to be associative, and the words of `tri.reduce` stand for
    the same regions; so do float sums and products.

    * `scan_c1`: there is at least one operand, and all have the same shape and layout.
    * `scan_c2`: 0 ≤ `axis` < rank.
    * `scan_c3`: the results have the types of the operands.
    * `scan_c4`: the region takes the elements of `srcs` on the left, then those on the right, and ends in `tri.yield` of
      as many values, of the elements' types.
    * `scan_c5`: every value of the region and every value from outside that it uses is a scalar, and its ops have no
      effects on memory and call no functions.

    Example, where `%x` = [1, 2, 3, 4], `%a` = [1, 2, 1] and `%b` = [0, 1, 5]:
    ```mlir
    %y = tri.scan add %x axis 0 : tensor<4xi32>             // [1, 3, 6, 10]
    %z = tri.scan add %x axis 0 reverse : tensor<4xi32>     // [10, 9, 7, 4]
    // The recurrence h‹k› = a‹k› · h‹k−1› + b‹k›: %h = [0, 1, 6].
    %p, %h = tri.scan %a, %b axis 0 : tensor<3xi32>, tensor<3xi32> by (%a0, %b0), (%a1, %b1) {
      %a2 = arith.muli %a0, %a1 : i32
      %t  = arith.muli %a1, %b0 : i32
      %b2 = arith.addi %t, %b1 : i32
      tri.yield %a2, %b2 : i32, i32
    }
    ```
  }];
  let arguments = (ins Variadic<Tri_Block>:$srcs, I32Attr:$axis, UnitAttr:$reverse);
  let results = (outs Variadic<Tri_Block>:$results);
  let regions = (region SizedRegion<1>:$combine);
}

def Tri_MapOp : Tri_RegionOp<"map"> {
  let summary = "a function of scalars for each element";
  let description = [{
    `results[i…]` = f(`srcs[i…]`), where f is the function that the region computes: of the scalars at one place of the
    operands it yields those at this place of the results. The region may have control flow of its own, which is
    that of the element.

    * `map_c1`: there is at least one operand, and all have the same shape and layout.
    * `map_c2`: the region takes an element of each of `srcs` and ends in `tri.yield` of at least one value; for each
      there is a result, a block of such elements with the shape and layout of the operands.
    * `map_c3`: every value of the region and every value from outside that it uses is a scalar, and its ops have no
      effects on memory and call no functions.

    Example, the number of steps of the Collatz sequence, where `%x` = [1, 6, 7]:
    ```mlir
    %steps = tri.map %x : tensor<3xi32> by (%n) {             // [0, 8, 16] : tensor<3xi32>
      %last, %k = scf.while (%i = %n, %k = %c0) : (i32, i32) -> (i32, i32) {
        %more = arith.cmpi ne, %i, %c1 : i32
        scf.condition(%more) %i, %k : i32, i32
      } do {
      ^bb0(%i: i32, %k: i32):
        %half   = arith.shrui %i, %c1 : i32
        %triple = arith.muli %i, %c3 : i32
        %up     = arith.addi %triple, %c1 : i32
        %bit    = arith.trunci %i : i32 to i1
        %next   = arith.select %bit, %up, %half : i32
        %count  = arith.addi %k, %c1 : i32
        scf.yield %next, %count : i32, i32
      }
      tri.yield %k : i32
    }
    ```
  }];
  let arguments = (ins Variadic<Tri_Block>:$srcs);
  let results = (outs Variadic<Tri_Block>:$results);
  let regions = (region SizedRegion<1>:$body);
}

def Tri_YieldOp : Tri_Op<"yield", [Pure, Terminator, ParentOneOf<["ReduceOp", "ScanOp", "MapOp"]>]> {
  let summary = "end of a scalar region, and what it gives";
  let description = [{
    Ends the region of `tri.reduce`, `tri.scan` or `tri.map`; `values` are what the region computes.

    Example:
    ```mlir
    tri.yield %v, %p : f32, i32
    ```
  }];
  let arguments = (ins Variadic<Tri_Scalar>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif
