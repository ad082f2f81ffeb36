"""The labelled game graph behind a bounded verdict, written as a certificate (see `bouton.certificate`)."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from bouton import __version__
from bouton.certificate import LONGEST, WrongCertificate, verify
from bouton.check import Progress
from bouton.claims import KINDS
from bouton.claims.kind import speaks
from bouton.errors import Disagreement, LimitReached, fault
from bouton.ground.box import HeapBox, Region
from bouton.ground.game import Game
from bouton.ground.graph import Node
from bouton.ground.layers import Batch, graphs
from bouton.limits import Emit, Limits, Task, alone, run
from bouton.plan import Pass
from bouton.position import Fluent, Heaps, Position, unnamed
from bouton.spec.model import Claim, Play, Spec
from bouton.verdict import Counterexample, Result, Verdict

_CHUNK = 1 << 20


@dataclass(frozen=True)
class Request:
    """A certificate that is asked for: the file, the claim, and the passes that decide it."""

    file: str
    spec: Spec
    claim: Claim
    passes: Sequence[Pass]
    limits: Limits
    about: dict[str, str]


@dataclass(frozen=True)
class Written:
    """A certificate that was written and then verified: how many positions it labels, and its bytes."""

    positions: int
    size: int


def request(file: str, spec: Spec, claim: Claim, passes: Sequence[Pass], limits: Limits) -> Request:
    """What is needed to write the certificate later; InputError where there can be none."""
    path = Path(file)
    if not path.resolve().parent.is_dir() or (path.exists() and not path.is_file()):
        raise fault("a certificate cannot be written here", file=file, expected="a file, in a folder that exists")
    if passes and passes[0].game.rules.alliances:
        raise fault(f"{claim.id}: there is no certificate of a game of alliances yet", file=spec.file)
    if KINDS[claim.kind].words(spec, claim) is None:
        where = {"file": claim.place.file, "line": claim.place.line, "column": claim.place.column}
        raise fault(f"{claim.id}: {_no_certificate(claim)}, so there is no certificate of it", **where)
    about = {
        "bouton": __version__,
        "spec": spec.file,
        "spec_sha256": sha256(Path(spec.file).read_bytes()).hexdigest(),
        "rules": spec.rules.name,
        "rules_sha256": sha256(spec.rules.read_bytes()).hexdigest(),
        "claim": claim.id,
        "says": claim.says,
    }
    return Request(file, spec, claim, passes, limits, about)


def _no_certificate(claim: Claim) -> str:
    if claim.predicate is not None:
        return f"what it says of {claim.predicate} is no matter of the game graph"
    return f"a claim of the kind {claim.kind} is not about P-positions"


def write(request: Request, result: Result, progress: Callable[[Progress], None]) -> Written:
    """Write the certificate of a result, whole or not at all, and verify it.

    InputError where the file cannot be written; LimitReached where no verdict was reached, or a limit now;
    Disagreement where the certificate does not show what the result says.
    """
    if result.verdict is Verdict.UNKNOWN:
        raise LimitReached("there is no verdict")
    if result.verdict is Verdict.REFUTED and result.reason is not None:
        raise LimitReached(result.reason)
    target = Path(request.file).resolve()
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        with open(part, "wb") as raw:
            if target.suffix == ".gz":
                with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
                    _write(packed.write, request, result, progress)
            else:
                _write(raw.write, request, result, progress)
        written = Written(_verified(part, request, result), part.stat().st_size)
        os.replace(part, target)
    except OSError as error:
        raise fault(f"the certificate cannot be written: {error.strerror or error}", file=request.file) from None
    finally:
        part.unlink(missing_ok=True)
    return written


def _verified(file: Path, request: Request, result: Result) -> int:
    """The positions of a certificate that is right and judges what the result judges; Disagreement for any other."""
    positions, judged = alone(_verify, str(file), limits=request.limits)
    expected = result.positions + (_counterexample(result) is not None)
    if judged != expected:
        raise Disagreement(f"{request.claim.id}: {expected} positions were judged, but the certificate has {judged}")
    assert isinstance(positions, int)
    return positions


def _verify(file: str) -> tuple[int, int]:
    try:
        found = verify(file)
    except WrongCertificate as wrong:
        raise Disagreement(f"the certificate is wrong in line {wrong.line}: {wrong.message}") from None
    return found.positions, sum(found.judged)


def _write(
    to: Callable[[bytes], object], request: Request, result: Result, progress: Callable[[Progress], None]
) -> None:
    passes, stop = _sections(request, result)
    verdict = "refuted" if stop is not None else "vacuous" if result.verdict is Verdict.VACUOUS else "holds"
    header = _header(request, passes, verdict, stop)
    sums, lines, judged, done = sha256(), 0, 0, 0
    total = sum(item.region.size() for item in passes)

    def put(text: bytes) -> None:
        to(text)
        sums.update(text)

    put(_line(header))
    tasks = [
        Task(_label, (request.spec, request.claim, item, number, stop if item is passes[-1] else None), request.limits)
        for number, item in enumerate(passes)
    ]
    with closing(run(tasks)) as events:
        for event in events:
            if event.error is not None:
                raise event.error
            if isinstance(event.value, _Chunk):
                put(event.value.text)
                lines, judged = lines + event.value.lines, judged + event.value.judged
                done += event.value.done
                progress(Progress((request.claim.id,), done, total))
    to(_line({"end": {"positions": lines, "judged": judged, "sha256": sums.hexdigest()}}))


def _counterexample(result: Result) -> Counterexample | None:
    """The counterexample in the box; one that a proof led to lies beyond it, and in the box the claim holds."""
    return None if result.proof is not None else result.counterexample


def _sections(request: Request, result: Result) -> tuple[Sequence[Pass], Position | None]:
    """The passes that are certified, and the counterexample in the last of them."""
    found = _counterexample(result)
    if found is None:
        return request.passes, None
    at = next(index for index, item in enumerate(request.passes) if item.parameters == found.parameters)
    return request.passes[: at + 1], unnamed(request.spec.fluents, found.position)


def _header(request: Request, passes: Sequence[Pass], verdict: str, stop: Position | None) -> dict[str, Any]:
    game = passes[0].game
    return {
        "certificate": 1,
        "about": request.about,
        "kind": request.claim.kind,
        "verdict": verdict,
        "plays": passes[0].plays,
        "named": request.claim.strategy is not None,
        "winner": ("winner", 1) in game.rules.defined,
        "fluents": {fluent.name: _sort(fluent) for fluent in game.fluents},
        "measure": game.measure.entries,
        "sections": [{"parameters": item.parameters, **_place(item.region)} for item in passes],
        "counterexample": stop,
    }


def _sort(fluent: Fluent) -> str:
    if isinstance(fluent, Heaps):
        return fluent.order
    return "stones" if fluent.stones else "counter"


def _place(region: Region) -> dict[str, Any]:
    if region.position is not None:
        return {"at": region.position}
    box: dict[str, Any] = {}
    for part in region.hull.parts:
        if isinstance(part, HeapBox):
            box[part.fluent.name] = {"count": _ends(part.counts), "size": _ends(part.sizes)}
        else:
            box[part.fluent.name] = _ends(part.values)
    return {"box": box}


def _ends(values: range) -> list[int]:
    return [values.start, values.stop - 1]


@dataclass(frozen=True)
class _Chunk:
    """Lines of a certificate; `done` counts those of positions in the box."""

    text: bytes
    lines: int
    judged: int
    done: int


def _label(emit: Emit, spec: Spec, claim: Claim, item: Pass, number: int, stop: Position | None) -> None:
    """Emit the lines of one section, followers first; none above `stop`."""
    words = KINDS[claim.kind].words(spec, claim)
    assert words is not None
    last = None if stop is None else (item.game.measure.of(stop), stop)
    for batch in graphs(item.game, item.region, item.predicates, item.plays):
        said = {
            node.position: words(node, layer) for layer in batch.layers for node in layer.nodes if speaks(claim, node)
        }
        lines: list[bytes] = []
        judged = size = 0
        for node in sorted(batch.nodes.values(), key=lambda node: (node.measure, node.position)):
            if last is not None and (node.measure, node.position) > last:
                break
            record = {"section": number, **_record(item.game, batch, node, item.plays)}
            if node.position in said:
                record["judged"] = said[node.position]
                judged += 1
            lines.append(_line(record))
            size += len(lines[-1])
            if size > _CHUNK:
                emit(_Chunk(b"".join(lines), len(lines), judged, 0))
                lines, judged, size = [], 0, 0
        emit(_Chunk(b"".join(lines), len(lines), judged, sum(len(layer.nodes) for layer in batch.layers)))
        if stop in batch.nodes:
            return


def _record(game: Game, batch: Batch, node: Node, plays: Sequence[Play]) -> dict[str, Any]:
    options = sorted({move.to for move in node.moves})
    is_p = batch.solved.is_p
    record: dict[str, Any] = {
        "position": node.position,
        "rank": node.measure,
        "labels": ["P" if is_p(play, node.position) else "N" for play in plays],
        "options": options,
        "wins": [next((option for option in options if is_p(play, option)), None) for play in plays],
    }
    if not options and ("winner", 1) in game.rules.defined:
        record["winner"] = str(node.rows["winner", 1][0][0])
    return record


def _line(record: dict[str, Any]) -> bytes:
    line = json.dumps(record, separators=(",", ":")).encode() + b"\n"
    if len(line) > LONGEST:
        raise LimitReached("a line of the certificate would be too long")
    return line
