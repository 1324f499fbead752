#version 450
#extension GL_GOOGLE_include_directive : require
#define FRAME_BINDING 5
#include "scene.glsl"
#include "noise.glsl"
#include "sky.glsl"

layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput in_albedo;
layout(input_attachment_index = 1, set = 0, binding = 1) uniform subpassInput in_normal;
layout(input_attachment_index = 2, set = 0, binding = 2) uniform subpassInput in_material;
layout(input_attachment_index = 3, set = 0, binding = 3) uniform subpassInput in_emission;
layout(input_attachment_index = 4, set = 0, binding = 4) uniform subpassInput in_depth;
layout(set = 0, binding = 6) readonly buffer Lights { Light lights[]; };
layout(set = 0, binding = 7) readonly buffer Lists { uint lists[]; };
layout(set = 0, binding = 8) uniform sampler2DArrayShadow shadow_map;

layout(location = 0) out vec4 out_color; // rgb; how much of the sky behind is seen
layout(location = 1) out vec2 out_motion;

struct Pixel {
    vec3 position, normal, to_eye, albedo, f0;
    float distance, roughness, metal, openness;
};

uint cascade_at(float distance)
{
    uvec4 beyond = uvec4(greaterThan(vec4(distance), frame.splits));
    return beyond.x + beyond.y + beyond.z + beyond.w;
}

float shadow_tap(vec3 place, uint cascade)
{
    return texture(shadow_map, vec4(place.xy, float(cascade), place.z));
}

vec3 shadow_place(vec3 position, uint cascade)
{
    vec4 clip = frame.shadow[cascade] * vec4(position, 1.0);
    return vec3(clip.xy * 0.5 + 0.5, clip.z);
}

// Four taps on a circle that is turned by the dither; TAA makes the penumbra smooth.
float sun_visibility(Pixel pixel, float angle)
{
    uint cascade = cascade_at(pixel.distance);
    if (cascade > 3u) {
        return 1.0;
    }
    float slope = 1.0 - max(dot(pixel.normal, frame.sun.xyz), 0.0);
    vec3 moved = pixel.position + pixel.normal * frame.texels[cascade] * (0.8 + 1.8 * slope);
    vec3 place = shadow_place(moved, cascade);
    vec2 a = vec2(cos(angle), sin(angle)) * (1.5 / 1024.0), b = vec2(-a.y, a.x) * 0.5;
    float sum = shadow_tap(place + vec3(a, 0.0), cascade) + shadow_tap(place - vec3(a, 0.0), cascade);
    sum += shadow_tap(place + vec3(b, 0.0), cascade) + shadow_tap(place - vec3(b, 0.0), cascade);
    return 0.25 * sum;
}

// Lambert and GGX with Schlick's Fresnel; Hammon's visibility term.
vec3 reflected(Pixel pixel, vec3 to_light)
{
    vec3 half_way = normalize(to_light + pixel.to_eye);
    float nl = max(dot(pixel.normal, to_light), 0.0), nv = abs(dot(pixel.normal, pixel.to_eye)) + 1e-4;
    float nh = max(dot(pixel.normal, half_way), 0.0), vh = max(dot(pixel.to_eye, half_way), 0.0);
    float a = pixel.roughness * pixel.roughness, a2 = a * a;
    float d = nh * nh * (a2 - 1.0) + 1.0;
    float spread = a2 / (PI * d * d + 1e-6);
    float visibility = 0.5 / mix(2.0 * nl * nv, nl + nv, a);
    float grazing = 1.0 - vh, grazing2 = grazing * grazing;
    vec3 fresnel = pixel.f0 + (1.0 - pixel.f0) * (grazing2 * grazing2 * grazing);
    vec3 diffuse = pixel.albedo * (1.0 - pixel.metal) * (1.0 / PI) * (1.0 - fresnel);
    return (diffuse + fresnel * min(spread * visibility, 40.0)) * nl;
}

vec3 point_lights(Pixel pixel)
{
    uvec2 tile = uvec2(gl_FragCoord.xy) / TILE_TEXELS;
    float octave = log2(max(pixel.distance, 1.0)) * SLICES_AN_OCTAVE;
    uint slice = min(uint(octave), TILE_SLICES - 1u);
    uint cell = slice * frame.tiles.x * frame.tiles.y + tile.y * frame.tiles.x + tile.x;
    uint base = cell * TILE_WORDS, count = lists[base];
    vec3 sum = vec3(0.0);
    for (uint i = 1u; i <= count; i++) {
        Light light = lights[lists[base + i]];
        vec3 offset = light.position.xyz - pixel.position;
        float distance2 = dot(offset, offset);
        float ratio = distance2 / (light.position.w * light.position.w);
        float window = max(1.0 - ratio * ratio, 0.0);
        float falloff = window * window / (distance2 + 0.12);
        sum += light.color.rgb * falloff * reflected(pixel, offset * inversesqrt(distance2 + 1e-6));
    }
    return sum;
}

// How much of the sky the arcades' roofs and the columns leave: known from the plan of the court.
float plan_openness(vec3 p, vec3 n)
{
    float x = abs(p.x);
    float along = smoothstep(-33.0, -29.0, p.z) * smoothstep(13.0, 9.0, p.z);
    float under = smoothstep(7.2, 9.8, x) * smoothstep(15.4, 12.4, x) * smoothstep(7.6, 6.4, p.y);
    float roof = 1.0 - 0.62 * under * along;
    vec2 to_column = vec2(min(abs(x - 9.0), abs(x - 13.0)), abs(mod(p.z + 12.0, 4.0) - 2.0));
    to_column.y = 2.0 - to_column.y;
    float near_column = 0.36 / (dot(to_column, to_column) + 0.2);
    float low = smoothstep(4.0, 0.0, p.y) * max(n.y, 0.0);
    float temple = 1.0 - 0.6 * smoothstep(6.5, 4.5, length(p.xz - vec2(0.0, -44.0))) *
                             smoothstep(9.0, 7.0, p.y);
    return roof * temple * (1.0 - 0.5 * min(near_column, 1.0) * low * along);
}

// What a mirror would see: the sky, or the arcades and the temple as flat pictures.
vec3 mirrored(vec3 p, vec3 r)
{
    vec3 sky = sky_color(r, frame.sun.xyz);
    sky = mix(sky, vec3(0.10, 0.09, 0.07), smoothstep(0.02, -0.12, r.y));
    float reach = (sign(r.x) * 9.0 - p.x) / (abs(r.x) < 1e-3 ? 1e-3 : r.x);
    vec3 hit = p + r * reach;
    float bay = abs(mod(hit.z + 10.0, 4.0) - 2.0);
    float arch = length(vec2(bay, max(hit.y - 4.5, 0.0)));
    float open = smoothstep(1.60, 1.45, arch) * step(0.2, hit.y);
    vec3 lit = r.x < 0.0 ? vec3(0.85, 0.52, 0.28) : vec3(0.16, 0.13, 0.13);
    vec3 wall = mix(lit, vec3(0.16, 0.10, 0.07), open);
    float on_wall = smoothstep(8.2, 7.5, hit.y) * smoothstep(-32.0, -31.5, hit.z) *
                    smoothstep(11.5, 11.0, hit.z) * step(0.0, reach);
    vec3 color = mix(sky, wall, on_wall);
    vec3 far_hit = p + r * ((-38.0 - p.z) / min(r.z, -1e-3));
    float on_temple = smoothstep(7.0, 6.6, abs(far_hit.x)) * smoothstep(15.0, 9.0, far_hit.y) *
                      step(r.z, 0.0);
    return mix(color, vec3(0.42, 0.27, 0.17), on_temple * (1.0 - on_wall));
}

vec3 ambient(Pixel pixel, float reflection)
{
    float open = pixel.openness * plan_openness(pixel.position, pixel.normal);
    vec3 n = pixel.normal;
    float side = 0.5 + 0.5 * dot(n, normalize(vec3(frame.sun.x, 0.0, frame.sun.z)));
    vec3 sky = mix(vec3(0.10, 0.12, 0.24), vec3(0.44, 0.25, 0.17), side * side);
    vec3 irradiance = mix(vec3(0.085, 0.055, 0.042), mix(sky, vec3(0.10, 0.15, 0.33), max(n.y, 0.0)),
                          smoothstep(-1.0, 0.9, n.y));
    vec3 diffuse = pixel.albedo * (1.0 - pixel.metal) * irradiance * open;

    float nv = abs(dot(n, pixel.to_eye));
    vec4 k = pixel.roughness * vec4(-1.0, -0.0275, -0.572, 0.022) + vec4(1.0, 0.0425, 1.04, -0.04);
    float a004 = min(k.x * k.x, exp2(-9.28 * nv)) * k.x + k.y; // Lazarov, Karis
    vec2 scale = vec2(-1.04, 1.04) * a004 + k.zw;
    vec3 r = reflect(-pixel.to_eye, n);
    vec3 sharp = mirrored(pixel.position, r);
    vec3 blurred = irradiance * 0.9;
    vec3 mirror = mix(sharp, blurred, smoothstep(0.15, 0.75, pixel.roughness));
    float seen = mix(open, 1.0, 0.35) * max(reflection, pixel.metal);
    return diffuse + mirror * (pixel.f0 * scale.x + scale.y) * seen;
}

// Sunlight that haze scatters on its way, with the shadows in it: rgb, and what passes through.
vec4 haze(vec3 direction, float distance, float offset)
{
    const int STEPS = 7;
    float reach = min(distance, 58.0), mu = dot(normalize(direction), frame.sun.xyz);
    float phase = 0.10 + 0.20 / pow(1.64 - 1.6 * 0.8 * max(mu, -0.2), 1.5);
    float lit = 0.0;
    for (int i = 0; i < STEPS; i++) {
        float along = (float(i) + offset) / float(STEPS);
        along = along * along * reach;
        vec3 place = frame.camera.xyz + direction * along;
        uint cascade = min(cascade_at(along), 3u);
        lit += shadow_tap(shadow_place(place, cascade), cascade) * exp(-0.10 * max(place.y, 0.0)) *
               (2.0 * (float(i) + offset) / float(STEPS));
    }
    float density = 0.0017;
    vec3 scattered = frame.sun_color.rgb * phase * density * reach * lit / float(STEPS);
    return vec4(scattered, exp(-density * 0.8 * reach));
}

vec3 shade(Pixel pixel, vec4 material, float emission, float angle)
{
    float visible = sun_visibility(pixel, angle);
    vec3 sun = reflected(pixel, frame.sun.xyz) * visible;
    float through = pow(max(dot(-pixel.to_eye, frame.sun.xyz), 0.0), 3.0);
    sun += pixel.albedo * material.z * (0.25 + 2.2 * through) * visible * vec3(1.0, 0.9, 0.5);
    vec3 color = sun * frame.sun_color.rgb + point_lights(pixel) + ambient(pixel, material.w);
    return color + pixel.albedo * emission;
}

Pixel load_pixel(vec3 ray, float distance, vec4 material)
{
    vec4 normal = subpassLoad(in_normal);
    Pixel pixel;
    pixel.albedo = subpassLoad(in_albedo).rgb;
    pixel.position = frame.camera.xyz + ray * distance;
    pixel.normal = normalize(normal.xyz + vec3(0.0, 1e-4, 0.0));
    pixel.to_eye = -normalize(ray);
    pixel.distance = distance;
    pixel.roughness = max(material.x, 0.05);
    pixel.metal = material.y;
    pixel.openness = normal.w;
    pixel.f0 = mix(vec3(0.04), pixel.albedo, pixel.metal);
    return pixel;
}

void main()
{
    vec3 ray = ray_through(gl_FragCoord.xy);
    float depth = subpassLoad(in_depth).r;
    float distance = frame.ray_z.w / max(depth, 1e-5);
    float noise_here = dither(gl_FragCoord.xy, frame.size.z);
    vec4 material = subpassLoad(in_material), emission = subpassLoad(in_emission);
    vec4 air = haze(ray, distance, noise_here);

    vec3 color = shade(load_pixel(ray, distance, material), material, emission.x, 2.0 * PI * noise_here);
    float far = 1.0 - exp(-0.0013 * max(distance - 50.0, 0.0));
    vec3 towards = normalize(vec3(ray.x, max(ray.y, 0.0) + 0.03 * length(ray), ray.z));
    color = mix(color, sky_color(towards, frame.sun.xyz), far);

    vec4 then = frame.previous_view_projection * vec4(ray, 0.0);
    vec4 now = frame.steady_view_projection * vec4(ray, 0.0);
    bool sky = depth <= 0.0;
    out_color = sky ? air : vec4(color * air.a + air.rgb, 1.0);
    out_motion = sky ? screen_place(now) - screen_place(then) : emission.yz;
}
