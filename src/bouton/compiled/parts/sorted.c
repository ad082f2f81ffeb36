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
