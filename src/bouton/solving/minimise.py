"""The least place at which one of several problems has a model: parameters first, then the measure.

Going up, one entry after the other, and each value below the answer is shown to be impossible. An answer `unknown`
on the way means that the place is not certified as the least. z3's own optimisation is not used: it gave up where
these steps took a moment.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from bouton.core.logic.question import Question
from bouton.process.limits import Emit
from bouton.solving.budget import Budget
from bouton.solving.tuning import TUNING
from bouton.solving.z3 import numbers_of

Entry: TypeAlias = int | tuple[str, ...]
"""One of the numbers that are to be small: a constant, or the sum of the unknowns of these names."""


@dataclass(frozen=True)
class Minimisation:
    """A problem, the entries to be made small, most significant first, and a model to begin with.

    `lows` are lower bounds of the unknowns, as far as there are any; `model` is empty where none is known.
    """

    question: Question
    entries: tuple[Entry, ...]
    lows: dict[str, int]
    model: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Least:
    """The least place found: the number of the problem, the values of its entries there, and a model.

    `doubt` says why a lesser place is not excluded; it is None where this one is certified as the least.
    """

    number: int
    values: tuple[int, ...]
    model: dict[str, int]
    doubt: str | None = None


def least(emit: Emit, searches: Sequence[Minimisation], seconds: float) -> None:
    """Emit the least place known so far as `Least`, the last one being the answer; to be run in a child.

    `seconds` of the child's processor time may be used.
    """
    budget = Budget.of(seconds)
    best: Least | None = None
    doubt: str | None = None
    # problems that are known to have a model come first, so that the others have something to stay below
    order = sorted(range(len(searches)), key=lambda at: not searches[at].model)
    for at in order:
        descent = _Descent(searches[at], best.values if best else None, budget)
        found = descent.run()
        doubt = doubt or descent.doubt
        if found is not None:
            best = Least(at, found[0], found[1])
        if best is not None:
            emit(Least(best.number, best.values, best.model, "it was not tried further"))
    if best is not None:
        emit(Least(best.number, best.values, best.model, doubt))


class _Descent:
    """The search in one problem, for what is less than `below`."""

    def __init__(self, search: Minimisation, below: tuple[int, ...] | None, budget: Budget) -> None:
        import z3  # type: ignore[import-untyped]  # noqa: PLC0415 (only a child may pay for it)

        self.z3 = z3
        self.search = search
        self.budget = budget
        self.below = below
        self.doubt: str | None = None
        self.fixed: dict[str, int] = {}
        self.entries = [self._entry(entry) for entry in search.entries]
        names = {name for entry in search.entries if not isinstance(entry, int) for name in entry}
        self.facts = [z3.Int(name) >= search.lows[name] for name in sorted(names & search.lows.keys())]
        if below is not None:
            self.facts.append(self._less(below))
        self.texts = [z3.parse_smt2_string(search.question.text)]
        for made in search.question.weaker:
            if made.logic == "QF_LIA":
                self.texts.insert(0, z3.parse_smt2_string(made.text))

    def _entry(self, entry: Entry) -> Any:
        if isinstance(entry, int):
            return self.z3.IntVal(entry)
        return self.z3.Sum([self.z3.Int(name) for name in entry] or [self.z3.IntVal(0)])

    def _less(self, below: Sequence[int]) -> Any:
        """Lexicographically less."""
        ways = [
            self.z3.And(*(self.entries[i] == below[i] for i in range(at)), self.entries[at] < below[at])
            for at in range(len(below))
        ]
        return self.z3.Or(*ways)

    def run(self) -> tuple[tuple[int, ...], dict[str, int]] | None:
        """The least values with a model; None where there is none, or none that is known."""
        answer, model = self._check(**self.search.model) if self.search.model else ("unknown", None)
        if answer != "sat":
            answer, model = self._check()
        at = 0
        while answer == "unknown" and at < len(self.search.entries):
            answer, model = self._between(at)
            at += 1
        if answer == "unknown":
            self.doubt = "whether another condition fails at a lesser place is unknown"
        if model is None:
            return None
        for at in range(len(self.search.entries)):
            model = self._lowered(at, model)
            self._fix(at, self._value(at, model))
        return tuple(self._value(at, model) for at in range(len(self.entries))), numbers_of(model)

    def _fix(self, at: int, value: int) -> None:
        entry = self.search.entries[at]
        if not isinstance(entry, int) and len(entry) == 1:
            self.fixed[entry[0]] = value
        else:
            self.facts.append(self.entries[at] == value)

    def _between(self, at: int) -> tuple[str, Any]:
        """Where nothing is known, value by value up to the bound; what is beyond it is left to the next entry."""
        entry = self.search.entries[at]
        if self.below is None or isinstance(entry, int):
            return "unknown", None
        high = self.below[at]
        if (
            len(entry) != 1
            or entry[0] not in self.search.lows
            or high - self.search.lows[entry[0]] > TUNING.values_gone_through
        ):
            return "unknown", None
        for value in range(self.search.lows[entry[0]], high):
            answer, model = self._check(**{entry[0]: value})
            if answer == "sat":
                return answer, model
            if answer == "unknown":
                self._doubt(at, value)
        self.fixed[entry[0]] = high
        return self._check()

    def _lowered(self, at: int, model: Any) -> Any:
        """A model in which the entry is least, those before it being fixed."""
        entry = self.search.entries[at]
        if isinstance(entry, int) or (len(entry) == 1 and entry[0] in self.fixed):
            return model
        if any(name not in self.search.lows for name in entry):
            self._doubt(at, self._value(at, model))
            return model
        low = sum(self.search.lows[name] for name in entry)
        for value in range(low, low + TUNING.values_one_by_one):
            if value >= self._value(at, model):
                return model
            one = len(entry) == 1
            answer, found = self._check(**{entry[0]: value}) if one else self._check(self.entries[at] == value)
            if answer == "sat":
                return found
            if answer == "unknown":
                self._doubt(at, value)
        low += TUNING.values_one_by_one
        while low < self._value(at, model):
            middle = (low + self._value(at, model)) // 2
            answer, found = self._check(self.entries[at] >= low, self.entries[at] <= middle)
            if answer == "sat":
                model = found
            else:
                low = middle + 1
                if answer == "unknown":
                    self._doubt(at, middle)
        return model

    def _doubt(self, at: int, value: int) -> None:
        entry = self.search.entries[at]
        assert not isinstance(entry, int)
        said = " + ".join(name.removesuffix(".N") for name in entry)
        self.doubt = self.doubt or f"whether it fails with {said} up to {value} is unknown"

    def _check(self, *more: Any, **values: int) -> tuple[str, Any]:
        """Whether there is a model with these values; the linear problem can only show that there is none."""
        fixed = {**self.fixed, **values}
        known = [(self.z3.Int(name), self.z3.IntVal(value)) for name, value in fixed.items()]
        answer = "unknown"
        for at, text in enumerate(self.texts):
            if self.budget.spent:
                return "unknown", None
            last = at == len(self.texts) - 1
            # with the parameters fixed that it multiplies or divides by, a problem is linear
            logic = self.search.question.logic.replace("NIA", "LIA" if fixed else "NIA")
            solver = self.z3.SolverFor(logic) if last and not logic.startswith("QF_") else self.z3.Solver()
            solver.set("random_seed", 0)
            # numbers in place of the unknowns: what they multiply and divide is linear then
            solver.add(*(self.z3.simplify(self.z3.substitute(part, *known)) for part in (*text, *self.facts, *more)))
            solver.add(*(one == value for one, value in known))
            answer = self.budget.part(TUNING.step_seconds).check(solver)
            if answer == "unsat":
                return answer, None
            if answer == "sat" and last:
                return answer, solver.model()
        return "unknown", None

    def _value(self, at: int, model: Any) -> int:
        return int(model.eval(self.entries[at], model_completion=True).as_long())
