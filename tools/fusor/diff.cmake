# fusor diff: compares plans; the core and the documents are enough.
target_sources(fusor-tool PRIVATE
    cmd_diff.c
    diff_barriers.c
    diff_changes.c
    diff_facts.c
    diff_groups.c
    diff_memory.c
    diff_names.c
    diff_passes.c
    diff_plan.c
    diff_print.c
    diff_words.c)
target_compile_definitions(fusor-tool PRIVATE FUSOR_CLI_DIFF)
