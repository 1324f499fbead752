/* In: pairs of neighbouring raster passes in different groups. Out: for each why they are not one.
 * Promise: every pair has an entry, every entry a reason that holds. */
#include "plan/plan.h"

static const char *reason_text(fusor_break_reasons reason)
{
    switch (reason) {
    case FUSOR_BREAK_POLICY:
        return "the policy does not fuse them";
    case FUSOR_BREAK_NO_FUSE:
        return "one of them asks not to be fused";
    case FUSOR_BREAK_SIZE:
        return "their extents or areas differ";
    case FUSOR_BREAK_SAMPLES:
        return "their sample counts differ";
    case FUSOR_BREAK_LAYERS:
        return "their layer counts differ";
    case FUSOR_BREAK_VIEW_MASK:
        return "their view masks differ";
    case FUSOR_BREAK_PATH:
        return "together they need more subpasses than the device has";
    case FUSOR_BREAK_ATTACHMENT_LIMIT:
        return "together they have more attachments than the device allows";
    case FUSOR_BREAK_INPUT_LIMIT:
        return "together they have more inputs than the device allows";
    case FUSOR_BREAK_BITS_LIMIT:
        return "together they need more bits a pixel than the tile has";
    case FUSOR_BREAK_DEPTH_DIFFERS:
        return "their depth attachments differ";
    case FUSOR_BREAK_NON_LOCAL_READ:
        return "one reads at other pixels what the other attaches";
    case FUSOR_BREAK_NON_LOCAL_WRITE:
        return "one writes other than as an attachment what the other uses";
    case FUSOR_BREAK_RESOLVE_INSIDE:
        return "a resolve would lie inside";
    case FUSOR_BREAK_CLEARS_WRITTEN:
        return "the later one clears what the earlier one attaches";
    case FUSOR_BREAK_COMPUTE_BETWEEN:
        return "compute or copies have to run between them";
    case FUSOR_BREAK_BRIDGE_READS_OPEN:
        return "a bridge uses what is open between them";
    case FUSOR_BREAK_WOULD_CYCLE:
        return "other render passes have to run between them";
    case FUSOR_BREAK_NOTHING_SHARED:
        return "they share no attachment";
    default:
        return "it would save nothing on this device";
    }
}

static fusor_break_reasons first_reason(fusor_break_reasons reasons)
{
    return reasons & (~reasons + 1);
}

static bool add_break(plan_builder *b, const fuse_pair *pair, const fuse_verdict *verdict)
{
    const graph_model *model = b->input->in->tables->model;
    const char *reason = reason_text(first_reason(verdict->reasons));
    const char *resource =
        verdict->resource == FUSOR_NONE ? NULL : model->resources[verdict->resource].name;
    const char *const parts[] = {"\"",
                                 model->passes[pair->after].name,
                                 "\" does not join \"",
                                 model->passes[pair->before].name,
                                 "\": ",
                                 reason,
                                 resource ? " (\"" : "",
                                 resource ? resource : "",
                                 resource ? "\")" : ""};
    fusor_plan_break *slot = BASE_PUSH(b->arena, &b->breaks);
    if (!slot)
        return false;
    *slot = (fusor_plan_break){
        .before = pair->before,
        .after = pair->after,
        .reasons = verdict->reasons,
        .resource = resource ? b->resource_index[verdict->resource] : FUSOR_NONE,
        .text = base_arena_join(b->arena, parts, sizeof parts / sizeof parts[0])};
    return slot->text != NULL;
}

bool plan_add_breaks(plan_builder *b)
{
    const fuse_pairs *apart = b->input->apart;
    if (!BASE_RESERVE(b->arena, &b->breaks, apart->count))
        return false;
    for (uint32_t i = 0; i < apart->count; i++)
        if (!add_break(b, &apart->pairs[i], &apart->verdicts[i]))
            return false;
    return true;
}
