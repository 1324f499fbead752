/* In: a frame. Out: its synthetic passes, executed on a real device; digests of what they leave, and
 * whether every optimisation leaves the same.
 * The steps: read, edit (raw passes, --fit), decide what passes do, execute one or two variants. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli_input.h"
#include "cli_policy.h"
#include "cmd.h"
#include "run_exec.h"
#include "run_fit.h"
#include "run_png.h"

enum { PICTURES_MAX = 16 };

typedef struct run_options {
    const char *gpu;
    fusor_policy policy;
    bool has_fuse, fit, check, dry, time, poison, validate;
    uint32_t frames;
    uint64_t max_bytes;
    run_picture pictures[PICTURES_MAX];
    uint32_t picture_count;
    run_flip flip;
    char flip_name[FUSOR_NAME_BYTES_MAX + 1];
} run_options;

static bool set_gpu(void *state, const char *value)
{
    ((run_options *)state)->gpu = value;
    return true;
}

static bool set_policy(void *state, const char *value)
{
    run_options *options = state;
    options->has_fuse = options->has_fuse || strstr(value, "fuse=");
    return cli_set_policy(&options->policy, value);
}

static bool set_fit(void *state, const char *value)
{
    (void)value;
    ((run_options *)state)->fit = true;
    return true;
}

static bool set_check(void *state, const char *value)
{
    (void)value;
    ((run_options *)state)->check = true;
    return true;
}

static bool set_dry(void *state, const char *value)
{
    (void)value;
    ((run_options *)state)->dry = true;
    return true;
}

static bool set_time(void *state, const char *value)
{
    (void)value;
    ((run_options *)state)->time = true;
    return true;
}

static bool set_poison(void *state, const char *value)
{
    (void)value;
    ((run_options *)state)->poison = true;
    return true;
}

static bool set_validate(void *state, const char *value)
{
    (void)value;
    ((run_options *)state)->validate = true;
    return true;
}

static bool read_number(const char *what, const char *value, uint64_t most, uint64_t *out)
{
    char *end;
    unsigned long long number = strtoull(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || number < 1 || number > most) {
        cli_complain("%s: %s is no number from 1 to %" PRIu64, what, value, most);
        return false;
    }
    *out = number;
    return true;
}

static bool set_frames(void *state, const char *value)
{
    uint64_t frames;
    if (!read_number("--frames", value, RUN_FRAMES_MAX, &frames)) {
        return false;
    }
    ((run_options *)state)->frames = (uint32_t)frames;
    return true;
}

static bool set_max_bytes(void *state, const char *value)
{
    return read_number("--max-bytes", value, 1ull << 48, &((run_options *)state)->max_bytes);
}

static bool set_png(void *state, const char *value)
{
    run_options *options = state;
    const char *equals = strrchr(value, '=');
    if (!equals || equals == value || !equals[1] || options->picture_count == PICTURES_MAX) {
        cli_complain("--png: give IMAGE=FILE, at most %d times", PICTURES_MAX);
        return false;
    }
    options->pictures[options->picture_count++] =
        (run_picture){.image = value, .length = (size_t)(equals - value), .file = equals + 1};
    return true;
}

/* NAME:BIT; for tests. */
static bool set_flip(void *state, const char *value)
{
    run_options *options = state;
    const char *colon = strrchr(value, ':');
    char *end;
    if (!colon || (size_t)(colon - value) > FUSOR_NAME_BYTES_MAX) {
        cli_complain("--flip: give NAME:BIT");
        return false;
    }
    memcpy(options->flip_name, value, (size_t)(colon - value));
    options->flip.name = options->flip_name;
    options->flip.bit = strtoull(colon + 1, &end, 10);
    if (colon[1] < '0' || colon[1] > '9' || *end) {
        cli_complain("--flip: give NAME:BIT");
        return false;
    }
    return true;
}

static const cli_option rows[] = {
    {"--gpu", "NAME|INDEX",
     "which device: a part of its name, or its number in fusor device --list", set_gpu},
    {"--fit", NULL, "change the frame until the device can run it; each change is said", set_fit},
    {"--max-bytes", "N",
     "with --fit: bytes of all resources together\n"
     "      (default: 1 GiB on a CPU device, else three quarters of its memory)",
     set_max_bytes},
    {"--check", NULL, "run with everything on and with everything off, and compare the outputs",
     set_check},
    {"--dry-run", NULL, "make everything, execute nothing: is the frame refused?", set_dry},
    {"--policy", CLI_POLICY_VALUE,
     CLI_POLICY_HELP "\n      with --check: what \"on\" means; fuse=full by default", set_policy},
    {"--frames", "N", "how many frames (default 3)", set_frames},
    {"--png", "IMAGE=FILE", "write an image of the last frame", set_png},
    {"--time", NULL, "print the GPU time of frames", set_time},
    {"--poison", NULL, "fill memory with a pattern wherever contents are undefined", set_poison},
    {"--validate", NULL, "run under the validation layers; a message is a failure", set_validate},
    {"--flip", "NAME:BIT", "for tests: turn one bit of what an import or a host buffer holds",
     set_flip},
    {0},
};

/* ----------------------------------------------------------------------------------------- editing */

static run_fit_limits fit_limits(const run_options *options, const run_gpu *gpu,
                                 const fusor_device_desc *device)
{
    bool cpu = gpu->properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    uint64_t bytes = cpu ? 1ull << 30 : run_gpu_memory_bytes(gpu) / 4 * 3;
    return (run_fit_limits){
        .device = device,
        .bytes = options->max_bytes ? options->max_bytes : bytes,
        .image_3d = gpu->properties.limits.maxImageDimension3D,
        .image_cube = gpu->properties.limits.maxImageDimensionCube,
        .frames_in_flight = gpu->desc.frames_in_flight ? gpu->desc.frames_in_flight : 2,
        .storage_extended = gpu->features.shaderStorageImageExtendedFormats,
        .storage_read_any = gpu->features.shaderStorageImageReadWithoutFormat,
        .storage_write_any = gpu->features.shaderStorageImageWriteWithoutFormat};
}

/* Pictures of images that are no outputs make them outputs. */
static int add_pictures(const run_options *options, run_frame *frame)
{
    for (uint32_t i = 0; i < options->picture_count; i++) {
        const run_picture *picture = &options->pictures[i];
        fusor_image image = {0};
        for (uint32_t n = 0; n < frame->image_count; n++) {
            const char *name = frame->images[n].name;
            if (strlen(name) == picture->length && !memcmp(name, picture->image, picture->length)) {
                image.id = n + 1;
            }
        }
        if (!image.id) {
            cli_complain("--png: the frame has no image \"%.*s\"", (int)picture->length,
                         picture->image);
            return CLI_EXIT_WRONG;
        }
        if (!run_frame_is_output(frame, image, (fusor_buffer){0})) {
            run_say("\"%s\" becomes an output, for --png", frame->images[image.id - 1].name);
            frame->outputs[frame->output_count++].image = image;
        }
    }
    return CLI_EXIT_OK;
}

static int edit(const run_options *options, const run_gpu *gpu, const char *path, run_frame *frame)
{
    const char *pass, *stage = run_fit_missing_stage(frame, &pass);
    fusor_vulkan *vk = NULL;
    if (!options->fit && stage) {
        run_say("%s: refused: pass \"%s\" uses stage %s, which the device does not have; --fit "
                "makes it "
                "compute",
                path, pass, stage);
        return CLI_EXIT_WRONG;
    }
    run_frame_add_written_imports(frame);
    int status = add_pictures(options, frame);
    if (status == CLI_EXIT_OK && options->fit) {
        if (fusor_vulkan_create(&gpu->desc, &vk) != FUSOR_OK || !fusor_vulkan_describe(vk)) {
            run_say("the device cannot be described; try another one with --gpu");
            status = CLI_EXIT_DEVICE;
        } else {
            run_fit_raw(frame);
            run_fit_limits limits = fit_limits(options, gpu, fusor_vulkan_describe(vk));
            status = run_fit_apply(&limits, frame);
        }
        fusor_vulkan_destroy(vk);
    } else if (status == CLI_EXIT_OK) {
        run_fit_raw(frame);
    }
    return status;
}

/* Signed normalized colours are left out: one minus −1 is out of their range. */
static bool blends(void *user, fusor_format format)
{
    const fusor_format_info *info = fusor_format_get_info(format);
    return info && info->number_class != FUSOR_FORMAT_CLASS_SNORM &&
           run_gpu_blends(user, (VkFormat)format);
}

static int prepare(const run_options *options, run_task *task, run_frame *frame)
{
    const VkPhysicalDeviceLimits *device = &task->gpu->properties.limits;
    const run_program_limits limits = {.storage_bytes = device->maxStorageBufferRange,
                                       .uniform_bytes = device->maxUniformBufferRange,
                                       .blends_fn = blends,
                                       .user = task->gpu};
    run_program *programs;
    const char *refusal;
    int status = edit(options, task->gpu, task->path, frame);
    if (status != CLI_EXIT_OK) {
        return status;
    }
    if (run_program_make(task->arena, frame, &limits, &programs, &refusal) != RUN_OK) {
        run_say("%s: refused: %s", task->path, refusal);
        return CLI_EXIT_WRONG;
    }
    task->programs = programs;
    run_outputs_list(task->arena, frame, &task->outputs);
    fusor_result result = run_frame_build(frame, &task->graph);
    if (result != FUSOR_OK) {
        run_say("%s: %s", task->path, fusor_result_text(result));
        return CLI_EXIT_WRONG;
    }
    return CLI_EXIT_OK;
}

/* --------------------------------------------------------------------------------------- executing */

static int finish_variant(const run_options *options, const run_task *task,
                          const run_variant *variant)
{
    int status = CLI_EXIT_OK;
    run_outputs_print(&task->outputs, task->frame, variant->first, 1);
    if (task->frames > 1) {
        run_outputs_print(&task->outputs, task->frame, variant->last, task->frames);
    }
    for (uint32_t i = 0; i < options->picture_count && status == CLI_EXIT_OK; i++) {
        status = run_png_write(&options->pictures[i], &task->outputs, task->frame, variant->last);
    }
    return status;
}

static int compare(const run_task *task, const run_variant *on, const run_variant *off)
{
    const run_outputs *outputs = &task->outputs;
    if (!run_outputs_present(outputs)) {
        run_say(
            "%s: no output can be read back: nothing was compared; declare an output that a pass "
            "writes and that is not multisampled",
            task->path);
        return CLI_EXIT_WRONG;
    }
    bool equal = run_outputs_compare(outputs, on->first, off->first, 1);
    if (task->frames > 1) {
        equal = run_outputs_compare(outputs, on->last, off->last, task->frames) && equal;
    }
    printf("check: %s\n", equal ? "equal" : "different");
    return equal ? CLI_EXIT_OK : CLI_EXIT_WRONG;
}

static int check(const run_options *options, const run_task *task)
{
    run_variant on = {.name = "on", .policy = options->policy}, off = {.name = "off"};
    off.policy = on.policy;
    off.policy.fuse = FUSOR_FUSE_OFF;
    off.policy.alias = FUSOR_ALIAS_OFF;
    on.policy.fuse = options->has_fuse ? on.policy.fuse : FUSOR_FUSE_FULL;
    int status = run_variant_execute(task, &on);
    if (status == CLI_EXIT_OK) {
        run_report_plan(on.plan);
        status = run_variant_execute(task, &off);
    }
    if (status == CLI_EXIT_OK && task->time) {
        run_report_times(task, &on);
        run_report_times(task, &off);
    }
    if (status == CLI_EXIT_OK) {
        status = finish_variant(options, task, &on);
    }
    if (status == CLI_EXIT_OK) {
        status = compare(task, &on, &off);
    }
    run_variant_finish(task, &on);
    run_variant_finish(task, &off);
    return status;
}

static int run_once(const run_options *options, const run_task *task)
{
    run_variant variant = {.name = "frame", .policy = options->policy};
    int status = run_variant_execute(task, &variant);
    bool executed = status == CLI_EXIT_OK && task->frames;
    if (executed && task->time) {
        run_report_times(task, &variant);
    }
    if (executed) {
        status = finish_variant(options, task, &variant);
    }
    if (status == CLI_EXIT_OK && !executed) {
        puts("dry run: the device takes the frame");
    }
    run_variant_finish(task, &variant);
    return status;
}

static int run_on(const run_options *options, run_task *task, run_frame *frame)
{
    run_pipelines pipelines = {0};
    int status = prepare(options, task, frame);
    task->pipelines = &pipelines;
    if (status == CLI_EXIT_OK &&
        run_pipelines_init(&pipelines, task->arena, task->gpu) != VK_SUCCESS) {
        run_say("the device makes no pipeline cache; try another one with --gpu");
        status = CLI_EXIT_DEVICE;
    }
    if (status == CLI_EXIT_OK) {
        fprintf(stderr, "fusor run: device: %s\n", task->gpu->properties.deviceName);
        status = options->check ? check(options, task) : run_once(options, task);
    }
    task->pipelines = NULL;
    run_pipelines_finish(&pipelines);
    fusor_graph_destroy(task->graph);
    return status;
}

static int with_device(const run_options *options, const char *path, const fusor_graph *graph)
{
    run_gpu gpu;
    run_arena arena = {0};
    run_frame frame;
    const run_gpu_options wanted = {options->gpu, options->validate};
    int status = run_gpu_open(&wanted, &gpu);
    if (status != RUN_OK) {
        return status;
    }
    run_frame_copy(&arena, graph, &frame);
    run_task task = {.arena = &arena,
                     .gpu = &gpu,
                     .path = path,
                     .frame = &frame,
                     .flip = options->flip,
                     .frames = options->dry ? 0 : options->frames,
                     .poison = options->poison,
                     .time = options->time,
                     .fitted = options->fit};
    status = run_on(options, &task, &frame);
    uint32_t messages = options->validate ? fusor_vulkan_device_message_count(gpu.device) : 0;
    if (options->validate) {
        run_say("validation: %u messages, %u known to be false", messages,
                fusor_vulkan_device_filtered_count(gpu.device));
    }
    run_gpu_close(&gpu);
    run_arena_finish(&arena);
    return status == CLI_EXIT_OK && messages ? CLI_EXIT_WRONG : status;
}

static bool options_agree(const run_options *options)
{
    if (options->check && options->dry) {
        cli_complain("run: --check compares what --dry-run does not execute");
        return false;
    }
    if (options->max_bytes && !options->fit) {
        cli_complain("run: --max-bytes needs --fit");
        return false;
    }
    return true;
}

static int run(int argc, char **argv)
{
    run_options options = {.frames = 3};
    const char *path[1];
    fusor_graph *graph = NULL;
    fusor_json_errors *errors = NULL;
    int count = cli_parse(&cmd_run, argc, argv, &options, path, 1);
    if (count < 0) {
        return count == -2 ? CLI_EXIT_OK : CLI_EXIT_USAGE;
    }
    if (count == 0) {
        cli_complain("run: which frame? fusor run FRAME.json");
        return CLI_EXIT_USAGE;
    }
    if (!options_agree(&options)) {
        return CLI_EXIT_USAGE;
    }
    fusor_result result = cli_read_graph(path[0], &graph, &errors);
    int status = result == FUSOR_OK ? with_device(&options, path[0], graph) : CLI_EXIT_WRONG;
    fusor_json_errors_destroy(errors);
    fusor_graph_destroy(graph);
    return status;
}

const cli_command cmd_run = {
    .name = "run",
    .arguments = "FRAME.json",
    .summary = "execute a frame with synthetic passes on a real device",
    .details =
        "Each pass becomes draws or dispatches whose outputs are a function of every input that\n"
        "it declares: one flipped bit of an input changes them. What outputs hold after the\n"
        "first and the last frame is printed as digests, equal on every driver where formats\n"
        "allow it.\n"
        "\n"
        "  fusor run frame.json --fit --check\n"
        "\n"
        "Exit status: 0; 1 the frame is refused, or outputs differ, or nothing could be compared,\n"
        "or a validation message came; 2 the command line is wrong; 3 no device, or it failed.",
    .options = rows,
    .run = run,
};
