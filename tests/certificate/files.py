"""Certificates for the tests: written, read, changed and signed again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

from bouton.certificate import write
from bouton.certificate.verify import Certificate
from bouton.core.verdict import Result
from bouton.document.load import load, narrow
from bouton.run.check import check
from bouton.run.options import Options
from bouton.run.plan import plan_of

Records: TypeAlias = list[dict[str, Any]]

RULES = """\
move(take(M))             :- pile(N), M = 1..k, M <= N.
after(take(M), pile(N-M)) :- pile(N), move(take(M)).
multiple   :- pile(N), N \\ (k+1) = 0.
rest(N \\ (k+1)) :- pile(N).
half(N / 2) :- pile(N).
win(take(N \\ (k+1))) :- pile(N), N \\ (k+1) > 0.
large      :- pile(N), N >= 1000.
even       :- pile(N), N \\ 2 = 0.
odd        :- pile(N), N \\ 2 = 1.
zero       :- pile(0).
"""
SPEC = """\
game: Take some
rules: take.lp
parameters: {k: 1..3}
position:
  pile: 0..12
claims:
  - {id: theorem, says: Multiples of k+1., kind: p-positions, iff: multiple, strategy: win}
  - {id: odd, says: Odd piles., kind: p-positions, where: odd, iff: multiple}
  - {id: even, says: Even numbers., kind: p-positions, iff: odd}
  - {id: evens, says: Even piles., kind: p-positions, iff: even}
  - {id: large, says: Large piles., kind: p-positions, where: large, iff: multiple}
  - {id: no-move, says: Nothing moves., kind: p-positions, iff: zero, over: {pile: 0}}
  - {id: together, says: Both., kind: p-positions, together: [odd, rest]}
  - {id: rest, says: Even piles., kind: p-positions, where: even, iff: multiple}
  - {id: moves, says: The rest., kind: strategy, moves: win}
  - {id: swap, says: Swapped., kind: swap-positions, iff: odd}
  - {id: key, says: The rest decides., kind: same-game, key: rest}
  - {id: half, says: The half decides., kind: same-game, key: half}
  - {id: example, says: Three of three., kind: example, at: {k: 2, pile: 3}, outcome: P}
  - {id: wrong-example, says: Three of two., kind: example, at: {k: 1, pile: 3}, outcome: P}
  - {id: everywhere, says: All., kind: everywhere, iff: multiple}
  - {id: value, says: The rest., kind: example, at: {k: 2, pile: 4}, predicate: rest, value: 1}
"""

UNCHANGED: dict[str, list[str]] = {"set": [], "over": []}
"""What a command line that changes no range says of a spec."""


def write_game(folder: Path) -> str:
    """Write the rules and the spec above; the path of the spec."""
    (folder / "take.lp").write_text(RULES)
    (folder / "take.yaml").write_text(SPEC)
    return str(folder / "take.yaml")


def certify(spec: str, claim: str, file: Path, over: Sequence[str] = (), **options: Any) -> Result:
    """Check one claim and write its certificate."""
    loaded = narrow(load(spec), [], over) if over else load(spec)
    asked = Options(claims=(claim,), prove=False, **options)
    plan = plan_of(loaded, asked)
    request = write.request(str(file), loaded, loaded.claim(claim), plan, asked.limits, {"set": [], "over": [*over]})
    (result,) = check(loaded, asked, lambda _: None)
    request.write(result, lambda _: None)
    return result


def read(file: Path) -> Records:
    return [json.loads(line) for line in file.read_text().splitlines()]


def sign(records: Records) -> bytes:
    """The lines of a certificate with an end line that fits them."""
    lines = [json.dumps(record).encode() + b"\n" for record in records if "end" not in record]
    counts = {
        "positions": sum("position" in record for record in records[1:]),
        "covered": sum(record.get("covered") is True for record in records[1:]),
        "sha256": sha256(b"".join(lines)).hexdigest(),
    }
    return b"".join([*lines, json.dumps({"end": counts}).encode() + b"\n"])


def positions(records: Records) -> Records:
    """The lines of positions."""
    return [record for record in records[1:] if "position" in record]


def covered(found: Certificate) -> list[int]:
    """How many positions each section judges."""
    return [section.covered for section in found.sections]
