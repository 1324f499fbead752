/* Frames of a dozen raster passes for the quality of partitions: a model that is small enough to search
 * exhaustively, the graph that it describes, the best partition, and three rules of others.
 *
 * Nothing here shares code with src/fuse: hazards, legality and bytes are worked out again from the
 * model, in which an access is always of a whole image with one mip and one layer. */
#ifndef PARTITION_H
#define PARTITION_H

#include "core/plan_help.h"

enum {
    PARTITION_RASTERS = 12,
    PARTITION_PASSES_MAX = 24,
    PARTITION_IMAGES_MAX = 12,
    PARTITION_ACCESSES_MAX = 8,
    PARTITION_FRAMES_MAX = 10
};

typedef enum partition_kind {
    PARTITION_COLOR,
    PARTITION_DEPTH,
    PARTITION_INPUT,
    PARTITION_PLAIN /* sampled, storage, copy */
} partition_kind;

typedef struct partition_access {
    uint32_t image;
    partition_kind kind;
    bool reads, writes, clears; /* a write that does not read overwrites all */
} partition_access;

typedef struct partition_pass {
    fusor_pass_kind kind;
    bool bridge, no_fuse;
    uint32_t size_class; /* raster */
    partition_access accesses[PARTITION_ACCESSES_MAX];
    uint32_t count;
} partition_pass;

typedef struct partition_image {
    uint32_t size_class, bits; /* of a colour pixel, 0: depth */
    uint64_t bytes;
    bool output;
} partition_image;

typedef struct partition_model {
    partition_image images[PARTITION_IMAGES_MAX];
    partition_pass passes[PARTITION_PASSES_MAX];
    uint32_t image_count, pass_count;
    uint32_t rasters[PARTITION_RASTERS]; /* pass of each raster pass, in declared order */
} partition_model;

partition_model partition_random(uint64_t seed);
fusor_graph *partition_graph(const partition_model *model);
/* Frames that have nothing in common, a pass of each in turn. */
fusor_graph *partition_graph_of(const partition_model *models, uint32_t count);

/* Sets of raster passes are bits. */
typedef struct partition_table {
    const partition_model *model;
    uint32_t before[PARTITION_RASTERS]; /* that must come earlier, over any way */
    uint32_t apart[PARTITION_RASTERS];  /* that may never be in one group with it */
    uint32_t shares[PARTITION_RASTERS];
    uint8_t legal[1u << PARTITION_RASTERS]; /* the set as one group, whatever the others are */
    uint64_t bytes[1u << PARTITION_RASTERS];
} partition_table;

void partition_tabulate(const partition_model *model, const fusor_device_desc *device,
                        partition_table *out);

typedef struct partition_cost {
    uint64_t bytes;
    uint32_t groups;
} partition_cost;

/* Groups as sets, in any order; every raster pass in exactly one. */
typedef struct partition_groups {
    uint32_t sets[PARTITION_RASTERS], count;
} partition_groups;

/* What a pass does with an image, NULL: nothing. */
const partition_access *partition_find(const partition_pass *pass, uint32_t image);
/* At most one depth image in both. */
bool partition_one_depth(const partition_pass *x, const partition_pass *y);
bool partition_attaches(const partition_table *table, uint32_t set, uint32_t image);

bool partition_is_better(partition_cost a, partition_cost b);
/* Each group legal, all together without a cycle. */
bool partition_is_legal(const partition_table *table, const partition_groups *groups);
partition_cost partition_cost_of(const partition_table *table, const partition_groups *groups);
/* The groups of a plan of the model's graph. */
partition_groups partition_of_plan(const partition_model *model, const fusor_plan *plan);

/* The best of all legal partitions: a shortest way through the sets that can have run. */
partition_groups partition_best(const partition_table *table);

/* What others do, cut wherever it is not legal here. */
partition_groups partition_by_neighbours(const partition_table *table);
partition_groups partition_by_open_group(const partition_table *table);
partition_groups partition_by_equal_shape(const partition_table *table);

#endif
