// RUN: tri-run %s --target sim --check ref -q -o %t --kernel integers
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel integers -D I=i64 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel integers -D num_warps=16
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel floats
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel floats -D F=f64 -D num_warps=8
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel sums
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel sums -D T=f16 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel sums -D T=bf16 -D num_warps=2
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel sums -D T=bf16 --arch sm_80
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel sums -D T=f32 --arch sm_80
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel sums -D T=f64 -D num_warps=32
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel swaps
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel swaps -D S=i16 -D num_warps=8
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel swaps -D S=i64
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel swaps -D S=f16 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel swaps -D S=bf16
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel swaps -D S=f32
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel swaps -D S=f64
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel one
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel one -D I=i64 -D num_warps=1
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel few
// RUN: tri-run %s --target sim --check ref -q -o %t --kernel few -D I=i64 -D num_warps=1
// RUN: tri-run %s --target sim -q --kernel contended --check "sum=full(4096, 1)"
// RUN: tri-run %s --target sim -q --kernel counter --check "n=full(16, 1)" --check "y=full(1, 16)"
// RUN: tri-run %s --target sim -q --kernel messages --check "y=arange(256)"
// Atomics of every kind and type under masks, whose old values are wanted or not; on single elements that every thread
// wants to know, and on memory that several programs change.

!I = i32              // tri-param {i32, i64}
!F = f32              // tri-param {f32, f64}
!T = f32              // tri-param {f16, bf16, f32, f64}
!S = i32              // tri-param {i16, i32, i64, f16, bf16, f32, f64}
!o = tensor<512xi32>
!m = tensor<512xi1>
!vi = tensor<512x!I>
!vf = tensor<512x!F>
!vt = tensor<512x!T>
!vs = tensor<512x!S>

func.func @integers(%x: !tri.ptr<!I> {tri.arg = "special(4608)"}, %v: !tri.ptr<!I> {tri.arg = "special(512)"},
                    %on: !tri.ptr<i1> {tri.arg = "randint(512, 0, 2)"}, %old: !tri.ptr<!I> {tri.arg = "zeros(1536)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %c512 = arith.constant 512 : i32
  %i = tri.range : !o
  %pv = tri.addptr %v, %i : !tri.ptr<!I>, !o
  %pon = tri.addptr %on, %i : !tri.ptr<i1>, !o
  %with = tri.load %pv : !vi
  %mask = tri.load %pon : !m
  %p0 = tri.addptr %x, %i : !tri.ptr<!I>, !o
  %p1 = tri.addptr %p0, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p2 = tri.addptr %p1, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p3 = tri.addptr %p2, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p4 = tri.addptr %p3, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p5 = tri.addptr %p4, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p6 = tri.addptr %p5, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p7 = tri.addptr %p6, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %p8 = tri.addptr %p7, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %r0 = tri.atomic_rmw add %with at %p0 where %mask semantics relaxed : !vi
  %r1 = tri.atomic_rmw min %with at %p1 : !vi
  %r2 = tri.atomic_rmw max %with at %p2 where %mask semantics acquire scope sys : !vi
  %r3 = tri.atomic_rmw umin %with at %p3 semantics release scope cta : !vi
  %r4 = tri.atomic_rmw umax %with at %p4 where %mask : !vi
  %r5 = tri.atomic_rmw and %with at %p5 : !vi
  %r6 = tri.atomic_rmw or %with at %p6 where %mask semantics relaxed : !vi
  %r7 = tri.atomic_rmw xor %with at %p7 : !vi
  %r8 = tri.atomic_rmw exch %with at %p8 where %mask : !vi
  %q0 = tri.addptr %old, %i : !tri.ptr<!I>, !o
  %q1 = tri.addptr %q0, %c512 : tensor<512x!tri.ptr<!I>>, i32
  %q2 = tri.addptr %q1, %c512 : tensor<512x!tri.ptr<!I>>, i32
  tri.store %r0 to %q0 : !vi
  tri.store %r1 to %q1 : !vi
  tri.store %r8 to %q2 : !vi
  return
}

// Of floats by their order, in which no NaN takes part; zeros of both signs do.
func.func @floats(%x: !tri.ptr<!F> {tri.arg = "finite(1536)"}, %v: !tri.ptr<!F> {tri.arg = "finite(512)"},
                  %on: !tri.ptr<i1> {tri.arg = "randint(512, 0, 2)"}, %old: !tri.ptr<!F> {tri.arg = "zeros(1536)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %c512 = arith.constant 512 : i32
  %i = tri.range : !o
  %pv = tri.addptr %v, %i : !tri.ptr<!F>, !o
  %pon = tri.addptr %on, %i : !tri.ptr<i1>, !o
  %loaded = tri.load %pv : !vf
  %mask = tri.load %pon : !m
  %zero = arith.constant dense<0.0> : !vf
  %four = arith.constant dense<3> : !o
  %low = arith.andi %i, %four : !o
  %c0 = arith.constant dense<0> : !o
  %some = arith.cmpi eq, %low, %c0 : !o
  %with = arith.select %some, %zero, %loaded : !m, !vf
  %p0 = tri.addptr %x, %i : !tri.ptr<!F>, !o
  %p1 = tri.addptr %p0, %c512 : tensor<512x!tri.ptr<!F>>, i32
  %p2 = tri.addptr %p1, %c512 : tensor<512x!tri.ptr<!F>>, i32
  %r0 = tri.atomic_rmw min %with at %p0 : !vf
  %r1 = tri.atomic_rmw max %with at %p1 where %mask : !vf
  %r2 = tri.atomic_rmw exch %with at %p2 : !vf
  %r3 = tri.atomic_rmw max %with at %p0 semantics relaxed : !vf
  %q0 = tri.addptr %old, %i : !tri.ptr<!F>, !o
  %q1 = tri.addptr %q0, %c512 : tensor<512x!tri.ptr<!F>>, i32
  %q2 = tri.addptr %q1, %c512 : tensor<512x!tri.ptr<!F>>, i32
  tri.store %r0 to %q0 : !vf
  tri.store %r1 to %q1 : !vf
  tri.store %r2 to %q2 : !vf
  return
}

func.func @sums(%x: !tri.ptr<!T> {tri.arg = "randn(1536)"}, %v: !tri.ptr<!T> {tri.arg = "special(512)"},
                %on: !tri.ptr<i1> {tri.arg = "randint(512, 0, 2)"}, %old: !tri.ptr<!T> {tri.arg = "zeros(512)"},
                %n: i32 {tri.arg = "301"}) attributes {tri.kernel, tri.grid = "1"} {
  %c512 = arith.constant 512 : i32
  %i = tri.range : !o
  %pv = tri.addptr %v, %i : !tri.ptr<!T>, !o
  %pon = tri.addptr %on, %i : !tri.ptr<i1>, !o
  %with = tri.load %pv : !vt
  %mask = tri.load %pon : !m
  %end = tri.splat %n : !o
  %in = arith.cmpi slt, %i, %end : !o
  %p0 = tri.addptr %x, %i : !tri.ptr<!T>, !o
  %p1 = tri.addptr %p0, %c512 : tensor<512x!tri.ptr<!T>>, i32
  %p2 = tri.addptr %p1, %c512 : tensor<512x!tri.ptr<!T>>, i32
  %r0 = tri.atomic_rmw fadd %with at %p0 where %in : !vt
  %r1 = tri.atomic_rmw fadd %with at %p1 where %mask semantics relaxed : !vt
  %r2 = tri.atomic_rmw fadd %with at %p2 semantics release : !vt
  %r3 = tri.atomic_rmw fadd %with at %p0 where %mask : !vt
  %q0 = tri.addptr %old, %i : !tri.ptr<!T>, !o
  tri.store %r3 to %q0 : !vt
  return
}

func.func @swaps(%x: !tri.ptr<!S> {tri.arg = "randint(512, 0, 2)"}, %e: !tri.ptr<!S> {tri.arg = "randint(512, 0, 2)"},
                 %v: !tri.ptr<!S> {tri.arg = "special(512)"}, %on: !tri.ptr<i1> {tri.arg = "randint(512, 0, 2)"},
                 %old: !tri.ptr<!S> {tri.arg = "zeros(512)"}) attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : !o
  %px = tri.addptr %x, %i : !tri.ptr<!S>, !o
  %pe = tri.addptr %e, %i : !tri.ptr<!S>, !o
  %pv = tri.addptr %v, %i : !tri.ptr<!S>, !o
  %pon = tri.addptr %on, %i : !tri.ptr<i1>, !o
  %q = tri.addptr %old, %i : !tri.ptr<!S>, !o
  %expected = tri.load %pe : !vs
  %with = tri.load %pv : !vs
  %mask = tri.load %pon : !m
  %r = tri.atomic_cas %expected, %with at %px where %mask : !vs
  tri.store %r to %q : !vs
  %s = tri.atomic_cas %expected, %with at %px semantics relaxed : !vs
  return
}

// A block of one element, and a scalar: every thread knows what was there.
func.func @one(%x: !tri.ptr<!I> {tri.arg = "full(7, 2)"}, %y: !tri.ptr<!I> {tri.arg = "zeros(256)"},
               %z: !tri.ptr<!I> {tri.arg = "zeros(256)"}) attributes {tri.kernel, tri.grid = "1"} {
  %c1 = arith.constant 1 : i32
  %i = tri.range : tensor<1xi32>
  %k = tri.range : tensor<256xi32>
  %p = tri.addptr %x, %i : !tri.ptr<!I>, tensor<1xi32>
  %five = arith.constant dense<5> : tensor<1x!I>
  %was = tri.atomic_rmw add %five at %p : tensor<1x!I>
  %all = tri.broadcast %was : tensor<1x!I> -> tensor<256x!I>
  %py = tri.addptr %y, %k : !tri.ptr<!I>, tensor<256xi32>
  tri.store %all to %py : tensor<256x!I>
  %x1 = tri.addptr %x, %c1 : !tri.ptr<!I>, i32
  %six = arith.constant 6 : !I
  %before = tri.atomic_rmw max %six at %x1 : !I
  %swapped = tri.atomic_cas %before, %six at %x1 : !I
  %sum = arith.addi %before, %swapped : !I
  %sums = tri.splat %sum : tensor<256x!I>
  %pz = tri.addptr %z, %k : !tri.ptr<!I>, tensor<256xi32>
  tri.store %sums to %pz : tensor<256x!I>
  return
}

// Fewer elements than threads, each of which is done once.
func.func @few(%x: !tri.ptr<!I> {tri.arg = "arange(16)"}, %y: !tri.ptr<!I> {tri.arg = "zeros(256)"})
    attributes {tri.kernel, tri.grid = "1"} {
  %i = tri.range : tensor<16xi32>
  %p = tri.addptr %x, %i : !tri.ptr<!I>, tensor<16xi32>
  %one = arith.constant dense<1> : tensor<16x!I>
  %was = tri.atomic_rmw add %one at %p : tensor<16x!I>
  %column = tri.expand_dims %was axis 1 : tensor<16x!I>
  %tile = tri.broadcast %column : tensor<16x1x!I> -> tensor<16x16x!I>
  %k = tri.range : tensor<256xi32>
  %kt = tri.reshape %k : tensor<256xi32> -> tensor<16x16xi32>
  %py = tri.addptr %y, %kt : !tri.ptr<!I>, tensor<16x16xi32>
  tri.store %tile to %py : tensor<16x16x!I>
  return
}

// All elements of all programs at one address.
func.func @contended(%sum: !tri.ptr<f32> {tri.arg = "zeros(1)"}) attributes {tri.kernel, tri.grid = "8"} {
  %zeros = arith.constant dense<0> : !o
  %p = tri.addptr %sum, %zeros : !tri.ptr<f32>, !o
  %one = arith.constant dense<1.0> : tensor<512xf32>
  %r = tri.atomic_rmw fadd %one at %p : tensor<512xf32>
  return
}

// Each program takes a ticket; each ticket is taken once.
func.func @counter(%n: !tri.ptr<i32> {tri.arg = "zeros(1)"}, %y: !tri.ptr<i32> {tri.arg = "zeros(16)"})
    attributes {tri.kernel, tri.grid = "16"} {
  %one = arith.constant 1 : i32
  %ticket = tri.atomic_rmw add %one at %n semantics relaxed : i32
  %p = tri.addptr %y, %ticket : !tri.ptr<i32>, i32
  tri.store %one to %p : i32
  return
}

// What all threads of one program wrote, another reads when it has seen the flag.
func.func @messages(%x: !tri.ptr<i32> {tri.arg = "zeros(256)", tri.noalias}, %flag: !tri.ptr<i32> {tri.arg = "zeros(1)", tri.noalias},
                    %y: !tri.ptr<i32> {tri.arg = "zeros(256)", tri.noalias}) attributes {tri.kernel, tri.grid = "2"} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c255 = arith.constant dense<255> : tensor<256xi32>
  %pid = tri.program_id x
  %i = tri.range : tensor<256xi32>
  %back = arith.subi %c255, %i : tensor<256xi32>
  %px = tri.addptr %x, %i : !tri.ptr<i32>, tensor<256xi32>
  %pb = tri.addptr %x, %back : !tri.ptr<i32>, tensor<256xi32>
  %py = tri.addptr %y, %back : !tri.ptr<i32>, tensor<256xi32>
  %first = arith.cmpi eq, %pid, %c0 : i32
  scf.if %first {
    tri.store %i to %px : tensor<256xi32>
    %r = tri.atomic_rmw exch %c1 at %flag semantics release : i32
  } else {
    %done = scf.while (%f = %c0) : (i32) -> i32 {
      %seen = tri.atomic_cas %c1, %c1 at %flag semantics acquire : i32
      %again = arith.cmpi eq, %seen, %c0 : i32
      scf.condition(%again) %seen : i32
    } do {
    ^bb0(%f: i32):
      scf.yield %f : i32
    }
    %v = tri.load %pb : tensor<256xi32>
    tri.store %v to %py : tensor<256xi32>
  }
  return
}
