/* In: a plan. Out: every plan that differs from it in one place that matters to Vulkan.
 * Promise: counts and calls are those of the mutant, so that nothing but the fault itself is wrong. */
#include "audit/mutants_edit.h"

#include <stdlib.h>
#include <string.h>

const char *const mutant_words[] = {
#define MUTANT_ROW(NAME, word) word,
    MUTANT_KINDS(MUTANT_ROW)
#undef MUTANT_ROW
};

void *mutants_copy(const void *from, size_t count, size_t size)
{
    void *to = calloc(count + 1, size); /* and room for one more */
    if (!to)
        abort();
    if (count)
        memcpy(to, from, count * size);
    return to;
}

static void begin(mutants_edit *e, const fusor_plan *plan)
{
    e->plan = *plan;
#define COPY(name, count)                                                                          \
    e->name = mutants_copy(plan->name, plan->count, sizeof *plan->name);                           \
    e->plan.name = e->name;
    MUTANTS_ARRAYS(COPY)
#undef COPY
}

static void end(mutants_edit *e)
{
#define FREE(name, count) free(e->name);
    MUTANTS_ARRAYS(FREE)
#undef FREE
}

void mutants_show(mutants_edit *e, mutant_kind kind, uint32_t index, uint64_t bit)
{
    mutant what = {kind, index, bit};
    e->visit(e->user, &e->plan, &what);
}

/* ------------------------------------------------------------------------------ scopes */

/* What is left of an access mask with fewer stages: nothing that none of them can do. */
static fusor_access possible(fusor_stages stages, fusor_access access)
{
    return stages & FUSOR_STAGE_ALL_COMMANDS ? access : brute_possible(stages, access);
}

static void weaken(mutants_edit *e, fusor_scope *scope, mutant_kind stage, uint32_t index)
{
    fusor_scope whole = *scope;
    for (fusor_stages left = whole.stages; left; left &= left - 1) {
        fusor_stages bit = left & (~left + 1);
        scope->stages = whole.stages & ~bit;
        scope->access = possible(scope->stages, whole.access);
        mutants_show(e, stage, index, bit);
    }
    *scope = whole;
    for (fusor_access left = whole.access; left; left &= left - 1) {
        fusor_access bit = left & (~left + 1);
        scope->access = whole.access & ~bit;
        mutants_show(e, (mutant_kind)(stage + 1), index, bit);
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

static void change_layout(mutants_edit *e, fusor_layout *layout, mutant_kind kind, uint32_t index)
{
    fusor_layout was = *layout;
    for (size_t i = 0; i < sizeof LAYOUTS / sizeof LAYOUTS[0]; i++) {
        *layout = LAYOUTS[i];
        if (LAYOUTS[i] != was)
            mutants_show(e, kind, index, (uint64_t)LAYOUTS[i]);
    }
    *layout = was;
}

/* ------------------------------------------------------------------------------ barriers */

/* Without one barrier: the others move up, an empty call goes. */
static void leave_out(mutants_edit *e, uint32_t index)
{
    const fusor_plan was = e->plan;
    fusor_plan_barrier *barriers = mutants_copy(was.barriers, was.barrier_count, sizeof *barriers);
    fusor_plan_step *steps = mutants_copy(was.steps, was.step_count, sizeof *steps);
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
    mutants_show(e, MUTANT_BARRIER, index, 0);
    e->plan = was;
    free(barriers);
    free(steps);
}

static void shrink(mutants_edit *e, uint32_t index)
{
    fusor_region *region = &e->barriers[index].region, whole = *region;
    if (region->mips.count > 1) {
        region->mips.count--;
        mutants_show(e, MUTANT_BARRIER_RANGE, index, 0);
    }
    *region = whole;
    if (region->layers.count > 1) {
        region->layers.count--;
        mutants_show(e, MUTANT_BARRIER_RANGE, index, 1);
    }
    *region = whole;
    if (region->bytes.count > 1) {
        region->bytes.count--;
        mutants_show(e, MUTANT_BARRIER_RANGE, index, 2);
    }
    *region = whole;
}

static void change_barriers(mutants_edit *e)
{
    for (uint32_t i = 0; i < e->plan.barrier_count; i++) {
        fusor_plan_barrier *b = &e->barriers[i];
        leave_out(e, i);
        shrink(e, i);
        weaken(e, &b->src, MUTANT_BARRIER_SRC_STAGE, i);
        weaken(e, &b->dst, MUTANT_BARRIER_DST_STAGE, i);
        if (!b->has_layout)
            continue;
        change_layout(e, &b->src.layout, MUTANT_BARRIER_SRC_LAYOUT, i);
        change_layout(e, &b->dst.layout, MUTANT_BARRIER_DST_LAYOUT, i);
    }
}

/* ------------------------------------------------------------------------------ render passes */

static void change_dependencies(mutants_edit *e, uint32_t group)
{
    fusor_slice own = e->groups[group].dependencies;
    for (uint32_t i = own.first; i < own.first + own.count; i++) {
        fusor_plan_dependency *d = &e->dependencies[i];
        fusor_plan_dependency was = *d, last = e->dependencies[own.first + own.count - 1];
        *d = last;
        e->groups[group].dependencies.count--;
        mutants_show(e, MUTANT_DEPENDENCY, i, 0);
        e->groups[group].dependencies.count++;
        *d = was;
        weaken(e, &d->src, MUTANT_DEPENDENCY_SRC_STAGE, i);
        weaken(e, &d->dst, MUTANT_DEPENDENCY_DST_STAGE, i);
    }
}

static void change_loads(mutants_edit *e, fusor_load_op *op, uint32_t index)
{
    static const fusor_load_op OPS[] = {FUSOR_LOAD_OP_LOAD, FUSOR_LOAD_OP_CLEAR,
                                        FUSOR_LOAD_OP_DONT_CARE, FUSOR_LOAD_OP_NONE};
    fusor_load_op was = *op;
    for (size_t i = 0; i < sizeof OPS / sizeof OPS[0]; i++) {
        *op = OPS[i];
        if (OPS[i] != was)
            mutants_show(e, MUTANT_LOAD_OP, index, (uint64_t)OPS[i]);
    }
    *op = was;
}

static void change_stores(mutants_edit *e, fusor_store_op *op, uint32_t index)
{
    static const fusor_store_op OPS[] = {FUSOR_STORE_OP_STORE, FUSOR_STORE_OP_DONT_CARE,
                                         FUSOR_STORE_OP_NONE};
    fusor_store_op was = *op;
    for (size_t i = 0; i < sizeof OPS / sizeof OPS[0]; i++) {
        *op = OPS[i];
        if (OPS[i] != was)
            mutants_show(e, MUTANT_STORE_OP, index, (uint64_t)OPS[i]);
    }
    *op = was;
}

static void change_attachments(mutants_edit *e)
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

enum { OFFSETS_MAX = 16 };

/* To where some others of the pool lie, all over its list, and off its alignment. */
static void change_offsets(mutants_edit *e)
{
    uint32_t count = e->plan.placement_count, stride = count / OFFSETS_MAX + 1;
    for (uint32_t i = 0; i < count; i++) {
        fusor_placement *p = &e->placements[i];
        uint64_t was = p->offset;
        if (!p->placed)
            continue;
        for (uint32_t k = i % stride; k < count; k += stride) {
            const fusor_placement *other = &e->plan.placements[k];
            if (!other->placed || other->pool != p->pool || other->offset == was)
                continue;
            p->offset = other->offset;
            mutants_show(e, MUTANT_OFFSET, i, p->offset);
        }
        p->offset = was + 1;
        mutants_show(e, MUTANT_OFFSET, i, p->offset);
        p->offset = was;
    }
}

static void change_exits(mutants_edit *e)
{
    for (uint32_t i = 0; i < e->plan.exit_count; i++)
        weaken(e, &e->exits[i].scope, MUTANT_EXIT_STAGE, i);
    for (uint32_t i = 0; i < e->plan.pool_count; i++) {
        fusor_scope whole = e->pools[i].exit;
        for (fusor_stages left = whole.stages; left; left &= left - 1) {
            fusor_stages bit = left & (~left + 1);
            e->pools[i].exit.stages = whole.stages & ~bit;
            e->pools[i].exit.access = possible(e->pools[i].exit.stages, whole.access);
            mutants_show(e, MUTANT_POOL_EXIT_STAGE, i, bit);
        }
        e->pools[i].exit = whole;
    }
}

void mutants_visit(const fusor_plan *plan, mutant_fn visit, void *user)
{
    mutants_edit e = {.visit = visit, .user = user};
    begin(&e, plan);
    change_barriers(&e);
    for (uint32_t g = 0; g < plan->group_count; g++)
        change_dependencies(&e, g);
    change_attachments(&e);
    change_offsets(&e);
    change_exits(&e);
    mutants_change_groups(&e);
    end(&e);
}
