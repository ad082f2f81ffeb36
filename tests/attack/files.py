"""Specs and rules changed at random, by bytes and by structure, and what is true of those that are still a game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from clingo import Control, Symbol

RULES = """\
% Take one up to k.
move(take(M))             :- pile(N), M = 1..k, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple :- pile(N), N \\ (k+1) = 0.
options(C) :- C = #count { M : move(M) }.
few      :- options(C), C <= 1.
"""
SPEC = """\
game: Take some
source: "A book, 1901"
rules: take.lp
parameters: {k: 2..3}
position:
  pile: 0..9
claims:
  - id: multiple
    says: A pile is a P-position iff it is a multiple of k+1.
    kind: p-positions
    play: normal
    iff: multiple
  - {id: few, says: Few moves., kind: p-positions, play: misere, iff: few, over: {k: 2, pile: 0..k+3}, expect: refuted}
  - {id: seven, says: At seven., kind: example, at: {k: 2, pile: 7}, outcome: N}
  - {id: same, says: The same., kind: same-game, key: multiple}
"""
_JUNK = [
    *("\u00a0", "\u0085", "\u2003", "\u3000", "\u2028", "\ufeff", "\x00", "\x1b", "\x7f", "\u202e", "é", "😀"),
    *('"', "'", "%*", "*%", "#", "@f", "~", "..", ":-", ":~", "{", "}", "[", "]", "(", ")", "\\", "\n", "\t", ";", "|"),
    *(
        "#script (python)",
        "#include",
        "#const k = 0.",
        "#show.",
        "#minimize",
        "not ",
        "-",
        "0x",
        "99999999999",
        "k",
        "_",
    ),
    *(
        "? ",
        "- ",
        "&a ",
        "*a ",
        "!!x ",
        "<<: ",
        "---",
        "...",
        "~",
        "null",
        "1e9",
        "0..9",
        "all",
        "k+",
        ": ",
        ", ",
        "\r",
    ),
]


def bytes_changed(random: random.Random, text: str) -> bytes:
    """A text with a few of its bytes changed, lost, doubled or moved."""
    data = bytearray(text.encode())
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        at, length = random.randrange(len(data)), random.choice((1, 1, 2, 5, 20))
        part = data[at : at + length]
        how = random.randrange(6)
        if how == 0:
            data[at : at + length] = b""
        elif how == 1:
            data[at] = random.randrange(256)
        elif how == 2:
            data[at:at] = random.choice(_JUNK).encode()
        elif how == 3:
            data[at:at] = part * random.choice((1, 2, 50))
        elif how == 4:
            to = random.randrange(len(data))
            data[to:to] = part
        else:
            data[at : at + 1] = random.choice("0123456789kMNp()., ").encode()
    return bytes(data)


def structure_changed(random: random.Random, text: str) -> bytes:
    """A text with words, lines and brackets exchanged for others of its own, so that much of it is still read."""
    for _ in range(random.choice((1, 1, 2, 3))):
        pieces = re.split(r"(\w+|\n|[^\w\s])", text)
        places = [at for at, piece in enumerate(pieces) if piece.strip() or piece == "\n"]
        at, other = random.choice(places), random.choice(places)
        how = random.randrange(5)
        if how == 0:
            pieces[at] = pieces[other]
        elif how == 1:
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif how == 2:
            pieces[at] = random.choice((*_JUNK, "0", "1", "3", "17", "N-1", "N+1", "{a: 1}", "[1, 2]", "not multiple"))
        elif how == 3:
            lines = text.split("\n")
            lines.insert(random.randrange(len(lines)), random.choice(lines))
            pieces = ["\n".join(lines)]
        else:
            pieces[at] = ""
        text = "".join(pieces)
    return text.encode()


def meaning_changed(random: random.Random, text: str) -> bytes:
    """A text with a number, an operator or a variable exchanged for another: most are still read."""
    for _ in range(random.choice((1, 1, 2))):
        kind = random.choice(
            (r"\b\d+\b", r"[-+*/\\]", r"<=|>=|!=|[<>=]", r"\b[A-Z]\b", r"\bk\b", r"\btrue|normal|misere\b")
        )
        places = list(re.finditer(kind, text))
        if places:
            place = random.choice(places)
            others = [*(other.group() for other in places), "0", "1", "2", "-1", "N"]
            text = text[: place.start()] + random.choice(others) + text[place.end() :]
    return text.encode()


def repeated(random: random.Random, _text: str) -> bytes:
    """Short junk many times over."""
    piece = "".join(random.choice((*_JUNK, "b.", "a", " ", "\n", "x: 1\n")) for _ in range(random.choice((1, 2, 3))))
    return (piece * random.choice((100, 3000, 20000))).encode()[:900_000]


CHANGES: tuple[Callable[[random.Random, str], bytes], ...] = (bytes_changed, structure_changed, meaning_changed)


def write(random: random.Random, folder: Path, change: Callable[[random.Random, str], bytes], what: str) -> None:
    """Put the game into a folder, with one of its two files changed."""
    (folder / "take.lp").write_bytes(change(random, RULES) if what == "rules" else RULES.encode())
    (folder / "take.yaml").write_bytes(change(random, SPEC) if what == "spec" else SPEC.encode())


def least_failures(rules: str) -> dict[str, Mapping[str, int] | None]:
    """Where each claim of the spec about P-positions fails first, by clingo on one position at a time."""
    found: dict[str, Mapping[str, int] | None] = {}
    for name, ks, top, play in (("multiple", (2, 3), lambda _k: 9, "normal"), ("few", (2,), lambda k: k + 3, "misere")):
        places = ({"k": k, "pile": pile} for k in ks for pile in range(top(k) + 1))
        lost: dict[tuple[int, int], bool] = {}
        found[name] = next((at for at in places if _claimed(rules, name, at) != _lost(rules, at, play, lost)), None)
    return found


def _claimed(rules: str, name: str, at: Mapping[str, int]) -> bool:
    return any(atom.name == name for atom in _atoms(rules, at))


def _lost(rules: str, at: Mapping[str, int], play: str, known: dict[tuple[int, int], bool]) -> bool:
    """Whether the player to move loses, which is what a P-position is."""
    key = at["k"], at["pile"]
    if key not in known:
        atoms = _atoms(rules, at)
        moves = {str(atom.arguments[0]) for atom in atoms if atom.name == "move"}
        reached = {
            str(atom.arguments[0]): atom.arguments[1].arguments[0].number for atom in atoms if atom.name == "after"
        }
        options = [{"k": at["k"], "pile": reached[move]} for move in moves]
        known[key] = not any(_lost(rules, option, play, known) for option in options) if options else play == "normal"
    return known[key]


def _atoms(rules: str, at: Mapping[str, int]) -> list[Symbol]:
    control = Control(["--warn=none"])
    text = re.sub(r"#const\s+k\b[^.]*\.", "", rules)
    control.add("base", [], f"{text}\n#const k = {at['k']}.\npile({at['pile']}).\n")
    control.ground([("base", [])])
    return [atom.symbol for atom in control.symbolic_atoms if atom.is_fact]
