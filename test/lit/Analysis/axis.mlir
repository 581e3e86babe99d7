// RUN: tri-opt %s --tri-print-axis-info --verify-diagnostics=only-expected -o /dev/null
// What is known of the values of common kernels, number by number. Cases named *_unknown are near misses: what they
// would claim does not hold.

// ---- one axis ----

func.func @vector_add(%x: !tri.ptr<f32> {tri.divisibility = 16}, %n: i32 {tri.divisibility = 16}) {
  // expected-remark@below {{result: divisibility 1024, constant 1024}}
  %c = arith.constant 1024 : i32
  // expected-remark@below {{result: divisibility 1, range [0, 2147483646]}}
  %pid = tri.program_id x
  // expected-remark@below {{result: divisibility 1024, range [-2147483648, 2147482624]}}
  %base = arith.muli %pid, %c : i32
  // expected-remark@below {{contiguity [1], divisibility [1024], constancy [1024]}}
  %b = tri.splat %base : tensor<1024xi32>
  // expected-remark@below {{contiguity [1024], divisibility [1073741824], constancy [1], range [0, 1023]}}
  %r = tri.range : tensor<1024xi32>
  // expected-remark@below {{contiguity [1024], divisibility [1024], constancy [1]}}
  %i = arith.addi %b, %r : tensor<1024xi32>
  %e = tri.splat %n : tensor<1024xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [16]}}
  %in = arith.cmpi slt, %i, %e : tensor<1024xi32>
  // expected-remark@below {{contiguity [1024], divisibility [16], constancy [1]}}
  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<1024xi32>
  // expected-remark@below {{vectors [4], order [0]}}
  %v = tri.load %p where %in : tensor<1024xf32>
  return
}

// Half as wide elements, twice as many.
func.func @vector_f16(%x: !tri.ptr<f16> {tri.divisibility = 16}) {
  %r = tri.range : tensor<64xi32>
  %p = tri.addptr %x, %r : !tri.ptr<f16>, tensor<64xi32>
  // expected-remark@below {{vectors [8], order [0]}}
  %v = tri.load %p : tensor<64xf16>
  return
}

// The base is aligned to one element only.
func.func @vector_unaligned_unknown(%x: !tri.ptr<f32> {tri.divisibility = 4}) {
  %r = tri.range : tensor<64xi32>
  // expected-remark@below {{contiguity [64], divisibility [4], constancy [1]}}
  %p = tri.addptr %x, %r : !tri.ptr<f32>, tensor<64xi32>
  // expected-remark@below {{vectors [1], order [0]}}
  %v = tri.load %p : tensor<64xf32>
  return
}

// The mask has 8 in a row, the vector could take 4: fine; then 2 in a row.
func.func @vector_mask(%x: !tri.ptr<f32> {tri.divisibility = 16}, %n: i32 {tri.divisibility = 8},
                       %m: i32 {tri.divisibility = 2}) {
  %r = tri.range : tensor<64xi32>
  %p = tri.addptr %x, %r : !tri.ptr<f32>, tensor<64xi32>
  %ns = tri.splat %n : tensor<64xi32>
  %ms = tri.splat %m : tensor<64xi32>
  // expected-remark@below {{constancy [8]}}
  %in = arith.cmpi slt, %r, %ns : tensor<64xi32>
  // expected-remark@below {{constancy [2]}}
  %im = arith.cmpi slt, %r, %ms : tensor<64xi32>
  // expected-remark@below {{constancy [2]}}
  %both = arith.andi %in, %im : tensor<64xi1>
  // expected-remark@below {{vectors [4]}}
  %v = tri.load %p where %in : tensor<64xf32>
  // expected-remark@below {{vectors [2]}}
  %w = tri.load %p where %both : tensor<64xf32>
  return
}

// An offset that may be anything: the run may cross the end of i32, where the address jumps by 2^32 elements.
func.func @offset_unknown(%x: !tri.ptr<f32> {tri.divisibility = 16}, %n: i32) {
  %r = tri.range : tensor<64xi32>
  %ns = tri.splat %n : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [1]}}
  %i = arith.addi %ns, %r : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [4], constancy [1]}}
  %p = tri.addptr %x, %i : !tri.ptr<f32>, tensor<64xi32>
  // expected-remark@below {{vectors [1], order [0]}}
  %v = tri.load %p : tensor<64xf32>
  return
}

// The same where it is known not to wrap, by a promise, by 64 bits, by the bounds of the grid, by alignment.
func.func @offset_known(%n: i32, %l: i64, %m: i32 {tri.divisibility = 16}) {
  %r = tri.range : tensor<64xi32>
  %ns = tri.splat %n : tensor<64xi32>
  // expected-remark@below {{contiguity [64], divisibility [1], constancy [1]}}
  %i = arith.addi %ns, %r overflow<nsw> : tensor<64xi32>
  %r64 = tri.range : tensor<64xi64>
  %ls = tri.splat %l : tensor<64xi64>
  // expected-remark@below {{contiguity [64], divisibility [1], constancy [1]}}
  %j = arith.addi %ls, %r64 : tensor<64xi64>
  %pid = tri.program_id y
  %c = arith.constant 1000 : i32
  // expected-remark@below {{result: divisibility 8, range [0, 65534000]}}
  %base = arith.muli %pid, %c : i32
  %bs = tri.splat %base : tensor<64xi32>
  // expected-remark@below {{contiguity [64], divisibility [8], constancy [1], range [0, 65534063]}}
  %k = arith.addi %bs, %r : tensor<64xi32>
  %ms = tri.splat %m : tensor<64xi32>
  // expected-remark@below {{contiguity [16], divisibility [16], constancy [1]}}
  %h = arith.addi %ms, %r : tensor<64xi32>
  return
}

// ---- two axes ----

// A row-major tile: 16 divides the stride, so rows are aligned and columns run.
func.func @tile(%x: !tri.ptr<f16> {tri.divisibility = 16}, %stride: i32 {tri.divisibility = 16},
                %m: i32, %n: i32 {tri.divisibility = 8}) {
  %r = tri.range : tensor<32xi32>
  %c = tri.range : tensor<64xi32>
  // expected-remark@below {{contiguity [32, 1], divisibility [1073741824, 1], constancy [1, 1]}}
  %rr = tri.expand_dims %r axis 1 : tensor<32xi32>
  // expected-remark@below {{contiguity [1, 64], divisibility [1, 1073741824], constancy [1, 1]}}
  %cc = tri.expand_dims %c axis 0 : tensor<64xi32>
  %ss = tri.splat %stride : tensor<32x1xi32>
  // expected-remark@below {{contiguity [1, 1], divisibility [16, 16], constancy [1, 1]}}
  %rs = arith.muli %rr, %ss : tensor<32x1xi32>
  // expected-remark@below {{contiguity [1, 1], divisibility [16, 16], constancy [1, 64]}}
  %rb = tri.broadcast %rs : tensor<32x1xi32> -> tensor<32x64xi32>
  // expected-remark@below {{contiguity [1, 64], divisibility [1, 1073741824], constancy [32, 1]}}
  %cb = tri.broadcast %cc : tensor<1x64xi32> -> tensor<32x64xi32>
  // expected-remark@below {{contiguity [1, 16], divisibility [1, 16], constancy [1, 1]}}
  %i = arith.addi %rb, %cb : tensor<32x64xi32>
  // expected-remark@below {{contiguity [1, 16], divisibility [2, 16], constancy [1, 1]}}
  %p = tri.addptr %x, %i : !tri.ptr<f16>, tensor<32x64xi32>
  %ms = tri.splat %m : tensor<32x1xi32>
  %ns = tri.splat %n : tensor<1x64xi32>
  %rm = arith.cmpi slt, %rr, %ms : tensor<32x1xi32>
  %cm = arith.cmpi slt, %cc, %ns : tensor<1x64xi32>
  // expected-remark@below {{constancy [1, 64]}}
  %rmb = tri.broadcast %rm : tensor<32x1xi1> -> tensor<32x64xi1>
  // expected-remark@below {{constancy [32, 8]}}
  %cmb = tri.broadcast %cm : tensor<1x64xi1> -> tensor<32x64xi1>
  // expected-remark@below {{constancy [1, 8]}}
  %mask = arith.andi %rmb, %cmb : tensor<32x64xi1>
  // expected-remark@below {{vectors [1, 8], order [1, 0]}}
  %v = tri.load %p where %mask : tensor<32x64xf16>
  return
}

// Column-major: the rows run. An unknown stride gives no vector, but still the order.
func.func @tile_transposed_unknown(%x: !tri.ptr<f16> {tri.divisibility = 16}, %stride: i32) {
  %r = tri.range : tensor<32xi32>
  %c = tri.range : tensor<64xi32>
  %rr = tri.expand_dims %r axis 1 : tensor<32xi32>
  %cc = tri.expand_dims %c axis 0 : tensor<64xi32>
  %ss = tri.splat %stride : tensor<1x64xi32>
  %cs = arith.muli %cc, %ss : tensor<1x64xi32>
  %rb = tri.broadcast %rr : tensor<32x1xi32> -> tensor<32x64xi32>
  %cb = tri.broadcast %cs : tensor<1x64xi32> -> tensor<32x64xi32>
  // expected-remark@below {{contiguity [1, 1], divisibility [1, 1], constancy [1, 1]}}
  %i = arith.addi %rb, %cb : tensor<32x64xi32>
  %p = tri.addptr %x, %i : !tri.ptr<f16>, tensor<32x64xi32>
  // expected-remark@below {{vectors [1, 1], order [0, 1]}}
  %v = tri.load %p : tensor<32x64xf16>
  return
}

// With rows added to the pointer first, nothing can wrap that matters: 64-bit addresses.
func.func @tile_by_rows(%x: !tri.ptr<f16> {tri.divisibility = 16}, %stride: i32 {tri.divisibility = 8}) {
  %r = tri.range : tensor<32xi32>
  %c = tri.range : tensor<64xi32>
  %ss = tri.splat %stride : tensor<32xi32>
  %rs = arith.muli %r, %ss : tensor<32xi32>
  // expected-remark@below {{contiguity [1], divisibility [16], constancy [1]}}
  %px = tri.addptr %x, %rs : !tri.ptr<f16>, tensor<32xi32>
  %pr = tri.expand_dims %px axis 1 : tensor<32x!tri.ptr<f16>>
  %pb = tri.broadcast %pr : tensor<32x1x!tri.ptr<f16>> -> tensor<32x64x!tri.ptr<f16>>
  %cc = tri.expand_dims %c axis 0 : tensor<64xi32>
  %cb = tri.broadcast %cc : tensor<1x64xi32> -> tensor<32x64xi32>
  // expected-remark@below {{contiguity [1, 64], divisibility [2, 16], constancy [1, 1]}}
  %p = tri.addptr %pb, %cb : tensor<32x64x!tri.ptr<f16>>, tensor<32x64xi32>
  // expected-remark@below {{vectors [1, 8], order [1, 0]}}
  %v = tri.load %p : tensor<32x64xf16>
  return
}

// ---- division and remainder ----

func.func @divide() {
  %r = tri.range : tensor<64xi32>
  %c4 = arith.constant dense<4> : tensor<64xi32>
  %c12 = arith.constant dense<12> : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [4], range [0, 15]}}
  %q = arith.divsi %r, %c4 : tensor<64xi32>
  // expected-remark@below {{contiguity [4], divisibility [1073741824], constancy [1], range [0, 3]}}
  %m = arith.remsi %r, %c4 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [4], range [0, 5]}}
  %t = arith.divsi %r, %c12 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [4], constancy [4]}}
  %q4 = arith.muli %q, %c4 : tensor<64xi32>
  // expected-remark@below {{contiguity [64], divisibility [1073741824], constancy [1], range [0, 63]}}
  %back = arith.addi %q4, %m : tensor<64xi32>
  return
}

// Toward zero, [-8 … -1] / 4 is [-2, -1, -1, -1, -1, 0, 0, 0]; rounded down it is [-2, -2, -2, -2, -1, …].
func.func @divide_negative() {
  %r = tri.range from -8 : tensor<64xi32>
  %c4 = arith.constant dense<4> : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [1]}}
  %q = arith.divsi %r, %c4 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [4], range [-2, 13]}}
  %f = arith.floordivsi %r, %c4 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [8], range [-1, 3]}}
  %s = arith.shrsi %r, %c4 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [1], range [-3, 3]}}
  %m = arith.remsi %r, %c4 : tensor<64xi32>
  // expected-remark@below {{contiguity [4], divisibility [1073741824], constancy [1], range [0, 3]}}
  %u = arith.remui %r, %c4 : tensor<64xi32>
  return
}

// Rows wrapped by a number that 16 divides: as unsigned, or where they are known not to be negative.
func.func @wrapped_rows(%n: i32 {tri.divisibility = 16}) {
  %pid = tri.program_id x
  %c64 = arith.constant 64 : i32
  %r = tri.range : tensor<64xi32>
  %ns = tri.splat %n : tensor<64xi32>
  %base = arith.muli %pid, %c64 : i32
  %bs = tri.splat %base : tensor<64xi32>
  // expected-remark@below {{contiguity [64], divisibility [64], constancy [1]}}
  %i = arith.addi %bs, %r : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [1]}}
  %s = arith.remsi %i, %ns : tensor<64xi32>
  // expected-remark@below {{contiguity [16], divisibility [16], constancy [1]}}
  %u = arith.remui %i, %ns : tensor<64xi32>
  %base_nsw = arith.muli %pid, %c64 overflow<nsw> : i32
  %bs_nsw = tri.splat %base_nsw : tensor<64xi32>
  %i_nsw = arith.addi %bs_nsw, %r : tensor<64xi32>
  // expected-remark@below {{contiguity [16], divisibility [16], constancy [1]}}
  %s_nsw = arith.remsi %i_nsw, %ns : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [16]}}
  %q_nsw = arith.divsi %i_nsw, %ns : tensor<64xi32>
  return
}

// ---- bits ----

func.func @bits(%n: i32) {
  %r = tri.range : tensor<64xi32>
  %c7 = arith.constant dense<7> : tensor<64xi32>
  %c24 = arith.constant dense<24> : tensor<64xi32>
  %c64 = arith.constant dense<64> : tensor<64xi32>
  %cm8 = arith.constant dense<-8> : tensor<64xi32>
  %c3 = arith.constant dense<3> : tensor<64xi32>
  // expected-remark@below {{contiguity [8], divisibility [1073741824], constancy [1], range [0, 7]}}
  %low = arith.andi %r, %c7 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [8], constancy [8], range [0, 24]}}
  %field = arith.andi %r, %c24 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [8], constancy [8], range [0, 56]}}
  %high = arith.andi %r, %cm8 : tensor<64xi32>
  // expected-remark@below {{contiguity [64], divisibility [64], constancy [1], range [64, 127]}}
  %or = arith.ori %r, %c64 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [1], range [0, 63]}}
  %xor = arith.xori %r, %c3 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [8], constancy [1], range [0, 504]}}
  %shl = arith.shli %r, %c3 : tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [8], range [0, 7]}}
  %shr = arith.shrui %r, %c3 : tensor<64xi32>
  %c6 = arith.constant 6 : i32
  // expected-remark@below {{result: divisibility 64}}
  %n64 = arith.shli %n, %c6 : i32
  %n64s = tri.splat %n64 : tensor<64xi32>
  // expected-remark@below {{contiguity [64], divisibility [64], constancy [1]}}
  %join = arith.ori %n64s, %r : tensor<64xi32>
  return
}

// ---- widths ----

// -128 … 127 read as unsigned is no run across zero; each half is.
func.func @extend() {
  %r = tri.range from -128 : tensor<256xi8>
  // expected-remark@below {{contiguity [256], divisibility [128], constancy [1], range [-128, 127]}}
  %s = arith.extsi %r : tensor<256xi8> to tensor<256xi32>
  // expected-remark@below {{contiguity [128], divisibility [128], constancy [1], range [0, 255]}}
  %u = arith.extui %r : tensor<256xi8> to tensor<256xi32>
  %w = tri.range : tensor<256xi32>
  // expected-remark@below {{contiguity [128], divisibility [128], constancy [1]}}
  %t = arith.trunci %w : tensor<256xi32> to tensor<256xi8>
  // expected-remark@below {{contiguity [256], divisibility [1073741824], constancy [1], range [0, 255]}}
  %back = arith.extui %t : tensor<256xi8> to tensor<256xi32>
  return
}

// ---- order and choice ----

func.func @compare(%n: i32 {tri.divisibility = 16}, %k: i32) {
  %r = tri.range : tensor<64xi32>
  %c1 = arith.constant 1 : i32
  %last = arith.subi %n, %c1 : i32
  %ns = tri.splat %n : tensor<64xi32>
  %ls = tri.splat %last : tensor<64xi32>
  %ks = tri.splat %k : tensor<64xi32>
  %c100 = arith.constant dense<100> : tensor<64xi32>
  // expected-remark@below {{constancy [16]}}
  %lt = arith.cmpi slt, %r, %ns : tensor<64xi32>
  // expected-remark@below {{constancy [16]}}
  %ult = arith.cmpi ult, %r, %ns : tensor<64xi32>
  // expected-remark@below {{constancy [16]}}
  %ge = arith.cmpi sge, %r, %ns : tensor<64xi32>
  // expected-remark@below {{constancy [16]}}
  %gt = arith.cmpi sgt, %ns, %r : tensor<64xi32>
  // expected-remark@below {{constancy [1]}}
  %le = arith.cmpi sle, %r, %ns : tensor<64xi32>
  // expected-remark@below {{constancy [16]}}
  %le_last = arith.cmpi sle, %r, %ls : tensor<64xi32>
  // expected-remark@below {{constancy [1]}}
  %unknown = arith.cmpi slt, %r, %ks : tensor<64xi32>
  // expected-remark@below {{constancy [64], constant -1}}
  %all = arith.cmpi slt, %r, %c100 : tensor<64xi32>
  // expected-remark@below {{constancy [64], constant 0}}
  %none = arith.cmpi eq, %r, %c100 : tensor<64xi32>
  // expected-remark@below {{constancy [16]}}
  %or = arith.ori %lt, %ge : tensor<64xi1>
  // expected-remark@below {{constancy [16]}}
  %either = arith.select %lt, %ge, %none : tensor<64xi1>, tensor<64xi1>
  return
}

func.func @select(%c: i1, %n: i32 {tri.divisibility = 32}, %m: i32 {tri.divisibility = 8}) {
  %r = tri.range : tensor<64xi32>
  %ns = tri.splat %n : tensor<64xi32>
  %ms = tri.splat %m : tensor<64xi32>
  %a = arith.addi %r, %ns : tensor<64xi32>
  %b = arith.addi %r, %ms : tensor<64xi32>
  // expected-remark@below {{contiguity [8], divisibility [8], constancy [1]}}
  %x = arith.select %c, %a, %b : tensor<64xi32>
  %mask = arith.cmpi slt, %r, %ms : tensor<64xi32>
  // expected-remark@below {{contiguity [8], divisibility [8], constancy [1]}}
  %y = arith.select %mask, %a, %b : tensor<64xi1>, tensor<64xi32>
  // expected-remark@below {{contiguity [1], divisibility [8], constancy [64]}}
  %min = arith.minsi %ns, %ms : tensor<64xi32>
  return
}

// ---- constants, unknown ops, floats ----

func.func @constants() {
  // expected-remark@below {{contiguity [2], divisibility [4], constancy [1], range [4, 17]}}
  %d = arith.constant dense<[4, 5, 8, 9, 12, 13, 16, 17]> : tensor<8xi32>
  // expected-remark@below {{contiguity [1, 1], divisibility [1, 1], constancy [1, 4]}}
  %e = arith.constant dense<[[3, 3, 3], [7, 7, 7]]> : tensor<2x3xi16>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [4], constant -1}}
  %t = arith.constant dense<true> : tensor<4xi1>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [4]}}
  %f = arith.constant dense<2.0> : tensor<4xf32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [4]}}
  %g = math.exp %f : tensor<4xf32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [4]}}
  %h = arith.fptosi %g : tensor<4xf32> to tensor<4xi32>
  return
}

func.func private @elsewhere(tensor<4xi32>) -> tensor<4xi32>

func.func @unknown(%p: !tri.ptr<i32>) {
  %c = arith.constant dense<8> : tensor<4xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [1]}}
  %x = call @elsewhere(%c) : (tensor<4xi32>) -> tensor<4xi32>
  // expected-remark@below {{result: divisibility 1}}
  %y = tri.load %p : i32
  return
}

// An extent of 6: groups of 4 are [0, 4) and [4, 6).
func.func @six(%x: !tri.ptr<i32> {tri.divisibility = 16}) {
  // expected-remark@below {{contiguity [8], divisibility [1073741824], constancy [1], range [0, 5]}}
  %r = tri.range : tensor<6xi32>
  %c4 = arith.constant dense<4> : tensor<6xi32>
  // expected-remark@below {{contiguity [1], divisibility [1], constancy [4], range [0, 1]}}
  %q = arith.divsi %r, %c4 : tensor<6xi32>
  %p = tri.addptr %x, %r : !tri.ptr<i32>, tensor<6xi32>
  // expected-remark@below {{vectors [2], order [0]}}
  %v = tri.load %p : tensor<6xi32>
  return
}

// Three axes; the middle one runs.
func.func @three() {
  %r = tri.range : tensor<8xi32>
  %a = tri.expand_dims %r axis 0 : tensor<8xi32>
  %b = tri.expand_dims %a axis 2 : tensor<1x8xi32>
  // expected-remark@below {{contiguity [1, 8, 1], divisibility [1, 1073741824, 1], constancy [4, 1, 2]}}
  %c = tri.broadcast %b : tensor<1x8x1xi32> -> tensor<4x8x2xi32>
  return
}

// A layout says who holds an element, not what it is.
#v = #tri.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [], cta = []>
#w = #tri.layout<register = [[32], [64]], lane = [[1], [2], [4], [8], [16]], warp = [], cta = []>
func.func @layouts() {
  %r = tri.range : tensor<128xi32, #v>
  // expected-remark@below {{contiguity [128], divisibility [1073741824], constancy [1], range [0, 127]}}
  %c = tri.convert_layout %r : tensor<128xi32, #v> -> tensor<128xi32, #w>
  return
}

// ---- descriptors ----

// Nothing is known of what memory holds; a descriptor has no facts.
func.func @desc_load_unknown(%x: !tri.ptr<i32> {tri.divisibility = 16}, %n: i32 {tri.divisibility = 16}) {
  %r = tri.range : tensor<4xi32>
  %d = tri.make_desc %x shape [%n, %n] strides [%n] : i32 -> !tri.desc<4x8xi32>
  %g = tri.make_desc %x shape [%n, %n] strides [%n] : i32 -> !tri.desc<1x8xi32>
  // expected-remark@below {{result: contiguity [1, 1], divisibility [1, 1], constancy [1, 1]}}
  %v = tri.desc_load %d[%n, %n] : !tri.desc<4x8xi32>
  // expected-remark@below {{result: contiguity [1, 1], divisibility [1, 1], constancy [1, 1]}}
  %w = tri.desc_gather %g[%r, %n] : tensor<4xi32>, !tri.desc<1x8xi32>
  return
}

// ---- other shapes ----

// Row-major: a reshape leaves what is known along the last axis; a transpose swaps what is known of axes.
func.func @reshaped(%p: !tri.ptr<f32> {tri.divisibility = 16}) {
  %i = tri.range : tensor<64xi32>
  // expected-remark@below {{contiguity [1, 16], divisibility [1, 16], constancy [1, 1], range [0, 63]}}
  %t = tri.reshape %i : tensor<64xi32> -> tensor<4x16xi32>
  %q = tri.addptr %p, %t : !tri.ptr<f32>, tensor<4x16xi32>
  // expected-remark@below {{vectors [1, 4], order [1, 0]}}
  %v = tri.load %q : tensor<4x16xf32>
  // expected-remark@below {{contiguity [16, 1], divisibility [16, 1], constancy [1, 1], range [0, 63]}}
  %s = tri.transpose %t order [1, 0] : tensor<4x16xi32>
  // expected-remark@below {{contiguity [64], divisibility [1073741824], constancy [1], range [0, 63]}}
  %back = tri.reshape %t : tensor<4x16xi32> -> tensor<64xi32>
  return
}

// In any order; and extents that are no powers of two.
func.func @reshaped_unknown() {
  %i = tri.range : tensor<64xi32>
  // expected-remark@below {{contiguity [1, 1], divisibility [1, 1], constancy [1, 1], range [0, 63]}}
  %u = tri.reshape %i reorder : tensor<64xi32> -> tensor<4x16xi32>
  %w = tri.range : tensor<6xi32>
  // expected-remark@below {{contiguity [1, 1], divisibility [1, 1], constancy [1, 1], range [0, 5]}}
  %x = tri.reshape %w : tensor<6xi32> -> tensor<2x3xi32>
  return
}
