/* In: a real device of this machine. Out: its description on stdout, or a list of what there is.
 * The document is what `fusor plan --device FILE` reads. */
#include "fusor/json.h"
#include "fusor/vulkan_device.h"

#include "cmd.h"

typedef struct device_options {
    const char *gpu;
    bool list;
} device_options;

static bool set_gpu(void *state, const char *value)
{
    ((device_options *)state)->gpu = value;
    return true;
}

static bool set_list(void *state, const char *value)
{
    (void)value;
    ((device_options *)state)->list = true;
    return true;
}

static const cli_option options[] = {
    {"--gpu", "NAME|INDEX", "which device: a part of its name, or its number in --list", set_gpu},
    {"--list", NULL, "list the devices, the one that is taken by default first", set_list},
    {0},
};

/* The libraries say in their log what went wrong and what to do; it is repeated to the user. */
static void complain(void *user, fusor_severity level, const char *id, const char *subject,
                     const char *text)
{
    (void)user;
    (void)id;
    (void)subject;
    if (level == FUSOR_SEVERITY_ERROR) {
        cli_complain("device: %s", text);
    }
}

/* --------------------------------------------------------------------------------------- listing */

static const char *type_word(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return "discrete";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return "integrated";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return "virtual";
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return "cpu";
    default:
        return "other";
    }
}

static void print_device(void *user, uint32_t index, const VkPhysicalDeviceProperties *properties)
{
    *(uint32_t *)user += 1;
    printf("%u  %-10s  Vulkan %u.%u.%u  %s\n", index, type_word(properties->deviceType),
           VK_API_VERSION_MAJOR(properties->apiVersion),
           VK_API_VERSION_MINOR(properties->apiVersion),
           VK_API_VERSION_PATCH(properties->apiVersion), properties->deviceName);
}

static int list_devices(void)
{
    uint32_t count = 0;
    fusor_result result = fusor_vulkan_device_list(print_device, &count);
    if (result != FUSOR_OK || count == 0) {
        cli_complain("device: no Vulkan device (%s); install a driver (Debian: "
                     "mesa-vulkan-drivers has one for every CPU)",
                     fusor_result_text(result == FUSOR_OK ? FUSOR_ERROR_NO_DEVICE : result));
        return CLI_EXIT_DEVICE;
    }
    return CLI_EXIT_OK;
}

/* ------------------------------------------------------------------------------------- describing */

static int print_description(fusor_vulkan *vk)
{
    const fusor_device_desc *desc = fusor_vulkan_describe(vk);
    char *text = NULL;
    fusor_result result = desc ? fusor_json_write_device(desc, &text) : FUSOR_ERROR_OUT_OF_MEMORY;
    if (result != FUSOR_OK) {
        cli_complain("device: %s", fusor_result_text(result));
        return CLI_EXIT_DEVICE;
    }
    fputs(text, stdout);
    fusor_json_free(text);
    return CLI_EXIT_OK;
}

static int describe_device(const device_options *wanted)
{
    const fusor_vulkan_device_desc desc = {
        .application_name = "fusor device", .gpu = wanted->gpu, .log = {complain, NULL}};
    fusor_vulkan_device *device = NULL;
    fusor_vulkan *vk = NULL;
    int status = CLI_EXIT_DEVICE;
    fusor_result result = fusor_vulkan_device_create(&desc, &device);
    if (result == FUSOR_OK) {
        fusor_vulkan_desc executor = fusor_vulkan_device_get_desc(device);
        result = fusor_vulkan_create(&executor, &vk);
    }
    if (result == FUSOR_OK) {
        status = print_description(vk);
    } else {
        cli_complain("device: %s", fusor_result_text(result));
    }
    fusor_vulkan_destroy(vk);
    fusor_vulkan_device_destroy(device);
    return status;
}

static int run(int argc, char **argv)
{
    device_options wanted = {0};
    const char *none[1];
    int count = cli_parse(&cmd_device, argc, argv, &wanted, none, 0);
    if (count < 0) {
        return count == -2 ? CLI_EXIT_OK : CLI_EXIT_USAGE;
    }
    return wanted.list ? list_devices() : describe_device(&wanted);
}

const cli_command cmd_device = {
    .name = "device",
    .arguments = "",
    .summary = "write the description of a Vulkan device of this machine",
    .details = "The document goes to stdout; it is what other commands take as --device FILE, so\n"
               "that a frame can be planned for this device on a machine without it.\n"
               "\n"
               "  fusor device > mine.json && fusor plan frame.json --device mine.json",
    .options = options,
    .run = run,
};
