/* demo_frame.h: the frame as fusor sees it. */
#ifndef DEMO_FRAME_H
#define DEMO_FRAME_H

#include "fusor/fusor.h"

#define DEMO_BLOOM_MIPS 6u
#define DEMO_QUADS_MAX 1024u
#define DEMO_QUAD_BYTES 48u /* sizeof(demo_quad) */

/* In declared order; the three ranges are consecutive. */
typedef enum demo_pass_id {
    DEMO_PASS_SHADOW_0,
    DEMO_PASS_SHADOW_3 = DEMO_PASS_SHADOW_0 + 3,
    DEMO_PASS_LIGHT_TILES,
    DEMO_PASS_GBUFFER,
    DEMO_PASS_LIGHTING,
    DEMO_PASS_SKY,
    DEMO_PASS_BILLBOARDS,
    DEMO_PASS_CORONA,
    DEMO_PASS_TAA,
    DEMO_PASS_BLOOM_BRIGHT,
    DEMO_PASS_BLOOM_DOWN_1,
    DEMO_PASS_BLOOM_DOWN_5 = DEMO_PASS_BLOOM_DOWN_1 + 4,
    DEMO_PASS_BLOOM_UP_4, /* into mip 4, then 3 … 0 */
    DEMO_PASS_BLOOM_UP_0 = DEMO_PASS_BLOOM_UP_4 + 4,
    DEMO_PASS_TONEMAP,
    DEMO_PASS_OVERLAY,
    DEMO_PASS_READBACK,
    DEMO_PASS_COUNT
} demo_pass_id;

/* What the host knows before it declares. */
typedef struct demo_frame_desc {
    uint32_t width, height;
    uint64_t vertex_bytes, index_bytes;
    fusor_allocator allocator;
} demo_frame_desc;

typedef struct demo_frame {
    fusor_graph *graph;
    fusor_image shadow, albedo, normal, material, emission, depth, motion, hdr, history, bloom,
        picture;
    fusor_buffer uniforms, instances, visible, vertices, indices, lights, light_lists, sprites,
        quads;
    fusor_buffer readback;
    fusor_pass passes[DEMO_PASS_COUNT];
} demo_frame;

/* Declares resources and passes. Destroy the graph with fusor_graph_destroy(); it is NULL after an
 * error. What is wrong with a declaration shows when it is compiled. */
FUSOR_MUST_USE fusor_result demo_frame_declare(const demo_frame_desc *desc, demo_frame *frame);

/* Bytes of the four colour images of the G-buffer that the plan's render passes store, or load. */
uint64_t demo_frame_gbuffer_bytes(const demo_frame *frame, const fusor_plan *plan, bool stored);

#endif
