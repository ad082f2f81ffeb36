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
