"""Checks the claims of the specs and keeps what is said of each in docs/claims.json; then writes every generated page.

    python -m docs.claims             checks every spec again, which takes long
    python -m docs.claims SPEC...     checks these specs alone; what is known of the others is kept
    python -m docs.claims --reports FILE...   takes what `bouton check --json` has printed to these files

Nothing is written where a claim is not as its spec expects. `python -m docs.pages` writes the pages alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from docs import pages, store


def main(arguments: Sequence[str]) -> int:
    """Write what the arguments ask for; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m docs.claims", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="check these alone; default: all below specs/")
    parser.add_argument("--reports", nargs="+", metavar="FILE", help="reports of `bouton check --json` to take")
    args = parser.parse_args(arguments)
    files = [Path(file).read_text(encoding="utf-8") for file in args.reports or ()]
    said = [json.loads(file) for file in files] if files else [store.checked(args.specs or ["specs/"])]
    contrary = [f"{spec}: {claim['id']}" for spec, claim in store.claims_of(said) if not claim["as_expected"]]
    if contrary:
        print("not as expected, so nothing is written:", *contrary, sep="\n  ", file=sys.stderr)
        return 1
    known = store.stored()
    for file, found in store.entries(said).items():
        known[file] = {**known.get(file, {}), **found}
    known = {file: {row.claim.id: row.entry for row in listed} for file, listed in store.rows(known).items()}
    store.STORE.write_text(store.printed(known), encoding="utf-8")
    pages.write(known)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
