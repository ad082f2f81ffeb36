"""The parts of C programs that are the same for all games."""

from __future__ import annotations

ARITHMETIC = r"""
#include <stdint.h>
#include <string.h>
typedef int64_t I;

static inline I min(I a, I b) { return a < b ? a : b; }
static inline I max(I a, I b) { return a > b ? a : b; }
static inline I quotient(I a, I b) { return b ? a / b : 0; }
static inline I remainder(I a, I b) { return b ? a % b : 0; }

/* digits, as `bouton.core.numeration` has them */
static inline I base_digit(I n, I place, I base) {
    if (n <= 0 || place < 0) return 0;
    for (; place && n; place--) n /= base;
    return n % base;
}
static inline I base_places(I n, I none, I base) {
    I found = 0;
    for (; n > 0; n /= base) found++;
    return found;
}
static I weighed_places(I n, I none, I a, I back) {
    I found = 0;
    for (I one = 1, before = 0, next; one <= n; before = one, one = next)
        next = before ? a * one + back * before : a + 1, found++;
    return found;
}
static I weighed_digit(I n, I place, I a, I back) {
    I weights[64], at = 0, found = 0;
    if (place < 0) return 0;
    for (I one = 1, before = 0, next; one <= n; before = one, one = next)
        next = before ? a * one + back * before : a + 1, weights[at++] = one;
    for (; at > place; n -= found * weights[at]) found = n / weights[--at];
    return found;
}

"""

MARKS = r"""
/* whether one of n neighbours is marked; with two kinds of marks, by that bit */
#define SET(byte) (TABLES > 1 ? (byte) & bit : (byte))
#define MARKED(place) SET(tab[place])
static inline I marked(const uint8_t *tab, I at, I n, I bit) {
    const uint8_t *p = tab + at;
    uint64_t word, bits = TABLES > 1 ? bit * 0x0101010101010101u : -1;
    for (; n >= 8; n -= 8, p += 8) {
        memcpy(&word, p, 8);
        if (word & bits) return 1;
    }
    for (; n > 0; n--, p++) if (SET(*p)) return 1;
    return 0;
}
static inline I spread(const uint8_t *tab, I at, I stride, I n, I bit) {
    for (const uint8_t *p = tab + at; n > 0; n--, p += stride) if (SET(*p)) return 1;
    return 0;
}
static inline I looked_up(const uint8_t *tab, I at, const I *w, I n, I bit) {
    const uint8_t *p = tab + at;
    for (I i = 0; i < n; i++) if (SET(p[w[i]])) return 1;
    return 0;
}
"""

BITS = r"""
/* the same where eight marks are a byte */
static inline I bit_at(const uint8_t *tab, I at) { return tab[at >> 3] >> (at & 7) & 1; }
static inline void put_at(uint8_t *tab, I at, I mark) {
    const uint8_t one = 1 << (at & 7);
    tab[at >> 3] = mark ? tab[at >> 3] | one : tab[at >> 3] & ~one;
}
#define GET(at) bit_at(tab, at)
#define PUT(at, mark) put_at(tab, at, mark)
#define MARKED(place) GET(place)
static inline I marked(const uint8_t *tab, I at, I n, I bit) {
    uint64_t word;
    for (; n > 0 && at & 7; n--, at++) if (GET(at)) return 1;
    const uint8_t *p = tab + (at >> 3);
    for (; n >= 64; n -= 64, p += 8) {
        memcpy(&word, p, 8);
        if (word) return 1;
    }
    for (; n >= 8; n -= 8) if (*p++) return 1;
    return n > 0 && *p & ((1 << n) - 1);
}
static inline I spread(const uint8_t *tab, I at, I stride, I n, I bit) {
    for (; n > 0; n--, at += stride) if (GET(at)) return 1;
    return 0;
}
static inline I looked_up(const uint8_t *tab, I at, const I *w, I n, I bit) {
    for (I i = 0; i < n; i++) if (GET(at + w[i])) return 1;
    return 0;
}
"""

LISTS = r"""
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
"""

RANKS = r"""
/* where positions are sorted by their measure: how they follow, and of each place how many measures are less */
static const int32_t *ROWS;
static const uint32_t *RANKS;
void sorted(const int32_t *rows, const uint32_t *ranks) { ROWS = rows, RANKS = ranks; }
"""

NOTE = r"""
#ifndef WEIGHED
#define WEIGHED {0}
#endif
static I note(int32_t *rows, const I *h, I c, const I *k, I r, I *out) {
    int32_t *row = rows + r * (1 + MOST + COUNTERS + WEIGHTS);
    const I weights[] = WEIGHED;
    *row++ = c;
    for (I i = 0; i < MOST; i++) *row++ = h[i];
    for (I i = 0; i < COUNTERS; i++) *row++ = k[i];
    for (I i = 0; i < WEIGHTS; i++) {
        if (weights[i] < NUMBER) {
            out[2] = -2;
            return 0;
        }
        *row++ = weights[i] - NUMBER;
    }
    return 1;
}
"""

SORTED = r"""
int64_t walk(I mode, void *tab, I start, I stop, I *out) {
    I h[MOST + 1] = {0}, k[COUNTERS + 1] = {0};
    SEEN
    out[0] = out[1] = 0, out[2] = -1;
    for (I r = start; r < stop; r++) {
        const int32_t *row = ROWS + r * (1 + MOST + COUNTERS);
        for (I i = 0; i < MOST; i++) h[i] = row[1 + i];
        for (I i = 0; i < COUNTERS; i++) k[i] = row[1 + MOST + i];
        if (!VISIT(mode, tab, h, row[0], k, r, out)) return r;
    }
    return stop;
}
"""

INSIDE = r"""
static I inside(const I *h, I c, const I *k) {
    for (I kind = KINDS; kind--; c /= MOSTS[kind] + 1) {
        const I n = kind ? c % (MOSTS[kind] + 1) : c, *own = h + FIRST[kind];
        if (n < FEWEST_JUDGED[kind] || n > MOST_JUDGED[kind]) return 0;
        for (I i = 0; i < n; i += LOOSE[kind] ? 1 : max(1, n - 1)) /* in order the first and the last tell */
            if (own[i] < LEAST_JUDGED[kind] || own[i] > LARGEST_JUDGED[kind]) return 0;
    }
    for (I i = 0; i < COUNTERS; i++) if (k[i] < LEAST_COUNTER[i] || k[i] > LARGEST_COUNTER[i]) return 0;
    return 1;
}
static I look(const I *h, I c, const I *k, I *out) {
    out[3] = c;
    for (I i = 0; i < MOST; i++) out[4 + i] = h[i];
    for (I i = 0; i < COUNTERS; i++) out[4 + MOST + i] = k[i];
    return 0;
}
/* add a row to the list: 0 to stop, as that is full, where out[2] is the number of the position */
static I list(I value, const I *h, I c, const I *k, I r, I *out) {
    I *row = out + 4 + out[0]++ * (2 + MOST + COUNTERS);
    row[0] = value;
    row[1] = c;
    for (I i = 0; i < MOST; i++) row[2 + i] = h[i];
    for (I i = 0; i < COUNTERS; i++) row[2 + MOST + i] = k[i];
    if (out[0] < out[3]) return 1;
    out[2] = r;
    return 0;
}
"""

JUDGE = r"""
#ifndef GET
#define GET(at) tab[at]
#define PUT(at, mark) tab[at] = mark
#endif
/* the value of a sum of heaps whose values are known */
static I total(const I *h, I c) {
    I found = 0;
    for (I i = 0; i < c; i++) found ^= VALUE[h[i]];
    return found;
}
/* count a position by the number that out[3] says, and add up that of out[4]: from out[6] on there are counts and sums
   for each value, the least of which is out[5] */
static I tally(const I *h, I c, const I *k, I *out) {
    I numbers[3 + COUNTERS] = {0}, *stones = numbers + 1, *largest = numbers + 2;
    for (I kind = KINDS; kind--; c /= MOSTS[kind] + 1) {
        const I n = kind ? c % (MOSTS[kind] + 1) : c, *own = h + FIRST[kind];
        for (I i = 0; i < n; i++) *stones += own[i], *largest = max(*largest, own[i]);
    }
    for (I i = 0; i < COUNTERS; i++) {
        numbers[3 + i] = k[i];
        if (STONY[i]) *stones += k[i];
    }
    I *at = out + 6 + 2 * (numbers[out[3]] - out[5]);
    at[0]++;
    at[1] += numbers[out[4]];
    return 1;
}
static I listed(I mode, const uint8_t *tab, const I *h, I c, const I *k, I r, I *out) {
    if (!(WHOLE || inside(h, c, k)) || (LEGAL && label(h, c, k) == 4)) return 1;
    out[1]++;
    I value = mode & 64 ? label(h, c, k) == 1 : GET(place(h, c, k)), lost = value;
    if (TABLES > 1 && !(mode & 64)) {
        value >>= 1;
        lost = value != side(h, c, k);
        value |= lost << 1;
    }
    if (mode != 16 && !lost) return 1;
    return mode & 256 ? tally(h, c, k, out) : list(value, h, c, k, r, out);
}
/* 0 to stop: the claim fails here (out[2] is the number), or a move is of another form (out[2] is -2) */
static I judge(I mode, uint8_t *tab, const I *h, I c, const I *k, I r, I *out) {
    I silent = mode & 8;
    if (mode == 7) return look(h, c, k, out);
    if (mode == 128) return note((int32_t *)tab, h, c, k, r, out);
    if (mode >= 16) return listed(mode, tab, h, c, k, r, out);
    mode &= 7;
    I judged = silent ? 0 : WHOLE || mode == 0 || mode == 1 || inside(h, c, k);
    I at = mode == 3 || FREE ? 0 : place(h, c, k), found = 0, bad = 0;
    /* what one claim alone says has been marked for this mode */
    I said = !judged ? 4 : mode == 1 && !TOGETHER && !FREE ? GET(at) : label(h, c, k);
    if (mode == 0) {
        PUT(at, said == 1 || (said == 2 && !reach(tab, 1, h, c, k) && ended(h, c, k) == 1));
        return 1;
    }
    I mover = mode == 5 ? side(h, c, k) : 0;
    if (mover < 0) {
        out[2] = -2;
        return 0;
    }
    if (mode != 3 || (judged && !out[1])) found = reach(tab, 1 << mover, h, c, k);
    I last = found || mode == 3 ? 0 : mode == 4 && !HAS_WINNER ? 1 : ended(h, c, k);
    if (last < 0) found = -1;
    if (said < 0) found = -1;
    I p = found ? found == 1 : last;
    if (mode == 1 || mode == 2) {
        if (mode == 2) PUT(at, p);
        bad = ALONE ? 0 : GRUNDY ? said != NUMBER + total(h, c) : said >= 2 ? said == 3 || found : said != p;
    } else if (mode == 3) {
        bad = !said;
    } else if (mode == 4) {
        I misere = found ? reach(tab, 2, h, c, k) == 1 : HAS_WINNER && last;
        tab[at] = p | misere << 1;
        bad = said != (p != misere);
    } else {
        I won = found ? (found == 2 ? mover : 1 - mover) : last;
        if (found >= 0) tab[at] = 1 << won;
        bad = ALONE ? 0 : said >= 2 ? said == 3 || found : said != won;
    }
    if (STRATEGY && !bad && said != 4 && found == 2) {
        bad = named(tab, 1 << mover, h, c, k);
        if (bad < 0) found = -1;
    }
    if (found < 0) {
        out[2] = -2;
        return 0;
    }
    if (judged && found) out[1] = 1;
    if (said == 4) return 1;
    if (bad) {
        out[2] = r;
        return 0;
    }
    out[0]++;
    return 1;
}
int64_t test_reach(const uint8_t *tab, const I *h, I c, const I *k) { return reach(tab, 1, h, c, k); }
int64_t test_named(const uint8_t *tab, const I *h, I c, const I *k) { return named(tab, 1, h, c, k); }
int64_t test_label(const I *h, I c, const I *k) { return label(h, c, k); }
int64_t test_ended(const I *h, I c, const I *k) { return ended(h, c, k); }
int64_t test_side(const I *h, I c, const I *k) { return side(h, c, k); }
int64_t test_place(const I *h, I c, const I *k) { return place(h, c, k); }
"""

SEEN = r"""
/* What the options have, stamped with the time at which it was seen. An entry is the value of one play; or the normal
   value, the misere one and the bit of a class. */
#define MISERE(entry) ((entry) >> 1 & (LIMIT - 1))
typedef struct { uint32_t now, of[2 - ONE][LIMIT + 1]; I kinds, bit; } Seen;
static inline void see(Seen *const seen, Entry entry) {
    if (ONE) {
        seen->of[0][entry] = seen->now;
        return;
    }
    I normal = entry >> HALF, misere = MISERE(entry);
    seen->of[0][normal] = seen->of[1 - ONE][misere] = seen->now;
    if (OF_CLASS) seen->kinds |= 1 << (3 * min(normal, 2) + min(misere, 2));
    seen->bit |= entry & 1;
}
"""

VALUES = r"""
static inline I mex(const uint32_t *of, uint32_t now) {
    I value = 0;
    while (of[value] == now) value++;
    return value;
}
/* as reach; the entry of the position */
static I value(const Entry *tab, Seen *seen, const I *h, I c, const I *k, Entry *entry) {
    if (!++seen->now) memset(seen->of, 0, sizeof seen->of), seen->now = 1;
    seen->kinds = seen->bit = 0;
    I found = reach(tab, seen, h, c, k), normal = 0, misere = 1;
    if (found) {
        normal = mex(seen->of[0], seen->now);
        misere = ONE ? normal : mex(seen->of[1 - ONE], seen->now);
        if (normal >= LIMIT || misere >= LIMIT) found = -1;
    } else if (HAS_WINNER) {
        I last = ended(h, c, k);
        if (last < 0) found = -1;
        normal = misere = !last;
    }
    if (ONE) {
        *entry = OF_MISERE ? misere : normal;
        return found;
    }
    I own = normal >= 2 && normal == misere ? 9 : 3 * min(normal, 2) + min(misere, 2);
    I bit = OF_CLASS && ((CLASS[(own * 512 + seen->kinds) / 32] >> seen->kinds % 32 & 1) || (HEREDITARY && seen->bit));
    *entry = (Entry)normal << HALF | (Entry)misere << 1 | bit;
    return found;
}
static I judge(I mode, Entry *tab, Seen *seen, const I *h, I c, const I *k, I r, I *out) {
    if (mode == 7) return look(h, c, k, out);
    if (mode == 128) return note((int32_t *)tab, h, c, k, r, out);
    if (mode >= 16) {
        if (!(WHOLE || inside(h, c, k)) || (LEGAL && label(h, c, k) == 4)) return 1;
        out[1]++;
        return list(tab[place(h, c, k)], h, c, k, r, out);
    }
    Entry entry;
    I found = value(tab, seen, h, c, k, &entry);
    if (found < 0) {
        out[2] = -2;
        return 0;
    }
    tab[place(h, c, k)] = entry;
    if (mode & 8 || !(WHOLE || inside(h, c, k))) return 1;
    I said = label(h, c, k);
    if (found) out[1] = 1;
    if (said == 4) return 1;
    if (said != (OF_CLASS ? entry & 1 : NUMBER + entry)) {
        out[2] = r;
        return 0;
    }
    out[0]++;
    return 1;
}
int64_t test_value(const Entry *tab, const I *h, I c, const I *k, I *out) {
    static __thread Seen seen;
    Entry entry;
    I found = value(tab, &seen, h, c, k, &entry);
    out[0] = entry;
    out[1] = ONE ? seen.of[0][LIMIT - 1] == seen.now : seen.bit;
    return found;
}
int64_t test_label(const I *h, I c, const I *k) { return label(h, c, k); }
int64_t test_place(const I *h, I c, const I *k) { return place(h, c, k); }
"""
