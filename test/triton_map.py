#!/usr/bin/env python3
"""docs/triton-map.md holds what it says: every op of Triton's language has a row, every row a test that exists or a reason
why not, every op of the dialect stands in a row, and every block of code is executed by a test.

    triton_map.py SOURCE_DIR

A test is written `file:function`; the file is anywhere below test/, named by as much of its path as tells it apart."""
import glob
import os
import re
import sys

# The public names of triton.language 3.6 and of its documentation; * stands for the types' own names.
NAMES = """
tensor tensor_descriptor program_id num_programs arange cat full zeros zeros_like cast broadcast broadcast_to expand_dims
interleave join permute ravel reshape split trans view dot dot_scaled load store make_tensor_descriptor
load_tensor_descriptor store_tensor_descriptor make_block_ptr advance flip where swizzle2d abs add cdiv ceil clamp cos div_rn
erf exp exp2 fdiv floor fma log log2 maximum minimum mul rsqrt sigmoid sin softmax sqrt sqrt_rn sub umulhi argmax argmin max min
reduce reduce_or sum xor_sum associative_scan bitonic_merge cumprod cumsum histogram sort topk gather atomic_add atomic_and
atomic_cas atomic_max atomic_min atomic_or atomic_xchg atomic_xor philox philox_impl randint4x randint rand4x rand randn4x randn
uint_to_uniform_float pair_uniform_to_normal range static_range condition inline_asm_elementwise map_elementwise assume
debug_barrier max_constancy max_contiguous multiple_of static_print static_assert device_print device_assert constexpr const
dtype void int1 int8 int16 int32 int64 uint8 uint16 uint32 uint64 float8e4nv float8e5 float8e4b8 float8e4b15 float8e5b16 float16
bfloat16 float32 float64 pointer_type block_type pi32_t tuple slice TRITON_MAX_TENSOR_NUMEL PropagateNan extra target_info
async_task libdevice gdc_wait gdc_launch_dependents globaltimer smid num_threads num_warps
""".split()


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def rows(page):
    """The cells of each table's rows, without its head."""
    for table in re.findall(r"^\|.*\|\n\|[-| ]+\|\n((?:\|.*\|\n)+)", page, re.M):
        for line in table.splitlines():
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


def is_missing(root, test):
    name, _, function = test.partition(":")
    found = glob.glob(f"{root}/test/**/{name}", recursive=True)
    pattern = rf"@{function}\b" if name.endswith(".mlir") else rf"\b{function}\b"
    return len(found) != 1 or (function and not re.search(pattern, read(found[0])))


def wrong_rows(root, page):
    for row in rows(page):
        if len(row) != 3:
            yield f"a row with {len(row)} cells, not 3: {row}"
            continue
        tests = re.findall(r"`([^`]+)`", row[2])
        if not tests and not row[1].startswith("not offered"):
            yield f"{row[0]} has neither a test nor 'not offered' and why"
        for test in tests:
            if is_missing(root, test):
                yield f"{row[0]}: there is no test {test}"


def without_a_row(root, page):
    firsts = " ".join(row[0] for row in rows(page))
    seconds = " ".join(row[1] for row in rows(page) if len(row) > 1)
    for name in NAMES:
        if not re.search(rf"`(?:\w+\.)*{name}(?:\(.*?\))?`", firsts):
            yield f"{name} of Triton has no row"
    ops = set(re.findall(r"^### `(tri\.\w+)`", read(f"{root}/docs/dialect.md"), re.M))
    in_rows = set(re.findall(r"(?<!!)\btri\.\w+\b", seconds))
    for op in sorted(ops - in_rows):
        yield f"{op} stands in no row"
    attributes = set(re.findall(r"^\| `(tri\.\w+)`", read(f"{root}/docs/dialect.md"), re.M))
    for op in sorted(in_rows - ops - attributes):
        yield f"docs/dialect.md has no {op}"


def not_executed(root, page):
    tested = "\n".join(read(f) for f in glob.glob(f"{root}/test/lit/Execution/*.mlir") + glob.glob(f"{root}/examples/*.mlir"))
    for block in re.findall(r"^```mlir\n(.*?)^```$", page, re.M | re.S):
        if block not in tested:
            yield f"no test executes the block that begins with {block.splitlines()[0]}"


def main():
    root = sys.argv[1]
    page = read(f"{root}/docs/triton-map.md")
    wrong = [*wrong_rows(root, page), *without_a_row(root, page), *not_executed(root, page)]
    print("\n".join(wrong) or f"{len(list(rows(page)))} rows, each with a test or a reason")
    return 1 if wrong or not list(rows(page)) else 0


if __name__ == "__main__":
    sys.exit(main())
