"""The program that solves a game from its ends, as C: who wins each position, in how many moves, and what is a draw.

Every move is listed twice: once to count those into and out of each position, and once to note where they come from.
Then what is decided is taken in the order of the moves that are left, and decides what leads there. At last every move
is listed once more, and what was found held against its own conditions, which have no other answer (see
`bouton.ground.loops`). A position takes 16 bytes and 4 for each move.
"""

from __future__ import annotations

from dataclasses import dataclass

from bouton.compiled import in_c
from bouton.compiled.labels import DRAWN, NOTHING, NUMBER, UNJUDGED, YES, ended, label
from bouton.compiled.moves import reach
from bouton.compiled.program import Program, Writer
from bouton.compiled.sinks import OneByOne
from bouton.compiled.syntax import C, Text

COUNT, LINK, CONFIRM, JUDGE = range(4)
"""What is done at each position; `LOOK` of other programs stops at one here, too."""
_TABLES = r"""
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
"""
_SOLVE = r"""
/* how many moves there are, into the list: -1 where one leaves the space, -2 where there is no memory */
static I list_options(Options *o, const I *h, I c, const I *k) {
    for (;;) {
        o->count = 0;
        if (reach(o, h, c, k) < 0) return -1;
        if (o->count <= o->room) return o->count;
        uint32_t *more = realloc(o->to, 2 * o->count * sizeof *more);
        if (!more) return -2;
        o->to = more;
        o->room = 2 * o->count;
    }
}
static I confirmed(Table *t, I at, I many, const I *h, I c, const I *k) {
    uint32_t own = t->found[at], nearest = -1, farthest = 0, draws = 0;
    if (!many) return own == (ended(h, c, k) ? P : N);
    for (I i = 0; i < many; i++) {
        uint32_t one = t->found[t->options.to[i]];
        if (!one) draws++;
        else if (one & P) nearest = one / 4 < nearest ? one / 4 : nearest;
        else farthest = one / 4 > farthest ? one / 4 : farthest;
    }
    if (nearest != (uint32_t)-1) return own == 4 * (nearest + 1) + N;
    return draws ? !own : own == 4 * (farthest + 1) + P;
}
static I right(uint32_t found, I said) {
    if (REMOTE) return said == (found ? NUMBER + found / 4 : NOTHING);
    if (said == DRAWN) return !found;
    if (said == YES) return !!(found & P);
    return said == 0 && (found & N || (!found && !TELLS));
}
/* 0 to stop: out[2] is the position at which the claim fails, or -2 to -4 for what is wrong */
static I judge(I mode, Table *t, const I *h, I c, const I *k, I r, I *out) {
    if (mode == 7) return look(h, c, k, out);
    I at = place(h, c, k);
    if (mode == 3) {
        if (!WHOLE && !inside(h, c, k)) return 1;
        if (t->found[at] / 4 || !t->found[at]) out[1] = 1; /* of whatever the claim speaks, there are moves */
        I said = label(h, c, k);
        if (said == UNJUDGED) return 1;
        if (!right(t->found[at], said)) return out[2] = r, 0;
        return out[0]++, 1;
    }
    I many = list_options(&t->options, h, c, k);
    if (many < 0) return out[2] = many == -1 ? -2 : -3, 0;
    if (mode == 0) {
        t->left[at] = many;
        t->moves += many;
        for (I i = 0; i < many; i++) t->end[t->options.to[i]]++;
        if (!many) {
            I last = ended(h, c, k);
            if (last < 0) return out[2] = -2, 0;
            t->found[at] = last ? P : N;
        }
    } else if (mode == 1) {
        for (I i = 0; i < many; i++) t->before[--t->end[t->options.to[i]]] = at;
    } else if (!confirmed(t, at, many, h, c, k)) {
        return out[2] = -4, 0;
    }
    return 1;
}
"""
_ENDS = r"""
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
"""


def text(program: Program, *, tells: bool, remote: bool) -> str:
    """The program in C; `tells` says that the claim speaks of draws, `remote` that it is about the moves left."""
    return _Writer(program, tells=tells, remote=remote).text()


@dataclass(frozen=True)
class _Noting(OneByOne):
    """The places of all options are noted."""

    def one(self, to: Text, place: str) -> None:
        """A single place."""
        to.line(f"put(tab, {place});")


class _Writer(Writer):
    def __init__(self, program: Program, *, tells: bool, remote: bool) -> None:
        super().__init__(program, C(table=("Options *const tab",)))
        self.valued, self.cell = None, "Table"  # numbers that are named are those of moves
        self._about = {"TELLS": int(tells), "REMOTE": int(remote)}

    def text(self) -> str:
        """All of it."""
        to, space = self.to, self.space
        to.lines += in_c.ARITHMETIC.splitlines()
        begun = len(to.lines)
        labels = {"DRAWN": DRAWN, "NOTHING": NOTHING, "NUMBER": NUMBER, "UNJUDGED": UNJUDGED, "YES": YES}
        self.constants({**self._constants(), **labels, **self._about})
        to.lines += [*in_c.LISTS.splitlines(), *_TABLES.splitlines()]
        for number, game in enumerate(self.program.games):
            label(to, number, game, space, self.program.saying)
            ended(to, number, game, space, self.program.saying, self.program.normal)
            reach(to, f"reach_{number}", game, space, _Noting(), lowers=False)
        self._choose()
        to.lines += [*in_c.INSIDE.splitlines(), *_SOLVE.splitlines()]
        self._walk()
        to.lines += _ENDS.splitlines()
        return "\n".join([*to.lines[:begun], *to.helpers, *to.lines[begun:], ""])
