#include <stdint.h>
#include <string.h>
typedef int64_t I;
enum { ROOM = 256, UNKNOWN = 255, BUSY = 254, DEEPEST = 3000 }; /* the stack has room for so many moves */
typedef struct {
    const I *count, *begin; /* partitions of each number into parts of at most 0, 1, ..., and where they begin */
    const I *option, *left, *part, *sort, *size; /* what heaps become: the counters, and the parts with their kinds */
    const I *alone, *then; /* what no heap becomes: the counters */
    I most, lists, kinds, states, last;
    uint8_t *value;
} Game;
typedef struct { I many, stones; uint8_t heap[ROOM]; } List;

/* the place of heaps, the largest first: lesser ones of so many stones have a lesser first heap that differs */
static I place(const Game *g, const List *lists, I state) {
    I found = 0;
    for (I k = 0; k < g->kinds; k++) {
        I stones = lists[k].stones, at = g->begin[stones];
        for (I i = 0; i < lists[k].many; stones -= lists[k].heap[i++])
            at += g->count[stones * (g->most + 1) + lists[k].heap[i] - 1];
        found = found * g->lists + at;
    }
    return found * g->states + state;
}
static void add(List *list, I size) {
    I at = list->many++;
    for (; at && list->heap[at - 1] < size; at--) list->heap[at] = list->heap[at - 1];
    list->heap[at] = size;
    list->stones += size;
}
/* the value of a position; -1 where positions come back, -2 where a value has no room, -3 where a game is too long */
static I solve(const Game *g, const List *lists, I state, I depth) {
    const I here = place(g, lists, state);
    if (g->value[here] == BUSY) return -1;
    if (g->value[here] != UNKNOWN) return g->value[here];
    if (depth > DEEPEST) return -3;
    g->value[here] = BUSY;
    uint8_t seen[ROOM + 1] = {0};
    List other[g->kinds];
    I heaps = 0, moves = 0;
    for (I k = 0; k < g->kinds; k++) for (I i = 0; i < lists[k].many; heaps++, i++) {
        const I size = lists[k].heap[i];
        if (i && size == lists[k].heap[i - 1]) continue;
        const I at = (k * (g->most + 1) + size) * g->states + state;
        for (I o = g->option[at]; o < g->option[at + 1]; o++, moves++) {
            memcpy(other, lists, sizeof other);
            memmove(other[k].heap + i, other[k].heap + i + 1, --other[k].many - i);
            other[k].stones -= size;
            for (I p = g->part[o]; p < g->part[o + 1]; p++) add(other + g->sort[p], g->size[p]);
            const I value = solve(g, other, g->left[o], depth + 1);
            if (value < 0) return value;
            seen[value] = 1;
        }
    }
    for (I o = g->alone[state]; !heaps && o < g->alone[state + 1]; o++, moves++) {
        const I value = solve(g, lists, g->then[o], depth + 1);
        if (value < 0) return value;
        seen[value] = 1;
    }
    I found = moves ? 0 : g->last;
    while (seen[found]) found++;
    if (found >= BUSY) return -2;
    return g->value[here] = found;
}
int64_t value(const Game *g, const I *heaps, I state) {
    List lists[g->kinds];
    memset(lists, 0, sizeof lists);
    for (I k = 0; k < g->kinds; k++) for (I left = *heaps++; left; left--) add(lists + k, *heaps++);
    return solve(g, lists, state, 0);
}
