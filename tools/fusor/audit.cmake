# fusor audit: proves plans; the core and the documents are enough.
target_sources(fusor-tool PRIVATE cmd_audit.c)
target_compile_definitions(fusor-tool PRIVATE FUSOR_CLI_AUDIT)
