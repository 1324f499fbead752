/* In: each call with its arguments. Out: the log, the checks of its handles, the injected failure.
 * Promised: a failable call is counted exactly once, and the log keeps calls that failed. */
#include "fake_core.h"

#include <inttypes.h>
#include <string.h>

enum result_bits { RESULT_H = 1, RESULT_D = 2, RESULT_L = 4, RESULT_M = 8 };

/* Each token of the table's third column becomes RESULTS_<token>. */
enum results {
    RESULTS_0 = 0,
    RESULTS_H = RESULT_H,
    RESULTS_D = RESULT_D,
    RESULTS_HD = RESULT_H | RESULT_D,
    RESULTS_HDL = RESULT_H | RESULT_D | RESULT_L,
    RESULTS_HDM = RESULT_H | RESULT_D | RESULT_M
};

static const uint8_t function_results[] = {
#define FAKE_ROW(name, since, results) RESULTS_##results,
    FAKE_VULKAN_FUNCTIONS(FAKE_ROW)
#undef FAKE_ROW
};

static const char *const function_names[] = {
#define FAKE_ROW(name, since, results) "vk" #name,
    FAKE_VULKAN_FUNCTIONS(FAKE_ROW)
#undef FAKE_ROW
};

const char *fake_vulkan_fn_name(fake_vulkan_fn fn)
{
    return fn < FAKE_VULKAN_FUNCTION_COUNT ? function_names[fn] : "(the test)";
}

const char *fake_vulkan_kind_word(fake_vulkan_kind kind)
{
#define FAKE_ROW(NAME, type, word) word,
    static const char *const words[] = {"number", FAKE_VULKAN_KINDS(FAKE_ROW)};
#undef FAKE_ROW
    return words[kind];
}

bool fake_returns_result(fake_vulkan_fn fn)
{
    return function_results[fn] != 0;
}

bool fake_vulkan_may_return(fake_vulkan_fn fn, VkResult result)
{
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
        return function_results[fn] & RESULT_H;
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
        return function_results[fn] & RESULT_D;
    case VK_ERROR_DEVICE_LOST:
        return function_results[fn] & RESULT_L;
    case VK_ERROR_MEMORY_MAP_FAILED:
        return function_results[fn] & RESULT_M;
    default:
        return result == VK_ERROR_UNKNOWN && function_results[fn];
    }
}

/* ------------------------------------------------------------------------------- each call */

static fake_vulkan_call *push_call(fake_vulkan *fake, fake_vulkan_fn fn)
{
    fake->calls =
        fake_grow(fake->calls, fake->call_count, &fake->call_capacity, sizeof *fake->calls);
    fake_vulkan_call *call = &fake->calls[fake->call_count++];
    *call = (fake_vulkan_call){.fn = fn};
    return call;
}

static bool is_destroy(fake_vulkan_fn fn)
{
    const char *name = function_names[fn];
    return strncmp(name, "vkDestroy", 9) == 0 || strncmp(name, "vkFree", 6) == 0;
}

/* What a destroy call destroys is looked at by fake_kill(), which tells double destruction apart. */
static void check_args(fake_vulkan *fake, const fake_vulkan_call *call, bool destroys)
{
    for (uint32_t i = 0; i < call->arg_count; i++) {
        if (call->args[i].kind != FAKE_KIND_NUMBER && !(destroys && i > 0))
            fake_use(fake, call->args[i].kind, call->args[i].value);
    }
}

static bool is_armed_for(const fake_vulkan *fake, fake_vulkan_fn fn)
{
    return fake->fail_in > 0 &&
           (fake->fail_fn == FAKE_VULKAN_FUNCTION_COUNT || fake->fail_fn == fn);
}

static void lose_device(fake_vulkan *fake)
{
    fake->lost = true;
    fake_complete(fake, 0, 0); /* 5.2.3: may be considered complete */
}

static VkResult next_result(fake_vulkan *fake, fake_vulkan_fn fn, fake_vulkan_call *call)
{
    if (!fake_returns_result(fn))
        return VK_SUCCESS;
    fake->failable_count++;
    if (is_armed_for(fake, fn) && --fake->fail_in == 0) {
        fake->has_failed = call->injected = true;
        fake->failed_fn = fn;
        call->result = fake->fail_result;
        if (fake->fail_result == VK_ERROR_DEVICE_LOST)
            lose_device(fake);
        return fake->fail_result;
    }
    if (fake->lost && (function_results[fn] & RESULT_L))
        call->result = VK_ERROR_DEVICE_LOST;
    return call->result;
}

VkResult fake_enter(fake_vulkan *fake, fake_vulkan_fn fn, const fake_vulkan_arg *args,
                    uint32_t count)
{
    fake->current = fn;
    fake_vulkan_call *call = push_call(fake, fn);
    call->arg_count = count < FAKE_VULKAN_ARGS_MAX ? count : FAKE_VULKAN_ARGS_MAX;
    memcpy(call->args, args, call->arg_count * sizeof *args);
    check_args(fake, call, is_destroy(fn));
    return next_result(fake, fn, call);
}

void fake_set_info(fake_vulkan *fake, const void *info)
{
    fake->calls[fake->call_count - 1].info = info;
}

void fake_set_result(fake_vulkan *fake, VkResult result)
{
    fake->calls[fake->call_count - 1].result = result;
}

void fake_add_arg(fake_vulkan *fake, fake_vulkan_kind kind, uint64_t value)
{
    fake_vulkan_call *call = &fake->calls[fake->call_count - 1];
    if (call->arg_count < FAKE_VULKAN_ARGS_MAX)
        call->args[call->arg_count++] = (fake_vulkan_arg){kind, value};
}

/* ---------------------------------------------------------------------------------- failures */

void fake_vulkan_fail_function(fake_vulkan *fake, fake_vulkan_fn fn, uint32_t nth, VkResult result)
{
    fake->fail_fn = fn;
    fake->fail_in = nth;
    fake->fail_result = result;
    fake->has_failed = false;
}

void fake_vulkan_fail_call(fake_vulkan *fake, uint32_t nth, VkResult result)
{
    fake_vulkan_fail_function(fake, FAKE_VULKAN_FUNCTION_COUNT, nth, result);
}

void fake_vulkan_skip_barrier(fake_vulkan *fake, uint32_t nth)
{
    fake->skip_in = nth;
}

uint32_t fake_vulkan_failable_count(const fake_vulkan *fake)
{
    return fake->failable_count;
}

bool fake_vulkan_has_failed(const fake_vulkan *fake, fake_vulkan_fn *fn)
{
    if (fake->has_failed && fn)
        *fn = fake->failed_fn;
    return fake->has_failed;
}

/* ---------------------------------------------------------------------------------- reading */

uint32_t fake_vulkan_log_count(const fake_vulkan *fake)
{
    return fake->call_count;
}

const fake_vulkan_call *fake_vulkan_log_get(const fake_vulkan *fake, uint32_t index)
{
    return index < fake->call_count ? &fake->calls[index] : NULL;
}

void fake_vulkan_log_clear(fake_vulkan *fake)
{
    fake->call_count = 0;
}

const fake_vulkan_call *fake_vulkan_find_call(const fake_vulkan *fake, fake_vulkan_fn fn,
                                              uint32_t n)
{
    for (uint32_t i = 0; i < fake->call_count; i++) {
        if (fake->calls[i].fn == fn && n-- == 0)
            return &fake->calls[i];
    }
    return NULL;
}

uint32_t fake_vulkan_call_count(const fake_vulkan *fake, fake_vulkan_fn fn)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < fake->call_count; i++)
        count += fake->calls[i].fn == fn;
    return count;
}

static void print_barrier(const fake_vulkan_barrier *barrier, FILE *file)
{
    for (uint32_t i = 0; i < barrier->memory_count; i++) {
        const VkMemoryBarrier2 *m = &barrier->memory[i];
        fprintf(file, "\n        memory %" PRIx64 "/%" PRIx64 " -> %" PRIx64 "/%" PRIx64,
                m->srcStageMask, m->srcAccessMask, m->dstStageMask, m->dstAccessMask);
    }
    for (uint32_t i = 0; i < barrier->buffer_count; i++) {
        const VkBufferMemoryBarrier2 *b = &barrier->buffers[i];
        fprintf(file, "\n        buffer %u %" PRIx64 "/%" PRIx64 " -> %" PRIx64 "/%" PRIx64,
                (uint32_t)(uintptr_t)b->buffer, b->srcStageMask, b->srcAccessMask, b->dstStageMask,
                b->dstAccessMask);
    }
    for (uint32_t i = 0; i < barrier->image_count; i++) {
        const VkImageMemoryBarrier2 *m = &barrier->images[i];
        fprintf(file,
                "\n        image %u %" PRIx64 "/%" PRIx64 " -> %" PRIx64 "/%" PRIx64
                " layout %d -> %d",
                (uint32_t)(uintptr_t)m->image, m->srcStageMask, m->srcAccessMask, m->dstStageMask,
                m->dstAccessMask, (int)m->oldLayout, (int)m->newLayout);
    }
}

static void print_call(const fake_vulkan *fake, const fake_vulkan_call *call, FILE *file)
{
    fprintf(file, "%s(", function_names[call->fn]);
    for (uint32_t i = 0; i < call->arg_count; i++) {
        fake_vulkan_arg arg = call->args[i];
        const fake_object *object = fake_find((fake_vulkan *)(uintptr_t)fake, arg.kind, arg.value);
        if (object)
            fprintf(file, "%s%s", i ? ", " : "", fake_name(object));
        else
            fprintf(file, "%s%" PRIu64, i ? ", " : "", arg.value);
    }
    fprintf(file, ")");
    if (fake_returns_result(call->fn))
        fprintf(file, " = %d%s", (int)call->result, call->injected ? " (injected)" : "");
    if (call->info &&
        (call->fn == FAKE_VULKAN_CmdPipelineBarrier || call->fn == FAKE_VULKAN_CmdPipelineBarrier2))
        print_barrier(call->info, file);
    fprintf(file, "\n");
}

void fake_vulkan_log_print(const fake_vulkan *fake, FILE *file)
{
    for (uint32_t i = 0; i < fake->call_count; i++)
        print_call(fake, &fake->calls[i], file);
}
