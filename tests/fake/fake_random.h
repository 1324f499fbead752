/* fake_random.h: valid graphs from a seed: raster, compute and copies over images with mips and layers,
 * histories, persistent images and buffers. */
#ifndef FUSOR_FAKE_RANDOM_H
#define FUSOR_FAKE_RANDOM_H

#include "fusor/fusor.h"

/* The same graph for the same seed on every machine; NULL when out of memory. */
fusor_graph *fake_random_graph(uint64_t seed);

#endif
