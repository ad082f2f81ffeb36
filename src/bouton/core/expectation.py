"""Whether a verdict is the one that the spec expects, and what it makes of the exit code."""

from __future__ import annotations

from bouton.core.exits import Exit
from bouton.core.position import Member
from bouton.core.proof import Proof
from bouton.core.spec import Claim, Refutation
from bouton.core.verdict import Counterexample, Verdict


def meets(claim: Claim, verdict: Verdict, found: Counterexample | None, suspend: bool) -> bool:
    """Whether the verdict is the expected one, with the expected counterexample where one is pinned."""
    expect = claim.expect
    if expect.verdict == "holds":
        return verdict in (Verdict.HOLDS, Verdict.PROVED)
    if expect.verdict == "refuted":
        if verdict is not Verdict.REFUTED:
            return suspend and verdict in (Verdict.HOLDS, Verdict.PROVED)
        pinned = expect.refutation
        if pinned is None or pinned.position is None or suspend:
            return True
        return found is not None and _is_there(found, pinned)
    return verdict.value == expect.verdict


def _is_there(found: Counterexample, pinned: Refutation) -> bool:
    """Whether a counterexample is at the pinned position, whose members are told by their terms."""
    assert pinned.position is not None
    values = [*found.position.values()]
    if found.parameters != pinned.parameters or len(values) != len(pinned.position):  # a small game has its own size
        return False
    return all(map(_same, values, pinned.position))


def _same(value: object, pinned: int | tuple[int, ...]) -> bool:
    if isinstance(pinned, Member):
        return str(value) == str(pinned)
    if isinstance(pinned, int) or not isinstance(value, list):
        return value == pinned
    if any(isinstance(one, Member) for one in pinned):
        return sorted(map(str, value)) == sorted(map(str, pinned))
    return tuple(value) == pinned


def exit_code(claim: Claim, verdict: Verdict, met: bool, proof: Proof | None, certified: bool) -> Exit:
    """What a claim with that verdict makes of the exit code; `met` says whether it is the expected one."""
    if verdict is Verdict.REFUTED and claim.expect.verdict == "refuted" and not certified:
        return Exit.UNDECIDED  # refuted, as expected or not: a limit hides whether this is the smallest
    if verdict is Verdict.UNKNOWN or (verdict is Verdict.VACUOUS and not met):
        return Exit.UNDECIDED
    if not met:
        unproved = claim.expect.verdict == "proved" and verdict is Verdict.HOLDS
        return Exit.UNDECIDED if unproved else Exit.CONTRARY
    unreached = proof is not None and proof.verdict == "unknown" and claim.expect.proof is None
    # a solver refutes it, but no limit let the counterexample be found
    unshown = proof is not None and proof.verdict == "refuted" and verdict is not Verdict.REFUTED
    return Exit.UNDECIDED if unreached or unshown else Exit.OK


def solvers(proof: Proof | None) -> list[str]:
    """The solvers that took part in a proof, in order of name."""
    names = {name for step in (proof.obligations if proof else ()) for name in step.solver.split(" and ")}
    return sorted({name.partition(" ")[0] for name in names} - {"none", "evaluation"})
