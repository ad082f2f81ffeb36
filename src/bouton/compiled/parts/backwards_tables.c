#include <stdlib.h>
#define FUNCTION static I
#define SAYING static I
typedef struct { uint32_t *to; I count, room; } Options;
/* What is known of a position: 0 of one that is not decided, else its remoteness times four, and a bit for P or N. */
enum { P = 1, N = 2 };
typedef struct { uint32_t *found, *left, *end, *queue, *before; Options options; I moves; } Table;
static void put(Options *o, I place) {
    if (o->count < o->room) o->to[o->count] = place;
    o->count++;
}
