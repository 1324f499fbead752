/* What all tests read: files below the source folder, and the frames of tests/frames as graphs.
 *
 * Each function fails the cmocka test that calls it when a file is not there or holds no graph. */
#ifndef FUSOR_TEST_CORPUS_H
#define FUSOR_TEST_CORPUS_H

#include "fusor/fusor.h"

#include <stddef.h>

/* The text of a file, to be freed, with a NUL behind its `size` bytes. `path` begins below the source folder. */
char *corpus_read(const char *path, size_t *size);

/* The graph of a document. */
fusor_graph *corpus_graph(const char *text, size_t size);

/* The graph of tests/frames/NAME.json. */
fusor_graph *corpus_frame(const char *name);

/* The names of all frames that lie in tests/frames, in order, NULL behind them. Not to be freed. */
const char *const *corpus_names(void);

#endif
