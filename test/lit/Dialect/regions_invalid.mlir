// RUN: tri-opt %s --split-input-file --verify-diagnostics

func.func @reduce_c1(%x: tensor<4xf32>, %y: tensor<8xi32>) {
  // expected-error @+1 {{'tri.reduce' op has operands of different shapes or layouts}}
  %0, %1 = tri.reduce %x, %y axis 0 : tensor<4xf32>, tensor<8xi32> by (%a, %b), (%c, %d) {
    tri.yield %a, %b : f32, i32
  }
  return
}

// -----

#l = #tri.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>
func.func @reduce_c1_layout(%x: tensor<32xf32>, %y: tensor<32xi32, #l>) {
  // expected-error @+1 {{'tri.reduce' op has operands of different shapes or layouts}}
  %0, %1 = tri.reduce %x, %y axis 0 : tensor<32xf32>, tensor<32xi32, #l> by (%a, %b), (%c, %d) {
    tri.yield %a, %b : f32, i32
  }
  return
}

// -----

func.func @reduce_c1_none() {
  // expected-error @+1 {{'tri.reduce' op has no operand}}
  "tri.reduce"() <{axis = 0 : i32}> ({
    "tri.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @reduce_c2(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'tri.reduce' op works along axis 2 of blocks of rank 2; expected 0 to 1}}
  %0 = tri.reduce add %x axis 2 : tensor<4x4xf32>
  return
}

// -----

func.func @reduce_c2_negative(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{works along axis -1}}
  %0 = tri.reduce add %x axis -1 : tensor<4x4xf32>
  return
}

// -----

func.func @reduce_c3(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'tri.reduce' op has result 0 of type 'tensor<8xf32>'; expected 'tensor<4xf32>'}}
  %0 = "tri.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tri.yield %a : f32
  }) : (tensor<4x8xf32>) -> tensor<8xf32>
  return
}

// -----

func.func @reduce_c3_scalar(%x: tensor<4xf32>) {
  // expected-error @+1 {{has result 0 of type 'tensor<1xf32>'; expected 'f32'}}
  %0 = "tri.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tri.yield %a : f32
  }) : (tensor<4xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @reduce_c3_count(%x: tensor<4xf32>) {
  // expected-error @+1 {{has 0 results; expected 1}}
  "tri.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tri.yield %a : f32
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @reduce_c4(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tri.reduce' op has a region of 1 arguments; expected 2}}
  %0 = "tri.reduce"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32):
    tri.yield %a : f32
  }) : (tensor<4xf32>) -> f32
  return
}

// -----

func.func @reduce_c4_type(%x: tensor<4xf32>, %i: tensor<4xi32>) {
  // expected-error @+1 {{has a region whose argument 1 has not the element type of operand 1}}
  %0, %1 = "tri.reduce"(%x, %i) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    tri.yield %a, %c : f32, i32
  }) : (tensor<4xf32>, tensor<4xi32>) -> (f32, i32)
  return
}

// -----

func.func @reduce_c4_yield(%x: tensor<4xf32>) {
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
    // expected-error @+1 {{'tri.yield' op gives 2 values; expected 1}}
    tri.yield %a, %b : f32, f32
  }
  return
}

// -----

func.func @reduce_c4_yield_type(%x: tensor<4xf32>) {
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
    %i = arith.bitcast %a : f32 to i32
    // expected-error @+1 {{'tri.yield' op gives value 0 in another type than the elements of operand 0}}
    tri.yield %i : i32
  }
  return
}

// -----

func.func @reduce_c4_terminator(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tri.reduce' op has a region that does not end in tri.yield}}
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
    ub.unreachable
  }
  return
}

// -----

func.func @reduce_c5(%x: tensor<4xf32>, %p: !tri.ptr<f32>) {
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
    // expected-error @+1 {{'tri.load' op may have effects on memory or calls a function, which the region of 'tri.reduce' must not}}
    %c = tri.load %p : f32
    tri.yield %c : f32
  }
  return
}

// -----

func.func private @helper(f32) -> f32

func.func @reduce_c5_call(%x: tensor<4xf32>) {
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
    // expected-error @+1 {{'func.call' op may have effects on memory or calls a function}}
    %c = func.call @helper(%a) : (f32) -> f32
    tri.yield %c : f32
  }
  return
}

// -----

func.func @reduce_c5_nested(%x: tensor<4xi1>) {
  %0 = tri.reduce %x axis 0 : tensor<4xi1> by (%a), (%b) {
    scf.if %a {
      // expected-error @+1 {{'tri.print' op may have effects on memory}}
      tri.print "here"
    }
    tri.yield %a : i1
  }
  return
}

// -----

func.func @reduce_c5_block(%x: tensor<4xf32>) {
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
    // expected-error @+1 {{'tri.splat' op has a value of type 'tensor<4xf32>', but the region of 'tri.reduce' computes with scalars alone}}
    %s = tri.splat %a : tensor<4xf32>
    tri.yield %a : f32
  }
  return
}

// -----

func.func @reduce_c5_block_from_outside(%x: tensor<4xf32>) {
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a), (%b) {
    // expected-error @+1 {{'tri.reduce' op has a value of type 'tensor<4xf32>'}}
    %s = tri.reduce add %x axis 0 : tensor<4xf32>
    tri.yield %s : f32
  }
  return
}

// -----

func.func @scan_c1(%x: tensor<4xf32>, %y: tensor<8xi32>) {
  // expected-error @+1 {{'tri.scan' op has operands of different shapes or layouts}}
  %0, %1 = tri.scan %x, %y axis 0 : tensor<4xf32>, tensor<8xi32> by (%a, %b), (%c, %d) {
    tri.yield %a, %b : f32, i32
  }
  return
}

// -----

func.func @scan_c2(%x: tensor<4x4xf32>) {
  // expected-error @+1 {{'tri.scan' op works along axis 2 of blocks of rank 2; expected 0 to 1}}
  %0 = tri.scan add %x axis 2 reverse : tensor<4x4xf32>
  return
}

// -----

func.func @scan_c3(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{'tri.scan' op has result 0 of type 'tensor<4x1xf32>'; expected 'tensor<4x8xf32>'}}
  %0 = "tri.scan"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    tri.yield %a : f32
  }) : (tensor<4x8xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @scan_c4(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tri.scan' op has a region of 3 arguments; expected 2}}
  %0 = "tri.scan"(%x) <{axis = 0 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: f32):
    tri.yield %a : f32
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @scan_c5(%x: tensor<4xf32>, %p: !tri.ptr<f32>) {
  %0 = tri.scan %x axis 0 : tensor<4xf32> by (%a), (%b) {
    // expected-error @+1 {{'tri.store' op may have effects on memory or calls a function, which the region of 'tri.scan' must not}}
    tri.store %a to %p : f32
    tri.yield %a : f32
  }
  return
}

// -----

func.func @map_c1(%x: tensor<4xf32>, %y: tensor<4x1xi32>) {
  // expected-error @+1 {{'tri.map' op has operands of different shapes or layouts}}
  %0 = tri.map %x, %y : tensor<4xf32>, tensor<4x1xi32> by (%a, %b) {
    tri.yield %a : f32
  }
  return
}

// -----

func.func @map_c1_none() {
  // expected-error @+1 {{'tri.map' op has no operand}}
  "tri.map"() ({
    "tri.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @map_c2(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tri.map' op has a region of 2 arguments; expected 1}}
  %0 = "tri.map"(%x) ({
  ^bb0(%a: f32, %b: f32):
    tri.yield %a : f32
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_c2_no_value(%x: tensor<4xf32>) {
  "tri.map"(%x) ({
  ^bb0(%a: f32):
    // expected-error @+1 {{'tri.yield' op gives no value}}
    tri.yield
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @map_c2_result(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tri.map' op has result 0 of type 'tensor<4xi32>'; expected 'tensor<4xf32>'}}
  %0 = "tri.map"(%x) ({
  ^bb0(%a: f32):
    tri.yield %a : f32
  }) : (tensor<4xf32>) -> tensor<4xi32>
  return
}

// -----

func.func @map_c2_count(%x: tensor<4xf32>) {
  // expected-error @+1 {{'tri.map' op has 1 results; expected 2}}
  %0 = "tri.map"(%x) ({
  ^bb0(%a: f32):
    tri.yield %a, %a : f32, f32
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @map_c3(%x: tensor<4xf32>, %c: i1) {
  %0 = tri.map %x : tensor<4xf32> by (%a) {
    // expected-error @+1 {{'tri.assert' op may have effects on memory or calls a function, which the region of 'tri.map' must not}}
    tri.assert %c, "" : i1
    tri.yield %a : f32
  }
  return
}

// -----

func.func @map_c3_near_miss(%x: tensor<4xf32>, %n: index, %s: f32) {
  %0 = tri.map %x : tensor<4xf32> by (%a) {
    %c1 = arith.constant 1 : index
    %r = scf.for %i = %c1 to %n step %c1 iter_args(%t = %a) -> f32 {
      %u = arith.mulf %t, %s : f32
      scf.yield %u : f32
    }
    tri.yield %r : f32
  }
  return
}

// -----

func.func @words_of_types(%x: tensor<4xf32>) {
  // expected-error @+1 {{'and' combines no elements of type 'f32'; expected one of add, mul, min, max, minimum, maximum, or a region behind the type}}
  %0 = tri.reduce and %x axis 0 : tensor<4xf32>
  return
}

// -----

func.func @words_of_pointers(%x: tensor<4x!tri.ptr<i8>>) {
  // expected-error @+1 {{'max' combines no elements of type '!tri.ptr<i8>'; expected a region behind the type}}
  %0 = tri.reduce max %x axis 0 : tensor<4x!tri.ptr<i8>>
  return
}

// -----

func.func @no_such_word(%x: tensor<4xf32>) {
  // expected-error @+1 {{'plus' combines no elements of type 'f32'}}
  %0 = tri.reduce plus %x axis 0 : tensor<4xf32>
  return
}

// -----

func.func @word_of_two_blocks(%x: tensor<4xf32>) {
  // expected-error @+1 {{'add' combines one block, not 2}}
  %0, %1 = tri.reduce add %x, %x axis 0 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @arguments(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 1 arguments, one for the elements of each operand}}
  %0 = tri.reduce %x axis 0 : tensor<4xf32> by (%a, %b) {
    tri.yield %a : f32
  }
  return
}

// -----

func.func @inherent_twice(%x: tensor<4xf32>) {
  // expected-error @+1 {{'axis' is written before the attributes}}
  %0 = tri.reduce add %x axis 0 {axis = 1 : i32} : tensor<4xf32>
  return
}

// -----

func.func @rank9(%x: tensor<1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error @+1 {{must be variadic of block of numbers or pointers}}
  %0 = tri.reduce add %x axis 0 : tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @scalar_operand(%x: f32) {
  // expected-error @+1 {{must be variadic of block of numbers or pointers}}
  %0 = tri.map %x : f32 by (%a) {
    tri.yield %a : f32
  }
  return
}

// -----

func.func @map_of_block(%x: tensor<4xf32>) {
  // expected-error @+1 {{the region gives a 'tensor<4xf32>'; expected numbers and pointers}}
  %0 = tri.map %x : tensor<4xf32> by (%a) {
    tri.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @yield_alone() {
  // expected-error @+1 {{'tri.yield' op expects parent op to be one of 'tri.reduce, tri.scan, tri.map'}}
  tri.yield
}
