"""Files for Rocq of theorems that are false: coqc has to refuse each of them.

`python -m benchmarks.rocq_false [--count 300] [--seed 1] [--jobs 2]` changes theorems of the newcomers' corpus by one
symbol, and takes the changes that are refuted in the box. The file of each is written as if it had been proved. It ends
with 1 where coqc accepts one; `benchmarks/rocq_false.txt` has what became of those of each theorem, so far. With
`--kept FILE` answers are kept as those of `benchmarks.rocq` are.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel

from benchmarks.newcomers import CLAIM, named, spec_of
from benchmarks.rocq import commit, ends
from bouton.core.errors import InputError, Unreadable
from bouton.core.spec import Spec
from bouton.core.verdict import Verdict
from bouton.rocq.file import proves, written
from bouton.rocq.hand import without
from bouton.run.check import check
from bouton.run.mutants import candidates, legal, mutated
from bouton.run.options import Options

TABLE = Path(__file__).with_suffix(".txt")
_STATES = {"accepted": "accepted", "not accepted": "refused", "stopped": "unfinished"}
"""What becomes of a file, by how its end begins."""


def refuted(spec: Spec) -> bool:
    """Whether the claim is refuted at a position of its box."""
    try:
        (result,) = check(spec, Options(claims=(CLAIM,), prove=False, fresh=True), lambda _: None)
    except InputError:
        return False
    return result.verdict is Verdict.REFUTED


def changed(name: str, folder: Path, seed: int) -> Iterator[Spec]:
    """The theorem with one symbol changed so that it is false, in an order that the seed gives."""
    spec = spec_of(named()[name], folder)
    claim = spec.claim(CLAIM)
    every = list(candidates(spec, claim, game=True))
    random.Random(f"{seed} {name}").shuffle(every)
    for mutant in every:
        if legal(spec, claim, mutant) and refuted(other := mutated(spec, mutant)):
            yield other


def theorem_alone(spec: Spec) -> Spec:
    """The spec without the claim's strategy, where its file says that nothing of that is proved."""
    claim = spec.claim(CLAIM)
    assert isinstance(claim.said, BaseModel)
    return replace(spec, claims=(replace(claim, said=claim.said.model_copy(update={"strategy": None})),))


def files(count: int, seed: int, folder: Path) -> Iterator[tuple[str, str]]:
    """So many files of false theorems, one of each theorem of the corpus in turn; what has no file is passed over."""
    turns = {name: changed(name, folder, seed) for name in named()}
    left = count
    while turns and left:
        for name in list(turns):
            spec = next(turns[name], None)
            if spec is None:
                del turns[name]
                continue
            try:
                text = written(spec, spec.claim(CLAIM))
            except Unreadable:
                continue
            if proves(text) and (not without(text) or refuted(theorem_alone(spec))):
                yield name, text
                left -= 1
            if not left:
                return


def main() -> int:
    """Write the table; tell each file that coqc accepts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a file of answers, which a run that is ended goes on from")
    asked = parser.parse_args()
    found: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        made: list[tuple[str, str]] = []

        def texts() -> Iterator[str]:
            for one in files(asked.count, asked.seed, Path(folder)):
                made.append(one)
                yield one[1]

        for at, end in ends(texts(), asked.seconds, asked.jobs, asked.kept):
            name, text = made[at]
            state = next(state for start, state in _STATES.items() if end.startswith(start))
            found.setdefault(name, Counter())[state] += 1
            print(f"{name}: {end}", flush=True)
            if state == "accepted":
                print(f"ACCEPTED, and false: {name}\n{text}", flush=True)
            TABLE.write_text("\n".join(table(found)) + "\n", encoding="utf-8")
    print(table(found)[-1])
    return 1 if any(states["accepted"] for states in found.values()) else 0


def table(found: Mapping[str, Counter[str]]) -> list[str]:
    """What became of the files of each theorem, and of all so far: `unfinished` are those not told in time."""
    rows = [
        f"{name:<28}{', '.join(f'{many} {state}' for state, many in sorted(states.items()))}"
        for name, states in found.items()
    ]
    total = sum(found.values(), Counter[str]())
    said = ", ".join(f"{many} {state}" for state, many in sorted(total.items()))
    return [*rows, f"{total.total()} files of false theorems: {said or 'none'}; commit {commit()}"]


if __name__ == "__main__":
    sys.exit(main())
