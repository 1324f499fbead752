/* In: nothing. Out: time to declare, compile and place a frame of N passes, medians.
 * The shape: pass i writes texture i (six sizes × two formats, in turn) and reads texture i − 1 and one
 * of the last 32 (a fixed seed); all live. Ratios between sizes are what counts; name the machine. */
#include <fusor/fusor.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { RUNS_MAX = 101, WINDOW = 32 };

static double now_us(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void add_image(fusor_graph *graph, uint32_t i, fusor_image *out)
{
    static const uint32_t DIVISORS[] = {1, 1, 2, 2, 4, 8};
    char name[32];
    snprintf(name, sizeof name, "t%u", i);
    *out = fusor_graph_add_image(
        graph, &(fusor_image_desc){.name = name,
                                   .format = i % 2 ? FUSOR_FORMAT_R16G16B16A16_SFLOAT
                                                   : FUSOR_FORMAT_R8G8B8A8_UNORM,
                                   .size = {.denominator = DIVISORS[i % 6]}});
}

static void add_pass(fusor_graph *graph, uint32_t i, const fusor_image *images, uint32_t *seed)
{
    char name[32];
    fusor_color_desc color = {.image = images[i], .load = FUSOR_LOAD_CLEAR};
    fusor_use_desc reads[2] = {{.as = FUSOR_USE_SAMPLED}, {.as = FUSOR_USE_SAMPLED}};
    uint32_t window = i < WINDOW ? i : WINDOW, count = 0;
    if (i > 0)
        reads[count++].image = images[i - 1];
    uint32_t other = window ? i - 1 - next_random(seed) % window : 0;
    if (window && other != i - 1)
        reads[count++].image = images[other];
    snprintf(name, sizeof name, "p%u", i);
    (void)fusor_graph_add_pass(
        graph,
        &(fusor_pass_desc){
            .name = name, .color = &color, .color_count = 1, .reads = reads, .read_count = count});
}

static fusor_graph *declare(uint32_t passes, fusor_image *images)
{
    fusor_graph *graph;
    uint32_t seed = 42;
    if (fusor_graph_create(
            &(fusor_graph_desc){.name = "bench", .render_width = 1920, .render_height = 1080},
            &graph) != FUSOR_OK)
        exit(1);
    for (uint32_t i = 0; i < passes; i++)
        add_image(graph, i, &images[i]);
    for (uint32_t i = 0; i < passes; i++)
        add_pass(graph, i, images, &seed);
    fusor_graph_add_output_image(graph, images[passes - 1]);
    return graph;
}

typedef struct sample {
    double declare, compile, place;
} sample;

static sample run_once(uint32_t passes, fusor_image *images, fusor_plan **plan)
{
    fusor_compiled *compiled;
    fusor_policy policy = {.fuse = FUSOR_FUSE_FULL};
    double start = now_us();
    fusor_graph *graph = declare(passes, images);
    double declared = now_us();
    if (fusor_compile(graph, fusor_device_builtin("tiler"), &policy, &compiled) != FUSOR_OK)
        exit(1);
    double done = now_us();
    if (fusor_place(compiled, NULL, plan) != FUSOR_OK)
        exit(1);
    double placed = now_us();
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
    return (sample){declared - start, done - declared, placed - done};
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static void bench(uint32_t passes, int runs)
{
    static double declares[RUNS_MAX], compiles[RUNS_MAX], places[RUNS_MAX];
    fusor_image *images = calloc(passes, sizeof *images);
    if (!images)
        exit(1);
    for (int i = 0; i < runs; i++) {
        fusor_plan *plan;
        sample s = run_once(passes, images, &plan);
        declares[i] = s.declare;
        compiles[i] = s.compile;
        places[i] = s.place;
        if (i == runs - 1)
            printf("%8u %12.1f %12.1f %12.1f %10.1f %10.1f\n", passes, median(declares, runs),
                   median(compiles, runs), median(places, runs),
                   (double)plan->memory_placed / 1048576,
                   (double)plan->memory_lower_bound / 1048576);
        fusor_plan_destroy(plan);
    }
    free(images);
}

int main(void)
{
    printf("  passes   declare us   compile us     place us  placed MiB  bound MiB\n");
    bench(10, 101);
    bench(100, 101);
    bench(1000, 21);
    bench(10000, 3);
    return 0;
}
