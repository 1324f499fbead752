/* Prints the plans of some frames: what same_plans.sh compares over compilers. */
#include "fusor/json.h"

#include <stdio.h>
#include <stdlib.h>

static char text[1 << 20];

static int print_plan(const char *path, const char *device, fusor_fuse_policy fuse)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return 1;
    fusor_json_source source = {.text = text, .size = fread(text, 1, sizeof text, file)};
    fclose(file);
    fusor_graph *graph = NULL;
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    char *out = NULL;
    fusor_policy policy = {.fuse = fuse, .pack = FUSOR_PACK_TIGHT};
    int bad = fusor_json_read_graph(&source, &graph, NULL) ||
              fusor_compile(graph, fusor_device_builtin(device), &policy, &compiled) ||
              fusor_place(compiled, NULL, &plan) || fusor_json_write_plan(plan, &out);
    printf("%s %s: %s\n", path, device, bad ? "no plan" : out);
    fusor_json_free(out);
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
    return bad;
}

int main(int count, char **paths)
{
    int bad = 0;
    for (int i = 1; i < count; i++) {
        bad |= print_plan(paths[i], "tiler", FUSOR_FUSE_FULL);
        print_plan(paths[i], "lavapipe-22", FUSOR_FUSE_AUTO); /* some ask for more than it can do */
    }
    return bad;
}
