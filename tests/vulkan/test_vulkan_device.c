/* In: wishes for a device. Out: the best one, the wished one, or an error that names what there is. */
#include "vulkan_world.h"

#include <stdio.h>
#include <string.h>

typedef struct listed {
    uint32_t count;
    VkPhysicalDeviceProperties first;
    VkPhysicalDeviceType last_type;
    bool ordered;
} listed;

static uint32_t rank_of(VkPhysicalDeviceType type)
{
    static const uint32_t ranks[] = {4, 1, 0, 2, 3}; /* other, integrated, discrete, virtual, CPU */
    return type <= VK_PHYSICAL_DEVICE_TYPE_CPU ? ranks[type] : 4;
}

static void list_device(void *user, uint32_t index, const VkPhysicalDeviceProperties *properties)
{
    listed *list = user;
    assert_int_equal(index, list->count);
    if (list->count == 0) {
        list->first = *properties;
        list->ordered = true;
    } else {
        list->ordered =
            list->ordered && rank_of(list->last_type) <= rank_of(properties->deviceType);
    }
    list->last_type = properties->deviceType;
    list->count++;
}

static char last_error[1024];

static void keep_error(void *user, fusor_severity level, const char *id, const char *subject,
                       const char *text)
{
    (void)user;
    (void)id;
    (void)subject;
    if (level == FUSOR_SEVERITY_ERROR) {
        snprintf(last_error, sizeof last_error, "%s", text);
    }
}

static listed list_all(void)
{
    listed list = {0};
    assert_ok(fusor_vulkan_device_list(list_device, &list));
    assert_true(list.count > 0);
    return list;
}

static fusor_result create(const char *gpu, fusor_vulkan_device **out)
{
    const fusor_vulkan_device_desc desc = {.gpu = gpu, .log = {keep_error, NULL}};
    return fusor_vulkan_device_create(&desc, out);
}

static void devices_are_listed_best_first(void **state)
{
    (void)state;
    assert_true(list_all().ordered);
}

static void first_of_the_list_is_the_default(void **state)
{
    (void)state;
    listed list = list_all();
    fusor_vulkan_device *device;
    assert_ok(create(NULL, &device));
    assert_string_equal(fusor_vulkan_device_properties(device)->deviceName, list.first.deviceName);
    fusor_vulkan_device_destroy(device);
}

static void device_is_found_by_index_and_by_part_of_its_name_in_any_case(void **state)
{
    (void)state;
    listed list = list_all();
    char part[8];
    snprintf(part, sizeof part, "%.5s", list.first.deviceName);
    for (char *c = part; *c; c++) {
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 32 : *c);
    }
    const char *const wishes[] = {"0", part};
    for (uint32_t i = 0; i < 2; i++) {
        fusor_vulkan_device *device;
        assert_ok(create(wishes[i], &device));
        assert_string_equal(fusor_vulkan_device_properties(device)->deviceName,
                            list.first.deviceName);
        fusor_vulkan_device_destroy(device);
    }
}

static void device_that_is_not_there_fails_and_names_those_that_are(void **state)
{
    (void)state;
    listed list = list_all();
    static const char *const wishes[] = {"no such device", "999"};
    for (uint32_t i = 0; i < 2; i++) {
        fusor_vulkan_device *device = (fusor_vulkan_device *)&device;
        last_error[0] = '\0';
        assert_int_equal(create(wishes[i], &device), FUSOR_ERROR_NO_DEVICE);
        assert_null(device);
        assert_non_null(strstr(last_error, list.first.deviceName));
    }
}

static void missing_extension_fails_by_name(void **state)
{
    (void)state;
    static const char *const extensions[] = {"VK_FUSOR_no_such_extension"};
    fusor_vulkan_device *device;
    fusor_vulkan_device_desc desc = {
        .device_extensions = extensions, .device_extension_count = 1, .log = {keep_error, NULL}};
    assert_int_equal(fusor_vulkan_device_create(&desc, &device), FUSOR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(last_error, extensions[0]));
    desc = (fusor_vulkan_device_desc){.instance_extensions = extensions,
                                      .instance_extension_count = 1,
                                      .log = {keep_error, NULL}};
    assert_int_equal(fusor_vulkan_device_create(&desc, &device), FUSOR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(last_error, extensions[0]));
}

static void description_is_of_the_device_and_made_once(void **state)
{
    vulkan_world *world = *state;
    world_start(world, 16, 16);
    const fusor_device_desc *desc = fusor_vulkan_describe(world->vk);
    assert_non_null(desc);
    assert_ptr_equal(desc, fusor_vulkan_describe(world->vk));
    assert_string_equal(desc->name, fusor_vulkan_device_properties(world->device)->deviceName);
    assert_true(desc->format_count > 20);
    assert_true(desc->memory_type_count > 0 && desc->queue_count > 0);
    assert_false(desc->features.local_read);
}

static void requirements_are_asked_once_a_description(void **state)
{
    vulkan_world *world = *state;
    world_start(world, 16, 16);
    fusor_place_desc place = fusor_vulkan_place_desc(world->vk);
    fusor_requirements_query query = {.is_image = true,
                                      .name = "a",
                                      .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                                      .extent = {64, 64, 1},
                                      .mips = 1,
                                      .layers = 1,
                                      .samples = 1,
                                      .usage = FUSOR_IMAGE_USAGE_COLOR_ATTACHMENT};
    fusor_vulkan_stats before, after;
    fusor_requirements first, second;
    fusor_vulkan_get_stats(world->vk, &before);
    assert_ok(place.requirements_fn(place.user, &query, &first));
    query.name = "b";
    assert_ok(place.requirements_fn(place.user, &query, &second));
    fusor_vulkan_get_stats(world->vk, &after);
    assert_int_equal(after.objects_created - before.objects_created, 1);
    assert_memory_equal(&first, &second, sizeof first);
    assert_true(first.size_bytes >= 64 * 64 * 4 && first.memory_type_bits != 0);
    query.extent[0] = 65;
    assert_ok(place.requirements_fn(place.user, &query, &second));
    fusor_vulkan_get_stats(world->vk, &after);
    assert_int_equal(after.objects_created - before.objects_created, 2);
}

static void image_that_the_device_cannot_make_is_unsupported(void **state)
{
    vulkan_world *world = *state;
    world_start(world, 16, 16);
    fusor_place_desc place = fusor_vulkan_place_desc(world->vk);
    fusor_requirements_query query = {.is_image = true,
                                      .name = "huge",
                                      .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                                      .extent = {65536, 65536, 1},
                                      .mips = 1,
                                      .layers = 1,
                                      .samples = 1,
                                      .usage = FUSOR_IMAGE_USAGE_COLOR_ATTACHMENT};
    fusor_requirements out;
    assert_int_equal(place.requirements_fn(place.user, &query, &out), FUSOR_ERROR_UNSUPPORTED);
    assert_non_null(strstr(world->last_error, "huge"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_are_listed_best_first),
        cmocka_unit_test(first_of_the_list_is_the_default),
        cmocka_unit_test(device_is_found_by_index_and_by_part_of_its_name_in_any_case),
        cmocka_unit_test(device_that_is_not_there_fails_and_names_those_that_are),
        cmocka_unit_test(missing_extension_fails_by_name),
        cmocka_unit_test_setup_teardown(description_is_of_the_device_and_made_once, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(requirements_are_asked_once_a_description, world_setup,
                                        world_teardown),
        cmocka_unit_test_setup_teardown(image_that_the_device_cannot_make_is_unsupported,
                                        world_setup, world_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
