"""A certificate's moves, and what its claim says where, derived anew by clingo from the texts that stand in it.

The texts may come from a stranger: they are read as any spec and rules are, screened, in a folder of their own, and
clingo works on them in a child process with its limits.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any

from bouton.certificate import write
from bouton.certificate.verify import Certificate, CertifiedNode, CertifiedSection, WrongCertificate, need, verify
from bouton.core.errors import InputError
from bouton.core.position import Position, as_argument, named
from bouton.document.at import parse_at
from bouton.document.load import load_alone, narrow
from bouton.document.types import RULES
from bouton.process.limits import Limits, alone
from bouton.run.measures import measured
from bouton.run.options import Options
from bouton.run.plan import plan_of

_SPEC = "spec.yaml"
_LONGEST, _MOST = 200, 20
"""Letters of the name of a rules file, and such files."""
_OURS = {"verdict", "counterexample", "bouton", "spec"}
"""What the header has that the texts do not give: the verdict, which is checked by itself, and names."""


def replay(found: Certificate, file: str, limits: Limits) -> None:
    """Derive anew what a certificate that is right in itself says of the game, and compare.

    WrongCertificate where anything differs, or the texts are not what a spec and rules may be; LimitReached.
    """
    names = [name for name, _ in found.rules]
    fits = all(re.fullmatch(RULES, name) and len(name) < _LONGEST for name in names)
    need(fits and len({*names}) == len(names) <= _MOST, "the rules in it have no names of rules files")
    with TemporaryDirectory(prefix="bouton-") as folder:
        for name, text in ((_SPEC, found.spec[1]), *found.rules):
            stands = Path(folder) / name
            try:
                stands.parent.mkdir(exist_ok=True)
                stands.write_bytes(text.encode())
            except FileExistsError:
                raise WrongCertificate(f"{name} would stand in a folder that is a file", 1) from None
        wrong = alone(_replay, file, folder, limits, limits=limits)
    if wrong is not None:
        raise WrongCertificate(*wrong)


def _replay(file: str, folder: str, limits: Limits) -> tuple[str, int] | None:
    """What is wrong, and in which line; None where nothing is."""
    try:
        found = verify(file)
        request = _request(found, Path(folder), limits)
        expected = _plain(write.header(request, request.passes))
        need(found.header.keys() == expected.keys() | _OURS, "its header has other keys")
        for name in expected.keys() - _OURS:
            need(found.header.get(name) == expected[name], f"the texts in it give another {name}")
        need(found.header["spec"]["text"] == expected["spec"]["text"], "the texts in it give another spec")
        compared = _Compared(request, found.stop)
        again = verify(file, compared.section)
        need(again.digest == found.digest, "it has changed meanwhile")
    except WrongCertificate as wrong:
        return wrong.message, wrong.line
    except InputError as error:
        first = error.diagnostics[0]
        where = ":".join(str(part) for part in (PurePath(first.file or "").name, first.line, first.column) if part)
        return f"the texts in it cannot be used: {where}: {first.message}", 1
    return None


def _request(found: Certificate, folder: Path, limits: Limits) -> write.CertificateRequest:
    """The certificate that the texts are asked for, over the ranges that its header says."""
    spec = load_alone(str(folder / _SPEC))
    read = [(one.name, one.file.resolve()) for one in spec.rules]
    there = [(name, (folder / name).resolve()) for name, _ in found.rules]
    need(read == there, "the rules in it are not those that its spec names")
    name, changed = found.claim["id"], found.header["changed"]
    need(name in [claim.id for claim in spec.claims], f"its spec has no claim {name}")
    sets, over = (_texts(changed[option]) for option in ("set", "over"))
    spec = measured(narrow(spec, sets, over, [name]) if sets or over else spec, None)
    claim = spec.claim(name)
    need(claim.about == "positions", "the claim is not about the positions of a game")
    at = None
    if found.at is not None and not claim.points:
        at = parse_at(spec, as_argument(found.at[0], named(found.fluents, found.at[1])))
    passes = plan_of(spec, Options(claims=(name,), at=at, limits=limits, engine="ground"))
    write.certifiable(spec, claim, passes)
    if found.stop is not None and at is None:
        until = [number for number, item in enumerate(passes) if item.parameters == found.stop[0]]
        passes = passes[: until[0] + 1] if until else passes
    texts, changed = write.texts_of(spec, _SPEC), {"set": sets, "over": over}
    return write.CertificateRequest("", spec, claim, passes, limits, texts, changed)


def _texts(given: Any) -> list[str]:
    need(isinstance(given, list) and all(isinstance(one, str) for one in given), "its changed ranges are no texts")
    return list(given)


class _Compared:
    """Holds one section after another against what clingo derives."""

    def __init__(self, request: write.CertificateRequest, stop: tuple[Any, Position] | None) -> None:
        self.request, self.stop = request, stop

    def section(self, section: CertifiedSection, nodes: dict[Position, CertifiedNode]) -> None:
        """Compare every line of a section."""
        item = next((one for one in self.request.passes if one.parameters == section.parameters), None)
        stops = self.stop is not None and section.parameters == self.stop[0]
        stop = self.stop[1] if stops and self.stop else None
        spec, claim, left = self.request.spec, self.request.claim, dict(nodes)
        for record in write.records(spec, claim, item, stop) if item is not None else ():
            at = record["position"]
            where = f"{json.dumps(at)} at {dict(section.parameters)}"
            node = left.pop(at, None)
            need(node is not None and node.record is not None, f"the rules lead to {where}, which has no line")
            assert node is not None
            assert node.record is not None
            for name, said, true in _differences(node.record, _plain(record)):
                need(False, f"its rules give other {name} at {where}: {json.dumps(true)}, not {json.dumps(said)}")
        need(not left, f"the rules do not lead to {json.dumps(next(iter(left), None))}")


def _differences(said: dict[str, Any], true: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in sorted({*said, *true} - {"wins"}):  # of several winning options each is right
        one, other = said.get(name), true.get(name)
        if _unordered(one) != _unordered(other):
            yield name, one, other


def _unordered(value: Any) -> Any:
    """A list sorted and without repetitions, since options and named moves are sets; any other value as it is.

    The order of a position's heaps is not compared here: the line was found by its position.
    """
    return sorted(set(map(json.dumps, value))) if isinstance(value, list) else value


def _plain(record: Any) -> Any:
    return json.loads(json.dumps(record))
