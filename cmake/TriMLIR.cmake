# Finds LLVM and MLIR 22 and gives the two ways to link them:
#   tri_mlir_shared  objects + MLIRCAPI*.a + libMLIR.so + libLLVM.so: development, tri-opt, the plugin. The only form a
#                    plugin may use: a second copy of MLIR in one process aborts.
#   tri_mlir_static  every static archive: the shipped binary, which needs libc and libm only.
# MLIR's own add_mlir_* functions and imported targets are not used: they put static MLIR beside libMLIR.so.
set(TRI_LLVM_ROOT "/usr/lib/llvm-22" CACHE PATH "Where LLVM and MLIR 22 are installed")
find_package(MLIR 22.1 REQUIRED CONFIG HINTS ${TRI_LLVM_ROOT}/lib/cmake/mlir)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
set(TRI_LLVM_LIB ${LLVM_LIBRARY_DIR})
set(TRI_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})

set(TRI_CAPI IR LLVM Arith Math Func SCF GPU NVVM RegisterPasses)
file(GLOB TRI_CAPI_ARCHIVES ${TRI_LLVM_LIB}/libMLIRCAPI*.a)
list(FILTER TRI_CAPI_ARCHIVES EXCLUDE REGEX "RegisterEverything|ExecutionEngine|Debug")

add_library(tri_mlir_shared INTERFACE)
target_link_libraries(tri_mlir_shared INTERFACE
  -Wl,--start-group ${TRI_CAPI_ARCHIVES} -Wl,--end-group ${TRI_LLVM_LIB}/libMLIR.so ${TRI_LLVM_LIB}/libLLVM.so)
