/* In: any bytes. Out: nothing, and no crash: they are read as a plan, alone and for each of some
 * graphs; what can be read is written and read back to the same bytes, cloned, and its names found. */
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

/* The graph of the corpus' smallest plans: what is found in "a" is a raster pass with all that one
 * can have, in "b" a compute pass, in "c" a copy. */
static const char frame[] =
    "{\"fusor_graph\":1,\"name\":\"g\",\"render_size\":[8,8],\"images\":{\"i\":{\"format\":"
    "\"r8g8b8a8_unorm\"},\"d\":{\"format\":\"d24_unorm_s8_uint\"},\"h\":{\"format\":\"r8_unorm\","
    "\"history\":2}},\"buffers\":{\"u\":{\"size\":64}},\"passes\":[{\"name\":\"a\",\"kind\":"
    "\"raster\",\"color\":[{\"image\":\"i\",\"load\":\"clear\"}],\"depth\":{\"image\":\"d\","
    "\"load\":\"clear\"}},{\"name\":\"l\",\"kind\":\"raster\",\"color\":[{\"image\":\"h\","
    "\"load\":\"overwrite\"}],\"inputs\":[{\"image\":\"i\"}]},{\"name\":\"b\",\"kind\":"
    "\"compute\",\"reads\":[{\"image\":\"h\",\"previous\":1,\"as\":\"sampled\"}],\"writes\":[{"
    "\"buffer\":\"u\",\"as\":\"storage\",\"overwrite\":true}]},{\"name\":\"c\",\"kind\":\"copy\","
    "\"ops\":[{\"op\":\"fill\",\"dst\":{\"buffer\":\"u\"},\"value\":1}],\"writes\":[{\"buffer\":"
    "\"u\",\"as\":\"copy\"}]}],\"outputs\":[\"h\",\"u\"]}";

static void check_names(const fusor_plan *plan)
{
    for (uint32_t i = 0; i < plan->pass_count; i++) {
        must(fusor_plan_find_pass(plan, plan->passes[i].name) == i);
    }
    for (uint32_t i = 0; i < plan->step_count; i++) {
        const fusor_slice *barriers = &plan->steps[i].barriers;
        must(barriers->first <= plan->barrier_count &&
             barriers->count <= plan->barrier_count - barriers->first);
    }
}

/* What was read can be written, and read and written again it is the same. */
static void write_twice(const fusor_plan *plan, const fusor_graph *graph)
{
    char *once = NULL, *twice = NULL;
    fusor_plan *again = NULL, *clone = NULL;
    must(fusor_json_write_plan(plan, &once) == FUSOR_OK);
    fusor_json_source source = {.text = once, .size = strlen(once)};
    must(fusor_json_read_plan(&source, graph, &again, NULL) == FUSOR_OK);
    must(fusor_plan_get_hash(again) == fusor_plan_get_hash(plan));
    must(fusor_plan_clone(again, NULL, &clone) == FUSOR_OK);
    must(fusor_json_write_plan(clone, &twice) == FUSOR_OK);
    must(strcmp(once, twice) == 0);
    fusor_json_free(once);
    fusor_json_free(twice);
    fusor_plan_destroy(clone);
    fusor_plan_destroy(again);
}

static void read_plan(const fusor_json_source *source, const fusor_graph *graph)
{
    fusor_json_errors *errors = NULL;
    fusor_plan *plan = NULL;
    fusor_result result = fusor_json_read_plan(source, graph, &plan, &errors);
    must((result == FUSOR_OK) == (plan != NULL));
    if (plan) {
        check_names(plan);
        write_twice(plan, graph);
    } else {
        uint32_t count;
        fusor_json_errors_get(errors, &count);
        must(count > 0);
    }
    fusor_plan_destroy(plan);
    fusor_json_errors_destroy(errors);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fusor_json_source own = {.text = frame, .size = sizeof(frame) - 1};
    fusor_json_source source = {.text = (const char *)data, .size = size};
    fusor_graph *graph = NULL;
    must(fusor_json_read_graph(&own, &graph, NULL) == FUSOR_OK);
    read_plan(&source, graph);
    read_plan(&source, NULL);
    fusor_graph_destroy(graph);
    return 0;
}
