/* The two forms of a render pass: version 1 wherever it is enough, version 2 where a subpass resolves
 * depth. Both are built from the same descriptions (version 2's structs, which hold all that is in
 * version 1's). */
#ifndef VULKAN_RENDER_PASS_H
#define VULKAN_RENDER_PASS_H

#include "vulkan/vulkan_internal.h"

VkAttachmentDescription2 vulkan_describe_attachment(const vulkan_program *program,
                                                    const fusor_plan_attachment *attachment);
VkSubpassDependency2 vulkan_describe_dependency(const fusor_plan_dependency *dependency,
                                                uint32_t view_mask);
/* `out` has room for all dependencies of the group; returns how many pairs of subpasses there are. */
uint32_t vulkan_join_dependencies(const fusor_plan *plan, const fusor_plan_group *group,
                                  VkSubpassDependency2 *out);
/* The name of the group's first pass. */
const char *vulkan_group_name(const fusor_plan *plan, const fusor_plan_group *group);

fusor_result vulkan_build_render_pass1(vulkan_program *program, const fusor_plan_group *group,
                                       VkRenderPass *out);
fusor_result vulkan_build_render_pass2(vulkan_program *program, const fusor_plan_group *group,
                                       VkRenderPass *out);

#endif
