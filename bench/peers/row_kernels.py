"""Kernels on rows (softmax, layer_norm) in the configurations of their files, as PTX that needs nothing to run.

    row_kernels.py --tri-run build/dev/bin/tri-run --out ptx          on any machine: makes ptx/NAME.TYPE.CONFIG.PROMISE.ptx
    row_kernels.py --tri-run … --out ptx --all                        and of configurations to choose from

A configuration is a `// tri-config:` line: BLOCK=4096 ROWS=1 num_warps=8. A width runs in the first one of the least BLOCK
that holds it. PROMISE is 16 where the kernel is compiled for widths that are multiples of 16, as libtri does by itself
when it launches with one, and any for the others."""
import argparse
import itertools
import os
import re
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples")
KERNELS = {"softmax": ("f32", "f16"), "layer_norm": ("f16", "f32")}
WIDTH = "%columns: i32 {"


def source(kernel):
    return open(os.path.join(EXAMPLES, kernel + ".mlir")).read()


def configurations(kernel):
    """[{"BLOCK": 256, "ROWS": 4, "num_warps": 4}, …], in the file's order"""
    lines = re.findall(r"// tri-config: (.*)", source(kernel))
    return [{"ROWS": 1} | {k: int(v) for k, v in (word.split("=") for word in line.split())} for line in lines]


def candidates(kernel):
    """Configurations that may be good: 8 to 64 numbers in a thread."""
    has_rows = "#ROWS" in source(kernel)
    out = []
    for bits, rows, warps in itertools.product(range(8, 16), (1, 2, 4, 8) if has_rows else (1,), (1, 2, 4, 8, 16, 32)):
        each = rows * (1 << bits) // (32 * warps)
        if 8 <= each <= 64 and (rows == 1 or bits <= 11) and not (bits > 12 and warps < 4):
            out.append({"BLOCK": 1 << bits, "ROWS": rows, "num_warps": warps})
    return out


def configuration_for(kernel, width):
    fitting = [c for c in configurations(kernel) if c["BLOCK"] >= width]
    return min(fitting, key=lambda c: c["BLOCK"])


def name_of(kernel, dtype, c, promise):
    return f"{kernel}.{dtype}.{c['BLOCK']}x{c['ROWS']}w{c['num_warps']}.{promise}.ptx"


def promise_of(width):
    return "16" if width % 16 == 0 else "any"


def make(tri_run, kernel, dtype, c, promise, path):
    text = source(kernel)
    if promise == "16":
        assert WIDTH in text
        text = text.replace(WIDTH, WIDTH + "tri.divisibility = 16 : i32, ")
    defines = ["-D", f"T={dtype}", "-D", f"BLOCK={c['BLOCK']}", "-D", f"num_warps={c['num_warps']}"]
    if "#ROWS" in text:
        defines += ["-D", f"ROWS={c['ROWS']}"]
    done = subprocess.run([tri_run, "-", *defines, "--emit", "ptx"], input=text.encode(), capture_output=True)
    if done.returncode:
        return done.stderr.decode().strip().splitlines()[-1]
    with open(path, "wb") as f:
        f.write(done.stdout)
    return None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tri-run", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--all", action="store_true", help="candidates too")
    a = p.parse_args()
    os.makedirs(a.out, exist_ok=True)
    made = failed = 0
    for kernel, types in KERNELS.items():
        seen = []
        for c in configurations(kernel) + (candidates(kernel) if a.all else []):
            if c in seen:
                continue
            seen.append(c)
            for dtype, promise in itertools.product(types, ("any", "16")):
                name = name_of(kernel, dtype, c, promise)
                problem = make(a.tri_run, kernel, dtype, c, promise, os.path.join(a.out, name))
                made, failed = made + (not problem), failed + bool(problem)
                if problem:
                    print(f"{name}: {problem}")
    print(f"{made} made, {failed} failed")


if __name__ == "__main__":
    main()
