/* In: any bytes. Out: nothing, and no crash: they are read as a graph; what can be read is written,
 * read back, compiled and placed for two devices, and the plan is written; and as a device. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fusor/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Something that must hold for every input: also in a build without asserts. */
static void must(bool holds)
{
    if (!holds) {
        abort();
    }
}

static void plan_for(const fusor_graph *graph, const char *device, fusor_fuse_policy fuse)
{
    fusor_policy policy = {.fuse = fuse};
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    char *text = NULL;
    fusor_result result = fusor_compile(graph, fusor_device_builtin(device), &policy, &compiled);
    must(result != FUSOR_OK || compiled);
    if (result == FUSOR_OK && fusor_place(compiled, NULL, &plan) == FUSOR_OK) {
        must(fusor_json_write_plan(plan, &text) == FUSOR_OK);
        fusor_json_free(text);
    }
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
}

/* What was read can be written, and that is a fixed point: read and written again it is the same. */
static void write_twice(const fusor_graph *graph)
{
    char *once = NULL, *twice = NULL;
    fusor_graph *again = NULL;
    must(fusor_json_write_graph(graph, &once) == FUSOR_OK);
    fusor_json_source source = {.text = once, .size = strlen(once)};
    must(fusor_json_read_graph(&source, &again, NULL) == FUSOR_OK);
    must(fusor_json_write_graph(again, &twice) == FUSOR_OK);
    must(strcmp(once, twice) == 0);
    fusor_json_free(once);
    fusor_json_free(twice);
    fusor_graph_destroy(again);
}

static void read_as_graph(const fusor_json_source *source)
{
    fusor_json_errors *errors = NULL;
    fusor_graph *graph = NULL;
    fusor_result result = fusor_json_read_graph(source, &graph, &errors);
    must((result == FUSOR_OK) == (graph != NULL));
    if (graph) {
        write_twice(graph);
        plan_for(graph, "immediate", FUSOR_FUSE_AUTO);
        plan_for(graph, "tiler", FUSOR_FUSE_FULL);
    } else {
        uint32_t count;
        fusor_json_errors_get(errors, &count);
        must(count > 0);
    }
    fusor_graph_destroy(graph);
    fusor_json_errors_destroy(errors);
}

static void read_as_device(const fusor_json_source *source)
{
    fusor_json_device *device = NULL;
    char *text = NULL;
    if (fusor_json_read_device(source, &device, NULL) == FUSOR_OK) {
        must(fusor_json_write_device(fusor_json_device_get(device), &text) == FUSOR_OK);
        fusor_json_free(text);
    }
    fusor_json_device_destroy(device);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fusor_json_source source = {.text = (const char *)data, .size = size};
    read_as_graph(&source);
    read_as_device(&source);
    return 0;
}
