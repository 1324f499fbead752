/* From the declared uses of one pass to ports. */
#ifndef RUN_PORTS_H
#define RUN_PORTS_H

#include "run_contents.h"
#include "run_program.h"

typedef struct run_ports {
    run_arena *arena;
    const run_frame *frame;
    const run_program_limits *limits;
    const run_contents *contents; /* before the pass */
    const bool *small;            /* by buffer index */
    const fusor_pass_desc *pass;
    uint32_t pass_index;
    run_port *data;
    uint32_t count, capacity;
    const char *refusal; /* the first */
} run_ports;

void run_ports_add(run_ports *ports, const run_port *port);
/* All ports of reads[slot] or of writes[slot]. */
void run_ports_add_read(run_ports *ports, uint32_t slot);
void run_ports_add_write(run_ports *ports, uint32_t slot);
/* Format, extent, layers of a piece's mip; false after a refusal. */
bool run_ports_set_image(run_ports *ports, const run_piece *piece, uint32_t mip, run_port *port);
void run_ports_refuse(run_ports *ports, const char *what, const char *resource);

#endif
