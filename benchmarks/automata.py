"""What theorems cost that are decided by automata, beside Walnut: `python -m benchmarks.automata [--runs N]`.

`--theorem NAME` takes one of them. Everything is in one process, and no verdict of an earlier run is told.

Seconds are of the processor, so that other programs on the machine count little; Walnut's are by the clock, as they
were measured for the same theorems, with the start of its virtual machine: it prints no others. `-` is not measured.
"""

from __future__ import annotations

import argparse
import functools
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bouton.automata import linear as relations
from bouton.automata.automaton import Track
from bouton.automata.compile import Compiler
from bouton.claims.subject import rules_of
from bouton.core.numeration import BINARY, ZECKENDORF, Numeration
from bouton.core.shipped import folder
from bouton.core.spec import Spec
from bouton.document.load import load
from bouton.proof.goal import Goal
from bouton.proof.prepare import Prepared, prepared
from bouton.proof.setting import settings

_NIM = """\
move(lower(I,T)) :- heap(I,S), T = 0..S-1.
after(lower(I,T), heap(I,T)) :- move(lower(I,T)).
heaps(N) :- N = #count { I : heap(I,_) }.
sum(0,0).
sum(I,X^S) :- sum(I-1,X), heap(I,S).
safe :- heaps(N), sum(N,0).
"""
_SPEC = """\
game: Nim
rules: nim.lp
position: {{heap: {{count: 0..{most}, size: 1..2, order: {order}}}}}
claims:
  - {{id: safe, says: A., kind: p-positions, play: normal, iff: safe, prove: {{heap: {{count: 0..{most}}}}}}}
"""
WALNUT = {"Wythoff": "0.9-1.9", "Nim, up to 3 heaps": "0.8-1.4"}
"""Walnut 8.0-SNAPSHOT on two shared cores."""


@dataclass(frozen=True)
class Cost:
    """Seconds of the processor: of the automata alone, and with reading the rules and holding that against clingo."""

    automata: float
    whole: float


def adder(system: Numeration) -> Cost:
    """The relation x + y = z."""
    for cached in (relations._linear, relations._numbers):
        cached.cache_clear()
    x, y, z = (Track(name, system.largest + 1) for name in "xyz")
    begun = time.process_time()
    relations.linear(system, {x: 1, y: 1, z: -1}, 0, lambda sign: sign == 0)
    spent = time.process_time() - begun
    return Cost(spent, spent)


def proof(spec: Spec, claim: str) -> Cost:
    """A claim's proof; obligations about digits are decided where they are made, and the others are a matter of z3."""
    wanted, rules = spec.claim(claim), rules_of(spec)
    assert wanted.prove is not None
    spent = [0.0]
    kept = Compiler.formula

    def formula(self: Compiler, value: object) -> object:
        if spent[0] < 0:
            return kept(self, value)  # type: ignore[arg-type]
        before, spent[0] = spent[0], -1.0
        begun = time.process_time()
        found = kept(self, value)  # type: ignore[arg-type]
        spent[0] = before + time.process_time() - begun
        return found

    Compiler.formula = formula  # type: ignore[assignment, method-assign]
    begun = time.process_time()
    for setting in settings(spec, wanted.prove):
        for item in prepared(Goal(spec, wanted, rules, setting)):
            assert not isinstance(item, Prepared) or item.decided is None or item.decided.verdict == "unsat", (
                item.problem.name
            )
    Compiler.formula = kept  # type: ignore[method-assign]
    return Cost(spent[0], time.process_time() - begun)


def nim(most: int, order: str = "ascending") -> Cost:
    """Bouton's theorem by `^`, for each number of heaps up to this one, in order of size or in their places."""
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "nim.lp").write_text(_NIM)
        (Path(name) / "nim.yaml").write_text(_SPEC.format(most=most, order=order))
        return proof(load(str(Path(name) / "nim.yaml")), "safe")


def shipped(spec: str, claim: str) -> Cost:
    """A claim by digits of a spec that comes with Bouton."""
    return proof(load(str(folder("specs") / f"{spec}.yaml")), claim)


THEOREMS: dict[str, Callable[[], Cost]] = {
    "adder, base 2": functools.partial(adder, BINARY),
    "adder, Zeckendorf": functools.partial(adder, ZECKENDORF),
    "Wythoff": functools.partial(shipped, "wythoff_digits", "zeckendorf"),
    "Wythoff, misère": functools.partial(shipped, "wythoff_digits", "zeckendorf-misere"),
    "Wythoff that also ends": functools.partial(shipped, "wythoff_terminal", "shifted"),
    "Blocking Wythoff": functools.partial(shipped, "blocking_wythoff", "one-forbidden"),
    "NIM(a), a = 1..4": functools.partial(shipped, "nim_a_digits", "ostrowski"),
    "Mark": functools.partial(shipped, "mark_digits", "dopey"),
    "Fibonacci Nim": functools.partial(shipped, "fibonacci_nim", "theorem"),
    "Delete Nim, values": functools.partial(shipped, "delete_nim", "values"),
    "Nim, 3 in their places": functools.partial(nim, 3, "none"),
    **{f"Nim, up to {most} heaps": functools.partial(nim, most) for most in (2, 3, 4, 5)},
}


def main() -> None:
    """Print the table, of each theorem the run that took least."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.automata", description=__doc__)
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--theorem", action="append", choices=tuple(THEOREMS), help="only this one")
    asked = parser.parse_args()
    print(f"{'theorem':22} {'automata':>9} {'with reading':>13} {'Walnut, by the clock':>21}")
    for name in asked.theorem or THEOREMS:
        measured = THEOREMS[name]
        found = [measured() for _ in range(asked.runs)]
        automata, whole = min(one.automata for one in found), min(one.whole for one in found)
        print(f"{name:22} {automata:9.3f} {whole:13.3f} {WALNUT.get(name, '-'):>21}", flush=True)


if __name__ == "__main__":
    main()
