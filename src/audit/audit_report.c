/* In: the first fault. Out: its code, its two accesses and a whole sentence.
 * Promise: only the first fault is kept; a lack of memory while it is told is a lack of memory. */
#include "audit/audit.h"

#include <stdarg.h>
#include <stdio.h>

static const char *const WORDS[] = {
#define ROW(NAME, word, text) word,
    FUSOR_AUDIT_CODES(ROW)
#undef ROW
};

static const char *const HELP[] = {
#define ROW(NAME, word, text) text,
    FUSOR_AUDIT_CODES(ROW)
#undef ROW
};

const char *fusor_audit_word(fusor_audit_code code)
{
    return (unsigned)code < FUSOR_AUDIT_COUNT ? WORDS[code] : "unknown";
}

const char *fusor_audit_help(fusor_audit_code code)
{
    return (unsigned)code < FUSOR_AUDIT_COUNT ? HELP[code] : "unknown";
}

bool audit_no_memory(audit *a)
{
    a->out_of_memory = true;
    return false;
}

static bool tell(audit *a, fusor_audit_code code, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    char *text = length < 0 ? NULL : base_arena_alloc(a->arena, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    a->report->code = code;
    a->report->text = text;
    return text ? false : audit_no_memory(a);
}

bool audit_refute(audit *a, fusor_audit_code code, const char *format, ...)
{
    va_list args;
    if (a->out_of_memory || a->report->code)
        return false;
    va_start(args, format);
    tell(a, code, format, args);
    va_end(args);
    return false;
}

bool audit_refute_pair(audit *a, fusor_audit_code code, const fusor_audit_access pair[2],
                       const char *format, ...)
{
    va_list args;
    if (a->out_of_memory || a->report->code)
        return false;
    a->report->first = pair[0];
    a->report->second = pair[1];
    va_start(args, format);
    tell(a, code, format, args);
    va_end(args);
    return false;
}

void audit_set_missing(audit *a, const char *text)
{
    if (!a->report->missing && !a->report->code)
        a->report->missing = text;
}

/* ------------------------------------------------------------------------------ words */

static const char *or_nothing(audit *a, const char *text)
{
    if (!text)
        a->out_of_memory = true;
    return text ? text : "";
}

const char *audit_pass_name(const audit *a, uint32_t pass)
{
    const fusor_pass_desc *desc = fusor_graph_get_pass(a->graph, (fusor_pass){pass + 1});
    return desc && desc->name ? desc->name : "";
}

typedef const char *(*word_fn)(uint64_t one);

static const char *stage_word(uint64_t one)
{
    return fusor_stage_word(one);
}

static const char *access_word(uint64_t one)
{
    return fusor_access_word(one);
}

static const char *join_words(audit *a, uint64_t bits, word_fn word)
{
    const char *text = NULL;
    for (; bits; bits &= bits - 1) {
        const char *one = word(bits & (~bits + 1));
        one = one ? one : "an unknown bit";
        text = text ? base_arena_format(a->arena, "%s|%s", text, one) : one;
        if (!text)
            break;
    }
    return text ? text : "nothing";
}

const char *audit_stage_words(const audit *a, fusor_stages stages)
{
    return join_words((audit *)a, stages, stage_word);
}

const char *audit_access_words(const audit *a, fusor_access access)
{
    return join_words((audit *)a, access, access_word);
}

const char *audit_layout_words(fusor_layout layout)
{
    const char *word = fusor_layout_word(layout);
    return word ? word : "an unknown layout";
}

static const char *aspect_word(fusor_aspects aspect)
{
    return aspect == FUSOR_ASPECT_COLOR   ? "color"
           : aspect == FUSOR_ASPECT_DEPTH ? "depth"
                                          : "stencil";
}

static const char *slot_words(audit *a, const audit_cell *cell)
{
    return a->resources[cell->resource].slots > 1
               ? or_nothing(a, base_arena_format(a->arena, ", slot %u", cell->slot))
               : "";
}

static const char *range_words(audit *a, const char *word, fusor_range range)
{
    return or_nothing(a, range.count == 1
                             ? base_arena_format(a->arena, "%s %u", word, range.first)
                             : base_arena_format(a->arena, "%ss %u to %u", word, range.first,
                                                 range.first + range.count - 1));
}

const char *audit_place_words(const audit *a, uint32_t index)
{
    audit *writable = (audit *)a; /* its arena */
    const audit_cell *cell = &a->cells.data[index];
    const audit_resource *r = &a->resources[cell->resource];
    fusor_region region = audit_cell_region(a, index);
    const char *slot = slot_words(writable, cell);
    if (!r->image)
        return or_nothing(
            writable,
            base_arena_format(
                a->arena, "bytes %llu to %llu of \"%s\"%s", (unsigned long long)region.bytes.first,
                (unsigned long long)(region.bytes.first + region.bytes.count - 1), r->name, slot));
    return or_nothing(writable,
                      base_arena_format(a->arena, "\"%s\" (%s, %s, %s%s)", r->name,
                                        aspect_word(cell->aspect),
                                        range_words(writable, "mip", region.mips),
                                        range_words(writable, "layer", region.layers), slot));
}

const char *audit_actor_words(const audit *a, audit_actor actor)
{
    static const char *const KINDS[] = {"nobody",
                                        "pass",
                                        "the load op of the render pass of",
                                        "the store op of the render pass of",
                                        "a layout transition before",
                                        "the caller",
                                        "the host"};
    const char *kind = KINDS[actor.kind];
    audit *writable = (audit *)a;
    if (actor.pass == FUSOR_NONE)
        return actor.kind == FUSOR_AUDIT_ACTOR_TRANSITION
                   ? "a layout transition at the end of the frame"
                   : kind;
    return or_nothing(
        writable, base_arena_format(a->arena, "%s \"%s\"", kind, audit_pass_name(a, actor.pass)));
}

fusor_audit_access audit_about(const audit *a, audit_actor actor, uint32_t index)
{
    const audit_cell *cell = &a->cells.data[index];
    uint32_t slots = a->resources[cell->resource].slots;
    return (fusor_audit_access){.actor = actor.kind,
                                .pass = audit_pass_name(a, actor.pass),
                                .frame = actor.frame,
                                .step = actor.step,
                                .resource = a->resources[cell->resource].name,
                                .previous = (a->frame % slots + slots - cell->slot) % slots,
                                .region = audit_cell_region(a, index)};
}
