/* In: kinds and handles. Out: objects with a life, lists, violations.
 * Promised: an object is never freed or reused while its fake lives, so every stale handle is told
 * from a live one and from one that never was. */
#include "fake_core.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void *or_die(void *memory)
{
    if (!memory)
        abort();
    return memory;
}

void *fake_alloc(fake_vulkan *fake, size_t size)
{
    fake_block *block = or_die(calloc(1, sizeof(fake_block) + 16 + size));
    block->next = fake->blocks;
    fake->blocks = block;
    return (char *)block + 16;
}

void *fake_copy(fake_vulkan *fake, const void *data, size_t size)
{
    if (!data || size == 0)
        return NULL;
    return memcpy(fake_alloc(fake, size), data, size);
}

void *fake_grow(void *items, uint32_t count, uint32_t *capacity, size_t item_size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity ? *capacity * 2 : 16;
    return or_die(realloc(items, *capacity * item_size));
}

void fake_list_add(fake_list *list, uint32_t item)
{
    list->items = fake_grow(list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = item;
}

void fake_list_remove(fake_list *list, uint32_t item)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        if (list->items[i] != item)
            list->items[kept++] = list->items[i];
    }
    list->count = kept;
}

void fake_list_free(fake_list *list)
{
    free(list->items);
    *list = (fake_list){0};
}

void fake_violate(fake_vulkan *fake, fake_vulkan_violation_kind kind, const char *format, ...)
{
    char text[512];
    int length = snprintf(text, sizeof text, "%s: ", fake_vulkan_fn_name(fake->current));
    va_list args;
    va_start(args, format);
    vsnprintf(text + length, sizeof text - (size_t)length, format, args);
    va_end(args);
    fake->violations = fake_grow(fake->violations, fake->violation_count, &fake->violation_capacity,
                                 sizeof *fake->violations);
    fake->violations[fake->violation_count++] =
        (fake_vulkan_violation){kind, fake_copy(fake, text, strlen(text) + 1)};
}

/* ------------------------------------------------------------------------------------ objects */

static bool is_dispatchable(fake_vulkan_kind kind)
{
    return kind <= FAKE_KIND_COMMAND_BUFFER;
}

fake_object *fake_make(fake_vulkan *fake, fake_vulkan_kind kind, size_t data_size)
{
    fake_object *object = fake_alloc(fake, sizeof *object);
    if (fake->object_count == 0)
        fake->object_count = 1; /* serial 0 is none */
    fake->objects =
        fake_grow(fake->objects, fake->object_count, &fake->object_capacity, sizeof *fake->objects);
    object->fake = fake;
    object->kind = kind;
    object->serial = fake->object_count++;
    object->alive = true;
    object->data = data_size ? fake_alloc(fake, data_size) : NULL;
    fake->objects[object->serial] = object;
    fake->created_count += !is_dispatchable(kind) || kind == FAKE_KIND_COMMAND_BUFFER;
    return object;
}

uint64_t fake_value(const fake_object *object)
{
    if (is_dispatchable(object->kind))
        return (uint64_t)(uintptr_t)object;
    return 0xfa00000000000000u | (uint64_t)object->kind << 48 | object->serial;
}

/* A pointer has to be followed to be judged, as every driver does: one that never was a handle of a
 * fake may crash. */
static fake_object *find_dispatchable(fake_vulkan *fake, fake_vulkan_kind kind, fake_object *object)
{
    return object->fake == fake && object->kind == kind ? object : NULL;
}

fake_object *fake_find(fake_vulkan *fake, fake_vulkan_kind kind, uint64_t value)
{
    uint32_t serial = (uint32_t)value;
    if (!value || kind == FAKE_KIND_NUMBER)
        return NULL;
    if (is_dispatchable(kind))
        return find_dispatchable(fake, kind, (fake_object *)(uintptr_t)value);
    if (serial == 0 || serial >= fake->object_count || fake->objects[serial]->kind != kind)
        return NULL;
    return fake_value(fake->objects[serial]) == value ? fake->objects[serial] : NULL;
}

fake_object *fake_use(fake_vulkan *fake, fake_vulkan_kind kind, uint64_t value)
{
    fake_object *object = fake_find(fake, kind, value);
    if (!value)
        return NULL;
    if (!object)
        fake_violate(fake, FAKE_VIOLATION_UNKNOWN_HANDLE, "0x%llx is no %s",
                     (unsigned long long)value, fake_vulkan_kind_word(kind));
    else if (!object->alive)
        fake_violate(fake, FAKE_VIOLATION_USE_AFTER_DESTROY, "%s is destroyed", fake_name(object));
    return object;
}

void fake_kill_object(fake_vulkan *fake, fake_object *object)
{
    FAKE_CHECK(fake, object->pending == 0, DESTROY_IN_USE, "%s is used by pending work",
               fake_name(object));
    object->alive = false;
}

fake_object *fake_kill(fake_vulkan *fake, fake_vulkan_kind kind, uint64_t value)
{
    fake_object *object = fake_find(fake, kind, value);
    if (!value)
        return NULL;
    if (!FAKE_CHECK(fake, object, UNKNOWN_HANDLE, "0x%llx is no %s", (unsigned long long)value,
                    fake_vulkan_kind_word(kind)))
        return NULL;
    if (!FAKE_CHECK(fake, object->alive, DOUBLE_DESTROY, "%s is destroyed already",
                    fake_name(object)))
        return NULL;
    fake_kill_object(fake, object);
    return object;
}

void fake_kill_children_of_pool(fake_vulkan *fake, const fake_object *pool)
{
    for (uint32_t i = 1; i < fake->object_count; i++) {
        if (fake->objects[i]->parent == pool->serial && fake->objects[i]->alive)
            fake_kill_object(fake, fake->objects[i]);
    }
}

const char *fake_name(const fake_object *object)
{
    static _Thread_local char names[4][48];
    static _Thread_local unsigned next;
    char *name = names[next++ % 4];
    snprintf(name, sizeof names[0], "%s %u", fake_vulkan_kind_word(object->kind), object->serial);
    return name;
}

void fake_collect(fake_vulkan *fake, fake_object *object, fake_list *refs)
{
    fake_list_add(refs, object->serial);
    for (uint32_t i = 0; i < object->children.count; i++)
        fake_collect(fake, fake->objects[object->children.items[i]], refs);
}

/* ------------------------------------------------------------------------- what tests ask for */

static bool is_counted(const fake_object *object)
{
    return object->alive && object->kind > FAKE_KIND_QUEUE;
}

uint32_t fake_vulkan_live_count_of(const fake_vulkan *fake, fake_vulkan_kind kind)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < fake->object_count; i++)
        count += fake->objects[i]->alive && fake->objects[i]->kind == kind;
    return count;
}

uint32_t fake_vulkan_live_count(const fake_vulkan *fake)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < fake->object_count; i++)
        count += is_counted(fake->objects[i]);
    return count;
}

uint32_t fake_vulkan_created_count(const fake_vulkan *fake)
{
    return fake->created_count;
}

void fake_vulkan_find_leaks(fake_vulkan *fake)
{
    for (uint32_t i = 1; i < fake->object_count; i++) {
        FAKE_CHECK(fake, !is_counted(fake->objects[i]), LEAK, "%s is never destroyed",
                   fake_name(fake->objects[i]));
    }
}

uint32_t fake_vulkan_violation_count(const fake_vulkan *fake)
{
    return fake->violation_count;
}

const fake_vulkan_violation *fake_vulkan_violation_get(const fake_vulkan *fake, uint32_t index)
{
    return &fake->violations[index];
}

void fake_vulkan_violations_clear(fake_vulkan *fake)
{
    fake->violation_count = 0;
}

const char *fake_vulkan_violation_word(fake_vulkan_violation_kind kind)
{
#define FAKE_ROW(NAME, word) word,
    static const char *const words[] = {FAKE_VULKAN_VIOLATIONS(FAKE_ROW)};
#undef FAKE_ROW
    return words[kind];
}

void fake_vulkan_violations_print(const fake_vulkan *fake, FILE *file)
{
    for (uint32_t i = 0; i < fake->violation_count; i++) {
        fprintf(file, "violation %s: %s\n", fake_vulkan_violation_word(fake->violations[i].kind),
                fake->violations[i].text);
    }
}
