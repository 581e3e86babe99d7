"""softmax and layer_norm through tri-run against f64, on any target.

    check_rows.py --tri-run build/dev/bin/tri-run [--target sim] [--widths 1,7,256,781,1000,1024,8192,12672,32768] [--rows 1,3,…]

Each width runs in the configuration that the file has for it. softmax: |y − r| ≤ 4·2^-23·|r| + 2^-126; layer_norm: off by at
most 1e-5 of the row's greatest number. The inputs are random, in several scales. Of many rows some are compared, in plain
Python, the first and the last among them; bench/peers/softmax.py and layer_norm.py compare all, with torch."""
import argparse
import array
import math
import os
import random
import re
import subprocess
import sys
import tempfile

import row_kernels

WIDTHS = "1,7,256,781,1000,1024,8192,12672,32768"
COMPARED = 24  # rows


def write_npy(path, values, shape):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({', '.join(map(str, shape))},), }}"
    header += " " * (-(10 + len(header) + 1) % 64) + "\n"
    with open(path, "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode())
        values.tofile(f)


def read_npy(path):
    data = open(path, "rb").read()
    start = 10 + int.from_bytes(data[8:10], "little")
    assert re.search(rb"'descr': *'<f4'", data[:start]), data[:start]
    return array.array("f", data[start:])


def softmax(row, *_):
    m = max(row)
    e = [math.exp(x - m) for x in row]
    total = math.fsum(e)
    out = [x / total for x in e]
    return out, [4 * 2.0**-23 * r + 2.0**-126 for r in out]


def layer_norm(row, w, b):
    n = len(row)
    mean = math.fsum(row) / n
    inverse = 1 / math.sqrt(math.fsum((x - mean) ** 2 for x in row) / n + 1e-5)
    out = [(x - mean) * inverse * s + t for x, s, t in zip(row, w, b)]
    return out, [1e-5 * max(map(abs, out))] * n


def values(n, scale, shift=0.0):
    return array.array("f", (scale * random.gauss(0, 1) + shift for _ in range(n)))


def run(a, kernel, rows, width, scale, folder):
    c = row_kernels.configuration_for(kernel, width)
    x, w, b = values(rows * width, scale, scale / 4), values(width, 1), values(width, 1)
    files = {name: os.path.join(folder, name + ".npy") for name in ("x", "weight", "bias", "y")}
    write_npy(files["x"], x, (rows, width))
    arguments = [f"x=@{files['x']}", f"y=empty({rows},{width}):f32@{files['y']}:w", f"rows={rows}", f"columns={width}"]
    if kernel == "layer_norm":
        write_npy(files["weight"], w, (width,)), write_npy(files["bias"], b, (width,))
        arguments += [f"weight=@{files['weight']}", f"bias=@{files['bias']}"]
    defines = [f"-D{k}={v}" for k, v in c.items() if k != "ROWS" or "#ROWS" in row_kernels.source(kernel)]
    done = subprocess.run([a.tri_run, os.path.join(row_kernels.EXAMPLES, kernel + ".mlir"), "-q", "--target", a.target,
                           *defines, *arguments], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{kernel} {rows} x {width}: {done.stderr}")
    y = read_npy(files["y"])
    assert len(y) == rows * width
    chosen = range(rows) if rows <= COMPARED else sorted({0, rows - 1, *random.sample(range(rows), COMPARED)})
    worst = 0.0
    for r in chosen:
        span = slice(r * width, (r + 1) * width)
        want, bound = {"softmax": softmax, "layer_norm": layer_norm}[kernel](x[span], w, b)
        for got, right, most in zip(y[span], want, bound):
            off = abs(got - right) / most if most else float(got != right)
            worst = max(worst, off if off == off else math.inf)
    return worst


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--tri-run", required=True)
    p.add_argument("--target", default="sim")
    p.add_argument("--widths", default=WIDTHS)
    p.add_argument("--rows", default="1,3")
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    random.seed(a.seed)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for kernel in row_kernels.KERNELS:
            for width in map(int, a.widths.split(",")):
                worst = {rows: max(run(a, kernel, rows, width, scale, folder) for scale in (1, 3))
                         for rows in map(int, a.rows.split(","))}
                failed += sum(v > 1 for v in worst.values())
                print(f"{kernel} {width}: " + ", ".join(f"{rows} rows {v:.2f}" for rows, v in worst.items()) +
                      " of the bound", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
