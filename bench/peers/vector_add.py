"""vector_add beside its peers: tri, Triton, torch, and a plain device copy, interleaved in one run.

    vector_add.py NAME=PTX [NAME=PTX …] [--json FILE] [--sizes 20,24,28] [--types f32,f16]

NAME is what the table calls a variant of tri; its file name ends in .TYPE.BLOCK.ptx (of tri-run -D F=TYPE -D BLOCK=N
--emit ptx). Every contender's result is checked on fresh random data before anything is timed. Prints bytes per second
(read and written) and shares of the copy's."""
import argparse
import json
import sys

import torch
import triton
import triton.language as tl
from timing import interleaved, median, spread
from tri_kernel import TriKernel

TYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "f64": torch.float64}


@triton.jit
def triton_add(x_ptr, y_ptr, z_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(z_ptr + i, tl.load(x_ptr + i, mask=mask) + tl.load(y_ptr + i, mask=mask), mask=mask)


def contenders(kernels, n):
    out = {
        "triton": lambda x, y, z: triton_add[(triton.cdiv(n, 1024),)](x, y, z, n, BLOCK=1024),
        "torch": lambda x, y, z: torch.add(x, y, out=z),
    }
    for name, (kernel, block) in kernels.items():
        out[name] = lambda x, y, z, kernel=kernel, block=block: kernel((-(-n // block),), x, y, z, n)
    return out


def verify(functions, x, y, z, n):
    want = x + y
    for name, f in functions.items():
        z.fill_(float("nan"))
        f(x, y, z)
        if not torch.equal(z, want):
            sys.exit(f"{name} is wrong at n = {n}")


def measure(kernels, dtype, n, rounds):
    size = n * dtype.itemsize
    count = max(2, min(16, -(-(1 << 28) // (3 * size))))
    sets = [tuple(torch.randn(n, device="cuda", dtype=torch.float32).to(dtype) for _ in range(3)) for _ in range(count)]
    functions = contenders(kernels, n)
    verify(functions, *sets[0], n)
    functions["copy"] = lambda x, y, z: z.copy_(x)
    times = interleaved(functions, sets, max(4, min(200, (1 << 31) // (3 * size))), rounds)
    rates = {}
    for name, t in times.items():
        moved = (2 if name == "copy" else 3) * size
        low, high = spread(t)
        rates[name] = {"gbps": moved / median(t) * 1e-9, "p20": moved / high * 1e-9, "p80": moved / low * 1e-9}
    return rates


def main():
    p = argparse.ArgumentParser()
    p.add_argument("ptx", nargs="*")
    p.add_argument("--json")
    p.add_argument("--sizes", default="20,24,28")
    p.add_argument("--types", default="f32,f16")
    p.add_argument("--rounds", type=int, default=25)
    a = p.parse_args()
    results = []
    for t in a.types.split(","):
        kernels = {}
        for spec in a.ptx:
            name, path = spec.split("=")
            if path.split(".")[-3] == t:
                kernels[name] = (TriKernel(open(path).read()), int(path.split(".")[-2]))
        for bits in map(int, a.sizes.split(",")):
            rates = measure(kernels, TYPES[t], 1 << bits, a.rounds)
            results.append({"type": t, "n": 1 << bits, "rates": rates,
                            "registers": {k: v[0].registers for k, v in kernels.items()},
                            "local bytes": {k: v[0].spills for k, v in kernels.items()}})
            torch.cuda.empty_cache()
    if a.json:
        json.dump({"device": torch.cuda.get_device_name(), "results": results}, open(a.json, "w"), indent=1)
    for r in results:
        copy = r["rates"]["copy"]["gbps"]
        cells = "  ".join(f"{k} {v['gbps']:.0f} ({v['gbps'] / copy:.3f})" for k, v in r["rates"].items())
        print(f"{r['type']} 2^{r['n'].bit_length() - 1}: {cells}")


if __name__ == "__main__":
    main()
