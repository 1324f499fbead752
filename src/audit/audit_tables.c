/* In: words of Vulkan. Out: what they mean to an auditor.
 * Promise: written from Vulkan 1.3 ("Pipeline Stages", "Access Types", "Image Layouts") and FORMAT.md,
 * not from the rooms that make plans. */
#include "audit/audit.h"

#define TRANSFERS (FUSOR_STAGE_COPY | FUSOR_STAGE_BLIT | FUSOR_STAGE_RESOLVE | FUSOR_STAGE_CLEAR)
#define WRITES                                                                                     \
    (FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE | FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE |           \
     FUSOR_ACCESS_TRANSFER_WRITE | FUSOR_ACCESS_HOST_WRITE | FUSOR_ACCESS_MEMORY_WRITE |           \
     FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE | FUSOR_ACCESS_SHADER_STORAGE_WRITE)
#define SHADERS                                                                                    \
    (FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER | FUSOR_STAGE_COMPUTE_SHADER |        \
     FUSOR_STAGE_RAY_TRACING_SHADER)

/* ------------------------------------------------------------------------------ stages */

/* Stages in the order in which a draw goes through them. */
static const fusor_stages DRAW[] = {
    FUSOR_STAGE_DRAW_INDIRECT,          FUSOR_STAGE_VERTEX_INPUT,
    FUSOR_STAGE_VERTEX_SHADER,          FUSOR_STAGE_EARLY_FRAGMENT_TESTS,
    FUSOR_STAGE_FRAGMENT_SHADER,        FUSOR_STAGE_LATE_FRAGMENT_TESTS,
    FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT};
enum { DRAW_COUNT = sizeof DRAW / sizeof DRAW[0] };
#define DISPATCHES (FUSOR_STAGE_COMPUTE_SHADER | FUSOR_STAGE_RAY_TRACING_SHADER)

fusor_stages audit_spell_out(fusor_stages stages)
{
    if (stages & FUSOR_STAGE_ALL_COMMANDS)
        return ~FUSOR_STAGE_HOST | (stages & FUSOR_STAGE_HOST);
    return stages & FUSOR_STAGE_ALL_TRANSFER ? stages | TRANSFERS : stages;
}

fusor_stages audit_with_earlier(fusor_stages stages)
{
    fusor_stages out = audit_spell_out(stages), earlier = 0;
    for (int i = 0; i < DRAW_COUNT; i++) {
        earlier |= DRAW[i];
        if (out & DRAW[i])
            out |= earlier;
    }
    return out & DISPATCHES ? out | FUSOR_STAGE_DRAW_INDIRECT : out;
}

fusor_stages audit_with_later(fusor_stages stages)
{
    fusor_stages out = audit_spell_out(stages), later = 0;
    if (out & FUSOR_STAGE_DRAW_INDIRECT)
        out |= DISPATCHES;
    for (int i = DRAW_COUNT - 1; i >= 0; i--) {
        later |= DRAW[i];
        if (out & DRAW[i])
            out |= later;
    }
    return out;
}

/* Whoever names all commands may mean any stage: only all of them cover it. */
fusor_stages audit_single_stages(fusor_stages stages)
{
    if (stages & FUSOR_STAGE_ALL_COMMANDS)
        return FUSOR_STAGE_ALL_COMMANDS | (stages & FUSOR_STAGE_HOST);
    return audit_spell_out(stages) & ~FUSOR_STAGE_ALL_TRANSFER;
}

/* ------------------------------------------------------------------------------ accesses */

fusor_access audit_writes(fusor_access access)
{
    return access & WRITES;
}

fusor_access audit_covered(fusor_access mask, fusor_access access)
{
    fusor_access out = mask;
    if (mask & FUSOR_ACCESS_MEMORY_READ)
        out |= ~WRITES;
    if (mask & FUSOR_ACCESS_MEMORY_WRITE)
        out |= WRITES;
    if (mask & FUSOR_ACCESS_SHADER_READ)
        out |= FUSOR_ACCESS_SHADER_SAMPLED_READ | FUSOR_ACCESS_SHADER_STORAGE_READ;
    return access & out;
}

/* "Supported access types": access, stages. */
static const struct {
    fusor_access access;
    fusor_stages stages;
} SUPPORT[] = {
    {FUSOR_ACCESS_INDIRECT_COMMAND_READ,
     FUSOR_STAGE_DRAW_INDIRECT | FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD},
    {FUSOR_ACCESS_INDEX_READ | FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ, FUSOR_STAGE_VERTEX_INPUT},
    {FUSOR_ACCESS_UNIFORM_READ, SHADERS},
    {FUSOR_ACCESS_INPUT_ATTACHMENT_READ, FUSOR_STAGE_FRAGMENT_SHADER},
    {FUSOR_ACCESS_SHADER_READ, SHADERS | FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD},
    {FUSOR_ACCESS_SHADER_SAMPLED_READ | FUSOR_ACCESS_SHADER_STORAGE_READ |
         FUSOR_ACCESS_SHADER_STORAGE_WRITE,
     SHADERS},
    {FUSOR_ACCESS_COLOR_ATTACHMENT_READ | FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE,
     FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT},
    {FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ | FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE,
     FUSOR_STAGE_FRAGMENT_TESTS},
    {FUSOR_ACCESS_TRANSFER_READ | FUSOR_ACCESS_TRANSFER_WRITE,
     TRANSFERS | FUSOR_STAGE_ALL_TRANSFER | FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD},
    {FUSOR_ACCESS_HOST_READ | FUSOR_ACCESS_HOST_WRITE, FUSOR_STAGE_HOST},
    {FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ, SHADERS | FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD},
    {FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE, FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD},
    {FUSOR_ACCESS_MEMORY_READ | FUSOR_ACCESS_MEMORY_WRITE, ~0ull},
};

fusor_access audit_done_in(fusor_stages one_stage, fusor_access access)
{
    fusor_access out = 0;
    if (one_stage == FUSOR_STAGE_ALL_COMMANDS)
        return access;
    for (size_t i = 0; i < sizeof SUPPORT / sizeof SUPPORT[0]; i++)
        if (SUPPORT[i].stages & one_stage)
            out |= SUPPORT[i].access;
    return access & out;
}

fusor_access audit_use_access(fusor_use_kind as, bool writes)
{
    switch (as) {
    case FUSOR_USE_SAMPLED:
        return FUSOR_ACCESS_SHADER_SAMPLED_READ;
    case FUSOR_USE_STORAGE:
        return writes ? FUSOR_ACCESS_SHADER_STORAGE_WRITE : FUSOR_ACCESS_SHADER_STORAGE_READ;
    case FUSOR_USE_UNIFORM:
        return FUSOR_ACCESS_UNIFORM_READ;
    case FUSOR_USE_VERTEX:
        return FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ;
    case FUSOR_USE_INDEX:
        return FUSOR_ACCESS_INDEX_READ;
    case FUSOR_USE_INDIRECT:
        return FUSOR_ACCESS_INDIRECT_COMMAND_READ;
    case FUSOR_USE_COPY:
        return writes ? FUSOR_ACCESS_TRANSFER_WRITE : FUSOR_ACCESS_TRANSFER_READ;
    case FUSOR_USE_RAW_COLOR:
    case FUSOR_USE_RAW_RESOLVE:
    case FUSOR_USE_COLOR:
    case FUSOR_USE_RESOLVE: /* in colour attachment output, of depth too */
        return writes ? FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE : FUSOR_ACCESS_COLOR_ATTACHMENT_READ;
    case FUSOR_USE_RAW_DEPTH:
    case FUSOR_USE_DEPTH_STENCIL:
        return writes ? FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE
                      : FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ;
    case FUSOR_USE_INPUT:
        return FUSOR_ACCESS_INPUT_ATTACHMENT_READ;
    default:
        return writes ? FUSOR_ACCESS_MEMORY_WRITE : FUSOR_ACCESS_MEMORY_READ;
    }
}

/* ------------------------------------------------------------------------------ layouts */

bool audit_is_layout(fusor_layout layout)
{
    return fusor_layout_word(layout) != NULL;
}

static fusor_aspects read_only_aspects(fusor_layout layout)
{
    switch (layout) {
    case FUSOR_LAYOUT_SHADER_READ_ONLY:
        return FUSOR_ASPECT_COLOR | FUSOR_ASPECT_DEPTH | FUSOR_ASPECT_STENCIL;
    case FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY:
        return FUSOR_ASPECT_DEPTH | FUSOR_ASPECT_STENCIL;
    case FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT:
        return FUSOR_ASPECT_DEPTH;
    case FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY:
        return FUSOR_ASPECT_STENCIL;
    default:
        return 0;
    }
}

static bool allows_depth(const audit_use *use, fusor_layout layout)
{
    switch (layout) {
    case FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT:
        return true;
    case FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY:
    case FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT:
    case FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY:
        return !use->writes || !(read_only_aspects(layout) & use->region.aspects);
    default:
        return false;
    }
}

bool audit_layout_allows(const audit *a, const audit_use *use, fusor_layout layout)
{
    bool color = a->resources[use->resource].aspects & FUSOR_ASPECT_COLOR;
    if (use->layout)
        return layout == use->layout;
    if (layout == FUSOR_LAYOUT_GENERAL)
        return true;
    switch (use->as) {
    case FUSOR_USE_SAMPLED:
    case FUSOR_USE_INPUT:
        return (use->region.aspects & ~read_only_aspects(layout)) == 0;
    case FUSOR_USE_COPY:
        return layout == (use->writes ? FUSOR_LAYOUT_TRANSFER_DST : FUSOR_LAYOUT_TRANSFER_SRC);
    case FUSOR_USE_COLOR:
    case FUSOR_USE_RAW_COLOR:
    case FUSOR_USE_RAW_RESOLVE:
        return layout == FUSOR_LAYOUT_COLOR_ATTACHMENT;
    case FUSOR_USE_RESOLVE:
        return layout ==
               (color ? FUSOR_LAYOUT_COLOR_ATTACHMENT : FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT);
    case FUSOR_USE_DEPTH_STENCIL:
    case FUSOR_USE_RAW_DEPTH:
        return allows_depth(use, layout);
    default:
        return false;
    }
}

fusor_layout audit_state_layout(const audit_resource *r, fusor_state state)
{
    if (!r->image)
        return FUSOR_LAYOUT_UNDEFINED;
    switch (state) {
    case FUSOR_STATE_UNDEFINED:
        return FUSOR_LAYOUT_UNDEFINED;
    case FUSOR_STATE_COLOR:
        return FUSOR_LAYOUT_COLOR_ATTACHMENT;
    case FUSOR_STATE_DEPTH:
        return FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT;
    case FUSOR_STATE_SAMPLED:
        return r->aspects & FUSOR_ASPECT_COLOR ? FUSOR_LAYOUT_SHADER_READ_ONLY
                                               : FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY;
    case FUSOR_STATE_COPY_SRC:
        return FUSOR_LAYOUT_TRANSFER_SRC;
    case FUSOR_STATE_COPY_DST:
        return FUSOR_LAYOUT_TRANSFER_DST;
    case FUSOR_STATE_PRESENT:
        return FUSOR_LAYOUT_PRESENT_SRC;
    default:
        return FUSOR_LAYOUT_GENERAL;
    }
}

audit_state audit_import_state(const fusor_import_state *state)
{
    audit_state out = {FUSOR_STAGE_ALL_COMMANDS, 0, 0};
    switch (state->state) {
    case FUSOR_STATE_UNDEFINED: /* a semaphore's wait stage, if there is any */
    case FUSOR_STATE_PRESENT:
        out.stages = 0;
        break;
    case FUSOR_STATE_COLOR:
        out = (audit_state){FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT, FUSOR_ACCESS_COLOR_ATTACHMENT_READ,
                            FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE};
        break;
    case FUSOR_STATE_DEPTH:
        out = (audit_state){FUSOR_STAGE_FRAGMENT_TESTS, FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ,
                            FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE};
        break;
    case FUSOR_STATE_SAMPLED:
        out.reads = FUSOR_ACCESS_SHADER_SAMPLED_READ;
        break;
    case FUSOR_STATE_STORAGE:
        out.reads = FUSOR_ACCESS_SHADER_STORAGE_READ;
        out.writes = FUSOR_ACCESS_SHADER_STORAGE_WRITE;
        break;
    case FUSOR_STATE_COPY_SRC:
        out = (audit_state){FUSOR_STAGE_ALL_TRANSFER, FUSOR_ACCESS_TRANSFER_READ, 0};
        break;
    case FUSOR_STATE_COPY_DST:
        out = (audit_state){FUSOR_STAGE_ALL_TRANSFER, 0, FUSOR_ACCESS_TRANSFER_WRITE};
        break;
    default:
        out.reads = FUSOR_ACCESS_MEMORY_READ;
        out.writes = FUSOR_ACCESS_MEMORY_WRITE;
        break;
    }
    if (state->stages)
        out.stages = state->stages;
    return out;
}
