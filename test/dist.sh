#!/usr/bin/env bash
# What is shipped, the archive of `cmake --workflow --preset dist`: small, needs libc and libm alone, runs wherever it is
# unpacked.
#   dist.sh ARCHIVE
set -euo pipefail
archive=$1
limit=$((20 * 1024 * 1024))
fail() { echo "dist: $*" >&2; exit 1; }

[ -f "$archive" ] || fail "there is no $archive; make it with: cmake --workflow --preset dist"
packed=$(stat -c %s "$archive")
echo "$(basename "$archive"): $packed bytes"
[ "$packed" -lt "$limit" ] || fail "$packed bytes; at most $limit"

scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
tar -xf "$archive" -C "$scratch" --strip-components=1
program=$scratch/bin/tri
for library in $(readelf -d "$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
  case $library in
    libc.so.6 | libm.so.6 | ld-linux-*) ;;
    *) fail "tri needs $library" ;;
  esac
done
! readelf -d "$program" | grep -qE 'RPATH|RUNPATH' || fail "tri looks for libraries in a fixed folder"

cd /
kernels=$scratch/share/tri/examples
env -i "$scratch/bin/tri-run" --quiet "$kernels/vector_add.mlir" n=5000 --target sim --check ref
env -i "$scratch/bin/tri-opt" "$kernels/vector_add.mlir" >/dev/null
env -i "$scratch/bin/tri" run --version | grep -q '^tri-run ' || fail "'tri run' is not tri-run"
env -i "$scratch/bin/tri" --help | grep -q tri-opt || fail "'tri --help' does not name its programs"
! env -i "$scratch/bin/tri" nothing 2>/dev/null || fail "'tri nothing' ends well"
