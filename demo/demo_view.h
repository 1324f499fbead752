/* demo_view.h: the camera, the sun's cascades, and what each of the five views draws in a frame. */
#ifndef DEMO_VIEW_H
#define DEMO_VIEW_H

#include "demo_scene.h"

#define DEMO_CASCADES 4u
#define DEMO_SHADOW_TEXELS 1024u
#define DEMO_VIEWS (1u + DEMO_CASCADES) /* the camera's, then the cascades' */
#define DEMO_TILE_TEXELS 32u            /* as in shaders/scene.glsl, and so are the two below */
#define DEMO_TILE_SLICES 12u
#define DEMO_TILE_WORDS 48u /* a count, then indices of lights */

/* As shaders/scene.glsl reads it (std140). */
typedef struct demo_uniforms {
    demo_mat4 view_projection;          /* with the jitter of this frame */
    demo_mat4 steady_view_projection;   /* without */
    demo_mat4 previous_view_projection; /* of the frame before, without */
    demo_mat4 shadow[DEMO_CASCADES];
    float camera[4]; /* xyz, time in seconds */
    float ray_x[4];  /* direction through (x, y) of clip space: ray_z + x ray_x + y ray_y; */
    float ray_y[4];  /*   spare, spare */
    float ray_z[4];  /*   near plane */
    float sun[4];    /* towards it, spare */
    float sun_color[4];
    float splits[4];   /* where the cascades end, in metres along the view */
    float texels[4];   /* metres a shadow texel, by cascade */
    uint32_t size[4];  /* width, height, frame, lights */
    uint32_t tiles[4]; /* across, down, spare, spare */
} demo_uniforms;

typedef struct demo_draw_range {
    uint32_t first, count;
} demo_draw_range; /* of `visible` */

/* Everything that the host writes for a frame. */
typedef struct demo_frame_data {
    demo_uniforms uniforms;
    demo_scene_frame scene;
    uint32_t visible[DEMO_VIEWS * DEMO_INSTANCES_MAX]; /* indices of instances */
    demo_draw_range ranges[DEMO_VIEWS][DEMO_SHAPE_COUNT];
} demo_frame_data;

/* Frame `frame` of a picture of width × height. A function of its arguments alone. */
void demo_frame_data_fill(const demo_scene *scene, const uint32_t size[2], uint32_t frame,
                          demo_frame_data *data);

#endif
