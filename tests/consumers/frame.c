// In: nothing. Out: status 0 if a frame of two passes compiles to a plan of two steps.
// Promise: uses what an outsider has, the installed headers and libraries, and nothing else.
#include <fusor/fusor.h>

#include <stdio.h>

static const fusor_import shown = {{FUSOR_STATE_UNDEFINED, 0}, {FUSOR_STATE_PRESENT, 0}, false};

static void declare(fusor_graph *graph)
{
    const fusor_image_desc scene_desc = {.name = "scene", .format = FUSOR_FORMAT_R8G8B8A8_UNORM};
    const fusor_image_desc screen_desc = {.name = "screen",
                                          .format = FUSOR_FORMAT_R8G8B8A8_UNORM,
                                          .lifetime = FUSOR_LIFETIME_IMPORTED,
                                          .import = shown};
    const fusor_image scene = fusor_graph_add_image(graph, &scene_desc);
    const fusor_image screen = fusor_graph_add_image(graph, &screen_desc);

    const fusor_color_desc drawn = {.image = scene, .load = FUSOR_LOAD_CLEAR};
    const fusor_pass_desc draw = {.name = "draw", .color = &drawn, .color_count = 1};
    fusor_graph_add_pass(graph, &draw);

    const fusor_color_desc toned = {.image = screen, .load = FUSOR_LOAD_OVERWRITE};
    const fusor_use_desc read = {.image = scene, .as = FUSOR_USE_SAMPLED};
    const fusor_pass_desc tone = {
        .name = "tone", .color = &toned, .color_count = 1, .reads = &read, .read_count = 1};
    fusor_graph_add_pass(graph, &tone);
}

static fusor_result plan_frame(const fusor_graph *graph)
{
    fusor_compiled *compiled = NULL;
    fusor_plan *plan = NULL;
    fusor_result result = fusor_compile(graph, NULL, NULL, &compiled);
    if (result == FUSOR_OK) {
        result = fusor_place(compiled, NULL, &plan);
    }
    if (result == FUSOR_OK) {
        printf("fusor %s: %u passes, %u render passes, %u barriers\n", fusor_version(),
               plan->counts.passes, plan->counts.render_passes, plan->counts.barriers);
        result = plan->order_count == 2 ? FUSOR_OK : FUSOR_ERROR_INVALID_STATE;
    }
    fusor_plan_destroy(plan);
    fusor_compiled_destroy(compiled);
    return result;
}

int main(void)
{
    const fusor_graph_desc desc = {.name = "consumer", .render_width = 64, .render_height = 64};
    fusor_graph *graph = NULL;
    fusor_result result = fusor_graph_create(&desc, &graph);
    if (result == FUSOR_OK) {
        declare(graph);
        result = plan_frame(graph);
    }
    fusor_graph_destroy(graph);
    if (result != FUSOR_OK) {
        fprintf(stderr, "%s\n", fusor_result_text(result));
    }
    return result != FUSOR_OK;
}
