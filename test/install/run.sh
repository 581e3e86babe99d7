#!/usr/bin/env bash
# Installs a build into a scratch folder, moves that, and builds and runs a project against it: headers, libraries, the
# package, the programs and the plugin must need nothing of the source tree or the build tree.
#   run.sh SOURCE BUILD LLVM_BIN C_COMPILER
set -euo pipefail
source=$1 build=$2 llvm=$3 cc=$4
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cmake --install "$build" --prefix "$scratch/first" >/dev/null
mv "$scratch/first" "$scratch/moved"
prefix=$scratch/moved

cp -r "$source/test/install" "$scratch/project"
cmake -S "$scratch/project" -B "$scratch/build" -DCMAKE_C_COMPILER="$cc" -DCMAKE_PREFIX_PATH="$prefix" -DEXAMPLES="$source/examples/c" \
      -DCMAKE_C_FLAGS="-Wall -Wextra -Werror" >/dev/null
cmake --build "$scratch/build" >/dev/null
[ "$("$scratch/build/add")" = "11 22 33 44" ]
"$scratch/build/embed_mlir" | "$llvm/FileCheck" "$source/examples/c/embed_mlir.check"

# libtri shows what its headers declare, and nothing else; libTriMLIR nothing of LLVM's.
shown() { nm -D --defined-only "$1" | awk '{print $3}' | sed 's/@.*//' | sort; }
diff <(shown "$prefix/lib/libtri.so") <(grep -hoP '^TRI_API.*?\Ktri_\w+(?=\()' "$prefix"/include/tri/*.h | sort)
[ -z "$(shown "$prefix/lib/libTriMLIR.so" | grep -v '^tri_' | grep -v '^mlirGetDialectHandle__tri__$')" ]

kernel=$prefix/share/tri/examples/vector_add.mlir
"$prefix/bin/tri-run" --quiet "$kernel" n=100
"$prefix/bin/tri-opt" "$kernel" --tri-keep-kernel >/dev/null
"$llvm/mlir-opt" "$kernel" --load-dialect-plugin="$prefix/lib/libTriPlugin.so" --load-pass-plugin="$prefix/lib/libTriPlugin.so" \
  --pass-pipeline='builtin.module(tri-keep-kernel)' >/dev/null
echo "the installed tree is enough"
