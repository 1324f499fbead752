/* In: a graph and a plan. Out: a verdict.
 * Promise: nothing of the auditor and of the rooms that make plans is in it. */
#include "audit/brute_memory.h"

#include <stdio.h>

static void say(oracle_verdict *v, const char *what, const char *name)
{
    if (!v->faults++)
        snprintf(v->text, sizeof v->text, "form: %s \"%s\"", what, name);
}

static bool share_bytes(const fusor_placement *p, const fusor_placement *q)
{
    return p->placed && q->placed && p->pool == q->pool && p->offset < q->offset + q->size_bytes &&
           q->offset < p->offset + p->size_bytes;
}

/* Offsets are aligned and inside the pool; what outlives a frame shares with nobody. */
static void check_placements(const fusor_plan *plan, oracle_verdict *v)
{
    for (uint32_t r = 0; r < plan->resource_count; r++) {
        const fusor_plan_resource *row = &plan->resources[r];
        for (uint32_t i = 0; i < row->placements.count; i++) {
            uint32_t at = row->placements.first + i;
            const fusor_placement *p = &plan->placements[at];
            bool inside = row->host != FUSOR_HOST_NONE || !p->placed ||
                          p->offset + p->size_bytes <= plan->pools[p->pool].placed_bytes;
            if (p->placed && (p->offset % p->alignment || !inside))
                say(v, "misplaced:", row->name);
            for (uint32_t k = 0; row->lifetime != FUSOR_LIFETIME_TRANSIENT &&
                                 row->host == FUSOR_HOST_NONE && k < plan->placement_count;
                 k++)
                if (k != at && share_bytes(p, &plan->placements[k]))
                    say(v, "shares what it keeps:", row->name);
        }
    }
}

static bool has_ops(const fusor_device_desc *device, const fusor_plan_attachment *a)
{
    bool loads = a->load == FUSOR_LOAD_OP_NONE || a->stencil_load == FUSOR_LOAD_OP_NONE;
    bool stores = a->store == FUSOR_STORE_OP_NONE || a->stencil_store == FUSOR_STORE_OP_NONE;
    return (!loads || device->features.load_op_none) && (!stores || device->features.store_op_none);
}

static void check_ops(const fusor_plan *plan, const fusor_device_desc *device, oracle_verdict *v)
{
    for (uint32_t i = 0; i < plan->attachment_count; i++)
        if (!has_ops(device, &plan->attachments[i]))
            say(v, "an op that the device has not:",
                plan->resources[plan->attachments[i].resource].name);
}

oracle_verdict brute_check(const fusor_graph *graph, const fusor_device_desc *device,
                           const fusor_plan *plan)
{
    return brute_check_near(graph, device, plan, FUSOR_NONE);
}

oracle_verdict brute_check_near(const fusor_graph *graph, const fusor_device_desc *device,
                                const fusor_plan *plan, uint32_t resource)
{
    const oracle_options own = {.own_barriers = true, .cut_shared = true};
    brute_memory memory = {.near = resource};
    oracle_verdict v = oracle_check_with(graph, plan, &own, &brute_model, &memory);
    brute_finish(&memory);
    check_placements(plan, &v);
    if (device)
        check_ops(plan, device, &v);
    return v;
}
