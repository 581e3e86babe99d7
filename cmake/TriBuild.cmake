# How this project compiles C, and the two verbs the folders use: tri_c_library and tri_unit_test.
include(GNUInstallDirs)

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
if(NOT TRI_STATIC)
  set(CMAKE_INSTALL_RPATH $ORIGIN/../${CMAKE_INSTALL_LIBDIR})
  set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)
endif()

find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} ${CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_C_COMPILER_LAUNCHER})
endif()

add_link_options(-Wl,--build-id=sha1) # part of the key of cached machine code: lib/Runtime/load.c
add_compile_definitions(TRI_VERSION="${PROJECT_VERSION}")
set(TRI_C_FLAGS
  -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes
  -ffp-contract=off -D_GNU_SOURCE)
if(TRI_WERROR)
  list(APPEND TRI_C_FLAGS -Werror)
endif()
# C++ is not instrumented: LLVM's allocators, inlined into it, would poison memory that libMLIR then uses without asking.
if(TRI_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:C>:-fsanitize=${TRI_SANITIZE}> -fno-omit-frame-pointer
                      $<$<COMPILE_LANGUAGE:C>:-fno-sanitize-recover=all>)
  add_link_options(-fsanitize=${TRI_SANITIZE})
endif()

# tri_c_library(NAME SOURCES... [DEPENDS targets...] [MLIR]): an OBJECT library of C sources, lib/NAME.
# Headers are included by their path below lib/ ("Support/arena.h") and include/ ("tri/tri.h").
# MLIR adds the MLIR C API's include path; without it the library cannot see MLIR, which is the point.
function(tri_c_library name)
  cmake_parse_arguments(A "MLIR" "" "DEPENDS" ${ARGN})
  add_library(${name} OBJECT ${A_UNPARSED_ARGUMENTS})
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:C>:${TRI_C_FLAGS}>)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/lib ${PROJECT_SOURCE_DIR}/include
                                            ${PROJECT_BINARY_DIR}/gen/include)
  if(A_MLIR) # may use the dialect's generated accessors
    target_include_directories(${name} SYSTEM PUBLIC ${MLIR_INCLUDE_DIRS} ${LLVM_INCLUDE_DIRS})
    add_dependencies(${name} TriGeneratedC)
  endif()
  if(A_DEPENDS)
    add_dependencies(${name} ${A_DEPENDS})
  endif()
endfunction()

# tri_unit_test(NAME SOURCES... LIBS object-libraries... [LINK libraries...]): a cmocka program, registered as ctest unit.NAME.
function(tri_unit_test name)
  cmake_parse_arguments(A "" "" "LIBS;LINK" ${ARGN})
  add_executable(unit-${name} ${A_UNPARSED_ARGUMENTS})
  target_compile_options(unit-${name} PRIVATE ${TRI_C_FLAGS})
  target_link_libraries(unit-${name} PRIVATE ${A_LIBS} ${A_LINK} cmocka m pthread)
  set_target_properties(unit-${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/unit)
  add_test(NAME unit.${name} COMMAND unit-${name})
  set_tests_properties(unit.${name} PROPERTIES LABELS unit)
endfunction()
