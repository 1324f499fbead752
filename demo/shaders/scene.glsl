// What the shaders share with demo_scene.h and demo_view.h.

const uint TILE_TEXELS = 32u;
const uint TILE_SLICES = 12u;
const uint TILE_WORDS = 48u;
const float SLICES_AN_OCTAVE = 1.8; // a slice ends where the distance is 2^((slice + 1) / 1.8) metres
const float PI = 3.14159265;

struct Instance {
    vec4 now[3];
    vec4 before[3];
    vec4 tint;
    vec4 extra;
};

struct Light {
    vec4 position; // xyz, reach
    vec4 color;
};

struct Sprite {
    vec4 position; // xyz, half size
    vec4 color;    // rgb, height / width
};

#ifdef FRAME_BINDING
layout(std140, set = 0, binding = FRAME_BINDING) uniform Frame
{
    mat4 view_projection;
    mat4 steady_view_projection;
    mat4 previous_view_projection;
    mat4 shadow[4];
    vec4 camera;
    vec4 ray_x;
    vec4 ray_y;
    vec4 ray_z;
    vec4 sun;
    vec4 sun_color;
    vec4 splits;
    vec4 texels;
    uvec4 size;
    uvec4 tiles;
} frame;

// Of length 1 along the view, so that a distance along the view times it is a place.
vec3 ray_through(vec2 texel)
{
    vec2 clip = texel / vec2(frame.size.xy) * 2.0 - 1.0;
    return frame.ray_z.xyz + clip.x * frame.ray_x.xyz + clip.y * frame.ray_y.xyz;
}

vec2 screen_place(vec4 clip)
{
    return clip.xy / clip.w * 0.5 + 0.5;
}
#endif

vec3 transform(vec4 rows[3], vec4 p)
{
    return vec3(dot(rows[0], p), dot(rows[1], p), dot(rows[2], p));
}
