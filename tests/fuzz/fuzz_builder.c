/* In: any bytes, read as calls of the builder with any values, in any order. Out: nothing, and no
 * crash: a graph is refused with diagnostics or compiled, placed and proven, can be compiled again, and
 * compiles the same way twice, in a cache that it is asked of after every change too. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fusor/fusor.h"
#include "fusor/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIST_MAX = 4, CALLS_MAX = 48 };

typedef struct stream {
    const uint8_t *data;
    size_t size, at;
    fusor_graph *graph;
    fusor_cache *cache; /* asked wherever the graph is compiled */
} stream;

/* Something that must hold for every input: also in a build without asserts. */
#define MUST(holds) ((holds) ? (void)0 : broken(#holds))

static void broken(const char *what)
{
    fprintf(stderr, "does not hold: %s\n", what);
    abort();
}

/* ------------------------------------------------------------------------------------- values */

static uint8_t byte(stream *in)
{
    return in->at < in->size ? in->data[in->at++] : 0;
}

static bool flag(stream *in)
{
    return byte(in) & 1;
}

/* Mostly small; the ends of the range too. */
static uint32_t number(stream *in)
{
    static const uint32_t ends[] = {0,          1,           2,           31,         32,
                                    64,         255,         256,         65535,      65536,
                                    0x7fffffff, 0x80000000u, 0xfffffffeu, 0xffffffffu};
    uint8_t value = byte(in);
    return value < 240 ? value % 12 : ends[(value - 240) % (sizeof(ends) / sizeof(ends[0]))];
}

static uint64_t big_number(stream *in)
{
    static const uint64_t ends[] = {1ull << 32, 1ull << 40,      1ull << 48,      (1ull << 48) + 1,
                                    1ull << 63, UINT64_MAX - 15, UINT64_MAX >> 1, UINT64_MAX};
    uint8_t value = byte(in);
    return value < 232 ? (uint64_t)value * 4 : ends[value % (sizeof(ends) / sizeof(ends[0]))];
}

static double real(stream *in)
{
    static const double ends[] = {0, 1, 0.5, 255, 256, -1, 1e300, NAN, INFINITY, -INFINITY};
    return ends[byte(in) % (sizeof(ends) / sizeof(ends[0]))];
}

static const char *name(stream *in)
{
    static const char *const names[] = {"a", "b", "c",        "d", "e",  "f", "g",
                                        "h", "",  "\xc3\x28", "i", NULL, "\n"};
    return names[byte(in) % (sizeof(names) / sizeof(names[0]))];
}

/* Handles of the graph mostly: they count from 1. */
static uint32_t handle(stream *in)
{
    uint8_t value = byte(in);
    return value == 255 ? 0xffffffffu : value % 10;
}

static fusor_range range(stream *in)
{
    return flag(in) ? (fusor_range){0} : (fusor_range){.first = number(in), .count = number(in)};
}

static fusor_format format(stream *in)
{
    static const fusor_format usual[] = {FUSOR_FORMAT_R8G8B8A8_UNORM,
                                         FUSOR_FORMAT_R16G16B16A16_SFLOAT,
                                         FUSOR_FORMAT_D32_SFLOAT,
                                         FUSOR_FORMAT_D24_UNORM_S8_UINT,
                                         FUSOR_FORMAT_R32_UINT,
                                         FUSOR_FORMAT_R8_UNORM,
                                         FUSOR_FORMAT_B10G11R11_UFLOAT_PACK32};
    uint8_t value = byte(in);
    return value < 224 ? usual[value % (sizeof(usual) / sizeof(usual[0]))]
                       : (fusor_format)number(in);
}

static fusor_import import(stream *in)
{
    return (fusor_import){.initial = {(fusor_state)(byte(in) % 12), (fusor_stages)number(in)},
                          .final = {(fusor_state)(byte(in) % 12), (fusor_stages)number(in)},
                          .discard = flag(in)};
}

/* --------------------------------------------------------------------------------- resources */

static void add_image(stream *in)
{
    fusor_format views[2] = {format(in), format(in)};
    bool plain = flag(in);
    fusor_image_desc desc = {.name = name(in), .format = format(in)};
    if (!plain) {
        desc.size = (fusor_size){.base = (fusor_size_base)(byte(in) % 4),
                                 .numerator = number(in),
                                 .denominator = number(in),
                                 .width = number(in),
                                 .height = number(in),
                                 .depth = number(in)};
        desc.type = (fusor_image_type)(byte(in) % 4);
        desc.mips = number(in);
        desc.layers = number(in);
        desc.samples = number(in);
        desc.lifetime = (fusor_lifetime)(byte(in) % 5);
        desc.history_slots = number(in);
        desc.import = import(in);
        desc.view_formats = flag(in) ? views : NULL;
        desc.view_format_count = byte(in) % 3;
    }
    fusor_graph_add_image(in->graph, &desc);
}

static void add_buffer(stream *in)
{
    bool plain = flag(in);
    fusor_buffer_desc desc = {.name = name(in), .size_bytes = big_number(in)};
    if (!plain) {
        desc.lifetime = (fusor_lifetime)(byte(in) % 5);
        desc.history_slots = number(in);
        desc.import = import(in);
        desc.host = (fusor_host_access)(byte(in) % 4);
        desc.host_shared = flag(in);
    }
    fusor_graph_add_buffer(in->graph, &desc);
}

/* ------------------------------------------------------------------------------------ passes */

static fusor_use_desc use(stream *in)
{
    uint32_t of = handle(in);
    fusor_use_desc out = {.as = (fusor_use_kind)(byte(in) % 18)};
    uint8_t how = byte(in);
    if (how & 1)
        out.buffer.id = of;
    if (!(how & 1) || how > 250)
        out.image.id = of;
    out.overwrite = how & 2;
    if (how & 4)
        return out;
    out.stages = (fusor_stages)number(in);
    out.mips = range(in);
    out.layers = range(in);
    out.aspects = (fusor_aspects)(byte(in) % 10);
    out.range = (fusor_byte_range){.first = big_number(in), .count = big_number(in)};
    out.previous = number(in);
    out.concurrent = flag(in);
    out.access = (fusor_access)number(in);
    out.has_layout = flag(in);
    out.layout = (fusor_layout)number(in);
    out.layout_after = (fusor_layout)number(in);
    return out;
}

static fusor_resolve_desc resolve(stream *in)
{
    if (flag(in))
        return (fusor_resolve_desc){0};
    return (fusor_resolve_desc){.image = {handle(in)},
                                .mip = number(in),
                                .layers = range(in),
                                .mode = (fusor_resolve_mode)number(in),
                                .stencil_mode = (fusor_resolve_mode)number(in)};
}

static fusor_color_desc color(stream *in)
{
    fusor_color_desc out = {.image = {handle(in)}, .load = (fusor_load)(byte(in) % 5)};
    if (flag(in))
        return out;
    out.mip = number(in);
    out.layers = range(in);
    for (int i = 0; i < 4; i++)
        out.clear[i] = real(in);
    out.resolve = resolve(in);
    return out;
}

static fusor_depth_desc depth(stream *in)
{
    if (flag(in))
        return (fusor_depth_desc){0};
    return (fusor_depth_desc){.image = {handle(in)},
                              .mip = number(in),
                              .layers = range(in),
                              .load = (fusor_load)(byte(in) % 5),
                              .stencil_load = (fusor_load)(byte(in) % 5),
                              .read_only = flag(in),
                              .stencil_read_only = flag(in),
                              .clear_depth = real(in),
                              .clear_stencil = number(in),
                              .resolve = resolve(in)};
}

static fusor_input_desc input(stream *in)
{
    return (fusor_input_desc){.image = {handle(in)},
                              .mip = flag(in) ? 0 : number(in),
                              .layers = range(in),
                              .aspects = (fusor_aspects)(byte(in) % 10)};
}

static fusor_copy_op_desc op(stream *in)
{
    return (fusor_copy_op_desc){.kind = (fusor_copy_kind)(byte(in) % 6),
                                .src = use(in),
                                .dst = use(in),
                                .linear = flag(in),
                                .value = {real(in), real(in), real(in), real(in)},
                                .fill = number(in)};
}

/* A list of 0 to 4; the lists are full, so the count never lies. */
static uint32_t count(stream *in)
{
    return byte(in) % (LIST_MAX + 1);
}

static void add_pass(stream *in)
{
    fusor_color_desc colors[LIST_MAX] = {0};
    fusor_input_desc inputs[LIST_MAX] = {0};
    fusor_use_desc reads[LIST_MAX] = {0}, writes[LIST_MAX] = {0};
    fusor_copy_op_desc ops[LIST_MAX] = {0};
    fusor_pass_desc desc = {.name = name(in),
                            .kind = (fusor_pass_kind)(byte(in) % 5),
                            .flags = byte(in) % 20,
                            .color = colors,
                            .color_count = count(in),
                            .inputs = inputs,
                            .input_count = count(in),
                            .reads = reads,
                            .read_count = count(in),
                            .writes = writes,
                            .write_count = count(in),
                            .ops = ops,
                            .op_count = flag(in) ? 0 : count(in)};
    for (uint32_t i = 0; i < desc.color_count; i++)
        colors[i] = color(in);
    for (uint32_t i = 0; i < desc.input_count; i++)
        inputs[i] = input(in);
    for (uint32_t i = 0; i < desc.read_count; i++)
        reads[i] = use(in);
    for (uint32_t i = 0; i < desc.write_count; i++)
        writes[i] = use(in);
    for (uint32_t i = 0; i < desc.op_count; i++)
        ops[i] = op(in);
    desc.depth = depth(in);
    if (flag(in)) {
        desc.queue = (fusor_queue_kind)(byte(in) % 5);
        desc.view_mask = number(in);
        for (int i = 0; i < 4; i++)
            desc.area[i] = number(in);
        desc.reads = flag(in) ? NULL : desc.reads; /* lists that are missing */
        desc.color = flag(in) ? NULL : desc.color;
    }
    fusor_graph_add_pass(in->graph, &desc);
}

/* ----------------------------------------------------------------------------------- compiles */

/* What was not refused can be run. */
static void audit_plan(const fusor_graph *graph, const fusor_device_desc *device,
                       const fusor_plan *plan)
{
    fusor_audit_report *report = NULL;
    fusor_audit_desc desc = {.graph = graph, .device = device, .plan = plan};
    if (fusor_audit(&desc, &report) != FUSOR_OK)
        broken(report ? report->text : "the audit");
    fusor_audit_report_destroy(report);
}

static void place_and_write(const fusor_compiled *compiled, const fusor_graph *graph,
                            const fusor_device_desc *device)
{
    fusor_plan *plan = NULL;
    char *text = NULL;
    fusor_result result = fusor_place(compiled, NULL, &plan);
    MUST(result == FUSOR_OK || result == FUSOR_ERROR_PLACEMENT || !plan);
    if (result == FUSOR_OK)
        audit_plan(graph, device, plan);
    if (result == FUSOR_OK && fusor_json_write_plan(plan, &text) == FUSOR_OK) {
        fusor_plan *again = NULL;
        fusor_json_source source = {.text = text, .size = strlen(text)};
        fusor_json_errors *errors = NULL;
        if (fusor_json_read_plan(&source, NULL, &again, &errors) != FUSOR_OK)
            broken(fusor_json_errors_get(errors, &(uint32_t){0})[0].text);
        MUST(fusor_plan_get_hash(again) == fusor_plan_get_hash(plan));
        fusor_plan_destroy(again);
    }
    fusor_json_free(text);
    fusor_plan_destroy(plan);
}

/* Says what a new compile says, whatever was asked before. */
static void ask_cache(stream *in, const fusor_cache_request *request, const fusor_compiled *fresh,
                      fusor_result result)
{
    uint32_t count = 0;
    fusor_plan *cached, *plan = NULL;
    fusor_result answer = fusor_cache_compile(in->cache, in->graph, request, &cached);
    if (result == FUSOR_OK)
        result = fusor_place(fresh, NULL, &plan);
    else if (fresh)
        fusor_compiled_diagnostics(fresh, &count);
    MUST(answer == result);
    MUST(!plan || (cached->hash == plan->hash && fusor_plan_get_hash(cached) == plan->hash));
    MUST(!count || cached->diagnostic_count == count);
    fusor_plan_destroy(cached);
    fusor_plan_destroy(plan);
}

static void compile(stream *in)
{
    const char *device = fusor_device_builtin_name(byte(in) % 4);
    fusor_policy policy = {.fuse = (fusor_fuse_policy)(byte(in) % 5),
                           .alias = (fusor_alias_policy)(byte(in) % 4),
                           .pack = (fusor_pack_policy)(byte(in) % 4),
                           .order = (fusor_order_policy)(byte(in) % 3)};
    fusor_compiled *first = NULL, *second = NULL;
    uint32_t diagnostics[2] = {0};
    fusor_result result = fusor_compile(in->graph, fusor_device_builtin(device), &policy, &first);
    MUST(fusor_compile(in->graph, fusor_device_builtin(device), &policy, &second) == result);
    if (first) {
        const fusor_diagnostic *list = fusor_compiled_diagnostics(first, &diagnostics[0]);
        fusor_compiled_diagnostics(second, &diagnostics[1]);
        MUST(diagnostics[0] == diagnostics[1]);
        MUST(result == FUSOR_OK || diagnostics[0]);
        for (uint32_t i = 0; i < diagnostics[0]; i++)
            MUST(list[i].text && list[i].text[0]);
    }
    if (result == FUSOR_OK)
        place_and_write(first, in->graph, fusor_device_builtin(device));
    fusor_cache_request request = {fusor_device_builtin(device), &policy, NULL};
    ask_cache(in, &request, first, result);
    fusor_compiled_destroy(first);
    fusor_compiled_destroy(second);
}

static void call(stream *in)
{
    uint8_t what = byte(in);
    if (what < 70)
        add_image(in);
    else if (what < 100)
        add_buffer(in);
    else if (what < 220)
        add_pass(in);
    else if (what < 226)
        fusor_graph_add_edge(in->graph, (fusor_pass){handle(in)}, (fusor_pass){handle(in)});
    else if (what < 236)
        fusor_graph_add_output_image(in->graph, (fusor_image){handle(in)});
    else if (what < 242)
        fusor_graph_add_output_buffer(in->graph, (fusor_buffer){handle(in)});
    else if (what < 244)
        fusor_graph_set_sizes(in->graph, (uint32_t[2]){number(in), number(in)},
                              (uint32_t[2]){number(in), number(in)});
    else if (what < 246)
        fusor_graph_clear_passes(in->graph);
    else
        compile(in);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream in = {.data = data, .size = size};
    fusor_graph_desc desc = {.name = name(&in), .render_width = 64, .render_height = 32};
    if (flag(&in)) {
        desc.render_width = number(&in);
        desc.output_width = number(&in);
        desc.output_height = number(&in);
    }
    if (fusor_graph_create(&desc, &in.graph) != FUSOR_OK)
        return 0;
    fusor_cache_desc cache = {.plan_count = 3};
    MUST(fusor_cache_create(&cache, &in.cache) == FUSOR_OK);
    for (int i = 0; i < CALLS_MAX && in.at < in.size; i++)
        call(&in);
    compile(&in);
    fusor_cache_destroy(in.cache);
    fusor_graph_destroy(in.graph);
    return 0;
}
