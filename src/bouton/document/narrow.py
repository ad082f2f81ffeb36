"""Ranges from the command line, which go before those of a claim and of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bouton.core.errors import Diagnostic, InputError, nearest
from bouton.core.ranges import Interval, RangeSyntaxError, interval
from bouton.core.spec import Box, Claim, HeapRange, MemberRange, ProofRange, Spec
from bouton.document.at import integers
from bouton.document.boxes import misread, unfit, with_counter, with_heaps, with_parameter


@dataclass(frozen=True)
class _Change:
    """One option, read: the range it gives, and to what."""

    option: str
    name: str
    part: str | None
    interval: Interval | None
    sets: tuple[tuple[int, ...], ...] = ()

    def of(self, box: Box) -> Box:
        """The box with the range replaced."""
        if any(parameter.name == self.name for parameter in box.parameters):
            return with_parameter(box, self.name, self.interval, self.sets)
        assert self.interval is not None
        if self.part == "count":
            return with_heaps(box, self.name, self.interval, None)
        if self.part == "size":
            return with_heaps(box, self.name, None, self.interval)
        return with_counter(box, self.name, self.interval)


def narrow(spec: Spec, sets: Sequence[str], over: Sequence[str], claims: Sequence[str] = ()) -> Spec:
    """The spec with the ranges of `--set k=3` and `--over heap.size=1..12` in every box.

    `--set` is for parameters (`--set S=1:3:4` for a set of numbers) and counters, `--over` for everything.
    InputError naming each option whose name is unknown or whose range is none. With `claims`, only their boxes must
    be right.
    """
    changes: list[_Change] = []
    faults: list[Diagnostic] = []
    for option, text in [("--set", text) for text in sets] + [("--over", text) for text in over]:
        read = _read(_widened(spec), option, text)
        if isinstance(read, Diagnostic):
            faults.append(read)
        elif any((read.name, read.part) == (other.name, other.part) for other in changes):
            faults.append(Diagnostic(f"{read.option}: this range is given twice"))
        else:
            changes.append(read)
    if not faults and changes:
        spec = _narrowed(spec, changes)
        faults = list(dict.fromkeys(_faults(spec, changes, claims)))
    if faults:
        raise InputError(faults)
    return spec


def _widened(spec: Spec) -> Box:
    """The game's box with the unknowns of all statements beside its fluents: what a range can be given to."""
    others = (claim for claim in spec.claims if claim.about != "positions")
    unknowns = {part.name: part for claim in others for part in claim.box.fluents}
    return replace(spec.box, fluents=(*spec.box.fluents, *unknowns.values()))


def _read(box: Box, option: str, text: str) -> _Change | Diagnostic:
    target, equals, value = (piece.strip() for piece in text.partition("="))
    said = f"{option} {text}"
    targets = list(_targets(box, option))
    if not equals or not value:
        return Diagnostic(f"{said}: a name and a range were expected", expected=f"{option} NAME=RANGE, such as k=2..4")
    if any(isinstance(part, MemberRange) and part.name == target for part in box.fluents):
        return Diagnostic(f"{said}: {target} has no range, as its members are those that the rules derive")
    if target not in targets:
        near = nearest(target, targets)
        if near is None:
            near = next((other for other in targets if other.startswith(f"{target}.")), None)
        if option == "--set" and target in _targets(box, "--over"):
            message = f"{said}: {target} is neither a parameter nor a counter"
            return Diagnostic(message, expected=f"--over {target}=RANGE")
        what = "parameter or counter" if option == "--set" else "range"
        over = ", ".join(_targets(box, "--over"))
        expected = f"one of {', '.join(targets)}" if targets else f"--over NAME=RANGE, the name one of {over}"
        expected = expected if over else "no such option, as nothing here has a range"
        return Diagnostic(f"{said}: there is no {what} {target!r}", expected=expected, nearest=near)
    name, _, part = target.partition(".")
    try:
        if any(parameter.name == name and parameter.is_set for parameter in box.parameters):
            numbers = integers(value)
            if len(set(numbers)) < len(numbers):
                return Diagnostic(f"{said}: a number is given twice")
            return _Change(said, name, None, None, (tuple(sorted(numbers)),))
        return _Change(said, name, part or None, interval(value))
    except RangeSyntaxError as error:
        return Diagnostic(f"{said}: {error}", expected="a range such as 3 or 2..4")
    except ValueError as error:
        return Diagnostic(f"{said}: {error}", expected="a set of numbers such as 1:3:4")


def _targets(box: Box, option: str) -> Iterator[str]:
    """What the option can give a range to."""
    yield from (parameter.name for parameter in box.parameters)
    for fluent in box.fluents:
        if isinstance(fluent, MemberRange):
            continue
        if not isinstance(fluent, HeapRange):
            yield fluent.name
        elif option == "--over":
            yield from (f"{fluent.name}.count", f"{fluent.name}.size")


def _narrowed(spec: Spec, changes: Sequence[_Change]) -> Spec:
    claims = (
        replace(claim, box=_apply(claim.box, changes), prove=claim.prove and _proof(claim.prove, changes))
        for claim in spec.claims
    )
    return replace(spec, box=_apply(spec.box, changes), claims=tuple(claims))


def _apply(box: Box, changes: Sequence[_Change]) -> Box:
    for change in changes:
        box = change.of(box)
    return box


def _proof(proof: ProofRange, changes: Sequence[_Change]) -> ProofRange:
    """The range of a proof with the changes made: what has a range now is no longer unbounded."""
    given = {change.name if change.part is None else f"{change.name}.{change.part}": change for change in changes}
    names = {parameter.name for parameter in proof.parameters}
    parameters = _apply(Box(proof.parameters, ()), [c for c in changes if c.name in names]).parameters
    counts = {name: _changed(given.get(f"{name}.count"), old) for name, old in proof.counts.items()}
    counters = {name: _changed(given.get(name), old) for name, old in proof.counters.items()}
    return replace(
        proof, parameters=parameters, counts=counts, counters=counters, unbounded=proof.unbounded.difference(given)
    )


def _changed(change: _Change | None, old: Interval) -> Interval:
    return change.interval if change and change.interval else old


def _faults(spec: Spec, changes: Sequence[_Change], claims: Sequence[str]) -> Iterator[Diagnostic]:
    """What is wrong with the boxes of these claims now, each with the option that is to blame, or all of them."""
    everything = " ".join(change.option for change in changes)
    chosen = (claim for claim in spec.claims if not claims or claim.id in claims)
    boxes: list[tuple[Claim | None, Box]] = [(None, spec.box), *((claim, claim.box) for claim in chosen)]
    for claim, box in boxes:
        found = misread(box) or unfit(box)
        for problem in found:
            blamed = next((c for c in changes if (c.name, c.part) == (problem.name, problem.part)), None)
            said = blamed.option if blamed else everything
            about = f" (claim {claim.id})" if claim and not blamed else ""
            yield Diagnostic(f"{said}: {problem.message}{about}", expected=problem.expected, nearest=problem.nearest)
        if claim is None and found:
            return  # the claims have the same faults
