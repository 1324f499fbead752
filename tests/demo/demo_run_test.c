/* demo_run_test.c LAUNCHER DEMO: runs fusor-demo on the driver of the suite and reads what it says. */
#define _POSIX_C_SOURCE 200809L /* popen, mkdtemp */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <png.h>

typedef struct demo_context {
    const char *launcher, *demo;
    char folder[64];
} demo_context;

typedef struct outcome {
    int status;
    char text[16384]; /* stdout and stderr */
} outcome;

/* `before` are assignments of the environment, for the one command. */
static void run(const demo_context *context, const char *before, const char *arguments,
                outcome *out)
{
    char command[4096];
    size_t length = 0, got;
    int written = snprintf(command, sizeof command, "%s '%s' '%s' %s 2>&1", before,
                           context->launcher, context->demo, arguments);
    assert_in_range(written, 1, sizeof command - 1);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    while ((got = fread(out->text + length, 1, sizeof out->text - 1 - length, pipe)) > 0) {
        length += got;
    }
    out->text[length] = '\0';
    int status = pclose(pipe);
    out->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void expect(const outcome *out, int status, const char *text)
{
    if (out->status != status || strstr(out->text, text) == NULL) {
        print_error("exit status %d, wanted %d and '%s'; it said:\n%s\n", out->status, status, text,
                    out->text);
        fail();
    }
}

/* Validated where there is a layer. Leaks are looked for without it: the layer of Debian 12 leaks what
 * synchronization validation keeps of a frame. */
static void run_small(const demo_context *context, outcome *out)
{
    char arguments[256];
    snprintf(arguments, sizeof arguments, "--size 320x180 --frames 3 --validate --out '%s'",
             context->folder);
    run(context, "ASAN_OPTIONS=\"${ASAN_OPTIONS:-}:detect_leaks=0\"", arguments, out);
    if (out->status == 3) {
        snprintf(arguments, sizeof arguments, "--size 320x180 --frames 3 --out '%s'",
                 context->folder);
        run(context, "", arguments, out);
    }
}

static void demo_is_byte_identical_and_creates_nothing_in_steady_frames(void **state)
{
    outcome out;
    run_small(*state, &out);
    expect(&out, 0, "byte-identical, all on = fusion off = aliasing off, in each of 3 frames");
    expect(&out, 0, "Steady frames: 0 Vulkan objects created, 0 heap allocations.");
    /* 24 bytes a pixel */
    expect(&out, 0, "0 of 1,382,400 bytes of G-buffer stored.");
    expect(&out, 0, "one render pass, 1 subpass: tonemap overlay");
    assert_null(strchr(out.text, '\r')); /* no progress where there is no terminal */
}

static void demo_writes_a_picture_that_shows_something(void **state)
{
    const demo_context *context = *state;
    char path[128];
    png_image image = {.version = PNG_IMAGE_VERSION};
    uint32_t brightest = 0, darkest = 255;
    snprintf(path, sizeof path, "%s/fusor-demo.png", context->folder);
    assert_true(png_image_begin_read_from_file(&image, path));
    assert_int_equal(image.width, 320);
    assert_int_equal(image.height, 180);
    image.format = PNG_FORMAT_GRAY;
    png_bytep pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    for (size_t i = 0; i < PNG_IMAGE_SIZE(image); i++) {
        brightest = pixels[i] > brightest ? pixels[i] : brightest;
        darkest = pixels[i] < darkest ? pixels[i] : darkest;
    }
    free(pixels);
    assert_true(brightest > 230 && darkest < 30);
}

static void demo_leaks_nothing_without_the_layer(void **state)
{
    const demo_context *context = *state;
    char arguments[256];
    outcome out;
    snprintf(arguments, sizeof arguments, "--size=64x64 --frames=2 --out='%s'", context->folder);
    run(context, "VK_INSTANCE_LAYERS=", arguments, &out);
    expect(&out, 0, "byte-identical");
}

static void demo_says_what_a_wrong_command_line_is(void **state)
{
    outcome out;
    run(*state, "", "--frames none", &out);
    expect(&out, 2, "--frames: 'none' is not a value it can have");
    run(*state, "", "--speed", &out);
    expect(&out, 2, "unknown option '--speed'");
    run(*state, "", "--help", &out);
    expect(&out, 0, "usage: fusor-demo");
}

static void demo_without_a_device_says_so(void **state)
{
    outcome out;
    run(*state, "VK_ICD_FILENAMES=/nowhere.json VK_DRIVER_FILES=/nowhere.json", "", &out);
    expect(&out, 3, "no device to render on");
    run(*state, "", "--gpu 'no such device'", &out);
    expect(&out, 3, "leave --gpu out");
}

/* Before it renders: nothing is lost. */
static void demo_says_that_it_cannot_write(void **state)
{
    outcome out;
    run(*state, "", "--size 64x64 --frames 2 --out /dev/null", &out);
    expect(&out, 2, "--out: '/dev/null' is no folder that pictures can go into");
    run(*state, "", "--size 64x64 --frames 2 --out /no/where", &out);
    expect(&out, 2, "--out: '/no/where' is no folder that pictures can go into");
    assert_null(strstr(out.text, "render passes"));
}

static void demo_makes_a_folder_that_is_missing(void **state)
{
    const demo_context *context = *state;
    char arguments[256], path[160];
    outcome out;
    snprintf(path, sizeof path, "%s/new", context->folder);
    snprintf(arguments, sizeof arguments, "--size 64x64 --frames 2 --out '%s'", path);
    run(context, "VK_INSTANCE_LAYERS=", arguments, &out);
    expect(&out, 0, "new/fusor-demo.png");
    snprintf(path, sizeof path, "%s/new/fusor-demo.png", context->folder);
    assert_int_equal(remove(path), 0);
    snprintf(path, sizeof path, "%s/new", context->folder);
    assert_int_equal(remove(path), 0);
}

static void remove_folder(const demo_context *context)
{
    char path[128];
    snprintf(path, sizeof path, "%s/fusor-demo.png", context->folder);
    remove(path);
    rmdir(context->folder);
}

int main(int argc, char **argv)
{
    demo_context context = {.folder = "/tmp/fusor-demo-test-XXXXXX"};
    if (argc != 3 || mkdtemp(context.folder) == NULL) {
        fprintf(stderr, "usage: demo-run LAUNCHER DEMO\n");
        return 2;
    }
    context.launcher = argv[1];
    context.demo = argv[2];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(demo_is_byte_identical_and_creates_nothing_in_steady_frames,
                                  &context),
        cmocka_unit_test_prestate(demo_writes_a_picture_that_shows_something, &context),
        cmocka_unit_test_prestate(demo_leaks_nothing_without_the_layer, &context),
        cmocka_unit_test_prestate(demo_says_what_a_wrong_command_line_is, &context),
        cmocka_unit_test_prestate(demo_without_a_device_says_so, &context),
        cmocka_unit_test_prestate(demo_says_that_it_cannot_write, &context),
        cmocka_unit_test_prestate(demo_makes_a_folder_that_is_missing, &context)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    remove_folder(&context);
    return failed;
}
