/* Which parts of which resources hold defined contents, pass by pass in declared order. */
#ifndef RUN_CONTENTS_H
#define RUN_CONTENTS_H

#include "run_frame.h"

typedef struct run_contents run_contents;

/* At the start of a frame: imports with contents, persistent and host-written resources. */
run_contents *run_contents_start(run_arena *arena, const run_frame *frame);

typedef struct run_piece {
    fusor_image image;
    fusor_buffer buffer;
    fusor_aspects aspects; /* images; 0: colour, or depth where there is one */
    fusor_range mips, layers;
    fusor_byte_range bytes;
} run_piece;

run_piece run_piece_of_use(const run_frame *frame, const fusor_use_desc *use);
bool run_contents_has_all(const run_contents *contents, const run_piece *piece);
void run_contents_add(run_contents *contents, const run_piece *piece);

#endif
