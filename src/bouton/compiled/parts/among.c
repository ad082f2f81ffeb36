#define MARKED(asked) (asked)
enum { WIDTH = MOST + COUNTERS };
/* in a test, whether a position is marked: all are, or none, but for those of a list */
static I among(const I *list, const I *option) {
    for (I i = 0; i < list[1]; i++) if (!memcmp(list + 2 + i * WIDTH, option, WIDTH * sizeof(I))) return !list[0];
    return list[0];
}
