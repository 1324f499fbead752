/* --fit: changes a frame until the device can run it, and says each change on stderr. */
#ifndef RUN_FIT_H
#define RUN_FIT_H

#include "run_frame.h"

typedef struct run_fit_limits {
    const fusor_device_desc *device;
    uint64_t bytes;                /* of all resources together */
    uint32_t image_3d, image_cube; /* extents; 2D is the description's */
    uint32_t frames_in_flight;     /* instances of host buffers */
    bool storage_extended, storage_read_any, storage_write_any; /* storage image features */
} run_fit_limits;

/* RUN_OK, or RUN_WRONG after a complaint: nothing of this device will do. */
int run_fit_apply(const run_fit_limits *limits, run_frame *frame);

/* The steps, in order. */
void run_fit_stages(run_frame *frame);
int run_fit_formats(const run_fit_limits *limits, run_frame *frame);
int run_fit_samples(const run_fit_limits *limits, run_frame *frame);
void run_fit_layers(const run_fit_limits *limits, run_frame *frame);
void run_fit_images(const run_fit_limits *limits, uint64_t bytes, run_frame *frame);
void run_fit_buffers(const run_fit_limits *limits, uint64_t bytes, run_frame *frame);

/* Bytes of all images, and of all buffers, with every slot and instance. */
uint64_t run_fit_image_bytes(const run_frame *frame);
uint64_t run_fit_buffer_bytes(const run_fit_limits *limits, const run_frame *frame);

/* Raw passes run as dispatches: their uses become what a compute shader does. With or without --fit. */
void run_fit_raw(run_frame *frame);
/* The first use of a stage that is not of core Vulkan; NULL: there is none. */
const char *run_fit_missing_stage(const run_frame *frame, const char **pass);

#endif
