/* In: a plan. Out: a directed graph in Graphviz's language: a cluster a render pass, an edge a
 * dependency that a barrier or a subpass dependency makes, a dotted edge for the order alone. */
#include "plan.h"

static void put_quoted(FILE *file, const char *text)
{
    fputc('"', file);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\') {
            fputc('\\', file);
        }
        fputc(c < 0x20 || c == 0x7f ? ' ' : c, file);
    }
    fputc('"', file);
}

static void put_pass(const fusor_plan *plan, uint32_t pass, const char *indent, FILE *file)
{
    static const char *const shapes[] = {"box", "ellipse", "cds", "hexagon"};
    fprintf(file, "%sp%u [shape=%s, label=", indent, pass, shapes[plan->passes[pass].kind]);
    put_quoted(file, plan->passes[pass].name);
    fputs("];\n", file);
}

static void put_group(const fusor_plan *plan, uint32_t index, FILE *file)
{
    const fusor_plan_group *group = &plan->groups[index];
    fprintf(file, "  subgraph cluster_%u {\n    label=\"render pass %u, %s\";\n", index, index,
            fusor_path_word(group->path));
    for (uint32_t i = 0; i < group->members.count; i++) {
        put_pass(plan, plan->members[group->members.first + i].pass, "    ", file);
    }
    fputs("  }\n", file);
}

static void put_nodes(const fusor_plan *plan, FILE *file)
{
    for (uint32_t i = 0; i < plan->group_count; i++) {
        put_group(plan, i, file);
    }
    for (uint32_t i = 0; i < plan->order_count; i++) {
        if (plan->passes[plan->order[i]].group == FUSOR_NONE) {
            put_pass(plan, plan->order[i], "  ", file);
        }
    }
    for (uint32_t i = 0; i < plan->pass_count; i++) {
        if (plan->passes[i].culled != FUSOR_CULL_NOT_CULLED) {
            fprintf(file, "  p%u [shape=box, style=dashed, color=gray, label=", i);
            put_quoted(file, plan->passes[i].name);
            fprintf(file, ", xlabel=\"%s\"];\n", fusor_cull_word(plan->passes[i].culled));
        }
    }
}

static void put_edges(const fusor_plan *plan, const fusor_scope *src, const fusor_scope *dst,
                      const char *resource, const char *why, FILE *file)
{
    for (uint32_t i = 0; i < src->passes.count; i++) {
        for (uint32_t k = 0; k < dst->passes.count; k++) {
            fprintf(file, "  p%u -> p%u [label=", plan->pass_list[src->passes.first + i],
                    plan->pass_list[dst->passes.first + k]);
            put_quoted(file, resource);
            fprintf(file, ", tooltip=\"%s\"];\n", why);
        }
    }
}

/* Barriers between frames would make the picture a ball of wool: entries stay out. */
static void put_barriers(const fusor_plan *plan, FILE *file)
{
    for (uint32_t i = 0; i < plan->barrier_count; i++) {
        const fusor_plan_barrier *barrier = &plan->barriers[i];
        if (!barrier->entry) {
            put_edges(plan, &barrier->src, &barrier->dst, plan->resources[barrier->resource].name,
                      fusor_why_word(barrier->why), file);
        }
    }
    for (uint32_t i = 0; i < plan->dependency_count; i++) {
        const fusor_plan_dependency *dependency = &plan->dependencies[i];
        put_edges(plan, &dependency->src, &dependency->dst, "subpass",
                  fusor_why_word(dependency->why), file);
    }
}

static void put_order(const fusor_plan *plan, FILE *file)
{
    for (uint32_t i = 1; i < plan->order_count; i++) {
        fprintf(file, "  p%u -> p%u [style=dotted, color=gray, arrowhead=none];\n",
                plan->order[i - 1], plan->order[i]);
    }
}

void plan_print_dot(const fusor_plan *plan, FILE *file)
{
    fputs("digraph ", file);
    put_quoted(file, plan->graph_name);
    fputs(" {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n  edge [fontname=\"sans-serif\", "
          "fontsize=10];\n",
          file);
    put_nodes(plan, file);
    put_barriers(plan, file);
    put_order(plan, file);
    fputs("}\n", file);
}
