#version 450

layout(location = 0) in vec2 place;
layout(location = 0) out vec4 out_color;

// Glow, a ring, and rays around the sun, as a lens would add them.
void main()
{
    float radius = length(place), angle = atan(place.y, place.x);
    float edge = max(1.0 - radius, 0.0);
    float glow = edge * edge * (0.05 + 0.016 / (radius + 0.03));
    float rays = pow(0.5 + 0.5 * cos(6.0 * angle + 0.6), 24.0) + 0.6 * pow(0.5 + 0.5 * cos(6.0 * angle + 3.5), 60.0);
    float ring = exp(-900.0 * (radius - 0.62) * (radius - 0.62)) * 0.035;
    vec3 color = vec3(1.5, 0.78, 0.36) * (glow + 0.16 * rays * edge * edge * edge * edge);
    color += ring * mix(vec3(0.9, 0.4, 0.2), vec3(0.3, 0.5, 0.9), smoothstep(0.58, 0.66, radius));
    out_color = vec4(color, 0.0);
}
