"""The program that solves a game from its ends, as C: who wins each position, in how many moves, and what is a draw.

Every move is listed twice: once to count those into and out of each position, and once to note where they come from.
Then what is decided is taken in the order of the moves that are left, and decides what leads there. At last every move
is listed once more, and what was found held against its own conditions, which have no other answer (see
`bouton.ground.loops`). A position takes 16 bytes and 4 for each move.
"""

from __future__ import annotations

from dataclasses import dataclass

from bouton.compiled.labels import DRAWN, NOTHING, NUMBER, UNJUDGED, YES, ended, label
from bouton.compiled.moves import reach
from bouton.compiled.program import PrintedProgram, ProgramWriter
from bouton.compiled.sinks import OneByOne
from bouton.compiled.syntax import C, ProgramText

COUNT, LINK, CONFIRM, JUDGE = range(4)
"""What is done at each position; `LOOK` of other programs stops at one here, too."""


def text(program: PrintedProgram, *, tells: bool, remote: bool) -> str:
    """The program in C; `tells` says that the claim speaks of draws, `remote` that it is about the moves left."""
    return _Writer(program, tells=tells, remote=remote).text()


@dataclass(frozen=True)
class _Noting(OneByOne):
    """The places of all options are noted."""

    def one(self, to: ProgramText, place: str) -> None:
        """A single place."""
        to.line(f"put(tab, {place});")


class _Writer(ProgramWriter):
    def __init__(self, program: PrintedProgram, *, tells: bool, remote: bool) -> None:
        super().__init__(program, C(table=("Options *const tab",)))
        self.valued, self.cell = None, "Table"  # numbers that are named are those of moves
        self._about = {"TELLS": int(tells), "REMOTE": int(remote)}

    def text(self) -> str:
        """All of it."""
        to, space = self.to, self.space
        to.lines += self._fixed("arithmetic")
        begun = len(to.lines)
        labels = {"DRAWN": DRAWN, "NOTHING": NOTHING, "NUMBER": NUMBER, "UNJUDGED": UNJUDGED, "YES": YES}
        self.constants({**self._constants(), **labels, **self._about})
        to.lines += [*self._fixed("lists"), *self._fixed("backwards_tables")]
        for number, game in enumerate(self.program.games):
            label(to, number, game, space, self.program.saying)
            ended(to, number, game, space, self.program.saying, self.program.normal)
            reach(to, f"reach_{number}", game, space, _Noting(), lowers=False)
        self._choose()
        to.lines += [*self._fixed("inside"), *self._fixed("backwards_judge")]
        self._walk()
        to.lines += self._fixed("backwards_solve")
        return "\n".join([*to.lines[:begun], *to.helpers, *to.lines[begun:], ""])
