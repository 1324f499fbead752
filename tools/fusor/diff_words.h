/* Texts of what a plan holds, each kept by a list. */
#ifndef FUSOR_CLI_DIFF_WORDS_H
#define FUSOR_CLI_DIFF_WORDS_H

#include "diff_facts.h"

const char *diff_bytes(diff_list *list, uint64_t bytes); /* "7.9 MiB (8294400)" */
const char *diff_number(diff_list *list, uint64_t value);
const char *diff_yes(bool value);
/* Words between bars, "nothing" without any. */
const char *diff_bits(diff_list *list, uint64_t set, const char *(*word_of)(uint64_t));
const char *diff_scope(diff_list *list, const fusor_scope *s);
const char *diff_reasons(diff_list *list, const fusor_plan *plan, const fusor_plan_break *b);
const char *diff_shape(diff_list *list, const fusor_plan *plan, const fusor_plan_resource *r);
const char *diff_lifetime(const fusor_plan_resource *r);
const char *diff_pass_kind(fusor_pass_kind kind);

const char *diff_pass(const fusor_plan *plan, uint32_t pass);         /* "none" for none */
const char *diff_resource(const fusor_plan *plan, uint32_t resource); /* "none" for none */
const char *diff_pass_names(diff_list *list, const fusor_plan *plan, fusor_slice passes);
const char *diff_resource_names(diff_list *list, const fusor_plan *plan, fusor_slice resources);
/* ["geometry", "lighting"]: the members. */
const char *diff_group_name(diff_list *list, const fusor_plan *plan, const fusor_plan_group *group);
/* A part of a resource, in full only where it is a part: " mips 0 + 1". */
const char *diff_part(diff_list *list, const fusor_plan_resource *resource, uint32_t previous,
                      const fusor_region *r);
/* The resource's name and the part. */
const char *diff_place(diff_list *list, const fusor_plan *plan, uint32_t index, uint32_t previous,
                       const fusor_region *r);

#endif
