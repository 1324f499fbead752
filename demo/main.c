/* main.c: fusor-demo.
 * In: the command line. Out: a table on stdout, a picture, an exit status.
 * Promised: 0 only when pictures are equal and steady frames create nothing. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "demo_count.h"
#include "demo_hud.h"
#include "demo_options.h"
#include "demo_png.h"
#include "demo_report.h"
#include "fusor/vulkan_device.h"

enum { EXIT_BROKEN = 1, EXIT_USAGE = 2, EXIT_DEVICE = 3 };

typedef struct demo_program {
    demo_options options;
    fusor_vulkan_device *device;
    fusor_vulkan_desc vulkan;
    demo_gpu gpu;
    demo_scene scene;
    demo_frame_data data;
    demo_content content;
    demo_frame frame;
    demo_hud hud;
    demo_variant variants[DEMO_VARIANTS];
    uint8_t *picture; /* of the variant with everything on */
    uint64_t picture_bytes;
    uint32_t different_frames;
    bool progress;
    demo_problem problem;
} demo_program;

static uint64_t now_ns(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void print_log(void *user, fusor_severity level, const char *id, const char *subject,
                      const char *text)
{
    (void)user;
    if (level != FUSOR_SEVERITY_NOTE) {
        fprintf(stderr, "fusor-demo: %s: %s: %s: %s\n", fusor_severity_word(level), id, subject,
                text);
    }
}

static void progress(const demo_program *demo, const char *what, uint32_t frame)
{
    if (demo->progress) {
        fprintf(stderr, "\r\033[K%s, frame %u of %u", what, frame + 1, demo->options.frames);
    }
}

static const char *way_out(const demo_options *options, fusor_result result)
{
    if (result == FUSOR_ERROR_UNSUPPORTED && options->validate) {
        return "Install VK_LAYER_KHRONOS_validation (Debian: vulkan-validationlayers), or leave "
               "--validate out.\n";
    }
    if (result == FUSOR_ERROR_NO_DEVICE && options->gpu != NULL) {
        return "No device has that number or name; leave --gpu out for the best one.\n";
    }
    return "Install a Vulkan driver; one that needs no GPU is lavapipe (Debian: "
           "mesa-vulkan-drivers).\n";
}

static int open_device(demo_program *demo)
{
    fusor_vulkan_device_desc desc = {.application_name = "fusor-demo",
                                     .gpu = demo->options.gpu,
                                     .validate = demo->options.validate,
                                     .features = {.independentBlend = VK_TRUE},
                                     .log = {print_log, NULL}};
    fusor_result result = fusor_vulkan_device_create(&desc, &demo->device);
    if (result != FUSOR_OK) {
        fprintf(stderr, "fusor-demo: no device to render on: %s\n%s", fusor_result_text(result),
                way_out(&demo->options, result));
        return EXIT_DEVICE;
    }
    demo->vulkan = fusor_vulkan_device_get_desc(demo->device);
    demo->vulkan.get_instance_proc_addr = demo_count_wrap(demo->vulkan.get_instance_proc_addr);
    demo->vulkan.log.log_fn = print_log;
    result = demo_gpu_init(&demo->vulkan, &demo->gpu);
    if (result != FUSOR_OK) {
        fprintf(stderr, "fusor-demo: the device lacks what the demo needs: %s\n",
                fusor_result_text(result));
        return EXIT_DEVICE;
    }
    return 0;
}

static fusor_result declare(demo_program *demo)
{
    const demo_mesh_set *meshes = &demo->scene.meshes;
    demo_frame_desc desc = {.width = demo->options.size[0],
                            .height = demo->options.size[1],
                            .vertex_bytes = meshes->vertex_count * sizeof *meshes->vertices,
                            .index_bytes = meshes->index_count * sizeof *meshes->indices};
    demo->content.scene = &demo->scene;
    demo->content.data = &demo->data;
    memcpy(demo->content.size, demo->options.size, sizeof demo->content.size);
    return demo_frame_declare(&desc, &demo->frame);
}

static fusor_result make_variants(demo_program *demo)
{
    static const struct {
        const char *name;
        fusor_policy policy;
    } rows[DEMO_VARIANTS] = {{"all on", {.fuse = FUSOR_FUSE_FULL, .alias = FUSOR_ALIAS_PROVEN}},
                             {"fusion off", {.fuse = FUSOR_FUSE_OFF, .alias = FUSOR_ALIAS_PROVEN}},
                             {"aliasing off", {.fuse = FUSOR_FUSE_FULL, .alias = FUSOR_ALIAS_OFF}}};
    fusor_result result = FUSOR_OK;
    for (uint32_t i = 0; i < DEMO_VARIANTS && result == FUSOR_OK; i++) {
        demo_variant_desc desc = {.name = rows[i].name,
                                  .policy = rows[i].policy,
                                  .frame = &demo->frame,
                                  .content = &demo->content,
                                  .gpu = &demo->gpu,
                                  .vulkan = demo->vulkan};
        result = demo_variant_init(&desc, &demo->variants[i], &demo->problem);
        if (result == FUSOR_OK) {
            result = demo_variant_load(&demo->variants[i], &demo->problem);
        }
    }
    return result;
}

/* What the overlay shows is of the plans alone: the same in every variant's picture. */
static void build_hud(demo_program *demo)
{
    const fusor_plan *on = demo->variants[DEMO_VARIANT_ALL_ON].plan;
    const fusor_plan *unfused = demo->variants[DEMO_VARIANT_FUSION_OFF].plan;
    const fusor_plan *alone = demo->variants[DEMO_VARIANT_ALIASING_OFF].plan;
    const demo_saving savings[] = {
        {"attachments stored", on->traffic.store_bytes, unfused->traffic.store_bytes},
        {"attachments loaded", on->traffic.load_bytes, unfused->traffic.load_bytes},
        {"memory", on->memory_placed, alone->memory_placed}};
    char subtitle[64];
    snprintf(subtitle, sizeof subtitle, "%u passes in %u render passes, not %u", on->order_count,
             on->counts.render_passes, unfused->counts.render_passes);
    demo_hud_desc desc = {.size = {demo->options.size[0], demo->options.size[1]},
                          .subtitle = subtitle,
                          .savings = savings,
                          .saving_count = 3};
    demo_hud_build(&desc, &demo->hud);
    demo->content.quad_count = demo->hud.quad_count;
}

static fusor_result run_frame(demo_program *demo, uint32_t variant, uint32_t frame, bool *equal)
{
    demo_variant *one = &demo->variants[variant];
    uint64_t created = demo_count_created(), heap = one->heap_count, start = now_ns();
    const void *pixels = NULL;
    progress(demo, one->name, frame);
    fusor_result result = demo_variant_run(one, demo->hud.quads, &pixels);
    if (result != FUSOR_OK) {
        snprintf(demo->problem.text, sizeof demo->problem.text,
                 "frame %u of '%s': %s (VkResult %d)", frame, one->name, fusor_result_text(result),
                 (int)fusor_vulkan_last_result(one->executor));
        return result;
    }
    one->times_ns[frame] = now_ns() - start;
    if (frame > 0) {
        one->steady_created += demo_count_created() - created;
        one->steady_heap += one->heap_count - heap;
    }
    if (variant == DEMO_VARIANT_ALL_ON) {
        memcpy(demo->picture, pixels, demo->picture_bytes);
    } else {
        *equal = *equal && memcmp(demo->picture, pixels, demo->picture_bytes) == 0;
    }
    return FUSOR_OK;
}

/* Each frame by every variant in turn, so that what else the machine does is shared out evenly. */
static fusor_result run_frames(demo_program *demo)
{
    fusor_result result = FUSOR_OK;
    for (uint32_t frame = 0; frame < demo->options.frames && result == FUSOR_OK; frame++) {
        bool equal = true;
        demo_frame_data_fill(&demo->scene, demo->options.size, frame, &demo->data);
        for (uint32_t i = 0; i < DEMO_VARIANTS && result == FUSOR_OK; i++) {
            result = run_frame(demo, i, frame, &equal);
        }
        demo->different_frames += equal ? 0u : 1u;
    }
    if (demo->progress) {
        fprintf(stderr, "\r\033[K");
    }
    return result;
}

static bool allocate_results(demo_program *demo)
{
    demo->picture_bytes = (uint64_t)demo->options.size[0] * demo->options.size[1] * 4;
    demo->picture = malloc(demo->picture_bytes);
    bool ok = demo->picture != NULL;
    for (uint32_t i = 0; i < DEMO_VARIANTS; i++) {
        demo->variants[i].times_ns = calloc(demo->options.frames, sizeof(uint64_t));
        ok = ok && demo->variants[i].times_ns != NULL;
    }
    return ok;
}

static bool write_picture(const demo_program *demo)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/fusor-demo.png", demo->options.out);
    if (length < 0 || (size_t)length >= sizeof path ||
        !demo_png_write(path, demo->picture, demo->options.size)) {
        fprintf(stderr, "fusor-demo: cannot write the picture into '%s': is it a folder?\n",
                demo->options.out);
        return false;
    }
    printf("Picture: %s\n", path);
    return true;
}

static int report(demo_program *demo, uint64_t start_ns)
{
    demo_report report = {.variants = demo->variants,
                          .content = &demo->content,
                          .gpu = fusor_vulkan_device_properties(demo->device)->deviceName,
                          .frames = demo->options.frames,
                          .different_frames = demo->different_frames,
                          .missed = demo_count_missed(),
                          .validated = demo->options.validate,
                          .messages = fusor_vulkan_device_message_count(demo->device),
                          .filtered = fusor_vulkan_device_filtered_count(demo->device)};
    bool good = demo_report_print(&report);
    good = write_picture(demo) && good;
    printf("Total time: %.1f s\n", (double)(now_ns() - start_ns) / 1e9);
    return good ? 0 : EXIT_BROKEN;
}

static int run(demo_program *demo, uint64_t start_ns)
{
    int status = open_device(demo);
    if (status != 0) {
        return status;
    }
    if (!demo_scene_build(&demo->scene)) {
        fprintf(stderr, "fusor-demo: out of memory\n");
        return EXIT_BROKEN;
    }
    fusor_result result = declare(demo);
    if (result == FUSOR_OK) {
        result = make_variants(demo);
    }
    if (result == FUSOR_OK && !allocate_results(demo)) {
        result = FUSOR_ERROR_OUT_OF_MEMORY;
    }
    if (result == FUSOR_OK) {
        build_hud(demo);
        result = run_frames(demo);
    }
    if (result != FUSOR_OK) {
        fprintf(stderr, "fusor-demo: %s\n",
                demo->problem.text[0] != '\0' ? demo->problem.text : fusor_result_text(result));
        bool device = result == FUSOR_ERROR_DEVICE_LOST || result == FUSOR_ERROR_UNSUPPORTED ||
                      result == FUSOR_ERROR_OUT_OF_DEVICE_MEMORY;
        return device ? EXIT_DEVICE : EXIT_BROKEN;
    }
    return report(demo, start_ns);
}

static void finish(demo_program *demo)
{
    for (uint32_t i = 0; i < DEMO_VARIANTS; i++) {
        demo_variant_finish(&demo->variants[i]);
    }
    fusor_graph_destroy(demo->frame.graph);
    demo_scene_finish(&demo->scene);
    demo_gpu_finish(&demo->gpu);
    fusor_vulkan_device_destroy(demo->device);
    free(demo->picture);
}

/* Makes the last folder of a path where it is missing; said before minutes of rendering are lost. */
static bool make_folder(const char *path)
{
    struct stat found;
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        return false;
    }
    if (stat(path, &found) == 0 && !S_ISDIR(found.st_mode)) {
        errno = ENOTDIR;
        return false;
    }
    return access(path, W_OK) == 0;
}

int main(int argc, char **argv)
{
    uint64_t start_ns = now_ns();
    char error[256];
    demo_options options;
    if (!demo_options_parse(argc, argv, &options, error)) {
        fprintf(stderr, "fusor-demo: %s\n\n%s", error, demo_options_help());
        return EXIT_USAGE;
    }
    if (options.help) {
        fputs(demo_options_help(), stdout);
        return 0;
    }
    if (!make_folder(options.out)) {
        fprintf(stderr, "fusor-demo: --out: '%s' is no folder that pictures can go into: %s\n",
                options.out, strerror(errno));
        return EXIT_USAGE;
    }
    demo_program *demo = calloc(1, sizeof *demo);
    if (demo == NULL) {
        fprintf(stderr, "fusor-demo: out of memory\n");
        return EXIT_BROKEN;
    }
    demo->options = options;
    demo->progress = isatty(STDERR_FILENO) != 0;
    int status = run(demo, start_ns);
    finish(demo);
    free(demo);
    return status;
}
