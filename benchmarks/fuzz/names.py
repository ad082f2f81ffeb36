"""`python -m benchmarks.fuzz.names --cases N --seed S`: the names of rules collide with those that Bouton makes.

A case is a claim of one of the ways to prove, right or wrong far out, whose variables, predicates, constants and
strings are drawn from what Bouton calls its own, and from what looks alike where it is printed. Names mean nothing: the
verdict, and the position that refutes it, must be those of the same claim with names that nothing else has. Where that
is `proved` the claim is true by plain Python at the positions near its numbers, too.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

from benchmarks.fuzz.looping import loop
from bouton.core.errors import InputError
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from tests.oracle import claims as oracle_claims
from tests.oracle import game as oracle
from tests.oracle.local import fault

VARIABLES: Mapping[str, tuple[str, ...]] = {
    "variables of completions": ("A1", "A2", "I1", "C1", "X1", "X2", "X1_", "O1", "O1_", "X__"),
    "variables of lifted rules": ("P", "P1", "P2", "Local_A", "Local_A1", "Local_I"),
    "variables of what is read": ("N", "J", "I", "S", "T", "B", "D", "M", "V"),
    "variables with primes": ("N'", "N''", "'N", "A'1", "I'", "_N'", "S'A"),
    "variables that Rocq has": ("Z", "In", "Z_", "Prop", "Type", "True", "IF", "O"),
    "variables with underscores": ("_A", "_I", "__S", "_B1", "_X1", "A_B"),
}
PREDICATES: Mapping[str, tuple[str, ...]] = {
    "predicates that only primes tell apart": ("q'A", "q'B", "q'", "q''", "q'1", "q'a"),
    "predicates that are made": ("some_q", "witness__0", "counted", "elements", "option_", "facts_1", "digits"),
    "predicates of the library": ("list", "length", "left_over", "size_of", "asked", "the_heap", "t_take", "legal"),
    "predicates that look like words": ("not_", "notq", "countq", "sumq", "nota", "q_not", "not'a"),
}
CONSTANTS: Mapping[str, tuple[str, ...]] = {
    "parameters that are made": ("_option", "_others", "_firm_others", "_count", "_option1"),
    "lists that are made": ("_rest", "rest", "nil_", "_list", "_end"),
    "digits that are made": ("_digits", "_asked", "_position", "_base", "_numeral", "none"),
}
APART: Mapping[str, tuple[tuple[str, str], ...]] = {
    "strings that are variables": (('"A"', '"B"'), ('"I"', '"S"'), ('"A1"', '"I1"')),
    "strings with brackets": (('"(A,B)"', '"(A,C)"'), ('")"', '"("'), ('"{"', '"}"'), ('"a,b"', '"a,c"')),
    "strings with words": (('"not x"', '"not y"'), ('":-"', '"."'), ('"% a"', '"% b"')),
    "constants that only primes tell apart": (("a'A", "a'B"), ("a'", "a''"), ("x'1", "x'2")),
    "one name and other arities": (("", "1"), ("1", ""), ("1,1", "1"), ("0", "0,0")),
}
"""What tells two predicates of one name apart: a further argument of each."""
COLLISIONS = (*VARIABLES, *PREDICATES, *CONSTANTS, *APART, "not( without a blank")
_SECONDS, _MORE = 12.0, 100.0
"""For a claim; and where names seem to matter, which may be for want of time."""
_MOST = 24
"""Stones of the positions at which what is proved is looked at, beside those near the numbers of the rules."""


@dataclass(frozen=True)
class Base:
    """A claim with names to be chosen: `<V:a>` a variable, `<P:a>` a predicate, `<C:a>` a constant.

    `<1:` and `<2:` begin the names of two predicates that may have one name, and `>` ends their arguments. A rule ends
    at the end of its line.
    """

    text: str
    position: str
    claims: str
    fluents: tuple[oracle.Heaps | oracle.Counter, ...]
    parameters: Mapping[str, int] = field(default_factory=dict)
    near: tuple[int, ...] = ()
    """The numbers near which it may fail."""
    play: str = "normal"


@dataclass(frozen=True)
class Case:
    """A claim with names that collide, what collides, and the same with plain ones.

    `like` has the same arguments besides: a form that a way knows may not have room for them.
    """

    rules: str
    spec: str
    used: tuple[str, ...]
    plain: str
    like: str
    base: Base


SMALL, HEAPS = "{heap: {count: 0..2, size: 1..4}}", (oracle.Heaps("heap", "ascending"),)

# ------------------------------------------------------------------------------------------------------------- claims


def _nim(rng: Random) -> Base:
    """Misère Nim as a sum of heaps, with a strategy that asks how many heaps are large."""
    far = rng.choice((17, 33, 40, 50))
    odd = rng.choice(("", "", f", <V:s> != {far}"))
    index = rng.choice(("", ", <P:index>(<V:k>)"))
    asked = "<P:many>(<V:l>), <V:l> >= 2, <P:value>(<V:x>), heap(<V:i>,<V:s>), <V:s>^<V:x> < <V:s>"
    win = f"win(<C:lower>(<V:i>,<V:s>^<V:x>)) :- {asked}."
    text = rf"""
move(<C:lower>(<V:i>,<V:t>)) :- heap(<V:i>,<V:s>), <V:t> = 0..<V:s>-1.
after(<C:lower>(<V:i>,<V:t>), heap(<V:i>,<V:t>)) :- move(<C:lower>(<V:i>,<V:t>)).
<P:heaps>(<V:n>) :- <V:n> = #count {{ <V:i> : heap(<V:i>,_) }}.
<P:sum>(0,0).
<P:sum>(<V:i>,<V:x>^<V:s>) :- <P:sum>(<V:i>-1,<V:x>), heap(<V:i>,<V:s>).
<P:value>(<V:x>) :- <P:heaps>(<V:n>), <P:sum>(<V:n>,<V:x>).
<P:index>(1..40).
<1:q>(<V:i>) :- heap(<V:i>,<V:s>), <V:s> > 1.
<2:q>(<V:i>) :- heap(<V:i>,<V:s>), <V:s> > 1{odd}.
<P:large> :- <1:q>(<V:i>){index}.
<P:few> :- not <P:large>.
safe :- <P:large>, <P:value>(0).
safe :- <P:few>, <P:heaps>(<V:n>), <V:n> \ 2 = 1.
<P:many>(<V:n>) :- <V:n> = #count {{ <V:i> : <2:q>(<V:i>){index} }}.
{win}
win(<C:lower>(<V:i>,<V:t>)) :- <P:many>(1), <2:q>(<V:i>), heap(<V:i>,_), <P:heaps>(<V:n>), <V:t> = <V:n> \ 2.
win(<C:lower>(<V:i>,0)) :- <P:many>(0), heap(<V:i>,1).
"""
    claim = "kind: p-positions, play: misere, iff: safe, strategy: win, prove: {heap: {count: all}}"
    return Base(text, SMALL, f"- {{id: c, says: x, {claim}}}", HEAPS, near=(far,), play="misere")


def _sum(rng: Random) -> Base:
    """A game of one heap at a time by quotients, and its nim-sum, which is wrong from some size on or never."""
    far = rng.choice((17, 24, 36))
    add = rng.choice(("", "", f" + <V:s>/{far}"))
    text = rf"""
move(<C:take>(<V:i>,<V:m>)) :- heap(<V:i>,<V:s>), <V:m> = 1..2, <V:m> <= <V:s>, not <1:q>(<V:i>).
after(<C:take>(<V:i>,<V:m>), heap(<V:i>,<V:s>-<V:m>)) :- move(<C:take>(<V:i>,<V:m>)), heap(<V:i>,<V:s>).
<1:q>(<V:i>) :- heap(<V:i>,<V:s>), <V:s> < 0.
<2:q>(<V:i>) :- heap(<V:i>,<V:s>), <V:s> >= 0.
<P:row>(<V:i>,<V:v> \ 3{add}) :- heap(<V:i>,<V:s>), <V:v> = <V:s>, <2:q>(<V:i>).
<P:heaps>(<V:n>) :- <V:n> = #count {{ <V:i> : heap(<V:i>,<V:s>) }}.
<P:sum>(0,0).
<P:sum>(<V:i>,<V:x>^<V:s>) :- <P:row>(<V:i>,<V:s>), <P:sum>(<V:i>-1,<V:x>).
<P:value>(<V:x>) :- <P:sum>(<V:n>,<V:x>), <P:heaps>(<V:n>).
<P:zero> :- <P:value>(0).
safe :- <P:value>(0).
"""
    claims = "- {id: c, says: x, kind: p-positions, iff: safe, prove: {heap: {count: all}}}"
    return Base(text, SMALL, claims, HEAPS, near=(far,))


def _list(asked: str, more: str, near: tuple[int, ...]) -> Base:
    """Moves that are lists of heaps, of which something is asked where one more is put before them."""
    counted, taken, again = asked.split(" | ")
    lists = "<C:l>(<V:i>,<V:t>,<C:l>(<V:h>,<V:u>,<V:l>))"
    heaps = "heap(<V:i>,<V:s>), <V:i> < <V:h>, <V:t> = 0..<V:s>-1"
    before = "<P:lower>(<V:d>,<C:l>(<V:h>,<V:u>,<V:l>))"
    text = rf"""
<P:lower>({counted},<C:l>(<V:i>,<V:t>,<C:nil>)) :- heap(<V:i>,<V:s>), <V:t> = 0..<V:s>-1.
<P:lower>(<V:d>+{taken},{lists}) :- {before}, {heaps}, {again}.
move(<V:l>) :- <P:lower>(_,<V:l>).
after(<C:l>(<V:i>,<V:t>,<V:l>), heap(<V:i>,<V:t>)) :- <P:lower>(_,<C:l>(<V:i>,<V:t>,<V:l>)).
after(<C:l>(<V:i>,<V:t>,<V:l>), <V:f>) :- <P:lower>(_,<C:l>(<V:i>,<V:t>,<V:l>)), after(<V:l>,<V:f>).
{more}
"""
    claims = "- {id: c, says: x, kind: p-positions, iff: safe, prove: {heap: {count: all}}}"
    return Base(text, SMALL, claims, HEAPS, near=near)


def _columns(rng: Random) -> Base:
    """Moore's Nim for two heaps, by digit places."""
    wrong = rng.choice(("", "", ", <V:n> < 3"))
    more = rf"""
<1:q>(1) :- heap(_,_).
<1:q>(2*<V:p>) :- <1:q>(<V:p>), heap(_,<V:s>), 2*<V:p> <= <V:s>.
<2:q>(<V:p>) :- <P:ones>(<V:p>,_).
<P:ones>(<V:p>,<V:n>) :- <1:q>(<V:p>), <V:n> = #count {{ <V:i> : heap(<V:i>,<V:s>), (<V:s> / <V:p>) \ 2 = 1 }}.
<P:bad> :- <P:ones>(_,<V:n>), <V:n> \ 3 != 0{wrong}.
safe :- not <P:bad>.
"""
    return _list("1 | 1 | <V:d> < 2", more, (3, 4))


def _quotients(rng: Random) -> Base:
    """Cyclic Nimhoff, by quotients and remainders; the nim-sum has a namesake without an argument."""
    zero = rng.choice(("<P:nim>(0)", "<P:zero>", "<P:zero>"))
    more = rf"""
<P:heaps>(<V:n>) :- <V:n> = #count {{ <V:i> : heap(<V:i>,_) }}.
<P:part>(<V:i>,<V:s>/3) :- heap(<V:i>,<V:s>).
<P:parts>(0,0).
<P:parts>(<V:i>,<V:x>^<V:q>) :- <P:parts>(<V:i>-1,<V:x>), <P:part>(<V:i>,<V:q>).
<P:nim>(<V:x>) :- <P:heaps>(<V:n>), <P:parts>(<V:n>,<V:x>).
<P:zero> :- <P:nim>(0).
<P:total>(<V:r>) :- <V:r> = #sum {{ <V:s>,<V:i> : heap(<V:i>,<V:s>) }}.
<1:q>(<V:r>) :- <P:total>(<V:r>).
<2:q>(<V:r>) :- <P:nim>(<V:r>).
safe :- {zero}, <P:total>(<V:r>), <V:r> \ 3 = 0.
"""
    return _list("<V:s>-<V:t> | <V:s>-<V:t> | <V:d>+<V:s>-<V:t> < 3", more, (3, 6))


def _levels(rng: Random) -> Base:
    """Greedy Nim by levels: of the highest heaps there is an even number, or so it is told up to some number."""
    far = rng.choice((17, 30, 44))
    odd = rng.choice(("", f", <V:n> < {far}"))
    text = rf"""
move(<C:take>(<V:m>)) :- heap(1,<V:s>), <V:m> = 1..<V:s>.
after(<C:take>(<V:m>), heap(1,<V:t>)) :- move(<C:take>(<V:m>)), heap(1,<V:s>), <V:t> = <V:s>-<V:m>.
<1:q>(<V:i>) :- heap(<V:i>,<V:s>), heap(1,<V:s>).
<2:q>(<V:i>) :- heap(<V:i>,<V:s>), heap(1,<V:t>), <V:s> < <V:t>.
<P:top>(<V:n>) :- <V:n> = #count {{ <V:i> : <1:q>(<V:i>) }}.
safe :- <P:top>(<V:n>), <V:n> \ 2 = 0.
<P:rest> :- <2:q>(_).
<P:far> :- <P:top>(<V:n>), <V:n> = {far}.
"""
    text += rf"safe :- <P:far>{odd}, <P:top>(<V:n>)." + "\n" if odd else ""
    claims = "- {id: c, says: x, kind: p-positions, iff: safe, prove: {heap: {count: all}}}"
    heaps = (oracle.Heaps("heap", "descending"),)
    return Base(text, "{heap: {count: 0..3, size: 1..3, order: descending}}", claims, heaps, near=(2,))


def _pile(rng: Random) -> Base:
    """One pile, with a strategy, by plain arithmetic; wrong from some size on or never."""
    far, most = rng.choice((17, 60, 400)), rng.randint(1, 3)
    odd = rng.choice(("", f", <V:n> < {far}"))
    text = rf"""
move(<C:take>(<V:m>)) :- pile(<V:n>), <V:m> = 1..{most}, not(<V:n>-<V:m>+1) < 1.
after(<C:take>(<V:m>), pile(<V:n>-<V:m>)) :- move(<C:take>(<V:m>)), pile(<V:n>).
<1:q>(<V:n>) :- pile(<V:n>), <V:n> \ {most + 1} = 0.
<2:q>(<V:n>) :- pile(<V:n>), <V:n> \ {most + 1} != 0{odd}.
safe :- <1:q>(_).
win(<C:take>(<V:m>)) :- <2:q>(<V:n>), <V:m> = <V:n> \ {most + 1}, move(<C:take>(<V:m>)).
"""
    claims = "- {id: c, says: x, kind: p-positions, iff: safe, strategy: win, prove: {pile: all}}"
    return Base(text, "{pile: 0..9}", claims, (oracle.Counter("pile", True),), near=(far,))


def _values(rng: Random) -> Base:
    """The values of one pile."""
    far, most = rng.choice((17, 60)), rng.randint(1, 3)
    odd, others = rng.choice((("", "< 0"), (f", <V:n> != {far}", f"= {far}")))
    text = rf"""
move(<C:take>(<V:m>)) :- pile(<V:n>), <V:m> = 1..{most}, not(<V:n>) < <V:m>.
after(<C:take>(<V:m>), pile(<V:n>-<V:m>)) :- move(<C:take>(<V:m>)), pile(<V:n>).
<1:q>(<V:n>) :- pile(<V:n>){odd}.
<2:q>(<V:n>) :- pile(<V:n>), <V:n> {others}.
value(<V:n> \ {most + 1}) :- <1:q>(<V:n>).
value(0) :- <2:q>(_).
"""
    claims = "- {id: c, says: x, kind: grundy, prove: {pile: all}}"
    return Base(text, "{pile: 0..9}", claims, (oracle.Counter("pile", True),), near=(far,))


def _everywhere(rng: Random) -> Base:
    """Anonymous variables, intervals and aggregates in a statement about two counters."""
    far = rng.choice((17, 100, 250))
    top = rng.choice(("<V:j> < 50", "<V:j> < 60"))
    text = rf"""
move(<C:take>(<V:m>)) :- pile(<V:n>), <V:m> = 1..2, not(<V:n>+1) < <V:m>+1.
after(<C:take>(<V:m>), pile(<V:n>-<V:m>)) :- move(<C:take>(<V:m>)), pile(<V:n>).
<1:q>(<V:a>) :- pile(_), j(<V:a>), pile(<V:n>), <V:a> > <V:n> + {far}.
<2:q>(<V:n>) :- pile(<V:n>), <V:n> = 3..5, pile(1..9), j(<V:i>), <V:i> > {far}.
<P:bad> :- <1:q>(_).
<P:bad> :- <2:q>(<V:b>), not(<V:b>+1) < 1.
<P:bad> :- pile(<V:n>), j(<V:j>), not <P:here>(<V:n>,_), {top}.
<P:here>(<V:n>,<V:j>) :- pile(<V:n>), j(<V:j>).
safe :- not <P:bad>.
"""
    prove = rng.choice(("{pile: all, j: all}", "{pile: all, j: 0..16}", f"{{pile: all, j: 0..{far}}}"))
    claims = f"- {{id: c, says: x, kind: everywhere, iff: safe, prove: {prove}}}"
    fluents = (oracle.Counter("pile", True), oracle.Counter("j", False))
    return Base(text, "{pile: 0..5, j: {range: 0..9, stones: false}}", claims, fluents, near=(far,))


BASES: Mapping[str, Callable[[Random], Base]] = {
    "sums, misère": _nim,
    "sums": _sum,
    "columns": _columns,
    "quotients": _quotients,
    "levels": _levels,
    "one pile": _pile,
    "values": _values,
    "everywhere": _everywhere,
}


# -------------------------------------------------------------------------------------------------------------- names


def made(seed: int, number: int) -> Case:
    """The case of that number, the same in every run."""
    rng = Random(f"names {seed} {number}")
    way = list(BASES)[number % len(BASES)]
    base = BASES[way](Random(f"base {way} {seed} {number // len(BASES) % 12}"))
    chosen = _Names(rng)
    lines = [chosen.line(line) for line in base.text.splitlines() if line]
    used = [way, *chosen.used, *(["not( without a blank"] if "not(" in base.text else [])]
    spec = f"game: g\nrules: case.lp\nposition: {base.position}\nclaims:\n  {base.claims}\n"
    plain, like = _plain(base.text, ("", "")), _plain(base.text, chosen.apart or ("", ""))
    return Case("\n".join(lines) + "\n", spec, tuple(dict.fromkeys(used)), plain, like, base)


def _plain(text: str, apart: tuple[str, str]) -> str:
    names = _Plain(apart)
    return "\n".join(names.line(line) for line in text.splitlines() if line) + "\n"


class _Plain:
    """Names that nothing else has; what may tell predicates apart is an argument of predicates of two names."""

    def __init__(self, apart: tuple[str, str] | None) -> None:
        self.apart = apart

    def line(self, line: str) -> str:
        """The line with its names put in."""
        self.begin()
        done = ""
        rest = line
        while "<" in rest:
            before, _, after = rest.partition("<")
            kind, colon, name = after[:1], after[1:2], after[2:].partition(">")[0]
            if colon != ":" or kind not in "VPC12":
                done, rest = done + before + "<", after
                continue
            rest = after[2 + len(name) + 1 :]
            if kind in "12":
                whole, rest = _arguments(rest)
                done, rest = done + before, self.two(int(kind), name, whole) + rest
            else:
                done += before + {"V": self.variable, "P": self.predicate, "C": self.constant}[kind](name)
        return done + rest

    def begin(self) -> None:
        """Another rule: its variables are its own."""

    def variable(self, name: str) -> str:
        return f"Plain{name}"

    def predicate(self, name: str) -> str:
        return f"plain_{name}"

    def constant(self, name: str) -> str:
        return f"const_{name}"

    def two(self, which: int, name: str, whole: str) -> str:
        """A predicate that may have the name of another one."""
        more = self.apart[which - 1] if self.apart is not None else ""
        return f"plain_{name}{which}({whole}{',' if more else ''}{more})"


def _arguments(rest: str) -> tuple[str, str]:
    """What stands in the brackets that come first, and what comes after."""
    depth = 0
    for at, letter in enumerate(rest):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if not depth:
            return rest[1:at], rest[at + 1 :]
    raise ValueError(rest)


class _Names(_Plain):
    """Names that collide, and now and then plain ones."""

    def __init__(self, rng: Random) -> None:
        apart = rng.choice((*APART, *APART, None))
        super().__init__(None if apart is None else rng.choice(APART[apart]))
        self.rng, self.used = rng, [] if apart is None else [apart]
        self.predicates: dict[str, str] = {}
        self.constants: dict[str, str] = {}
        self.variables: dict[str, str] = {}

    def begin(self) -> None:
        self.variables = {}

    def _name(self, known: dict[str, str], name: str, of: Mapping[str, tuple[str, ...]], plain: str) -> str:
        if name not in known:
            kind = self.rng.choice(list(of))
            free = [one for one in of[kind] if one not in known.values()]
            known[name] = self.rng.choice(free) if free and self.rng.random() < 0.8 else plain
            self.used += [kind] if known[name] != plain else []
        return known[name]

    def variable(self, name: str) -> str:
        return self._name(self.variables, name, VARIABLES, super().variable(name))

    def predicate(self, name: str) -> str:
        return self._name(self.predicates, name, PREDICATES, super().predicate(name))

    def constant(self, name: str) -> str:
        return self._name(self.constants, name, CONSTANTS, super().constant(name))

    def two(self, which: int, name: str, whole: str) -> str:
        plain = super().two(which, name, whole)
        return plain if self.apart is None else plain.replace(f"plain_{name}{which}", f"same_{name}", 1)


# ----------------------------------------------------------------------------------------------------------- compared


def compared(case: Case, _number: int, tally: Counter[str], _folder: Path) -> list[str]:
    """What differs between the verdict and that of plain names, and between both and plain Python."""
    found, plain = _judged(case.rules, case.spec), _judged(case.plain, case.spec)
    tally[f"{case.used[0]}: {plain[0]}"] += 1
    if found != plain:
        tally["verdicts compared again, with the same arguments and more time"] += 1
        found, plain = (_judged(rules, case.spec, _MORE) for rules in (case.rules, case.like))
    if found != plain:
        return [f"{found} with these names, {plain} with plain ones"]
    tally["verdicts compared"] += 1
    return list(_fails(case, tally)) if found[0] == "proved" else []


@cache
def _judged(rules: str, spec: str, seconds: float = _SECONDS) -> tuple[str, str]:
    """The verdict, and where it is refuted."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "case.lp").write_text(rules)
        (folder / "case.yaml").write_text(spec)
        options = Options(jobs=1, limits=Limits(seconds=seconds), crosscheck=False)
        try:
            (result,) = check(load(str(folder / "case.yaml")), options, lambda _: None)
        except InputError as error:
            return "an error", error.diagnostics[0].message
    where = result.counterexample
    return result.verdict.value, "" if where is None else str(where.at)


def _fails(case: Case, tally: Counter[str]) -> Iterator[str]:
    """Where a proved claim fails by plain Python, of its rules with the names that collide."""
    base = case.base
    game = oracle.Game(case.rules, base.fluents, dict(base.parameters), {})
    kind = "grundy" if "grundy" in base.claims else "everywhere" if "everywhere" in base.claims else "p-positions"
    iff = "value" if kind == "grundy" else "safe"
    claim = oracle_claims.Claim(kind, ((iff, None),), base.play, "win" if "strategy: win" in base.claims else None)
    for position in _positions(base):
        tally["positions by plain Python"] += 1
        wrong = fault(game, claim, position)
        if wrong is not None:
            yield f"proved, and {wrong} at {position}"
            return


def _positions(base: Base) -> Iterator[oracle.Position]:
    """Small positions, and those near the numbers at which the claim may change."""
    near = sorted({one + by for one in base.near for by in (-1, 0, 1)})
    if isinstance(base.fluents[0], oracle.Heaps):
        for count in range(4):
            for sizes in combinations_with_replacement(range(1, 4), count):
                yield (base.fluents[0].canonical(sizes),)
        yield from ((base.fluents[0].canonical((*more, one)),) for one in near for more in ((), (1,)))
        return
    seconds = [1, 9, 16] if len(base.fluents) > 1 else [None]
    for first in (*range(_MOST), *near):
        yield from ((first,) if second is None else (first, second) for second in seconds)


if __name__ == "__main__":
    sys.exit(loop("benchmarks.fuzz.names", "Claims whose names collide with those that Bouton makes.", made, compared))
