"""L*: the least automaton of a regular set, learnt from answers whether words are in it, and from counterexamples.

Rows are access words, columns are suffixes that tell states apart; each counterexample gives one more suffix (Angluin
1987; Rivest and Schapire 1993). Zeros before a word must not change whether it is in the set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Letter: TypeAlias = tuple[int, ...]
Word: TypeAlias = tuple[Letter, ...]


@dataclass(frozen=True)
class Hypothesis:
    """A complete deterministic automaton that starts in state 0; `access` has the word that first led to each state."""

    letters: tuple[Letter, ...]
    table: tuple[tuple[int, ...], ...]
    accepting: tuple[bool, ...]
    access: tuple[Word, ...]

    def state(self, word: Word) -> int:
        """The state in which the automaton is after a word."""
        place = {letter: at for at, letter in enumerate(self.letters)}
        found = 0
        for letter in word:
            found = self.table[found][place[letter]]
        return found


@dataclass
class Learner:
    """The table of L*: access words, suffixes, and the answers of `member`, which says whether a word is in the set."""

    letters: Sequence[Letter]
    member: Callable[[Word], bool]
    suffixes: list[Word] = field(default_factory=lambda: [()])
    access: list[Word] = field(default_factory=lambda: [()])
    _asked: dict[Word, bool] = field(default_factory=dict)

    def __call__(self, word: Word) -> bool:
        """Whether a word is in the set; `member` is asked once for each word."""
        if word not in self._asked:
            self._asked[word] = self.member(word)
        return self._asked[word]

    def hypothesis(self) -> Hypothesis:
        """The automaton whose states are the rows of the table; access words are added until it is closed.

        Closed means that the row of an access word and one letter more is always that of an access word.
        """
        states = {self._row(word): at for at, word in enumerate(self.access)}
        rows: list[tuple[int, ...]] = []
        for word in self.access:  # which grows
            row = []
            for letter in self.letters:
                following = (*word, letter)
                key = self._row(following)
                if key not in states:
                    states[key] = len(self.access)
                    self.access.append(following)
                row.append(states[key])
            rows.append(tuple(row))
        accepting = tuple(self(word) for word in self.access)
        return Hypothesis(tuple(self.letters), tuple(rows), accepting, tuple(self.access))

    def refine(self, hypothesis: Hypothesis, word: Word) -> None:
        """Learn from a counterexample: its word gives one more suffix, which splits a state of the hypothesis.

        ValueError where the hypothesis is right about the word.
        """
        before, after = 0, len(word)
        right = self._along(hypothesis, word, 0)
        if right == hypothesis.accepting[hypothesis.state(word)]:
            raise ValueError("the hypothesis is right about this word")
        while after - before > 1:
            middle = (before + after) // 2
            if self._along(hypothesis, word, middle) == right:
                before = middle
            else:
                after = middle
        self.suffixes.append(word[after:])

    def _row(self, word: Word) -> tuple[bool, ...]:
        return tuple(self((*word, *suffix)) for suffix in self.suffixes)

    def _along(self, hypothesis: Hypothesis, word: Word, at: int) -> bool:
        """Whether the set has `word` with its first `at` letters replaced by the access word of their state.

        Their state is the one to which they lead in the hypothesis.
        """
        return self((*hypothesis.access[hypothesis.state(word[:at])], *word[at:]))
