"""Guesses at theorems, each with its state, and the judgement of a guess: by `check`, of the text that is printed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bouton.core.errors import Disagreement, InputError, LimitReached
from bouton.core.position import told
from bouton.core.sources import Source
from bouton.core.spec import Play, Spec
from bouton.core.verdict import Label, Result, Verdict
from bouton.discover import draft as drafts
from bouton.discover.classes import GameClass
from bouton.discover.draft import Draft, Reach, Whole
from bouton.discover.language import Language, language_of
from bouton.discover.positions import Known, Outcomes, assignments
from bouton.discover.search import NoStrategy, has_strategy, strategy
from bouton.process.limits import Limits
from bouton.rules.file import Rules

_LEAST = 5.0
"""Seconds that are spent at least on a more general theorem where one is proved."""
PLAYS: dict[Play, str] = {"normal": "normal play", "misere": "misère play"}


@dataclass(frozen=True)
class Guess:
    """A theorem and its state: `proved`, as `bouton check` proves the draft; `fits` so many positions; or `refuted`."""

    body: tuple[str, ...]
    """The rules of its predicate, with those of the helpers that they need."""
    says: str
    state: str
    where: str
    """The positions it fits; of one refuted, the position at which."""
    draft: Draft
    judged: Spec | None = None
    """The draft as `check` has read it, where it was proved or refuted,"""
    result: Result | None = None
    """and what it said."""
    strategy: tuple[str, ...] = ()
    """Rules that name a winning move in every N-position, proved with the theorem."""
    against: Known | None = None
    """The position at which it was refuted."""
    held: bool = False
    """Whether `check` holds it in a box far larger than that which it was learnt from: better than what only fits."""
    decided: bool = False
    """Whether it is known to hold for every size, though `check` does not prove it: better than what only fits."""

    def __post_init__(self) -> None:
        """Refuse to be proved where `check` has not proved it."""
        if self.state == "proved" and (self.result is None or self.result.verdict is not Verdict.PROVED):
            raise Disagreement(f"{self.says}: this is not proved")


def _rank(guess: Guess) -> int:
    """How well a guess stands that is not refuted: 3 proved, 2 decided, 1 held in a larger box, 0 it only fits."""
    return 3 if guess.state == "proved" else 2 if guess.decided else 1 if guess.held else 0


@dataclass(frozen=True)
class Discovery:
    """What a search has come to: the best guess, and those that were refuted where a proof was tried."""

    best: Guess | None = None
    refuted: tuple[Guess, ...] = ()
    game_class: GameClass | None = None
    """Whether the game is pet, miserable or wild, as far as its box tells."""

    def with_(self, guess: Guess) -> Discovery:
        """The discovery with one more guess, which is the best now unless the best so far ranks above 0 and no lower.

        A proved guess always becomes the best; a refuted one joins the refuted ones.
        """
        if guess.state == "refuted":
            return replace(self, refuted=(*self.refuted, guess))
        if self.best is not None and guess.state != "proved" and _rank(self.best) >= max(1, _rank(guess)):
            return self
        return replace(self, best=guess)

    @property
    def proved(self) -> bool:
        """Whether there is a theorem."""
        return self.best is not None and self.best.state == "proved"


@dataclass
class Search:
    """The state of a search for theorems on a game: the game, the time that is left, and what was solved for it."""

    spec: Spec
    rules: Rules
    play: Play
    limits: Limits
    end: float
    tell: Callable[[str], None]
    begun: float = field(default_factory=time.monotonic)
    target: Label = "P"
    """What the positions are that a theorem tells: P, or in a game of alliances the side that wins there."""
    fits: bool = False
    """Whether some formula fits all positions that were looked at, though it may not be proved."""
    more_heaps: Outcomes | None = None
    """Positions of more heaps than the box has, once they were solved."""
    put_off: tuple[Guess, Sequence[Reach]] | None = None
    """A guess that is false of more heaps, and its proofs for few, which wait while others are looked for."""

    @property
    def left(self) -> Limits:
        """The limits of what begins now; LimitReached where no time is left."""
        seconds = self.end - time.monotonic()
        if seconds <= 0.1:
            raise LimitReached(f"time limit of {self.limits.seconds:g} s reached")
        return replace(self.limits, seconds=seconds)

    @property
    def taken(self) -> set[str]:
        """A new set of the names that no new predicate may have; the caller may add to it."""
        return drafts.taken(self.spec, self.rules)

    @property
    def language(self) -> tuple[Language, dict[str, tuple[str, ...]]]:
        """The literals of the game, and the rules of their helpers."""
        return language_of(self.spec, self.rules, assignments(self.spec), self.taken)

    def hurry(self) -> None:
        """Take from now on no longer than the search took so far."""
        now = time.monotonic()
        self.end = min(self.end, now + max(_LEAST, now - self.begun))


def tried(search: Search, guess: Guess, reach: Reach | Whole, *, last: bool) -> Guess:
    """The guess after `check` has tried a proof of this reach: proved, refuted, or unchanged where neither is decided.

    The proof may take half of the time that is left, or all of it where it is the `last` to be tried.
    """
    asked = drafts.with_prove(guess.draft, reach.of(search.spec))
    search.tell(f"{guess.says} ({guess.where}; proving)")
    left = search.left
    # what reaches further may take half of what is left, so that something less general is tried too
    limits = left if last else replace(left, seconds=max(5.0, left.seconds / 2))
    try:
        spec, results = asked.judged(limits)
    except InputError as error:
        search.tell(str(error))
        return guess
    result = next(one for one in results if one.id == drafts.CLAIM)
    if all(one.verdict is Verdict.PROVED for one in results):
        return replace(guess, state="proved", draft=asked, judged=spec, result=result)
    if result.counterexample is not None:
        parameters, position = result.counterexample.at
        known = Known(tuple(parameters.items()), position, result.counterexample.actual == search.target)
        where = at(search.spec, known)
        return replace(guess, state="refuted", where=where, draft=asked, judged=spec, result=result, against=known)
    return guess


def proved_in(
    search: Search, guess: Guess, ways: Sequence[Reach], last: Callable[[Reach], bool] | None = None
) -> Iterator[Guess]:
    """The guess as proofs of these reaches leave it, proved or refuted, one after the other until one is proved.

    The last of them may take all the time that is left, or those for which `last` is true. Where `last` is given,
    only a proof is yielded, no refutation.
    """
    for reach in ways:
        judged = tried(search, guess, reach, last=reach is ways[-1] if last is None else last(reach))
        if judged.state == "proved" or (judged.state != "fits" and last is None):
            yield judged
        if judged.state == "proved":
            return


def with_strategy(search: Search, guess: Guess) -> Guess:
    """A proved theorem with winning moves, where such are found and `check` proves both together; else as it was."""
    assert guess.judged is not None and guess.result is not None
    claim = guess.judged.claim(guess.result.id)
    if not has_strategy(claim) or claim.strategy is not None:
        return guess
    search.tell(f"{guess.says} (proved; looking for winning moves)")
    limits = replace(search.left, seconds=search.left.seconds / 2)
    found = strategy(replace(guess.judged, rules=_as_text(guess.judged, guess.draft.rules)), claim, limits)
    if isinstance(found, NoStrategy):
        return guess
    (said,) = guess.draft.document["claims"]
    rules = "\n".join((guess.draft.rules.rstrip("\n"), *found.rules, ""))
    asked = replace(
        guess.draft, rules=rules, document={**guess.draft.document, "claims": [{**said, "strategy": found.name}]}
    )
    spec, results = asked.judged(search.left)
    if any(one.verdict is not Verdict.PROVED for one in results):
        return guess
    return replace(guess, draft=asked, judged=spec, result=results[-1], strategy=found.rules)


def _as_text(spec: Spec, rules: str) -> tuple[Source]:
    """The rules file of a judged draft, held as text, since the temporary file itself is gone."""
    (file,) = spec.rules
    return (replace(file, text=rules),)


def at(spec: Spec, one: Known) -> str:
    """A position with its parameters as messages name it: `k=2,heap=1:2:2`, or `the empty position`."""
    named = {f.name: list(v) if isinstance(v, tuple) else v for f, v in zip(spec.fluents, one.position, strict=True)}
    return told(dict(one.parameters), named)


def drafted(search: Search, claim: Mapping[str, object], lines: Sequence[str], *more: Mapping[str, object]) -> Draft:
    """The draft with these rules after the game's own, and this claim; `more` are statements that its proof uses."""
    file = drafts.file_name(search.spec)
    text = f"{drafts.game_rules(search.spec)}\n\n% Found by `bouton discover`.\n" + "\n".join(lines) + "\n"
    return Draft(file, text, drafts.document(search.spec, file, [{"id": drafts.CLAIM, **claim}, *more]))
