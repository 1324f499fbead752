# What the libraries, tools and tests find on the system. Folders use the targets named here:
#   PkgConfig::JANSSON   jansson                 (FUSOR_BUILD_JSON)
#   Vulkan::Headers      Vulkan's headers alone  (FUSOR_BUILD_VULKAN)
#   Vulkan::Vulkan       the loader              (FUSOR_BUILD_VULKAN)
#   PNG::PNG             libpng                  (examples, demo, tools; where found)
#   PkgConfig::CMOCKA    cmocka                  (FUSOR_BUILD_TESTS)

find_package(PkgConfig QUIET)

# fusor_find_module(NAME module option): a pkg-config module as PkgConfig::NAME, or a way out.
function(fusor_find_module name module option)
    if(PKG_CONFIG_FOUND)
        pkg_check_modules(${name} QUIET IMPORTED_TARGET GLOBAL ${module})
    endif()
    if(NOT TARGET PkgConfig::${name})
        message(FATAL_ERROR "fusor: ${option}=ON needs ${module} and pkg-config; install them "
            "(./dev help names the packages) or configure with -D${option}=OFF")
    endif()
endfunction()

if(FUSOR_BUILD_JSON)
    fusor_find_module(JANSSON jansson FUSOR_BUILD_JSON)
endif()

if(FUSOR_BUILD_VULKAN)
    find_package(Vulkan 1.3 QUIET)
    if(NOT TARGET Vulkan::Headers OR NOT TARGET Vulkan::Vulkan)
        message(FATAL_ERROR "fusor: FUSOR_BUILD_VULKAN=ON needs Vulkan's headers (1.3) and loader; "
            "install them (./dev help names the packages) or configure with -DFUSOR_BUILD_VULKAN=OFF")
    endif()
endif()

if(FUSOR_BUILD_TOOLS OR FUSOR_BUILD_EXAMPLES OR FUSOR_BUILD_TESTS)
    find_package(PNG QUIET)
    if(NOT TARGET PNG::PNG)
        message(STATUS "fusor: no libpng found; programs that write pictures are left out")
    endif()
endif()

# The demo's set-up installs no cmocka: tests need it, the programs of the demo do not.
if(FUSOR_BUILD_TESTS)
    fusor_find_module(CMOCKA cmocka FUSOR_BUILD_TESTS)
    find_package(Python3 3.9 COMPONENTS Interpreter REQUIRED)
endif()
