/* how many moves there are, into the list: -1 where one leaves the space, -2 where there is no memory */
static I list_options(Options *o, const I *h, I c, const I *k) {
    for (;;) {
        o->count = 0;
        if (reach(o, h, c, k) < 0) return -1;
        if (o->count <= o->room) return o->count;
        uint32_t *more = realloc(o->to, 2 * o->count * sizeof *more);
        if (!more) return -2;
        o->to = more;
        o->room = 2 * o->count;
    }
}
static I confirmed(Table *t, I at, I many, const I *h, I c, const I *k) {
    uint32_t own = t->found[at], nearest = -1, farthest = 0, draws = 0;
    if (!many) return own == (ended(h, c, k) ? P : N);
    for (I i = 0; i < many; i++) {
        uint32_t one = t->found[t->options.to[i]];
        if (!one) draws++;
        else if (one & P) nearest = one / 4 < nearest ? one / 4 : nearest;
        else farthest = one / 4 > farthest ? one / 4 : farthest;
    }
    if (nearest != (uint32_t)-1) return own == 4 * (nearest + 1) + N;
    return draws ? !own : own == 4 * (farthest + 1) + P;
}
static I right(uint32_t found, I said) {
    if (REMOTE) return said == (found ? NUMBER + found / 4 : NOTHING);
    if (said == DRAWN) return !found;
    if (said == YES) return !!(found & P);
    return said == 0 && (found & N || (!found && !TELLS));
}
/* 0 to stop: out[2] is the position at which the claim fails, or -2 to -4 for what is wrong */
static I judge(I mode, Table *t, const I *h, I c, const I *k, I r, I *out) {
    if (mode == 7) return look(h, c, k, out);
    I at = place(h, c, k);
    if (mode == 3) {
        if (!WHOLE && !inside(h, c, k)) return 1;
        if (t->found[at] / 4 || !t->found[at]) out[1] = 1; /* of whatever the claim speaks, there are moves */
        I said = label(h, c, k);
        if (said == UNJUDGED) return 1;
        if (!right(t->found[at], said)) return out[2] = r, 0;
        return out[0]++, 1;
    }
    I many = list_options(&t->options, h, c, k);
    if (many < 0) return out[2] = many == -1 ? -2 : -3, 0;
    if (mode == 0) {
        t->left[at] = many;
        t->moves += many;
        for (I i = 0; i < many; i++) t->end[t->options.to[i]]++;
        if (!many) {
            I last = ended(h, c, k);
            if (last < 0) return out[2] = -2, 0;
            t->found[at] = last ? P : N;
        }
    } else if (mode == 1) {
        for (I i = 0; i < many; i++) t->before[--t->end[t->options.to[i]]] = at;
    } else if (!confirmed(t, at, many, h, c, k)) {
        return out[2] = -4, 0;
    }
    return 1;
}
