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
