# Finds LLVM and MLIR 22 and gives the two ways to link them:
#   tri_mlir_shared  objects + MLIRCAPI*.a + libMLIR.so + libLLVM.so: development, the plugin and libTriMLIR. The only
#                    form a plugin may use: a second copy of MLIR in one process aborts.
#   tri_mlir_static  every static archive, sections collected: the shipped programs, which need libc and libm only.
# tri_mlir is the one that TRI_STATIC chose. MLIR's own add_mlir_* functions and imported targets are not used: they put
# static MLIR beside libMLIR.so.
set(TRI_LLVM_ROOT "/usr/lib/llvm-22" CACHE PATH "Where LLVM and MLIR 22 are installed")
find_package(MLIR 22.1 REQUIRED CONFIG HINTS ${TRI_LLVM_ROOT}/lib/cmake/mlir)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)
set(TRI_LLVM_LIB ${LLVM_LIBRARY_DIR})
set(TRI_LLVM_BIN ${LLVM_TOOLS_BINARY_DIR})

set(CMAKE_LINK_DEPENDS_NO_SHARED ON) # a program need not be linked again when a library that it loads has changed
if(EXISTS ${TRI_LLVM_ROOT}/bin/ld.lld) # links in a tenth of the time
  add_link_options(-B${TRI_LLVM_ROOT}/bin -fuse-ld=lld)
endif()

file(GLOB tri_capi ${TRI_LLVM_LIB}/libMLIRCAPI*.a)
list(FILTER tri_capi EXCLUDE REGEX "RegisterEverything|ExecutionEngine")
add_library(tri_mlir_shared INTERFACE)
target_link_libraries(tri_mlir_shared INTERFACE
  -Wl,--start-group ${tri_capi} -Wl,--end-group ${TRI_LLVM_LIB}/libMLIR.so ${TRI_LLVM_LIB}/libLLVM.so)

add_library(tri_mlir_static INTERFACE)
if(TRI_STATIC)
  file(GLOB tri_archives ${TRI_LLVM_LIB}/libMLIR*.a)
  list(FILTER tri_archives EXCLUDE REGEX "Test|MlirOptMain|Jit|ExecutionEngine|LspServer|QueryLib|ReduceLib|Tblgen|RegisterEverything")
  execute_process(
    COMMAND ${TRI_LLVM_BIN}/llvm-config --link-static --libfiles nvptx passes linker bitreader bitwriter irreader
            asmparser frontendopenmp frontendoffloading support core
    OUTPUT_VARIABLE tri_llvm_files OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(tri_llvm_files)
  find_library(TRI_ZSTD libzstd.a REQUIRED)
  find_library(TRI_ZLIB libz.a REQUIRED)
  target_link_libraries(tri_mlir_static INTERFACE -Wl,--start-group ${tri_archives} ${tri_llvm_files} -Wl,--end-group
    ${TRI_ZSTD} ${TRI_ZLIB})
  target_link_options(tri_mlir_static INTERFACE -Wl,--gc-sections -s -static-libstdc++ -static-libgcc)
  add_library(tri_mlir ALIAS tri_mlir_static)
else()
  add_library(tri_mlir ALIAS tri_mlir_shared)
endif()

# tri_program(NAME SOURCES... [OBJECTS object-libraries...] [LINK libraries...]): a program that holds MLIR.
function(tri_program name)
  cmake_parse_arguments(A "" "" "OBJECTS;LINK" ${ARGN})
  add_executable(${name} ${A_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:${TRI_C_FLAGS}>)
  target_link_libraries(${name} PRIVATE ${A_OBJECTS} ${TRI_MLIR_OBJECTS} tri_mlir ${A_LINK} m pthread)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
endfunction()
