/* In: sizes. Out: zeroed host memory of the caller's allocator, and growing tables on it.
 * Promised: every allocation is counted, so that "a steady frame allocates nothing" can be asserted;
 * a failed growth leaves the table as it was. */
#include "vulkan/vulkan_internal.h"

#include <stdlib.h>
#include <string.h>

#define HEAP_ALIGNMENT 16u

static void *reallocate(fusor_vulkan *vk, void *memory, size_t old_size, size_t new_size)
{
    if (vk->allocator.realloc_fn) {
        return vk->allocator.realloc_fn(vk->allocator.user, memory, old_size, new_size,
                                        HEAP_ALIGNMENT);
    }
    if (new_size == 0) {
        free(memory);
        return NULL;
    }
    return realloc(memory, new_size);
}

void *vulkan_heap_take(fusor_vulkan *vk, size_t size)
{
    void *memory = reallocate(vk, NULL, 0, size);
    if (memory) {
        vk->stats.heap_allocations++;
        memset(memory, 0, size);
    }
    return memory;
}

void vulkan_heap_give(fusor_vulkan *vk, void *memory, size_t size)
{
    if (memory) {
        reallocate(vk, memory, size, 0);
    }
}

static bool table_grow(fusor_vulkan *vk, vulkan_table *table, uint32_t needed, size_t row_size)
{
    uint32_t capacity = table->capacity ? table->capacity : 16;
    while (capacity < needed) {
        if (capacity > UINT32_MAX / 2) {
            return false;
        }
        capacity *= 2;
    }
    if (capacity > SIZE_MAX / row_size) {
        return false;
    }
    void *rows = reallocate(vk, table->rows, table->capacity * row_size, capacity * row_size);
    if (!rows) {
        return false;
    }
    vk->stats.heap_allocations++;
    table->rows = rows;
    table->capacity = capacity;
    return true;
}

void *vulkan_table_reach(fusor_vulkan *vk, vulkan_table *table, uint32_t index, size_t row_size)
{
    if (index == UINT32_MAX ||
        (index >= table->capacity && !table_grow(vk, table, index + 1, row_size))) {
        return NULL;
    }
    char *rows = table->rows;
    if (index >= table->count) {
        memset(rows + table->count * row_size, 0, (index + 1 - table->count) * row_size);
        table->count = index + 1;
    }
    return rows + index * row_size;
}

void *vulkan_table_get(const vulkan_table *table, uint32_t index, size_t row_size)
{
    return index < table->count ? (char *)table->rows + index * row_size : NULL;
}

void vulkan_table_finish(fusor_vulkan *vk, vulkan_table *table, size_t row_size)
{
    vulkan_heap_give(vk, table->rows, table->capacity * row_size);
    *table = (vulkan_table){0};
}
