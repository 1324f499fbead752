# The CMake package: find_package(fusor COMPONENTS json vulkan vulkan-device).
include(CMakePackageConfigHelpers)

configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/fusor-config.cmake.in"
    "${PROJECT_BINARY_DIR}/fusor-config.cmake"
    INSTALL_DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/fusor"
    NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/fusor-config-version.cmake"
    COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/fusor-config.cmake"
    "${PROJECT_BINARY_DIR}/fusor-config-version.cmake"
    DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/fusor")

if(TARGET fusor-tool)
    install(TARGETS fusor-tool)
endif()
