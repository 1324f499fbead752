# fusor run: executes frames on a real device, so it needs Vulkan; pictures need libpng.
if(TARGET fusor::vulkan-device AND TARGET fusor::vulkan)
    target_sources(fusor-tool PRIVATE
        cmd_run.c
        run_base.c
        run_bind.c
        run_contents.c
        run_emit.c
        run_exec.c
        run_fit.c
        run_fit_buffer.c
        run_fit_format.c
        run_fit_size.c
        run_format.c
        run_frame.c
        run_gpu.c
        run_import.c
        run_jobs.c
        run_output.c
        run_pipeline.c
        run_png.c
        run_ports.c
        run_program.c
        run_record.c
        run_report.c
        run_shader.c
        run_spirv.c
        run_synth.c)
    target_link_libraries(fusor-tool PRIVATE fusor::vulkan fusor::vulkan-device Vulkan::Vulkan m)
    target_compile_definitions(fusor-tool PRIVATE FUSOR_CLI_RUN)
    set_source_files_properties(run_exec.c PROPERTIES COMPILE_DEFINITIONS _POSIX_C_SOURCE=200809L)
    if(TARGET PNG::PNG)
        target_link_libraries(fusor-tool PRIVATE PNG::PNG)
        target_compile_definitions(fusor-tool PRIVATE FUSOR_HAVE_PNG)
    endif()
endif()
