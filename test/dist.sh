#!/usr/bin/env bash
# What is shipped: the programs need libc and libm alone, run, and are small when packed.
#   dist.sh SOURCE BIN_FOLDER
set -euo pipefail
source=$1 bin=$2
limit=$((20 * 1024 * 1024))
fail() { echo "dist: $*" >&2; exit 1; }

total=0
for program in tri-run tri-opt; do
  needed=$(readelf -d "$bin/$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  for library in $needed; do
    case $library in
      libc.so.6 | libm.so.6 | ld-linux-*) ;;
      *) fail "$program needs $library" ;;
    esac
  done
  ! readelf -d "$bin/$program" | grep -qE 'RPATH|RUNPATH' || fail "$program looks for libraries in a fixed folder"
  packed=$(xz -T0 -6 -c "$bin/$program" | wc -c)
  echo "$program: $(stat -c %s "$bin/$program") bytes, $packed packed; needs" $needed
  total=$((total + packed))
done
[ "$total" -lt "$limit" ] || fail "$total bytes packed; at most $limit"

scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cp "$bin/tri-run" "$bin/tri-opt" "$scratch"
(cd / && env -i "$scratch/tri-run" --quiet "$source/examples/vector_add.mlir" n=5000 && env -i "$scratch/tri-opt" "$source/examples/vector_add.mlir" >/dev/null)
