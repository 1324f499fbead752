# How targets of this project are made. Names, flags and places are decided here, once.
#
#   fusor_add_folder(dir)
#       adds a folder if it has a CMakeLists.txt; its objects lie in build/obj/<dir>
#   fusor_library(name SOURCES … PUBLIC_HEADERS … [LINK_PUBLIC …] [LINK_PRIVATE …])
#       a library and its alias: fusor → fusor::fusor, fusor-json → fusor::json; in build/lib
#   fusor_program(name SOURCES … LINK … [OUTPUT file])
#       a tool or an example, in build/bin; OUTPUT where the file's name is not the target's
#   fusor_bench(name SOURCES … LINK …)        a program that ./dev bench runs, in build/bench
#   fusor_test(name SOURCES … LINK … [LABELS …] [ARGS …] [ENVIRONMENT …])
#       a cmocka program in build/tests and its ctest; exit status 77 skips. Labels: `fast` (the
#       default), `vulkan` (needs a driver, is run once a driver and layer), `consumers`
#   fusor_check(name COMMAND … [LABELS …] [ENVIRONMENT …])   a ctest that is not a cmocka program
#   fusor_fuzzer(name SOURCES … LINK … CORPUS dir)
#       a libFuzzer program with FUSOR_FUZZ; else a fast test that replays the corpus
#
# PUBLIC_HEADERS are names below include/, as they are included: fusor/fusor.h.

include(GNUInstallDirs)

set(FUSOR_LAUNCH "${PROJECT_SOURCE_DIR}/tools/dev/launch")
set_property(GLOBAL PROPERTY FUSOR_LIBRARIES "")
set_property(GLOBAL PROPERTY FUSOR_PUBLIC_HEADERS "")

function(fusor_add_folder dir)
    if(EXISTS "${PROJECT_SOURCE_DIR}/${dir}/CMakeLists.txt")
        add_subdirectory("${PROJECT_SOURCE_DIR}/${dir}" "${PROJECT_BINARY_DIR}/obj/${dir}")
    endif()
endfunction()

# Flags that every target of the project is compiled with.
function(fusor_compile_flags target)
    set_target_properties(${target} PROPERTIES
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden
        POSITION_INDEPENDENT_CODE ON)
    if(CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        # Contracted multiply-adds would give each compiler's plans and pictures other last bits.
        target_compile_options(${target} PRIVATE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow
            -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla)
        if(FUSOR_WERROR)
            target_compile_options(${target} PRIVATE -Werror)
        endif()
    endif()
    if(FUSOR_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${FUSOR_SANITIZE}
            -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_link_options(${target} PUBLIC -fsanitize=${FUSOR_SANITIZE})
    endif()
    if(FUSOR_FUZZ)
        target_compile_options(${target} PRIVATE -fsanitize=fuzzer-no-link)
    endif()
    if(FUSOR_COVERAGE)
        target_compile_options(${target} PRIVATE --coverage -fprofile-update=atomic)
        target_link_options(${target} PUBLIC --coverage)
    endif()
endfunction()

function(fusor_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;PUBLIC_HEADERS;LINK_PUBLIC;LINK_PRIVATE")
    string(REGEX REPLACE "^fusor-" "" export_name "${name}")
    list(TRANSFORM arg_PUBLIC_HEADERS PREPEND "${PROJECT_SOURCE_DIR}/include/" OUTPUT_VARIABLE headers)

    add_library(${name} ${arg_SOURCES})
    add_library(fusor::${export_name} ALIAS ${name})
    fusor_compile_flags(${name})
    target_sources(${name} PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include"
        FILES ${headers})
    target_include_directories(${name}
        PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>"
        PRIVATE "${PROJECT_SOURCE_DIR}/src")
    target_link_libraries(${name} PUBLIC ${arg_LINK_PUBLIC} PRIVATE ${arg_LINK_PRIVATE})
    set_target_properties(${name} PROPERTIES
        EXPORT_NAME ${export_name} VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}
        ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib"
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")

    set_property(GLOBAL APPEND PROPERTY FUSOR_LIBRARIES ${name})
    set_property(GLOBAL APPEND PROPERTY FUSOR_PUBLIC_HEADERS ${arg_PUBLIC_HEADERS})
    if(FUSOR_INSTALL)
        install(TARGETS ${name} EXPORT ${name}-targets FILE_SET HEADERS)
        install(EXPORT ${name}-targets NAMESPACE fusor:: COMPONENT ${name}
            DESTINATION "${CMAKE_INSTALL_LIBDIR}/cmake/fusor")
        fusor_pkg_config_file(${name} PUBLIC ${arg_LINK_PUBLIC} PRIVATE ${arg_LINK_PRIVATE})
    endif()
endfunction()

# The pkg-config module of each target that a library may link; "" for what needs no module.
function(fusor_pkg_config_modules result)
    set(modules "")
    foreach(target IN LISTS ARGN)
        if(target STREQUAL "fusor::fusor")
            list(APPEND modules fusor)
        elseif(target MATCHES "^fusor::(.*)$")
            list(APPEND modules fusor-${CMAKE_MATCH_1})
        elseif(target STREQUAL "PkgConfig::JANSSON")
            list(APPEND modules jansson)
        elseif(target STREQUAL "Vulkan::Vulkan")
            list(APPEND modules vulkan)
        elseif(NOT target STREQUAL "Vulkan::Headers")
            message(FATAL_ERROR "fusor: FusorTargets.cmake does not know the .pc module of ${target}")
        endif()
    endforeach()
    list(JOIN modules " " modules)
    set(${result} "${modules}" PARENT_SCOPE)
endfunction()

function(fusor_pkg_config_file name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PUBLIC;PRIVATE")
    fusor_pkg_config_modules(PC_REQUIRES ${arg_PUBLIC})
    fusor_pkg_config_modules(PC_REQUIRES_PRIVATE ${arg_PRIVATE})
    set(PC_NAME ${name})
    # Relative to the .pc file: an installed tree may be moved.
    file(RELATIVE_PATH PC_PREFIX_FROM_HERE "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
    string(REGEX REPLACE "/$" "" PC_PREFIX_FROM_HERE "${PC_PREFIX_FROM_HERE}")
    configure_file("${PROJECT_SOURCE_DIR}/cmake/fusor.pc.in"
        "${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc" @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/pkgconfig/${name}.pc"
        DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endfunction()

# An executable with the project's flags, in build/<where>.
function(fusor_executable name where)
    cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LINK")
    add_executable(${name} ${arg_SOURCES})
    fusor_compile_flags(${name})
    target_link_libraries(${name} PRIVATE ${arg_LINK})
    set_target_properties(${name} PROPERTIES
        RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${where}")
endfunction()

function(fusor_program name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "OUTPUT" "SOURCES;LINK")
    fusor_executable(${name} bin SOURCES ${arg_SOURCES} LINK ${arg_LINK})
    if(arg_OUTPUT)
        set_target_properties(${name} PROPERTIES OUTPUT_NAME ${arg_OUTPUT})
    endif()
endfunction()

function(fusor_bench name)
    fusor_executable(${name} bench ${ARGN})
endfunction()

# What all ctests of the project share.
function(fusor_test_properties name labels environment)
    set_tests_properties(${name} PROPERTIES
        LABELS "${labels}" ENVIRONMENT "${environment}" SKIP_RETURN_CODE 77 TIMEOUT 600)
endfunction()

function(fusor_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;LABELS;ARGS;ENVIRONMENT")
    if(NOT arg_LABELS)
        set(arg_LABELS fast)
    endif()
    fusor_executable(${name} tests SOURCES ${arg_SOURCES} LINK ${arg_LINK} PkgConfig::CMOCKA)
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
    target_compile_definitions(${name} PRIVATE
        FUSOR_SOURCE_DIR="${PROJECT_SOURCE_DIR}" FUSOR_BINARY_DIR="${PROJECT_BINARY_DIR}")
    set(launch "")
    if("vulkan" IN_LIST arg_LABELS)
        set(launch "${FUSOR_LAUNCH}")
    endif()
    add_test(NAME ${name} COMMAND ${launch} "$<TARGET_FILE:${name}>" ${arg_ARGS}
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    fusor_test_properties(${name} "${arg_LABELS}" "${arg_ENVIRONMENT}")
endfunction()

function(fusor_check name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "COMMAND;LABELS;ENVIRONMENT")
    if(NOT arg_LABELS)
        set(arg_LABELS fast)
    endif()
    add_test(NAME ${name} COMMAND ${arg_COMMAND} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    fusor_test_properties(${name} "${arg_LABELS}" "${arg_ENVIRONMENT}")
endfunction()

function(fusor_fuzzer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "CORPUS" "SOURCES;LINK")
    if(FUSOR_FUZZ)
        fusor_executable(${name} fuzz SOURCES ${arg_SOURCES} LINK ${arg_LINK})
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    else()
        fusor_executable(${name} tests
            SOURCES ${arg_SOURCES} "${PROJECT_SOURCE_DIR}/tests/house/fuzz_replay.c" LINK ${arg_LINK})
        fusor_check(${name} COMMAND "$<TARGET_FILE:${name}>" "${arg_CORPUS}")
    endif()
    target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
endfunction()
