# Compares the generated pages with those in the repository, or with UPDATE=ON writes them there.
#   cmake -DHERE=docs -DBUILT=build/dev/docs -DPASSES=…/tri-passes-doc [-DUPDATE=ON] -P generated.cmake
execute_process(COMMAND ${PASSES} OUTPUT_FILE ${BUILT}/passes.md COMMAND_ERROR_IS_FATAL ANY)
foreach(page dialect.md passes.md)
  if(UPDATE)
    configure_file(${BUILT}/${page} ${HERE}/${page} COPYONLY)
  else()
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${BUILT}/${page} ${HERE}/${page} RESULT_VARIABLE differs)
    if(differs)
      message(SEND_ERROR "docs/${page} is out of date; run: cmake --build build/dev --target update-docs")
    endif()
  endif()
endforeach()
