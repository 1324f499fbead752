// The sky at sunset without clouds, for the sky itself, for reflections and for haze.
vec3 sky_color(vec3 direction, vec3 sun)
{
    float mu = dot(direction, sun), height = max(direction.y, 0.0);
    float towards = 0.5 + 0.5 * mu;
    vec3 horizon = mix(vec3(0.22, 0.17, 0.32), vec3(0.92, 0.31, 0.10), towards * towards);
    vec3 zenith = mix(vec3(0.014, 0.036, 0.14), vec3(0.045, 0.095, 0.27), towards);
    vec3 color = mix(horizon, zenith, 1.0 - exp(-3.6 * height));
    float glow = max(mu, 0.0);
    float glow8 = pow(glow, 8.0);
    color += vec3(0.95, 0.38, 0.11) * (0.38 * glow8 + 1.3 * pow(glow, 110.0));
    return color;
}
