/* Frames that grow with one number: what the bench times and what the tests count. */
#ifndef BENCH_SHAPES_H
#define BENCH_SHAPES_H

#include <fusor/fusor.h>

/* Declares a frame of n passes, uses or resources, whichever the shape is about. */
typedef void (*bench_fill_fn)(fusor_graph *graph, uint32_t n);

typedef struct bench_shape {
    const char *name, *what;
    bench_fill_fn fill;
    bool is_wrong; /* the compile ends with errors, many of them */
} bench_shape;

/* The first one is the shape of the public numbers. */
extern const bench_shape BENCH_SHAPES[];
extern const uint32_t BENCH_SHAPE_COUNT;

/* NULL: there is none of that name. */
const bench_shape *bench_find_shape(const char *name);
/* A frame of a shape; ends the program when out of memory. */
fusor_graph *bench_declare(const bench_shape *shape, uint32_t n, const fusor_allocator *allocator);

#endif
