func.func @k(%x: !tri.ptr<i32>, %n: i32) attributes {tri.kernel} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i0 = %c0 to %c1 step %n : i32 {
    scf.for %i1 = %c0 to %c1 step %n : i32 {
      scf.for %i2 = %c0 to %c1 step %n : i32 {
        scf.for %i3 = %c0 to %c1 step %n : i32 {
          scf.for %i4 = %c0 to %c1 step %n : i32 {
            scf.for %i5 = %c0 to %c1 step %n : i32 {
              scf.for %i6 = %c0 to %c1 step %n : i32 {
                scf.for %i7 = %c0 to %c1 step %n : i32 {
                  scf.for %i8 = %c0 to %c1 step %n : i32 {
                    scf.for %i9 = %c0 to %c1 step %n : i32 {
                      scf.for %i10 = %c0 to %c1 step %n : i32 {
                        scf.for %i11 = %c0 to %c1 step %n : i32 {
                          scf.for %i12 = %c0 to %c1 step %n : i32 {
                            scf.for %i13 = %c0 to %c1 step %n : i32 {
                              scf.for %i14 = %c0 to %c1 step %n : i32 {
                                scf.for %i15 = %c0 to %c1 step %n : i32 {
                                  scf.for %i16 = %c0 to %c1 step %n : i32 {
                                    scf.for %i17 = %c0 to %c1 step %n : i32 {
                                      scf.for %i18 = %c0 to %c1 step %n : i32 {
                                        scf.for %i19 = %c0 to %c1 step %n : i32 {
                                          scf.for %i20 = %c0 to %c1 step %n : i32 {
                                            scf.for %i21 = %c0 to %c1 step %n : i32 {
                                              scf.for %i22 = %c0 to %c1 step %n : i32 {
                                                scf.for %i23 = %c0 to %c1 step %n : i32 {
tri.store %n to %x : i32
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
return
}
