import os
import shutil
import sys

import lit.formats

config.name = "tri"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".ptx"]
config.excludes = ["Inputs", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.tri_binary, "test", "lit")

config.environment["PATH"] = os.pathsep.join(
    [os.path.join(config.tri_binary, "bin"), config.llvm_bin, config.environment["PATH"]])
config.environment["ASAN_OPTIONS"] = "detect_leaks=1"
# LLVM keeps a few objects for the life of a process; see test/lsan.txt.
config.environment["LSAN_OPTIONS"] = "print_suppressions=0:suppressions=" + os.path.join(
    config.tri_source, "test", "lsan.txt")

config.substitutions += [
    ("%examples", os.path.join(config.tri_source, "examples")),
    ("%plugin", os.path.join(config.tri_binary, "lib", "libTriPlugin.so")),
    ("%fakecuda", os.path.join(config.tri_binary, "lib", "libfakecuda.so")),
    ("%python", sys.executable),
    ("%ptxas", "%s %s" % (sys.executable, os.path.join(config.tri_source, "test", "ptxas.py"))),
    ("%mlir-opt", os.path.join(config.llvm_bin, "mlir-opt")),
]
if not config.static_link and not config.sanitized:
    config.available_features.add("plugin")
if not config.sanitized:
    config.available_features.add("release")
# CUDA C to PTX without a CUDA toolkit, for tests that run what another compiler made.
if os.path.exists(os.path.join(config.llvm_bin, "clang")):
    config.available_features.add("clang-cuda")
config.substitutions.append(("%clang-cuda", os.path.join(config.llvm_bin, "clang") + " -x cuda --cuda-device-only "
                             "-nocudainc -nocudalib -S -O1 -gline-tables-only -ffp-contract=off "
                             "-Wno-unknown-cuda-version --cuda-gpu-arch=sm_90 --cuda-feature=+ptx88"))
config.substitutions.append(("%cuda-kernels", os.path.join(config.tri_source, "test", "simulator")))
# NVIDIA's assembler, where a CUDA toolkit is installed: tests that assemble need it and are unsupported without.
if shutil.which("ptxas"):
    config.available_features.add("ptxas")
