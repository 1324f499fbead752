/* In: the folder tests/frames. Out: names, texts, graphs. Promised: what lies there is in every test that goes
 * through the frames; a list of its own could leave a new frame out. */
#define _POSIX_C_SOURCE 200809L

#include "corpus/corpus.h"

#include "fusor/json.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { NAMES_MAX = 256 };

char *corpus_read(const char *path, size_t *size)
{
    char full[1024];
    snprintf(full, sizeof full, "%s/%s", FUSOR_SOURCE_DIR, path);
    FILE *file = fopen(full, "rb");
    if (!file)
        fail_msg("%s cannot be opened", full);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    *size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(*size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, *size, file), *size);
    text[*size] = '\0';
    fclose(file);
    return text;
}

fusor_graph *corpus_graph(const char *text, size_t size)
{
    fusor_json_source source = {.text = text, .size = size};
    fusor_json_errors *errors = NULL;
    fusor_graph *graph = NULL;
    fusor_result result = fusor_json_read_graph(&source, &graph, &errors);
    if (result) {
        uint32_t count = 0;
        const fusor_json_error *list = fusor_json_errors_get(errors, &count);
        fail_msg("%s: %s: %s\n%s", fusor_result_text(result), count ? list[0].pointer : "",
                 count ? list[0].text : "no graph", text);
    }
    return graph;
}

fusor_graph *corpus_frame(const char *name)
{
    char path[512];
    size_t size;
    snprintf(path, sizeof path, "tests/frames/%s.json", name);
    char *text = corpus_read(path, &size);
    fusor_graph *graph = corpus_graph(text, size);
    free(text);
    return graph;
}

static int is_frame(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name);
    return length > 5 && strcmp(entry->d_name + length - 5, ".json") == 0;
}

static void list_frames(const char *names[NAMES_MAX])
{
    static char texts[NAMES_MAX][sizeof((struct dirent *)NULL)->d_name];
    struct dirent **entries;
    int count = scandir(FUSOR_SOURCE_DIR "/tests/frames", &entries, is_frame, alphasort);
    assert_in_range(count, 1, NAMES_MAX - 1);
    for (int i = 0; i < count; i++) {
        snprintf(texts[i], sizeof texts[i], "%s", entries[i]->d_name);
        *strrchr(texts[i], '.') = '\0';
        names[i] = texts[i];
        free(entries[i]);
    }
    free(entries);
}

const char *const *corpus_names(void)
{
    static const char *names[NAMES_MAX];
    if (!names[0])
        list_frames(names);
    return names;
}
