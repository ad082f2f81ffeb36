/* A game on two counters with many P-positions, N-positions and draws, solved by hand: what benchmarks/cycles.lp
 * says in rules. Predecessors are worked out from the rules, so that no move is kept: 4 bytes a position, and the queue.
 * cc -O2 cycles.c && ./a.out 3162 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static int n;
static int moves(int a, int b, int (*to)[2]) {
    int m = 0, r = b % 6;
    for (int t = 1; t <= 3 && t <= a; t++) to[m][0] = a - t, to[m++][1] = b;
    if ((r == 1 && a % 2 == 0) || r == 2 || r == 4 || r == 5) to[m][0] = a, to[m++][1] = b - 1;
    if ((r == 1 || r == 3) && b < n) to[m][0] = a, to[m++][1] = b + 1;
    if (r == 5 && a % 4 < 2 && a < n) to[m][0] = a + 1, to[m++][1] = b;
    return m;
}
int main(int count, char **given) {
    n = count > 1 ? atoi(given[1]) : 3162;
    int64_t w = n + 1, size = w * w, first = 0, last = 0, of[3] = {0};
    uint32_t *found = calloc(size, 4), *queue = malloc(size * 4);
    uint8_t *left = malloc(size);
    int to[8][2];
    for (int a = 0; a <= n; a++)
        for (int b = 0; b <= n; b++)
            if (!(left[a * w + b] = moves(a, b, to))) found[a * w + b] = 1, queue[last++] = a * w + b;
    while (first < last) {
        int64_t at = queue[first++];
        int a = at / w, b = at % w;
        uint32_t own = found[at], more = own / 4 * 4 + 4;
        int from[6][2] = {{a + 1, b}, {a + 2, b}, {a + 3, b}, {a, b + 1}, {a, b - 1}, {a - 1, b}};
        for (int i = 0; i < 6; i++) {
            int x = from[i][0], y = from[i][1], is = 0;
            if (x < 0 || y < 0 || x > n || y > n || found[x * w + y]) continue;
            for (int m = moves(x, y, to); m--;) is |= to[m][0] == a && to[m][1] == b;
            if (!is || (own & 2 && --left[x * w + y])) continue;
            found[x * w + y] = more + (own & 2 ? 1 : 2);
            queue[last++] = x * w + y;
        }
    }
    for (int64_t at = 0; at < size; at++) of[found[at] & 3]++;
    printf("P %lld, N %lld, draws %lld\n", (long long)of[1], (long long)of[2], (long long)of[0]);
}
