/* A plan document while it is read. Rows go straight into the plan's flat arrays, in the order in which
 * the tables name the keys: that of the plan itself, so that slices come back as they were. */
#ifndef FUSOR_JSON_READ_PLAN_H
#define FUSOR_JSON_READ_PLAN_H

#include "json_value.h"

/* One flat array of the plan while it grows. */
typedef struct json_rows {
    char *rows;
    uint32_t count, capacity;
} json_rows;

typedef struct json_plan_reader {
    json_reader reader;       /* first: every json_read_fn gets its address */
    const fusor_graph *graph; /* NULL: names are all there is */
    fusor_plan plan;          /* what is not an array */
#define JSON_PLAN_ROWS(type, name, count) json_rows name;
    FUSOR_PLAN_ARRAYS(JSON_PLAN_ROWS)
#undef JSON_PLAN_ROWS
    fusor_slice whole; /* where a list that is a whole array leaves its slice */
    uint32_t pool_limit;
    /* Of the group, subpass or pass that is being read. */
    const json_t *group_subpasses;
    uint32_t attachment_limit, subpass_limit, color_limit, input_limit;
    bool in_raw_pass, in_image;
} json_plan_reader;

static inline json_plan_reader *json_plan_of(json_reader *reader)
{
    return (json_plan_reader *)reader;
}

/* A list of rows of one array; `out` is a fusor_slice. */
typedef struct json_rows_rule {
    size_t rows; /* offset in json_plan_reader */
    size_t size; /* bytes of a row */
    json_read_fn *read;
    const void *rule;
    bool empty_is_zero; /* an empty slice is {0, 0}, not {rows so far, 0} */
} json_rows_rule;

#define JSON_ROWS(array, type, read)                                                               \
    {                                                                                              \
        offsetof(json_plan_reader, array), sizeof(type), (read), NULL, false                       \
    }

/* json_read_plan_value.c */
json_read_fn json_read_rows; /* fusor_slice; rule: json_rows_rule */
/* A new zeroed row; NULL when out of memory. Once the errors are full, the last one again. */
void *json_add_row(json_plan_reader *plan, json_rows *rows, size_t size);
/* Row `i`, which is there. */
#define JSON_ROW(rows_, type, i) (&((type *)(void *)(rows_).rows)[i])

json_read_fn json_read_text;         /* const char *: any string, in the reader's arena */
json_read_fn json_read_null;         /* takes null alone */
json_read_fn json_read_word_or_null; /* null leaves `out`; rule: json_words */
json_read_fn json_read_some_words32; /* uint32_t; null leaves `out`; the list may be empty */
json_read_fn json_read_range_or_null, json_read_byte_range_or_null;
json_read_fn json_read_two_u32; /* uint32_t[2]; rule: json_limits */
json_read_fn json_read_three_u32, json_read_four_u32;
json_read_fn json_read_real;                               /* double */
json_read_fn json_read_stage_bits;                         /* fusor_stages: Vulkan's words */
json_read_fn json_read_access_bits;                        /* fusor_access: Vulkan's words */
json_read_fn json_read_index_or_null;                      /* uint32_t: null is FUSOR_NONE */
json_read_fn json_read_pass_index, json_read_pass_or_null; /* uint32_t */
json_read_fn json_read_resource_index, json_read_resource_or_null; /* uint32_t */
json_read_fn json_read_pass_list;     /* fusor_slice; {rows, 0} when empty */
json_read_fn json_read_resource_list; /* fusor_slice; {rows, 0} when empty */

/* A whole number below `limit`, which counts `noun`. */
void json_read_limited(json_reader *reader, const json_t *value, uint32_t *out, uint32_t limit,
                       const char *noun);

/* fusor_scope; _loose: an empty list of passes is {0, 0}. */
json_read_fn json_read_scope, json_read_loose_scope;
/* Is the layout of the scope under `key` there or null, as it has to be? */
void json_check_layout(json_reader *reader, const json_t *owner, const char *key, bool wanted);

#define JSON_REGION_FIELDS(type, member)                                                           \
    {"aspects", json_read_some_words32, offsetof(type, member.aspects), &json_words_aspect, true}, \
        {"mips", json_read_range_or_null, offsetof(type, member.mips), NULL, true},                \
        {"layers", json_read_range_or_null, offsetof(type, member.layers), NULL, true},            \
    {                                                                                              \
        "range", json_read_byte_range_or_null, offsetof(type, member.bytes), NULL, true            \
    }
/* Does the region fit the resource: the right keys null, the rest inside it? */
void json_check_region(json_reader *reader, const json_t *owner, const fusor_region *region,
                       uint32_t resource);

extern const json_words json_words_why, json_words_cull, json_words_severity, json_words_diagnostic;

/* Sections of the document; `out` is the json_plan_reader. */
json_read_fn json_read_plan_passes;                       /* json_read_plan_pass.c */
json_read_fn json_read_plan_resources;                    /* json_read_plan_resource.c */
json_read_fn json_read_plan_memory, json_read_plan_frame; /* json_read_plan_memory.c */
json_read_fn json_read_plan_groups;                       /* json_read_plan_group.c */
json_read_fn json_read_plan_barriers;                     /* json_read_plan_barrier.c */

/* Passes, groups and barriers put together: the steps. json_read_plan_step.c */
void json_make_steps(json_plan_reader *plan);

#endif
