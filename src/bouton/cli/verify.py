"""`bouton verify`: whether a certificate is right, by itself or with its moves derived anew."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from bouton.certificate.verify import Certificate, CertifiedSection, WrongCertificate, verify
from bouton.cli import console
from bouton.core.errors import Diagnostic, listed
from bouton.core.exits import Exit
from bouton.core.position import Position, in_words, named
from bouton.process.limits import Limits
from bouton.show import words

_SHOWN = 10
_DETAIL = " " * 6
_AGREES = {
    "p-positions": "what the claim says is the label",
    "example": "what the claim says is the label",
    "outcome": "what the claim says is the label",
    "strategy": "the claim names a move in each N-position, and only moves to P-positions",
    "swap-positions": "the claim says whether the labels of the two plays differ",
    "same-game": "equal keys go with equal labels",
}


def run(args: argparse.Namespace) -> Exit:
    """Check one certificate and say what it establishes, and what it does not."""
    try:
        found = verify(args.file)
        if args.replay:
            from bouton.certificate.replay import replay  # noqa: PLC0415 (nothing else here needs clingo)

            replay(found, args.file, Limits(args.timeout, args.memory))
    except WrongCertificate as wrong:
        console.faults(
            [Diagnostic(f"the certificate is wrong: {wrong.message}", args.file, wrong.line or None)], json=args.json
        )
        return Exit.CONTRARY
    if args.json:
        console.say_object(_object(args.file, found, replayed=args.replay))
    else:
        console.say(_text(args.file, found, replayed=args.replay))
    return Exit.OK


def _text(file: str, found: Certificate, *, replayed: bool) -> str:
    """What the certificate shows and what it does not, for a person."""
    plays = listed("misère" if play == "misere" else play for play in found.plays)
    head = f"  {words.visible(found.claim['id'])}  {found.header['verdict'].upper()} in {plays} play"
    lines = [words.visible(file), head]
    lines += words.wrapped(f'"{found.claim["says"]}"', _DETAIL)
    lines += [line for said in _details(found, replayed) for line in words.wrapped(said, _DETAIL, _DETAIL + "  ")]
    return "\n".join(lines)


def _object(file: str, found: Certificate, *, replayed: bool) -> dict[str, Any]:
    """What `verify --json` prints."""
    rules = [_with_digest(*one) for one in found.rules]
    return {
        "schema": 2,
        "certificate": file,
        "claim": found.claim,
        "verdict": found.header["verdict"],
        "counterexample": found.header["counterexample"],
        "box": found.header["box"],
        "at": found.header["at"],
        "changed": found.header["changed"],
        "positions": found.positions,
        "sections": [section._asdict() for section in found.sections],
        "texts": {"spec": _with_digest(*found.spec), "rules": rules if len(rules) > 1 else rules[0]},
        "replayed": replayed,
    }


def _details(found: Certificate, replayed: bool) -> Iterator[str]:
    for section in found.sections[:_SHOWN]:
        yield f"judged: {_where(found, section)} ({_judged(found, section)})"
    if len(found.sections) > _SHOWN:
        covered = sum(section.covered for section in found.sections[_SHOWN:])
        more = words.count(len(found.sections) - _SHOWN, "more value") + " of the parameters"
        yield f"judged: {more} ({words.count(covered, 'position')})"
    options = [f"--{option} {text}" for option, texts in found.header["changed"].items() for text in texts]
    if options:
        yield f"with ranges that are not those of the spec: {' '.join(options)}"
    whole = "every position of this box" + ("" if found.stop is None else " up to there")
    yield (
        f"shown, with no solver: {whole} has its line; the graph of "
        f"{words.count(found.positions, 'position')} is closed under the moves written there, every move lowers the "
        f"measure ({', then '.join(found.measure.entries)}), and the labels P and N are the only right ones; "
        f"{_outcome(found)}"
    )
    texts = listed([f"{name} (sha256 {_digest(text)})" for name, text in (*found.rules, found.spec)])
    if replayed:
        yield (
            f"shown, by clingo: these are the moves, and the claim with all that it says, of {texts}, which stand in "
            "the certificate; that those are the texts you mean is for you to see"
        )
    else:
        where = "" if found.everywhere else " and at which it says anything"
        yield (
            f"not shown: that the moves, what the claim says at each position{where}, and the words of the claim are "
            f"those of {texts}, which stand in the certificate; `bouton verify --replay` derives them anew"
        )


def _with_digest(name: str, text: str) -> dict[str, str]:
    return {"name": name, "sha256": _digest(text)}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _outcome(found: Certificate) -> str:
    agrees = _AGREES[found.claim["kind"]]
    if found.stop is not None:
        return f"below {_position(found, found.stop[1])} {agrees}, and there it fails"
    if found.header["verdict"] == "vacuous":
        return "no position is judged, or there is no move in the box"
    return f"at every judged position {agrees}"


def _judged(found: Certificate, section: CertifiedSection) -> str:
    if found.everywhere:
        return words.count(section.covered, "position")
    return f"{section.covered:,} of {words.count(section.positions, 'position')}, where {found.claim['where']}"


def _where(found: Certificate, section: CertifiedSection) -> str:
    if found.at is not None:
        return words.at(section.parameters, named(found.fluents, found.at[1]))
    values = [f"{name}={words.value(value)}" for name, value in section.parameters.items()]
    upto = found.stop is not None and section is found.sections[-1]
    last = f", up to {_position(found, found.stop[1])}" if upto and found.stop is not None else ""
    return ", ".join([*values, *([] if found.box is None else [words.fluents(found.box)])]) + last


def _position(found: Certificate, position: Position) -> str:
    return in_words(named(found.fluents, position))
