"""Launches a kernel of tri from its PTX in the process of its peers, so that all are measured in one run.

    k = TriKernel(open("vector_add.ptx").read())
    k(grid, x, y, z, n)          on torch's current stream; tensors by address, numbers by the metadata's types

The driver's API by ctypes; the PTX carries its launch metadata in its `// tri.meta:` line."""
import ctypes
import json

import torch

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

    def __call__(self, grid, *args):
        held = [ctypes.c_uint64(a.data_ptr()) if isinstance(a, torch.Tensor) else SCALARS[d["type"]](a)
                for a, d in zip(args, self.meta["args"])]
        params = (ctypes.c_void_p * len(held))(*[ctypes.addressof(h) for h in held])
        grid = tuple(grid) + (1,) * (3 - len(grid))
        stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
        check(cuda.cuLaunchKernel(self.function, *grid, *self.meta["threads"], self.meta["shared"], stream, params, None),
              "cuLaunchKernel")
