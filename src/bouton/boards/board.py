"""A game on sets with its parameters fixed: its positions as words, its table of moves, and what solves them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from clingo import Number, parse_term

from bouton.boards import symmetry
from bouton.boards.grounded import FluentField, Term, ground
from bouton.boards.plain import Faulty, Held, Mode, Order, Plain, RowsSaid, Scanned, Slotted
from bouton.boards.search import BoardSearch, TooGreat
from bouton.boards.table import MoveTable, ends, faultless, obstacle, table
from bouton.core.errors import Disagreement, InputError, LimitReached, Unreadable
from bouton.core.position import Counter, Member, Members, Position, Token
from bouton.core.spec import Play
from bouton.ground.alliances import SIDE, WINNER
from bouton.ground.box import Region
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Rows
from bouton.process.compiler import NoCompiler, compiler
from bouton.rules.file import Signature

_FIRST = 1 << 22
"""Bytes in which the outcome alone is looked for before components are, as one move that wins may be soon found."""
_SMALL = 1 << 20
"""Bytes in which what was found by components or symmetry is found without them, where there is room for that."""


@dataclass(frozen=True)
class Board:
    """A game as a table of moves, with the predicates asked for."""

    game: Game
    table: MoveTable
    fixed: Rows
    """The rows of predicates that do not depend on the position."""
    sides: tuple[Term, ...] = ()
    """Where sides move, and win, the one or two of them."""

    @property
    def legal(self) -> Held | None:
        """What holds at the positions that exist, where the rules say so."""
        legal = self.game.rules.legal
        return None if legal is None else ((legal.name, 0), ())

    @cached_property
    def order(self) -> Order:
        """Which position is the lesser; Unreadable where the measure is no sum of members and counters."""
        slots, fluents, measure = self.table.slots, self.game.fluents, self.game.measure
        numbered = {at: fluent for at, fluent in enumerate(fluents) if not isinstance(fluent, Token)}
        sums = {
            "heaps": (),
            "splits": (),
            "members": tuple(at for at, fluent in numbered.items() if isinstance(fluent, Members)),
            **{fluent.name: (at,) for at, fluent in numbered.items()},
            "stones": tuple(at for at, fluent in numbered.items() if getattr(fluent, "stones", False)),
        }
        if not sums.keys() >= {*measure.entries}:
            raise Unreadable("the rules say what the measure is")
        return Order(
            tuple(
                Slotted(at, slot.width, slot.field, len(slot.members) if slot.field else 1 << slot.width)
                for slot, at in zip(slots, self.table.offsets, strict=True)
            ),
            tuple(sums[entry] for entry in measure.entries),
        )

    def word(self, position: Position) -> int:
        """The position as a word."""
        found = 0
        for slot, at, fluent, value in zip(
            self.table.slots, self.table.offsets, self.game.fluents, position, strict=True
        ):
            if isinstance(value, tuple):
                found |= sum(1 << at + one for one in value)
            else:
                found |= (value if isinstance(fluent, Token) else self._counted[slot.name].index(value)) << at
        return found

    def position(self, word: int) -> Position:
        """The position of a word."""
        found: list[int | tuple[int, ...]] = []
        for slot, at, fluent in zip(self.table.slots, self.table.offsets, self.game.fluents, strict=True):
            part = word >> at & (1 << slot.width) - 1
            if not isinstance(fluent, Members):
                found.append(self._counted[slot.name][part])
            elif slot.field:
                found.append(self.game.domains[slot.name][part])
            else:
                found.append(tuple(one for one in self.game.domains[slot.name] if part >> one & 1))
        return tuple(found)

    @cached_property
    def _counted(self) -> Mapping[str, range]:
        return self.game.counters

    @cached_property
    def images(self) -> list[list[int]]:
        """Symmetries of the moves, where these leave the sides alone."""
        asked = (cube for one in (SIDE, WINNER) for cube in self.table.asked.get(one, {}).values())
        if self.sides and any(cube[0] & ~self.table.fields for cube in asked):
            return []
        return symmetry.symmetries(self.table)

    @cached_property
    def ends(self) -> bool:
        """Whether the moves tell by themselves that no position comes back."""
        return ends(self.table)

    def exists(self, facts: int) -> bool:
        """Whether there is such a position, at which these cubes hold: see `BoardSearch.facts`."""
        return self.legal is None or bool(self.rows(facts)[self.legal[0]])

    def rows(self, facts: int) -> Rows:
        """The rows of the predicates where these cubes hold: see `BoardSearch.facts`."""
        found = self._known.get(facts)
        if found is None:
            rows: dict[Signature, Sequence[Term]] = dict(self.fixed)
            at = 1
            for name, extent in self.table.asked.items():
                rows[name] = [term for number, term in enumerate(extent, at) if facts >> number & 1]
                at += len(extent)
            found = self._known[facts] = rows
        return found

    @cached_property
    def _known(self) -> dict[int, Rows]:
        return {}


def board(game: Game, region: Region, wanted: Collection[Signature]) -> Board:
    """The board of a game; Unreadable where its rules are not ground once for all positions, with the reason."""
    rules = game.rules
    if (("winner", 1) in rules.defined and not rules.alliances) or rules.told:
        raise Unreadable("rules that say who has won, without sides, or of named positions, are judged by clingo")
    outputs = {("move", 1)} | rules.effects & rules.defined
    own = {SIDE, WINNER} if rules.alliances else set()
    own |= {(rules.legal.name, 0)} if rules.legal is not None else set()
    wanted = {*wanted, *own}
    if not outputs <= rules.dependent:
        raise Unreadable("what moves there are does not depend on the position")
    slots = tuple(_slot(game, fluent) for fluent in game.fluents)
    program = game.program(region.hull, {*wanted, *outputs})
    asked = {*wanted, ("_undefined", 1), ("_overflow", 1)}
    grounded = ground(f"{program.text}\n_position(0).", slots, asked, (Number(0),), program.static)
    if grounded.extents["_undefined", 1] or grounded.extents["_overflow", 1]:
        raise Unreadable("an operation may have no value, or too great a one, at some position")
    extents = {one: grounded.extents[one] for one in wanted}
    fixed = {one: [*extent] for one, extent in extents.items() if one in program.static and one not in own}
    kept = {one: extent for one, extent in extents.items() if one not in fixed}
    sides = tuple(sorted({term for one in own & {SIDE, WINNER} for term in extents[one]}))
    if len(sides) > 2:
        raise Unreadable("there may be more than two sides")
    return Board(game, table(grounded.asking(kept)), fixed, sides)


def _slot(game: Game, fluent: object) -> FluentField:
    if isinstance(fluent, Counter):
        return FluentField(fluent.name, tuple((Number(one),) for one in game.counters[fluent.name]), True)
    assert isinstance(fluent, Members)
    return FluentField(
        fluent.name, tuple(_term(fluent, one) for one in game.domains[fluent.name]), isinstance(fluent, Token)
    )


def _term(fluent: Members, member: Member) -> Term:
    term = parse_term(member.term)
    return tuple(term.arguments) if fluent.arity > 1 else (term,)


# -------------------------------------------------------------------------------------------------------------- solved


@dataclass
class BoardSolver:
    """Outcomes, or `values`, of positions of a board in one play; with `all_reached` every position below is known."""

    board: Board
    play: Play
    values: bool
    memory: int
    all_reached: bool = False
    said: list[str] = field(default_factory=list)
    """How: by components, or why not, and with how many symmetries."""

    def __post_init__(self) -> None:
        """Choose the way."""
        table = self.board.table
        joined = "sides move" if self.board.sides else obstacle(table, self._misere)
        # that no move leads to what does not exist is seen once all that is reached was looked at
        self.all_reached = self.all_reached or self.board.legal is not None
        self._by_parts = joined is None and not self.all_reached
        self._images = [] if self.all_reached else self.board.images
        self._every = self.all_reached or not (self.board.ends and faultless(table))
        self._known: dict[int, int] = {}
        self._asked: list[int] = []
        if self.all_reached:
            self.said.append("position by position, as all that is reached is looked at")
        else:
            why = symmetry.obstacle(table)
            self.said.append("by components" if joined is None else f"without components, as {joined}")
            self.said.append("up to symmetry" if self._images else f"without symmetry{f', as {why}' if why else ''}")
        self.search = self._made(self.memory)
        trial = self._by_parts and not self.values
        self._trial: BoardSearch | Plain | None = self._made(_FIRST, images=()) if trial else None

    def of(self, word: int) -> int:
        """The value of a position, or 1 where the player to move wins and 0 else; Cyclic, Faulty, LimitReached."""
        if word not in self._known:
            found = self._found(word)
            if self.all_reached:
                return found
            self._known[word] = found
        return self._known[word]

    def every(self) -> list[int]:
        """All positions that are known."""
        return [word for word, _ in self.search.every()]

    def whole(self) -> None:
        """Solve every position that exists."""
        self._wide(lambda: self.search.whole(self.board.order, self.board.legal, self._mode) or 0)

    def scan(self, said: RowsSaid, other: BoardSolver | None = None) -> Scanned:
        """Hold what a claim says against all that is known (see `BoardSearch.scan`)."""
        beside = None if other is None else other.search
        return self.search.scan(said, self.board.order, self._mode, beside)  # type: ignore[arg-type]

    def side(self, word: int) -> int:
        """The number of the side to move."""
        return self._plain.side(word, "side")

    @cached_property
    def _plain(self) -> Plain:
        return Plain(self.board.table, 0, sides=self.board.sides)

    def alike(self, word: int) -> bool | None:
        """Whether the plain search finds the same of a position; None where it has not the room for that."""
        if not (self._by_parts or self._images):
            return None
        plain = self._made(_SMALL, images=())
        try:
            return plain.of(word, self._mode) == self.of(word)
        except LimitReached:
            return None
        finally:
            plain.close()

    def close(self) -> None:
        """Give the memory back."""
        self.search.close()

    @property
    def _misere(self) -> bool:
        return self.play == "misere" and not self.board.sides

    @property
    def _mode(self) -> Mode:
        return "value" if self.values else "every outcome" if self._every else "outcome"

    def _found(self, word: int) -> int:
        if not self._by_parts:
            found = self._wide(lambda: self.search.of(word, self._mode))
            self._asked.append(word)
            return found
        if self._trial is not None:
            try:
                return self._trial.of(word, "outcome")
            except LimitReached:
                self._trial.close()
                self._trial = None
        found = self._wide(lambda: self.search.by_parts(word))
        return found if self.values else int(found != 0)

    def _wide(self, search: Callable[[], int]) -> int:
        try:
            return search()
        except TooGreat:
            self.search.close()
            self.search = self._made(self.memory, wide=True)
            for word in self._asked:  # what is known is all that was reached
                self.search.of(word, self._mode)
            return search()

    def _made(
        self, memory: int, images: Sequence[Sequence[int]] | None = None, wide: bool | None = None
    ) -> BoardSearch | Plain:
        given = self._images if images is None else images
        misere, sides = self._misere, self.board.sides
        if compiler() is not None:
            try:
                return BoardSearch(
                    self.board.table,
                    memory,
                    misere=misere,
                    marks=not self.board.ends,
                    images=given,
                    wide=wide,
                    sides=sides,
                )
            except NoCompiler:
                pass
        return Plain(self.board.table, memory, misere=misere, images=given, sides=sides)

    @property
    def language(self) -> str:
        """What the searches are written in."""
        return "C" if isinstance(self.search, BoardSearch) else "Python"


def validate(board: Board, solver: BoardSolver, grounder: Grounder, starts: Sequence[int], count: int) -> list[int]:
    """Hold the moves of so many positions that are reached, and of as many random ones, against those of clingo.

    The former are returned. Disagreement where they differ. Random positions need not be ones that the rules are sound
    at: there clingo may find a fault, and then none of them is compared.
    """
    random = Random(0)
    reached = [*dict.fromkeys(starts)][:count]
    for at in range(count):
        if at < len(reached) < count:
            following = sorted({*solver.search.children(reached[at])}.difference(reached))
            reached += random.sample(following, min(len(following), 3))
    _same(board, solver, grounder, reached[:count])
    free = (1 << board.table.width) - 1 & ~board.table.fields
    others = [
        random.choice(reached) & ~free | random.getrandbits(max(1, board.table.width)) & free for _ in range(count)
    ]
    with suppress(InputError):
        _same(board, solver, grounder, [word for word in dict.fromkeys(others) if _sound(board, solver, word)])
    return reached[:count]


def _sound(board: Board, solver: BoardSolver, word: int) -> bool:
    """Whether a position exists, and no move of it is at fault."""
    try:
        return board.exists(solver.search.facts([word])[0])
    except Faulty:
        return False


def _same(board: Board, solver: BoardSolver, grounder: Grounder, words: Sequence[int]) -> None:
    positions = [board.position(word) for word in words]
    for word, node in zip(words, grounder.nodes(positions), strict=True):
        expected = sorted({board.word(move.to) for move in node.moves})
        facts = solver.search.facts([word])[0]
        rows = board.rows(facts)
        differ = [one for one in board.rows(facts) if {*rows[one]} != {*node.rows[one]}]
        if sorted({*solver.search.children(word)}) != expected or differ or (facts & 1) != node.terminal:
            what = f"{differ[0][0]}/{differ[0][1]}" if differ else "the moves"
            raise Disagreement(f"{what} at {board.game.text(node.position)} by clingo and by the table of moves differ")
