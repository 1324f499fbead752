/* In: the models of two graphs that differ in nothing but sizes and states of imports. Out: the stages of
 * the first compile whose input did not change.
 * Promise: a stage is kept only if all that its rooms read of the model is the same; the tests hold every
 * kept result against a new compile. O(uses + resources). */
#include "compile/compile.h"

static bool same_regions(const fusor_region *a, const fusor_region *b)
{
    return a->aspects == b->aspects && a->mips.first == b->mips.first &&
           a->mips.count == b->mips.count && a->layers.first == b->layers.first &&
           a->layers.count == b->layers.count && a->bytes.first == b->bytes.first &&
           a->bytes.count == b->bytes.count;
}

/* Ranges are cut at the end of a buffer; an area, or a copy between unlike extents, decides what is
 * overwritten; stages of a copy are those of the operations that it meets. */
static bool same_uses(const graph_model *old, const graph_model *now)
{
    if (old->uses.count != now->uses.count)
        return false;
    for (uint32_t i = 0; i < old->uses.count; i++) {
        const graph_use *a = &old->uses.data[i], *b = &now->uses.data[i];
        if (a->overwrites != b->overwrites || a->reads != b->reads || a->writes != b->writes ||
            a->stages != b->stages || a->access != b->access || a->layout != b->layout ||
            a->layout_after != b->layout_after || !same_regions(&a->region, &b->region))
            return false;
    }
    return true;
}

/* What `depend`, `cull`, `fuse` and `life` ask of an import: whether it has contents, whether they are
 * kept. Its layouts and stages are the business of `sync`. */
static bool same_contents(const graph_resource *a, const graph_resource *b)
{
    return (a->import.initial.state == FUSOR_STATE_UNDEFINED) ==
               (b->import.initial.state == FUSOR_STATE_UNDEFINED) &&
           a->import.discard == b->import.discard;
}

static bool same_hazards(const graph_model *old, const graph_model *now)
{
    for (uint32_t r = 0; r < old->resource_count; r++) {
        const graph_resource *a = &old->resources[r], *b = &now->resources[r];
        if (!same_contents(a, b) || (!a->is_image && a->bytes != b->bytes))
            return false;
    }
    return same_uses(old, now);
}

/* Which sizes are equal decides what may be fused, which are large what pays. Bases count too: another one
 * that happens to give the same extent is another equality. */
static bool same_sizes(const graph_model *old, const graph_model *now)
{
    for (uint32_t r = 0; r < old->image_count; r++) {
        const graph_resource *a = &old->resources[r], *b = &now->resources[r];
        if (memcmp(a->extent, b->extent, sizeof a->extent) != 0 ||
            memcmp(&a->size, &b->size, sizeof a->size) != 0)
            return false;
    }
    for (uint32_t i = 0; i < old->pass_count; i++) {
        const graph_pass *a = &old->passes[i], *b = &now->passes[i];
        if (memcmp(a->extent, b->extent, sizeof a->extent) != 0 ||
            memcmp(a->area, b->area, sizeof a->area) != 0)
            return false;
    }
    return true;
}

compile_stages compile_find_kept(const graph_model *old, const graph_model *now)
{
    if (!same_hazards(old, now))
        return 0;
    return COMPILE_DEPEND | (same_sizes(old, now) ? COMPILE_FUSE : 0u);
}
