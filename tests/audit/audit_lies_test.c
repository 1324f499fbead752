/* Plan documents with one value changed: whatever a plan says that somebody
 * acts on, the reader or the auditor holds against the rest. What may be
 * changed without being found out is listed here, with the reason.
 * FUSOR_LIES=all: about every frame of the corpus. */
#include "core/plan_help.h"

#include "corpus/corpus.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { A_PATTERN = 6, PATTERNS_MAX = 512, PATTERN_MAX = 160 };

/* By the place in the document: keys as they are, indices as "*"; a row ends
 * all that begins with it. */
static const char *const HARMLESS[] = {
    "/hash",                /* of what the document holds: diff and tests compare it */
    "/diagnostics",         /* what the compile had to say */
    "/breaks/",             /* that there is one with a reason is checked, not which reasons
                   hold */
    "/culled/*/reason",     /* why; that it may be culled is checked */
    "/barriers/*/why",      /* why; alias is checked */
    "/barriers/*/kind",     /* an image barrier that changes no layout, or a memory
                            barrier */
    "/barriers/*/entry",    /* an entry's source is recorded as it stands, unless
                            frame-wrap says why */
    "/barriers/*/src",      /* audit_mutants_test removes stages and accesses; names
                          of passes and */
    "/barriers/*/dst",      /* wider scopes hurt nobody */
    "/barriers/*/aspects",  /* the same: wider, or made up for by another
                               barrier; see mutants */
    "/barriers/*/range",    /* the same */
    "/barriers/*/replaces", /* not all, or another occupant of the bytes */
    "/resources/*/placement/follows",     /* another one that was there before */
    "/frame/pools/*/exit",                /* wider, or reached by a chain */
    "/frame/persistent/*/exit",           /* the same */
    "/frame/persistent/*/write",          /* of a write that is available already */
    "/groups/*/path",                     /* one subpass is the same on either path */
    "/groups/*/dependencies",             /* see mutants */
    "/groups/*/bridged",                  /* who was moved out; the steps say where each pass
                            runs */
    "/groups/*/members/*/clears/*/clear", /* of an aspect that is not cleared */
    "/groups/*/attachments/*/load",       /* ops that do the same for contents that
                                        nobody needs */
    "/groups/*/attachments/*/store",      /* the same */
    "/groups/*/attachments/*/stencil_load",
    "/groups/*/attachments/*/stencil_store",
    "/groups/*/subpasses/*/depth_aspects", /* of no meaning: a depth attachment
                                              has all its aspects */
    "/groups/*/attachments/*/clear",       /* of an attachment that no op clears */
    "/traffic/unfused_load_bytes",         /* of another plan: known where this one
                                        fuses nothing */
    "/traffic/unfused_store_bytes",
    "/traffic/floor_bytes", /* not more than the plan moves is checked */
};

typedef struct lies {
    const fusor_graph *graph;
    const char *name;
    const char *device;
    json_t *root;
    char patterns[PATTERNS_MAX][PATTERN_MAX];
    uint32_t seen[PATTERNS_MAX], pattern_count;
    char path[PATTERN_MAX];
    uint32_t told, found, harmless, believed;
} lies;

static bool is_harmless(const char *path)
{
    for (size_t i = 0; i < sizeof HARMLESS / sizeof *HARMLESS; i++)
        if (strncmp(path, HARMLESS[i], strlen(HARMLESS[i])) == 0)
            return true;
    return false;
}

/* The same few of each place: documents have thousands of rows. */
static bool wants(lies *l)
{
    uint32_t i = 0;
    while (i < l->pattern_count && strcmp(l->patterns[i], l->path) != 0)
        i++;
    if (i == l->pattern_count) {
        assert_true(l->pattern_count < PATTERNS_MAX);
        snprintf(l->patterns[l->pattern_count++], PATTERN_MAX, "%s", l->path);
    }
    return l->seen[i]++ < A_PATTERN;
}

/* Whether the document as it is now is read and proven. */
static bool is_believed(lies *l)
{
    char *text = json_dumps(l->root, JSON_COMPACT);
    fusor_json_source source = {.text = text, .size = strlen(text)};
    fusor_json_errors *errors = NULL;
    fusor_audit_report *report = NULL;
    fusor_plan *plan = NULL;
    bool believed = false;
    if (fusor_json_read_plan(&source, l->graph, &plan, &errors) == FUSOR_OK) {
        fusor_audit_desc desc = {
            .graph = l->graph, .device = fusor_device_builtin(l->device), .plan = plan};
        believed = fusor_audit(&desc, &report) == FUSOR_OK;
    }
    fusor_audit_report_destroy(report);
    fusor_plan_destroy(plan);
    fusor_json_errors_destroy(errors);
    free(text);
    return believed;
}

static void tell(lies *l, const char *what)
{
    l->told++;
    if (!is_believed(l)) {
        l->found++;
    } else if (is_harmless(l->path)) {
        l->harmless++;
    } else {
        l->believed++;
        print_error("%s for %s: %s: %s is believed\n", l->name, l->device, l->path, what);
    }
}

static json_t *other_value(const json_t *value)
{
    if (json_is_integer(value))
        return json_integer(json_integer_value(value) + 1);
    if (json_is_real(value))
        return json_real(json_real_value(value) + 1);
    return json_is_boolean(value) ? json_boolean(!json_is_true(value)) : NULL;
}

static void lie_at(lies *l, json_t *value);

static void visit_object(lies *l, json_t *object)
{
    size_t length = strlen(l->path);
    const char *key;
    json_t *value;
    void *next;
    json_object_foreach_safe(object, next, key, value)
    {
        snprintf(l->path + length, PATTERN_MAX - length, "/%s", key);
        json_t *other = other_value(value);
        if (other && wants(l)) {
            json_t *kept = json_incref(value);
            json_object_set(object, key, other);
            tell(l, "another value");
            json_object_set_new(object, key, kept);
        } else if (!other) {
            lie_at(l, value);
        }
        json_decref(other);
        l->path[length] = '\0';
    }
}

static void change_element(lies *l, json_t *array, size_t i, json_t *other, const char *what)
{
    json_t *kept = json_incref(json_array_get(array, i));
    json_array_set(array, i, other);
    tell(l, what);
    json_array_set_new(array, i, kept);
}

static void visit_elements(lies *l, json_t *array)
{
    size_t length = strlen(l->path);
    snprintf(l->path + length, PATTERN_MAX - length, "/*");
    for (size_t i = 0; i < json_array_size(array); i++) {
        json_t *other = other_value(json_array_get(array, i));
        if (other && wants(l))
            change_element(l, array, i, other, "another value");
        else if (!other)
            lie_at(l, json_array_get(array, i));
        json_decref(other);
    }
    l->path[length] = '\0';
}

/* Its last one is gone. */
static void visit_array(lies *l, json_t *array)
{
    size_t count = json_array_size(array);
    visit_elements(l, array);
    if (!count || !wants(l))
        return;
    json_t *last = json_incref(json_array_get(array, count - 1));
    json_array_remove(array, count - 1);
    tell(l, "without its last entry, it");
    json_array_append_new(array, last);
}

static void lie_at(lies *l, json_t *value)
{
    if (json_is_object(value))
        visit_object(l, value);
    else if (json_is_array(value))
        visit_array(l, value);
}

static void lie_about(const char *name, const char *device, fusor_fuse_policy fuse)
{
    fusor_policy policy = {.fuse = fuse};
    fusor_graph *graph = corpus_frame(name);
    help_plan made = help_compile_with(graph, fusor_device_builtin(device), &policy, NULL);
    lies *l = calloc(1, sizeof *l);
    char *text = NULL;
    assert_non_null(l);
    assert_int_equal(fusor_json_write_plan(made.plan, &text), FUSOR_OK);
    l->graph = made.graph;
    l->name = name;
    l->device = device;
    l->root = json_loads(text, 0, NULL);
    assert_non_null(l->root);
    assert_true(is_believed(l));
    lie_at(l, l->root);
    print_message("%s for %s: %u changed documents, %u found out, %u harmless\n", name, device,
                  l->told, l->found, l->harmless);
    assert_int_equal(l->believed, 0);
    assert_true(l->found > l->told / 2);
    json_decref(l->root);
    fusor_json_free(text);
    free(l);
    help_finish(&made);
}

static void lies_about_render_passes_are_found_out(void **state)
{
    (void)state;
    lie_about("godot-mobile", "tiler", FUSOR_FUSE_FULL);
    lie_about("vkex-inputattachments", "tiler", FUSOR_FUSE_FULL);
    lie_about("khronos-msaa-post", "immediate", FUSOR_FUSE_FULL);
}

static void lies_about_memory_are_found_out(void **state)
{
    (void)state;
    lie_about("granite-deferred", "immediate", FUSOR_FUSE_OFF);
    lie_about("case-b01", "tiler", FUSOR_FUSE_OFF);
}

static void lies_about_any_frame_are_found_out(void **state)
{
    (void)state;
    for (const char *const *name = corpus_names(); *name; name++) {
        lie_about(*name, "tiler", FUSOR_FUSE_FULL);
        lie_about(*name, "immediate", FUSOR_FUSE_OFF);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lies_about_render_passes_are_found_out),
        cmocka_unit_test(lies_about_memory_are_found_out),
    };
    const struct CMUnitTest all[] = {
        cmocka_unit_test(lies_about_any_frame_are_found_out),
    };
    const char *wanted = getenv("FUSOR_LIES");
    return wanted && strcmp(wanted, "all") == 0 ? cmocka_run_group_tests(all, NULL, NULL)
                                                : cmocka_run_group_tests(tests, NULL, NULL);
}
