#!/usr/bin/env python3
"""The compiler is C: hand-written C++ (dialect/ and lib/Bridge) is at most 15 % of the lines of C and C++.

    cpp_share.py SOURCE_DIR

Counts lines of tracked files; blank lines and all. Also fails on C++ anywhere else."""
import os
import subprocess
import sys

LIMIT = 15.0
CPP_HOMES = ("dialect/", "lib/Bridge/")


def tracked(root):
    try:
        out = subprocess.run(["git", "-C", root, "ls-files"], check=True, capture_output=True, text=True).stdout
        return out.split()
    except (OSError, subprocess.CalledProcessError):
        return [os.path.relpath(os.path.join(d, f), root) for d, subs, files in os.walk(root)
                if not subs.__setitem__(slice(None), [s for s in subs if s not in ("build", ".git")]) for f in files]


def lines(root, names):
    return sum(open(os.path.join(root, n), encoding="utf-8").read().count("\n") for n in names)


def main():
    root = sys.argv[1]
    files = [n for n in tracked(root) if os.path.exists(os.path.join(root, n))]
    cpp = [n for n in files if n.endswith((".cpp", ".cpp.in", ".hpp", ".cc")) or n.startswith("dialect/") and n.endswith(".h")]
    c = [n for n in files if n.endswith((".c", ".h", ".def")) and n not in cpp]
    astray = [n for n in cpp if not n.startswith(CPP_HOMES)]
    for n in astray:
        print(f"{n}: C++ belongs in {' or '.join(CPP_HOMES)}")
    share = 100.0 * lines(root, cpp) / max(1, lines(root, cpp) + lines(root, c))
    print(f"{lines(root, cpp)} lines of C++ beside {lines(root, c)} of C: {share:.1f} % (at most {LIMIT:g} %)")
    return 1 if astray or share > LIMIT or not cpp else 0


if __name__ == "__main__":
    sys.exit(main())
