/* In: a window. Out: a partition of it, legal, with few bytes and, of equal bytes, few groups.
 * Promise: deterministic. Unions of most bytes first; then passes are moved to others against what kept
 * them out, all grows again, and what is better stays; then moves that are better only with a second one.
 * It ends when nothing gets better, or when the work is used up. */
#include "fuse/fuse_search.h"

enum { WORK = 500, MOVES = 4000 }; /* for one window: sets valued, partitions grown again */

static bool is_better(const fuse_grouping *a, const fuse_grouping *b)
{
    return a->bytes != b->bytes ? a->bytes < b->bytes : a->count < b->count;
}

static fuse_set any_of(const fuse_set *row, fuse_set set)
{
    fuse_set all = 0;
    for (; set; set &= set - 1)
        all |= row[fuse_set_first(set)];
    return all;
}

/* What is done when each set runs as soon as all before it did; all of it: there is no cycle. */
static fuse_set run_all(const fuse_window *w, const fuse_grouping *g)
{
    fuse_set done = 0, waits[FUSE_WINDOW_PASSES];
    for (uint32_t i = 0; i < g->count; i++)
        waits[i] = any_of(w->before, g->sets[i]) & ~g->sets[i];
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < g->count; i++) {
            if ((done & g->sets[i]) || (waits[i] & ~done))
                continue;
            done |= g->sets[i];
            moved = true;
        }
    }
    return done;
}

static fuse_set all_passes(const fuse_window *w)
{
    return w->count == FUSE_WINDOW_PASSES ? ~(fuse_set)0 : fuse_set_of(w->count) - 1;
}

static bool is_acyclic(const fuse_window *w, const fuse_grouping *g)
{
    return run_all(w, g) == all_passes(w);
}

/* ------------------------------------------------------------------------------ growing */

typedef struct grow_state {
    fuse_window *w;
    fuse_grouping *g;
    fuse_set apart[FUSE_WINDOW_PASSES], near[FUSE_WINDOW_PASSES]; /* by set */
    uint64_t gain[FUSE_WINDOW_PASSES][FUSE_WINDOW_PASSES];        /* [a][b], b < a, of open pairs */
    fuse_set open[FUSE_WINDOW_PASSES]; /* by set: smaller ones that it may still be united with */
} grow_state;

/* Values a pair of sets, if they could be one. */
static void open_pair(grow_state *s, uint32_t a, uint32_t b)
{
    const fuse_grouping *g = s->g;
    uint32_t high = a > b ? a : b, low = a > b ? b : a;
    s->open[high] &= ~fuse_set_of(low);
    if (!(s->near[high] & g->sets[low]) || (s->apart[high] & g->sets[low]))
        return;
    s->open[high] |= fuse_set_of(low);
    s->gain[high][low] = fuse_window_set_bytes(s->w, g->sets[high]) +
                         fuse_window_set_bytes(s->w, g->sets[low]) -
                         fuse_window_set_bytes(s->w, g->sets[high] | g->sets[low]);
}

static void open_set(grow_state *s, uint32_t set)
{
    for (uint32_t i = 0; i < s->g->count; i++)
        if (i != set)
            open_pair(s, set, i);
}

/* The last set takes the place of the one that is no more. */
static void move_last(grow_state *s, uint32_t to)
{
    uint32_t last = --s->g->count;
    for (uint32_t i = 0; i < last; i++)
        s->open[i] &= ~fuse_set_of(to);
    if (to == last)
        return;
    s->g->sets[to] = s->g->sets[last];
    s->apart[to] = s->apart[last];
    s->near[to] = s->near[last];
    s->open[to] = 0;
    for (uint32_t i = 0; i < last; i++)
        if (i != to && (s->open[last] & fuse_set_of(i))) {
            uint32_t high = i > to ? i : to, low = i > to ? to : i;
            s->open[high] |= fuse_set_of(low);
            s->gain[high][low] = s->gain[last][i];
        }
}

static void unite(grow_state *s, uint32_t a, uint32_t b)
{
    s->g->sets[a] |= s->g->sets[b];
    s->apart[a] |= s->apart[b];
    s->near[a] |= s->near[b];
    move_last(s, b);
    open_set(s, a);
}

/* Of equal gains the pair that begins first; sets are named by their first pass. */
static bool goes_first(const grow_state *s, const uint32_t x[2], const uint32_t y[2])
{
    uint64_t gain_x = s->gain[x[0]][x[1]], gain_y = s->gain[y[0]][y[1]];
    if (gain_x != gain_y)
        return gain_x > gain_y;
    fuse_set p = s->g->sets[x[0]] | s->g->sets[x[1]], q = s->g->sets[y[0]] | s->g->sets[y[1]];
    fuse_set first_p = p & (~p + 1), first_q = q & (~q + 1);
    return first_p != first_q ? first_p < first_q : p < q;
}

static bool find_best(const grow_state *s, uint32_t best[2])
{
    bool found = false;
    for (uint32_t a = 0; a < s->g->count; a++)
        for (fuse_set left = s->open[a]; left; left &= left - 1) {
            uint32_t pair[2] = {a, fuse_set_first(left)};
            if (found && !goes_first(s, pair, best))
                continue;
            best[0] = pair[0];
            best[1] = pair[1];
            found = true;
        }
    return found;
}

static bool may_unite(const grow_state *s, uint32_t a, uint32_t b)
{
    fuse_grouping together;
    together.count = 0;
    for (uint32_t i = 0; i < s->g->count; i++)
        if (i != a && i != b)
            together.sets[together.count++] = s->g->sets[i];
    together.sets[together.count++] = s->g->sets[a] | s->g->sets[b];
    return fuse_window_fits(s->w, s->g->sets[a] | s->g->sets[b]) && is_acyclic(s->w, &together);
}

/* What was refused is asked again when others are one: a third that lay between may be inside now. */
static bool grow_once(grow_state *s)
{
    uint32_t best[2] = {0, 0};
    bool grown = false;
    for (uint32_t i = 0; i < s->g->count; i++) {
        s->open[i] = 0;
        s->apart[i] = any_of(s->w->apart, s->g->sets[i]);
        s->near[i] = any_of(s->w->near, s->g->sets[i]);
        for (uint32_t k = 0; k < i; k++)
            open_pair(s, i, k);
    }
    while (find_best(s, best)) {
        if (may_unite(s, best[0], best[1])) {
            unite(s, best[1], best[0]);
            grown = true;
        } else {
            s->open[best[0]] &= ~fuse_set_of(best[1]);
        }
    }
    return grown;
}

static void grow(fuse_window *w, fuse_grouping *g)
{
    grow_state s;
    s.w = w;
    s.g = g;
    while (grow_once(&s))
        continue;
    g->bytes = 0;
    for (uint32_t i = 0; i < g->count; i++)
        g->bytes += fuse_window_set_bytes(w, g->sets[i]);
}

/* ------------------------------------------------------------------------------ moving */

/* The part of a set that hangs together with one of its passes. */
static fuse_set part_of(const fuse_window *w, fuse_set set, uint32_t number)
{
    fuse_set part = fuse_set_of(number), before = 0;
    while (part != before) {
        before = part;
        part |= any_of(w->shares, part) & set;
    }
    return part;
}

static void add_parts(const fuse_window *w, fuse_grouping *g, fuse_set set)
{
    while (set) {
        fuse_set part = part_of(w, set, fuse_set_first(set));
        g->sets[g->count++] = part;
        set &= ~part;
    }
}

static fuse_set set_with(const fuse_grouping *g, uint32_t number)
{
    uint32_t i = 0;
    while (!(g->sets[i] & fuse_set_of(number)))
        i++;
    return g->sets[i];
}

static void add_singles(fuse_grouping *g, fuse_set set)
{
    for (; set; set &= set - 1)
        g->sets[g->count++] = set & (~set + 1);
}

/* All sets without the passes of `moved`, and it as one more. `loose`: sets that lose some fall apart. */
static void carve(const fuse_window *w, const fuse_grouping *from, fuse_set moved, bool loose,
                  fuse_grouping *out)
{
    out->count = 0;
    for (uint32_t i = 0; i < from->count; i++) {
        if ((from->sets[i] & moved) && loose)
            add_singles(out, from->sets[i] & ~moved);
        else if (from->sets[i] & moved)
            add_parts(w, out, from->sets[i] & ~moved);
        else
            out->sets[out->count++] = from->sets[i];
    }
    out->sets[out->count++] = moved;
}

/* Sets that are left in a cycle fall apart, but not `kept`. */
static bool break_cycles(const fuse_window *w, fuse_grouping *g, fuse_set kept)
{
    fuse_set left = all_passes(w) & ~run_all(w, g);
    if (!left)
        return true;
    uint32_t count = g->count;
    for (uint32_t i = 0; i < count; i++) {
        fuse_set set = g->sets[i];
        if (!(set & left) || set == kept)
            continue;
        g->sets[i] = set & (~set + 1);
        add_singles(g, set & (set - 1));
    }
    return is_acyclic(w, g);
}

/* `moved` becomes a set of its own and everything grows again. False: that is not legal. */
static bool regroup(fuse_window *w, const fuse_grouping *from, fuse_set moved, bool loose,
                    fuse_grouping *out)
{
    if (!w->work_left || !w->moves_left || !fuse_window_fits(w, moved))
        return false;
    w->moves_left--;
    carve(w, from, moved, loose, out);
    if (!break_cycles(w, out, moved))
        return false;
    grow(w, out);
    return true;
}

/* How two passes that are not together could be: one joins the other's set, or takes the other in, both
 * leave for a set of two, or their sets become one. Whoever may not be with a newcomer has to go. */
static uint32_t list_moves(const fuse_window *w, const fuse_grouping *g, uint32_t a, uint32_t b,
                           fuse_set moves[4])
{
    fuse_set x = set_with(g, a), y = set_with(g, b);
    if (x == y)
        return 0;
    moves[0] = part_of(w, (y & ~w->apart[a]) | fuse_set_of(a), b);
    moves[1] = part_of(w, (x & ~w->apart[b]) | fuse_set_of(b), a);
    moves[2] = fuse_set_of(a) | fuse_set_of(b);
    moves[3] = part_of(w, x | (y & ~any_of(w->apart, x)), a);
    return moves[3] & moves[2] & ~fuse_set_of(a) ? 4 : 3;
}

/* The move is made when it is better. */
static bool try_move(fuse_window *w, fuse_set moved, fuse_grouping *best)
{
    fuse_grouping trial;
    if (!regroup(w, best, moved, false, &trial) || !is_better(&trial, best))
        return false;
    *best = trial;
    return true;
}

static bool improve_pair(fuse_window *w, uint32_t a, uint32_t b, fuse_grouping *best)
{
    fuse_set moves[4];
    uint32_t count = list_moves(w, best, a, b, moves);
    for (uint32_t i = 0; i < count; i++)
        if (try_move(w, moves[i], best))
            return true;
    return false;
}

/* The earlier or the later part of one set goes over to another. */
static bool split_to(fuse_window *w, fuse_set from, fuse_set to, fuse_grouping *best)
{
    for (fuse_set cut = from & (from - 1); cut; cut &= cut - 1)
        for (int turn = 0; turn < 2; turn++) {
            fuse_set part = turn ? from & ~cut : cut;
            if (!(any_of(w->apart, part) & to) &&
                part_of(w, part | to, fuse_set_first(to)) == (part | to) &&
                try_move(w, part | to, best))
                return true;
        }
    return false;
}

static bool improve_sets(fuse_window *w, fuse_grouping *best)
{
    for (uint32_t i = 0; i < best->count; i++)
        for (uint32_t k = 0; k < best->count; k++)
            if (i != k && split_to(w, best->sets[i], best->sets[k], best))
                return true;
    return false;
}

static bool improve_pairs(fuse_window *w, fuse_grouping *best)
{
    bool better = false;
    for (uint32_t a = 0; a < w->count; a++)
        for (fuse_set others = w->shares[a] & ~w->apart[a]; others; others &= others - 1)
            better = improve_pair(w, a, fuse_set_first(others), best) || better;
    return better;
}

static void improve(fuse_window *w, fuse_grouping *best)
{
    while (improve_pairs(w, best) || improve_sets(w, best))
        continue;
}

/* A move that is no better by itself, and all that improves it. */
static bool kick_pair(fuse_window *w, uint32_t a, uint32_t b, fuse_grouping *best)
{
    fuse_set moves[4];
    fuse_grouping trial;
    uint32_t count = list_moves(w, best, a, b, moves);
    for (uint32_t i = 0; i < 2 * count; i++) {
        if (!regroup(w, best, moves[i / 2], i % 2, &trial))
            continue;
        improve(w, &trial);
        if (is_better(&trial, best)) {
            *best = trial;
            return true;
        }
    }
    return false;
}

void fuse_search(fuse_window *w, fuse_grouping *best)
{
    w->work_left = WORK;
    w->moves_left = MOVES;
    best->count = w->count;
    for (uint32_t i = 0; i < w->count; i++)
        best->sets[i] = fuse_set_of(i);
    grow(w, best);
    improve(w, best);
    for (bool better = true; better && w->work_left;) {
        better = false;
        for (uint32_t a = 0; a < w->count; a++)
            for (fuse_set others = w->shares[a] & ~w->apart[a]; others; others &= others - 1)
                better = kick_pair(w, a, fuse_set_first(others), best) || better;
    }
}
