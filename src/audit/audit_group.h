/* One render pass of the plan, while its rules are checked. */
#ifndef AUDIT_GROUP_H
#define AUDIT_GROUP_H

#include "audit/audit.h"

typedef struct audit_group {
    audit *a;
    const fusor_plan_group *g;
    const char *first; /* name of the first member */
} audit_group;

static inline const fusor_plan_member *audit_member(const audit_group *v, uint32_t m)
{
    return &v->a->plan->members[v->g->members.first + m];
}

static inline const fusor_plan_subpass *audit_subpass(const audit_group *v, uint32_t k)
{
    return &v->a->plan->subpasses[v->g->subpasses.first + k];
}

static inline const fusor_plan_attachment *audit_attachment(const audit_group *v, uint32_t i)
{
    return &v->a->plan->attachments[v->g->attachments.first + i];
}

static inline const fusor_pass_desc *audit_desc_of(const audit_group *v, uint32_t pass)
{
    return fusor_graph_get_pass(v->a->graph, (fusor_pass){pass + 1});
}

static inline const audit_resource *audit_attached(const audit_group *v, uint32_t i)
{
    return &v->a->resources[v->a->resource_of[audit_attachment(v, i)->resource]];
}

/* "the render pass of …" and why it cannot be; false. */
bool audit_illegal(const audit_group *v, const char *why);
/* What members attach is where their subpass holds it; what they do at other pixels is not attached. */
bool audit_members(const audit_group *v);

#endif
