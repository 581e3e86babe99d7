#!/usr/bin/env python3
"""Runs the ```console blocks of a page and compares: run_doc.py PAGE ROOT.

A line "$ command" is run by the shell in an empty folder that has ROOT's examples; the lines behind it are what it has to
print on standard output and error together, "..." standing for anything, "[exit N]" for an exit code other than 0. Times
and thread counts may differ.
"""
import os
import re
import subprocess
import sys
import tempfile


def normal(text):
    text = re.sub(r"in [0-9.e+-]+ (µs|ms|s)\b", "in TIME", text)
    return re.sub(r"\d+ threads?", "THREADS", text)


def commands(page):
    for block in re.findall(r"^```console\n(.*?)^```$", page, flags=re.M | re.S):
        for piece in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, expected = piece.partition("\n")
            yield command, expected


def matches(got, expected):
    pattern = ".*?".join(re.escape(part) for part in normal(expected).split("..."))
    return re.fullmatch(pattern, normal(got), flags=re.S) is not None


def main(page, root):
    count = bad = 0
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(os.path.join(root, "examples")), os.path.join(folder, "examples"))
        for command, expected in commands(open(page, encoding="utf-8").read()):
            run = subprocess.run(command, shell=True, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            got = run.stdout.decode() + (f"[exit {run.returncode}]\n" if run.returncode else "")
            count += 1
            if not matches(got, expected):
                bad += 1
                print(f"$ {command}\nexpected:\n{expected}\ngot:\n{got}")
    print(f"{count} commands, {bad} differ")
    sys.exit(bad != 0 or count == 0)


main(*sys.argv[1:])
