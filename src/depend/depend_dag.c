/* In: edges in the order they were found. Out: successors, predecessors, a topological order; or the
 * passes of a cycle, by name.
 * Promise: the order is the declared one wherever the edges allow (smallest declared index first).
 * O(E + P log P). */
#include "depend/depend.h"

static bool add_manual_edges(const graph_model *model, const uint8_t *live, base_arena *arena,
                             depend_dag *dag)
{
    for (uint32_t i = 0; i < model->graph->edges.count; i++) {
        graph_edge edge = model->graph->edges.data[i];
        uint32_t src = edge.before.id - 1, dst = edge.after.id - 1;
        if (live && (!live[src] || !live[dst]))
            continue;
        depend_edge *slot = BASE_PUSH(arena, &dag->edges);
        if (!slot)
            return false;
        *slot = (depend_edge){.src = src,
                              .dst = dst,
                              .kinds = DEPEND_MANUAL,
                              .resource = FUSOR_NONE,
                              .break_resource = FUSOR_NONE};
    }
    return true;
}

/* Compressed rows of edge indices by source (or destination). */
static bool build_rows(const depend_dag *dag, base_arena *arena, uint32_t pass_count, bool by_src,
                       uint32_t **rows, uint32_t **first)
{
    *first = BASE_NEW(arena, uint32_t, pass_count + 2);
    *rows = BASE_NEW(arena, uint32_t, dag->edges.count);
    if (!*first || !*rows)
        return false;
    for (uint32_t i = 0; i < dag->edges.count; i++)
        (*first)[(by_src ? dag->edges.data[i].src : dag->edges.data[i].dst) + 2]++;
    for (uint32_t p = 0; p < pass_count; p++)
        (*first)[p + 2] += (*first)[p + 1];
    for (uint32_t i = 0; i < dag->edges.count; i++)
        (*rows)[(*first)[(by_src ? dag->edges.data[i].src : dag->edges.data[i].dst) + 1]++] = i;
    return true;
}

/* A binary heap of pass indices, smallest first. */
typedef struct heap {
    uint32_t *items, count;
} heap;

static void heap_push(heap *h, uint32_t item)
{
    uint32_t i = h->count++;
    for (; i && h->items[(i - 1) / 2] > item; i = (i - 1) / 2)
        h->items[i] = h->items[(i - 1) / 2];
    h->items[i] = item;
}

static uint32_t heap_pop(heap *h)
{
    uint32_t top = h->items[0], item = h->items[--h->count], i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child + 1 < h->count && h->items[child + 1] < h->items[child])
            child++;
        if (child >= h->count || h->items[child] >= item)
            break;
        h->items[i] = h->items[child];
        i = child;
    }
    h->items[i] = item;
    return top;
}

static uint32_t sort_topologically(depend_dag *dag, uint32_t pass_count, heap *ready,
                                   uint32_t *waiting)
{
    uint32_t done = 0;
    for (uint32_t i = 0; i < dag->edges.count; i++)
        waiting[dag->edges.data[i].dst]++;
    for (uint32_t p = 0; p < pass_count; p++)
        if (!waiting[p])
            heap_push(ready, p);
    while (ready->count) {
        uint32_t pass = heap_pop(ready);
        dag->rank[pass] = done;
        dag->topo[done++] = pass;
        for (uint32_t i = dag->succ_first[pass]; i < dag->succ_first[pass + 1]; i++) {
            uint32_t next = dag->edges.data[dag->succ[i]].dst;
            if (!--waiting[next])
                heap_push(ready, next);
        }
    }
    return done;
}

static uint32_t waiting_predecessor(const depend_dag *dag, const uint32_t *waiting, uint32_t pass)
{
    for (uint32_t i = dag->pred_first[pass]; i < dag->pred_first[pass + 1]; i++)
        if (waiting[dag->edges.data[dag->pred[i]].src])
            return dag->edges.data[dag->pred[i]].src;
    return pass;
}

/* From any pass that still waits, predecessors that wait too lead round a cycle. */
static bool report_cycle(const graph_model *model, const depend_dag *dag, const uint32_t *waiting,
                         base_diags *diags)
{
    uint8_t *seen = BASE_NEW(diags->arena, uint8_t, model->pass_count);
    uint32_t *way = BASE_NEW(diags->arena, uint32_t, model->pass_count + 1);
    uint32_t pass = 0, count = 0;
    if (!seen || !way)
        return false;
    while (!waiting[pass])
        pass++;
    for (; !seen[pass]; pass = waiting_predecessor(dag, waiting, pass))
        seen[pass] = 1;
    uint32_t start = pass;
    do { /* once more round, from the end of the array: predecessors come first */
        way[model->pass_count - count++] = pass;
        pass = waiting_predecessor(dag, waiting, pass);
    } while (pass != start && count < model->pass_count);
    way[model->pass_count - count++] = start;
    const char *text =
        depend_way_text(model, diags->arena, way + model->pass_count + 1 - count, count);
    base_diags_add(diags, FUSOR_DIAGNOSTIC_CYCLE, model->passes[start].name, NULL,
                   "passes wait for each other: %s", text ? text : "");
    return text != NULL;
}

fusor_result depend_finish_dag(const graph_model *model, const uint8_t *live, base_diags *diags,
                               depend_dag *dag)
{
    base_arena *arena = diags->arena;
    uint32_t count = model->pass_count;
    heap ready = {BASE_NEW(arena, uint32_t, count), 0};
    uint32_t *waiting = BASE_NEW(arena, uint32_t, count);
    dag->topo = BASE_NEW(arena, uint32_t, count);
    dag->rank = BASE_NEW(arena, uint32_t, count);
    if (!add_manual_edges(model, live, arena, dag) || !ready.items || !waiting || !dag->topo ||
        !dag->rank || !build_rows(dag, arena, count, true, &dag->succ, &dag->succ_first) ||
        !build_rows(dag, arena, count, false, &dag->pred, &dag->pred_first))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    if (sort_topologically(dag, count, &ready, waiting) < count &&
        !report_cycle(model, dag, waiting, diags))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    return FUSOR_OK;
}
