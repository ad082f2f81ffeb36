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
