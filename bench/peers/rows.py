"""What softmax.py and layer_norm.py share: our kernels on torch's tensors, timing behind a cold L2, tables.

Times are those of triton.testing.do_bench, for all contenders: the L2 cache is written full before each launch, events stand
around the launch, and a round goes through all contenders in a new order, so that they see the same clocks. A run is the
median of its rounds; what is reported is the median of the runs."""
import argparse
import ctypes
import json
import os
import random
import statistics
import sys

import row_kernels
import torch
from tri_kernel import TriKernel, check, cuda

FLUSH_BYTES = 512 << 20


class Rows:
    """One of our kernels in one configuration, ready for a width."""

    def __init__(self, folder, kernel, dtype, c, width):
        self.config = c
        path = os.path.join(folder, row_kernels.name_of(kernel, dtype, c, row_kernels.promise_of(width)))
        self.kernel = TriKernel(open(path).read())

    def label(self):
        return f"{self.config['BLOCK']}x{self.config['ROWS']} w{self.config['num_warps']} r{self.kernel.registers}" + (
            f" spills {self.kernel.spills}" if self.kernel.spills else "")

    def bound(self, rows, *args):
        return self.kernel.bind((-(-rows // self.config["ROWS"]),), *args)


def ours(folder, kernel, dtype, width, every):
    """{"tri": the file's configuration} and, with every, {"BLOCKxROWS wN": …} of what the folder has for the width"""
    c = row_kernels.configuration_for(kernel, width)
    out = {"tri": Rows(folder, kernel, dtype, c, width)}
    block = max(32, 1 << (width - 1).bit_length())
    for c in row_kernels.candidates(kernel) if every else []:
        name = row_kernels.name_of(kernel, dtype, c, row_kernels.promise_of(width))
        if c["BLOCK"] == max(256, block) and os.path.exists(os.path.join(folder, name)):
            out[f"{c['BLOCK']}x{c['ROWS']} w{c['num_warps']}"] = Rows(folder, kernel, dtype, c, width)
    return out


def device_copy(to, source):
    """A launch of the driver's copy of one tensor onto another."""
    arguments = (ctypes.c_uint64(to.data_ptr()), ctypes.c_uint64(source.data_ptr()),
                 ctypes.c_size_t(source.numel() * source.element_size()))

    def launch():
        check(cuda.cuMemcpyDtoDAsync_v2(*arguments, ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)),
              "cuMemcpyDtoDAsync")
    return launch


def parser(rows, widths):
    """What both scripts take."""
    p = argparse.ArgumentParser()
    p.add_argument("--ptx", required=True)
    p.add_argument("--json")
    p.add_argument("--rows", type=int, default=rows)
    p.add_argument("--widths", default=widths)
    p.add_argument("--runs", type=int, default=5)
    p.add_argument("--rounds", type=int, default=40)
    p.add_argument("--tune", action="store_true")
    p.add_argument("--check-only", action="store_true")
    return p


def measured(a, functions, x, y):
    """Rates of the functions, which make y of x, and of a copy: a read and a write of each number."""
    moved = 2 * x.numel() * x.element_size()
    return rates(timed(functions | {"copy": device_copy(y, x)}, a.runs, a.rounds), moved)


def one_round(functions, flush, times):
    events = {}
    for name in random.sample(list(functions), len(functions)):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        flush.zero_()
        start.record()
        functions[name]()
        end.record()
        events[name] = start, end
    torch.cuda.synchronize()
    for name, (start, end) in events.items():
        times[name].append(start.elapsed_time(end) * 1e-3)


def timed(functions, runs, rounds):
    """{name: function} -> {name: [median seconds of each run]}"""
    flush = torch.empty(FLUSH_BYTES // 4, dtype=torch.int32, device="cuda")
    out = {name: [] for name in functions}
    for _ in range(5):
        one_round(functions, flush, {name: [] for name in functions})
    for _ in range(runs):
        times = {name: [] for name in functions}
        for _ in range(rounds):
            one_round(functions, flush, times)
        for name, t in times.items():
            out[name].append(statistics.median(t))
    return out


def rates(times, moved):
    """{name: (GB/s, share of the copy, least and most GB/s of a run)}"""
    median = {name: statistics.median(t) for name, t in times.items()}
    out = {}
    for name, t in times.items():
        out[name] = (moved / median[name] * 1e-9, median["copy"] / median[name], moved / max(t) * 1e-9,
                     moved / min(t) * 1e-9)
    return out


def report(title, results, path):
    """results: [(width, label of our configuration, rates)]"""
    names = [n for n in results[0][2] if n in ("tri", "triton", "torch", "copy")]
    print(f"\n{title}: GB/s (share of the copy)")
    for width, label, r in results:
        print(f"{width:6d}  " + "  ".join(f"{n} {r[n][0]:5.0f} ({r[n][1]:.3f})" for n in names) +
              f"  tri/triton {r['tri'][0] / r['triton'][0]:.3f}  [{label}]")
        others = sorted((n for n in r if n not in names), key=lambda n: -r[n][0])
        for n in others[:5]:
            print(f"          {n}: {r[n][0]:.0f} ({r[n][1]:.3f})")
    if path:
        json.dump({"device": torch.cuda.get_device_name(), "results": [
            {"width": w, "configuration": label, "rates": r} for w, label, r in results]}, open(path, "w"), indent=1)


def agree(name, width, got, want, bound):
    """Ends the script where got is off by more than the bound; NaN is off."""
    off = (got.double() - want).abs()
    if not bool((off <= bound).all()):
        worst = (off / bound).nan_to_num(nan=float("inf")).max().item()
        sys.exit(f"{name} at width {width}: off by {worst:.2f} times the bound")
    return (off / bound).max().item()
