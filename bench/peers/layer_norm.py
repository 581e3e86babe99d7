"""layer_norm of a matrix's rows beside its peers: tri, Triton, torch, and a device copy of the same matrix.

    row_kernels.py --tri-run … --out ptx                 first, on any machine
    layer_norm.py --ptx ptx [--json FILE] [--rows 8192] [--widths 1024,4096,8192] [--runs 5] [--rounds 40] [--tune]

Correctness comes first, against f64: off by at most 1e-5 of the row's greatest number in f32, and half a unit of f16 more
in f16. Then bytes per second, a read and a write of each number."""
import torch
import triton
import triton.language as tl
from rows import agree, measured, ours, parser, report
from tri_kernel import TYPES

EPS = 1e-5


@triton.jit
def layer_norm_forward(x_ptr, y_ptr, w_ptr, b_ptr, mean_ptr, inverse_ptr, stride, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x_ptr += row * stride
    y_ptr += row * stride
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        total += tl.load(x_ptr + c, mask=c < columns, other=0.0).to(tl.float32)
    mean = tl.sum(total, axis=0) / columns
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + c, mask=c < columns, other=0.0).to(tl.float32)
        d = tl.where(c < columns, x - mean, 0.0)
        squares += d * d
    inverse = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns + eps)
    tl.store(mean_ptr + row, mean)
    tl.store(inverse_ptr + row, inverse)
    for start in range(0, columns, BLOCK):
        c = start + tl.arange(0, BLOCK)
        inside = c < columns
        w = tl.load(w_ptr + c, mask=inside)
        b = tl.load(b_ptr + c, mask=inside)
        x = tl.load(x_ptr + c, mask=inside, other=0.0).to(tl.float32)
        tl.store(y_ptr + c, (x - mean) * inverse * w + b, mask=inside)


def triton_layer_norm(x, w, b, y):
    rows, columns = x.shape
    block = min(65536 // x.element_size(), triton.next_power_of_2(columns))
    warps = min(max(block // 256, 1), 8)
    mean, inverse = (torch.empty(rows, device="cuda", dtype=torch.float32) for _ in range(2))
    return lambda: layer_norm_forward[(rows,)](x, y, w, b, mean, inverse, x.stride(0), columns, EPS, BLOCK=block,
                                               num_warps=warps)


@triton.jit
def row_layer_norm(x_ptr, y_ptr, w_ptr, b_ptr, stride, columns, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    c = tl.arange(0, BLOCK)
    inside = c < columns
    x = tl.load(x_ptr + row * stride + c, mask=inside, other=0.0).to(tl.float32)
    mean = tl.sum(x, axis=0) / columns
    d = tl.where(inside, x - mean, 0.0)
    inverse = 1 / tl.sqrt(tl.sum(d * d, axis=0) / columns + eps)
    w = tl.load(w_ptr + c, mask=inside).to(tl.float32)
    b = tl.load(b_ptr + c, mask=inside).to(tl.float32)
    tl.store(y_ptr + row * stride + c, d * inverse * w + b, mask=inside)


def triton_rows(x, w, b, y):
    """A row in one block: x is read once."""
    rows, columns = x.shape
    block = triton.next_power_of_2(columns)
    warps = min(max(block // 256, 1), 8)
    return lambda: row_layer_norm[(rows,)](x, y, w, b, x.stride(0), columns, EPS, BLOCK=block, num_warps=warps)


def functions(a, dtype, x, w, b, y, every):
    rows, width = x.shape
    kernels = ours(a.ptx, "layer_norm", dtype, width, every)
    out = {name: k.bound(rows, x, w, b, y, rows, width, EPS) for name, k in kernels.items()}
    if a.check_only:
        return out, kernels["tri"].label()
    out["triton"] = triton_layer_norm(x, w, b, y)
    out["triton rows"] = triton_rows(x, w, b, y)
    out["torch"] = lambda: torch.nn.functional.layer_norm(x, (width,), w, b, EPS)
    return out, kernels["tri"].label()


def tensors(rows, width, dtype):
    t = TYPES[dtype]
    x = (2 * torch.randn(rows, width, device="cuda") - 0.5).to(t)
    w, b = torch.rand(width, device="cuda").to(t), torch.randn(width, device="cuda").to(t)
    return x, w, b, torch.empty_like(x)


def verify(a, dtype, width):
    x, w, b, y = tensors(a.rows, width, dtype)
    want = torch.nn.functional.layer_norm(x.double(), (width,), w.double(), b.double(), EPS)
    bound = 1e-5 * want.abs().amax(1, keepdim=True).expand_as(want)
    if dtype != "f32":
        bound = bound + want.abs() * torch.finfo(y.dtype).eps / 2 + torch.finfo(y.dtype).tiny
    worst = 0
    for name, f in functions(a, dtype, x, w, b, y, a.tune)[0].items():
        if name == "torch":
            continue
        y.fill_(float("nan"))
        f()
        off = agree(name, width, y, want, bound if name != "triton" else 8 * bound + 1e-2)
        worst = max(worst, off if name == "tri" else 0)
    return worst


def main():
    a = parser(8192, "1024,4096,8192").parse_args()
    results = []
    for width in map(int, a.widths.split(",")):
        worst = [verify(a, dtype, width) for dtype in ("f32", "f16")]
        print(f"{a.rows} x {width}: correct; tri at {worst[0]:.2f} of the bound in f32, {worst[1]:.2f} in f16", flush=True)
        if a.check_only:
            continue
        x, w, b, y = tensors(a.rows, width, "f16")
        contenders, label = functions(a, "f16", x, w, b, y, a.tune)
        results.append((width, label, measured(a, contenders, x, y)))
        del x, y, contenders
        torch.cuda.empty_cache()
    if results:
        report(f"layer_norm f16, {a.rows} rows", results, a.json)


if __name__ == "__main__":
    main()
