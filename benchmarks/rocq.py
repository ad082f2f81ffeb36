"""Every proved claim of the shipped specs as a file for Rocq: whether coqc accepts it, or why there is none.

`python -m benchmarks.rocq` writes `benchmarks/rocq.txt`, and with `--refuted` the same of every refuted claim into
`benchmarks/refuted.txt`. `--seconds` is the processor time that coqc has for each file, as are the seconds in the
table; so are the limits within the scripts, where a C compiler is installed. With `--kept FILE` each answer goes into
a file as it comes, and a run that was ended goes on from there: an answer is that of a text with its libraries, so
that none of another text is taken for it. Behind each row stands the commit at which it was found. With `--told LOG`,
the rows that a run has printed, ended or not, are put into the table, which keeps the others with their commits.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path

from bouton.core.errors import Unreadable
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.process.limits import Limits
from bouton.rocq.file import libraries, library, refute, write
from bouton.rocq.hand import BEGINS, lacking
from bouton.rocq.hand import kept as kept_by_hand
from bouton.rocq.tried import CoqcAnswer, tried

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "benchmarks" / "rocq.txt"
ALARMS = Path(__file__).with_name("alarms.c")
_WALL = 200.0
"""Seconds of a busy machine's clock for one of processor time."""
_AT_ONCE = 20
"""Files that are written before coqc is asked of them."""
_HEAD = 78
"""Letters before what becomes of a claim in its row."""
UNTRIED = "its file is written, and was not tried"
UNSEEN = "not looked at in any run"


def proved(specs: Sequence[Path]) -> Iterator[tuple[Spec, Claim]]:
    """The claims that are expected to be proved."""
    for file in specs:
        spec = load(file)
        for claim in () if spec.all_games else spec.claims:
            if claim.prove is not None and claim.expect.verdict != "refuted" and claim.expect.proof is None:
                yield spec, claim


def text_of(spec: Spec, claim: Claim, folder: Path) -> str | Unreadable:
    """The file of a claim, held against clingo, or why there is none."""
    try:
        return write(folder, spec, claim).read_text(encoding="utf-8")
    except Unreadable as error:
        return error


def refuted(specs: Sequence[Path]) -> Iterator[tuple[Spec, Claim]]:
    """The claims that are expected to be refuted at a position that the spec names."""
    for file in specs:
        spec = load(file)
        for claim in () if spec.all_games else spec.claims:
            if claim.expect.refutation is not None and claim.expect.refutation.position is not None:
                yield spec, claim


def text_of_refuted(spec: Spec, claim: Claim, folder: Path) -> str | Unreadable:
    """The file that a claim is false at the position that its spec names, or why there is none."""
    at = claim.expect.refutation
    assert at is not None and at.position is not None
    try:
        return refute(folder, spec, claim, at.parameters, at.position).read_text(encoding="utf-8")
    except Unreadable as error:
        return error


def ends(
    files: Iterable[str | Unreadable], seconds: float, jobs: int, kept: Path | None = None, *, tries: bool = True
) -> Iterator[tuple[int, str]]:
    """What becomes of each file, by its number: `accepted` only where its theorem rests on no axiom."""
    known, here = _known(kept), commit()
    numbered = enumerate(files)
    while some := list(islice(numbered, _AT_ONCE)):
        proofs: list[tuple[int, str]] = []
        for at, one in some:
            if isinstance(one, Unreadable):
                yield at, f"not written: {one.reason} [{here}]"
            elif (why := lacking(one)) is not None:
                yield at, f"no proof: {why} [{here}]"
            elif (key := digest(one, seconds)) in known:
                yield at, known[key]
            elif not tries:
                yield at, f"{UNTRIED} [{here}]"
            else:
                proofs.append((at, one))
        with alarms_of_processor_time():
            limits = Limits(_WALL * seconds, processor=seconds)
            for number, answer in tried([text for _, text in proofs], limits, jobs):
                at, text = proofs[number]
                end = f"{_said(text, answer)} [{here}]"
                if kept is not None:
                    with kept.open("a", encoding="utf-8") as more:
                        more.write(f"{digest(text, seconds)} {end}\n")
                yield at, end


@contextmanager
def alarms_of_processor_time() -> Iterator[None]:
    """While this lasts the alarms of programs that are started count their processor time, not the clock's.

    coqc's `timeout` sets such alarms. Without a C compiler nothing changes.
    """
    with tempfile.TemporaryDirectory() as folder:
        made, compiler = f"{folder}/alarms.so", shutil.which("cc")
        if compiler is None:
            yield
            return
        subprocess.run([compiler, "-shared", "-fPIC", "-o", made, str(ALARMS)], check=True)
        os.environ["LD_PRELOAD"] = made
        try:
            yield
        finally:
            del os.environ["LD_PRELOAD"]


def digest(text: str, seconds: float) -> str:
    """Names what coqc was asked: the text, all that it rests on, and the time it has."""
    return sha256("\0".join((f"{seconds:g}", *map(library, libraries(text)), text)).encode()).hexdigest()[:32]


def _known(kept: Path | None) -> dict[str, str]:
    if kept is None or not kept.exists():
        return {}
    rows = (row.partition(" ") for row in kept.read_text(encoding="utf-8").splitlines())
    return {key: end for key, _, end in rows}


def commit() -> str:
    """The commit of what is here, with `, changed` behind it where it is not all."""
    said = [
        subprocess.run(["git", *asked], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
        for asked in (["rev-parse", "--short=10", "HEAD"], ["status", "--porcelain", "src", "encodings", "specs"])
    ]
    return f"{said[0]}{', changed' if said[1] else ''}"


def _said(text: str, answer: CoqcAnswer) -> str:
    if answer.state != "accepted":
        return f"{'not accepted' if answer.state == 'refused' else 'stopped'}: {answer.why}"
    more = ", by hand" if _by_hand(text) else ""
    if ": ~ theorem." in text and text.count("Print Assumptions") > 1:
        more += ", as the least"
    elif answer.why:
        more += f", {answer.why}"
    return f"accepted in {answer.seconds:.0f} s{more}"


def _by_hand(text: str) -> bool:
    """Whether the proof of the theorem is one that is written by hand."""
    proof = text.partition(BEGINS)[2]
    return any(own.partition("Theorem strategy_wins")[0].strip() in proof for _, _, own in kept_by_hand().values())


def by_kind(every: Sequence[tuple[str, str]]) -> Iterator[str]:
    """For each kind of claims how many are accepted, how many of these as the least, and how many are not written."""
    for kind in sorted({kind for kind, _ in every}):
        yield f"{kind:<34}{counted([end for one, end in every if one == kind])}"


def counted(found: Sequence[str]) -> str:
    """How many ends are of each sort."""
    sorts = {"accepted": "accepted", "not accepted": "refused", "stopped": "stopped", "no proof": "without a proof"}
    sorts |= {"not written": "not written", UNTRIED: "not tried", UNSEEN: "not looked at"}
    counts = {said: sum(end.startswith(start) for end in found) for start, said in sorts.items()}
    said = [f"{many} {what}" for what, many in counts.items() if many] or ["none"]
    least = sum(", as the least" in end for end in found)
    return ", ".join([f"{said[0]} ({least} as the least)" if least else said[0], *said[1:]])


def commits(found: Sequence[str]) -> str:
    """How many ends are of each commit, the most first."""
    each = Counter(end.rpartition(" [")[2].removesuffix("]") for end in found)
    return ", ".join(f"{many} are of {commit}" for commit, many in each.most_common())


def main() -> None:
    """Write the table: all files first, each held against clingo; then each claim is told as coqc ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", type=Path)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--refuted", action="store_true", help="refutations in place of proofs: benchmarks/refuted.txt")
    parser.add_argument("--kept", type=Path, help="a file of answers, which a run that is ended goes on from")
    parser.add_argument("--told", type=Path, help="the rows that a run has printed: nothing is run")
    parser.add_argument("--known", action="store_true", help="ask coqc nothing: the answers are those of that file")
    asked = parser.parse_args()
    folders = [ROOT / "specs", *([ROOT / "specs" / "known_false"] if asked.refuted else [])]
    asked.specs = asked.specs or [file for one in folders for file in sorted(one.glob("*.yaml"))]
    claims, what = (refuted, text_of_refuted) if asked.refuted else (proved, text_of)
    every = list(claims(asked.specs))
    table = TABLE.with_stem("refuted") if asked.refuted else TABLE
    found = {row(spec, claim): f"{UNSEEN} [{commit()}]" for spec, claim in every}
    found |= told(table.read_text(encoding="utf-8").splitlines(), found)
    if asked.told is not None:
        found |= told(asked.told.read_text(encoding="utf-8").splitlines(), found)
    else:
        with tempfile.TemporaryDirectory() as folder:
            texts = (what(spec, claim, Path(folder)) for spec, claim in every)
            for at, end in ends(texts, asked.seconds, asked.jobs, asked.kept, tries=not asked.known):
                found[row(*every[at])] = end
                print(f"{row(*every[at])}{end}", flush=True)
    kinds = [(claim.kind, found[row(spec, claim)]) for spec, claim in every]
    rows = [f"{head}{end}" for head, end in found.items()]
    rows += [*(by_kind(kinds) if asked.refuted else ()), f"{len(found)} claims: {counted([*found.values()])}"]
    rows.append(f"of these rows {commits([*found.values()])}; claims about all games are left out")
    table.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(rows[-2])


def row(spec: Spec, claim: Claim) -> str:
    """How the row of a claim begins."""
    return f"{Path(spec.file).stem:<34}{claim.id:<{_HEAD - 34}}"


def told(rows: Sequence[str], wanted: Container[str]) -> dict[str, str]:
    """What becomes of claims, by how their rows begin."""
    return {one[:_HEAD]: one[_HEAD:] for one in rows if one[:_HEAD] in wanted}


if __name__ == "__main__":
    main()
