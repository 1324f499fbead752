// In: a folder of inputs (a corpus). Out: each handed to the fuzzer's entry once, in name order.
// Promise: what a fuzzer once found is run by every build, with any compiler, without libFuzzer.
#define _POSIX_C_SOURCE 200809L // scandir

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes);

static int replay_stream(FILE *file)
{
    uint8_t *data = NULL;
    size_t size_bytes = 0, got;
    do {
        uint8_t *grown = realloc(data, size_bytes + 65536);
        if (grown == NULL) {
            free(data);
            return 1;
        }
        data = grown;
        got = fread(data + size_bytes, 1, 65536, file);
        size_bytes += got;
    } while (got > 0);
    // A copy of the exact size, so that a sanitizer sees a read of one byte too many.
    uint8_t *exact = realloc(data, size_bytes > 0 ? size_bytes : 1);
    LLVMFuzzerTestOneInput(exact != NULL ? exact : data, size_bytes);
    free(exact != NULL ? exact : data);
    return 0;
}

static int replay_file(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "cannot open %s\n", path);
        return 1;
    }
    int failed = replay_stream(file);
    fclose(file);
    return failed;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

int main(int argc, char **argv)
{
    struct dirent **entries = NULL;
    int count = argc == 2 ? scandir(argv[1], &entries, is_visible, alphasort) : -1;
    if (count <= 0) {
        fprintf(stderr, "usage: %s FOLDER (with inputs in it)\n", argv[0]);
        return 2;
    }
    int failed = 0;
    for (int i = 0; i < count; i++) {
        failed |= replay_file(argv[1], entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    printf("%d inputs\n", count);
    return failed;
}
