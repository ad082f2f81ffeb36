"""The file of a claim: its statement and its proof in one text, or why there is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from itertools import combinations, product
from pathlib import Path
from typing import cast

from clingo.ast import AST, ASTType, parse_string
from pydantic import BaseModel

from bouton.claims.registry import stated
from bouton.claims.subject import rules_of, subject
from bouton.core.errors import LimitReached, Unreadable
from bouton.core.fresh import Fresh
from bouton.core.position import Counter, Position, Value
from bouton.core.proof import Proof
from bouton.core.spec import Claim, HeapRange, Spec, values_of
from bouton.core.stated import Kernel, Period, Values
from bouton.discover.moves import Offer, offered
from bouton.document.entries import Outcome, Strategy
from bouton.process.limits import Limits, alone
from bouton.proof.attempt import located
from bouton.proof.setting import settings
from bouton.proof.ways.leading import names_followers
from bouton.proof.ways.of_all import of_all, rests_on_all
from bouton.rocq.boxed import bounded
from bouton.rocq.coded import coded
from bouton.rocq.compared import compared
from bouton.rocq.digital import digital
from bouton.rocq.entries import naming, plain, proved, ranged
from bouton.rocq.game import Unwon
from bouton.rocq.hand import BEGINS, by_hand, completed, lacking, unproved, without, without_strategy
from bouton.rocq.refuted import refutation
from bouton.rocq.script import proof
from bouton.rocq.statement import WRITTEN, Statement, lines, pivot_of, statement, strategy_lines
from bouton.rocq.tallied import lowered
from bouton.rules.file import Rules, Signature
from bouton.rules.syntax import defines, names_of, walk
from bouton.run.measures import measured
from bouton.run.proofs import bits

LIBRARY = "Bouton.v"
BESIDES = (
    "Scripts.v",
    "Orders.v",
    "Unlike.v",
    "Cases.v",
    "Quotients.v",
    "Trimmed.v",
    "Factors.v",
    "Multiples.v",
    "Chosen.v",
    "Denied.v",
    "Followed.v",
    "Named.v",
    "Valued.v",
    "Computed.v",
    "Boxes.v",
    "Winning.v",
    "Derived.v",
    "Classes.v",
    "Splits.v",
    "Numerals.v",
    "Ostrowski.v",
    "Binary.v",
    "Digits.v",
    "Places.v",
    "Explored.v",
    "Least.v",
    "Printed.v",
    "Compiled.v",
    "Reading.v",
    "Zeros.v",
    "Heaps.v",
    "Largest.v",
    "Greedy.v",
    "Bounded.v",
    "Remainders.v",
    "Sums.v",
    "Misere.v",
    "Tallies.v",
    "Octal.v",
    "Parted.v",
    "Pairs.v",
    "Floors.v",
    "Nivasch.v",
    "Survivor.v",
    "Placements.v",
)
"""What scripts and proofs by hand use besides, in the order to compile: of lists of heaps, values, two heaps, floors,
alliances, binary digits and zeros."""
_WITNESS = "witness__"
_SETTINGS = 3
_ROWS = 4
"""Most counters of a game in which moves to their exclusive ors are looked for."""
_PATIENCE = Limits(seconds=10.0**6, processor=300.0)
"""For holding a text against clingo: of wall time whatever a busy machine takes."""
_ALONE = "that is proved by hand alone, and no such proof is of this claim"


def library(name: str = LIBRARY) -> str:
    """The text of what every file rests on, or of what proofs by hand rest on besides."""
    return (files("bouton.rocq") / "library" / name).read_text(encoding="utf-8")


def libraries(text: str) -> tuple[str, ...]:
    """What is to be compiled before a file, in this order."""
    named = {name for line in re.findall(r"^Require (?:Import )?(.*)\.$", text, re.MULTILINE) for name in line.split()}
    return tuple(name for name in (LIBRARY, *BESIDES) if name.removesuffix(".v") in named)


def proves(text: str) -> bool:
    """Whether a file has a proof, of its theorem or against it."""
    return lacking(text) is None


def asking(spec: Spec, claim: Claim) -> str | None:
    """What a claim without a range for a proof lacks, of a kind that files are written for; None of every other."""
    if claim.prove is not None or spec.all_games or not isinstance(stated(claim), WRITTEN):
        return None
    wanted = [f"{one.name}: all" for one in claim.box.parameters if one.interval is not None]
    for fluent, part in zip(spec.fluents, claim.box.fluents, strict=True):
        if isinstance(part, HeapRange):
            wanted.append(f"{fluent.name}: {{count: {part.count}}}")
        else:
            stones = isinstance(fluent, Counter) and fluent.stones
            wanted.append(f"{fluent.name}: {'all' if stones else values_of(part)}")
    return f"a theorem needs a range, as in `prove: {{{', '.join(wanted)}}}`"


def written(spec: Spec, claim: Claim, rules: Rules | None = None) -> str:
    """The text of a claim's file, whatever its verdict; Unreadable where it cannot be written."""
    return _made(claim, *_proved(spec, claim, rules))[0]


def _proved(spec: Spec, claim: Claim, rules: Rules | None = None) -> tuple[Spec, Claim, Rules]:
    """The claim as one of which something is proved, with its subject and its rules."""
    about = subject(spec, claim)
    return proved(about, claim, rules_of(about) if rules is None else rules)


def _made(claim: Claim, about: Spec, own: Claim, rules: Rules) -> tuple[str, Statement]:
    """The text of a claim that is written as another one, and what it says."""
    text, said = _written(about, own, rules)
    if isinstance(claim.said, Strategy) and without(text):
        raise Unreadable("of its strategy no proof is written")
    if isinstance(claim.said, Outcome) and said.alone and by_hand("\n".join(lines(said))) is None:
        raise Unreadable(f"of a family, without a theorem on all P-positions: {_ALONE}")
    return text, said


def _written(about: Spec, claim: Claim, rules: Rules) -> tuple[str, Statement]:
    """The text, and what it says."""
    said = statement(about, claim, rules)
    if said.both:
        what = "values of misère play" if isinstance(said.form, Values) else f"claims of kind {claim.kind}"
        raise Unreadable(f"no theorem is written for {what} yet")
    plain, strategic = "\n".join(lines(said)), "\n".join(strategy_lines(said))
    kept = completed(plain, strategic)
    if kept is not None:
        return kept, said
    if said.ostrowski:
        raise Unreadable(f"of the digits of Zeckendorf's numeration, or of another of Ostrowski's: {_ALONE}")
    script, more = _of_its_kind(said, plain, strategic)
    if script is not None:
        return script, said
    for one in said.whole.definitions:
        if one.again is not None:
            name, arity = said.whole.families.get(one.name, one.signature)
            raise Unreadable(f"{name}/{arity} is recursive: {_ALONE}{more}", *one.again)
    if "**" in bits(about, rules, claim):
        raise Unreadable(f"the exponent of a power is not known: {_ALONE}")
    alone = f"{plain}\n{strategic}" if strategic else plain
    why = next((why for is_so, why in _by_hand(said, claim, digits=bool(more)) if is_so), None)
    if why is not None:
        return unproved(alone, f"{why} has proofs by hand, and none is of this{more}"), said
    if len(said.members) > 1:
        raise Unreadable(f"several characterisations are taken together: {_ALONE}")
    found: Sequence[Signature] = ()
    apart = said.digits or _leads_among_heaps(said, rules)
    if said.game:
        proved = replace(pivot_of(about, claim, rules), prove=said.claim.prove)
        if not isinstance(said.form, Values) and not said.digits:
            rules, found = _with_witnesses(about, _without_strategy(proved) if apart else proved, rules)
        about = measured(about, _PATIENCE)
        weighed = [(name, 1) for name in about.measure.predicates]
        said = statement(about, claim, rules, [*found, *weighed])
    called = {one.signature: one.name for one in said.whole.definitions}
    names = [called[one] for one in found]
    try:
        if apart:
            script = "\n".join(proof(replace(said, strategy=None, of_strategy=()), names))
            here = "\n".join(lines(said)), "\n".join(strategy_lines(said))
            return without_strategy(*here, script.removeprefix(BEGINS)), said
        return "\n".join((*lines(said), *strategy_lines(said), "", *proof(said, names))) + "\n", said
    except Unwon as error:
        return unproved(alone, f"no script is written, as {error.reason}"), said
    except Unreadable as error:
        if not isinstance(said.form, Values):
            raise
        return unproved(alone, f"of values that are no expressions by cases: {error.reason}"), said


def _of_its_kind(said: Statement, plain: str, strategic: str) -> tuple[str | None, str]:
    """The text with a script for any number of heaps, or for a period; where there is no script, why."""
    try:
        if said.any_number:
            return lowered(said, plain, strategic), ""
        if isinstance(said.form, Period):
            return "\n".join((plain, "", *coded(said))) + "\n", ""
        if said.digits:
            digital(said)
    except Unreadable as error:
        return None, f"; no script is written, as {error.reason}"
    return None, ""


def _leads_among_heaps(said: Statement, rules: Rules) -> bool:
    """Whether the strategy is the theorem said of what moves leave, among heaps: their order there is in no script."""
    if said.heaps is None or said.strategy is None or said.where is not None or not isinstance(said.form, Kernel):
        return False
    return names_followers(rules, said.claim)


def _without_strategy(claim: Claim) -> Claim:
    assert isinstance(claim.said, BaseModel)
    return replace(claim, said=claim.said.model_copy(update={"strategy": None}))


def _by_hand(said: Statement, claim: Claim, *, digits: bool) -> Iterator[tuple[bool, str]]:
    """What scripts say nothing of: whether the statement is about it, and its name."""
    yield said.any_number, "what is said of any number of heaps"
    yield said.kinds > 1, "what is said of several kinds of heaps"
    yield isinstance(said.form, Period), "what is said of periods"
    yield said.digits and digits, "what is said of digits in a base"
    yield bool(claim.using), "what Bouton proves by other statements"


def known(spec: Spec, claim: Claim) -> bool:
    """Whether a proof by hand is of the claim with its range for a proof, whatever Bouton finds."""
    if claim.prove is None:
        return False
    try:
        return by_hand("\n".join(lines(statement(*_proved(spec, claim))))) is not None
    except Unreadable:
        return False


def write(folder: Path, spec: Spec, claim: Claim) -> Path:
    """Write the file of a claim into its spec's folder, beside what it rests on; Unreadable where there is none.

    It has its name once its text, read back from the disk, is held against clingo: a Disagreement leaves no file.
    """
    about, own, rules = _proved(spec, claim)
    return _file(folder, spec, claim, rules, lambda: _made(claim, about, own, rules))


def resting(spec: Spec, claim: Claim, proof: Proof | None) -> Spec:
    """The spec, with the claim about all positions where it was proved so: the theorem is about some, as asked."""
    if proof is None or not rests_on_all(claim, proof):
        return spec
    return replace(spec, claims=(*spec.claims, replace(of_all(claim), id=f"{claim.id}-of-all")))


def refute(folder: Path, spec: Spec, claim: Claim, parameters: Mapping[str, Value], position: Position) -> Path:
    """Write the file that proves that a claim is false at a position; Unreadable where there is none."""
    of_strategy = isinstance(claim.said, Strategy)
    own, said, rules = _judged(spec, naming(spec, claim) if of_strategy else claim, refuted=True)
    rules = ranged(own, said, rules, parameters, position)

    def made() -> tuple[str, Statement]:
        return refutation(own, said, rules, parameters, position, of_strategy=of_strategy)

    return _file(folder, spec, claim, rules, made)


def bound(folder: Path, spec: Spec, claim: Claim) -> Path:
    """Write the file of a claim for its box alone, all of which the kernel computes; Unreadable where there is none."""
    own, said, rules = _judged(spec, claim)
    return _file(folder, spec, claim, rules, lambda: bounded(own, said, rules))


def _judged(spec: Spec, claim: Claim, *, refuted: bool = False) -> tuple[Spec, Claim, Rules]:
    """The claim as one that the kernel judges, with its subject and its rules; of a refuted one what is false."""
    about = subject(spec, claim)
    return plain(about, claim, rules_of(about), refuted=refuted)


def _file(folder: Path, spec: Spec, claim: Claim, rules: Rules, made: Callable[[], tuple[str, Statement]]) -> Path:
    try:
        text, said = made()
    except Unreadable as error:
        raise Unreadable(located(rules, error)) from None
    place = folder / Path(spec.file).stem
    place.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^A-Za-z0-9_]", "_", claim.id)
    file = place / f"{'C' if name[0].isdigit() else ''}{name}_.v"  # to Rocq it is the name of a module
    draft = file.with_suffix(".part")
    try:
        draft.write_text(text, encoding="utf-8")
        if (why := _unheld(draft.read_text(encoding="utf-8"), said, rules)) is not None:
            raise Unreadable(why)
        for name in libraries(text):
            _put(place / name, library(name))
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    return file


def _put(file: Path, text: str) -> None:
    """Write a file, whole or not at all."""
    draft = file.with_suffix(".part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _unheld(text: str, said: Statement, rules: Rules) -> str | None:
    """Why a text could not be held against clingo; None where it was. In a child, as the rules may derive very much."""
    try:
        return cast("str | None", alone(_nowhere, text, said, rules, limits=_PATIENCE))
    except LimitReached as error:
        return f"it takes too long to hold it against clingo: {error}"


def _nowhere(text: str, said: Statement, rules: Rules) -> str | None:
    try:
        return None if compared(text, said, rules) else "it could be held against clingo at no position"
    except Unreadable as error:
        return error.reason


def _with_witnesses(spec: Spec, claim: Claim, rules: Rules) -> tuple[Rules, Sequence[Signature]]:
    """The rules with a predicate for each move that may win: that of the claim's strategy, and what Bouton finds."""
    found: list[Signature] = [(claim.strategy, 1)] if claim.strategy is not None else []
    more: list[AST] = []
    fresh = Fresh(names_of(rules))
    for at, offer in enumerate(_offers(spec, claim, rules) if not found or _sought(rules, claim) else ()):
        body = f" :- {', '.join(offer.body)}" if offer.body else ""
        name = fresh.name(f"{_WITNESS}{at}")
        parse_string(f"{name}({offer.term}){body}.", more.append)
        found.append((name, 1))
    made = tuple(one for one in more if one.ast_type == ASTType.Rule)
    return replace(rules, statements=(*rules.statements, *made)), found


def _sought(rules: Rules, claim: Claim) -> bool:
    """Whether the claim's strategy names moves by what is so of them, so that its rules give no number to take."""
    own = [rule for rule in rules.statements if defines(rule) == (claim.strategy, 1)]
    return any(rule.head.atom.symbol.arguments[0].ast_type == ASTType.Variable for rule in own) or any(
        one.ast_type == ASTType.Interval for rule in own for one in walk(rule)
    )


def _offers(spec: Spec, claim: Claim, rules: Rules) -> Iterator[Offer]:
    assert claim.prove is not None
    if bits(spec, rules, claim):
        yield from _of_digits(rules, claim)
        return
    chosen = list(settings(spec, claim.prove))
    try:
        yield from offered(spec, claim, rules, [*chosen[:_SETTINGS], *chosen[-1:]], ())
    except Unreadable:
        return


def _of_digits(rules: Rules, claim: Claim) -> Iterator[Offer]:
    """Moves to, or of, an exclusive or of counters, and in misère play of 1, or to what that leaves of a counter."""
    counters = [one.name for one in rules.fluents if isinstance(one, Counter)]
    if len(counters) > _ROWS:
        return
    terms = [rule.head.atom.symbol.arguments[0] for rule in rules.statements if defines(rule) == ("move", 1)]
    single = {one.name for one in terms if one.ast_type == ASTType.Function and len(one.arguments) == 1}
    variables = [f"V{at}" for at, _ in enumerate(counters)]
    body = tuple(f"{name}({variable})" for name, variable in zip(counters, variables, strict=True))
    summands = [*variables, *(["1"] if claim.play == "misere" else [])]
    for size, name in product(range(1, len(counters) + 1), sorted(single)):
        for total in map("^".join, combinations(summands, size)):
            yield Offer(f"{name}({total})", body)
            yield from (Offer(f"{name}({one}-({total}))", body) for one in variables)
