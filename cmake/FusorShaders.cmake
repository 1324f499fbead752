# fusor_shader_header(target SHADERS a.vert b.frag … [DEFINES X=1 …])
#
# Compiles each GLSL file to a C header in the target's binary folder, on its include path:
# shaders/gbuffer.frag → gbuffer_frag.h, which holds `static const uint32_t gbuffer_frag[]`.
# A header is made anew when its source or a file that it includes changes; spirv-val, where there
# is one, looks at each. DEFINES are part of what is compiled, not of the name.

find_program(FUSOR_GLSLANG NAMES glslangValidator glslang)
find_program(FUSOR_SPIRV_VAL NAMES spirv-val)
mark_as_advanced(FUSOR_GLSLANG FUSOR_SPIRV_VAL)

function(fusor_shader_header target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SHADERS;DEFINES")
    if(NOT FUSOR_GLSLANG)
        message(FATAL_ERROR "fusor: ${target} needs glslangValidator (Debian: glslang-tools)")
    endif()
    list(TRANSFORM arg_DEFINES PREPEND -D OUTPUT_VARIABLE defines)
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${target}-shaders")
    set(headers "")
    foreach(shader IN LISTS arg_SHADERS)
        cmake_path(ABSOLUTE_PATH shader BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE source)
        cmake_path(GET shader FILENAME file)
        string(MAKE_C_IDENTIFIER "${file}" symbol)
        fusor_shader_command("${source}" "${symbol}" "${folder}" "${defines}")
        list(APPEND headers "${folder}/${symbol}.h")
    endforeach()
    target_sources(${target} PRIVATE ${headers})
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()

function(fusor_shader_command source symbol folder defines)
    set(spirv "${folder}/${symbol}.spv")
    set(header "${folder}/${symbol}.h")
    set(validate "")
    if(FUSOR_SPIRV_VAL)
        set(validate COMMAND "${FUSOR_SPIRV_VAL}" --target-env vulkan1.1 "${spirv}")
    endif()
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(OUTPUT "${header}"
        COMMAND "${FUSOR_GLSLANG}" --quiet --target-env vulkan1.1 ${defines}
            --depfile "${spirv}.d" -o "${spirv}" "${source}"
        ${validate}
        COMMAND "${CMAKE_COMMAND}" -DSPIRV=${spirv} -DHEADER=${header} -DSYMBOL=${symbol}
            -P "${PROJECT_SOURCE_DIR}/cmake/FusorEmbed.cmake"
        DEPENDS "${source}" "${PROJECT_SOURCE_DIR}/cmake/FusorEmbed.cmake"
        BYPRODUCTS "${spirv}"
        DEPFILE "${spirv}.d"
        COMMENT "Compiling shader ${symbol}"
        VERBATIM)
endfunction()
