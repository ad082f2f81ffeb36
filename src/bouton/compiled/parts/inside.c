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
