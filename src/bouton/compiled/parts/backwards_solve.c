/* -1 where there is no memory */
I table_begin(Table *t, uint32_t *found) {
    memset(t, 0, sizeof *t);
    t->found = found;
    t->left = malloc(PLACES * sizeof *t->left);
    t->end = calloc(PLACES + 1, sizeof *t->end);
    return t->left && t->end ? 0 : -1;
}
/* the moves into a position are those from end[place] to end[place + 1], once all are linked */
I table_link(Table *t) {
    uint32_t total = 0;
    for (I at = 0; at <= PLACES; at++) t->end[at] = total += t->end[at];
    t->before = malloc((total + 1) * sizeof *t->before);
    t->queue = malloc(PLACES * sizeof *t->queue);
    return t->before && t->queue ? 0 : -1;
}
void table_solve(Table *t) {
    I first = 0, last = 0;
    for (I at = 0; at < PLACES; at++) if (t->found[at]) t->queue[last++] = at;
    while (first < last) {
        I at = t->queue[first++];
        uint32_t own = t->found[at], more = own / 4 * 4 + 4;
        for (uint32_t i = t->end[at]; i < t->end[at + 1]; i++) {
            I from = t->before[i];
            if (t->found[from] || (own & N && --t->left[from])) continue;
            t->found[from] = more + (own & N ? P : N);
            t->queue[last++] = from;
        }
    }
}
void table_leave(Table *t) {
    free(t->left), free(t->end), free(t->before), free(t->queue), free(t->options.to);
    t->left = t->end = t->before = t->queue = t->options.to = 0;
    t->options.room = 0;
}
I test_label(const I *h, I c, const I *k) { return label(h, c, k); }
I test_place(const I *h, I c, const I *k) { return place(h, c, k); }
I test_ended(const I *h, I c, const I *k) { return ended(h, c, k); }
I test_options(Table *t, const I *h, I c, const I *k) { return list_options(&t->options, h, c, k); }
