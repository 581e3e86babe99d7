// RUN: tri-run %s --target sim --check ref
// RUN: tri-run %s --target sim --check ref step=127 upper=127 lower=-128
// RUN: tri-run %s --target sim --check ref step=3 upper=-100 lower=-128
// RUN: tri-run %s --target sim --check ref step=1 upper=5 lower=5
// RUN: tri-run %s --target sim --check ref step=200 upper=254 lower=100
// A loop takes each value below its bound, also where the next one does not fit the type.

func.func @count(%out: !tri.ptr<i64> {tri.arg = "zeros(4)"}, %lower: i8 {tri.arg = "120"}, %upper: i8 {tri.arg = "126"},
                 %step: i8 {tri.arg = "5"}) attributes {tri.kernel, tri.grid = "1"} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i32
  %n1 = arith.constant 1 : i64
  %five = arith.constant 5 : i8
  %magnitude = math.absi %step : i8
  %least = arith.constant 1 : i8
  %by = arith.maxsi %magnitude, %least : i8
  %n, %sum = scf.for %i = %lower to %upper step %by iter_args(%a = %zero, %b = %zero) -> (i64, i64) : i8 {
    %w = arith.extsi %i : i8 to i64
    %s = arith.addi %b, %w : i64
    %k = arith.addi %a, %n1 : i64
    scf.yield %k, %s : i64, i64
  }
  %m, %total = scf.for unsigned %i = %lower to %upper step %five iter_args(%a = %zero, %b = %zero) -> (i64, i64) : i8 {
    %w = arith.extui %i : i8 to i64
    %s = arith.addi %b, %w : i64
    %k = arith.addi %a, %n1 : i64
    scf.yield %k, %s : i64, i64
  }
  tri.store %n to %out : i64
  %p1 = tri.addptr %out, %one : !tri.ptr<i64>, i32
  tri.store %sum to %p1 : i64
  %p2 = tri.addptr %p1, %one : !tri.ptr<i64>, i32
  tri.store %m to %p2 : i64
  %p3 = tri.addptr %p2, %one : !tri.ptr<i64>, i32
  tri.store %total to %p3 : i64
  return
}
