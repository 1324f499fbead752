/* In: nothing. Out: processor time of asking a cache for a frame's plan: the graph unchanged; declared anew and
 * equal; of another size; and a new compile, medians. The public shape of bench_compile at four sizes. The
 * aim is 1 µs and 10 ns a pass where nothing changed. Name the machine. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include <fusor/fusor.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "bench_shapes.h"

enum { RUNS_MAX = 101, UNCHANGED_CALLS = 1000 };

static const fusor_policy FAST = {.fuse = FUSOR_FUSE_FULL, .pack = FUSOR_PACK_FAST};

typedef struct sample {
    double unchanged, declare, equal, resized, fresh;
} sample;

static double now_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static fusor_cache_counts counts_of(const fusor_cache *cache)
{
    fusor_cache_counts counts;
    fusor_cache_get_counts(cache, &counts);
    return counts;
}

/* The time of one of `calls` questions. */
static double ask(fusor_cache *cache, fusor_graph *graph, int calls)
{
    fusor_cache_request request = {fusor_device_builtin("tiler"), &FAST, NULL};
    double start = now_us();
    for (int i = 0; i < calls; i++) {
        fusor_plan *plan;
        if (fusor_cache_compile(cache, graph, &request, &plan) != FUSOR_OK)
            exit(1);
        fusor_plan_destroy(plan);
    }
    return (now_us() - start) / calls;
}

static void must(int held)
{
    if (!held) {
        fprintf(stderr, "the cache answered in another way than the column says\n");
        exit(1);
    }
}

static sample run_once(uint32_t n)
{
    fusor_cache *cache;
    sample s;
    if (fusor_cache_create(NULL, &cache) != FUSOR_OK)
        exit(1);
    fusor_graph *graph = bench_declare(&BENCH_SHAPES[0], n, NULL);
    uint32_t render[2], output[2];
    fusor_graph_get_sizes(graph, render, output);
    s.fresh = ask(cache, graph, 1);
    s.unchanged = ask(cache, graph, UNCHANGED_CALLS);
    must(counts_of(cache).unchanged == UNCHANGED_CALLS);
    double start = now_us();
    fusor_graph *again = bench_declare(&BENCH_SHAPES[0], n, NULL);
    s.declare = now_us() - start;
    s.equal = ask(cache, again, 1);
    must(counts_of(cache).equal == 1);
    fusor_graph_set_sizes(again, (uint32_t[2]){render[0] / 2, render[1] / 2}, NULL);
    s.resized = ask(cache, again, 1);
    must(counts_of(cache).ran_check == 2);
    fusor_graph_destroy(graph);
    fusor_graph_destroy(again);
    fusor_cache_destroy(cache);
    return s;
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

static void bench_size(uint32_t n, int runs)
{
    static double values[5][RUNS_MAX];
    for (int i = 0; i < runs; i++) {
        sample s = run_once(n);
        values[0][i] = s.unchanged;
        values[1][i] = s.declare;
        values[2][i] = s.equal;
        values[3][i] = s.resized;
        values[4][i] = s.fresh;
    }
    double equal = median(values[2], runs);
    printf("%8u %13.3f %12.1f %12.2f %10.0f %12.1f %12.1f\n", n, median(values[0], runs),
           median(values[1], runs), equal, equal * 1e3 / n, median(values[3], runs),
           median(values[4], runs));
    fflush(stdout);
}

/* As an engine's allocator: what is given back is kept, not returned to the system. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_MAX, 0);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

int main(void)
{
    keep_memory();
    static const struct {
        uint32_t n;
        int runs;
    } SIZES[] = {{10, 101}, {100, 101}, {1000, 31}, {10000, 5}};
    printf(
        "  passes  unchanged us   declare us     equal us  ns a pass   resized us       new us\n");
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++)
        bench_size(SIZES[i].n, SIZES[i].runs);
    return 0;
}
