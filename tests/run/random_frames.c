/* random_frames FOLDER FIRST COUNT: writes the first COUNT random graphs from seed FIRST on that compile
 * as frames, FOLDER/SEED.json. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/random_graph.h"
#include "fusor/json.h"

static bool compiles(const fusor_graph *graph)
{
    fusor_compiled *compiled = NULL;
    bool good = fusor_compile(graph, NULL, NULL, &compiled) == FUSOR_OK;
    fusor_compiled_destroy(compiled);
    return good;
}

static bool write_text(const char *folder, uint64_t seed, const char *text)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%" PRIu64 ".json", folder, seed);
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    bool good = fputs(text, file) >= 0;
    return fclose(file) == 0 && good;
}

/* 1 written, 0 no valid graph, -1 failed */
static int write_seed(const char *folder, uint64_t seed)
{
    const random_size size = {4 + (uint32_t)(seed % 6), 1 + (uint32_t)(seed % 4), 10};
    fusor_graph *graph = random_graph(seed, &size);
    char *text = NULL;
    int written = 0;
    if (graph && compiles(graph))
        written = fusor_json_write_graph(graph, &text) == FUSOR_OK && write_text(folder, seed, text)
                      ? 1
                      : -1;
    fusor_json_free(text);
    fusor_graph_destroy(graph);
    return written;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fprintf(stderr, "usage: random_frames FOLDER FIRST COUNT\n");
        return 2;
    }
    uint64_t seed = strtoull(argv[2], NULL, 10);
    unsigned long wanted = strtoul(argv[3], NULL, 10);
    for (unsigned long count = 0; count < wanted; seed++) {
        int written = write_seed(argv[1], seed);
        if (written < 0) {
            fprintf(stderr, "random_frames: seed %" PRIu64 ": cannot be written\n", seed);
            return 1;
        }
        count += (unsigned long)written;
    }
    return 0;
}
