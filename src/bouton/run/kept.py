"""Results kept from run to run: what nothing has changed is told again, not judged again.

An entry is found by a digest of all that a result rests on: the claim, its ranges and what was asked, the rules that
its predicates are derived by, the statements that its proof uses, Bouton's own sources, and the versions of the
solvers. It is sealed with the user's key. Kept is what was decided, or is as the spec expects it.
"""

from __future__ import annotations

import json
import os
import platform
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePath
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from bouton.claims.passes import Pass, needs
from bouton.claims.subject import rules_of, subject
from bouton.core import shipped
from bouton.core.errors import Disagreement, InputError
from bouton.core.exits import Exit
from bouton.core.news import Progress
from bouton.core.proof import Proof, read_back
from bouton.core.spec import Claim, Place, Spec
from bouton.core.verdict import Result, Verdict
from bouton.document.entry import Claim as Entry
from bouton.process import cache
from bouton.process.key import key, same, seal
from bouton.rules.names import OUTPUTS
from bouton.rules.syntax import defines
from bouton.run.check import INTERRUPTED, Options
from bouton.run.check import check as judge
from bouton.solving.mona import has_mona

FRESH = "BOUTON_FRESH"
"""The variable of the environment that stands for `fresh`, whatever its value."""
_MOST = 10_000
"""Results that are kept, those told last."""
_SOLVERS = ("clingo", "z3-solver", "cvc5")
_APART: dict[type, frozenset[str]] = {
    Spec: frozenset({"file", "source", "rules", "claims", "faults", "lost"}),
    Claim: frozenset({"says"}),
    Entry: frozenset({"says"}),
}
"""Fields on which no result rests, and those that are looked at apart: rules, and the other claims."""
_WORD = re.compile(r"\b[a-z_]\w*")
_RESULT, _PROOF = TypeAdapter(Result), TypeAdapter(Proof)


def check(
    spec: Spec, options: Options, progress: Callable[[Progress], None], plan: Sequence[Pass] | None = None
) -> Iterator[Result]:
    """What `bouton.run.check.check` yields, with the results that were kept in their places; the others are kept now.

    With `options.fresh`, or the variable BOUTON_FRESH, nothing that was kept is told. Nothing is kept of one position,
    of several counterexamples, or of a check that writes files of its own.
    """
    whole = options.at is None and options.smtlib is None and options.resume is None and options.several == 1
    secret = _secret() if whole else None
    if secret is None:
        yield from judge(spec, options, progress, plan)
        return
    claims = [claim for claim in spec.claims if not options.claims or claim.id in options.claims]
    digests = [_digest(spec, claim, options) for claim in claims]
    fresh = options.fresh or FRESH in os.environ
    known = [None if fresh else _recall(digest, secret) for digest in digests]
    left = tuple(claim.id for claim, result in zip(claims, known, strict=True) if result is None)
    if len(left) == len(claims):
        coming = judge(spec, options, progress, plan)
    else:
        coming = judge(spec, replace(options, claims=left), progress) if left else iter(())
    for digest, before in zip(digests, known, strict=True):
        result = next(coming) if before is None else before
        if before is None and _decided(result):
            _keep(digest, result, secret)
        yield result
    yield from coming  # an interruption is raised after the last result


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


def _recall(digest: str, secret: bytes) -> Result | None:
    """The result of that digest, as this user's Bouton has kept it; what is damaged or foreign is none."""
    content = cache.read(_file(digest))
    with suppress(ValueError, RecursionError, LookupError, TypeError, Disagreement):
        entry = json.loads(content or b"")
        if same(entry["seal"], seal(secret, [digest, entry["result"]])):
            return replace(_read(entry["result"]), kept=True)
    return None


def _read(said: dict[str, Any]) -> Result:
    """A result as it was written, its proof through the door that made it; Disagreement where that is none."""
    proof = said["proof"]
    if proof is not None:
        proof = read_back(_PROOF.validate_python({**proof, "verdict": "unknown"}), proof["verdict"])
    return _RESULT.validate_python({**said, "proof": proof})


def _keep(digest: str, result: Result, secret: bytes) -> None:
    said = _RESULT.dump_python(result, mode="json")
    with suppress(ValidationError):  # what would not be read again as it is, is not kept
        if _read(said) == result:
            entry = json.dumps({"seal": seal(secret, [digest, said]), "result": said})
            cache.put(_file(digest), entry.encode(), _MOST)


# --------------------------------------------------------------------------------------------- what a result rests on


def _digest(spec: Spec, claim: Claim, options: Options) -> str:
    asked = (options.prove, options.limits, options.engine, options.crosscheck, options.suspend, options.tuning)
    rests = [_rests(spec, one) for one in _with_those_it_uses(spec, claim)]
    return sha256(json.dumps([_bouton(), _plain(asked), rests], sort_keys=True).encode()).hexdigest()


def _with_those_it_uses(spec: Spec, claim: Claim) -> list[Claim]:
    """The claim, those that take it together with others and may prove it so, and all that these name, or their own."""
    known = {one.id: one for one in spec.claims}
    found = [claim.id, *(one.id for one in spec.claims if claim.id in one.together)]
    for name in found:
        words = (*(used for used, _ in known[name].using), *_strings(_plain(known[name])))
        named = dict.fromkeys(word for word in words if word in known)
        found += [other for other in named if other not in found]
    return [known[name] for name in found]


def _rests(spec: Spec, claim: Claim) -> Any:
    """All of a spec that the claim has to do with: what is said of the game, the claim, and the rules that it reads."""
    if spec.all_games:
        return [_plain(spec), _plain(claim), spec.encoding]
    about = subject(spec, claim)
    rules = rules_of(about)
    (need,) = needs(about, rules, [claim])
    names = {word for said in _strings(_plain(claim)) for word in _WORD.findall(said)} | set(OUTPUTS) | {"text"}
    names |= {name for name, _ in need.predicates}
    bodies: dict[str, list[str]] = {}
    for statement in rules.statements:
        bodies.setdefault(defines(statement)[0], []).append(str(statement))
    wanted = [name for name in bodies if name in names]
    for name in wanted:
        used = {word for body in bodies[name] for word in _WORD.findall(body)}
        wanted += [other for other in bodies if other in used and other not in wanted]
    return [_plain(about), _plain(claim), rules.constants, [bodies[name] for name in bodies if name in wanted]]


def _plain(value: Any) -> Any:
    """What JSON can say of specs and claims, without places in files; a game beside this one with all its rules."""
    if isinstance(value, Place):
        return None
    if isinstance(value, BaseModel):
        return _fields(value, type(value).model_fields)
    if is_dataclass(value):
        return _fields(value, [field.name for field in fields(value)])
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
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
    said = {name: _plain(getattr(value, name)) for name in names if name not in apart}
    others = [one.encoding for one in value.others] if isinstance(value, Claim) else []
    return {"": type(value).__name__, **said, **({"rules": others} if others else {})}


def _strings(plain: Any) -> Iterator[str]:
    if isinstance(plain, str):
        yield plain
    for one in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        yield from _strings(one)


@lru_cache(maxsize=1)
def _bouton() -> list[str]:
    """Bouton's own sources, as a digest, and the versions of all that decides with it; whether MONA is there."""
    content = sha256()
    for folder in (Path(shipped.__file__).parents[1], shipped.folder("encodings") / "core"):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".lp", ".v"):
                content.update(f"\0{PurePath(file).relative_to(folder)}\0".encode() + file.read_bytes())
    return [content.hexdigest(), platform.python_version(), *map(_version, _SOLVERS), f"MONA {has_mona()}"]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "none"
