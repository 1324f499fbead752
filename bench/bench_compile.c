/* In: nothing, or a shape and a size. Out: processor time to declare, compile and place frames, medians.
 * Without arguments: the public shape at four sizes, without and with placement, and how each shape grows
 * from 1,000 to 4,000. Times are with an allocator that keeps its blocks, as an engine's does; malloc may
 * give them back to the system each time, which the last column shows. `once SHAPE N POLICY` does it once, for a tool that counts; POLICY: off, fast.
 * Ratios between sizes are what counts; name the machine. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <fusor/fusor.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_shapes.h"

enum { RUNS_MAX = 1001 };

static const fusor_policy NO_PLACEMENT = {.fuse = FUSOR_FUSE_FULL, .alias = FUSOR_ALIAS_OFF};
static const fusor_policy FAST = {.fuse = FUSOR_FUSE_FULL, .pack = FUSOR_PACK_FAST};

/* Of this process: others on the machine do not count. */
static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

/* An allocator that keeps what is given back, as an engine's does, and counts what is out. */
enum { KEPT_MAX = 256 };

typedef struct keeper {
    void *blocks[KEPT_MAX];
    size_t sizes[KEPT_MAX], held, peak;
    uint32_t count;
} keeper;

static void *take_kept(keeper *k, size_t size)
{
    for (uint32_t i = k->count; i-- > 0;) {
        void *block = k->blocks[i];
        if (k->sizes[i] != size)
            continue;
        k->count--;
        k->blocks[i] = k->blocks[k->count];
        k->sizes[i] = k->sizes[k->count];
        return block;
    }
    return malloc(size);
}

static void keep(keeper *k, void *block, size_t size)
{
    if (block && k->count < KEPT_MAX) {
        k->blocks[k->count] = block;
        k->sizes[k->count++] = size;
    } else {
        free(block);
    }
}

/* The library asks for new blocks and gives them back; it grows none. */
static void *keep_realloc(void *user, void *ptr, size_t old_size, size_t new_size, size_t align)
{
    keeper *k = user;
    (void)align;
    void *result = new_size ? take_kept(k, new_size) : NULL;
    if (new_size && !result)
        return NULL;
    if (ptr && result)
        memcpy(result, ptr, old_size < new_size ? old_size : new_size);
    keep(k, ptr, old_size);
    k->held += new_size - old_size;
    k->peak = k->held > k->peak ? k->held : k->peak;
    return result;
}

static void free_kept(keeper *k)
{
    while (k->count)
        free(k->blocks[--k->count]);
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

/* `kept` NULL: with malloc. */
static sample measure(const bench_shape *shape, uint32_t n, const fusor_policy *policy, int runs,
                      keeper *kept)
{
    static double values[3][RUNS_MAX];
    fusor_allocator allocator = {.realloc_fn = keep_realloc, .user = kept};
    for (int i = 0; i < runs; i++) {
        sample s;
        fusor_plan_destroy(run_once(shape, n, policy, kept ? &allocator : NULL, &s));
        values[0][i] = s.declare;
        values[1][i] = s.compile;
        values[2][i] = s.place;
    }
    return (sample){median(values[0], runs), median(values[1], runs), median(values[2], runs)};
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
    printf("%s\n  passes   declare us   compile us     place us       all us    ratio   peak KiB"
           "    malloc us\n",
           title);
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        keeper kept = {.count = 0};
        sample s = measure(&BENCH_SHAPES[0], SIZES[i].n, policy, SIZES[i].runs, &kept);
        sample plain = measure(&BENCH_SHAPES[0], SIZES[i].n, policy, SIZES[i].runs, NULL);
        printf("%8u %12.1f %12.1f %12.1f %12.1f %8.1f %10.0f %12.1f\n", SIZES[i].n, s.declare,
               s.compile, s.place, total(s), before > 0 ? total(s) / before : 0,
               (double)kept.peak / 1024, total(plain));
        fflush(stdout);
        before = total(s);
        free_kept(&kept);
    }
}

static void bench_growth(void)
{
    printf(
        "shapes, pack=fast: 4,000 against 1,000\n   shape      1,000 us     4,000 us      ratio   "
        "peak KiB\n");
    for (uint32_t i = 0; i < BENCH_SHAPE_COUNT; i++) {
        keeper kept = {.count = 0};
        double small = total(measure(&BENCH_SHAPES[i], 1000, &FAST, 5, &kept));
        double large = total(measure(&BENCH_SHAPES[i], 4000, &FAST, 3, &kept));
        printf("%8s %13.0f %12.0f %10.1f %10.0f  %s\n", BENCH_SHAPES[i].name, small, large,
               large / small, (double)kept.peak / 1024, BENCH_SHAPES[i].what);
        fflush(stdout);
        free_kept(&kept);
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
