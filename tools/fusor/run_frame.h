/* A graph that can be edited: every descriptor of a fusor_graph in arrays of our own.
 *
 * Handles are 1 + index, as in the graph. Names and nested arrays that nobody edits point into the
 * graph, which must stay alive.
 */
#ifndef RUN_FRAME_H
#define RUN_FRAME_H

#include "fusor/fusor.h"
#include "run_base.h"

typedef struct run_output {
    fusor_image image; /* one of both */
    fusor_buffer buffer;
} run_output;

typedef struct run_frame {
    run_arena *arena; /* of all arrays */
    const char *name;
    uint32_t render[2], output[2];
    fusor_image_desc *images;
    fusor_buffer_desc *buffers;
    fusor_pass_desc *passes; /* with their own color, inputs, reads, writes and ops */
    fusor_pass (*edges)[2];
    run_output *outputs; /* room for every image and buffer */
    uint32_t image_count, buffer_count, pass_count, edge_count, output_count;
} run_frame;

void run_frame_copy(run_arena *arena, const fusor_graph *graph, run_frame *out);
fusor_result run_frame_build(const run_frame *frame, fusor_graph **out);

/* The nested arrays of a pass, which are ours to edit. */
static inline fusor_color_desc *run_frame_color(const fusor_pass_desc *pass)
{
    return (fusor_color_desc *)pass->color;
}
static inline fusor_use_desc *run_frame_reads(const fusor_pass_desc *pass)
{
    return (fusor_use_desc *)pass->reads;
}
static inline fusor_use_desc *run_frame_writes(const fusor_pass_desc *pass)
{
    return (fusor_use_desc *)pass->writes;
}

/* Calls `use_fn` for every use of a pass's reads, writes and copy operations. */
typedef void (*run_frame_use_fn)(void *user, fusor_use_desc *use);
void run_frame_each_use(const fusor_pass_desc *pass, run_frame_use_fn use_fn, void *user);

const fusor_image_desc *run_frame_image(const run_frame *frame, fusor_image image);
const fusor_buffer_desc *run_frame_buffer(const run_frame *frame, fusor_buffer buffer);
/* Extent of a mip in texels. */
void run_frame_extent(const run_frame *frame, fusor_image image, uint32_t mip, uint32_t extent[3]);
uint32_t run_frame_layers(const fusor_image_desc *image);
/* Count 0 means all that follow. */
fusor_range run_frame_range(fusor_range range, uint32_t total);
fusor_byte_range run_frame_bytes(fusor_byte_range range, uint64_t total);
bool run_frame_is_output(const run_frame *frame, fusor_image image, fusor_buffer buffer);
bool run_frame_is_written(const run_frame *frame, fusor_image image, fusor_buffer buffer);
/* What a frame leaves in its imports is looked at as its outputs are. */
void run_frame_add_written_imports(run_frame *frame);
/* Bytes of one mip of all layers and samples. */
uint64_t run_frame_mip_bytes(const run_frame *frame, fusor_image image, uint32_t mip);

#endif
