"""`bouton verify`: whether a certificate is right, by the certificate alone."""

from __future__ import annotations

import argparse

from bouton.certificate import WrongCertificate, verify
from bouton.cli import console
from bouton.errors import Diagnostic
from bouton.report import certificate
from bouton.verdict import Exit


def run(args: argparse.Namespace) -> Exit:
    """Check one certificate and say what it establishes, and what it does not."""
    try:
        found = verify(args.file)
    except WrongCertificate as wrong:
        console.faults(
            [Diagnostic(f"the certificate is wrong: {wrong.message}", args.file, wrong.line)], json=args.json
        )
        return Exit.CONTRARY
    if args.json:
        console.say_object(certificate.as_object(args.file, found))
    else:
        console.say(certificate.text(args.file, found))
    return Exit.OK
