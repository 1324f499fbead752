/* In: the passes of a plan with their uses and copies. Out: the key "passes" of a plan document.
 * All that were declared, in declared order: what an executor binds and records. */
#include "json_write_plan.h"

static void write_flags(json_out *out, fusor_pass_flags flags)
{
    json_out_key_words(out, "flags", &json_words_pass_flag, flags);
}

static void write_place(json_out *out, const fusor_plan *plan, uint32_t resource, uint32_t previous)
{
    json_out_key_string(out, "resource", json_resource_name(plan, resource));
    json_out_key_u64(out, "previous", previous);
}

/* ----------------------------------------------------------------------------------------- uses */

static void write_use(json_out *out, const fusor_plan *plan, const fusor_plan_use *use)
{
    bool is_image = plan->resources[use->resource].is_image;
    json_out_object(out, false);
    json_out_key_string(out, "as", fusor_use_word(use->as));
    json_out_key_u64(out, "slot", use->slot);
    write_place(out, plan, use->resource, use->previous);
    json_write_region(out, &use->region, is_image);
    json_out_key_bool(out, "reads", use->reads);
    json_out_key_bool(out, "writes", use->writes);
    json_out_key_bool(out, "overwrites", use->overwrites);
    json_out_key_bool(out, "concurrent", use->concurrent);
    json_write_stage_bits(out, "stages", use->stages);
    json_write_access_bits(out, "access", use->access);
    json_out_key_string(out, "layout", is_image ? fusor_layout_word(use->layout) : NULL);
    json_out_close(out);
}

static void write_uses(json_out *out, const fusor_plan *plan, fusor_slice uses)
{
    json_out_key_array(out, "uses", true);
    for (uint32_t i = 0; i < uses.count; i++) {
        write_use(out, plan, &plan->uses[uses.first + i]);
    }
    json_out_close(out);
}

/* --------------------------------------------------------------------------------------- copies */

static void write_side(json_out *out, const fusor_plan *plan, uint32_t resource, uint32_t previous,
                       const fusor_region *region, fusor_layout layout)
{
    bool is_image = plan->resources[resource].is_image;
    json_out_object(out, false);
    write_place(out, plan, resource, previous);
    json_write_region(out, region, is_image);
    json_out_key_string(out, "layout", fusor_layout_word(layout));
    json_out_close(out);
}

static void write_copy(json_out *out, const fusor_plan *plan, const fusor_plan_copy *copy)
{
    json_out_object(out, false);
    json_out_key_word(out, "op", &json_words_copy, copy->kind);
    json_out_key(out, "src");
    if (copy->src == FUSOR_NONE) {
        json_out_null(out);
    } else {
        write_side(out, plan, copy->src, copy->src_previous, &copy->src_region, copy->src_layout);
    }
    json_out_key(out, "dst");
    write_side(out, plan, copy->dst, 0, &copy->dst_region, copy->dst_layout);
    json_out_key_bool(out, "linear", copy->linear);
    json_out_key_doubles(out, "value", copy->value, 4);
    json_out_key_u64(out, "fill", copy->fill);
    json_out_close(out);
}

static void write_copies(json_out *out, const fusor_plan *plan, fusor_slice copies)
{
    json_out_key_array(out, "copies", true);
    for (uint32_t i = 0; i < copies.count; i++) {
        write_copy(out, plan, &plan->copies[copies.first + i]);
    }
    json_out_close(out);
}

void json_write_plan_passes(json_out *out, const fusor_plan *plan)
{
    json_out_key_array(out, "passes", true);
    for (uint32_t i = 0; i < plan->pass_count; i++) {
        const fusor_plan_pass *pass = &plan->passes[i];
        json_out_object(out, false);
        json_out_key_string(out, "name", pass->name);
        json_out_key_word(out, "kind", &json_words_pass_kind, pass->kind);
        write_flags(out, pass->flags);
        write_uses(out, plan, pass->uses);
        write_copies(out, plan, pass->copies);
        json_out_close(out);
    }
    json_out_close(out);
}
