# What `cmake --install build/dev` puts where: programs in bin, libtri and libTriMLIR and the plugin in lib, headers in
# include/tri and include/tri-c, kernels in share/tri/examples, and a package: find_package(tri) gives
#   tri::tri      libtri, for C programs that compile and run kernels
#   tri::TriMLIR  the dialect and its passes, for MLIR compilers; brings the MLIR C API
# With TRI_STATIC the programs alone, all in one, and `cmake --workflow --preset dist` packs them with the kernels.
# test/install builds a project against the installed tree.
include(CMakePackageConfigHelpers)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tri/examples
        FILES_MATCHING PATTERN *.mlir PATTERN *.c)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TRI_STATIC)
  set(CPACK_GENERATOR TXZ)
  set(CPACK_PACKAGE_FILE_NAME tri-${PROJECT_VERSION}-linux-${CMAKE_HOST_SYSTEM_PROCESSOR})
  set(CPACK_THREADS 0)
  set(CPACK_VERBATIM_VARIABLES ON)
  install(FILES ${PROJECT_SOURCE_DIR}/tools/tri/README.md DESTINATION .)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} FILES_MATCHING PATTERN *.md PATTERN *.svg)
  include(CPack)
  return()
endif()

install(TARGETS tri-opt tri-run RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
set(tri_package ${CMAKE_INSTALL_LIBDIR}/cmake/tri)
set_target_properties(tri TriMLIR PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
install(TARGETS tri TriMLIR EXPORT tri-targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS TriPluginModule LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${PROJECT_SOURCE_DIR}/include/tri/tri.h ${PROJECT_SOURCE_DIR}/include/tri/device.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tri)
install(FILES ${PROJECT_SOURCE_DIR}/include/tri-c/Dialect.h ${PROJECT_SOURCE_DIR}/include/tri-c/Passes.h
              ${PROJECT_BINARY_DIR}/gen/include/tri-c/Ops.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tri-c)

install(EXPORT tri-targets NAMESPACE tri:: DESTINATION ${tri_package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/tri-config.cmake.in ${PROJECT_BINARY_DIR}/tri-config.cmake
                              INSTALL_DESTINATION ${tri_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tri-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/tri-config.cmake ${PROJECT_BINARY_DIR}/tri-config-version.cmake
        DESTINATION ${tri_package})
