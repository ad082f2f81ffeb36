/* Lists of heaps of a kind with a given sum in lexicographic order: rising, or falling. */
static I feasible(I kind, I low, I r, I slots) {
    I parts = (r + LARGEST[kind] - 1) / (LARGEST[kind] + !LARGEST[kind]);
    return parts <= slots && parts * low <= r;
}
static void fill(I kind, I *h, I *c, I from, I low, I r) {
    I at = from;
    while (r > 0) {
        I slots = MOSTS[kind] - at;
        if (FALLING[kind]) {
            h[at] = slots == 1 ? r : (uint32_t)(r + slots - 1) / (uint32_t)slots;
        } else {
            I x = slots == 1 ? r : max(low, r - (slots - 1) * LARGEST[kind]);
            while (x != r && !(2 * x <= r && feasible(kind, x, r - x, slots - 1))) x = 2 * x < r ? x + 1 : r;
            h[at] = x;
            low = x;
        }
        r -= h[at++];
    }
    *c = at;
}
static I first(I kind, I *h, I *c, I total) {
    if (total > MOSTS[kind] * LARGEST[kind]) return 0;
    fill(kind, h, c, 0, 1, total);
    return 1;
}
static I next(I kind, I *h, I *c) {
    I rest = 0;
    for (I at = *c - 1; at >= 0; at--) {
        I all = rest + h[at], slots = MOSTS[kind] - at - 1;
        if (FALLING[kind]) {
            I x = h[at] + 1;
            if (rest > 0 && x <= (at ? h[at - 1] : LARGEST[kind]) && all - x <= slots * x) {
                h[at] = x;
                fill(kind, h, c, at + 1, 1, all - x);
                return 1;
            }
        } else if (rest > 0) {
            I x = max(h[at] + 1, all - slots * LARGEST[kind]);
            while (2 * x <= all && !feasible(kind, x, all - x, slots)) x++;
            if (2 * x > all) x = all;
            if (x <= LARGEST[kind]) {
                h[at] = x;
                fill(kind, h, c, at + 1, x, all - x);
                return 1;
            }
        }
        rest = all;
    }
    return 0;
}
/* The same with any sum between two ends. */
static I after(I kind, I *h, I *c, I low, I high) {
    I sum = 0;
    for (I i = 0; i < *c; i++) sum += h[i];
    do {
        I least = *c && !FALLING[kind] && !LOOSE[kind] ? h[*c - 1] : 1;
        if (*c < MOSTS[kind] && sum + least <= high) {
            h[(*c)++] = least;
            sum += least;
            continue;
        }
        for (;; sum -= h[--*c]) {
            if (!*c) return 0;
            I size = h[*c - 1] + 1;
            if (size > (FALLING[kind] && *c > 1 ? h[*c - 2] : LARGEST[kind]) || sum + 1 > high) continue;
            h[*c - 1] = size;
            sum++;
            break;
        }
    } while (sum < low);
    return 1;
}
static I some(I kind, I *h, I *c, I low, I high) {
    *c = 0;
    return high < 0 ? 0 : low <= 0 ? 1 : after(kind, h, c, low, high);
}
static I sum(const I *h, I c) {
    I found = 0;
    for (I i = 0; i < c; i++) found += h[i];
    return found;
}
