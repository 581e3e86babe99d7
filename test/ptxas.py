#!/usr/bin/env python3
"""Assembles what tri-test-emit makes of a file with NVIDIA's ptxas, for every target.

    ptxas.py FILE.mlir [ARCH...]

Fails where ptxas fails, where it warns that it serialised or slowed something down (C75xx), and where a kernel spills
registers. Targets that the installed ptxas does not know are named and passed over.
"""
import os
import re
import subprocess
import sys
import tempfile

ARCHS = ["sm_80", "sm_89", "sm_90a", "sm_100a", "sm_120"]


def run(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def known_archs():
    return set(re.findall(r"'(sm_\w+)'", run("ptxas", "--help").stdout))


def problems(text):
    """Lines of ptxas -v that say what must not be."""
    for line in text.splitlines():
        spills = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", line)
        if "C75" in line or (spills and spills.groups() != ("0", "0")):
            yield line.strip()


def assemble(path, arch, folder):
    made = run("tri-test-emit", path, "--arch=" + arch)
    if made.returncode:
        return [made.stderr]
    ptx = os.path.join(folder, arch + ".ptx")
    with open(ptx, "w") as f:
        f.write(made.stdout)
    done = run("ptxas", "-v", "-arch=" + arch, ptx, "-o", os.path.join(folder, arch + ".cubin"))
    out = done.stdout + done.stderr
    return [out] if done.returncode else list(problems(out))


def main():
    path, archs = sys.argv[1], sys.argv[2:] or ARCHS
    known, bad = known_archs(), 0
    with tempfile.TemporaryDirectory() as folder:
        for arch in archs:
            if arch not in known:
                print("%s: this ptxas does not know it; not assembled" % arch)
                continue
            found = assemble(path, arch, folder)
            print("%s: %s" % (arch, "\n".join(found) if found else "ok"))
            bad += bool(found)
    return 1 if bad else 0


sys.exit(main())
