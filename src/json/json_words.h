/* The words of the documents: one table a kind of word, used by readers and writers. */
#ifndef FUSOR_JSON_WORDS_H
#define FUSOR_JSON_WORDS_H

#include "fusor/json.h"

#include "json_memory.h"

typedef struct json_word {
    const char *word; /* NULL: `word_of` knows it */
    uint64_t value;
} json_word;

typedef struct json_words {
    const char *noun; /* for messages: "pass kind" */
    const json_word *rows;
    uint32_t count;
    const char *(*word_of)(uint64_t value); /* words that the core owns */
} json_words;

extern const json_words json_words_pass_kind, json_words_pass_flag, json_words_queue,
    json_words_image_type, json_words_state, json_words_host, json_words_use, json_words_load,
    json_words_resolve, json_words_copy, json_words_filter, json_words_aspect, json_words_stage,
    json_words_access, json_words_layout, json_words_size_base, json_words_lifetime,
    json_words_format_feature, json_words_queue_flag, json_words_memory_flag, json_words_dedicated,
    json_words_class;

/* The word of row `i`. */
const char *json_words_at(const json_words *words, uint32_t i);
bool json_words_find(const json_words *words, const char *word, uint64_t *value);
/* NULL for a value that has no word. */
const char *json_words_of(const json_words *words, uint64_t value);
/* "raster, compute, copy, raw" */
const char *json_words_list(const json_words *words, json_arena *arena);

#endif
