/* In: members of a group with their load words. Out: in-pass clears.
 * Promise: a member's clear that is not its attachment's load op is recorded before the member
 * (vkCmdClearAttachments); no clear is lost and none is made twice. O(touches). */
#include "plan/plan.h"

#include <string.h>

/* The load op makes the clear of the first use of each aspect. */
static bool is_in_pass(const plan_builder *b, uint32_t group, uint32_t touch)
{
    const affinity_touch *t = &b->input->in->affinity->touches[touch];
    const graph_use *use = &b->input->in->tables->uses[t->use];
    const life_attachment *a =
        plan_attachment_of(b, group, b->input->life->touch_attachment[touch]);
    bool stencil = use->region.aspects == FUSOR_ASPECT_STENCIL;
    return use->load == FUSOR_LOAD_CLEAR && use->writes &&
           (stencil ? a->clear_stencil_use : a->clear_use) != t->use;
}

static fusor_plan_clear clear_of(const plan_builder *b, uint32_t touch)
{
    const graph_use *use = &b->input->in->tables->uses[b->input->in->affinity->touches[touch].use];
    const fusor_pass_desc *desc = plan_desc_of(b, use->pass);
    fusor_plan_clear clear = {.attachment = b->input->life->touch_attachment[touch],
                              .aspects = use->region.aspects};
    if (use->as == FUSOR_USE_COLOR)
        memcpy(clear.clear, desc->color[use->slot].clear, sizeof clear.clear);
    else if (use->region.aspects == FUSOR_ASPECT_STENCIL)
        clear.clear_stencil = desc->depth.clear_stencil;
    else
        clear.clear_depth = desc->depth.clear_depth;
    return clear;
}

bool plan_add_clears(plan_builder *b, uint32_t group, uint32_t pass, fusor_slice *out)
{
    const affinity_table *affinity = b->input->in->affinity;
    uint32_t before = b->clears.count;
    for (uint32_t i = affinity->touch_first[pass]; i < affinity->touch_first[pass + 1]; i++) {
        if (!is_in_pass(b, group, i))
            continue;
        fusor_plan_clear *slot = BASE_PUSH(b->arena, &b->clears);
        if (!slot)
            return false;
        *slot = clear_of(b, i);
    }
    if (b->clears.count > before)
        *out = (fusor_slice){before, b->clears.count - before};
    return true;
}
