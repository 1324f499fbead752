/* In: the frames of tests/frames (or a folder that is named). Out: what each policy makes of them on each
 * built-in device: bytes loaded and stored by render passes, render passes, barrier calls; sums over the
 * frames that the device can run, then the frames in which the policies differ on `tiler`. Counts, no times. */
#define _POSIX_C_SOURCE 200809L

#include <fusor/json.h>

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRAMES_MAX = 256, POLICIES = 4, NAME_BYTES = 256 };

static const fusor_fuse_policy POLICY[POLICIES] = {FUSOR_FUSE_OFF, FUSOR_FUSE_ADJACENT,
                                                   FUSOR_FUSE_AUTO, FUSOR_FUSE_FULL};
static const char *const POLICY_NAME[POLICIES] = {"off", "adjacent", "auto", "full"};

typedef struct outcome {
    uint64_t bytes, floor;
    uint32_t render_passes, barrier_calls;
} outcome;

static int compare_names(const void *a, const void *b)
{
    return strcmp(a, b);
}

static uint32_t list_frames(const char *folder, char names[][NAME_BYTES])
{
    uint32_t count = 0;
    DIR *dir = opendir(folder);
    if (!dir)
        exit(1);
    for (struct dirent *entry; (entry = readdir(dir)) && count < FRAMES_MAX;) {
        size_t length = strlen(entry->d_name);
        if (length > 5 && length < NAME_BYTES && !strcmp(entry->d_name + length - 5, ".json"))
            memcpy(names[count++], entry->d_name, length + 1);
    }
    closedir(dir);
    qsort(names, count, NAME_BYTES, compare_names);
    return count;
}

static fusor_graph *read_frame(const char *folder, const char *name)
{
    char path[4096];
    static char text[1 << 22];
    fusor_graph *graph = NULL;
    fusor_json_errors *errors = NULL;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        exit(1);
    fusor_json_source source = {.text = text, .size = fread(text, 1, sizeof text, file)};
    fclose(file);
    if (fusor_json_read_graph(&source, &graph, &errors) != FUSOR_OK)
        exit(1);
    return graph;
}

/* False: more than the device can do. */
static bool plan_frame(const fusor_graph *graph, const char *device, fusor_fuse_policy fuse,
                       outcome *out)
{
    fusor_policy policy = {.fuse = fuse};
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    bool good =
        fusor_compile(graph, fusor_device_builtin(device), &policy, &compiled) == FUSOR_OK &&
        fusor_place(compiled, NULL, &plan) == FUSOR_OK;
    if (good)
        *out = (outcome){plan->traffic.load_bytes + plan->traffic.store_bytes,
                         plan->traffic.floor_bytes, plan->counts.render_passes,
                         plan->counts.barrier_calls};
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    return good;
}

static void add(outcome *sum, const outcome *one)
{
    sum->bytes += one->bytes;
    sum->floor += one->floor;
    sum->render_passes += one->render_passes;
    sum->barrier_calls += one->barrier_calls;
}

static void print_row(const char *name, const char *policy, const outcome *o)
{
    printf("| %s | %s | %" PRIu64 " | %u | %u | %" PRIu64 " |\n", name, policy, o->bytes,
           o->render_passes, o->barrier_calls, o->floor);
}

static bool differ(const outcome *all)
{
    for (int p = 1; p < POLICIES; p++)
        if (all[p].bytes != all[0].bytes || all[p].render_passes != all[0].render_passes)
            return true;
    return false;
}

static void bench_device(const char *device, const char *folder, char names[][NAME_BYTES],
                         uint32_t count, bool frames)
{
    outcome sums[POLICIES] = {{0, 0, 0, 0}};
    for (uint32_t i = 0; i < count; i++) {
        outcome all[POLICIES];
        bool good = true;
        fusor_graph *graph = read_frame(folder, names[i]);
        for (int p = 0; p < POLICIES; p++)
            good = plan_frame(graph, device, POLICY[p], &all[p]) && good;
        for (int p = 0; good && p < POLICIES; p++) {
            if (frames && differ(all))
                print_row(names[i], POLICY_NAME[p], &all[p]);
            if (!frames)
                add(&sums[p], &all[p]);
        }
        fusor_graph_destroy(graph);
    }
    for (int p = 0; !frames && p < POLICIES; p++)
        print_row(device, POLICY_NAME[p], &sums[p]);
}

int main(int argc, char **argv)
{
    static char names[FRAMES_MAX][NAME_BYTES];
    const char *folder = argc > 1 ? argv[1] : FUSOR_SOURCE_DIR "/tests/frames", *device;
    uint32_t count = list_frames(folder, names);
    const char *const head = "policy | bytes loaded and stored | render passes | barrier calls | "
                             "floor, bytes |\n|---|---|---|---|---|---|\n";
    printf("| device | %s", head);
    for (uint32_t i = 0; (device = fusor_device_builtin_name(i)); i++)
        bench_device(device, folder, names, count, false);
    printf("\n| frame on tiler | %s", head);
    bench_device("tiler", folder, names, count, true);
    return 0;
}
