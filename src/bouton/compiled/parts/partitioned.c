#include <stdint.h>
typedef int64_t I;
typedef struct { const I *count, *begin, *option, *part, *parts; I most; uint8_t *value; } Game;

/* the place of heaps, the largest first: lesser ones of so many stones have a lesser first heap that differs */
static I place(const Game *g, const I *heap, I many, I stones) {
    I at = g->begin[stones];
    for (I i = 0; i < many; stones -= heap[i++]) at += g->count[stones * (g->most + 1) + heap[i] - 1];
    return at;
}
static I value(const Game *g, const I *heap, I many, I stones, uint32_t *seen, uint32_t now) {
    I option[4096], moves = 0, found = 0;
    for (I i = 0; i < many; i++) {
        if (i && heap[i] == heap[i - 1]) continue;
        for (I o = g->option[heap[i]]; o < g->option[heap[i] + 1]; o++) {
            const I *part = g->parts + g->part[o], *end = g->parts + g->part[o + 1];
            I count = 0, left = stones - heap[i];
            for (I j = 0; j < many; j++) {
                if (j == i) continue;
                for (; part < end && *part > heap[j]; part++) left += option[count++] = *part;
                option[count++] = heap[j];
            }
            for (; part < end; part++) left += option[count++] = *part;
            seen[g->value[place(g, option, count, left)]] = now;
            moves++;
        }
    }
    if (!moves) return 1;
    while (seen[found] == now) found++;
    return found;
}
/* all positions with `left` more stones in heaps of at most `largest`; 0 where a value has no room */
static I solve(const Game *g, I *heap, I many, I left, I largest, I stones, I *at, uint32_t *seen, uint32_t *now) {
    if (!left) {
        const I found = value(g, heap, many, stones, seen, ++*now);
        g->value[(*at)++] = found;
        return found < 256;
    }
    for (heap[many] = 1; heap[many] <= largest && heap[many] <= left; heap[many]++)
        if (!solve(g, heap, many + 1, left - heap[many], heap[many], stones, at, seen, now)) return 0;
    return 1;
}
int64_t all(const Game *g, I stones) {
    I heap[4096], at = g->begin[stones];
    uint32_t seen[257] = {0}, now = 0;
    return solve(g, heap, 0, stones, g->most, stones, &at, seen, &now);
}
int64_t at(const Game *g, const I *heap, I many, I stones) { return g->value[place(g, heap, many, stones)]; }
