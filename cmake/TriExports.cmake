# What the shared libraries show, and nothing else: libtri the functions of tri/*.h, libTriMLIR those of tri-c/*.h. A
# program may hold both; neither then binds to the other's copy of the dialect.

# tri_exports(TARGET PATTERNS...): the target shows the symbols that match, and no other.
function(tri_exports target)
  string(REPLACE ";" "; " patterns "${ARGN}")
  set(script ${PROJECT_BINARY_DIR}/${target}.exports)
  file(CONFIGURE OUTPUT ${script} CONTENT "{ global: ${patterns}; local: *; };\n" @ONLY)
  target_link_options(${target} PRIVATE -Wl,--version-script=${script})
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS ${script})
endfunction()

set(tri_functions)
foreach(header tri device)
  set(tri_header ${PROJECT_SOURCE_DIR}/include/tri/${header}.h)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tri_header})
  file(STRINGS ${tri_header} declared REGEX "^TRI_API.*[ *]tri_[a-z0-9_]+\\(")
  list(TRANSFORM declared REPLACE "^TRI_API.*[ *](tri_[a-z0-9_]+)\\(.*" "\\1")
  list(APPEND tri_functions ${declared})
endforeach()

if(NOT TRI_STATIC)
  tri_exports(tri ${tri_functions})
  tri_exports(TriMLIR tri_* mlirGetDialectHandle__tri__)
endif()
