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
