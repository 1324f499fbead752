/* vulkan_tests.h: every test of a list, once with synchronization2 and once with legacy barriers. */
#ifndef VULKAN_TESTS_H
#define VULKAN_TESTS_H

#include "vulkan_kit.h"

/* A pass that records nothing: its load ops are all it does. */
void tests_bind_empty(vulkan_world *world, fusor_pass pass);

#define TESTS_MODERN(test) {#test, test, world_setup, world_teardown, NULL},
#define TESTS_LEGACY(test) {#test "_legacy", test, world_setup_legacy, world_teardown, NULL},
#define TESTS_NONE(WITH)
/* An argument picks tests by pattern. */
#define TESTS_MAIN(LIST, MODERN_LIST)                                                              \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        const struct CMUnitTest tests[] = {LIST(TESTS_MODERN) MODERN_LIST(TESTS_MODERN)            \
                                               LIST(TESTS_LEGACY)};                                \
        cmocka_set_test_filter(argc > 1 ? argv[1] : NULL);                                         \
        return cmocka_run_group_tests(tests, NULL, NULL);                                          \
    }

#endif
