/* In: words of a document. Out: the numbers of fusor.h, and back.
 * Where the core owns a word (accesses, layouts), the row holds the number alone. */
#include "json_words.h"

#include <string.h>

#define COUNT(rows) ((uint32_t)(sizeof(rows) / sizeof((rows)[0])))
#define TABLE(name, noun, rows) const json_words json_words_##name = {noun, rows, COUNT(rows), NULL}

static const json_word pass_kinds[] = {{"raster", FUSOR_PASS_RASTER},
                                       {"compute", FUSOR_PASS_COMPUTE},
                                       {"copy", FUSOR_PASS_COPY},
                                       {"raw", FUSOR_PASS_RAW}};
TABLE(pass_kind, "pass kind", pass_kinds);

static const json_word pass_flags[] = {{"side_effects", FUSOR_PASS_SIDE_EFFECTS},
                                       {"no_fuse", FUSOR_PASS_NO_FUSE},
                                       {"bridge", FUSOR_PASS_BRIDGE},
                                       {"static", FUSOR_PASS_STATIC}};
TABLE(pass_flag, "pass flag", pass_flags);

static const json_word queues[] = {{"graphics", FUSOR_QUEUE_GRAPHICS},
                                   {"compute", FUSOR_QUEUE_COMPUTE},
                                   {"transfer", FUSOR_QUEUE_TRANSFER}};
TABLE(queue, "queue", queues);

static const json_word image_types[] = {
    {"2d", FUSOR_IMAGE_2D}, {"3d", FUSOR_IMAGE_3D}, {"cube", FUSOR_IMAGE_CUBE}};
TABLE(image_type, "image type", image_types);

static const json_word states[] = {
    {"undefined", FUSOR_STATE_UNDEFINED}, {"color", FUSOR_STATE_COLOR},
    {"depth", FUSOR_STATE_DEPTH},         {"sampled", FUSOR_STATE_SAMPLED},
    {"storage", FUSOR_STATE_STORAGE},     {"copy_src", FUSOR_STATE_COPY_SRC},
    {"copy_dst", FUSOR_STATE_COPY_DST},   {"present", FUSOR_STATE_PRESENT},
    {"general", FUSOR_STATE_GENERAL}};
TABLE(state, "state", states);

static const json_word hosts[] = {{"read", FUSOR_HOST_READ}, {"write", FUSOR_HOST_WRITE}};
TABLE(host, "host access", hosts);

static const json_word uses[] = {
    {"sampled", FUSOR_USE_SAMPLED},     {"storage", FUSOR_USE_STORAGE},
    {"uniform", FUSOR_USE_UNIFORM},     {"vertex", FUSOR_USE_VERTEX},
    {"index", FUSOR_USE_INDEX},         {"indirect", FUSOR_USE_INDIRECT},
    {"copy", FUSOR_USE_COPY},           {"color", FUSOR_USE_RAW_COLOR},
    {"depth", FUSOR_USE_RAW_DEPTH},     {"resolve", FUSOR_USE_RAW_RESOLVE},
    {"general", FUSOR_USE_RAW_GENERAL},
};
TABLE(use, "use", uses);

static const json_word loads[] = {
    {"clear", FUSOR_LOAD_CLEAR}, {"load", FUSOR_LOAD_LOAD}, {"overwrite", FUSOR_LOAD_OVERWRITE}};
TABLE(load, "load word", loads);

static const json_word resolves[] = {{"average", FUSOR_RESOLVE_AVERAGE},
                                     {"sample_zero", FUSOR_RESOLVE_SAMPLE_ZERO},
                                     {"min", FUSOR_RESOLVE_MIN},
                                     {"max", FUSOR_RESOLVE_MAX}};
TABLE(resolve, "resolve mode", resolves);

static const json_word copies[] = {{"copy", FUSOR_COPY_COPY},
                                   {"blit", FUSOR_COPY_BLIT},
                                   {"resolve", FUSOR_COPY_RESOLVE},
                                   {"clear", FUSOR_COPY_CLEAR},
                                   {"fill", FUSOR_COPY_FILL}};
TABLE(copy, "copy operation", copies);

static const json_word filters[] = {{"nearest", 0}, {"linear", 1}};
TABLE(filter, "filter", filters);

static const json_word aspects[] = {{"color", FUSOR_ASPECT_COLOR},
                                    {"depth", FUSOR_ASPECT_DEPTH},
                                    {"stencil", FUSOR_ASPECT_STENCIL}};
TABLE(aspect, "aspect", aspects);

#define STAGES_COPY (FUSOR_STAGE_COPY | FUSOR_STAGE_RESOLVE | FUSOR_STAGE_BLIT | FUSOR_STAGE_CLEAR)

static const json_word stages[] = {
    {"vertex", FUSOR_STAGE_VERTEX_SHADER},
    {"fragment", FUSOR_STAGE_FRAGMENT_SHADER},
    {"compute", FUSOR_STAGE_COMPUTE_SHADER},
    {"copy", STAGES_COPY},
    {"host", FUSOR_STAGE_HOST},
    {"indirect", FUSOR_STAGE_DRAW_INDIRECT},
    {"vertex_input", FUSOR_STAGE_VERTEX_INPUT},
    {"color_attachment_output", FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT},
    {"depth_tests", FUSOR_STAGE_FRAGMENT_TESTS},
    {"ray_tracing", FUSOR_STAGE_RAY_TRACING_SHADER},
    {"acceleration_structure_build", FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD},
    {"all", FUSOR_STAGE_ALL_COMMANDS},
};
TABLE(stage, "stage", stages);

static const json_word accesses[] = {
    {NULL, FUSOR_ACCESS_INDIRECT_COMMAND_READ},
    {NULL, FUSOR_ACCESS_INDEX_READ},
    {NULL, FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ},
    {NULL, FUSOR_ACCESS_UNIFORM_READ},
    {NULL, FUSOR_ACCESS_INPUT_ATTACHMENT_READ},
    {NULL, FUSOR_ACCESS_COLOR_ATTACHMENT_READ},
    {NULL, FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE},
    {NULL, FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ},
    {NULL, FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE},
    {NULL, FUSOR_ACCESS_TRANSFER_READ},
    {NULL, FUSOR_ACCESS_TRANSFER_WRITE},
    {NULL, FUSOR_ACCESS_HOST_READ},
    {NULL, FUSOR_ACCESS_HOST_WRITE},
    {NULL, FUSOR_ACCESS_MEMORY_READ},
    {NULL, FUSOR_ACCESS_MEMORY_WRITE},
    {NULL, FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ},
    {NULL, FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE},
    {NULL, FUSOR_ACCESS_SHADER_SAMPLED_READ},
    {NULL, FUSOR_ACCESS_SHADER_STORAGE_READ},
    {NULL, FUSOR_ACCESS_SHADER_STORAGE_WRITE},
};
const json_words json_words_access = {"access", accesses, COUNT(accesses), fusor_access_word};

static const json_word layouts[] = {
    {NULL, FUSOR_LAYOUT_UNDEFINED},
    {NULL, FUSOR_LAYOUT_GENERAL},
    {NULL, FUSOR_LAYOUT_COLOR_ATTACHMENT},
    {NULL, FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT},
    {NULL, FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY},
    {NULL, FUSOR_LAYOUT_SHADER_READ_ONLY},
    {NULL, FUSOR_LAYOUT_TRANSFER_SRC},
    {NULL, FUSOR_LAYOUT_TRANSFER_DST},
    {NULL, FUSOR_LAYOUT_PRESENT_SRC},
    {NULL, FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT},
    {NULL, FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY},
};

static const char *layout_word(uint64_t layout)
{
    return fusor_layout_word((fusor_layout)layout);
}

const json_words json_words_layout = {"layout", layouts, COUNT(layouts), layout_word};

static const json_word size_bases[] = {{"render", FUSOR_SIZE_RENDER},
                                       {"output", FUSOR_SIZE_OUTPUT}};
TABLE(size_base, "size", size_bases);

static const json_word lifetimes[] = {{"transient", FUSOR_LIFETIME_TRANSIENT},
                                      {"persistent", FUSOR_LIFETIME_PERSISTENT},
                                      {"import", FUSOR_LIFETIME_IMPORTED},
                                      {"history", FUSOR_LIFETIME_HISTORY}};
TABLE(lifetime, "kind", lifetimes);

static const json_word format_features[] = {
#define FEATURE_ROW(NAME, word, bit) {word, bit},
    FUSOR_FORMAT_FEATURES(FEATURE_ROW)
#undef FEATURE_ROW
};
TABLE(format_feature, "format feature", format_features);

/* VkQueueFlags. */
static const json_word queue_flags[] = {{"graphics", 1}, {"compute", 2}, {"transfer", 4}};
TABLE(queue_flag, "queue flag", queue_flags);

static const json_word memory_flags[] = {{"device_local", FUSOR_MEMORY_DEVICE_LOCAL},
                                         {"host_visible", FUSOR_MEMORY_HOST_VISIBLE},
                                         {"host_coherent", FUSOR_MEMORY_HOST_COHERENT},
                                         {"host_cached", FUSOR_MEMORY_HOST_CACHED},
                                         {"lazily_allocated", FUSOR_MEMORY_LAZILY_ALLOCATED}};
TABLE(memory_flag, "memory flag", memory_flags);

static const json_word dedicateds[] = {{"no", FUSOR_DEDICATED_NO},
                                       {"preferred", FUSOR_DEDICATED_PREFERRED},
                                       {"required", FUSOR_DEDICATED_REQUIRED}};
TABLE(dedicated, "word for dedicated", dedicateds);

static const json_word classes[] = {{"linear", 1}, {"optimal", 2}};
TABLE(class, "class", classes);

/* ------------------------------------------------------------------------------------- look-ups */

const char *json_words_at(const json_words *words, uint32_t i)
{
    const json_word *row = &words->rows[i];
    return row->word ? row->word : words->word_of(row->value);
}

bool json_words_find(const json_words *words, const char *word, uint64_t *value)
{
    for (uint32_t i = 0; i < words->count; i++) {
        const char *known = json_words_at(words, i);
        if (known && strcmp(known, word) == 0) {
            *value = words->rows[i].value;
            return true;
        }
    }
    return false;
}

const char *json_words_of(const json_words *words, uint64_t value)
{
    for (uint32_t i = 0; i < words->count; i++) {
        if (words->rows[i].value == value) {
            return json_words_at(words, i);
        }
    }
    return NULL;
}

const char *json_words_list(const json_words *words, json_arena *arena)
{
    const char *list = "";
    for (uint32_t i = 0; i < words->count; i++) {
        const char *known = json_words_at(words, i);
        if (known) {
            list = json_arena_print(arena, "%s%s%s", list, *list ? ", " : "", known);
        }
    }
    return list;
}
