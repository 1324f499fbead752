/* In: resources and barriers of a plan. Out: where each lives, and what each barrier is for. */
#include <inttypes.h>

#include "plan_text.h"

/* ------------------------------------------------------------------------------------ resources */

static uint32_t widest_resource(plan_text *text)
{
    uint32_t widest = 0;
    for (uint32_t i = 0; i < text->plan->resource_count; i++) {
        uint32_t width = plan_width(plan_resource(text, i));
        widest = width > widest ? width : widest;
    }
    return widest < 40 ? widest : 40;
}

static const char *lifetime_word(fusor_lifetime lifetime)
{
    static const char *const words[] = {"transient", "persistent", "import", "history"};
    return words[lifetime];
}

static void put_placement(plan_text *text, const fusor_plan_resource *resource)
{
    const fusor_plan *plan = text->plan;
    const char *between = "  at ";
    for (uint32_t i = 0; i < resource->placements.count; i++) {
        const fusor_placement *placement = &plan->placements[resource->placements.first + i];
        if (placement->placed) {
            fprintf(text->file, "%spool %u + %" PRIu64 "%s", between, placement->pool,
                    placement->offset, placement->dedicated ? " (dedicated)" : "");
            between = ", ";
        }
    }
    if (resource->alias_set != FUSOR_NONE) {
        fprintf(text->file, ", alias set %u", resource->alias_set);
    }
}

static void put_resource(plan_text *text, uint32_t index, uint32_t width)
{
    const fusor_plan_resource *resource = &text->plan->resources[index];
    char bytes[PLAN_BYTES];
    fputs("  ", text->file);
    plan_put_padded(text, plan_resource(text, index), width);
    fprintf(text->file, "  %-10s %10s", lifetime_word(resource->lifetime),
            plan_bytes(resource->bytes, bytes));
    put_placement(text, resource);
    fputs(resource->memoryless    ? "  memoryless"
          : resource->group_local ? "  group-local"
                                  : "",
          text->file);
    fputc('\n', text->file);
}

static void put_resources(plan_text *text)
{
    uint32_t width = widest_resource(text);
    if (text->plan->resource_count) {
        fputs("\nresources\n", text->file);
    }
    for (uint32_t i = 0; i < text->plan->resource_count; i++) {
        put_resource(text, i, width);
    }
}

static void put_pools(plan_text *text)
{
    const fusor_plan *plan = text->plan;
    if (plan->pool_count) {
        fputs("\npools\n", text->file);
    }
    for (uint32_t i = 0; i < plan->pool_count; i++) {
        const fusor_plan_pool *pool = &plan->pools[i];
        char placed[PLAN_BYTES], bound[PLAN_BYTES], sum[PLAN_BYTES];
        fprintf(text->file,
                "  pool %u: %s, memory type %u, %s placed, %s bound, %s each alone%s%s\n", i,
                pool->optimal ? "optimal" : "linear", pool->memory_type,
                plan_bytes(pool->placed_bytes, placed), plan_bytes(pool->lower_bound_bytes, bound),
                plan_bytes(pool->sum_bytes, sum), pool->dedicated ? ", dedicated" : "",
                pool->host_visible ? ", host visible" : "");
    }
}

/* -------------------------------------------------------------------------------------- barriers */

static void put_bits(plan_text *text, uint64_t bits, const char *(*word_of)(uint64_t))
{
    const char *between = "";
    for (uint32_t i = 0; i < 64; i++) {
        uint64_t bit = bits & (1ull << i);
        const char *word = bit ? word_of(bit) : NULL;
        if (word) {
            fprintf(text->file, "%s%s", between, word);
            between = "|";
        }
    }
    fputs(bits ? "" : "none", text->file);
}

static void put_scope(plan_text *text, const char *label, const fusor_scope *scope)
{
    fprintf(text->file, "      %s ", label);
    if (!scope->stages && !scope->access && !scope->passes.count) {
        fputs("whoever has it outside the frame\n", text->file);
        return;
    }
    for (uint32_t i = 0; i < scope->passes.count; i++) {
        uint32_t pass = text->plan->pass_list[scope->passes.first + i];
        fprintf(text->file, "%s%s", i ? ", " : "", plan_pass(text, pass));
    }
    fputs(scope->passes.count ? ": " : "", text->file);
    put_bits(text, scope->stages, fusor_stage_word);
    fputs(" ", text->file);
    put_bits(text, scope->access, fusor_access_word);
    fputc('\n', text->file);
}

static void put_region(plan_text *text, const fusor_plan_barrier *barrier)
{
    const fusor_plan_resource *resource = &text->plan->resources[barrier->resource];
    const fusor_region *region = &barrier->region;
    if (!resource->is_image) {
        if (region->bytes.count != resource->bytes) {
            fprintf(text->file, " bytes %" PRIu64 "+%" PRIu64, region->bytes.first,
                    region->bytes.count);
        }
        return;
    }
    if (region->mips.count != resource->mips) {
        fprintf(text->file, " mips %u+%u", region->mips.first, region->mips.count);
    }
    if (region->layers.count != resource->layers) {
        fprintf(text->file, " layers %u+%u", region->layers.first, region->layers.count);
    }
}

static void put_replaced(plan_text *text, fusor_slice replaces)
{
    for (uint32_t i = 0; i < replaces.count; i++) {
        uint32_t resource = text->plan->resource_list[replaces.first + i];
        fprintf(text->file, "%s%s", i ? ", " : ", takes the bytes of ",
                plan_resource(text, resource));
    }
}

static void put_barrier(plan_text *text, const fusor_plan_barrier *barrier)
{
    fprintf(text->file, "    %s", plan_resource(text, barrier->resource));
    if (barrier->previous) {
        fprintf(text->file, " (%u frames back)", barrier->previous);
    }
    put_region(text, barrier);
    fprintf(text->file, ": %s", fusor_why_word(barrier->why));
    if (barrier->has_layout) {
        const char *from = fusor_layout_word(barrier->src.layout);
        const char *to = fusor_layout_word(barrier->dst.layout);
        fprintf(text->file, ", layout %s -> %s", from ? from : "?", to ? to : "?");
    }
    put_replaced(text, barrier->replaces);
    fputc('\n', text->file);
    put_scope(text, "from", &barrier->src);
    put_scope(text, "to  ", &barrier->dst);
}

static void put_barriers(plan_text *text)
{
    const fusor_plan *plan = text->plan;
    if (plan->barrier_count) {
        fputs("\nbarriers\n", text->file);
    }
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        const fusor_plan_barrier *barrier = &plan->barriers[i];
        if (i == 0 || plan->barriers[i - 1].call != barrier->call) {
            bool at_end = barrier->before == FUSOR_NONE;
            fprintf(text->file, "  call %u, before %s\n", barrier->call,
                    at_end ? "the end of the frame" : plan_pass(text, barrier->before));
        }
        put_barrier(text, barrier);
    }
}

void plan_text_resources(plan_text *text)
{
    put_resources(text);
    put_pools(text);
    put_barriers(text);
}
