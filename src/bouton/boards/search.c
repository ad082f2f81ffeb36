/* Searches of a game whose moves are a table of rows on bits; what the arrays hold is said in `packed.py`.

   A position is one word of 64 bits, or of 128 where WIDE is defined. Nothing here is of one game: a program is compiled
   once for each width. Every search keeps what it has seen in one hash table, whose memory is bounded before it grows. */
#include <stdlib.h>
#include <string.h>
typedef unsigned long long u64;
typedef long long i64;
#ifdef WIDE
typedef unsigned __int128 W;
#else
typedef u64 W;
#endif
#define WORDS ((int)(sizeof(W) / 8))
enum { DONE, FAULT, MEMORY, CYCLE, VALUE, SIDED, ODD };
enum { FIRST, EVERY, VALUES };
enum { SINGLE, LOOP, REACH };
#define OPEN (-2)

typedef struct { W mask, value, clear, set; } Pure;
typedef struct { W mask, value, gone, put, field, set; u64 action, next, tests, tests_end, own, own_end, more, more_end, fault, pad; } Rich;
typedef struct { u64 word, mask, value; } Test;
typedef struct { u64 tests, tests_end, kind, pad; W mask, value; } More; /* kind: 0 gone, 1 put, 2 set, 3 fault */
typedef struct { u64 word, bit, sum, least, first, last; } Rule;
typedef struct { u64 weight, word, mask, positive; } Term;
typedef struct { u64 kind, blanks, blanks_end, rules, rules_end, nodes, count, pad; } Group;
typedef struct { u64 word, mask; } Blank;
typedef struct { u64 word, bit, edges, edges_end; } Node;
typedef struct { u64 node, word, mask, value, tests, tests_end; } Edge;
typedef struct { W p; u64 at, end, acc, words; int mover; } Frame;

typedef struct {
  u64 bits, shared, words, misere, marks, limit;
  u64 n[12];
  Pure *pure; Rich *rich; Test *tests; More *more; Rule *rules; Term *terms; Group *groups; Blank *blanks; Node *nodes; Edge *edges;
  W *images; u64 nimages; /* images: for each, for each byte, 256 words */
  u64 *picks; /* where pure rows all ask for a field: its first bit, its mask, then the first row of each of its values */
  u64 *w, *stack;
  u64 fault; W at;
  u64 sides[8], sided; /* where there are sides: the tests of each, from and to, that it moves, and that it has won */
  /* the table: one array of words with the value above the key, or keys and values */
  u64 cap, used;
#ifdef WIDE
  W *keys; unsigned short *vals;
#else
  u64 *slots; u64 top;
#endif
  W *kids; u64 nkids; u64 *acc; u64 nacc; Frame *frames; u64 nframes;
  i64 result;
} Game;

/* ------------------------------------------------------------------------------------------------ moves of a position */
static inline int holds(const Game *g, u64 from, u64 to) {
  for (; from < to; from++) if ((g->w[g->tests[from].word] & g->tests[from].mask) != g->tests[from].value) return 0;
  return 1;
}
static inline int follows(const Game *g, const Rule *r) {
  if (!r->sum) return holds(g, r->first, r->last);
  u64 sum = 0;
  for (u64 i = r->first; i < r->last; i++) {
    const Term *t = g->terms + i;
    sum += t->weight * (u64)__builtin_popcountll((t->positive ? g->w[t->word] : ~g->w[t->word]) & t->mask);
  }
  return sum >= r->least;
}
static void derive(Game *g, u64 from, u64 to) {
  u64 *w = g->w;
  for (; from < to; from++) {
    const Group *x = g->groups + from;
    for (u64 i = x->blanks; i < x->blanks_end; i++) w[g->blanks[i].word] &= ~g->blanks[i].mask;
    if (x->kind == REACH) {
      u64 n = 0;
      for (u64 i = x->rules; i < x->rules_end; i++) {
        const Rule *r = g->rules + i;
        const Node *o = g->nodes + r->word;
        if (!(w[o->word] & o->bit) && holds(g, r->first, r->last)) w[o->word] |= o->bit, g->stack[n++] = r->word;
      }
      while (n) {
        const Node *o = g->nodes + g->stack[--n];
        for (u64 i = o->edges; i < o->edges_end; i++) {
          const Edge *e = g->edges + i;
          const Node *to = g->nodes + e->node;
          if (!(w[to->word] & to->bit) && (w[e->word] & e->mask) == e->value && holds(g, e->tests, e->tests_end))
            w[to->word] |= to->bit, g->stack[n++] = e->node;
        }
      }
      continue;
    }
    for (int again = 1; again;) {
      again = 0;
      for (u64 i = x->rules; i < x->rules_end; i++) {
        const Rule *r = g->rules + i;
        if (!(w[r->word] & r->bit) && follows(g, r)) w[r->word] |= r->bit, again = x->kind == LOOP;
      }
    }
  }
}
static inline void spread(Game *g, W p) {
  g->w[0] = (u64)p;
#ifdef WIDE
  g->w[1] = (u64)(p >> 64);
#endif
}
static W rich(Game *g, W p, const Rich *r) {
  W gone = r->gone, put = r->put, field = r->field, set = r->set;
  int fault = r->fault != 0;
  derive(g, r->own, r->own_end);
  for (u64 i = r->more; i < r->more_end; i++) {
    const More *m = g->more + i;
    if (!holds(g, m->tests, m->tests_end)) continue;
    if (m->kind == 0) gone |= m->mask;
    else if (m->kind == 1) put |= m->mask;
    else if (m->kind == 3 || (field & m->mask && (set & m->mask) != m->value)) fault = 1;
    else field |= m->mask, set |= m->value;
  }
  if (fault || gone & put) g->fault = r->action + 1, g->at = p;
  return (p & ~(gone | field)) | put | set;
}
static W *moves(Game *g, W p, W *o) {
  const Pure *r = g->pure, *end = g->pure + g->n[0];
  if (g->picks) {
    const u64 *at = g->picks + 2 + ((u64)(p >> g->picks[0]) & g->picks[1]);
    r = g->pure + at[0]; end = g->pure + at[1];
  }
  for (; r < end; r++) if ((p & r->mask) == r->value) *o++ = (p & ~r->clear) | r->set;
  if (!g->n[1]) return o;
  spread(g, p);
  derive(g, 0, g->shared);
  for (u64 i = 0; i < g->n[1];) {
    const Rich *r = g->rich + i;
    if ((p & r->mask) == r->value && holds(g, r->tests, r->tests_end)) *o++ = rich(g, p, r), i = r->next;
    else i++;
  }
  return o;
}
static inline W canon(const Game *g, W p) {
  W least = p;
  for (u64 i = 0; i < g->nimages; i++) {
    W q = 0;
    const W *t = g->images + i * sizeof(W) * 256;
    for (int b = 0; b < (int)sizeof(W); b++, t += 256) q |= t[(unsigned char)(p >> 8 * b)];
    if (q < least) least = q;
  }
  return least;
}

/* ------------------------------------------------------------------------------------------------------------- table */
static inline u64 hash(W p) {
#ifdef WIDE
  u64 h = ((u64)p ^ (u64)(p >> 64) * 0xC2B2AE3D27D4EB4Full) * 0x9E3779B97F4A7C15ull;
  return h ^ h >> 32;
#else
  return p * 0x9E3779B97F4A7C15ull >> 20;
#endif
}
#ifdef WIDE
#define SLOT 18
static inline u64 find(const Game *g, W p) {
  u64 i = hash(p) & (g->cap - 1);
  while (g->vals[i] && g->keys[i] != p) i = (i + 1) & (g->cap - 1);
  return i;
}
static inline int get(const Game *g, W p) { int v = g->vals[find(g, p)]; return v == 65535 ? OPEN : v - 1; }
static int allot(Game *g, u64 cap) {
  g->keys = malloc(cap * sizeof(W)); g->vals = calloc(cap, 2); g->cap = cap;
  return g->keys && g->vals;
}
static int grow(Game *g) {
  W *keys = g->keys; unsigned short *vals = g->vals; u64 cap = g->cap;
  if (cap * 3 * SLOT > g->limit || !allot(g, cap * 2)) { free(g->keys == keys ? 0 : g->keys); free(g->vals == vals ? 0 : g->vals); g->keys = keys; g->vals = vals; g->cap = cap; return MEMORY; }
  for (u64 i = 0; i < cap; i++) if (vals[i]) { u64 j = find(g, keys[i]); g->keys[j] = keys[i]; g->vals[j] = vals[i]; }
  free(keys); free(vals);
  return DONE;
}
static int put(Game *g, W p, i64 v) {
  if (v >= 65534) return VALUE;
  if (g->used * 10 > g->cap * 7 && grow(g)) return MEMORY;
  u64 i = find(g, p);
  g->used += !g->vals[i]; g->keys[i] = p; g->vals[i] = v == OPEN ? 65535 : v + 1;
  return DONE;
}
static inline int entry(const Game *g, u64 i, W *p) { if (g->vals[i]) *p = g->keys[i]; return g->vals[i] == 65535 ? OPEN : g->vals[i] - 1; }
#else
#define SLOT 8
static inline u64 find(const Game *g, W p) {
  u64 i = hash(p) & (g->cap - 1), key = (1ull << g->bits) - 1;
  while (g->slots[i] && (g->slots[i] & key) != p) i = (i + 1) & (g->cap - 1);
  return i;
}
static inline int get(const Game *g, W p) { u64 v = g->slots[find(g, p)] >> g->bits; return v == g->top ? OPEN : (int)v - 1; }
static int allot(Game *g, u64 cap) { g->slots = calloc(cap, 8); g->cap = cap; return g->slots != 0; }
static int grow(Game *g) {
  u64 *slots = g->slots, cap = g->cap, key = (1ull << g->bits) - 1;
  if (cap * 3 * SLOT > g->limit || !allot(g, cap * 2)) { g->slots = slots; g->cap = cap; return MEMORY; }
  for (u64 i = 0; i < cap; i++) if (slots[i]) g->slots[find(g, slots[i] & key)] = slots[i];
  free(slots);
  return DONE;
}
static int put(Game *g, W p, i64 v) {
  if (v >= (i64)g->top - 1) return VALUE;
  if (g->used * 10 > g->cap * 7 && grow(g)) return MEMORY;
  u64 i = find(g, p);
  g->used += !g->slots[i];
  g->slots[i] = p | (v == OPEN ? g->top : (u64)v + 1) << g->bits;
  return DONE;
}
static inline int entry(const Game *g, u64 i, W *p) {
  u64 v = g->slots[i] >> g->bits;
  *p = g->slots[i] & ((1ull << g->bits) - 1);
  return v == g->top ? OPEN : (int)v - 1;
}
#endif

/* ------------------------------------------------------------------------------------------------------------- search */
/* which side moves (`what` 0), or has won (4), at a position; 2 where that is not one */
static int side(Game *g, W p, int what) {
  const u64 *s = g->sides + what;
  spread(g, p);
  derive(g, 0, g->shared);
  int one = holds(g, s[0], s[1]), other = holds(g, s[2], s[3]);
  return one == other ? 2 : other;
}
static int more_kids(Game *g, u64 from) {
  u64 need = from + g->n[0] + g->n[1] + 1;
  if (need > g->nkids) { W *k = realloc(g->kids, 2 * need * sizeof(W)); if (!k) return MEMORY; g->kids = k; g->nkids = 2 * need; }
  return DONE;
}
static int push(Game *g, u64 depth, W p, u64 from, u64 acc, int mode) {
  if (more_kids(g, from)) return MEMORY;
  if (depth == g->nframes) { Frame *f = realloc(g->frames, 2 * g->nframes * sizeof(Frame)); if (!f) return MEMORY; g->frames = f; g->nframes *= 2; }
  Frame *f = g->frames + depth;
  f->p = p; f->at = from; f->end = (u64)(moves(g, p, g->kids + from) - g->kids); f->acc = acc;
  if (g->fault) return FAULT;
  if (g->nimages) for (u64 i = from; i < f->end; i++) g->kids[i] = canon(g, g->kids[i]);
  f->words = mode == VALUES ? (f->end - from) / 64 + 1 : 1;
  if (acc + f->words > g->nacc) { u64 n = 2 * (acc + f->words), *a = realloc(g->acc, 8 * n); if (!a) return MEMORY; g->acc = a; g->nacc = n; }
  memset(g->acc + acc, 0, 8 * f->words);
  if (f->at == f->end && g->misere) g->acc[acc] = 1; /* who cannot move wins, as from a position with a move to 0 */
  if (g->sided) {
    int won = f->mover = side(g, p, 0);
    if (f->at == f->end) won = side(g, p, 4), g->acc[acc] = won == f->mover;
    if (f->mover == 2 || won == 2) return SIDED;
  }
  return g->marks ? put(g, p, OPEN) : DONE;
}
static int first_zero(const u64 *a) {
  int r = 0;
  while (!~*a) a++, r += 64;
  return r + __builtin_ctzll(~*a);
}
/* the outcome (1 where the player to move wins, or which side does), or the value, of a position and of those below it */
static int search_from(Game *g, W s, int mode) {
  if (g->nimages) s = canon(g, s);
  int v = get(g, s), status;
  if (v >= 0) { g->result = v; return DONE; }
  if ((status = push(g, 0, s, 0, 0, mode))) return status;
  for (u64 d = 0;;) {
    Frame *f = g->frames + d;
    u64 *acc = g->acc + f->acc;
    while (f->at < f->end) {
      W q = g->kids[f->at];
      if ((v = get(g, q)) < 0) {
        if (v == OPEN) return CYCLE;
        if ((status = push(g, d + 1, q, f->end, f->acc + f->words, mode))) return status;
        d++;
        goto next;
      }
      if (mode != VALUES) { if (g->sided ? v == f->mover : !v) { acc[0] = 1; if (mode == FIRST) break; } }
      else if ((u64)v < 64 * f->words) acc[v >> 6] |= 1ull << (v & 63);
      f->at++;
    }
    v = mode == VALUES ? first_zero(acc) : g->sided && !acc[0] ? 1 - f->mover : g->sided ? f->mover : (int)acc[0];
    if ((status = put(g, f->p, v))) return status;
    if (!d) { g->result = v; return DONE; }
    d--;
  next:;
  }
}
int search(Game *g, const u64 *start, int mode) {
  W s = 0;
  memcpy(&s, start, sizeof s);
  return search_from(g, s, mode);
}
/* values where a position falls apart: rows of such a game ask for members and take them away, and do no more */
static int parts(Game *g, W p, int *value) {
  W comp[128];
  int n = 0, x = 0, status;
  const Pure *end = g->pure + g->n[0];
  for (const Pure *r = g->pure; r < end; r++) if ((p & r->mask) == r->value) {
    W t = (r->mask | r->clear) & p;
    int k = 0;
    for (int j = 0; j < n; j++) if (comp[j] & t) t |= comp[j]; else comp[k++] = comp[j];
    comp[k++] = t;
    n = k;
  }
  for (int j = 0; j < n; j++) {
    W c = g->nimages ? canon(g, comp[j]) : comp[j];
    int v = get(g, c);
    if (v < 0) {
      u64 words = g->n[0] / 64 + 1, acc[words];
      memset(acc, 0, sizeof acc);
      for (const Pure *r = g->pure; r < end; r++) if ((c & r->mask) == r->value) {
        int w;
        if ((status = parts(g, (c & ~r->clear) | r->set, &w))) return status;
        if ((u64)w < 64 * words) acc[w >> 6] |= 1ull << (w & 63);
      }
      v = first_zero(acc);
      if ((status = put(g, c, v))) return status;
    }
    x ^= v;
  }
  *value = x;
  return DONE;
}
int by_parts(Game *g, const u64 *start) {
  W s = 0;
  int v = 0, status;
  memcpy(&s, start, sizeof s);
  status = parts(g, s, &v);
  g->result = v;
  return status;
}

/* ------------------------------------------------------------------------------------------- where positions come back */
#define GIVE(array, count) (array = realloc(array, (count) * sizeof *array))
/* all that is reached: what becomes of it (0 a draw, 1 P, 2 N) and in how many moves; the caller frees it by `over` */
typedef struct { W *p; unsigned char *out; unsigned *far; u64 n; } Reached;
int retro(Game *g, const u64 *starts, u64 count, Reached *r) {
  u64 n = 0, cap = 1 << 12, ne = 0, ecap = 1 << 12, hcap = 1 << 13, status = MEMORY;
  W *P = malloc(cap * sizeof(W));
  unsigned *E = malloc(ecap * 4), *H = calloc(hcap, 4), *R = 0, *Q = 0, *far = 0, *left = 0;
  u64 *first = malloc((cap + 1) * 8), *back = 0;
  unsigned char *out = 0;
  if (!P || !E || !H || !first) goto done;
  for (u64 i = 0, s = 0; i < n || s < count;) {
    W *from, *to;
    if (s < count) { memcpy(g->kids, starts + 2 * s++, sizeof(W)); from = g->kids; to = from + 1; }
    else {
      if (more_kids(g, 0)) goto done;
      from = g->kids; to = moves(g, P[i], from); first[i++] = ne;
      if (g->fault) { status = FAULT; goto done; }
    }
    for (; from < to; from++) {
      u64 j = hash(*from) & (hcap - 1);
      while (H[j] && P[H[j] - 1] != *from) j = (j + 1) & (hcap - 1);
      if (!H[j]) {
        if (n == cap) { cap *= 2; if (cap * (sizeof(W) + 33) + ecap * 8 + hcap * 4 > g->limit || !GIVE(P, cap) || !GIVE(first, cap + 1)) goto done; }
        P[n++] = *from; H[j] = (unsigned)n;
        if (n * 10 > hcap * 6) {
          free(H); hcap *= 2; H = calloc(hcap, 4);
          if (!H) goto done;
          for (u64 z = 0; z < n; z++) { u64 y = hash(P[z]) & (hcap - 1); while (H[y]) y = (y + 1) & (hcap - 1); H[y] = (unsigned)z + 1; }
          j = hash(*from) & (hcap - 1);
          while (P[H[j] - 1] != *from) j = (j + 1) & (hcap - 1);
        }
      }
      if (i) {
        if (ne == ecap) { ecap *= 2; if (cap * (sizeof(W) + 33) + ecap * 8 + hcap * 4 > g->limit || !GIVE(E, ecap)) goto done; }
        E[ne++] = H[j] - 1;
      }
    }
    g->used = n;
  }
  first[n] = ne;
  free(H); H = 0;
  back = calloc(n + 2, 8); R = malloc(ne * 4 + 4); Q = malloc(n * 4 + 4); far = calloc(n + 1, 4); left = malloc(n * 4 + 4); out = calloc(n + 1, 1);
  if (!back || !R || !Q || !far || !left || !out) goto done;
  for (u64 e = 0; e < ne; e++) back[E[e] + 2]++;
  for (u64 i = 0; i < n; i++) back[i + 2] += back[i + 1];
  for (u64 i = 0; i < n; i++) for (u64 e = first[i]; e < first[i + 1]; e++) R[back[E[e] + 1]++] = (unsigned)i;
  u64 a = 0, b = 0;
  for (u64 i = 0; i < n; i++) if (!(left[i] = (unsigned)(first[i + 1] - first[i]))) out[i] = g->misere ? 2 : 1, Q[b++] = (unsigned)i;
  while (a < b) {
    u64 i = Q[a++];
    for (u64 e = back[i]; e < back[i + 1]; e++) {
      unsigned j = R[e];
      if (out[j]) continue;
      if (out[i] == 1) out[j] = 2; else if (--left[j]) continue; else out[j] = 1;
      far[j] = far[i] + 1; Q[b++] = j;
    }
  }
  r->p = P; r->out = out; r->far = far; r->n = n;
  P = 0; out = 0; far = 0; status = DONE;
done:
  free(P); free(E); free(H); free(R); free(Q); free(far); free(left); free(first); free(back); free(out);
  return (int)status;
}
void over(Reached *r) { free(r->p); free(r->out); free(r->far); }

/* --------------------------------------------------------------------------------------------------- every position */
/* `order`: how many slots, and of each its first bit, its bits, whether it is a field, and how many values it has; then
   how many entries a measure has, and of each which slots it is the sum of: the members of a set, the value of a field */
static u64 entry_at(const u64 *order, u64 slots, W p) {
  u64 sum = 0;
  for (u64 i = 0; i < order[0]; i++) if (slots >> i & 1) {
    const u64 *s = order + 1 + 4 * i;
    W part = p >> s[0] & (s[1] < 8 * sizeof(W) ? ((W)1 << s[1]) - 1 : ~(W)0);
    if (s[2]) { sum += (u64)part; continue; }
    for (; part; part &= part - 1) sum++;
  }
  return sum;
}
/* whether a position is the lesser one: by the measure, then as tuples, of which a set is that of its members in order */
static int less(const u64 *order, W p, W q) {
  const u64 *entries = order + 1 + 4 * order[0];
  for (u64 i = 1; i <= entries[0]; i++) {
    u64 a = entry_at(order, entries[i], p), b = entry_at(order, entries[i], q);
    if (a != b) return a < b;
  }
  for (const u64 *s = order + 1; s < entries; s += 4) {
    W mask = s[1] < 8 * sizeof(W) ? ((W)1 << s[1]) - 1 : ~(W)0, a = p >> s[0] & mask, b = q >> s[0] & mask;
    if (a == b) continue;
    if (s[2]) return a < b;
    W first = (a ^ b) & -(a ^ b), beyond = ~(first | (first - 1));
    return a & first ? (b & beyond) != 0 : !(a & beyond);
  }
  return 0;
}
/* search from every position at which the tests hold */
int whole(Game *g, const u64 *order, u64 tests, u64 tests_end, int mode) {
  u64 digits[64] = {0};
  for (u64 at = 0; at < order[0];) {
    W p = 0;
    int status;
    for (u64 i = 0; i < order[0]; i++) p |= (W)digits[i] << order[1 + 4 * i];
    spread(g, p);
    derive(g, 0, g->shared);
    if (holds(g, tests, tests_end) && (status = search_from(g, p, mode))) return status;
    for (at = 0; at < order[0] && ++digits[at] == order[4 + 4 * at]; at++) digits[at] = 0;
  }
  return DONE;
}
/* whether what is known of a position follows from what is known of its options */
static int follows_from(Game *g, W p, int v, int mode) {
  W *end = moves(g, p, g->kids);
  u64 words = mode == VALUES ? (u64)(end - g->kids) / 64 + 1 : 1, *acc = g->acc;
  if (words > g->nacc) { if (!(acc = realloc(g->acc, 8 * words))) return 0; g->acc = acc; g->nacc = words; }
  memset(acc, 0, 8 * words);
  int mover = g->sided ? side(g, p, 0) : 0;
  if (end == g->kids) acc[0] = g->sided ? side(g, p, 4) == mover : g->misere;
  for (W *q = g->kids; q < end; q++) {
    int w = get(g, *q);
    if (w < 0) return 0;
    if (mode != VALUES) acc[0] |= g->sided ? w == mover : !w;
    else if ((u64)w < 64 * words) acc[w >> 6] |= 1ull << (w & 63);
  }
  return v == (mode == VALUES ? first_zero(acc) : g->sided && !acc[0] ? 1 - mover : g->sided ? mover : (int)acc[0]);
}
/* What a claim says of all that is known: of a position where the first cube holds, the number of the one cube after it
   that holds, `otherwise` where none does; a number below 0 is right nowhere, but for RIGHT. It is the value, the side
   that wins, or 1 where the player to move does; with another table, 1 where the outcomes in the two differ. Into: how
   many positions are known, of how many it speaks, whether one has a move, whether it is wrong at one, of how many
   before the least such it speaks, and that position. */
#define RIGHT (-1)
#define WRONG (-3)
static int speaks(Game *g, W p, const u64 *cubes) { spread(g, p); derive(g, 0, g->shared); return holds(g, cubes[0], cubes[1]); }
int scan(Game *g, Game *other, const u64 *cubes, u64 n, const i64 *said, i64 otherwise, int values, const u64 *order, int mode, u64 *into) {
  W p, least = 0;
  int v, found = 0;
  memset(into, 0, 7 * 8);
  if (more_kids(g, 0)) return MEMORY;
  for (u64 i = 0; i < g->cap; i++) if ((v = entry(g, i, &p)) >= 0) {
    into[0]++;
    if (!follows_from(g, p, v, mode)) return ODD;
    if (!into[2]) into[2] = moves(g, p, g->kids) > g->kids;
    if (!speaks(g, p, cubes)) continue;
    into[1]++;
    i64 claimed = otherwise, many = 0;
    for (u64 k = 0; k < n; k++) if (holds(g, cubes[2 * k + 2], cubes[2 * k + 3])) claimed = many++ ? WRONG : said[k];
    int w = other ? get(other, p) : 0;
    if (w < 0) return ODD;
    i64 is = other ? !v != !w : values || g->sided ? v : v > 0;
    if (claimed != RIGHT && claimed != is && (!found || less(order, p, least))) least = p, found = 1;
  }
  into[3] = (u64)found;
  memcpy(into + 5, &least, sizeof least);
  if (found) for (u64 i = 0; i < g->cap; i++) if (entry(g, i, &p) >= 0 && less(order, p, least)) into[4] += (u64)speaks(g, p, cubes);
  return DONE;
}

/* ------------------------------------------------------------------------------------------------------- from Python */
static void *copied(const u64 *from, u64 bytes) { void *to = malloc(bytes + 16); if (to) memcpy(to, from, bytes); return to; }
/* sizes: bits, shared groups, words, the longest group; then how many rows of each array */
Game *begin(const u64 *sizes, const u64 **arrays) {
  Game *g = calloc(1, sizeof *g);
  if (!g) return 0;
  g->bits = sizes[0]; g->shared = sizes[1]; g->words = sizes[2];
  memcpy(g->n, sizes + 4, sizeof g->n);
  const u64 each[] = {sizeof(Pure), sizeof(Rich), sizeof(Test), sizeof(More), sizeof(Rule), sizeof(Term), sizeof(Group), sizeof(Blank), sizeof(Node), sizeof(Edge)};
  void **to = (void **)&g->pure;
  for (int i = 0; i < 10; i++) to[i] = copied(arrays[i], g->n[i] * each[i]);
  g->nimages = g->n[10];
  g->picks = g->n[11] ? copied(arrays[11], 8 * g->n[11]) : 0;
  g->images = calloc(g->nimages * sizeof(W) * 256 + 1, sizeof(W));
  g->w = calloc(g->words + 1, 8); g->stack = calloc(sizes[3] + 1, 8);
  g->nkids = 1 << 10; g->kids = malloc(g->nkids * sizeof(W));
  g->nacc = 1 << 8; g->acc = malloc(g->nacc * 8);
  g->nframes = 1 << 8; g->frames = malloc(g->nframes * sizeof(Frame));
#ifndef WIDE
  u64 room = 64 - g->bits < 16 ? 64 - g->bits : 16;
  g->top = (1ull << room) - 1;
#endif
  if (!g->images || !g->w || !g->stack || !g->kids || !g->acc || !g->frames || !allot(g, 1 << 12)) return 0;
  /* each image: where every bit goes, as 8 * sizeof(W) numbers */
  for (u64 i = 0; i < g->nimages; i++)
    for (u64 b = 0; b < sizeof(W); b++)
      for (u64 x = 0; x < 256; x++)
        for (u64 k = 0; k < 8; k++)
          if (x >> k & 1) g->images[(i * sizeof(W) + b) * 256 + x] |= (W)1 << arrays[10][i * 8 * sizeof(W) + 8 * b + k];
  return g;
}
/* sides: for each of two, the tests that it moves; for each, that it has won */
void sided(Game *g, const u64 *tests) { memcpy(g->sides, tests, sizeof g->sides); g->sided = 1; }
/* plays: whether who cannot move wins; marks: whether positions may come back; limit: bytes of the table */
void ready(Game *g, u64 misere, u64 marks, u64 limit) {
  g->misere = misere; g->marks = marks; g->limit = limit; g->fault = 0; g->used = 0;
#ifdef WIDE
  free(g->keys); free(g->vals);
#else
  free(g->slots);
#endif
  allot(g, 1 << 12);
}
void end(Game *g) {
  void **all = (void **)&g->pure;
  for (int i = 0; i < 10; i++) free(all[i]);
#ifdef WIDE
  free(g->keys); free(g->vals);
#else
  free(g->slots);
#endif
  free(g->images); free(g->picks); free(g->w); free(g->stack); free(g->kids); free(g->acc); free(g->frames); free(g);
}
u64 children(Game *g, const u64 *position, u64 *into) {
  W p = 0;
  memcpy(&p, position, sizeof p);
  if (more_kids(g, 0)) return ~0ull;
  g->fault = 0;
  W *to = moves(g, p, g->kids);
  memcpy(into, g->kids, (u64)(to - g->kids) * sizeof(W));
  return (u64)(to - g->kids);
}
/* of each position, in words of 64 bits: whether it has no move, then which of the cubes hold, of tests from .. to */
int facts(Game *g, const u64 *positions, u64 n, const u64 *cubes, u64 count, u64 *into) {
  u64 words = count / 64 + 1;
  memset(into, 0, 8 * words * n);
  g->fault = 0;
  if (more_kids(g, 0)) return MEMORY;
  for (u64 i = 0; i < n; i++, into += words) {
    W p = 0;
    memcpy(&p, positions + i * WORDS, sizeof p);
    into[0] = moves(g, p, g->kids) == g->kids;
    if (g->fault) return FAULT;
    spread(g, p);
    derive(g, 0, g->shared);
    for (u64 k = 0; k < count; k++) if (holds(g, cubes[2 * k], cubes[2 * k + 1])) into[(k + 1) / 64] |= 1ull << (k + 1) % 64;
  }
  return DONE;
}
i64 result(const Game *g) { return g->result; }
u64 seen(const Game *g) { return g->used; }
/* the move that was at fault, which is told once: searches from other positions go on */
u64 faulty(Game *g, u64 *at) { u64 fault = g->fault; memcpy(at, &g->at, sizeof g->at); g->fault = 0; return fault; }
i64 known(const Game *g, const u64 *position) {
  W p = 0;
  memcpy(&p, position, sizeof p);
  return get(g, g->nimages ? canon(g, p) : p);
}
/* the positions of the table with what is known of them, so many as there are */
u64 listed(const Game *g, u64 *into, i64 *values) {
  u64 n = 0;
  for (u64 i = 0; i < g->cap; i++) {
    W p = 0;
    int v = entry(g, i, &p);
    if (v < 0) continue;
    memcpy(into + n * WORDS, &p, sizeof p);
    values[n++] = v;
  }
  return n;
}
