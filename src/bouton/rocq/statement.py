"""The part of a file that is to be read: the game and the claim in Gallina, in the words and the order of the rules."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from bouton.claims.registry import stated
from bouton.core.errors import Unreadable
from bouton.core.position import Counter, Fluent, Heaps, Order, as_heaps, has_sets
from bouton.core.spec import Claim, Spec
from bouton.core.stated import Everywhere, Kernel, Pairs, Period, Stated, Swaps, Values, Winners
from bouton.document.entries import Periodic
from bouton.rocq import classes, digits, ranges
from bouton.rocq.completion import Completion, Definition, completion
from bouton.rocq.tree import And, Exists, Or, text
from bouton.rules.depend import closure
from bouton.rules.file import IN_RANGE, MOVES, Rules, Signature
from bouton.rules.named import resting
from bouton.rules.screen import load_all

WRITTEN = (Kernel, Everywhere, Winners, Values, Period, Pairs, Swaps)
"""What claims may say of which files are written."""
SOLVED = (Kernel, Winners, Values)
"""What scripts prove of a game, by induction along its moves."""
_WIDTH = 110
ORDERS: Mapping[Order, str] = {"ascending": "ascending", "descending": "descending", "none": "in_place"}
"""How heaps are put in order."""


@dataclass(frozen=True)
class Member:
    """A characterisation, and the hypothesis under which it speaks of a position, by their names."""

    where: str | None
    iff: str
    """Empty where the claim says something of the game that begins there."""


@dataclass(frozen=True)
class Statement:
    """What a file says: the rules' completion, and what the theorem is about."""

    spec: Spec
    """The spec as the claim sees it."""
    claim: Claim
    rules: Rules
    whole: Completion
    printed: tuple[Definition, ...]
    """Those that the statement defines; a script may speak of more."""
    besides: tuple[Definition, ...]
    """Those that the proof defines: a characterisation of all positions, where the claim is about some only."""
    form: Stated
    members: tuple[Member, ...]
    """What the theorem says: one characterisation, or those that the claim takes together; of a period none."""
    where: str | None
    pivot: str
    """The characterisation that is proved of all positions, and that of the claim is said to agree with it; of several,
    which no script proves, the first; of a period there is none, and this is empty."""
    alone: bool = False
    """Whether the claim, which speaks of some positions, is proved of them alone, as no move leaves them."""
    strategy: str | None = None
    """The predicate that names winning moves, where the claim has one."""
    of_strategy: tuple[Definition, ...] = ()
    """What is defined for the strategy besides, behind the theorem."""
    limit: ranges.Limit = field(default_factory=ranges.Limit)
    """What bounds the positions besides the claim's range, where the theorem is about a box alone."""
    box: str | None = None
    """What the box of the claim is called, where a second theorem is about that."""

    @property
    def among(self) -> str:
        """The predicate of the positions that are proved about."""
        return "spoken" if self.alone else "legal"

    @property
    def iff(self) -> str:
        """The one characterisation; ValueError where there are several."""
        (only,) = self.members
        return only.iff

    @property
    def read(self) -> tuple[Definition, ...]:
        """The definitions that are to be read, those of the strategy among them."""
        return (*self.printed, *self.of_strategy)

    @property
    def game(self) -> bool:
        """Whether the theorem is about the outcomes, or the values, of a game."""
        return not isinstance(self.form, Everywhere)

    @cached_property
    def used(self) -> tuple[Definition, ...]:
        """All that are defined, each after those that it uses."""
        return tuple(one for one in self.whole.definitions if one in (*self.read, *self.besides))

    @property
    def both(self) -> bool:
        """Whether it is about values of misère play, or about both plays."""
        return classes.needed(self.form, self.claim)

    @property
    def ostrowski(self) -> bool:
        """Whether it speaks of digits whose weights come from the two before."""
        return any(one.signature in digits.OSTROWSKI for one in self.whole.definitions)

    @property
    def digits(self) -> bool:
        """Whether it speaks of digits in any numeration."""
        return any(one.signature in digits.DIGITS for one in self.whole.definitions)

    @property
    def counters(self) -> tuple[str, ...]:
        """The names of the counters, or of the unknowns of a statement."""
        return tuple(one.name for one in self.spec.fluents if isinstance(one, Counter))

    @property
    def heaps(self) -> str | None:
        """The name of the heaps, where there are any."""
        return next((one.name for one in self.spec.fluents if isinstance(one, Heaps)), None)

    @property
    def any_number(self) -> bool:
        """Whether the theorem is about any number of heaps."""
        return self.claim.prove is not None and any(one.endswith(".count") for one in self.claim.prove.unbounded)

    @property
    def kinds(self) -> int:
        """How many kinds of heaps there are."""
        return sum(isinstance(one, Heaps) for one in self.spec.fluents)

    @property
    def order(self) -> Order:
        """The order that the heaps stand in."""
        return next((one.order for one in self.spec.fluents if isinstance(one, Heaps)), "none")

    def built(self, fluent: Fluent) -> str | None:
        """What a fluent is called as a term, where something is said of it after moves."""
        return self.whole.built.get((fluent.name, 1 if isinstance(fluent, Counter) else 2))

    @property
    def numbers(self) -> tuple[str, ...]:
        """The parameters that are numbers."""
        return self.rules.parameters

    @property
    def misere(self) -> bool:
        """Whether who cannot move has won."""
        return self.claim.play == "misere"


def _unwritten(spec: Spec, claim: Claim) -> str:
    return "games with cycles" if claim.endless or spec.cycles != "refused" else f"claims of kind {claim.kind}"


def _printable(spec: Spec, claim: Claim, rules: Rules, form: Stated) -> None:
    """Unreadable, with the reason, where what a claim says is of no kind that is printed."""
    if spec.legal is not None and claim.where is None:
        raise Unreadable("several claims together about positions that exist (`legal`) are not written for Rocq")
    if not isinstance(form, WRITTEN):
        raise Unreadable(f"no theorem is written for {_unwritten(spec, claim)} yet")
    if has_sets(spec.fluents):
        raise Unreadable("positions that are sets are not printed for Rocq yet")
    if claim.prove is None:
        raise Unreadable("the claim has no range for a proof")
    if isinstance(form, Period) and claim.play != "normal":
        raise Unreadable("no theorem is written for values of misère play yet")
    if isinstance(form, Period) and not isinstance(claim.by(Periodic).period, int):
        raise Unreadable("a period that is an expression is not printed for Rocq yet")
    if isinstance(form, Period) and (form.outcomes or claim.where is not None or claim.by(Periodic).least):
        raise Unreadable("periods of outcomes, of some positions and least ones are not printed for Rocq yet")
    if isinstance(form, Period) and (len(spec.fluents) != 1 or claim.by(Periodic).beside):
        raise Unreadable("periods of rows are not printed for Rocq yet")
    if isinstance(form, Kernel | Values | Period | Pairs | Swaps) and ("winner", 1) in rules.defined:
        raise Unreadable("no theorem is written for winners of its own yet")
    if any(one.interval is None and one.name in claim.prove.unbounded for one in claim.prove.parameters):
        raise Unreadable("a theorem about every set of numbers is not printed for Rocq yet")
    if isinstance(form, Pairs):
        classes.notion(claim)


def statement(spec: Spec, claim: Claim, rules: Rules, more: Collection[Signature] = ()) -> Statement:
    """What the file of a claim says; Unreadable, with the place in the rules, where it cannot be printed.

    `spec` and `rules` are those of the claim's subject; `more` are predicates that its script speaks of besides.
    """
    form = stated(claim)
    _printable(spec, claim, rules, form)
    members = spec.members(claim) if not isinstance(form, Period) else ()
    game = isinstance(form, Pairs)  # what is said of a game has no predicate
    arity = 0 if game else form.arity
    told = [(one.where, one.iff) for one in members if one.iff is not None or game]
    if len(told) < len(members):
        raise Unreadable("the claim names no predicate that characterises positions")
    wanted: set[Signature] = {(iff, arity) for _, iff in told if iff is not None}
    wanted |= {(where, 0) for where, _ in told if where is not None}
    if resting(rules, wanted):
        raise Unreadable("values of positions that the rules name are not printed for Rocq yet")
    if not isinstance(form, Everywhere):
        wanted |= MOVES
    if isinstance(form, Winners):
        wanted |= {("side", 1), ("winner", 1)}
    chosen = [pivot_of(spec, members[0], rules)] if isinstance(form, SOLVED) and len(members) == 1 else members[:1]
    pivots = {(one.iff, arity) for one in chosen if one.iff is not None}
    named: set[Signature] = {(claim.strategy, 1)} if claim.strategy is not None else set()
    printed = completion(rules, wanted)
    won = completion(rules, wanted | named)
    proved = completion(rules, wanted | pivots)
    whole = completion(rules, {*wanted, *pivots, *named, *more})
    names = {one.signature: one.name for one in whole.definitions}
    where = None if claim.where is None else names[claim.where, 0]
    strategy = None if claim.strategy is None else names[claim.strategy, 1]
    shown = tuple(one for one in whole.definitions if _within_of(printed, one))
    more_shown = tuple(one for one in whole.definitions if _within_of(won, one) and one not in shown)
    besides = tuple(one for one in whole.definitions if _within_of(proved, one) and one not in (*shown, *more_shown))
    for what, named_by in ((Winners, {("side", 1)}), (Values, pivots)):
        counted = [one for one in whole.definitions if isinstance(form, what) and one.signature in named_by]
        if any(sort != "Z" for one in counted for _, sort in one.arguments):
            each = "alliances" if what is Winners else "values"
            raise Unreadable(f"{each} that are no numbers are not printed for Rocq yet")
    by_name = tuple(Member(names[one, 0] if one else None, names[iff, arity] if iff else "") for one, iff in told)
    return Statement(
        spec=spec,
        claim=replace(claim, prove=holder(spec, claim).prove),
        rules=rules,
        whole=whole,
        printed=shown,
        besides=besides,
        form=form,
        members=by_name,
        where=where,
        pivot="".join(names[one] for one in pivots),
        alone=any(one.where is not None for one in chosen) and isinstance(form, SOLVED),
        strategy=strategy,
        of_strategy=more_shown,
    )


def _within_of(one: Completion, definition: Definition) -> bool:
    return one.of(definition.signature) is not None


def holder(spec: Spec, claim: Claim) -> Claim:
    """The claim whose ranges a theorem about some positions is proved for: that which holds it together with others."""
    if claim.where is None or claim.about != "positions":
        return claim
    return next((one for one in spec.claims if claim.id in one.together and one.prove is not None), claim)


def pivot_of(spec: Spec, claim: Claim, rules: Rules) -> Claim:
    """The claim whose predicate characterises all positions; where there is none, the claim itself.

    A predicate of the range that is checked is none: what it says outside of it is not meant.
    """
    if claim.where is None:
        return claim
    members = [spec.claim(one) for one in holder(spec, claim).together]
    widest = sorted(spec.claims, key=lambda one: 0 if one.prove is None else -len(one.prove.unbounded))
    for one in (*members, *widest):
        alike = one.kind == claim.kind and one.play == claim.play and one.iff is not None and not one.together
        if not alike or one.where is not None or one.prove is None or one.expect.verdict == "refuted":
            continue
        if IN_RANGE not in closure([name for name in rules.defined if name[0] == one.iff], rules.statements):
            return one
    return claim


def lines(said: Statement) -> Iterator[str]:
    """The definitions and the theorem, without its proof."""
    claim, spec = said.claim, said.spec
    yield comment(f"{spec.game}. Claim {claim.id}: {claim.says}")
    yield comment(f"Here for {_range(said)}.")
    name = said.rules.sources.name
    yield comment(f"Printed from {name}: each predicate is what its rules say, one disjunct for each rule.")
    yield "Require Import ZArith Lia List Bouton."
    if said.both:
        yield f"Require {classes.LIBRARY}."
    if said.ostrowski:
        yield f"Require {digits.LIBRARY}."
    yield "Import ListNotations.\nOpen Scope Z_scope.\n"
    numbers = [f"the_{name} : Z" for name in said.numbers] + [f"the_{name} : list Z" for name in said.rules.sets]
    yield f"Record parameters := Parameters {{ {'; '.join(numbers)} }}."
    fluents = (f"the_{one.name} : {'Z' if isinstance(one, Counter) else 'list Z'}" for one in spec.fluents)
    yield f"Record position := Position {{ {'; '.join(fluents)} }}."
    if said.whole.functions:
        shapes = [f"t_{name}" + "".join(f" (_ : {sort})" for sort in sorts) for name, sorts in said.whole.functions]
        yield from (comment(f"{'; '.join(notes)}.") for notes in [[*said.whole.flat.notes(said.whole.built)]] if notes)
        yield f"Inductive term := {' | '.join(shapes)}."
    yield ""
    yield from definitions(said, said.printed)
    yield ""
    yield comment("The parameters and the positions that the claim is about.")
    yield wrapped(f"Definition asked (g : parameters) : Prop := {both(list(ranges.asked(said.claim)))}.")
    if isinstance(said.form, Period):
        yield from _moves(said)
        yield from _period(said)
        return
    about = ["asked g", *ranges.positions(spec, claim, said.limit)]
    yield wrapped(f"Definition legal (g : parameters) (p : position) : Prop := {both(about)}.")
    if said.game:
        yield from _moves(said)
    yield ""
    yield wrapped(f"Definition theorem : Prop := forall g p, legal g p -> {_claimed(said)}.")


def _period(said: Statement) -> Iterator[str]:
    """That the values of the single heaps, or of the counter, have the period, and are those that are listed."""
    (fluent,) = said.spec.fluents
    alone = "n" if isinstance(fluent, Counter) else "(left_over [n])"
    claim = said.claim.by(Periodic)
    parts = [f"periodic (moves g) single {claim.preperiod} {claim.period} {claim.saltus}"]
    if claim.values is not None:
        parts.append(f"first_values (moves g) single {ranges.listed(claim.values)}")
    yield f"Definition single (n : Z) : position := Position {alone}."
    yield ""
    yield wrapped(f"Definition theorem : Prop := forall g, asked g -> {both(parts)}.")


def strategy_lines(said: Statement) -> Iterator[str]:
    """What the claim says of its strategy; nothing where it has none."""
    if said.strategy is None:
        return
    yield ""
    yield comment(f"The strategy of the claim: {said.strategy} names moves.")
    yield from definitions(said, said.of_strategy)
    yield from _moves(said, "strategy_moves", said.strategy)
    yield comment(
        "Where the player to move wins and can move, it names moves, all of the game, and each leads to a P-position."
    )
    yield wrapped(f"Definition strategy : Prop := forall g p, legal g p -> {strategic(said, 'g')}.")


def strategic(said: Statement, g: str) -> str:
    """What is said of a strategy at a position p."""
    where = f"{said.where} {g} p -> " if said.where is not None else ""
    outcome = f"P_position position (moves {g}) {'True' if said.misere else 'False'}"
    move = next(one.name for one in said.whole.definitions if one.signature == ("move", 1))
    return (
        f"{where}~ {outcome} p -> (exists q, moves {g} p q) -> (exists q, strategy_moves {g} p q) "
        f"/\\ (forall q, strategy_moves {g} p q -> {outcome} q) "
        f"/\\ (forall M, {said.strategy} {g} p M -> {move} {g} p M)"
    )


def _range(said: Statement) -> str:
    """For what the theorem is, in words: who reads the claim alone takes it for more."""
    prove = said.claim.prove
    assert prove is not None
    found: list[str] = []
    for name, interval in (*((one.name, one.interval) for one in prove.parameters), *prove.counters.items()):
        if interval is None:
            found.append(f"the sets {name} below")
        elif name in prove.unbounded and not ranges.ends_unknown(prove, interval):
            found.append(f"every {name} from {interval.low.text} on")
        else:
            found.append(f"{name} = {interval}")
    if isinstance(said.form, Period):
        found.append("single heaps of every size" if prove.counts else "every size")
    for name, interval in prove.counts.items() if not isinstance(said.form, Period) else ():
        size = f"{said.limit.sizes[name]} stones" if name in said.limit.sizes else "every size"
        which = f" {name}" if said.kinds > 1 else ""
        every = f"{name}.count" in prove.unbounded
        found.append(f"every list of heaps{which}" if every else f"{interval} heaps{which} of {size}")
    if said.limit.stones is not None:
        found.append(f"at most {said.limit.stones} stones")
    return "; ".join(found) or "every position"


def definitions(said: Statement, these: Sequence[Definition]) -> Iterator[str]:
    """The definitions, with the comments of the rules."""
    notes = _comments(said.rules)
    for one in these:
        if one.line is not None:
            yield from (comment(note) for note in notes.get(one.line, ()))
        arguments = "".join(f" ({name} : {sort})" for name, sort in one.arguments)
        if one.again is not None:
            yield from _inductive(one, arguments)
            continue
        yield wrapped(f"Definition {one.name} (g : parameters) (p : position){arguments} : Prop := {text(one.body)}.")


def _inductive(one: Definition, arguments: str) -> Iterator[str]:
    """A predicate that speaks of itself: it holds of what is reached by its rules, each a constructor."""
    sorts = "".join(f"{sort} -> " for _, sort in one.arguments)
    yield f"Inductive {one.name} (g : parameters) (p : position) : {sorts}Prop :="
    rules = one.body.parts if isinstance(one.body, Or) else (one.body,)
    holds = " ".join((one.name, "g p", *(name for name, _ in one.arguments)))
    for at, rule in enumerate(rules, 1):
        bound, body = arguments, rule
        while isinstance(body, Exists):
            bound, body = f"{bound} ({body.name} : {body.sort})", body.body
        given = "".join(f"({text(each)}) -> " for each in (body.parts if isinstance(body, And) else (body,)))
        yield wrapped(f"| {one.name}_by_{at}{bound} : {given}{holds}{'.' if at == len(rules) else ''}")


def both(parts: Sequence[str]) -> str:
    """All of what is said, in Gallina."""
    return " /\\ ".join(parts) or "True"


def _claimed(said: Statement) -> str:
    each = [
        (f"{one.where} g p -> " if one.where is not None else "") + claimed(said, "g", one.iff, "p")
        for one in said.members
    ]
    return each[0] if len(each) == 1 else both([one if one.startswith("(") else f"({one})" for one in each])


def claimed(said: Statement, g: str, iff: str, p: str) -> str:
    """What a theorem says of a position."""
    if said.both:
        return classes.claimed(said.form, said.claim, f"(moves {g})", f"{iff} {g} {p}", p)
    if isinstance(said.form, Everywhere):
        return f"{iff} {g} {p}"
    if isinstance(said.form, Kernel):
        misere = "True" if said.misere else "False"
        return f"(P_position position (moves {g}) {misere} {p} <-> {iff} {g} {p})"
    if isinstance(said.form, Values):
        return f"exists V, has_value (moves {g}) {p} V /\\ forall X, {iff} {g} {p} X <-> X = V"
    return f"forall A, ({winning(said, g)} A {p} <-> {iff} {g} {p} A)"


def winning(said: Statement, g: str) -> str:
    """That an alliance wins, by the moves, the sides and the winners of the rules."""
    names = {one.signature: one.name for one in said.whole.definitions}
    side, winner = (f"(fun A p => {names[one, 1]} {g} p A)" for one in ("side", "winner"))
    return f"wins position (moves {g}) {side} {winner}"


def _moves(said: Statement, called: str = "moves", those: str | None = None) -> Iterator[str]:
    """The moves, or those that a predicate names."""
    names = {one.signature: one.name for one in said.whole.definitions}
    if those is None:
        yield comment("A move leads to q: what is said to hold after it does, and what is not spoken of stays.")
    each: list[str] = []
    for one in said.spec.fluents:
        stays = f"the_{one.name} q = the_{one.name} p"
        name = said.built(one)
        if name is None:
            each.append(stays)
        elif isinstance(one, Counter):
            holds = f"{names['after', 2]} g p M (t_{name} "
            each.append(f"({holds}(the_{one.name} q)) \\/ (~ (exists V : Z, {holds}V)) /\\ {stays}))")
        else:
            holds = f"(fun I S => {names['after', 2]} g p M (t_{name} I S))"
            each.append(f"heaps_after {ORDERS[as_heaps(one).order]} {holds} (the_{one.name} p) (the_{one.name} q)")
    body = " /\\ ".join([f"{those or names['move', 1]} g p M", *each])
    yield wrapped(f"Definition {called} (g : parameters) (p q : position) : Prop := exists M : term, {body}.")


def comment(said: str) -> str:
    """A comment of Rocq, broken into lines; what would end it, or begin another, is set apart."""
    plain = said.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
    return wrapped(f"(* {' '.join(plain.split())} *)", "   ")


def wrapped(line: str, indent: str = "  ") -> str:
    """The text on lines of at most so many letters, broken at blanks."""
    found: list[str] = []
    rest = line
    while len(rest) > _WIDTH and " " in rest[len(indent) + 1 : _WIDTH]:
        at = rest.rindex(" ", 0, _WIDTH)
        if not rest[:at].strip():
            break
        found.append(rest[:at])
        rest = indent + rest[at + 1 :]
    return "\n".join([*found, rest])


def _comments(rules: Rules) -> dict[int, list[str]]:
    """The comment that stands right above each line of the rules."""
    found: dict[int, list[str]] = {}
    sources = rules.sources
    for content, before in zip(load_all(sources.files), sources.before, strict=True):
        block: list[str] = []
        for number, line in enumerate(content.splitlines(), before + 1):
            note = re.match(r"\s*%(?!\*)\s?(.*)", line)
            if note:
                block.append(note.group(1).strip("- "))
            else:
                if line.strip() and block:
                    found[number] = [" ".join(filter(None, block))]
                block = []
    return found
