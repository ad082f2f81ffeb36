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
