/* Every error that can be seen in the declaration itself, against a device's limits and formats. */
#ifndef CHECK_H
#define CHECK_H

#include "graph/graph_model.h"

typedef struct check_context {
    const graph_model *model;
    const fusor_device_desc *device;
    base_diags *diags;
} check_context;

/* Finds all, not the first. */
void check_model(const graph_model *model, const fusor_device_desc *device, base_diags *diags);

void check_policy(const fusor_policy *policy, base_diags *diags);

/* Steps of the above. */
void check_device(const check_context *c);
void check_resources(const check_context *c);
void check_attachments(const check_context *c, const graph_pass *pass);
void check_uses(const check_context *c, const graph_pass *pass);
void check_raw(const check_context *c, const graph_pass *pass, const graph_use *use);
void check_copies(const check_context *c, const graph_pass *pass);

/* Every bit is a stage that fusor knows. */
bool check_are_stages(fusor_stages stages);

/* Whether a format can hold a clear value: red, green, blue, alpha; or depth, stencil. */
bool check_clear_fits(const graph_resource *r, fusor_aspects aspects, const double value[4]);
void check_bad_clear(const check_context *c, const graph_pass *pass, const graph_resource *r);

/* True when the device has every feature bit for the format (no list: it has everything). */
bool check_format_has(const fusor_device_desc *device, fusor_format format,
                      fusor_format_features features);

#endif
