// The sky at sunset without clouds, for the sky itself, for reflections and for haze.
vec3 sky_color(vec3 direction, vec3 sun)
{
    float mu = dot(direction, sun), height = max(direction.y, 0.0);
    float towards = 0.5 + 0.5 * mu;
    vec3 horizon = mix(vec3(0.34, 0.28, 0.42), vec3(1.25, 0.62, 0.30), towards * towards);
    vec3 zenith = mix(vec3(0.035, 0.075, 0.22), vec3(0.14, 0.22, 0.42), towards);
    vec3 color = mix(horizon, zenith, 1.0 - exp(-4.2 * height));
    float glow = max(mu, 0.0);
    float glow8 = pow(glow, 8.0);
    color += vec3(0.95, 0.42, 0.14) * (0.55 * glow8 + 1.6 * pow(glow, 90.0));
    return color;
}
