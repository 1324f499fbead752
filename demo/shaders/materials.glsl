// Procedural materials, in metres. Albedo is linear; heights are metres of bump.

struct Surface {
    vec3 albedo;
    float roughness, metal, translucency, reflection, openness;
    float height; // of the bump
    float fade;   // how soon the bump fades with the size of a pixel
};

Surface plain_surface(vec3 albedo, float roughness)
{
    return Surface(albedo, roughness, 0.0, 0.0, 1.0, 1.0, 0.0, 30.0);
}

Surface marble(vec3 p)
{
    float warp = fractal(p * 1.1, 3), fine = noise(p * 23.0);
    float vein = 1.0 - abs(2.0 * fractal(p * 0.8 + 1.9 * warp, 3) - 0.9);
    vein = pow(clamp(vein, 0.0, 1.0), 9.0);
    float stain = smoothstep(0.35, 0.75, warp);
    vec3 albedo = mix(vec3(0.80, 0.75, 0.67), vec3(0.66, 0.58, 0.48), stain);
    albedo = mix(albedo, vec3(0.36, 0.33, 0.32), 0.55 * vein) * (0.93 + 0.1 * fine);
    Surface surface = plain_surface(albedo, 0.42 + 0.2 * stain);
    surface.height = 0.0016 * fine;
    surface.reflection = 0.5;
    return surface;
}

// Distance to the nearest line of a grid whose cells are 1 wide.
float grid_distance(float x)
{
    return 0.5 - abs(fract(x) - 0.5);
}

Surface stone(vec3 p, vec3 normal)
{
    float grain = noise(p * 31.0), blotch = fractal(p * 1.7, 3), pits = noise(p * 9.0);
    vec3 albedo = mix(vec3(0.62, 0.52, 0.39), vec3(0.44, 0.35, 0.26), smoothstep(0.3, 0.62, blotch));
    albedo *= 0.86 + 0.25 * grain;
    Surface surface = plain_surface(albedo, 0.78);
    surface.height = 0.003 * grain + 0.006 * smoothstep(0.2, 0.5, pits);
    surface.openness = 0.8 + 0.2 * smoothstep(0.15, 0.4, pits);
    surface.reflection = 0.2;
    return surface;
}

// Slabs of two marbles, laid diagonally between bands, with dark diamonds where they meet.
Surface floor_tiles(vec3 p)
{
    vec2 q = vec2(p.x + p.z, p.x - p.z) * 0.7071 / 1.15;
    vec2 cell = floor(q), inside = fract(q);
    float width = length(fwidth(p.xz)) / 1.15;
    float joint = min(grid_distance(q.x), grid_distance(q.y));
    float groove = 1.0 - smoothstep(0.006, 0.012 + width, joint);
    float checker = mod(cell.x + cell.y, 2.0);
    float shade = lattice(uvec3(ivec3(cell.x, cell.y, 5.0)));
    float vein = fractal(p * 1.6 + vec3(cell.x * 7.3, 3.0, cell.y * 5.9), 3);
    vec3 light = mix(vec3(0.66, 0.60, 0.51), vec3(0.50, 0.43, 0.35), smoothstep(0.3, 0.6, vein));
    vec3 dark = mix(vec3(0.30, 0.15, 0.11), vec3(0.19, 0.10, 0.08), smoothstep(0.3, 0.6, vein));
    vec3 albedo = mix(light, dark, mix(checker, 0.5, smoothstep(0.25, 0.7, width)));
    albedo *= 0.82 + 0.3 * shade;
    vec2 corner = min(inside, 1.0 - inside);
    float diamond = 1.0 - smoothstep(0.15, 0.155 + width, corner.x + corner.y);
    albedo = mix(albedo, vec3(0.055, 0.06, 0.065), diamond);
    float edge = abs(p.x);
    float band = smoothstep(6.9, 6.9 + width, edge) * (1.0 - smoothstep(7.3, 7.3 + width, edge));
    albedo = mix(albedo, vec3(0.07, 0.075, 0.08), band);
    albedo *= 1.0 - 0.65 * groove * (1.0 - diamond);
    float worn = noise(p * 0.9);
    Surface surface = plain_surface(albedo, 0.16 + 0.22 * worn + 0.1 * shade + 0.4 * groove);
    surface.height = -0.004 * groove * (1.0 - diamond) + 0.0025 * shade + 0.004 * worn;
    surface.fade = 24.0;
    return surface;
}

Surface metal(vec3 p, vec3 tint, float openness)
{
    float blotch = fractal(p * 2.3, 3), fine = noise(p * 41.0);
    float patina = smoothstep(0.46, 0.72, blotch + 0.35 * (1.0 - openness));
    vec3 albedo = mix(tint, vec3(0.20, 0.36, 0.31), 0.6 * patina) * (0.9 + 0.15 * fine);
    Surface surface = plain_surface(albedo, 0.24 + 0.34 * patina + 0.08 * fine);
    surface.metal = 1.0 - 0.8 * patina;
    surface.height = 0.0012 * fine + 0.002 * patina;
    return surface;
}

Surface foliage(vec3 p, float openness)
{
    float leaves = noise(p * 17.0), clumps = noise(p * 5.0), twigs = noise(p * 38.0);
    vec3 albedo = mix(vec3(0.028, 0.050, 0.018), vec3(0.095, 0.125, 0.035), leaves * clumps * 1.7);
    Surface surface = plain_surface(albedo * (0.6 + 0.8 * twigs), 0.75);
    surface.translucency = 0.6 * leaves;
    surface.height = 0.05 * leaves + 0.09 * clumps + 0.012 * twigs;
    surface.openness = 0.35 + 0.65 * leaves;
    surface.fade = 12.0;
    surface.reflection = 0.15;
    return surface;
}

Surface ground(vec3 p, vec3 normal)
{
    float broad = fractal(vec3(p.xz * 0.11, 1.0), 3), fine = noise(p * 6.0), blades = noise(p * 27.0);
    float far = smoothstep(150.0, 420.0, length(p.xz));
    vec3 grass = mix(vec3(0.060, 0.078, 0.022), vec3(0.17, 0.145, 0.055), smoothstep(0.25, 0.6, broad));
    vec3 rock = mix(vec3(0.16, 0.13, 0.12), vec3(0.22, 0.18, 0.17), fine);
    float steep = smoothstep(0.92, 0.75, normal.y);
    vec3 albedo = mix(grass, rock, max(steep, 0.75 * far)) * (0.6 + 0.5 * fine + 0.3 * blades);
    Surface surface = plain_surface(albedo, 0.95);
    surface.height = 0.05 * fine + 0.02 * blades;
    surface.fade = 14.0;
    surface.reflection = 0.0;
    return surface;
}

Surface water(vec3 p, float time)
{
    vec3 q = vec3(p.xz * 2.1, 0.7 * time), r = vec3(p.zx * 5.3, 1.1 * time);
    Surface surface = plain_surface(vec3(0.008, 0.022, 0.026), 0.07);
    surface.height = 0.016 * noise(q) + 0.006 * noise(r);
    surface.fade = 9.0;
    return surface;
}

Surface glow()
{
    return plain_surface(vec3(0.9), 0.4);
}

// Rows of barrel tiles down the slope.
Surface roof(vec3 p, vec3 normal)
{
    float row = abs(fract(p.z * 3.2) - 0.5) * 2.0, course = fract(abs(p.x) * 2.2);
    float shade = lattice(uvec3(ivec3(floor(p.z * 3.2), floor(abs(p.x) * 2.2), 3)));
    vec3 albedo = mix(vec3(0.40, 0.15, 0.075), vec3(0.27, 0.115, 0.07), shade);
    float up = smoothstep(0.2, 0.5, normal.y);
    Surface surface = plain_surface(mix(vec3(0.34, 0.26, 0.19), albedo, up), 0.85);
    surface.height = up * (0.07 * sqrt(max(1.0 - row * row, 0.0)) + 0.025 * course);
    surface.fade = 8.0;
    surface.reflection = 0.1;
    return surface;
}
