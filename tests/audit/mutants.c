/* In: a plan. Out: every plan that differs from it in one place that matters to Vulkan.
 * Promise: counts and calls are those of the mutant, so that nothing but the fault itself is wrong. */
#include "audit/mutants.h"

#include <stdlib.h>
#include <string.h>

const char *const mutant_words[] = {
#define MUTANT_ROW(NAME, word) word,
    MUTANT_KINDS(MUTANT_ROW)
#undef MUTANT_ROW
};

/* A plan whose arrays can be changed. */
typedef struct edit {
    fusor_plan plan;
    fusor_plan_step *steps;
    fusor_plan_group *groups;
    fusor_plan_barrier *barriers;
    fusor_plan_dependency *dependencies;
    fusor_plan_attachment *attachments;
    fusor_plan_reference *references;
    fusor_plan_subpass *subpasses;
    fusor_placement *placements;
    fusor_plan_exit *exits;
    fusor_plan_pool *pools;
    mutant_fn visit;
    void *user;
} edit;

#define EDIT_ARRAYS(X)                                                                             \
    X(steps, step_count)                                                                           \
    X(groups, group_count)                                                                         \
    X(barriers, barrier_count)                                                                     \
    X(dependencies, dependency_count)                                                              \
    X(attachments, attachment_count)                                                               \
    X(references, reference_count)                                                                 \
    X(subpasses, subpass_count)                                                                    \
    X(placements, placement_count)                                                                 \
    X(exits, exit_count)                                                                           \
    X(pools, pool_count)

static void *copy_array(const void *from, size_t count, size_t size)
{
    void *to = malloc(count * size + 1);
    if (!to)
        abort();
    if (count)
        memcpy(to, from, count * size);
    return to;
}

static void begin(edit *e, const fusor_plan *plan)
{
    e->plan = *plan;
#define COPY(name, count)                                                                          \
    e->name = copy_array(plan->name, plan->count, sizeof *plan->name);                             \
    e->plan.name = e->name;
    EDIT_ARRAYS(COPY)
#undef COPY
}

static void end(edit *e)
{
#define FREE(name, count) free(e->name);
    EDIT_ARRAYS(FREE)
#undef FREE
}

static void show(edit *e, mutant_kind kind, uint32_t index, uint64_t bit)
{
    mutant what = {kind, index, bit, false};
    e->visit(e->user, &e->plan, &what);
}

static void show_as(edit *e, mutant_kind kind, uint32_t index, uint64_t bit, bool implied)
{
    mutant what = {kind, index, bit, implied};
    e->visit(e->user, &e->plan, &what);
}

/* ------------------------------------------------------------------------------ scopes */

static const struct {
    fusor_stages stages;
    fusor_access access;
} CAN[] = {
    {FUSOR_STAGE_DRAW_INDIRECT, FUSOR_ACCESS_INDIRECT_COMMAND_READ},
    {FUSOR_STAGE_VERTEX_INPUT, FUSOR_ACCESS_INDEX_READ | FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ},
    {FUSOR_STAGE_FRAGMENT_SHADER, FUSOR_ACCESS_INPUT_ATTACHMENT_READ},
    {FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER | FUSOR_STAGE_COMPUTE_SHADER |
         FUSOR_STAGE_RAY_TRACING_SHADER,
     FUSOR_ACCESS_UNIFORM_READ | FUSOR_ACCESS_SHADER_READ | FUSOR_ACCESS_SHADER_SAMPLED_READ |
         FUSOR_ACCESS_SHADER_STORAGE_READ | FUSOR_ACCESS_SHADER_STORAGE_WRITE |
         FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ},
    {FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT,
     FUSOR_ACCESS_COLOR_ATTACHMENT_READ | FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE},
    {FUSOR_STAGE_FRAGMENT_TESTS,
     FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ | FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE},
    {FUSOR_STAGE_COPY | FUSOR_STAGE_RESOLVE | FUSOR_STAGE_BLIT | FUSOR_STAGE_CLEAR |
         FUSOR_STAGE_ALL_TRANSFER,
     FUSOR_ACCESS_TRANSFER_READ | FUSOR_ACCESS_TRANSFER_WRITE},
    {FUSOR_STAGE_HOST, FUSOR_ACCESS_HOST_READ | FUSOR_ACCESS_HOST_WRITE},
    {FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD,
     FUSOR_ACCESS_INDIRECT_COMMAND_READ | FUSOR_ACCESS_SHADER_READ | FUSOR_ACCESS_TRANSFER_READ |
         FUSOR_ACCESS_TRANSFER_WRITE | FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ |
         FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE},
};

static fusor_access possible(fusor_stages stages, fusor_access access)
{
    fusor_access out = stages ? FUSOR_ACCESS_MEMORY_READ | FUSOR_ACCESS_MEMORY_WRITE : 0;
    if (stages & FUSOR_STAGE_ALL_COMMANDS)
        return access;
    for (size_t i = 0; i < sizeof CAN / sizeof CAN[0]; i++)
        out |= CAN[i].stages & stages ? CAN[i].access : 0;
    return out & access;
}

static const fusor_stages DRAW[] = {
    FUSOR_STAGE_DRAW_INDIRECT,          FUSOR_STAGE_VERTEX_INPUT,
    FUSOR_STAGE_VERTEX_SHADER,          FUSOR_STAGE_EARLY_FRAGMENT_TESTS,
    FUSOR_STAGE_FRAGMENT_SHADER,        FUSOR_STAGE_LATE_FRAGMENT_TESTS,
    FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT};

static int place_in_draw(fusor_stages one)
{
    for (int i = 0; i < (int)(sizeof DRAW / sizeof DRAW[0]); i++)
        if (DRAW[i] == one)
            return i;
    return -1;
}

/* An execution scope has the earlier stages of its source, the later ones of its destination. Dispatches
 * read their indirect commands first. */
static bool is_implied(fusor_stages left, fusor_stages cleared, bool source)
{
    const fusor_stages dispatches = FUSOR_STAGE_COMPUTE_SHADER | FUSOR_STAGE_RAY_TRACING_SHADER;
    int at = place_in_draw(cleared);
    if ((left & FUSOR_STAGE_ALL_COMMANDS) ||
        (source ? cleared == FUSOR_STAGE_DRAW_INDIRECT && (left & dispatches)
                : (cleared & dispatches) && (left & FUSOR_STAGE_DRAW_INDIRECT)))
        return true;
    for (; left && at >= 0; left &= left - 1) {
        int other = place_in_draw(left & (~left + 1));
        if (other >= 0 && (source ? other > at : other < at))
            return true;
    }
    return false;
}

static void weaken(edit *e, fusor_scope *scope, bool source, mutant_kind stage, uint32_t index)
{
    fusor_scope whole = *scope;
    for (fusor_stages left = whole.stages; left; left &= left - 1) {
        fusor_stages bit = left & (~left + 1);
        fusor_access could = possible(bit, whole.access);
        scope->stages = whole.stages & ~bit;
        scope->access = possible(scope->stages, whole.access);
        show_as(e, stage, index, bit, !could && is_implied(scope->stages, bit, source));
    }
    *scope = whole;
    for (fusor_access left = whole.access; left; left &= left - 1) {
        fusor_access bit = left & (~left + 1);
        scope->access = whole.access & ~bit;
        show(e, (mutant_kind)(stage + 1), index, bit);
    }
    *scope = whole;
}

/* ------------------------------------------------------------------------------ layouts */

static const fusor_layout LAYOUTS[] = {
    FUSOR_LAYOUT_UNDEFINED,        FUSOR_LAYOUT_GENERAL,
    FUSOR_LAYOUT_COLOR_ATTACHMENT, FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT,
    FUSOR_LAYOUT_SHADER_READ_ONLY, FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY,
    FUSOR_LAYOUT_TRANSFER_SRC,     FUSOR_LAYOUT_TRANSFER_DST,
    FUSOR_LAYOUT_PRESENT_SRC};

static void change_layout(edit *e, fusor_layout *layout, mutant_kind kind, uint32_t index)
{
    fusor_layout was = *layout;
    for (size_t i = 0; i < sizeof LAYOUTS / sizeof LAYOUTS[0]; i++) {
        *layout = LAYOUTS[i];
        if (LAYOUTS[i] != was)
            show_as(e, kind, index, (uint64_t)LAYOUTS[i],
                    kind == MUTANT_BARRIER_SRC_LAYOUT && was == FUSOR_LAYOUT_UNDEFINED);
    }
    *layout = was;
}

/* ------------------------------------------------------------------------------ barriers */

/* Without one barrier: the others move up, an empty call goes. */
static void leave_out(edit *e, uint32_t index)
{
    const fusor_plan was = e->plan;
    fusor_plan_barrier *barriers = copy_array(was.barriers, was.barrier_count, sizeof *barriers);
    fusor_plan_step *steps = copy_array(was.steps, was.step_count, sizeof *steps);
    bool empty = false;
    for (uint32_t s = 0; s < was.step_count; s++) {
        bool holds = index - steps[s].barriers.first < steps[s].barriers.count;
        steps[s].barriers.count -= holds;
        steps[s].barriers.first -= steps[s].barriers.first > index;
        empty = empty || (holds && !steps[s].barriers.count);
    }
    for (uint32_t i = index; i + 1 < was.barrier_count; i++) {
        barriers[i] = barriers[i + 1];
        barriers[i].call -= empty;
    }
    e->plan.barriers = barriers;
    e->plan.steps = steps;
    e->plan.barrier_count--;
    e->plan.counts.barriers--;
    e->plan.counts.barrier_calls -= empty;
    show(e, MUTANT_BARRIER, index, 0);
    e->plan = was;
    free(barriers);
    free(steps);
}

static void shrink(edit *e, uint32_t index)
{
    fusor_region *region = &e->barriers[index].region, whole = *region;
    if (region->mips.count > 1) {
        region->mips.count--;
        show(e, MUTANT_BARRIER_RANGE, index, 0);
    }
    *region = whole;
    if (region->layers.count > 1) {
        region->layers.count--;
        show(e, MUTANT_BARRIER_RANGE, index, 1);
    }
    *region = whole;
    if (region->bytes.count > 1) {
        region->bytes.count--;
        show(e, MUTANT_BARRIER_RANGE, index, 2);
    }
    *region = whole;
}

static void change_barriers(edit *e)
{
    for (uint32_t i = 0; i < e->plan.barrier_count; i++) {
        fusor_plan_barrier *b = &e->barriers[i];
        leave_out(e, i);
        shrink(e, i);
        weaken(e, &b->src, true, MUTANT_BARRIER_SRC_STAGE, i);
        weaken(e, &b->dst, false, MUTANT_BARRIER_DST_STAGE, i);
        if (!b->has_layout)
            continue;
        change_layout(e, &b->src.layout, MUTANT_BARRIER_SRC_LAYOUT, i);
        change_layout(e, &b->dst.layout, MUTANT_BARRIER_DST_LAYOUT, i);
    }
}

/* ------------------------------------------------------------------------------ render passes */

static void change_dependencies(edit *e, uint32_t group)
{
    fusor_slice own = e->groups[group].dependencies;
    for (uint32_t i = own.first; i < own.first + own.count; i++) {
        fusor_plan_dependency *d = &e->dependencies[i];
        fusor_plan_dependency was = *d, last = e->dependencies[own.first + own.count - 1];
        *d = last;
        e->groups[group].dependencies.count--;
        show(e, MUTANT_DEPENDENCY, i, 0);
        e->groups[group].dependencies.count++;
        *d = was;
        weaken(e, &d->src, true, MUTANT_DEPENDENCY_SRC_STAGE, i);
        weaken(e, &d->dst, false, MUTANT_DEPENDENCY_DST_STAGE, i);
    }
}

static void change_loads(edit *e, fusor_load_op *op, uint32_t index)
{
    static const fusor_load_op OPS[] = {FUSOR_LOAD_OP_LOAD, FUSOR_LOAD_OP_CLEAR,
                                        FUSOR_LOAD_OP_DONT_CARE, FUSOR_LOAD_OP_NONE};
    fusor_load_op was = *op;
    for (size_t i = 0; i < sizeof OPS / sizeof OPS[0]; i++) {
        *op = OPS[i];
        if (OPS[i] != was)
            show_as(e, MUTANT_LOAD_OP, index, (uint64_t)OPS[i], was == FUSOR_LOAD_OP_DONT_CARE);
    }
    *op = was;
}

static void change_stores(edit *e, fusor_store_op *op, uint32_t index)
{
    static const fusor_store_op OPS[] = {FUSOR_STORE_OP_STORE, FUSOR_STORE_OP_DONT_CARE,
                                         FUSOR_STORE_OP_NONE};
    fusor_store_op was = *op;
    for (size_t i = 0; i < sizeof OPS / sizeof OPS[0]; i++) {
        *op = OPS[i];
        if (OPS[i] != was)
            show_as(e, MUTANT_STORE_OP, index, (uint64_t)OPS[i], was == FUSOR_STORE_OP_DONT_CARE);
    }
    *op = was;
}

static void change_attachments(edit *e)
{
    for (uint32_t i = 0; i < e->plan.attachment_count; i++) {
        fusor_plan_attachment *a = &e->attachments[i];
        change_loads(e, &a->load, i);
        change_stores(e, &a->store, i);
        if (a->aspects & FUSOR_ASPECT_STENCIL) {
            change_loads(e, &a->stencil_load, i);
            change_stores(e, &a->stencil_store, i);
        }
        change_layout(e, &a->initial_layout, MUTANT_ATTACHMENT_LAYOUT, i);
        change_layout(e, &a->final_layout, MUTANT_ATTACHMENT_LAYOUT, i);
    }
    for (uint32_t i = 0; i < e->plan.reference_count; i++)
        if (e->references[i].attachment != FUSOR_NONE)
            change_layout(e, &e->references[i].layout, MUTANT_SUBPASS_LAYOUT, i);
    for (uint32_t i = 0; i < e->plan.subpass_count; i++)
        if (e->subpasses[i].depth.attachment != FUSOR_NONE)
            change_layout(e, &e->subpasses[i].depth.layout, MUTANT_SUBPASS_LAYOUT, i);
}

/* ------------------------------------------------------------------------------ bytes, ends */

/* To where something else of the pool lies, and off its alignment. */
static void change_offsets(edit *e)
{
    for (uint32_t i = 0; i < e->plan.placement_count; i++) {
        fusor_placement *p = &e->placements[i];
        uint64_t was = p->offset;
        if (!p->placed)
            continue;
        for (uint32_t k = 0; k < e->plan.placement_count; k++) {
            const fusor_placement *other = &e->plan.placements[k];
            if (!other->placed || other->pool != p->pool || other->offset == was)
                continue;
            p->offset = other->offset;
            show(e, MUTANT_OFFSET, i, p->offset);
        }
        p->offset = was + 1;
        show(e, MUTANT_OFFSET, i, p->offset);
        p->offset = was;
    }
}

static void change_exits(edit *e)
{
    for (uint32_t i = 0; i < e->plan.exit_count; i++)
        weaken(e, &e->exits[i].scope, true, MUTANT_EXIT_STAGE, i);
    for (uint32_t i = 0; i < e->plan.pool_count; i++) {
        fusor_scope whole = e->pools[i].exit;
        for (fusor_stages left = whole.stages; left; left &= left - 1) {
            fusor_stages bit = left & (~left + 1);
            e->pools[i].exit.stages = whole.stages & ~bit;
            e->pools[i].exit.access = possible(e->pools[i].exit.stages, whole.access);
            show_as(e, MUTANT_POOL_EXIT_STAGE, i, bit,
                    !possible(bit, whole.access) && is_implied(e->pools[i].exit.stages, bit, true));
        }
        e->pools[i].exit = whole;
    }
}

void mutants_visit(const fusor_plan *plan, mutant_fn visit, void *user)
{
    edit e = {.visit = visit, .user = user};
    begin(&e, plan);
    change_barriers(&e);
    for (uint32_t g = 0; g < plan->group_count; g++)
        change_dependencies(&e, g);
    change_attachments(&e);
    change_offsets(&e);
    change_exits(&e);
    end(&e);
}
