/* The errors of one document, in the order in which they were found. */
#ifndef FUSOR_JSON_ERRORS_H
#define FUSOR_JSON_ERRORS_H

#include "fusor/json.h"

#include "json_memory.h"

/* What is found beyond this many is counted, not kept: 10 MB of wrong keys stay readable. */
#define JSON_ERRORS_MAX 10000u

struct fusor_json_errors {
    json_arena arena; /* the rows and all texts */
    fusor_json_error *rows;
    uint32_t count, capacity;
    uint64_t dropped;
};

/* NULL when out of memory. */
fusor_json_errors *json_errors_create(const fusor_allocator *allocator);

/* Keeps the pointers of `error`: they are to lie in the errors' arena, or to be static. */
void json_errors_add(fusor_json_errors *errors, const fusor_json_error *error);

/* Ends the list with the number of those dropped, if any were. */
void json_errors_close(fusor_json_errors *errors);

#endif
