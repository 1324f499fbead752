/* The parts of a plan document. Each function writes one key and its value. */
#ifndef FUSOR_JSON_WRITE_PLAN_H
#define FUSOR_JSON_WRITE_PLAN_H

#include "json_out.h"

/* json_write_scope.c: what many entries share. */
const char *json_pass_name(const fusor_plan *plan, uint32_t pass);         /* NULL for none */
const char *json_resource_name(const fusor_plan *plan, uint32_t resource); /* NULL for none */
void json_write_pass_list(json_out *out, const char *key, const fusor_plan *plan,
                          fusor_slice passes);
void json_write_resource_list(json_out *out, const char *key, const fusor_plan *plan,
                              fusor_slice resources);
void json_write_stage_bits(json_out *out, const char *key, fusor_stages stages);
void json_write_access_bits(json_out *out, const char *key, fusor_access access);
/* {"passes", "stages", "access", "layout"}; no layout: null. */
void json_write_scope(json_out *out, const char *key, const fusor_plan *plan,
                      const fusor_scope *scope, bool has_layout);
/* Is the number, or one of a colour's four, not +0? */
bool json_is_set(double number);
bool json_has_clear(const double clear[4]);
/* "aspects", "mips", "layers", "range": null where they do not apply. */
void json_write_region(json_out *out, const fusor_region *region, bool is_image);

void json_write_groups(json_out *out, const fusor_plan *plan);    /* json_write_group.c */
void json_write_resources(json_out *out, const fusor_plan *plan); /* json_write_resource.c */
/* What a semaphore of an acquired image has to wait for: the first accesses in the frame. */
fusor_stages json_acquire_stages(const fusor_plan_barrier *barriers, uint32_t count,
                                 uint32_t resource);
void json_write_frame(json_out *out, const fusor_plan *plan);       /* json_write_resource.c */
void json_write_plan_passes(json_out *out, const fusor_plan *plan); /* json_write_plan_pass.c */
void json_write_diagnostics(json_out *out, const fusor_diagnostic *diagnostics,
                            uint32_t count); /* json_write_failure.c */

#endif
