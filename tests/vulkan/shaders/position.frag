#version 450

/* Each pixel its own place: an error of one pixel shows. */
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(floor(gl_FragCoord.xy) / 255.0, 7.0 / 255.0, 1.0);
}
