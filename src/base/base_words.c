/* In: a number of Vulkan or of fusor. Out: its word, and back.
 * Promise: every word that a document may hold stands in exactly one table here.
 * Words are Vulkan's names in lower case without prefix and suffix. */
#include "base/base_memory.h"

#include <string.h>

typedef struct word_row {
    uint64_t value;
    const char *word;
} word_row;

#define COUNT(rows) (sizeof(rows) / sizeof((rows)[0]))

static const char *find_word(const word_row *rows, size_t count, uint64_t value)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].value == value)
            return rows[i].word;
    return NULL;
}

static bool find_value(const word_row *rows, size_t count, const char *word, uint64_t *out)
{
    for (size_t i = 0; word && i < count; i++) {
        if (strcmp(rows[i].word, word) == 0) {
            *out = rows[i].value;
            return true;
        }
    }
    return false;
}

static const word_row STAGES[] = {
    {FUSOR_STAGE_DRAW_INDIRECT, "draw_indirect"},
    {FUSOR_STAGE_VERTEX_INPUT, "vertex_input"},
    {FUSOR_STAGE_VERTEX_SHADER, "vertex_shader"},
    {FUSOR_STAGE_FRAGMENT_SHADER, "fragment_shader"},
    {FUSOR_STAGE_EARLY_FRAGMENT_TESTS, "early_fragment_tests"},
    {FUSOR_STAGE_LATE_FRAGMENT_TESTS, "late_fragment_tests"},
    {FUSOR_STAGE_COLOR_ATTACHMENT_OUTPUT, "color_attachment_output"},
    {FUSOR_STAGE_COMPUTE_SHADER, "compute_shader"},
    {FUSOR_STAGE_ALL_TRANSFER, "all_transfer"},
    {FUSOR_STAGE_HOST, "host"},
    {FUSOR_STAGE_ALL_COMMANDS, "all_commands"},
    {FUSOR_STAGE_RAY_TRACING_SHADER, "ray_tracing_shader"},
    {FUSOR_STAGE_ACCELERATION_STRUCTURE_BUILD, "acceleration_structure_build"},
    {FUSOR_STAGE_COPY, "copy"},
    {FUSOR_STAGE_RESOLVE, "resolve"},
    {FUSOR_STAGE_BLIT, "blit"},
    {FUSOR_STAGE_CLEAR, "clear"},
};

static const word_row ACCESSES[] = {
    {FUSOR_ACCESS_INDIRECT_COMMAND_READ, "indirect_command_read"},
    {FUSOR_ACCESS_INDEX_READ, "index_read"},
    {FUSOR_ACCESS_VERTEX_ATTRIBUTE_READ, "vertex_attribute_read"},
    {FUSOR_ACCESS_UNIFORM_READ, "uniform_read"},
    {FUSOR_ACCESS_INPUT_ATTACHMENT_READ, "input_attachment_read"},
    {FUSOR_ACCESS_SHADER_READ, "shader_read"},
    {FUSOR_ACCESS_COLOR_ATTACHMENT_READ, "color_attachment_read"},
    {FUSOR_ACCESS_COLOR_ATTACHMENT_WRITE, "color_attachment_write"},
    {FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ, "depth_stencil_attachment_read"},
    {FUSOR_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE, "depth_stencil_attachment_write"},
    {FUSOR_ACCESS_TRANSFER_READ, "transfer_read"},
    {FUSOR_ACCESS_TRANSFER_WRITE, "transfer_write"},
    {FUSOR_ACCESS_HOST_READ, "host_read"},
    {FUSOR_ACCESS_HOST_WRITE, "host_write"},
    {FUSOR_ACCESS_MEMORY_READ, "memory_read"},
    {FUSOR_ACCESS_MEMORY_WRITE, "memory_write"},
    {FUSOR_ACCESS_ACCELERATION_STRUCTURE_READ, "acceleration_structure_read"},
    {FUSOR_ACCESS_ACCELERATION_STRUCTURE_WRITE, "acceleration_structure_write"},
    {FUSOR_ACCESS_SHADER_SAMPLED_READ, "shader_sampled_read"},
    {FUSOR_ACCESS_SHADER_STORAGE_READ, "shader_storage_read"},
    {FUSOR_ACCESS_SHADER_STORAGE_WRITE, "shader_storage_write"},
};

static const word_row LAYOUTS[] = {
    {FUSOR_LAYOUT_UNDEFINED, "undefined"},
    {FUSOR_LAYOUT_GENERAL, "general"},
    {FUSOR_LAYOUT_COLOR_ATTACHMENT, "color_attachment"},
    {FUSOR_LAYOUT_DEPTH_STENCIL_ATTACHMENT, "depth_stencil_attachment"},
    {FUSOR_LAYOUT_DEPTH_STENCIL_READ_ONLY, "depth_stencil_read_only"},
    {FUSOR_LAYOUT_SHADER_READ_ONLY, "shader_read_only"},
    {FUSOR_LAYOUT_TRANSFER_SRC, "transfer_src"},
    {FUSOR_LAYOUT_TRANSFER_DST, "transfer_dst"},
    {FUSOR_LAYOUT_PRESENT_SRC, "present_src"},
    {FUSOR_LAYOUT_DEPTH_READ_ONLY_STENCIL_ATTACHMENT, "depth_read_only_stencil_attachment"},
    {FUSOR_LAYOUT_DEPTH_ATTACHMENT_STENCIL_READ_ONLY, "depth_attachment_stencil_read_only"},
};

static const word_row LOAD_OPS[] = {
    {FUSOR_LOAD_OP_LOAD, "load"},
    {FUSOR_LOAD_OP_CLEAR, "clear"},
    {FUSOR_LOAD_OP_DONT_CARE, "dont_care"},
    {FUSOR_LOAD_OP_NONE, "none"},
};

static const word_row STORE_OPS[] = {
    {FUSOR_STORE_OP_STORE, "store"},
    {FUSOR_STORE_OP_DONT_CARE, "dont_care"},
    {FUSOR_STORE_OP_NONE, "none"},
};

static const word_row IMAGE_USAGES[] = {
    {FUSOR_IMAGE_USAGE_TRANSFER_SRC, "transfer_src"},
    {FUSOR_IMAGE_USAGE_TRANSFER_DST, "transfer_dst"},
    {FUSOR_IMAGE_USAGE_SAMPLED, "sampled"},
    {FUSOR_IMAGE_USAGE_STORAGE, "storage"},
    {FUSOR_IMAGE_USAGE_COLOR_ATTACHMENT, "color_attachment"},
    {FUSOR_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT, "depth_stencil_attachment"},
    {FUSOR_IMAGE_USAGE_TRANSIENT_ATTACHMENT, "transient_attachment"},
    {FUSOR_IMAGE_USAGE_INPUT_ATTACHMENT, "input_attachment"},
};

static const word_row BUFFER_USAGES[] = {
    {FUSOR_BUFFER_USAGE_TRANSFER_SRC, "transfer_src"},
    {FUSOR_BUFFER_USAGE_TRANSFER_DST, "transfer_dst"},
    {FUSOR_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER, "uniform_texel_buffer"},
    {FUSOR_BUFFER_USAGE_UNIFORM_BUFFER, "uniform_buffer"},
    {FUSOR_BUFFER_USAGE_STORAGE_BUFFER, "storage_buffer"},
    {FUSOR_BUFFER_USAGE_INDEX_BUFFER, "index_buffer"},
    {FUSOR_BUFFER_USAGE_VERTEX_BUFFER, "vertex_buffer"},
    {FUSOR_BUFFER_USAGE_INDIRECT_BUFFER, "indirect_buffer"},
};

static const char *index_word(const char *const *words, size_t count, unsigned index)
{
    return index < count ? words[index] : "unknown";
}

#define INDEX_WORD(index, ...)                                                                     \
    do {                                                                                           \
        static const char *const WORDS[] = {__VA_ARGS__};                                          \
        return index_word(WORDS, COUNT(WORDS), (unsigned)(index));                                 \
    } while (0)

const char *fusor_stage_word(fusor_stages one_bit)
{
    return find_word(STAGES, COUNT(STAGES), one_bit);
}

const char *fusor_access_word(fusor_access one_bit)
{
    return find_word(ACCESSES, COUNT(ACCESSES), one_bit);
}

const char *fusor_layout_word(fusor_layout layout)
{
    return find_word(LAYOUTS, COUNT(LAYOUTS), (uint64_t)layout);
}

const char *fusor_load_op_word(fusor_load_op op)
{
    return find_word(LOAD_OPS, COUNT(LOAD_OPS), (uint64_t)op);
}

const char *fusor_store_op_word(fusor_store_op op)
{
    return find_word(STORE_OPS, COUNT(STORE_OPS), (uint64_t)op);
}

const char *fusor_usage_word(bool is_image, fusor_usage one_bit)
{
    return is_image ? find_word(IMAGE_USAGES, COUNT(IMAGE_USAGES), one_bit)
                    : find_word(BUFFER_USAGES, COUNT(BUFFER_USAGES), one_bit);
}

bool fusor_stage_from_word(const char *word, fusor_stages *out)
{
    return find_value(STAGES, COUNT(STAGES), word, out);
}

bool fusor_access_from_word(const char *word, fusor_access *out)
{
    return find_value(ACCESSES, COUNT(ACCESSES), word, out);
}

bool fusor_layout_from_word(const char *word, fusor_layout *out)
{
    uint64_t value;
    if (!find_value(LAYOUTS, COUNT(LAYOUTS), word, &value))
        return false;
    *out = (fusor_layout)value;
    return true;
}

const char *fusor_use_word(fusor_use_kind kind)
{
    INDEX_WORD(kind, "none", "sampled", "storage", "uniform", "vertex", "index", "indirect", "copy",
               "color", "depth", "resolve", "general", "color", "depth_stencil", "resolve",
               "input");
}

const char *fusor_why_word(fusor_why why)
{
    INDEX_WORD(why, "read-after-write", "write-after-read", "write-after-write", "layout", "alias",
               "frame-wrap", "acquire", "host", "present", "ownership");
}

const char *fusor_path_word(fusor_path path)
{
    INDEX_WORD(path, "single", "subpasses", "local_read", "raster_order");
}

const char *fusor_cull_word(fusor_cull_reason reason)
{
    INDEX_WORD(reason, "not-culled", "no-reader", "overwritten", "readers-culled",
               "writes-nothing");
}

const char *fusor_fuse_word(fusor_fuse_policy fuse)
{
    INDEX_WORD(fuse, "auto", "off", "adjacent", "full");
}

const char *fusor_alias_word(fusor_alias_policy alias)
{
    INDEX_WORD(alias, "proven", "recorded", "off");
}

const char *fusor_pack_word(fusor_pack_policy pack)
{
    INDEX_WORD(pack, "balanced", "fast", "tight");
}

const char *fusor_order_word(fusor_order_policy order)
{
    INDEX_WORD(order, "auto", "declared");
}

const char *fusor_break_word(fusor_break_reasons one_bit)
{
    static const char *const WORDS[] = {
#define ROW(NAME, word) word,
        FUSOR_BREAKS(ROW)
#undef ROW
    };
    for (uint32_t i = 0; i < COUNT(WORDS); i++)
        if (one_bit == 1u << i)
            return WORDS[i];
    return NULL;
}

const char *fusor_result_text(fusor_result result)
{
    switch (result) {
#define ROW(NAME, value, text)                                                                     \
    case FUSOR_##NAME:                                                                             \
        return text;
        FUSOR_RESULTS(ROW)
#undef ROW
    }
    return "unknown result";
}

const char *fusor_version(void)
{
    return "0.1.0";
}
