# fusor device: describes a real device, so it needs Vulkan.
if(TARGET fusor::vulkan-device)
    target_sources(fusor-tool PRIVATE cmd_device.c)
    target_link_libraries(fusor-tool PRIVATE fusor::vulkan fusor::vulkan-device)
    target_compile_definitions(fusor-tool PRIVATE FUSOR_CLI_DEVICE)
endif()
