/* In: names, bits and regions of a plan. Out: their forms in a plan document.
 * Bits are written lowest first, so equal sets are equal bytes. */
#include "json_write_plan.h"

#include <math.h>

const char *json_pass_name(const fusor_plan *plan, uint32_t pass)
{
    return pass < plan->pass_count ? plan->passes[pass].name : NULL;
}

const char *json_resource_name(const fusor_plan *plan, uint32_t resource)
{
    return resource < plan->resource_count ? plan->resources[resource].name : NULL;
}

void json_write_pass_list(json_out *out, const char *key, const fusor_plan *plan,
                          fusor_slice passes)
{
    json_out_key_array(out, key, false);
    for (uint32_t i = 0; i < passes.count; i++) {
        json_out_string(out, json_pass_name(plan, plan->pass_list[passes.first + i]));
    }
    json_out_close(out);
}

void json_write_resource_list(json_out *out, const char *key, const fusor_plan *plan,
                              fusor_slice resources)
{
    json_out_key_array(out, key, false);
    for (uint32_t i = 0; i < resources.count; i++) {
        json_out_string(out, json_resource_name(plan, plan->resource_list[resources.first + i]));
    }
    json_out_close(out);
}

static void write_bits(json_out *out, const char *key, uint64_t bits,
                       const char *(*word_of)(uint64_t))
{
    json_out_key_array(out, key, false);
    for (uint32_t i = 0; i < 64; i++) {
        uint64_t bit = bits & (1ull << i);
        const char *word = bit ? word_of(bit) : NULL;
        if (word) {
            json_out_string(out, word);
        }
        out->unwritable |= bit && !word;
    }
    json_out_close(out);
}

void json_write_stage_bits(json_out *out, const char *key, fusor_stages stages)
{
    write_bits(out, key, stages, fusor_stage_word);
}

void json_write_access_bits(json_out *out, const char *key, fusor_access access)
{
    write_bits(out, key, access, fusor_access_word);
}

void json_write_scope(json_out *out, const char *key, const fusor_plan *plan,
                      const fusor_scope *scope, bool has_layout)
{
    json_out_key_object(out, key, false);
    json_write_pass_list(out, "passes", plan, scope->passes);
    json_write_stage_bits(out, "stages", scope->stages);
    json_write_access_bits(out, "access", scope->access);
    json_out_key_string(out, "layout", has_layout ? fusor_layout_word(scope->layout) : NULL);
    json_out_close(out);
}

void json_write_region(json_out *out, const fusor_region *region, bool is_image)
{
    if (is_image) {
        json_out_key_words(out, "aspects", &json_words_aspect, region->aspects);
        json_out_key_pair(out, "mips", region->mips.first, region->mips.count);
        json_out_key_pair(out, "layers", region->layers.first, region->layers.count);
        json_out_key_string(out, "range", NULL);
    } else {
        json_out_key_string(out, "aspects", NULL);
        json_out_key_string(out, "mips", NULL);
        json_out_key_string(out, "layers", NULL);
        json_out_key_pair(out, "range", region->bytes.first, region->bytes.count);
    }
}

bool json_has_clear(const double clear[4])
{
    return json_is_set(clear[0]) || json_is_set(clear[1]) || json_is_set(clear[2]) ||
           json_is_set(clear[3]);
}

bool json_is_set(double number)
{
    return number != 0.0 || signbit(number);
}
