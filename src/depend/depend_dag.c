/* In: edges in the order they were found. Out: successors, predecessors, a topological order; or the
 * passes of cycles, by name: all cycles that have no pass in common, up to a bound.
 * Promise: the order is the declared one wherever the edges allow (smallest declared index first).
 * O(E + P log P). */
#include "depend/depend.h"

#include "base/base_heap.h"

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

enum { CYCLES_MAX = 64 }; /* reported: each costs a walk through what waits for it */

typedef struct sorter {
    depend_dag *dag;
    base_heap ready;   /* pass indices */
    uint32_t *waiting; /* by pass: predecessors that are not done */
    uint32_t done;
} sorter;

static void sort_ready(sorter *s)
{
    depend_dag *dag = s->dag;
    while (s->ready.count) {
        uint32_t pass = (uint32_t)base_heap_pop(&s->ready).first;
        dag->rank[pass] = s->done;
        dag->topo[s->done++] = pass;
        for (uint32_t i = dag->succ_first[pass]; i < dag->succ_first[pass + 1]; i++) {
            uint32_t next = dag->edges.data[dag->succ[i]].dst;
            if (s->waiting[next] && !--s->waiting[next]) /* 0 already: of a reported cycle */
                base_heap_push(&s->ready, (base_heap_item){next, 0});
        }
    }
}

static void sort_topologically(sorter *s, uint32_t pass_count)
{
    for (uint32_t i = 0; i < s->dag->edges.count; i++)
        s->waiting[s->dag->edges.data[i].dst]++;
    for (uint32_t p = 0; p < pass_count; p++)
        if (!s->waiting[p])
            base_heap_push(&s->ready, (base_heap_item){p, 0});
    sort_ready(s);
}

static uint32_t waiting_predecessor(const depend_dag *dag, const uint32_t *waiting, uint32_t pass)
{
    for (uint32_t i = dag->pred_first[pass]; i < dag->pred_first[pass + 1]; i++)
        if (waiting[dag->edges.data[dag->pred[i]].src])
            return dag->edges.data[dag->pred[i]].src;
    return pass;
}

/* Predecessors that wait too lead from any pass that still waits round a cycle. Its passes, the first declared
 * once more at the end, in the order that the edges say: they end where the array of count + 1 ends. */
static uint32_t find_cycle(const sorter *s, uint32_t pass, uint32_t stamp, uint32_t *seen,
                           uint32_t *end)
{
    uint32_t count = 0;
    for (; seen[pass] != stamp; pass = waiting_predecessor(s->dag, s->waiting, pass))
        seen[pass] = stamp;
    uint32_t start = pass;
    for (uint32_t at = waiting_predecessor(s->dag, s->waiting, pass); at != pass;
         at = waiting_predecessor(s->dag, s->waiting, at))
        start = at < start ? at : start;
    pass = start;
    do { /* once more round, from the end of the array: predecessors come first */
        *(end - ++count) = pass;
        pass = waiting_predecessor(s->dag, s->waiting, pass);
    } while (pass != start);
    *(end - ++count) = start;
    return count;
}

/* What was reported counts as done, so that the next cycle shows. */
static void leave_cycle(sorter *s, const uint32_t *way, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        s->waiting[way[i]] = 0;
    for (uint32_t i = 1; i < count; i++)
        base_heap_push(&s->ready, (base_heap_item){way[i], 0});
    sort_ready(s);
}

static bool report_cycles(const graph_model *model, sorter *s, base_diags *diags)
{
    uint32_t pass_count = model->pass_count;
    uint32_t *seen = BASE_NEW(diags->arena, uint32_t, pass_count);
    uint32_t *way = BASE_NEW(diags->arena, uint32_t, pass_count + 1);
    if (!seen || !way)
        return false;
    uint32_t *end = way + pass_count + 1, cycles = 0;
    for (uint32_t pass = 0; pass < pass_count && cycles < CYCLES_MAX;) {
        if (!s->waiting[pass]) {
            pass++;
            continue;
        }
        uint32_t count = find_cycle(s, pass, ++cycles, seen, end);
        const char *text = depend_way_text(model, diags->arena, end - count, count);
        base_diags_add(diags, FUSOR_DIAGNOSTIC_CYCLE, model->passes[*(end - 1)].name, NULL,
                       "passes wait for each other: %s", text ? text : "");
        if (!text)
            return false;
        leave_cycle(s, end - count, count);
    }
    return true;
}

fusor_result depend_finish_dag(const graph_model *model, const uint8_t *live, base_diags *diags,
                               depend_dag *dag)
{
    base_arena *arena = diags->arena;
    uint32_t count = model->pass_count;
    sorter s = {.dag = dag, .waiting = BASE_NEW(arena, uint32_t, count)};
    dag->topo = BASE_NEW(arena, uint32_t, count);
    dag->rank = BASE_NEW(arena, uint32_t, count);
    if (!add_manual_edges(model, live, arena, dag) || !base_heap_init(arena, &s.ready, count) ||
        !s.waiting || !dag->topo || !dag->rank ||
        !build_rows(dag, arena, count, true, &dag->succ, &dag->succ_first) ||
        !build_rows(dag, arena, count, false, &dag->pred, &dag->pred_first))
        return FUSOR_ERROR_OUT_OF_MEMORY;
    sort_topologically(&s, count);
    return s.done == count || report_cycles(model, &s, diags) ? FUSOR_OK
                                                              : FUSOR_ERROR_OUT_OF_MEMORY;
}
