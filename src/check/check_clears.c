/* In: clear values of attachments and of copy passes. Out: those that a format cannot hold.
 * Promise: integers are whole and fit their component's bits (Vulkan leaves what does not fit
 * undefined), depth is 0 to 1 (VUID-VkClearDepthStencilValue-depth-00022), stencil has 8 bits. */
#include "check/check.h"

#include <string.h>

/* Names say the bits: "a2b10g10r10_uint_pack32". 0: no such component, whose value nobody sees. */
static uint32_t component_bits(const fusor_format_info *format, char component)
{
    const char *end = strchr(format->name, '_');
    const char *at = strchr(format->name, component);
    uint32_t bits = 0;
    if (!end || !at || at > end)
        return 0;
    for (at++; *at >= '0' && *at <= '9'; at++)
        bits = bits * 10 + (uint32_t)(*at - '0');
    return bits;
}

/* Clear values have 32 bits, whatever the format has. */
static bool integer_fits(double value, uint32_t bits, bool is_signed)
{
    bits = bits > 32 ? 32 : bits;
    if (!bits)
        return true;
    double values = (double)((uint64_t)1 << bits);
    double low = is_signed ? -values / 2 : 0, high = is_signed ? values / 2 - 1 : values - 1;
    return value >= low && value <= high && (double)(int64_t)value == value;
}

static bool color_fits(const fusor_format_info *format, const double value[4])
{
    bool is_signed = format->number_class == FUSOR_FORMAT_CLASS_SINT;
    bool is_integer = is_signed || format->number_class == FUSOR_FORMAT_CLASS_UINT;
    for (int i = 0; i < 4; i++) {
        bool is_number = value[i] == value[i];
        if (is_integer ? !integer_fits(value[i], component_bits(format, "rgba"[i]), is_signed)
                       : !is_number)
            return false;
    }
    return true;
}

bool check_clear_fits(const graph_resource *r, fusor_aspects aspects, const double value[4])
{
    if (aspects & FUSOR_ASPECT_COLOR)
        return color_fits(r->format, value);
    if ((aspects & FUSOR_ASPECT_DEPTH) && !(value[0] >= 0 && value[0] <= 1))
        return false;
    return !(aspects & FUSOR_ASPECT_STENCIL) || integer_fits(value[1], 8, false);
}

void check_bad_clear(const check_context *c, const graph_pass *pass, const graph_resource *r)
{
    base_diags_add(c->diags, FUSOR_DIAGNOSTIC_CLEAR_INVALID, pass->name, r->name,
                   "pass \"%s\": the clear value of \"%s\" does not fit %s", pass->name, r->name,
                   r->format->name);
}
