#!/usr/bin/env bash
# Fails where a tracked C or C++ file is not as clang-format leaves it; with --fix it writes them.
#   format.sh SOURCE CLANG_FORMAT [--fix]
set -euo pipefail
cd "$1"
mapfile -t files < <(git ls-files '*.c' '*.h' '*.cpp')
[ ${#files[@]} -gt 0 ] || { echo "no tracked files here" >&2; exit 1; }
if [ "${3:-}" = --fix ]; then exec "$2" -i "${files[@]}"; fi
"$2" --dry-run -Werror "${files[@]}" || { echo "write them with: cmake --build build/dev --target format" >&2; exit 1; }
