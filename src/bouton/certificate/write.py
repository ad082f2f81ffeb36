"""The labelled game graph behind a bounded verdict, written as a certificate (see `bouton.certificate.verify`)."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, TypedDict

from bouton import __version__
from bouton.certificate.verify import LONGEST, VERSION, WrongCertificate, assignments, verify
from bouton.claims.judge import speaks
from bouton.claims.passes import Pass
from bouton.claims.registry import kind_of
from bouton.core.errors import Disagreement, LimitReached, fault
from bouton.core.news import OnProgress, Progress
from bouton.core.position import Counter, Fluent, Heaps, Parameters, Position, unnamed
from bouton.core.spec import Box, Claim, HeapRange, Play, Spec, values_of
from bouton.core.verdict import Counterexample, Result, Verdict
from bouton.ground.alliances import WINNER
from bouton.ground.game import Game
from bouton.ground.graph import Grounder, Node
from bouton.ground.kernel import terminals
from bouton.ground.layers import LayerBatch, existing, graphs
from bouton.process.limits import Emit, Limits, Task, alone, run

_CHUNK = 1 << 20


class CertifiedText(TypedDict):
    """A file as it stands in a certificate."""

    name: str
    text: str


@dataclass(frozen=True)
class CertificateRequest:
    """A certificate that is asked for: the file, the claim, and the passes that decide it.

    `texts` are the names and the contents of the spec and of the rules, as they were read; `changed` has what the
    command line made of the spec's ranges, the options `set` and `over`.
    """

    file: str
    spec: Spec
    claim: Claim
    passes: Sequence[Pass]
    limits: Limits
    texts: Mapping[str, CertifiedText | list[CertifiedText]]
    changed: Mapping[str, Sequence[str]]

    def write(self, result: Result, progress: OnProgress) -> WrittenCertificate:
        """Write the certificate of a result, whole or not at all, and verify it.

        InputError where the file cannot be written; LimitReached where no verdict was reached, or a limit now;
        Disagreement where the certificate does not show what the result says.
        """
        if result.verdict is Verdict.UNKNOWN:
            raise LimitReached("there is no verdict")
        if result.verdict is Verdict.REFUTED and result.reason is not None:
            raise LimitReached(result.reason)
        request = replace(self, limits=self.limits.begun())
        target = Path(request.file).resolve()
        part = target.with_name(f".{target.name}.{os.getpid()}.part")
        try:
            with open(part, "wb") as raw:
                if target.suffix == ".gz":
                    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as packed:
                        _write(packed.write, request, result, progress)
                else:
                    _write(raw.write, request, result, progress)
            written = WrittenCertificate(_verified(part, request, result), part.stat().st_size)
            os.replace(part, target)
        except OSError as error:
            raise fault(f"the certificate cannot be written: {error.strerror or error}", file=request.file) from None
        finally:
            with suppress(OSError):  # where the folder is gone there is nothing left to remove
                part.unlink(missing_ok=True)
        return written


@dataclass(frozen=True)
class WrittenCertificate:
    """A certificate that was written and then verified: how many positions it labels, and its bytes."""

    positions: int
    size: int


def request(
    file: str, spec: Spec, claim: Claim, passes: Sequence[Pass], limits: Limits, changed: Mapping[str, Sequence[str]]
) -> CertificateRequest:
    """What is needed to write the certificate later; InputError where there can be none."""
    path = Path(file)
    if not path.resolve().parent.is_dir() or (path.exists() and not path.is_file()):
        raise fault("a certificate cannot be written here", file=file, expected="a file, in a folder that exists")
    certifiable(spec, claim, passes)
    if any(one.text is not None for one in spec.rules):
        raise fault("there is no certificate of a game without a rules file", file=spec.file, expected="rules:")
    texts = texts_of(spec, Path(spec.file).name)
    return CertificateRequest(file, spec, claim, passes, limits, texts, changed)


def texts_of(spec: Spec, name: str) -> dict[str, CertifiedText | list[CertifiedText]]:
    """What stands in a certificate of a spec, under that name, and of its rules; of several files a list."""
    rules = [CertifiedText(name=one.name, text=one.data.decode()) for one in spec.rules]
    return {
        "spec": CertifiedText(name=name, text=spec.text),
        "rules": rules if len(rules) > 1 else rules[0],
    }


def certifiable(spec: Spec, claim: Claim, passes: Sequence[Pass]) -> None:
    """InputError where there is no certificate of such a claim."""
    spec.refuse_sets("there are certificates")
    if passes and passes[0].game.measure.predicates:
        raise fault(f"{claim.id}: there is no certificate where the rules derive the measure", file=spec.file)
    if passes and passes[0].game.rules.alliances:
        raise fault(f"{claim.id}: there is no certificate of a game of alliances yet", file=spec.file)
    words = kind_of(claim).said.words(spec, claim)
    if isinstance(words, str):
        raise fault(f"{claim.id}: {words}, so there is no certificate of it", claim.place)


def _verified(file: Path, request: CertificateRequest, result: Result) -> int:
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
    return found.positions, sum(section.covered for section in found.sections)


def _write(to: Callable[[bytes], object], request: CertificateRequest, result: Result, progress: OnProgress) -> None:
    passes, stop = _sections(request, result)
    verdict = "refuted" if stop is not None else "vacuous" if result.verdict is Verdict.VACUOUS else "holds"
    sums, lines, covered, done = sha256(), 0, 0, 0
    total = sum(item.region.size() for item in passes)

    def put(text: bytes) -> None:
        to(text)
        sums.update(text)

    known = {} if stop is None else {"parameters": passes[-1].parameters, "position": stop}
    put(_line({**header(request, passes), "verdict": verdict, "counterexample": known or None}))
    order = _places(request.claim, passes)
    tasks = [
        Task(_label, (request.spec, request.claim, item, stop if item is passes[-1] else None), request.limits)
        for item in passes
    ]
    opened = -1
    with closing(run(tasks)) as events:
        for event in events:
            if event.error is not None:
                raise event.error
            while opened < event.task:  # values of the parameters for which the box is empty have a line too
                section, item = next(order)
                put(_line({"section": section}))
                opened += item is not None
            if isinstance(event.value, _Chunk):
                put(event.value.text)
                lines, covered = lines + event.value.lines, covered + event.value.covered
                done += event.value.done
                progress(Progress((request.claim.id,), done, total))
    for section, _ in order if stop is None else ():
        put(_line({"section": section}))
    to(_line({"end": {"positions": lines, "covered": covered, "sha256": sums.hexdigest()}}))


def _places(claim: Claim, passes: Sequence[Pass]) -> Iterator[tuple[Parameters, Pass | None]]:
    """The values of the parameters in order, each with its pass where the box is not empty there."""
    if passes[0].region.position is not None:
        yield passes[0].parameters, passes[0]
        return
    waiting = list(passes)[::-1]
    for parameters in assignments(claim.box.parameters):
        item = waiting.pop() if waiting and waiting[-1].parameters == parameters else None
        yield parameters, item


def _counterexample(result: Result) -> Counterexample | None:
    """The counterexample in the box; one that a proof led to lies beyond it, and in the box the claim holds."""
    return None if result.proof is not None else result.counterexample


def _sections(request: CertificateRequest, result: Result) -> tuple[Sequence[Pass], Position | None]:
    """The passes that are certified, and the counterexample in the last of them."""
    found = _counterexample(result)
    if found is None:
        return request.passes, None
    at = next(index for index, item in enumerate(request.passes) if item.parameters == found.parameters)
    return request.passes[: at + 1], unnamed(request.spec.fluents, found.position)


def header(request: CertificateRequest, passes: Sequence[Pass]) -> dict[str, Any]:
    """The header of a certificate but for its verdict: what it is of, which the texts in it give again."""
    claim, game, at = request.claim, passes[0].game, passes[0].region.position
    return {
        "certificate": VERSION,
        "bouton": __version__,
        **request.texts,
        "claim": {
            **_said(claim),
            "plays": passes[0].plays,
            "together": [_said(request.spec.claim(one)) for one in claim.together],
        },
        "changed": request.changed,
        "fluents": {fluent.name: _sort(fluent) for fluent in game.fluents},
        "measure": game.measure.entries,
        "winner": ("winner", 1) in game.rules.defined,
        "box": None if at is not None else box(claim.box),
        "at": None if at is None else {"parameters": passes[0].parameters, "position": at},
    }


def _said(claim: Claim) -> dict[str, Any]:
    shared = {name: getattr(claim, name) for name in ("id", "kind", "says", "iff", "where", "strategy")}
    return shared | {name: getattr(claim.said, name, None) for name in ("moves", "key", "outcome")}


def _sort(fluent: Fluent) -> str:
    if isinstance(fluent, Heaps):
        return fluent.order
    return "stones" if isinstance(fluent, Counter) and fluent.stones else "counter"


def box(ranges: Box) -> dict[str, Any]:
    """A box as it stands in a header (see `bouton.certificate.verify.read_box`)."""
    return {
        "parameters": {parameter.name: parameter.written for parameter in ranges.parameters},
        "position": {
            part.name: {"count": str(part.count), "size": str(part.size)}
            if isinstance(part, HeapRange)
            else str(values_of(part))
            for part in ranges.fluents
        },
    }


@dataclass(frozen=True)
class _Chunk:
    """Lines of a certificate; `done` counts those of positions in the box."""

    text: bytes
    lines: int
    covered: int
    done: int


def _label(emit: Emit, spec: Spec, claim: Claim, item: Pass, stop: Position | None) -> None:
    """Emit the lines of one section."""
    lines: list[bytes] = []
    covered = done = size = 0

    def tell() -> None:
        nonlocal lines, covered, done, size
        emit(_Chunk(b"".join(lines), len(lines), covered, done))
        lines, covered, done, size = [], 0, 0, 0

    for record in records(spec, claim, item, stop):
        lines.append(_line(record))
        covered, done, size = (
            covered + record.get("covered", False),
            done + ("covered" in record),
            size + len(lines[-1]),
        )
        if size > _CHUNK:
            tell()
    tell()


def records(spec: Spec, claim: Claim, item: Pass, stop: Position | None) -> Iterator[dict[str, Any]]:
    """The lines of one section, followers first; none above `stop`. Derived by clingo."""
    words = kind_of(claim).said.words(spec, claim)
    assert not isinstance(words, str), words
    last = None if stop is None else (item.game.measure.of(stop), stop)
    yield from _apart(item, last)
    for batch in graphs(replace(item.sought, values=False)):
        said = {
            node.position: {"covered": True, **words(node, layer)} if speaks(claim, node) else {"covered": False}
            for layer in batch.layers
            for node in layer.nodes
        }
        for node in sorted(batch.nodes.values(), key=lambda node: (node.measure, node.position)):
            if last is not None and (node.measure, node.position) > last:
                break
            yield {**_record(item.game, batch, node, item.plays), **said.get(node.position, {})}
        if stop in batch.nodes:
            return


def _apart(item: Pass, last: tuple[tuple[int, ...], Position] | None) -> Iterator[dict[str, Any]]:
    """The lines of the positions that do not exist: they have no moves, and nothing is claimed of them."""
    game, exist = item.game, existing(item.game, item.region)
    if game.rules.legal is None:
        return
    grounder = Grounder.of(game, item.region.hull, {WINNER} & game.rules.defined)
    for layer in item.region.layers(game.measure):
        known = set(exist(layer))
        for node in grounder.nodes([one for one in layer if one not in known]):
            if last is None or (node.measure, node.position) <= last:
                labels = ["P" if terminals(game, play)(node) else "N" for play in item.plays]
                record = {"position": node.position, "labels": labels, "options": [], "wins": [None] * len(labels)}
                winner = {"winner": str(node.rows[WINNER][0][0])} if WINNER in node.rows else {}
                yield {**record, **winner, "covered": False}


def _record(game: Game, batch: LayerBatch, node: Node, plays: Sequence[Play]) -> dict[str, Any]:
    options = sorted({move.to for move in node.moves})
    is_p = batch.solved.is_p
    record: dict[str, Any] = {
        "position": node.position,
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
