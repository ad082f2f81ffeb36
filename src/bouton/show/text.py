"""The text report of a check: a line per claim, more where a claim fails or cannot be decided."""

from __future__ import annotations

import json
import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bouton.claims.registry import kind_of, stands_alone, stated
from bouton.claims.subject import subject
from bouton.core.errors import Disagreement
from bouton.core.exits import Exit
from bouton.core.position import as_argument
from bouton.core.proof import Obligation, Proof
from bouton.core.spec import At, Claim, CounterRange, Spec
from bouton.core.stated import Period
from bouton.core.verdict import Counterexample, Result, Several, Verdict
from bouton.show import predicates, scopes, words

_DETAIL = " " * 6
_WIDEST_ID = 30


@dataclass(frozen=True)
class Section:
    """The part of a report that speaks of one spec: which of its claims, and where they are judged."""

    spec: Spec
    claims: tuple[Claim, ...]
    at: At | None = None

    def heading(self) -> str:
        """The spec's file."""
        return words.visible(self.spec.file)

    def claim(self, result: Result, *, full: bool = False, verbose: bool = False) -> str:
        """One claim: id, verdict and what it covers, seconds; then what has to be known beside that.

        A claim that is not as expected is explained, and so is any with `verbose`, which tells of a proof what was
        solved, and which obligations discharge which part of the claim. With `full` a counterexample is told whole.
        """
        claim = self.spec.claim(result.id)
        width = min(max(len(claim.id) for claim in self.claims), _WIDEST_ID)
        seconds = "kept" if result.kept else f"{result.seconds:.1f} s"
        head = words.wrapped(f"{result.id}", "  ")[0].ljust(width + 2) + "  " + self._verdict(claim, result)
        first, *rest = _folded(head, words.width() - len(seconds) - 2)
        details = self._details(claim, result, full=full or not result.as_expected, verbose=verbose)
        table = _parts(result.proof) if verbose and result.proof is not None else ()
        return "\n".join([words.ends(first, seconds), *rest, *details, *table])

    def counterexample(self, result: Result) -> str:
        """What `bouton counterexample` says: where the claim fails, or what was exhausted instead."""
        if result.verdict in (Verdict.HOLDS, Verdict.PROVED):
            return f"{self.claim(result)}\n{_DETAIL}there is no counterexample in this box"
        return self.claim(result, full=True)

    def _verdict(self, claim: Claim, result: Result) -> str:
        scope = scopes.text(self.spec, claim, self.at)
        name = result.verdict.value.upper()
        as_expected = ", as expected" if result.as_expected else ""
        match result.verdict:
            case Verdict.PROVED:
                return f"{name} {reach(self.spec, claim, result.proof)}"
            case Verdict.HOLDS:
                if result.positions < 1:
                    raise Disagreement(f"claim {result.id} is said to hold, but no position was judged")
                return f"{name} {scope} {judged(claim, result.positions)}"
            case Verdict.REFUTED:
                found = result.counterexample
                if found is None:
                    raise Disagreement(f"claim {result.id} is said to be refuted, but there is no counterexample")
                where = found_at(claim, found)
                return f"{name} at {where}{as_expected}" if where else f"{name}{as_expected}"
            case Verdict.VACUOUS:
                return f"{name} {scope}{as_expected}"
            case Verdict.UNKNOWN:
                return f"{name} {scope}"

    def _details(self, claim: Claim, result: Result, *, full: bool, verbose: bool) -> Iterable[str]:
        if result.counterexample is not None:
            if full or verbose or result.reason:
                yield from self._counterexample(claim, result, result.counterexample, full=full)
        elif result.reason:
            yield from words.wrapped(result.reason, _DETAIL)
        if result.several is not None:
            yield from self._several(claim, result.several)
        if not result.as_expected and claim.expect.verdict != "holds":
            yield from words.wrapped(f"expected: {expectation(self.spec, claim)}", _DETAIL)
        yield from _proof_details(claim, result, scopes.text(self.spec, claim, self.at), verbose=verbose)
        if result.reach:
            found = ", ".join(f"{name} {low}..{high}" for name, (low, high) in result.reach.items())
            yield note(f"moves lead beyond the ranges, and were followed; reach found: {found}")
        for said in result.notes:
            yield note(said)

    def _counterexample(self, claim: Claim, result: Result, found: Counterexample, *, full: bool) -> Iterable[str]:
        """What went wrong and where; unless `full`, only what shows it."""
        if full:
            place = words.visible(f"{claim.place.file}:{claim.place.line}")
            yield from words.wrapped(f'"{claim.says}"', f"{_DETAIL}{place}   ", _DETAIL + "  ")
        yield from words.wrapped(found.sentence, _DETAIL, _DETAIL + "  ")
        if result.reason:
            yield from words.wrapped(result.reason, _DETAIL)
        elif self.at is None and kind_of(claim).judged.point(claim) is None and not kind_of(claim).said.whole(claim):
            yield f"{_DETAIL}smallest: {smallest(claim, found.below)}"
        if full:
            yield f"{_DETAIL}again: {again(self.spec, claim, found)}"

    def _several(self, claim: Claim, several: Several) -> Iterable[str]:
        """The least counterexample of each explanation."""
        for number, (found, said) in enumerate(several.found, 1):
            where = found_at(claim, found)
            sentence = found.sentence if number > 1 else "as above"
            yield from words.wrapped(f"{number}. at {where}: {sentence}", _DETAIL, _DETAIL + "   ")
            yield from predicates.listed(said, _DETAIL + "   ")
        yield note(several.end)


def note(said: str) -> str:
    """Something to add about a claim."""
    return "\n".join(words.wrapped(f"note: {said}", _DETAIL))


def judged(claim: Claim, positions: int) -> str:
    """How many positions a verdict rests on, which is those that meet the claim's `where`."""
    if claim.about == "games":
        given = f" {'meets' if positions == 1 else 'meet'} {claim.met}" if claim.met else ""
        return f"({scopes.cases(claim, positions)}{given}, up to isomorphism)"
    if not claim.met:
        return f"({scopes.cases(claim, positions)})"
    return f"({scopes.cases(claim, positions)} {'meets' if positions == 1 else 'meet'} {claim.met})"


def expectation(spec: Spec, claim: Claim) -> str:
    """What a claim is expected to be: `holds`, `refuted at k=1, heap 1:1`."""
    pinned = claim.expect.refutation
    if pinned is None or pinned.position is None:
        return claim.expect.verdict
    return f"refuted {scopes.text_at(spec, claim, At(pinned.parameters, pinned.position))}"


def smallest(claim: Claim, below: int | None) -> str:
    """What was exhausted under a counterexample."""
    if below is None:
        less = "values" if claim.about == "numbers" else "parameters and measures"
        return f"the proof shows that the claim is right at all lesser {less}"
    noun = scopes.case(claim)
    if below == 0:
        return f"no {noun} lies below it"
    return (
        f"the one {noun} below it agrees with the claim"
        if below == 1
        else f"all {scopes.cases(claim, below)} below it agree with the claim"
    )


def found_at(claim: Claim, found: Counterexample) -> str:
    """Where a claim fails: `k=2, heap 1:2:2`; in a sum each game's position, `heap 1 + m=2, pile 3`."""
    if found.components:
        return " + ".join(words.at(one.parameters, one.position) for one in found.components)
    return scopes.where(claim, found.parameters, found.position)


def again(spec: Spec, claim: Claim, found: Counterexample) -> str:
    """The command that judges the counterexample alone; in Python, where the game was made there."""
    at = as_argument(found.parameters, found.position) if stands_alone(claim) else None
    wider = list(_wider(subject(spec, claim), found)) if at is not None else []
    if spec.made is not None:
        over = f".over({', '.join(map(literal, wider))})" if wider else ""
        asked = literal(claim.id) if at is None else f"{literal(claim.id)}, at={literal(at)}"
        return shlex.join(["python", "-c", f"import bouton; print({spec.made}{over}.check({asked}))"])
    words_ = ["bouton", "check", spec.file, "--claim", claim.id]
    if at is not None:
        words_ += ["--at", at]
        for one in wider:
            words_ += ["--over", one]
    return shlex.join(words_)


def literal(value: Any) -> str:
    """A plain value as Python has it, with double quotes, so that a shell's single ones can stand around it."""
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{literal(name)}: {literal(one)}' for name, one in value.items())}}}"
    return f"[{', '.join(map(literal, value))}]" if isinstance(value, list) else repr(value)


def _wider(spec: Spec, found: Counterexample) -> Iterator[str]:
    """The ranges that do not hold a counterexample, wide enough for it: a proof has led beyond them."""
    for part in spec.box.fluents:
        value = found.position[part.name]
        if isinstance(part, CounterRange) and value not in (allowed := part.interval.at(found.parameters)):
            yield f"{part.name}={allowed.start}..{value}"


def summary(results: Sequence[Result], specs: int, code: Exit) -> str:
    """The last line: how many claims of each verdict, and the exit code."""
    counts = Counter(map(_ending, results))
    order = [f"{verdict.value}{suffix}" for verdict in Verdict for suffix in _SUFFIXES]
    parts = ", ".join(f"{counts[ending]} {ending}" for ending in order if counts[ending])
    kept = sum(result.kept for result in results)
    parts += f"; {kept} of them kept from an earlier run" if kept else ""
    claims = words.count(len(results), "claim") + (f" in {specs} specs" if specs > 1 else "")
    return words.ends(f"{claims}: {parts}" if parts else claims, f"exit {int(code)}")


_SUFFIXES = ("", " as expected", " against expectation")


def _ending(result: Result) -> str:
    """`holds`, `refuted as expected`, ...: the usual end of each verdict goes without saying."""
    usual = result.verdict in (Verdict.PROVED, Verdict.HOLDS)
    if result.as_expected is usual:
        return result.verdict.value
    return result.verdict.value + (" as expected" if result.as_expected else " against expectation")


def reach(spec: Spec, claim: Claim, proof: Proof | None) -> str:
    """What a proof covers: `for every size, k = 2..5, 0..4 heaps`."""
    if proof is None:
        raise Disagreement("a claim is said to be proved, but there is no proof")
    if proof.through is not None:
        claim = spec.claim(proof.through)
    # the hull of a set of numbers would not say which sets they were
    ranges = claim.prove.parameters if claim.prove else claim.box.parameters
    lows = {one.name: one.interval.low for one in ranges if one.interval is not None}
    every = dict.fromkeys(f"every {words.unbounded(spec, name, lows.get(name))}" for name in proof.unbounded)
    bounded = [one for one in ranges if one.is_set and one.name not in proof.unbounded]
    sets = {parameter.name: words.parameter(parameter) for parameter in bounded}
    fixed = words.hull({name: part for name, part in proof.fixed.items() if name not in sets})
    return "for " + ", ".join(filter(None, [*every, *sets.values(), fixed]))


def _proof_details(claim: Claim, result: Result, scope: str, *, verbose: bool) -> Iterable[str]:
    """What a proof takes from theory, or why there is none; if `verbose`, what was checked and solved for it."""
    if result.verdict is Verdict.PROVED:
        if verbose and result.positions:
            yield from words.wrapped(f"checked too {scope} {judged(claim, result.positions)}", _DETAIL)
        if result.proof is not None:
            if verbose and (result.proof.obligations or result.proof.reason):
                yield from words.wrapped(_steps(result.proof), _DETAIL)
            if isinstance(stated(claim), Period) and result.proof.reason:
                yield from words.wrapped(result.proof.reason, _DETAIL)
            for theorem in result.proof.cites:
                yield from words.wrapped(f"taken from theory: {theorem}", _DETAIL)
    elif result.proof is not None:
        why = f": {result.proof.reason}" if result.proof.reason else ""
        said = {"skipped": "proof skipped", "refuted": "proof refuted"}.get(result.proof.verdict, "not proved")
        yield from words.wrapped(said + why, _DETAIL)


def _parts(proof: Proof) -> Iterable[str]:
    """Each part of a claim, and the obligations that discharge it; then what no position was compared for."""
    for part in proof.parts:
        yield from words.wrapped(f"{part.name}: {'; '.join(part.obligations)}", _DETAIL, _DETAIL + "  ")
    ends = {step.name: step.reason for step in proof.obligations if step.reason and step.verdict == "proved"}
    for name, reason in ends.items():
        if reason.startswith("empty"):
            yield from words.wrapped(f"{name}: {reason}", _DETAIL, _DETAIL + "  ")
    for case in proof.open:
        yield from words.wrapped(f"compared at no position: {case}", _DETAIL, _DETAIL + "  ")


def _steps(proof: Proof) -> str:
    """The obligations of a proof by name, with how many problems each was, and their seconds."""
    own = [step for step in proof.obligations if not step.name.startswith("proof of ")]
    if not own:
        return str(proof.reason)
    by_name: dict[str, list[Obligation]] = {}
    for step in own:
        by_name.setdefault(re.sub(r" \d+$", "", step.name.partition(",")[0]), []).append(step)
    parts = [f"{name} {len(steps)} in {sum(step.seconds for step in steps):.1f} s" for name, steps in by_name.items()]
    solved = [step for step in proof.obligations if step.solver != "evaluation"]
    second = Counter(step.solver.partition(" and ")[2].split()[0] for step in solved if " and " in step.solver)
    agreed = "".join(f"; {name} confirms {number} of {len(solved)}" for name, number in sorted(second.items()))
    uncompared = f"; {words.count(len(proof.open), 'case')} compared at no position" if proof.open else ""
    numbers = words.count(len(proof.numbers), "number")
    sides = f"; clingo agrees on both sides of {numbers} of the rules" if proof.numbers else ""
    return f"problems solved: {', '.join(parts)}{agreed}{sides}{uncompared}"


def _folded(line: str, width: int) -> list[str]:
    """The line as it is where it fits; else cut before its parenthesis, or at the last space that fits."""
    if len(line) <= width:
        return [line]
    parenthesis = line.rfind(" (")
    cut = parenthesis if len(_DETAIL) < parenthesis <= width else line.rfind(" ", 0, width + 1)
    if cut <= len(_DETAIL):
        return [line]
    return [line[:cut], *words.wrapped(line[cut:], _DETAIL)]
