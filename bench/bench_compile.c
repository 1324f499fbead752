/* In: nothing, or a shape and a size. Out: time to declare, compile and place frames, medians.
 * Without arguments: the public shape at four sizes, without and with placement, and how each shape grows
 * from 1,000 to 4,000. `once SHAPE N POLICY` does it once, for a tool that counts; POLICY: off, fast.
 * Ratios between sizes are what counts; name the machine. */
#include <fusor/fusor.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_shapes.h"

enum { RUNS_MAX = 1001 };

static const fusor_policy NO_PLACEMENT = {.fuse = FUSOR_FUSE_FULL, .alias = FUSOR_ALIAS_OFF};
static const fusor_policy FAST = {.fuse = FUSOR_FUSE_FULL, .pack = FUSOR_PACK_FAST};

static double now_us(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* Bytes that the allocator has given out, and the most that it ever had. */
typedef struct meter {
    size_t held, peak;
} meter;

static void *count_bytes(void *user, void *ptr, size_t old_size, size_t new_size, size_t align)
{
    meter *m = user;
    void *result = NULL;
    (void)align;
    if (new_size)
        result = realloc(ptr, new_size);
    else
        free(ptr);
    if (result || !new_size)
        m->held += new_size - old_size;
    if (m->held > m->peak)
        m->peak = m->held;
    return result;
}

typedef struct sample {
    double declare, compile, place;
} sample;

static fusor_plan *run_once(const bench_shape *shape, uint32_t n, const fusor_policy *policy,
                            const fusor_allocator *allocator, sample *out)
{
    fusor_compiled *compiled;
    fusor_plan *plan = NULL;
    double start = now_us();
    fusor_graph *graph = bench_declare(shape, n, allocator);
    double declared = now_us();
    fusor_result result = fusor_compile(graph, fusor_device_builtin("tiler"), policy, &compiled);
    double done = now_us();
    if (result != (shape->is_wrong ? FUSOR_ERROR_INVALID_GRAPH : FUSOR_OK))
        exit(1);
    if (!shape->is_wrong && fusor_place(compiled, NULL, &plan) != FUSOR_OK)
        exit(1);
    double placed = now_us();
    fusor_compiled_destroy(compiled);
    fusor_graph_destroy(graph);
    *out = (sample){declared - start, done - declared, placed - done};
    return plan;
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

static sample measure(const bench_shape *shape, uint32_t n, const fusor_policy *policy, int runs)
{
    static double values[3][RUNS_MAX];
    for (int i = 0; i < runs; i++) {
        sample s;
        fusor_plan_destroy(run_once(shape, n, policy, NULL, &s));
        values[0][i] = s.declare;
        values[1][i] = s.compile;
        values[2][i] = s.place;
    }
    return (sample){median(values[0], runs), median(values[1], runs), median(values[2], runs)};
}

static size_t peak_bytes(const bench_shape *shape, uint32_t n, const fusor_policy *policy)
{
    meter m = {0, 0};
    fusor_allocator allocator = {.realloc_fn = count_bytes, .user = &m};
    sample s;
    fusor_plan_destroy(run_once(shape, n, policy, &allocator, &s));
    return m.peak;
}

static double total(sample s)
{
    return s.declare + s.compile + s.place;
}

static void bench_public(const char *title, const fusor_policy *policy)
{
    static const struct {
        uint32_t n;
        int runs;
    } SIZES[] = {{10, 1001}, {100, 501}, {1000, 51}, {10000, 7}};
    double before = 0;
    printf(
        "%s\n  passes   declare us   compile us     place us       all us      ratio   peak KiB\n",
        title);
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        sample s = measure(&BENCH_SHAPES[0], SIZES[i].n, policy, SIZES[i].runs);
        printf("%8u %12.1f %12.1f %12.1f %12.1f %10.1f %10.0f\n", SIZES[i].n, s.declare, s.compile,
               s.place, total(s), before > 0 ? total(s) / before : 0,
               (double)peak_bytes(&BENCH_SHAPES[0], SIZES[i].n, policy) / 1024);
        before = total(s);
    }
}

static void bench_growth(void)
{
    printf(
        "shapes, pack=fast: 4,000 against 1,000\n   shape      1,000 us     4,000 us      ratio   "
        "peak KiB\n");
    for (uint32_t i = 0; i < BENCH_SHAPE_COUNT; i++) {
        double small = total(measure(&BENCH_SHAPES[i], 1000, &FAST, 5));
        double large = total(measure(&BENCH_SHAPES[i], 4000, &FAST, 3));
        printf("%8s %13.0f %12.0f %10.1f %10.0f  %s\n", BENCH_SHAPES[i].name, small, large,
               large / small, (double)peak_bytes(&BENCH_SHAPES[i], 4000, &FAST) / 1024,
               BENCH_SHAPES[i].what);
        fflush(stdout);
    }
}

static int bench_once(char **argv)
{
    const bench_shape *shape = bench_find_shape(argv[2]);
    const fusor_policy *policy = strcmp(argv[4], "fast") == 0 ? &FAST : &NO_PLACEMENT;
    sample s;
    if (!shape)
        return 2;
    fusor_plan_destroy(run_once(shape, (uint32_t)strtoul(argv[3], NULL, 10), policy, NULL, &s));
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 5 && strcmp(argv[1], "once") == 0)
        return bench_once(argv);
    bench_public("alias=off", &NO_PLACEMENT);
    bench_public("alias=proven, pack=fast", &FAST);
    bench_growth();
    return 0;
}
