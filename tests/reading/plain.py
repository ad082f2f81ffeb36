"""Rules at one concrete position: what plain clingo derives, and what the symbolic reading says there."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from clingo import Control

from bouton.core.position import Heaps, Parameters, Position
from bouton.proof.compared.validate import moves_of, numbers_at, options, rows_at
from bouton.reading.command import SymbolicGame
from bouton.reading.evaluate import evaluate
from bouton.rules.file import Rules, Signature

Rows = set[tuple[str, ...]]
Options = set[tuple[str, Position]]


def derived(rules: Rules, parameters: Parameters, position: Position) -> dict[Signature, Rows]:
    """What clingo derives from the file itself, with the position as facts."""
    given = dict(rules.constants) | {name: value for name, value in parameters.items() if isinstance(value, int)}
    control = Control(["-Wnone", *(f"-c{name}={value}" for name, value in given.items())])
    lines = [one.content for one in rules.sources.files]
    for name in rules.sets:
        value = parameters[name]
        assert isinstance(value, tuple)
        lines += [f"{name.lower()}({member})." for member in value]
    for fluent, entry in zip(rules.fluents, position, strict=True):
        if isinstance(entry, tuple):
            lines += [f"{fluent.name}({at},{size})." for at, size in enumerate(entry, 1)]
        else:
            lines.append(f"{fluent.name}({entry}).")
    control.add("base", [], "\n".join(lines))
    control.ground([("base", [])])
    found: dict[Signature, Rows] = {}
    for atom in control.symbolic_atoms:
        symbol = atom.symbol
        assert atom.is_fact, symbol
        found.setdefault((symbol.name, len(symbol.arguments)), set()).add(tuple(map(str, symbol.arguments)))
    return found


def moves(rules: Rules, facts: Mapping[Signature, Rows], position: Position) -> Options:
    """The moves among the facts and where they lead."""
    effects: dict[str, dict[tuple[str, int], int]] = {}
    for move, effect in facts.get(("after", 2), ()):
        name, _, arguments = effect.removesuffix(")").partition("(")
        *heap, value = map(int, arguments.split(","))
        effects.setdefault(move, {})[name, heap[0] if heap else 0] = value
    found: Options = set()
    for (move,) in facts.get(("move", 1), ()):
        after: list[int | tuple[int, ...]] = []
        for fluent, entry in zip(rules.fluents, position, strict=True):
            changes = {place: value for (name, place), value in effects.get(move, {}).items() if name == fluent.name}
            if isinstance(fluent, Heaps):
                assert isinstance(entry, tuple)
                sizes = dict(enumerate(entry, 1)) | changes
                after.append(fluent.canonical([sizes[place] for place in sorted(sizes)]))
            else:
                assert isinstance(entry, int)
                after.append(changes.get(0, entry))
        found.add((move, tuple(after)))
    return found


class Reading:
    """Rules read symbolically, once for each number of heaps."""

    def __init__(
        self,
        rules: Rules,
        parameters: Parameters,
        counters: Mapping[str, tuple[int | None, int | None]] = {},
        *,
        digits: bool = False,
    ):
        self.rules = rules
        self.parameters = parameters
        self.counters = counters or {}
        self.digits = digits
        self._games: dict[tuple[object, ...], SymbolicGame] = {}

    def game(self, position: Position, wanted: Collection[Signature]) -> SymbolicGame:
        """The game for as many heaps as the position has."""
        heaps = [f.name for f in self.rules.fluents if isinstance(f, Heaps)]
        counts = tuple(len(entry) for entry in position if isinstance(entry, tuple))
        key = (counts, tuple(wanted))
        if key not in self._games:
            named = dict(zip(heaps, counts, strict=True))
            self._games[key] = evaluate(self.rules, self.parameters, named, self.counters, wanted, digits=self.digits)
        return self._games[key]

    def check(self, position: Position, wanted: Collection[Signature]) -> None:
        """Assert that moves and wanted predicates are what clingo says."""
        game = self.game(position, wanted)
        values = numbers_at(game, position)
        facts = derived(self.rules, self.parameters, position)
        assert options(game, moves_of(game), values) == moves(self.rules, facts, position), position
        for signature in wanted:
            assert rows_at(game, signature, values) == facts.get(signature, set()), (signature, position)
