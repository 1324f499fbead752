/* demo_view.c: camera and cascades of a frame, and what they see.
 * In: the scene, the size of the picture, the number of the frame. Out: uniforms and draw ranges.
 * Promised: no clock, no state; every draw range lists its instances in the scene's order. */
#include "demo_view.h"

#include <math.h>
#include <string.h>

#define NEAR_PLANE 0.1f
#define FRAME_SECONDS (1.0f / 30.0f)
#define LIGHT_DEPTH 320.0f

typedef struct camera {
    demo_vec3 eye, right, up, forward;
    float tan_x, tan_y;
} camera;

/* Glides slowly into the court. */
static camera camera_at(float time, float aspect)
{
    camera view;
    view.eye = demo_vec(-2.05f + 0.10f * time, 2.25f, 13.6f - 0.45f * time);
    demo_vec3 target = demo_vec(1.35f, 4.15f, -14.0f);
    view.forward = demo_normalize(demo_sub(target, view.eye));
    view.right = demo_normalize(demo_cross(view.forward, demo_vec(0.0f, 1.0f, 0.0f)));
    view.up = demo_cross(view.right, view.forward);
    view.tan_y = 0.40f;
    view.tan_x = view.tan_y * aspect;
    return view;
}

static demo_mat4 camera_matrix(const camera *view)
{
    demo_mat4 world_to_view = demo_view_matrix(view->eye, view->right, view->up, view->forward);
    demo_mat4 projection = demo_perspective(view->tan_x, view->tan_y, NEAR_PLANE);
    return demo_multiply(&projection, &world_to_view);
}

/* Moves the picture by a part of a pixel: clip x and y get an offset in proportion to w. */
static demo_mat4 jittered(const demo_mat4 *matrix, const float jitter[2])
{
    demo_mat4 moved = *matrix;
    for (size_t column = 0; column < 16; column += 4) {
        moved.m[column] += jitter[0] * matrix->m[column + 3];
        moved.m[column + 1] += jitter[1] * matrix->m[column + 3];
    }
    return moved;
}

static void put(float out[4], demo_vec3 v, float w)
{
    const float values[4] = {v.x, v.y, v.z, w};
    memcpy(out, values, sizeof values);
}

static void fill_camera(const camera *view, const uint32_t size[2], uint32_t frame,
                        demo_uniforms *out)
{
    const float jitter[2] = {(demo_halton(frame % 8 + 1, 2) * 2.0f - 1.0f) / (float)size[0],
                             (demo_halton(frame % 8 + 1, 3) * 2.0f - 1.0f) / (float)size[1]};
    demo_vec3 x = demo_scale(view->right, view->tan_x), y = demo_scale(view->up, -view->tan_y);
    demo_vec3 offset = demo_add(demo_scale(x, jitter[0]), demo_scale(y, jitter[1]));
    out->steady_view_projection = camera_matrix(view);
    out->view_projection = jittered(&out->steady_view_projection, jitter);
    put(out->camera, view->eye, (float)frame * FRAME_SECONDS);
    put(out->ray_x, x, 0.0f);
    put(out->ray_y, y, 0.0f);
    put(out->ray_z, demo_sub(view->forward, offset), NEAR_PLANE);
}

typedef struct light_box {
    demo_vec3 right, up, towards, center; /* of the sphere around a part of the view */
    float radius;
} light_box;

/* The smallest sphere around the part of the view between two distances. */
static void bound_slice(const camera *view, float near_z, float far_z, light_box *box)
{
    float k = view->tan_x * view->tan_x + view->tan_y * view->tan_y, sum = far_z + near_z;
    float along = fminf(0.5f * sum * (1.0f + k), far_z);
    float rest = far_z - along;
    box->radius = sqrtf(rest * rest + far_z * far_z * k);
    box->center = demo_add(view->eye, demo_scale(view->forward, along));
}

/* Shadows stay put when the camera moves: the middle moves by whole texels. */
static void snap(light_box *box)
{
    float texel = 2.0f * box->radius / (float)DEMO_SHADOW_TEXELS;
    float x = demo_dot(box->center, box->right), y = demo_dot(box->center, box->up);
    demo_vec3 shift = demo_add(demo_scale(box->right, floorf(x / texel) * texel - x),
                               demo_scale(box->up, floorf(y / texel) * texel - y));
    box->center = demo_add(box->center, shift);
}

static demo_mat4 light_matrix(const light_box *box)
{
    demo_vec3 eye = demo_add(box->center, demo_scale(box->towards, 0.6f * LIGHT_DEPTH));
    demo_mat4 view = demo_view_matrix(eye, box->right, box->up, demo_scale(box->towards, -1.0f));
    demo_mat4 projection = demo_orthographic(box->radius, 0.0f, LIGHT_DEPTH);
    return demo_multiply(&projection, &view);
}

static void fill_cascades(const camera *view, demo_uniforms *out, light_box boxes[DEMO_CASCADES])
{
    static const float splits[DEMO_CASCADES] = {9.0f, 21.0f, 45.0f, 100.0f};
    demo_vec3 towards = demo_vec(out->sun[0], out->sun[1], out->sun[2]);
    float from = NEAR_PLANE;
    for (uint32_t i = 0; i < DEMO_CASCADES; i++) {
        light_box *box = &boxes[i];
        box->towards = towards;
        box->right = demo_normalize(demo_cross(demo_vec(0.0f, 1.0f, 0.0f), towards));
        box->up = demo_cross(towards, box->right);
        bound_slice(view, from, splits[i], box);
        snap(box);
        out->shadow[i] = light_matrix(box);
        out->splits[i] = splits[i];
        out->texels[i] = 2.0f * box->radius / (float)DEMO_SHADOW_TEXELS;
        from = splits[i];
    }
}

static bool in_camera(const camera *view, demo_vec3 center, float radius)
{
    demo_vec3 p = demo_sub(center, view->eye);
    float x = fabsf(demo_dot(p, view->right)), y = fabsf(demo_dot(p, view->up));
    float z = demo_dot(p, view->forward);
    float reach_x = radius * sqrtf(1.0f + view->tan_x * view->tan_x);
    float reach_y = radius * sqrtf(1.0f + view->tan_y * view->tan_y);
    return z > -radius && x < z * view->tan_x + reach_x && y < z * view->tan_y + reach_y;
}

/* Whatever is nearer to the sun may throw its shadow into the box. */
static bool in_light(const light_box *box, demo_vec3 center, float radius)
{
    demo_vec3 p = demo_sub(center, box->center);
    float reach = box->radius + radius;
    return fabsf(demo_dot(p, box->right)) < reach && fabsf(demo_dot(p, box->up)) < reach &&
           demo_dot(p, box->towards) > -reach;
}

typedef struct visitor {
    const camera *view; /* or */
    const light_box *light;
} visitor;

static bool sees(const visitor *who, const demo_scene *scene, const demo_frame_data *data,
                 uint32_t i)
{
    demo_vec3 center = data->scene.centers[i];
    float radius = data->scene.radii[i];
    if (who->view != NULL) {
        return in_camera(who->view, center, radius);
    }
    return scene->shapes[scene->placings[i].shape].casts_shadow &&
           in_light(who->light, center, radius);
}

/* Placings are sorted by shape, so each shape's range is contiguous. */
static uint32_t list_visible(const visitor *who, const demo_scene *scene, demo_frame_data *data,
                             const uint32_t view_and_first[2])
{
    demo_draw_range *ranges = data->ranges[view_and_first[0]];
    uint32_t end = view_and_first[1];
    memset(ranges, 0, sizeof data->ranges[0]);
    for (uint32_t i = 0; i < scene->placing_count; i++) {
        if (sees(who, scene, data, i)) {
            demo_draw_range *range = &ranges[scene->placings[i].shape];
            range->first = range->count == 0 ? end : range->first;
            range->count++;
            data->visible[end++] = i;
        }
    }
    return end;
}

static void fill_sizes(const uint32_t size[2], uint32_t frame, demo_frame_data *data)
{
    demo_uniforms *out = &data->uniforms;
    out->size[0] = size[0];
    out->size[1] = size[1];
    out->size[2] = frame;
    out->size[3] = data->scene.light_count;
    out->tiles[0] = (size[0] + DEMO_TILE_TEXELS - 1) / DEMO_TILE_TEXELS;
    out->tiles[1] = (size[1] + DEMO_TILE_TEXELS - 1) / DEMO_TILE_TEXELS;
}

static void fill_sun(demo_uniforms *out)
{
    const float azimuth = 0.44f, height = 0.27f;
    demo_vec3 towards =
        demo_vec(sinf(azimuth) * cosf(height), sinf(height), -cosf(azimuth) * cosf(height));
    put(out->sun, towards, 0.0f);
    put(out->sun_color, demo_vec(8.6f, 4.5f, 1.9f), 0.0f);
}

void demo_frame_data_fill(const demo_scene *scene, const uint32_t size[2], uint32_t frame,
                          demo_frame_data *data)
{
    float time = (float)frame * FRAME_SECONDS, before = frame > 0 ? time - FRAME_SECONDS : time;
    float aspect = (float)size[0] / (float)size[1];
    camera now = camera_at(time, aspect), previous = camera_at(before, aspect);
    light_box boxes[DEMO_CASCADES];
    memset(&data->uniforms, 0, sizeof data->uniforms);
    demo_scene_animate(scene, time, before, &data->scene);
    fill_sizes(size, frame, data);
    fill_sun(&data->uniforms);
    fill_camera(&now, size, frame, &data->uniforms);
    data->uniforms.previous_view_projection = camera_matrix(&previous);
    fill_cascades(&now, &data->uniforms, boxes);

    visitor who = {&now, NULL};
    uint32_t end = list_visible(&who, scene, data, (const uint32_t[2]){0, 0});
    for (uint32_t i = 0; i < DEMO_CASCADES; i++) {
        visitor light = {NULL, &boxes[i]};
        end = list_visible(&light, scene, data, (const uint32_t[2]){1 + i, end});
    }
}
