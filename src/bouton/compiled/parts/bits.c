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
