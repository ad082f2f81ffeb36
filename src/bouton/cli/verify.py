"""`bouton verify`: whether a certificate is right, by itself or with its moves derived anew."""

from __future__ import annotations

import argparse

from bouton.certificate import WrongCertificate, verify
from bouton.cli import console
from bouton.errors import Diagnostic
from bouton.exits import Exit
from bouton.limits import Limits
from bouton.report import certificate


def run(args: argparse.Namespace) -> Exit:
    """Check one certificate and say what it establishes, and what it does not."""
    try:
        found = verify(args.file)
        if args.replay:
            from bouton.derivation import replay  # noqa: PLC0415 (nothing else here needs clingo)

            replay(found, args.file, Limits(args.timeout, args.memory))
    except WrongCertificate as wrong:
        console.faults(
            [Diagnostic(f"the certificate is wrong: {wrong.message}", args.file, wrong.line or None)], json=args.json
        )
        return Exit.CONTRARY
    if args.json:
        console.say_object(certificate.as_object(args.file, found, replayed=args.replay))
    else:
        console.say(certificate.text(args.file, found, replayed=args.replay))
    return Exit.OK
