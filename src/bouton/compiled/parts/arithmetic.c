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

