// Value noise from integers, 0 … 1: the same on every driver but for the last bits of mix().

float lattice(uvec3 p)
{
    uint h = p.x * 1597334673u ^ p.y * 3812015801u ^ p.z * 2798796415u;
    h = (h ^ (h >> 15)) * 2246822519u;
    return float(h >> 8) * (1.0 / 16777216.0);
}

float noise(vec3 p)
{
    vec3 cell = floor(p), t = p - cell;
    uvec3 a = uvec3(ivec3(cell)), b = a + 1u;
    t = t * t * (3.0 - 2.0 * t);
    vec4 low = vec4(lattice(a), lattice(uvec3(b.x, a.yz)), lattice(uvec3(a.x, b.y, a.z)),
                    lattice(uvec3(b.xy, a.z)));
    vec4 high = vec4(lattice(uvec3(a.xy, b.z)), lattice(uvec3(b.x, a.y, b.z)),
                     lattice(uvec3(a.x, b.yz)), lattice(b));
    vec4 plane = mix(low, high, t.z);
    vec2 line = mix(plane.xy, plane.zw, t.y);
    return mix(line.x, line.y, t.x);
}

float fractal(vec3 p, int octaves)
{
    float sum = 0.0, weight = 0.5;
    for (int i = 0; i < octaves; i++) {
        sum += weight * noise(p);
        p = p * 2.03 + vec3(17.3, 5.1, 9.7);
        weight *= 0.5;
    }
    return sum;
}

// Jimenez's interleaved gradient noise: dither that TAA averages away.
float dither(vec2 texel, uint frame_index)
{
    texel += 5.588238 * float(frame_index % 64u);
    return fract(52.9829189 * fract(dot(texel, vec2(0.06711056, 0.00583715))));
}
