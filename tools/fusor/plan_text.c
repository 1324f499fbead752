/* In: a plan. Out: text for a graphics programmer: first what was saved, then why not more. */
#include "plan_text.h"

#include <inttypes.h>

/* ---------------------------------------------------------------------------------- small pieces */

const char *plan_name(plan_text *text, const char *name)
{
    if (!name) {
        return "-";
    }
    char *buffer = text->names[text->next++ % PLAN_NAMES];
    return cli_clean(name, buffer, sizeof(text->names[0]));
}

const char *plan_pass(plan_text *text, uint32_t pass)
{
    return plan_name(text, pass < text->plan->pass_count ? text->plan->passes[pass].name : NULL);
}

const char *plan_resource(plan_text *text, uint32_t resource)
{
    bool known = resource < text->plan->resource_count;
    return plan_name(text, known ? text->plan->resources[resource].name : NULL);
}

uint32_t plan_width(const char *name)
{
    uint32_t width = 0;
    for (; *name; name++) {
        width += ((unsigned char)*name & 0xc0) != 0x80;
    }
    return width;
}

void plan_put_padded(plan_text *text, const char *name, uint32_t width)
{
    uint32_t used = plan_width(name);
    fprintf(text->file, "%s%*s", name, used < width ? (int)(width - used) : 0, "");
}

const char *plan_bytes(uint64_t bytes, char buffer[PLAN_BYTES])
{
    static const char *const units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    if (bytes < 1024) {
        snprintf(buffer, PLAN_BYTES, "%u B", (unsigned)bytes);
        return buffer;
    }
    uint64_t unit = 1024;
    unsigned i = 0;
    while (bytes / unit >= 1024 && i < 5) {
        unit *= 1024;
        i++;
    }
    uint64_t tenths = bytes / unit * 10 + (bytes % unit) / (unit / 10 + 1);
    snprintf(buffer, PLAN_BYTES, "%" PRIu64 ".%u %s", tenths / 10, (unsigned)(tenths % 10),
             units[i]);
    return buffer;
}

/* -------------------------------------------------------------------------------------- summary */

static void put_head(plan_text *text)
{
    const fusor_plan *plan = text->plan;
    fprintf(text->file, "%s\n", plan_name(text, plan->graph_name));
    fprintf(text->file, "device %s, fuse=%s alias=%s pack=%s order=%s, plan %016" PRIx64 "\n\n",
            plan_name(text, plan->device_name), fusor_fuse_word(plan->policy.fuse),
            fusor_alias_word(plan->policy.alias), fusor_pack_word(plan->policy.pack),
            fusor_order_word(plan->policy.order), plan->hash);
}

/* "   -38 %", "" where nothing changed. */
static const char *change(uint64_t now, uint64_t before, char buffer[24])
{
    buffer[0] = '\0';
    if (before && now < before) {
        uint64_t saved = before - now;
        unsigned percent = saved > UINT64_MAX / 100 ? (unsigned)(saved / (before / 100))
                                                    : (unsigned)(saved * 100 / before);
        snprintf(buffer, 24, "   -%u %%", percent);
    } else if (now > before) {
        snprintf(buffer, 24, "   more");
    }
    return buffer;
}

static void put_count_row(plan_text *text, const char *label, uint32_t now, uint32_t before)
{
    char saved[24];
    fprintf(text->file, "  %-16s %12u %12u%s\n", label, now, before, change(now, before, saved));
}

static void put_bytes_row(plan_text *text, const char *label, uint64_t now, uint64_t before)
{
    char a[PLAN_BYTES], b[PLAN_BYTES], saved[24];
    fprintf(text->file, "  %-16s %12s %12s%s\n", label, plan_bytes(now, a), plan_bytes(before, b),
            change(now, before, saved));
}

static void put_summary(plan_text *text)
{
    const fusor_plan *plan = text->plan;
    const fusor_traffic *traffic = &plan->traffic;
    char floor[PLAN_BYTES], bound[PLAN_BYTES], memoryless[PLAN_BYTES];
    fprintf(text->file, "  %-16s %12s %12s\n", "", "this plan", "unfused");
    put_count_row(text, "render passes", plan->counts.render_passes,
                  plan->counts.unfused_render_passes);
    put_bytes_row(text, "bytes loaded", traffic->load_bytes, traffic->unfused_load_bytes);
    put_bytes_row(text, "bytes stored", traffic->store_bytes, traffic->unfused_store_bytes);
    fprintf(text->file, "  %-16s %12s   no plan of this frame moves less\n", "floor",
            plan_bytes(traffic->floor_bytes, floor));
    fprintf(text->file, "\n  %-16s %12s %12s\n", "", "placed", "each alone");
    put_bytes_row(text, "memory", plan->memory_placed, plan->memory_sum);
    fprintf(text->file, "  %-16s %12s   no placement takes less\n", "bound",
            plan_bytes(plan->memory_lower_bound, bound));
    fprintf(text->file, "  %-16s %12s   never allocated\n", "memoryless",
            plan_bytes(plan->memoryless_bytes, memoryless));
    fprintf(text->file, "\n  %u passes run of %u; %u barriers in %u calls\n", plan->order_count,
            plan->pass_count, plan->counts.barriers, plan->counts.barrier_calls);
}

void plan_print_text(const fusor_plan *plan, FILE *file)
{
    plan_text text = {.plan = plan, .file = file};
    put_head(&text);
    put_summary(&text);
    plan_text_order(&text);
    plan_text_resources(&text);
}
