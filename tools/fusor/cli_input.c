/* In: names of files and devices. Out: their contents, read through libfusor-json. */
#include "cli_input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Doubles what is there until the end of the file. */
static bool read_all(FILE *stream, cli_file *file)
{
    size_t capacity = 0;
    do {
        capacity = capacity ? capacity * 2 : 65536;
        char *text = realloc(file->text, capacity);
        if (!text) {
            errno = ENOMEM;
            return false;
        }
        file->text = text;
        errno = 0;
        file->size += fread(file->text + file->size, 1, capacity - file->size, stream);
    } while (file->size == capacity);
    return !ferror(stream);
}

bool cli_read_file(const char *path, cli_file *file)
{
    bool is_stdin = strcmp(path, "-") == 0;
    *file = (cli_file){0};
    errno = 0;
    FILE *stream = is_stdin ? stdin : fopen(path, "rb");
    bool whole = stream && read_all(stream, file);
    if (!whole) {
        cli_complain("%s: %s", path, errno ? strerror(errno) : "cannot be read");
        free(file->text);
        *file = (cli_file){0};
    }
    if (stream && !is_stdin) {
        fclose(stream);
    }
    return whole;
}

fusor_result cli_read_graph(const char *path, fusor_graph **graph, fusor_json_errors **errors)
{
    return cli_read_logged_graph(path, (fusor_log){NULL, NULL}, graph, errors);
}

fusor_result cli_read_logged_graph(const char *path, fusor_log log, fusor_graph **graph,
                                   fusor_json_errors **errors)
{
    cli_file file;
    *errors = NULL;
    if (!cli_read_file(path, &file)) {
        return FUSOR_ERROR_IO;
    }
    fusor_json_source source = {.text = file.text, .size = file.size, .log = log};
    fusor_result result = fusor_json_read_graph(&source, graph, errors);
    if (*errors) {
        cli_report_errors(path, *errors);
    } else if (result != FUSOR_OK) {
        cli_complain("%s: %s", path, fusor_result_text(result));
    }
    free(file.text);
    return result;
}

/* ------------------------------------------------------------------------------------- the device */

/* Something that one would not call a device: then it is a file's name. */
static bool looks_like_file(const char *name)
{
    return strpbrk(name, "/.") != NULL || strcmp(name, "-") == 0;
}

static int read_device(const char *path, cli_device *device)
{
    cli_file file;
    fusor_json_errors *errors = NULL;
    if (!cli_read_file(path, &file)) {
        return CLI_EXIT_WRONG;
    }
    fusor_json_source source = {.text = file.text, .size = file.size};
    fusor_result result = fusor_json_read_device(&source, &device->read, &errors);
    if (errors) {
        cli_report_errors(path, errors);
    } else if (result != FUSOR_OK) {
        cli_complain("%s: %s", path, fusor_result_text(result));
    }
    fusor_json_errors_destroy(errors);
    free(file.text);
    if (result != FUSOR_OK) {
        return CLI_EXIT_WRONG;
    }
    device->desc = fusor_json_device_get(device->read);
    return CLI_EXIT_OK;
}

static void complain_about_name(const char *name)
{
    fprintf(stderr, "fusor: there is no device %s; built in:", name);
    for (uint32_t i = 0; fusor_device_builtin_name(i); i++) {
        fprintf(stderr, " %s", fusor_device_builtin_name(i));
    }
    fputs("; or give a description's file, as ./device.json\n", stderr);
}

int cli_get_device(const char *name, cli_device *device)
{
    *device = (cli_device){.desc = fusor_device_builtin(name)};
    if (device->desc) {
        return CLI_EXIT_OK;
    }
    if (looks_like_file(name)) {
        return read_device(name, device);
    }
    complain_about_name(name);
    return CLI_EXIT_USAGE;
}

void cli_put_device(cli_device *device)
{
    fusor_json_device_destroy(device->read);
    *device = (cli_device){0};
}
