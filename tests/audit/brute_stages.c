/* In: masks of stages and accesses. Out: what they mean.
 * Promise: Vulkan 1.3, "Pipeline Stages" and "Access Types", written down once more: rows here are
 * pipelines in their order, not pairs of neighbours. */
#include "audit/brute.h"

#define LENGTH_MAX 8
#define SHADER_READS                                                                               \
    (FUSOR_ACCESS_UNIFORM_READ | FUSOR_ACCESS_SHADER_READ | FUSOR_ACCESS_SHADER_SAMPLED_READ |     \
     FUSOR_ACCESS_SHADER_STORAGE_READ | FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ)
#define TRANSFERS (FUSOR_STAGE_COPY | FUSOR_STAGE_BLIT | FUSOR_STAGE_RESOLVE | FUSOR_STAGE_CLEAR)

/* "Graphics pipeline", "Compute pipeline", "Ray tracing pipeline"; a 0 ends a row. */
static const fusor_stages PIPELINES[][LENGTH_MAX] = {
    {FUSOR_STAGE_DRAW_INDIRECT, FUSOR_STAGE_VERTEX_INPUT, FUSOR_STAGE_VERTEX_SHADER,
     FUSOR_STAGE_EARLY_FRAGMENT_TESTS, FUSOR_STAGE_FRAGMENT_SHADER, FUSOR_STAGE_LATE_FRAGMENT_TESTS,
     FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT},
    {FUSOR_STAGE_DRAW_INDIRECT, FUSOR_STAGE_COMPUTE_SHADER},
    {FUSOR_STAGE_DRAW_INDIRECT, FUSOR_STAGE_RAY_TRACING_SHADER},
};

static const struct {
    fusor_stages stages;
    fusor_access access;
} TYPES[] = {
    {FUSOR_STAGE_DRAW_INDIRECT, FUSOR_ACCESS_INDIRECT_COMMAND_READ},
    {FUSOR_STAGE_VERTEX_INPUT, FUSOR_ACCESS_INDEX_READ | FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ},
    {FUSOR_STAGE_FRAGMENT_SHADER, FUSOR_ACCESS_INPUT_ATTACHMENT_READ},
    {FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER | FUSOR_STAGE_COMPUTE_SHADER |
         FUSOR_STAGE_RAY_TRACING_SHADER,
     SHADER_READS | FUSOR_ACCESS_SHADER_STORAGE_WRITE},
    {FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT,
     FUSOR_ACCESS_COLOR_ATTACHMENT_READ | FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE},
    {FUSOR_STAGE_FRAGMENT_TESTS,
     FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ | FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE},
    {TRANSFERS, FUSOR_ACCESS_TRANSFER_READ | FUSOR_ACCESS_TRANSFER_WRITE},
    {FUSOR_STAGE_HOST, FUSOR_ACCESS_HOST_READ | FUSOR_ACCESS_HOST_WRITE},
    {FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD,
     FUSOR_ACCESS_INDIRECT_COMMAND_READ | FUSOR_ACCESS_SHADER_READ | FUSOR_ACCESS_TRANSFER_READ |
         FUSOR_ACCESS_TRANSFER_WRITE | FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ |
         FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE},
};

#define COUNT_OF(array) (sizeof(array) / sizeof(array)[0])

static fusor_stages all_stages(void)
{
    fusor_stages out = 0;
    for (size_t i = 0; i < COUNT_OF(TYPES); i++)
        out |= TYPES[i].stages;
    return out & ~FUSOR_STAGE_HOST;
}

fusor_stages brute_spelled(fusor_stages stages)
{
    fusor_stages single = stages & (all_stages() | FUSOR_STAGE_HOST);
    single |= stages & FUSOR_STAGE_ALL_COMMANDS ? all_stages() : 0;
    return single | (stages & FUSOR_STAGE_ALL_TRANSFER ? TRANSFERS : 0);
}

fusor_access brute_possible(fusor_stages one_stage, fusor_access access)
{
    fusor_access out = 0, any = FUSOR_ACCESS_MEMORY_READ | FUSOR_ACCESS_MEMORY_WRITE;
    for (size_t i = 0; i < COUNT_OF(TYPES); i++)
        out |= TYPES[i].stages & brute_spelled(one_stage) ? TYPES[i].access | any : 0;
    return out & access;
}

static fusor_stages widened(fusor_stages stages, bool earlier)
{
    fusor_stages out = brute_spelled(stages);
    for (size_t p = 0; p < COUNT_OF(PIPELINES); p++)
        for (int i = 0; i < LENGTH_MAX; i++)
            for (int k = 0; k < LENGTH_MAX; k++)
                if ((earlier ? k < i : k > i) && (brute_spelled(stages) & PIPELINES[p][i]))
                    out |= PIPELINES[p][k];
    return out;
}

fusor_stages brute_earlier(fusor_stages stages)
{
    return widened(stages, true);
}

fusor_stages brute_later(fusor_stages stages)
{
    return widened(stages, false);
}

bool brute_is_write(fusor_access access)
{
    return (access & (FUSOR_ACCESS_SHADER_STORAGE_WRITE | FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE |
                      FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE | FUSOR_ACCESS_TRANSFER_WRITE |
                      FUSOR_ACCESS_HOST_WRITE | FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE |
                      FUSOR_ACCESS_MEMORY_WRITE)) != 0;
}

bool brute_names(fusor_access mask, fusor_access one)
{
    const fusor_access shader = FUSOR_ACCESS_SHADER_SAMPLED_READ | FUSOR_ACCESS_SHADER_STORAGE_READ;
    return (mask & one) || ((one & shader) && (mask & FUSOR_ACCESS_SHADER_READ)) ||
           (mask & (brute_is_write(one) ? FUSOR_ACCESS_MEMORY_WRITE : FUSOR_ACCESS_MEMORY_READ));
}
