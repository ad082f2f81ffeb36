"""What is known of every claim of every spec: docs/claims.json, kept from reports of `bouton check --json`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from bouton.core.proof import Proof
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Component, Counterexample
from bouton.document.load import load
from bouton.show import scopes, text
from docs.papers import Entry, Row

ROOT = Path(__file__).resolve().parents[1]
STORE = ROOT / "docs" / "claims.json"

Store: TypeAlias = dict[str, dict[str, Entry]]
"""What is known of each claim of each spec, the spec as `specs/nim.yaml`."""


def checked(files: Sequence[str]) -> Any:
    """What `bouton check --json` reports of specs or directories, run now."""
    command = [sys.executable, "-m", "bouton", "check", "--jobs", "2", "--json", *files]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    return json.loads(said.stdout)


def claims_of(reports: Iterable[Any]) -> Iterator[tuple[str, Any]]:
    """The claims of reports of `bouton check --json`, each with the file of its spec."""
    for report in reports:
        if "errors" in report:
            raise SystemExit(f"no report, but faults: {report['errors']}")
        for part in report.get("specs", [report]):
            yield from ((part["spec"], claim) for claim in part["claims"])


@cache
def specs() -> dict[str, Spec]:
    """Every spec of the checkout, by the name that a report has for it, those of `known_false` last."""
    files = sorted((ROOT / "specs").rglob("*.yaml"), key=lambda file: (file.parent.name != "specs", file))
    return {file.relative_to(ROOT).as_posix(): load(str(file)) for file in files}


def entries(reports: Iterable[Any]) -> Store:
    """What reports of `bouton check --json` say of each claim."""
    found: Store = {}
    for file, said in claims_of(reports):
        spec = specs().get(file)
        if spec is None or said["id"] not in (claim.id for claim in spec.claims):
            raise SystemExit(
                f"a report of {file} has the claim {said['id']}, which is not there; run it at the top folder"
            )
        found.setdefault(file, {})[said["id"]] = entry(spec, spec.claim(said["id"]), said)
    return found


def entry(spec: Spec, claim: Claim, said: Mapping[str, Any]) -> Entry:
    """What the report of one claim says."""
    if said["verdict"] == "proved":
        proof = said["proof"]
        reach = text.reach(
            spec, claim, Proof("skipped", proof["fixed"], tuple(proof["unbounded"]), through=proof["through"])
        )
        return Entry("proved", reach.removeprefix("for "))
    if said["verdict"] == "refuted":
        return Entry("refuted", at=text.found_at(claim, _counterexample(said["counterexample"])))
    return Entry(said["verdict"], scope(spec, claim), cases=said["positions"])


def scope(spec: Spec, claim: Claim) -> str:
    """The box of a claim in words."""
    return scopes.text(spec, claim, None).removeprefix("for ")


def _counterexample(said: Mapping[str, Any]) -> Counterexample:
    parts = tuple(Component(one["game"], one["parameters"], one["position"]) for one in said.get("sum", ()))
    return Counterexample(
        said["parameters"], said["position"], said["claimed"], said["actual"], None, (), "", None, components=parts
    )


def stored() -> Store:
    """What docs/claims.json has."""
    if not STORE.exists():
        return {}
    found = json.loads(STORE.read_text(encoding="utf-8"))
    return {file: {name: Entry(**said) for name, said in claims.items()} for file, claims in found.items()}


def printed(known: Store) -> str:
    """The store as a file: a claim a line, nothing that differs from run to run."""
    blocks = []
    for file, claims in known.items():
        lines = []
        for name, one in claims.items():
            said = {key: value for key, value in asdict(one).items() if value is not None}
            lines.append(f"    {json.dumps(name)}: {json.dumps(said, ensure_ascii=False)}")
        blocks.append(f"  {json.dumps(file)}: {{\n" + ",\n".join(lines) + "\n  }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def rows(known: Store) -> dict[str, list[Row]]:
    """The claims of each spec with what is known of them, in the spec's order."""
    found: dict[str, list[Row]] = {}
    for file, spec in specs().items():
        claims = [(claim, known.get(file, {}).get(claim.id)) for claim in spec.claims]
        found[file] = [Row(file, claim, one) for claim, one in claims if one is not None]
    return found
