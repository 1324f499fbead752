/* In: a read of something that has no contents yet. Out: the diagnostic that says why.
 * Promise: never-written when nobody writes it, cycle when the later writer depends on the reader
 * (the way is listed by names), else read-before-write. O(later writes of the resource + resources that
 * somebody writes) a faulty read, O(edges) for the first of them, which are searched for cycles. */
#include "depend/depend.h"

#include <string.h>

enum { WAY_NAMES_MAX = 24, AVAILABLE_NAMES_MAX = 8 };

/* Searches for a cycle are bounded: after the first ways round, further ones tell nothing new. */
enum { SEARCHES_MAX = 64 };

typedef struct reporter {
    const depend_tables *tables;
    const depend_dag *dag;
    base_diags *diags;
    uint32_t *parent, *stack;       /* by pass */
    uint32_t *writes, *first_write; /* CSR: writing uses by resource, in declared order */
    uint32_t *filled, filled_count; /* resources that have contents at some time */
    uint32_t searches;
} reporter;

const char *depend_way_text(const graph_model *model, base_arena *arena, const uint32_t *passes,
                            uint32_t count)
{
    const char *text = base_arena_format(arena, "\"%s\"", model->passes[passes[0]].name);
    for (uint32_t i = 1; text && i < count; i++) {
        bool cut = count > WAY_NAMES_MAX && i == WAY_NAMES_MAX / 2;
        if (cut)
            i = count - WAY_NAMES_MAX / 2;
        text = base_arena_format(arena, "%s before %s\"%s\"", text, cut ? "… before " : "",
                                 model->passes[passes[i]].name);
    }
    return text;
}

/* The first write of the resource behind the pass. */
static uint32_t first_behind(const reporter *r, uint32_t resource, uint32_t pass)
{
    uint32_t low = r->first_write[resource], high = r->first_write[resource + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (r->tables->uses[r->writes[middle]].pass > pass)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static uint32_t later_writer(const reporter *r, const graph_use *read)
{
    bool is_image = r->tables->model->resources[read->resource].is_image;
    uint32_t end = r->first_write[read->resource + 1];
    for (uint32_t i = first_behind(r, read->resource, read->pass); !read->previous && i < end;
         i++) {
        const graph_use *use = &r->tables->uses[r->writes[i]];
        if (graph_regions_meet(is_image, &use->region, &read->region))
            return use->pass;
    }
    return FUSOR_NONE;
}

/* Depth first from `from`; parents lead back from `to`. */
static bool find_way(const depend_dag *dag, uint32_t from, uint32_t to, uint32_t *parent,
                     uint32_t *stack)
{
    uint32_t depth = 0;
    stack[depth++] = from;
    parent[from] = from + 1;
    while (depth) {
        uint32_t pass = stack[--depth];
        for (uint32_t i = dag->succ_first[pass]; i < dag->succ_first[pass + 1]; i++) {
            const depend_edge *edge = &dag->edges.data[dag->succ[i]];
            uint32_t next = edge->dst;
            bool needs = edge->kinds & (DEPEND_FLOW | DEPEND_RAW | DEPEND_MANUAL);
            if (!needs || parent[next]) /* an overwrite waits, it needs nothing */
                continue;
            parent[next] = pass + 1;
            stack[depth++] = next;
        }
    }
    return parent[to] != 0;
}

/* The way from `from` to `to` and back to `from`, as text. */
static const char *way_text(const depend_tables *tables, base_arena *arena, uint32_t from,
                            uint32_t to, const uint32_t *parent)
{
    uint32_t total = tables->model->pass_count + 1, count = 0;
    uint32_t *way = BASE_NEW(arena, uint32_t, total);
    if (!way)
        return NULL;
    way[total - ++count] = from;
    for (uint32_t pass = to; count < total; pass = parent[pass] - 1) {
        way[total - ++count] = pass;
        if (pass == from)
            break;
    }
    return depend_way_text(tables->model, arena, way + total - count, count);
}

static const char *where_text(const graph_resource *r, const fusor_region *region,
                              base_arena *arena)
{
    if (r->is_image)
        return base_arena_format(arena, "mips %u to %u, layers %u to %u", region->mips.first,
                                 region->mips.first + region->mips.count - 1, region->layers.first,
                                 region->layers.first + region->layers.count - 1);
    return base_arena_format(arena, "bytes %llu to %llu", (unsigned long long)region->bytes.first,
                             (unsigned long long)(region->bytes.first + region->bytes.count - 1));
}

static bool starts_filled(const graph_resource *r)
{
    return r->lifetime == FUSOR_LIFETIME_IMPORTED ? r->import.initial.state != FUSOR_STATE_UNDEFINED
                                                  : r->lifetime != FUSOR_LIFETIME_TRANSIENT;
}

/* Something of it has contents when the pass runs. */
static bool is_available(const reporter *r, uint32_t resource, uint32_t pass)
{
    uint32_t first = r->first_write[resource];
    return starts_filled(&r->tables->model->resources[resource]) ||
           (first < r->first_write[resource + 1] && r->tables->uses[r->writes[first]].pass < pass);
}

/* What the pass could have read: a wrong name is the usual fault. Images or buffers, as the read. */
static const char *available_text(const reporter *r, const graph_use *read)
{
    const graph_resource *resources = r->tables->model->resources;
    base_arena *arena = r->diags->arena;
    const char *text = "";
    uint32_t count = 0;
    for (uint32_t i = 0; text && i < r->filled_count; i++) {
        uint32_t resource = r->filled[i];
        if (resource == read->resource ||
            resources[resource].is_image != resources[read->resource].is_image ||
            !is_available(r, resource, read->pass))
            continue;
        if (count == AVAILABLE_NAMES_MAX)
            return base_arena_format(arena, "%s, …", text);
        text = base_arena_format(arena, "%s%s\"%s\"", text, count++ ? ", " : "",
                                 resources[resource].name);
    }
    return text && !*text ? "nothing" : text;
}

static bool is_cycle(reporter *r, uint32_t reader, uint32_t writer)
{
    if (r->searches++ >= SEARCHES_MAX)
        return false;
    memset(r->parent, 0, r->tables->model->pass_count * sizeof *r->parent);
    return find_way(r->dag, reader, writer, r->parent, r->stack);
}

static void report_later_writer(reporter *r, const graph_use *use, uint32_t writer,
                                const char *available)
{
    const depend_tables *tables = r->tables;
    const graph_model *model = tables->model;
    base_diags *diags = r->diags;
    const char *name = model->resources[use->resource].name;
    const char *pass = model->passes[use->pass].name;
    if (is_cycle(r, use->pass, writer)) {
        const char *way = way_text(tables, diags->arena, use->pass, writer, r->parent);
        base_diags_add(diags, FUSOR_DIAGNOSTIC_CYCLE, pass, name,
                       "passes wait for each other: %s, which reads \"%s\"", way ? way : "", name);
    } else {
        base_diags_add(diags, FUSOR_DIAGNOSTIC_READ_BEFORE_WRITE, pass, name,
                       "pass \"%s\" reads \"%s\" before pass \"%s\" writes it; available are: %s",
                       pass, name, model->passes[writer].name, available);
    }
}

static void report_read(reporter *r, uint32_t index)
{
    const graph_model *model = r->tables->model;
    const graph_use *use = &r->tables->uses[index];
    const graph_resource *resource = &model->resources[use->resource];
    const char *pass = model->passes[use->pass].name;
    const char *where = where_text(resource, &use->region, r->diags->arena);
    const char *available = available_text(r, use);
    uint32_t writer = later_writer(r, use);
    if (!where || !available)
        r->diags->out_of_memory = true;
    else if (writer == FUSOR_NONE)
        base_diags_add(r->diags, FUSOR_DIAGNOSTIC_NEVER_WRITTEN, pass, resource->name,
                       "pass \"%s\" reads \"%s\" (%s), but not all of it is written by any pass; "
                       "available are: %s",
                       pass, resource->name, where, available);
    else
        report_later_writer(r, use, writer, available);
}

static bool find_writes(reporter *r)
{
    const depend_tables *tables = r->tables;
    uint32_t count = tables->model->resource_count, written = 0;
    r->writes = BASE_NEW(r->diags->arena, uint32_t, tables->use_count);
    r->first_write = BASE_NEW(r->diags->arena, uint32_t, (size_t)count + 1);
    r->filled = BASE_NEW(r->diags->arena, uint32_t, count);
    if (!r->writes || !r->first_write || !r->filled)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        r->first_write[i] = written;
        for (uint32_t k = tables->resource_first[i]; k < tables->resource_first[i + 1]; k++)
            if (tables->uses[tables->resource_uses[k]].writes)
                r->writes[written++] = tables->resource_uses[k];
        if (written > r->first_write[i] || starts_filled(&tables->model->resources[i]))
            r->filled[r->filled_count++] = i;
    }
    r->first_write[count] = written;
    return true;
}

void depend_report_reads(const depend_tables *tables, const depend_dag *dag, base_diags *diags,
                         fusor_slice bad, const uint32_t *uses)
{
    reporter r = {.tables = tables, .dag = dag, .diags = diags};
    if (!bad.count)
        return;
    r.parent = BASE_NEW(diags->arena, uint32_t, tables->model->pass_count);
    r.stack = BASE_NEW(diags->arena, uint32_t, tables->model->pass_count);
    if (!r.parent || !r.stack || !find_writes(&r)) {
        diags->out_of_memory = true;
        return;
    }
    for (uint32_t i = bad.first; i < bad.first + bad.count; i++)
        report_read(&r, uses[i]);
}
