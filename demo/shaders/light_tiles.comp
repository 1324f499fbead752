#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 0
#include "scene.glsl"

// One invocation a tile and slice lists the lights that reach it, in the order of the lights: no
// atomics, so each frame has one result.
layout(local_size_x = 64) in;
layout(set = 0, binding = 1) readonly buffer Lights { Light lights[]; };
layout(set = 0, binding = 2) writeonly buffer Lists { uint lists[]; };

struct Cell {
    vec3 left, right, top, bottom; // normals of the sides, inwards
    vec3 forward;
    float near_distance, far_distance;
};

Cell cell_of(uint tile, uint slice)
{
    vec2 first = vec2(tile % frame.tiles.x, tile / frame.tiles.x) * float(TILE_TEXELS);
    vec2 last = first + float(TILE_TEXELS);
    vec3 a = ray_through(first), b = ray_through(vec2(last.x, first.y));
    vec3 c = ray_through(last), d = ray_through(vec2(first.x, last.y));
    Cell cell;
    cell.left = normalize(cross(d, a));
    cell.right = normalize(cross(b, c));
    cell.top = normalize(cross(a, b));
    cell.bottom = normalize(cross(c, d));
    cell.forward = normalize(cross(frame.ray_x.xyz, frame.ray_y.xyz));
    cell.near_distance = slice == 0u ? 0.0 : exp2(float(slice) / SLICES_AN_OCTAVE);
    cell.far_distance =
        slice + 1u == TILE_SLICES ? 1e6 : exp2(float(slice + 1u) / SLICES_AN_OCTAVE);
    return cell;
}

bool reaches(Cell cell, vec4 light)
{
    vec3 p = light.xyz - frame.camera.xyz;
    float side = min(min(dot(p, cell.left), dot(p, cell.right)),
                     min(dot(p, cell.top), dot(p, cell.bottom)));
    float along = dot(p, cell.forward);
    return side > -light.w && along + light.w > cell.near_distance &&
           along - light.w < cell.far_distance;
}

void main()
{
    uint index = gl_GlobalInvocationID.x, tile_count = frame.tiles.x * frame.tiles.y;
    if (index >= tile_count * TILE_SLICES) {
        return;
    }
    Cell cell = cell_of(index % tile_count, index / tile_count);
    uint base = index * TILE_WORDS, count = 0u;
    for (uint i = 0u; i < frame.size.w && count + 1u < TILE_WORDS; i++) {
        if (reaches(cell, lights[i].position)) {
            count++;
            lists[base + count] = i;
        }
    }
    lists[base] = count;
}
