#!/usr/bin/env python3
"""Runs the ```console blocks of a page and compares: run_doc.py PAGE ROOT.

A line "$ command" is run by the shell in an empty folder that has ROOT's examples; the lines behind it are what it has to
print on standard output and error together, "..." standing for anything, "[exit N]" for an exit code other than 0. Times
and thread counts may differ.

An ```mlir block that begins with "// NAME.mlir" is a file of that name in the folder, from its place in the page on. One
that does not, and has a kernel, is run bare on the reference interpreter.
"""
import os
import re
import subprocess
import sys
import tempfile


def normal(text):
    text = re.sub(r"in [0-9.e+-]+ (µs|ms|s)\b", "in TIME", text)
    return re.sub(r"\d+ threads?", "THREADS", text)


def steps(page):
    """In order: ("file", name, text), ("run", command, what it has to print)."""
    for kind, block in re.findall(r"^```(console|mlir)\n(.*?)^```$", page, flags=re.M | re.S):
        name = re.match(r"// (\w+\.mlir)\n", block)
        if kind == "console":
            for piece in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, expected = piece.partition("\n")
                yield "run", command, expected
        elif name:
            yield "file", name[1], block
        elif "tri.kernel" in block:
            yield "file", "kernel.mlir", block
            yield "run", "tri-run kernel.mlir --target ref -q", ""


def matches(got, expected):
    pattern = ".*?".join(re.escape(part) for part in normal(expected).split("..."))
    return re.fullmatch(pattern, normal(got), flags=re.S) is not None


def output(command, folder):
    run = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = run.stdout.decode()
    return text + ("" if text.endswith("\n") or not text else "\n") + (f"[exit {run.returncode}]\n" if run.returncode else "")


def main(page, root):
    count = bad = 0
    never_run = set()
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(os.path.join(root, "examples")), os.path.join(folder, "examples"))
        for kind, what, text in steps(open(page, encoding="utf-8").read()):
            if kind == "file":
                open(os.path.join(folder, what), "w", encoding="utf-8").write(text)
                never_run.add(what)
                continue
            never_run -= set(re.findall(r"\w+\.mlir", what))
            got = output(what, folder)
            count += 1
            if not matches(got, text):
                bad += 1
                print(f"$ {what}\nexpected:\n{text}\ngot:\n{got}")
    for name in sorted(never_run):
        print(f"{name} is never run")
    print(f"{count} commands, {bad} differ")
    sys.exit(bad != 0 or count == 0 or bool(never_run))


main(*sys.argv[1:])
