/* demo_report.c: prints the table.
 * In: plans and what was counted. Out: text on stdout. Promised: every number is the plan's or was
 * counted in this run; nothing is assumed. */
#include "demo_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *demo_report_grouped(uint64_t number, char out[32])
{
    char digits[24];
    size_t count = (size_t)snprintf(digits, sizeof digits, "%" PRIu64, number), at = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0) {
            out[at++] = ',';
        }
        out[at++] = digits[i];
    }
    out[at] = '\0';
    return out;
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right ? 1 : 0;
}

uint64_t demo_report_median(uint64_t *numbers, uint32_t count)
{
    qsort(numbers, count, sizeof numbers[0], compare_numbers);
    return count % 2 == 1 ? numbers[count / 2] : (numbers[count / 2 - 1] + numbers[count / 2]) / 2;
}

typedef uint64_t (*number_fn)(const demo_variant *variant);

static uint64_t render_passes(const demo_variant *variant)
{
    return variant->plan->counts.render_passes;
}

static uint64_t load_bytes(const demo_variant *variant)
{
    return variant->plan->traffic.load_bytes;
}

static uint64_t store_bytes(const demo_variant *variant)
{
    return variant->plan->traffic.store_bytes;
}

static uint64_t gbuffer_stored(const demo_variant *variant)
{
    return demo_frame_gbuffer_bytes(variant->frame, variant->plan, true);
}

static uint64_t memory_placed(const demo_variant *variant)
{
    return variant->plan->memory_placed;
}

static uint64_t memory_sum(const demo_variant *variant)
{
    return variant->plan->memory_sum;
}

static uint64_t memory_bound(const demo_variant *variant)
{
    return variant->plan->memory_lower_bound;
}

static uint64_t barriers(const demo_variant *variant)
{
    return variant->plan->counts.barriers;
}

static uint64_t barrier_calls(const demo_variant *variant)
{
    return variant->plan->counts.barrier_calls;
}

static uint64_t created(const demo_variant *variant)
{
    return variant->steady_created;
}

static uint64_t allocated(const demo_variant *variant)
{
    return variant->steady_heap;
}

static void print_row(const demo_report *report, const char *label, number_fn number)
{
    char text[32];
    printf("%-36s", label);
    for (uint32_t i = 0; i < DEMO_VARIANTS; i++) {
        printf("%16s", demo_report_grouped(number(&report->variants[i]), text));
    }
    printf("\n");
}

/* The first frame is left out: drivers compile shaders in it. */
static double median_ms(const demo_report *report, uint32_t variant)
{
    const demo_variant *one = &report->variants[variant];
    return (double)demo_report_median(one->times_ns + 1, report->frames - 1) / 1e6;
}

static void print_times(const demo_report *report)
{
    printf("%-36s", "median frame time, ms (interleaved)");
    for (uint32_t i = 0; i < DEMO_VARIANTS; i++) {
        printf("%16.1f", median_ms(report, i));
    }
    printf("\n");
}

static void print_table(const demo_report *report)
{
    static const struct {
        const char *label;
        number_fn number;
    } rows[] = {{"render passes", render_passes},
                {"bytes loaded by render passes", load_bytes},
                {"bytes stored by render passes", store_bytes},
                {"  of them G-buffer", gbuffer_stored},
                {"memory placed, bytes", memory_placed},
                {"  sum of all alone", memory_sum},
                {"  lower bound", memory_bound},
                {"barriers", barriers},
                {"  in calls", barrier_calls},
                {"objects created in steady frames", created},
                {"heap allocations in steady frames", allocated}};
    printf("\n%-36s", "a frame");
    for (uint32_t i = 0; i < DEMO_VARIANTS; i++) {
        printf("%16s", report->variants[i].name);
    }
    printf("\n");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        print_row(report, rows[i].label, rows[i].number);
    }
    print_times(report);
}

static void print_group(const fusor_plan *plan, const fusor_plan_group *group)
{
    printf("  one render pass, %u subpass%s:", group->subpasses.count,
           group->subpasses.count == 1 ? "" : "es");
    for (uint32_t i = 0; i < group->members.count; i++) {
        const fusor_plan_member *member = &plan->members[group->members.first + i];
        printf(" %s", plan->passes[member->pass].name);
    }
    printf("\n");
}

static void print_groups(const demo_report *report)
{
    const fusor_plan *plan = report->variants[DEMO_VARIANT_ALL_ON].plan;
    printf("\nfused (path %s where there are several subpasses):\n",
           fusor_path_word(FUSOR_PATH_SUBPASSES));
    for (uint32_t i = 0; i < plan->group_count; i++) {
        if (plan->groups[i].members.count > 1) {
            print_group(plan, &plan->groups[i]);
        }
    }
}

static uint64_t gbuffer_size(const demo_report *report)
{
    const demo_variant *variant = &report->variants[DEMO_VARIANT_ALL_ON];
    const demo_frame *frame = variant->frame;
    const fusor_image images[4] = {frame->albedo, frame->normal, frame->material, frame->emission};
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t index = fusor_plan_find_image(variant->plan, images[i]);
        bytes += index != FUSOR_NONE ? variant->plan->resources[index].bytes : 0;
    }
    return bytes;
}

static double megabytes(uint64_t bytes)
{
    return (double)bytes / 1e6;
}

static void print_savings(const demo_report *report)
{
    const fusor_plan *on = report->variants[DEMO_VARIANT_ALL_ON].plan;
    const fusor_plan *unfused = report->variants[DEMO_VARIANT_FUSION_OFF].plan;
    const fusor_plan *alone = report->variants[DEMO_VARIANT_ALIASING_OFF].plan;
    char stored[32], size[32];
    uint64_t moved = on->traffic.load_bytes + on->traffic.store_bytes;
    uint64_t unfused_moved = unfused->traffic.load_bytes + unfused->traffic.store_bytes;
    printf("\n%s of %s bytes of G-buffer stored.\n",
           demo_report_grouped(gbuffer_stored(&report->variants[DEMO_VARIANT_ALL_ON]), stored),
           demo_report_grouped(gbuffer_size(report), size));
    printf("Fusion: %u render passes instead of %u; %.1f MB a frame moved by load and store ops "
           "instead\n"
           "of %.1f MB.\n",
           on->counts.render_passes, unfused->counts.render_passes, megabytes(moved),
           megabytes(unfused_moved));
    printf("Aliasing: %.1f MB of memory instead of %.1f MB; its lower bound is %.1f MB.\n",
           megabytes(on->memory_placed), megabytes(alone->memory_placed),
           megabytes(on->memory_lower_bound));
}

static bool print_pictures(const demo_report *report)
{
    if (report->different_frames == 0) {
        printf(
            "Pictures: byte-identical, all on = fusion off = aliasing off, in each of %u frames.\n",
            report->frames);
    } else {
        printf("Pictures: DIFFERENT in %u of %u frames.\n", report->different_frames,
               report->frames);
    }
    return report->different_frames == 0;
}

static bool print_counts(const demo_report *report)
{
    uint64_t objects = 0, heap = 0;
    for (uint32_t i = 0; i < DEMO_VARIANTS; i++) {
        objects += report->variants[i].steady_created;
        heap += report->variants[i].steady_heap;
    }
    printf("Steady frames: %" PRIu64 " Vulkan objects created, %" PRIu64 " heap allocations.\n",
           objects, heap);
    if (report->missed != NULL) {
        printf("Not counted: %s, which the executor asked for.\n", report->missed);
    }
    if (report->validated) {
        printf("Validation: %u messages (%u known to be false).\n", report->messages,
               report->filtered);
    }
    return objects == 0 && heap == 0 && report->missed == NULL && report->messages == 0;
}

bool demo_report_print(const demo_report *report)
{
    const demo_content *content = report->content;
    printf("fusor demo: %u x %u, %u frames a variant, on %s\n", content->size[0], content->size[1],
           report->frames, report->gpu);
    printf("scene: %u things, %u lights, %u sprites, 4 shadow cascades; %u passes\n",
           content->scene->placing_count, content->data->scene.light_count,
           content->data->scene.sprite_count, (unsigned)DEMO_PASS_COUNT);
    print_table(report);
    print_groups(report);
    print_savings(report);
    bool same = print_pictures(report);
    bool steady = print_counts(report);
    return same && steady;
}
