/* In: one use of a raw pass. Out: what is wrong with the layout, the stages and the access it states.
 * Promise: after this, a barrier can say what the use says: its stages exist, they can do its access
 * (Vulkan 1.3, table "Supported access types"), writes write and reads only read. */
#include "check/check.h"

#define SHADERS                                                                                    \
    (FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER | FUSOR_STAGE_COMPUTE_SHADER |        \
     FUSOR_STAGE_RAY_TRACING_SHADER)
#define BUILD FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD
#define TRANSFERS                                                                                  \
    (FUSOR_STAGE_COPY | FUSOR_STAGE_BLIT | FUSOR_STAGE_CLEAR | FUSOR_STAGE_RESOLVE |               \
     FUSOR_STAGE_ALL_TRANSFER | BUILD)

typedef struct access_row {
    fusor_access reads, writes;
    fusor_stages stages;
} access_row;

static const access_row ACCESSES[] = {
    {FUSOR_ACCESS_INDIRECT_COMMAND_READ, 0, FUSOR_STAGE_DRAW_INDIRECT | BUILD},
    {FUSOR_ACCESS_INDEX_READ | FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ, 0, FUSOR_STAGE_VERTEX_INPUT},
    {FUSOR_ACCESS_UNIFORM_READ, 0, SHADERS},
    {FUSOR_ACCESS_SHADER_SAMPLED_READ | FUSOR_ACCESS_SHADER_STORAGE_READ,
     FUSOR_ACCESS_SHADER_STORAGE_WRITE, SHADERS},
    {FUSOR_ACCESS_SHADER_READ, 0, SHADERS | BUILD},
    {FUSOR_ACCESS_INPUT_ATTACHMENT_READ, 0, FUSOR_STAGE_FRAGMENT_SHADER},
    {FUSOR_ACCESS_COLOR_ATTACHMENT_READ, FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE,
     FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT},
    {FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ, FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE,
     FUSOR_STAGE_FRAGMENT_TESTS},
    {FUSOR_ACCESS_TRANSFER_READ, FUSOR_ACCESS_TRANSFER_WRITE, TRANSFERS},
    {FUSOR_ACCESS_HOST_READ, FUSOR_ACCESS_HOST_WRITE, FUSOR_STAGE_HOST},
    {FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ, 0, SHADERS | BUILD},
    {0, FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE, BUILD},
    {FUSOR_ACCESS_MEMORY_READ, FUSOR_ACCESS_MEMORY_WRITE, ~0ull},
};

bool check_are_stages(fusor_stages stages)
{
    for (; stages; stages &= stages - 1)
        if (!fusor_stage_word(stages & (~stages + 1)))
            return false;
    return true;
}

/* What of the access the stages can do; all commands do everything but the host's. */
static access_row possible(fusor_stages stages)
{
    access_row out = {0, 0, stages};
    if (stages & FUSOR_STAGE_ALL_COMMANDS)
        stages |= ~FUSOR_STAGE_HOST;
    for (size_t i = 0; i < sizeof ACCESSES / sizeof ACCESSES[0]; i++) {
        out.reads |= ACCESSES[i].stages & stages ? ACCESSES[i].reads : 0;
        out.writes |= ACCESSES[i].stages & stages ? ACCESSES[i].writes : 0;
    }
    return out;
}

static const char *access_fault(const graph_use *use, fusor_access access)
{
    access_row can = possible(use->stages);
    if (access & ~(can.reads | can.writes))
        return "with an access that its stages cannot do";
    if (use->writes && !(access & can.writes))
        return "for writing, with an access that only reads";
    return !use->writes && (access & can.writes) ? "for reading, with an access that writes" : NULL;
}

/* An image is found in, and left in, a layout that exists (VUID-VkImageMemoryBarrier2-newLayout-01198). */
static bool has_layouts(const graph_resource *r, const graph_use *use)
{
    return !r->is_image || (use->layout != FUSOR_LAYOUT_UNDEFINED &&
                            fusor_layout_word(use->layout) && fusor_layout_word(use->layout_after));
}

void check_raw(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = &c->model->resources[use->resource];
    const fusor_use_desc *desc =
        use->writes ? &pass->desc->writes[use->slot] : &pass->desc->reads[use->slot];
    const char *fault = !has_layouts(r, use) ? "in a layout that it cannot be brought into"
                        : !check_are_stages(use->stages) ? "in a stage that does not exist"
                        : desc->access                   ? access_fault(use, desc->access)
                                                         : NULL;
    if (fault)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_USE_INVALID, pass->name, r->name,
                       "raw pass \"%s\" asks for \"%s\" %s", pass->name, r->name, fault);
}
