"""Proofs that are written by hand, each kept with its game in a whole file, behind the statement that it is of.

They are those of the encodings that come with Bouton alone, whatever lies beside a spec. A proof is found by its
statement: definitions and theorem have to be the printed ones, comments and line ends aside. So a rule that is changed
has no proof here, and neither Bouton nor whoever reads a file has to believe a name. Of a claim about periods the
numbers are left open, those of `asked`, of an octal code and of the theorem: its proof computes with them, and Rocq
refuses it where they are wrong.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from bouton.core.shipped import folder

BEGINS = "(* The proof. Nothing below has to be read: Rocq checks it. *)"
_NONE = """(* No proof of this statement is written: {why}.
   coqc finds that the definitions are well formed, and no more. *)"""
_WHY = re.compile(r"^\(\* No proof of this statement is written: (.*)\.$", re.MULTILINE)
_PERIODIC = "Definition theorem : Prop := forall g, asked g -> periodic "
_NUMBERED = re.compile(r"Definition (?:asked|theorem) .*?\.(?= |$)")
_PAIRS = re.compile(r"\(X1 = \d+ /\\ X2 = \d+\)(?: \\/ \(X1 = \d+ /\\ X2 = \d+\))+")
_NUMBER = re.compile(r"\[[^]]*\]|(?<!\w)-?\d+")
_WINS = re.compile(r"^Theorem strategy_wins .*?^Print Assumptions strategy_wins\.\n", re.MULTILINE | re.DOTALL)
_STRATEGY = "(* The strategy of the claim: "
_NO_STRATEGY = """(* NOT PROVED: no proof of what follows of the strategy is written, the theorem alone is proved. *)"""


def completed(statement: str, strategy: str = "") -> str | None:
    """The file of a statement, and of what is said of a strategy, with the proof that is written for it, if any.

    Where the proof is of another strategy it proves the theorem alone, and of that strategy the file says nothing.
    """
    name = by_hand(statement)
    if name is None:
        return None
    _, known, proof = kept()[name]
    if _plain(known) == _plain(strategy):
        return _joined(statement, strategy, "", proof)
    if not known:
        return without_strategy(statement, strategy, proof)
    if strategy:
        strategy = f"\n{_NO_STRATEGY}\nModule Unproved.\n{strategy}\nEnd Unproved."
    return _joined(statement, strategy, known, _WINS.sub("", proof))


def without_strategy(statement: str, strategy: str, proof: str) -> str:
    """A file that proves the theorem, and says of what is said of the strategy, if anything, that it is not proved."""
    return _joined(statement, f"\n{_NO_STRATEGY}\n{strategy}" if strategy else "", "", proof)


def by_hand(statement: str) -> str | None:
    """The name of the proof that is written for a statement, None where there is none."""
    return _names().get(_open(statement))


def unproved(statement: str, why: str) -> str:
    """The file of a statement with a comment that there is no proof, and why."""
    return f"{statement}\n\n{_NONE.format(why=why.replace('(*', '( *').replace('*)', '* )'))}\n"


def lacking(text: str) -> str | None:
    """Why a file has no proof, of its theorem or against it; None where it has one."""
    if any(one in text for one in ("Theorem proved : theorem.", " : ~ theorem.\n", " : ~ strategy.\n")):
        return None
    found = _WHY.search(text)
    return found[1] if found is not None else "none is known"


def without(text: str) -> bool:
    """Whether a file says of a strategy that nothing of it is proved."""
    return _NO_STRATEGY in text


def attempted(statement: str, name: str) -> str:
    """The statement with a proof that may be of another one: whether it does for this one is for Rocq to say."""
    return _joined(statement, "", "", kept()[name][2])


@cache
def kept() -> Mapping[str, tuple[str, str, str]]:
    """By the name of its file, each statement with that of the strategy, if it is proved, and the proof."""
    found: dict[str, tuple[str, str, str]] = {}
    for file in sorted(folder("encodings").glob("*/proofs/*.v")):
        before, proof = file.read_text(encoding="utf-8").split(BEGINS)
        statement, mark, strategy = before.partition(_STRATEGY)
        found[file.stem] = (statement.strip(), (mark + strategy).strip(), proof)
    return found


@cache
def _names() -> Mapping[str, str]:
    """The name of each proof by its statement, without comments and gaps, and of periods without the numbers."""
    return {_open(known): name for name, (known, _, _) in kept().items()}


def _joined(statement: str, strategy: str, more: str, proof: str) -> str:
    """A file; `more` is defined for the proof alone."""
    said = f"{statement}\n{strategy}" if strategy else statement
    return "\n".join([said, "", BEGINS, *([more] if more else []), proof.strip()]) + "\n"


def _plain(text: str) -> str:
    """The text without its comments, which have none in them, and with every gap a blank."""
    return " ".join(re.sub(r"\(\*.*?\*\)", " ", text, flags=re.DOTALL).split())


def _open(text: str) -> str:
    """The plain text; of a claim about periods with its numbers left open, and whether values are listed."""
    plain = _plain(text)
    if _PERIODIC not in plain:
        return plain
    numbers = _NUMBERED.sub(lambda found: _NUMBER.sub("#", found[0]), plain)
    return _PAIRS.sub("#", numbers).replace(" /\\ first_values (moves g) single #", "")
