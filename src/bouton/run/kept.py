"""Results kept from run to run: what nothing has changed is told again, not judged again.

An entry is found by a digest of all that a result may rest on: the whole spec but what its claims say, all rules but
comments and layout, what was asked, Bouton's own sources, and the versions of the solvers. It is sealed with the
user's key. Kept is what was decided, or is as the spec expects it.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from bouton.claims.passes import Pass
from bouton.core import shipped
from bouton.core.errors import Disagreement, InputError
from bouton.core.exits import Exit
from bouton.core.news import OnProgress
from bouton.core.proof import Proof, read_back
from bouton.core.sources import Source
from bouton.core.spec import Claim, Place, Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.entry import ClaimEntry
from bouton.process import cache
from bouton.process.cache import key, same, seal
from bouton.process.compiler import compiler
from bouton.rules.screen import load_all, unspaced, without_comments
from bouton.run.check import INTERRUPTED, holds
from bouton.run.check import check as judge
from bouton.run.measures import measured
from bouton.run.options import Options
from bouton.run.plan import plan_of
from bouton.solving.mona import has_mona

FRESH = "BOUTON_FRESH"
"""The variable of the environment that stands for `fresh`, whatever its value."""
_MOST = 10_000
"""Results that are kept, those told last."""
_SOLVERS = ("clingo", "z3-solver", "cvc5")
_APART: dict[type, frozenset[str]] = {
    Spec: frozenset({"file", "faults", "lost", "text"}),
    Claim: frozenset({"says"}),
    ClaimEntry: frozenset({"says"}),
}
"""Fields on which no result rests: claims that are at fault are not among the claims."""


@lru_cache(maxsize=2)
def _shape(kept: type) -> TypeAdapter[Any]:
    return TypeAdapter(kept)


def check(spec: Spec, options: Options, progress: OnProgress, plan: Sequence[Pass] | None = None) -> Generator[Result]:
    """What `bouton.run.check.check` yields, with the results that were kept in their places; the others are kept now.

    With `options.fresh`, or the variable BOUTON_FRESH, nothing that was kept is told. Nothing is kept of one position,
    of several counterexamples, or of a check that writes files of its own.
    """
    whole = options.at is None and options.smtlib is None and options.resume is None and options.several == 1
    secret = _secret() if whole else None
    claims = [claim for claim in spec.claims if not options.claims or claim.id in options.claims]
    keys = None if secret is None else _keys(spec, claims, options)
    if secret is None or keys is None:
        yield from judge(spec, options, progress, plan)
        return
    fresh = options.fresh or FRESH in os.environ
    known = [None if fresh else _recall(one, secret) for one in keys]
    if any(known):
        if plan is None:
            plan_of(spec, options)  # what is wrong with one claim is told before anything is
        coming = _others(spec, options, progress, [(claim.id, one) for claim, one in zip(claims, known, strict=True)])
    else:
        coming = judge(spec, options, progress, plan)
    for one, before in zip(keys, known, strict=True):
        result = next(coming) if before is None else before
        if before is None and _decided(result):
            _keep(one, result, secret)
        yield result
    yield from coming  # an interruption is raised after the last result


def _others(
    spec: Spec, options: Options, progress: OnProgress, known: Sequence[tuple[str, Result | None]]
) -> Iterator[Result]:
    """The results of the claims that are not known, as a check of all of them would have it.

    Where a result is known for which another measure is looked for, those after it are judged by that measure.
    """
    first = next((at for at, (_, one) in enumerate(known) if one is not None and not holds(one)), len(known))
    before, after = (tuple(claim for claim, one in part if one is None) for part in (known[:first], known[first:]))
    if before:
        yield from judge(spec, replace(options, claims=before), progress)
    if after:
        about = spec if spec.all_games else measured(spec, options.limits)
        yield from judge(about, replace(options, claims=after), progress)


def _decided(result: Result) -> bool:
    """Whether nothing is left open but a proof that the spec does not expect, and none was broken off."""
    if result.exit is Exit.OK:
        return result.proof is None or result.proof.reason != INTERRUPTED
    proof = result.proof is None or result.proof.verdict in ("proved", "refuted", "skipped")
    return result.verdict is not Verdict.UNKNOWN and result.reason is None and proof


def _secret() -> bytes | None:
    """The user's key; None where there is none to be had, so that nothing is kept."""
    try:
        return key()
    except InputError:
        return None


def _file(digest: str) -> Path:
    return cache.folder() / "results" / f"{digest}.json"


def _recall(wanted: _Key, secret: bytes) -> Result | None:
    """The result of that key, as this user's Bouton has kept it; what is damaged or foreign is none.

    None too where it may name a line of a file in which that stands elsewhere by now.
    """
    content = cache.read(_file(wanted.digest))
    with suppress(ValueError, RecursionError, LookupError, TypeError, Disagreement):
        entry = json.loads(content or b"")
        said = entry["result"]
        text = json.dumps(said)
        moved = entry["layout"] != wanted.layout and any(json.dumps(one)[1:-1] in text for one in wanted.named)
        if same(entry["seal"], seal(secret, [wanted.digest, entry["layout"], said])) and not moved:
            return replace(_read(said), kept=True)
    return None


def _read(said: dict[str, Any]) -> Result:
    """A result as it was written, its proof through the door that made it; Disagreement where that is none."""
    proof = said["proof"]
    if proof is not None:
        proof = read_back(_shape(Proof).validate_python({**proof, "verdict": "unknown"}), proof["verdict"])
    found: Result = _shape(Result).validate_python({**said, "proof": proof})
    return found


def _keep(one: _Key, result: Result, secret: bytes) -> None:
    said = _shape(Result).dump_python(result, mode="json")
    with suppress(ValidationError):  # what would not be read again as it is, is not kept
        if _read(said) == result:
            sealed = seal(secret, [one.digest, one.layout, said])
            entry = json.dumps({"seal": sealed, "layout": one.layout, "result": said})
            cache.put(_file(one.digest), entry.encode(), _MOST)


# --------------------------------------------------------------------------------------------- what a result rests on


@dataclass(frozen=True)
class _Key:
    """What a result is found by: its digest; and what a message may name of the files, with where all stands in them.

    Comments and layout are no part of the digest, so that a result may be of rules whose lines have moved since.
    """

    digest: str
    named: frozenset[str]
    layout: str


def _keys(spec: Spec, claims: Iterable[Claim], options: Options) -> list[_Key] | None:
    """The key of each claim: all of the spec but what its claims say, all rules, and what is asked, of which claims.

    What is found of one may be a measure by which those after it are judged.

    None where the rules cannot be read, which whoever judges tells.
    """
    asked = (options.prove, options.limits, options.engine, options.crosscheck, options.suspend, options.tuning)
    try:
        rests = json.dumps([_bouton(), _plain(asked), _plain(spec)])
    except InputError:
        return None
    specs = [spec, *(other for claim in spec.claims for other in claim.others)]
    rules = [one for each in specs for one in each.rules]
    named = {
        "line ",
        "lines ",
        *(each.file for each in specs),
        *(word for one in rules for word in (one.name, str(one.file))),
    }
    stands = [[each.file, each.text] for each in specs], [[str(one.file), *_lines(one)] for one in rules]
    layout = sha256(json.dumps(stands).encode()).hexdigest()
    ids = [claim.id for claim in claims]
    digests = (sha256(json.dumps([ids[:at], rests]).encode()).hexdigest() for at in range(1, len(ids) + 1))
    return [_Key(digest, frozenset(named), layout) for digest in digests]


def _lines(source: Source) -> list[str]:
    """The lines of a rules file without comments, at their columns."""
    (text,) = load_all([source])
    return [line.rstrip() for line in without_comments(text).splitlines()]


def _plain(value: Any) -> Any:
    """What JSON can say of specs and claims, without places in files, and of rules without comments and layout."""
    if isinstance(value, Place):
        return None
    if isinstance(value, Source):
        (text,) = load_all([value])
        return [value.name, value.text is None, unspaced(text)]
    if isinstance(value, BaseModel):
        return _fields(value, type(value).model_fields)
    if is_dataclass(value):
        return _fields(value, [field.name for field in fields(value)])
    if isinstance(value, Mapping):
        return [[str(name), _plain(one)] for name, one in value.items()]
    if isinstance(value, set | frozenset):
        return sorted(json.dumps(_plain(one)) for one in value)
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, str | int | float):
        return value
    raise TypeError(f"{type(value).__name__} is no part of a spec")


def _fields(value: Any, names: Iterable[str]) -> dict[str, Any]:
    apart = next((left for kind, left in _APART.items() if isinstance(value, kind)), ())
    return {"": type(value).__name__, **{name: _plain(getattr(value, name)) for name in names if name not in apart}}


@lru_cache(maxsize=1)
def _bouton() -> list[str]:
    """Bouton's own sources, as a digest, and the versions of all that decides with it; whether MONA is there."""
    return [
        sources_of_bouton(),
        platform.python_version(),
        *map(_version, _SOLVERS),
        f"MONA {has_mona()}",
        f"C {compiler()}",
    ]


@lru_cache(maxsize=1)
def sources_of_bouton() -> str:
    """A digest of the program's own sources, which a process reads once."""
    content = sha256()
    for folder in (Path(shipped.__file__).parents[1], shipped.folder("encodings") / "core"):
        for inside, below, names in os.walk(folder):
            below.sort()
            for file in (os.path.join(inside, name) for name in sorted(names) if name.endswith((".py", ".lp"))):
                content.update(f"\0{os.path.relpath(file, folder)}\0".encode() + Path(file).read_bytes())
    return content.hexdigest()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
