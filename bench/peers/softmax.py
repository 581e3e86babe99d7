"""softmax of a matrix's rows beside its peers: tri, Triton, torch, and a device copy of the same matrix.

    row_kernels.py --tri-run … --out ptx                 first, on any machine
    softmax.py --ptx ptx [--json FILE] [--rows 4096] [--widths 256,781,…] [--runs 5] [--rounds 40] [--tune] [--dtype f32]

Correctness comes first, against f64: |y − r| ≤ 4·2^-23·|r| + 2^-126 for tri in f32 (a half unit of the type more else), on
random data in three scales; peers within 1e-3. Then bytes per second, a read and a write of each number."""
import torch
import triton
import triton.language as tl
from rows import agree, measured, ours, parser, report
from tri_kernel import TYPES

WIDTHS = "256,781,1024,2048,4096,8192,12672,16384,32768"


@triton.jit
def persistent_softmax(y_ptr, x_ptr, y_stride, x_stride, rows, columns, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    c = tl.arange(0, BLOCK)
    inside = c < columns
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=STAGES):
        x = tl.load(x_ptr + row * x_stride + c, mask=inside, other=-float("inf")).to(tl.float32)
        e = tl.exp(x - tl.max(x, axis=0))
        tl.store(y_ptr + row * y_stride + c, (e / tl.sum(e, axis=0)).to(y_ptr.dtype.element_ty), mask=inside)


def triton_softmax(x, y):
    """A launch with as many programs as fit the device at once, and as many stages as fit its shared memory."""
    rows, columns = x.shape
    device = torch.cuda.get_device_properties(0)
    block, warps = triton.next_power_of_2(columns), 8
    for stages in (4, 3, 2, 1):
        constants = dict(BLOCK=block, STAGES=stages, num_warps=warps)
        kernel = persistent_softmax.warmup(y, x, y.stride(0), x.stride(0), rows, columns, grid=(1,), **constants)
        try:
            kernel._init_handles()
            break
        except triton.runtime.errors.OutOfResources:
            continue
    per_sm = 65536 // (max(kernel.n_regs, 1) * 32 * warps)
    if kernel.metadata.shared:
        per_sm = min(per_sm, device.shared_memory_per_multiprocessor // kernel.metadata.shared)
    programs = min(rows, device.multi_processor_count * max(1, per_sm))
    return lambda: persistent_softmax[(programs,)](y, x, y.stride(0), x.stride(0), rows, columns, **constants)


@triton.jit
def row_softmax(y_ptr, x_ptr, y_stride, x_stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    inside = c < columns
    x = tl.load(x_ptr + row * x_stride + c, mask=inside, other=-float("inf")).to(tl.float32)
    e = tl.exp(x - tl.max(x, axis=0))
    tl.store(y_ptr + row * y_stride + c, (e / tl.sum(e, axis=0)).to(y_ptr.dtype.element_ty), mask=inside)


def triton_rows(x, y):
    """A program a row, with the warps of Triton's own heuristic for rows."""
    rows, columns = x.shape
    block = triton.next_power_of_2(columns)
    warps = 4 if block < 2048 else 8 if block < 8192 else 16
    return lambda: row_softmax[(rows,)](y, x, y.stride(0), x.stride(0), columns, BLOCK=block, num_warps=warps)


def functions(a, x, y, width, every):
    kernels = ours(a.ptx, "softmax", a.dtype, width, every)
    out = {name: k.bound(a.rows, x, y, a.rows, width) for name, k in kernels.items()}
    if not a.check_only:
        out["triton"] = triton_softmax(x, y)
        out["triton rows"] = triton_rows(x, y)
        out["torch"] = lambda: torch.softmax(x, 1, out=y)
    return out, kernels["tri"].label()


def verify(a, x, y, width):
    worst = {}
    for scale in map(float, a.scales.split(",")):
        x.copy_(scale * torch.randn(a.rows, width, device="cuda"))
        want = torch.softmax(x.double(), 1)
        half = 0 if a.dtype == "f32" else torch.finfo(y.dtype).eps / 2
        strict = want * (4 * 2.0**-23 + half) + (2.0**-126 if a.dtype == "f32" else torch.finfo(y.dtype).tiny)
        for name, f in functions(a, x, y, width, a.tune)[0].items():
            y.fill_(float("nan"))
            f()
            bound = strict if name not in ("triton", "triton rows", "torch") else want * 1e-2 + 1e-6
            worst[name] = max(worst.get(name, 0), agree(name, width, y, want, bound))
    return worst


def main():
    p = parser(4096, WIDTHS)
    p.add_argument("--dtype", default="f32")
    p.add_argument("--scales", default="1,3,20", help="of the random data that is checked")
    a = p.parse_args()
    results = []
    for width in map(int, a.widths.split(",")):
        x, y = (torch.empty(a.rows, width, device="cuda", dtype=TYPES[a.dtype]) for _ in range(2))
        worst = verify(a, x, y, width)
        print(f"{a.rows} x {width}: correct; tri at {worst['tri']:.2f} of the bound", flush=True)
        if a.check_only:
            continue
        x.copy_(torch.randn(a.rows, width, device="cuda"))
        contenders, label = functions(a, x, y, width, a.tune)
        results.append((width, label, measured(a, contenders, x, y)))
        del x, y, contenders
        torch.cuda.empty_cache()
    if results:
        report(f"softmax {a.dtype}, {a.rows} rows", results, a.json)


if __name__ == "__main__":
    main()
