/* In: the uses of one pass. Out: what is wrong with each, and with two together.
 * Promise: after this, every use is one that its resource and its pass's kind can have, and no image
 * is attached and used otherwise in one pass, but for read-only depth. */
#include "check/check.h"

#define IMAGE_BIT 1u
#define BUFFER_BIT 2u
#define READ_BIT 4u
#define WRITE_BIT 8u
#define RAW_BIT 16u /* raw passes only */

static unsigned allowed(fusor_use_kind as)
{
    switch (as) {
    case FUSOR_USE_SAMPLED:
        return IMAGE_BIT | BUFFER_BIT | READ_BIT;
    case FUSOR_USE_STORAGE:
    case FUSOR_USE_COPY:
        return IMAGE_BIT | BUFFER_BIT | READ_BIT | WRITE_BIT;
    case FUSOR_USE_UNIFORM:
    case FUSOR_USE_VERTEX:
    case FUSOR_USE_INDEX:
    case FUSOR_USE_INDIRECT:
        return BUFFER_BIT | READ_BIT;
    case FUSOR_USE_RAW_COLOR:
    case FUSOR_USE_RAW_DEPTH:
        return IMAGE_BIT | READ_BIT | WRITE_BIT | RAW_BIT;
    case FUSOR_USE_RAW_RESOLVE:
        return IMAGE_BIT | WRITE_BIT | RAW_BIT;
    case FUSOR_USE_RAW_GENERAL:
        return IMAGE_BIT | BUFFER_BIT | READ_BIT | WRITE_BIT | RAW_BIT;
    default:
        return 0;
    }
}

static void check_kind(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = &c->model->resources[use->resource];
    unsigned can = allowed(use->as);
    unsigned need = (r->is_image ? IMAGE_BIT : BUFFER_BIT) | (use->writes ? WRITE_BIT : READ_BIT);
    if ((can & need) != need)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_USE_INVALID, pass->name, r->name,
                       "pass \"%s\": %s \"%s\" cannot be %s as %s", pass->name,
                       r->is_image ? "image" : "buffer", r->name, use->writes ? "written" : "read",
                       fusor_use_word(use->as));
    else if ((can & RAW_BIT) && pass->kind != FUSOR_PASS_RAW)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_KIND_MISMATCH, pass->name, r->name,
                       "pass \"%s\": \"%s\" as %s belongs to raw passes", pass->name, r->name,
                       fusor_use_word(use->as));
    else if (pass->kind == FUSOR_PASS_COPY && use->as != FUSOR_USE_COPY)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_KIND_MISMATCH, pass->name, r->name,
                       "copy pass \"%s\" can use \"%s\" only as copy", pass->name, r->name);
    else if (pass->kind == FUSOR_PASS_RASTER && use->as == FUSOR_USE_COPY)
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_KIND_MISMATCH, pass->name, r->name,
                       "raster pass \"%s\" cannot copy \"%s\" inside a render pass", pass->name,
                       r->name);
}

static void check_previous(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = &c->model->resources[use->resource];
    const fusor_use_desc *desc =
        use->writes ? &pass->desc->writes[use->slot] : &pass->desc->reads[use->slot];
    if (!desc->previous || (!use->writes && desc->previous < r->slots))
        return;
    base_diags_add(c->diags, FUSOR_DIAGNOSTIC_HISTORY_INVALID, pass->name, r->name,
                   "pass \"%s\" %s \"%s\" of %u frames ago, which has %u %s", pass->name,
                   use->writes ? "writes" : "reads", r->name, desc->previous, r->slots,
                   r->lifetime == FUSOR_LIFETIME_HISTORY ? "slots" : "slot and no history");
}

static fusor_format_features features_of(const graph_use *use)
{
    switch (use->as) {
    case FUSOR_USE_SAMPLED:
        return FUSOR_FORMAT_FEATURE_SAMPLED_IMAGE;
    case FUSOR_USE_STORAGE:
        return FUSOR_FORMAT_FEATURE_STORAGE_IMAGE;
    case FUSOR_USE_COPY:
        return use->writes ? FUSOR_FORMAT_FEATURE_TRANSFER_DST : FUSOR_FORMAT_FEATURE_TRANSFER_SRC;
    default:
        return 0;
    }
}

static void check_format(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = &c->model->resources[use->resource];
    if (r->format && !check_format_has(c->device, r->format->format, features_of(use)))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_FORMAT_UNSUPPORTED, pass->name, r->name,
                       "pass \"%s\": device \"%s\" cannot use %s as %s (\"%s\")", pass->name,
                       c->device->name, r->format->name, fusor_use_word(use->as), r->name);
    uint64_t limit = c->device->limits.storage_buffer_bytes;
    if (!r->is_image && use->as == FUSOR_USE_STORAGE && limit && use->region.bytes.count > limit)
        base_diags_add(
            c->diags, FUSOR_DIAGNOSTIC_LIMIT_EXCEEDED, pass->name, r->name,
            "pass \"%s\" uses %llu bytes of \"%s\" as storage; device \"%s\" allows %llu",
            pass->name, (unsigned long long)use->region.bytes.count, r->name, c->device->name,
            (unsigned long long)limit);
}

#define TRANSFER_STAGES                                                                            \
    (FUSOR_STAGE_COPY | FUSOR_STAGE_BLIT | FUSOR_STAGE_CLEAR | FUSOR_STAGE_RESOLVE |               \
     FUSOR_STAGE_ALL_TRANSFER)

/* The stages that a kind of pass has. A compute pass may record its own copies: it is outside any
 * render pass; a raster pass may not (Vulkan: commands allowed inside a render pass instance). */
static fusor_stages pass_stages(fusor_pass_kind kind)
{
    switch (kind) {
    case FUSOR_PASS_RASTER:
        return FUSOR_STAGE_DRAW_INDIRECT | FUSOR_STAGE_VERTEX_INPUT | FUSOR_STAGE_VERTEX_SHADER |
               FUSOR_STAGE_FRAGMENT_SHADER | FUSOR_STAGE_FRAGMENT_TESTS |
               FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT;
    case FUSOR_PASS_COMPUTE:
        return FUSOR_STAGE_DRAW_INDIRECT | FUSOR_STAGE_COMPUTE_SHADER | FUSOR_STAGE_VERTEX_INPUT |
               TRANSFER_STAGES;
    case FUSOR_PASS_COPY:
        return TRANSFER_STAGES;
    default:
        return ~0ull;
    }
}

/* The stages that can do a use (Vulkan 1.3, table "Supported access types"). */
static fusor_stages use_stages(fusor_use_kind as)
{
    const fusor_stages shaders = FUSOR_STAGE_VERTEX_SHADER | FUSOR_STAGE_FRAGMENT_SHADER |
                                 FUSOR_STAGE_COMPUTE_SHADER | FUSOR_STAGE_RAY_TRACING_SHADER;
    const fusor_stages build = FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD;
    switch (as) {
    case FUSOR_USE_SAMPLED:
    case FUSOR_USE_STORAGE:
    case FUSOR_USE_UNIFORM:
        return shaders | build;
    case FUSOR_USE_VERTEX:
    case FUSOR_USE_INDEX:
        return FUSOR_STAGE_VERTEX_INPUT | build;
    case FUSOR_USE_INDIRECT:
        return FUSOR_STAGE_DRAW_INDIRECT | build;
    case FUSOR_USE_COPY:
        return TRANSFER_STAGES;
    default:
        return ~0ull;
    }
}

static void check_stages(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = &c->model->resources[use->resource];
    const fusor_use_desc *desc =
        use->writes ? &pass->desc->writes[use->slot] : &pass->desc->reads[use->slot];
    fusor_stages declared = desc->stages;
    bool raw_access = pass->kind == FUSOR_PASS_RAW && desc->access;
    if (declared & ~(pass_stages(pass->kind) | FUSOR_STAGE_ALL_COMMANDS))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_KIND_MISMATCH, pass->name, r->name,
                       "pass \"%s\" uses \"%s\" in a stage that its kind does not have", pass->name,
                       r->name);
    else if (!raw_access && (declared & ~(use_stages(use->as) | FUSOR_STAGE_ALL_COMMANDS)))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_USE_INVALID, pass->name, r->name,
                       "pass \"%s\" uses \"%s\" as %s in a stage that cannot do that", pass->name,
                       r->name, fusor_use_word(use->as));
}

static bool may_meet(const graph_use *a, const graph_use *b)
{
    bool attached = a->attachment || b->attachment;
    if (!attached || (a->previous != b->previous))
        return true;
    /* Read-only depth may be an input or sampled in the same pass: one layout allows all three. */
    const graph_use *other = a->attachment ? b : a;
    bool reads_alike = other->attachment || other->as == FUSOR_USE_SAMPLED;
    return !a->writes && !b->writes && reads_alike;
}

/* The first later use of the pass that the attachment must not meet. */
static const graph_use *find_conflict(const check_context *c, const graph_pass *pass, uint32_t from)
{
    const graph_use *a = &c->model->uses.data[pass->uses.first + from];
    for (uint32_t k = from + 1; a->attachment && k < pass->uses.count; k++) {
        const graph_use *b = &c->model->uses.data[pass->uses.first + k];
        if (a->resource == b->resource && graph_regions_meet(true, &a->region, &b->region) &&
            !may_meet(a, b))
            return b;
    }
    return NULL;
}

static void check_pairs(const check_context *c, const graph_pass *pass)
{
    for (uint32_t i = 0; i < pass->uses.count; i++) {
        const graph_use *a = &c->model->uses.data[pass->uses.first + i];
        const graph_use *b = find_conflict(c, pass, i);
        const char *name = c->model->resources[a->resource].name;
        if (b)
            base_diags_add(c->diags, FUSOR_DIAGNOSTIC_ATTACHMENT_CONFLICT, pass->name, name,
                           "pass \"%s\" uses \"%s\" as %s and as %s at once", pass->name, name,
                           fusor_use_word(a->as), fusor_use_word(b->as));
    }
}

/* A descriptor shows one aspect (VUID-VkDescriptorImageInfo-imageView-01976). */
static void check_aspects(const check_context *c, const graph_pass *pass, const graph_use *use)
{
    const graph_resource *r = &c->model->resources[use->resource];
    bool shown =
        use->as == FUSOR_USE_SAMPLED || use->as == FUSOR_USE_STORAGE || use->as == FUSOR_USE_INPUT;
    fusor_aspects aspects = use->region.aspects;
    if (r->is_image && shown && (aspects & (aspects - 1)))
        base_diags_add(c->diags, FUSOR_DIAGNOSTIC_USE_INVALID, pass->name, r->name,
                       "pass \"%s\" uses both aspects of \"%s\" as %s; a shader sees one",
                       pass->name, r->name, fusor_use_word(use->as));
}

void check_uses(const check_context *c, const graph_pass *pass)
{
    for (uint32_t i = 0; i < pass->uses.count; i++) {
        const graph_use *use = &c->model->uses.data[pass->uses.first + i];
        check_aspects(c, pass, use);
        if (use->attachment)
            continue;
        if (pass->kind == FUSOR_PASS_RAW)
            check_raw(c, pass, use);
        check_kind(c, pass, use);
        check_previous(c, pass, use);
        check_format(c, pass, use);
        check_stages(c, pass, use);
    }
    check_pairs(c, pass);
}
