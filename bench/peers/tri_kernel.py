"""Launches a kernel of tri from its PTX in the process of its peers, so that all are measured in one run.

    k = TriKernel(open("vector_add.ptx").read())
    k(grid, x, y, z, n)          on torch's current stream; tensors by address, numbers by the metadata's types
    launch = k.bind(grid, x, y, z, n); launch()      the same with everything made ready
    k.failed()                   how many threads an assert has stopped; after torch.cuda.synchronize()

A kernel that prints or asserts takes one more argument, the buffer for that (lib/Debug/buffer.h): its head is looked at here,
its records are not printed.

The driver's API by ctypes; the PTX carries its launch metadata in its `// tri.meta:` line."""
import ctypes
import json

import torch

TYPES = {"f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16, "f64": torch.float64}
DEBUG_BYTES, DEBUG_HEAD = 1 << 20, 1568  # DEBUG_BYTES, sizeof(DebugBuffer)

cuda = ctypes.CDLL("libcuda.so.1")


def check(code, what):
    if code:
        name = ctypes.c_char_p()
        cuda.cuGetErrorName(code, ctypes.byref(name))
        raise RuntimeError(f"{what}: {name.value.decode()}")


SCALARS = {"i1": ctypes.c_uint8, "i8": ctypes.c_int8, "i16": ctypes.c_int16, "i32": ctypes.c_int32,
           "i64": ctypes.c_int64, "f32": ctypes.c_float, "f64": ctypes.c_double}


class TriKernel:
    def __init__(self, ptx):
        torch.cuda.current_device(), torch.zeros(1, device="cuda")
        meta = next(line for line in ptx.splitlines() if line.startswith("// tri.meta:"))
        self.meta = json.loads(meta.split(":", 1)[1])["kernels"][0]
        log = ctypes.create_string_buffer(1 << 16)
        options = (ctypes.c_int * 2)(5, 6)  # CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), len(log))
        self.module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        code = cuda.cuModuleLoadDataEx(ctypes.byref(self.module), ptx.encode(), 2, options, values)
        check(code, "cuModuleLoadDataEx: " + log.value.decode())
        check(cuda.cuModuleGetFunction(ctypes.byref(self.function), self.module, self.meta["name"].encode()),
              "cuModuleGetFunction")

    def attribute(self, number):
        value = ctypes.c_int()
        check(cuda.cuFuncGetAttribute(ctypes.byref(value), number, self.function), "cuFuncGetAttribute")
        return value.value

    @property
    def registers(self):
        return self.attribute(4)

    @property
    def spills(self):
        return self.attribute(3)

    def debug_buffer(self):
        if not hasattr(self, "debug"):
            self.debug = torch.zeros(DEBUG_BYTES // 8, dtype=torch.int64).pin_memory()
            self.debug[2] = DEBUG_BYTES - DEBUG_HEAD
        return self.debug

    def failed(self):
        return int(self.debug_buffer()[3]) & 0xffffffff

    def bind(self, grid, *args):
        hidden = [self.debug_buffer() for _ in self.meta["hidden"]]
        held = [ctypes.c_uint64(a.data_ptr()) if isinstance(a, torch.Tensor) else SCALARS[d["type"]](a)
                for a, d in zip([*args, *hidden], self.meta["args"], strict=True)]
        params = (ctypes.c_void_p * len(held))(*[ctypes.addressof(h) for h in held])
        grid = tuple(grid) + (1,) * (3 - len(grid))
        shape = (*grid, *self.meta["threads"], self.meta["shared"])
        if self.meta["shared"] > 48 << 10:
            check(cuda.cuFuncSetAttribute(self.function, 8, self.meta["shared"]), "cuFuncSetAttribute")

        def launch(held=held, kept=(args, hidden)):
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            check(cuda.cuLaunchKernel(self.function, *shape, stream, params, None), "cuLaunchKernel")
        return launch

    def __call__(self, grid, *args):
        self.bind(grid, *args)()
