"""Whether a compiled program can judge a claim, in words."""

from __future__ import annotations

from bouton.claims.passes import WORTH, needs, obstacle, passes
from bouton.compiled.cache import compiler
from bouton.compiled.prepare import prepare
from bouton.core.errors import InputError, LimitReached
from bouton.core.logic.terms import Unreadable
from bouton.core.spec import Claim, Spec
from bouton.process.limits import Limits, alone
from bouton.rules.file import Rules


def about(spec: Spec, rules: Rules, claim: Claim, limits: Limits) -> str:
    """Which language judges the claim's box and when, or why none does."""
    reason = obstacle(claim)
    if reason is None:
        try:
            reason = alone(_reason, spec, rules, claim, limits=limits)
        except LimitReached as error:
            reason = f"reading the rules symbolically takes too long: {error}"
        except InputError as error:
            reason = error.diagnostics[0].message
    if reason is not None:
        return f"not possible: {reason}"
    language = "C" if compiler() is not None else "Python (there is no C compiler)"
    return f"a program in {language} judges boxes of {WORTH} positions or more, and smaller ones with --engine compiled"


def _reason(spec: Spec, rules: Rules, claim: Claim) -> str | None:
    whatever = Limits(memory=1 << 62)
    item = next(iter(passes(spec, rules, needs(spec, rules, [claim]), None, whatever, compiled=True)), None)
    if item is None:
        return "the box is empty"
    try:
        prepare(spec, item, claim)
    except Unreadable as error:
        return rules.sources.reason(error)
    return None
