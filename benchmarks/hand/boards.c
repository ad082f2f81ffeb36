/* Games on boards by hand, each as one would write it for that game alone, with a hash table that keeps a position and its
   value in one word: hand GAME ROWS COLUMNS o|v, which prints the result, the positions, and the seconds of processor time.
   Hackenbush has an array over all positions, and floods the board after each move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
typedef unsigned long long u64;
static u64 *tab, cap = 1 << 16, used;
static int bits, R, C, V;
#define KEY ((1ull << bits) - 1)
#define SLOT(p) (((p) * 0x9E3779B97F4A7C15ull >> 20) & (cap - 1))
static inline int get(u64 p) {
  for (u64 i = SLOT(p); tab[i]; i = (i + 1) & (cap - 1)) if ((tab[i] & KEY) == p) return (int)(tab[i] >> bits) - 1;
  return -1;
}
static void raw(u64 e) { u64 i = SLOT(e & KEY); while (tab[i]) i = (i + 1) & (cap - 1); tab[i] = e; }
static void put(u64 p, int v) {
  if (used * 10 > cap * 7) {
    u64 *old = tab, n = cap;
    cap *= 2;
    tab = calloc(cap, 8);
    for (u64 i = 0; i < n; i++) if (old[i]) raw(old[i]);
    free(old);
  }
  used++;
  raw(p | (u64)(v + 1) << bits);
}
static u64 right, up[64], near[64];
static inline int mex(u64 a) { return __builtin_ctzll(~a); }
#define EACH(m) while (m) { u64 b = m & -m; int i = __builtin_ctzll(b); m ^= b; (void)i;
#define TO(f) { int x = f; if (V) a |= 1ull << x; else if (!x) { r = 1; goto done; } } }
#define BEGIN(f) int r = get(f); u64 a = 0; if (r >= 0) return r; r = 0;
#define END(f) if (V) r = mex(a); done: put(f, r); return r;
static int cram(u64 p) {
  BEGIN(p)
  u64 h = p & (p >> 1) & right, v = p & (p >> C);
  EACH(h) TO(cram(p & ~(b | b << 1)))
  EACH(v) TO(cram(p & ~(b | b << C)))
  END(p)
}
static int domineering(u64 p, int t) {
  u64 k = p | (u64)t << (R * C);
  BEGIN(k)
  u64 m = t ? p & (p >> 1) & right : p & (p >> C);
  EACH(m) TO(domineering(p & ~(b | b << (t ? 1 : C)), !t))
  END(k)
}
static int geography(u64 p, int at) {
  u64 k = p | (u64)at << (R * C), m = p & near[at];
  BEGIN(k)
  EACH(m) TO(geography(p ^ b, i))
  END(k)
}
static int tree(u64 p) { /* a vertex with an odd number of neighbours goes */
  u64 m = p;
  BEGIN(p)
  EACH(m) if (__builtin_popcountll(near[i] & p) & 1) { TO(tree(p & ~b)) }
  END(p)
}
static int chomp(u64 p) {
  u64 m = p & ~1ull;
  BEGIN(p)
  EACH(m) TO(chomp(p & ~up[i]))
  END(p)
}
static int kayles(u64 p) {
  u64 m = p;
  BEGIN(p)
  EACH(m) TO(kayles(p & ~(b | near[i])))
  END(p)
}
static int from[64], to[64], edges;
static unsigned char *all;
static u64 joined(u64 p) {
  unsigned seen = 1, old;
  u64 k = 0;
  do {
    u64 q = p & ~k;
    old = seen;
    while (q) {
      int e = __builtin_ctzll(q);
      q &= q - 1;
      if ((seen >> from[e] | seen >> to[e]) & 1) { seen |= 1u << from[e] | 1u << to[e]; k |= 1ull << e; }
    }
  } while (seen != old);
  return k;
}
static int hackenbush(u64 p) {
  if (all[p]) return all[p] - 1;
  u64 a = 0, m = joined(p);
  EACH(m) a |= 1ull << hackenbush(joined(p & ~b)); }
  used++;
  all[p] = mex(a) + 1;
  return all[p] - 1;
}
int main(int count, char **given) {
  const char *game = given[1];
  if (count != 5) return 2;
  R = atoi(given[2]); C = atoi(given[3]); V = *given[4] == 'v';
  int n = R * C, r = -1;
  tab = calloc(cap, 8);
  for (int i = 0; i < R; i++) for (int j = 0; j < C; j++) {
    int k = i * C + j;
    if (j + 1 < C) { right |= 1ull << k; near[k] |= 1ull << (k + 1); near[k + 1] |= 1ull << k; from[edges] = k; to[edges++] = k + 1; }
    if (i + 1 < R) { near[k] |= 1ull << (k + C); near[k + C] |= 1ull << k; from[edges] = k; to[edges++] = k + C; }
    for (int a = i; a < R; a++) for (int b = j; b < C; b++) up[k] |= 1ull << (a * C + b);
  }
  if (!strcmp(game, "cycle")) for (int k = 0; k < n; k++) near[k] = 1ull << (k + 1) % n | 1ull << (k + n - 1) % n;
  if (!strcmp(game, "tree")) for (int k = 0; k < n; k++) {
    near[k] = k ? 1ull << ((k + 1) / 2 - 1) : 0;
    for (int c = 2 * k + 1; c < 2 * k + 3 && c < n; c++) near[k] |= 1ull << c;
  }
  u64 full = (1ull << n) - 1;
  clock_t begun = clock();
  bits = n;
  if (!strcmp(game, "cram")) r = cram(full);
  if (!strcmp(game, "vertical")) bits = n + 1, r = domineering(full, 0);
  if (!strcmp(game, "horizontal")) bits = n + 1, r = domineering(full, 1);
  if (!strcmp(game, "geography")) bits = n + 6, r = geography(full ^ 1, 0);
  if (!strcmp(game, "chomp")) r = chomp(full);
  if (!strcmp(game, "cycle") || !strcmp(game, "grid")) r = kayles(full);
  if (!strcmp(game, "tree")) r = tree(full);
  if (!strcmp(game, "hackenbush")) all = calloc(1ull << edges, 1), r = hackenbush((1ull << edges) - 1);
  printf("%d %llu %.4f\n", r, used, (double)(clock() - begun) / CLOCKS_PER_SEC);
}
