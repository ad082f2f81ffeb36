"""What is written for Rocq is read back and held against clingo: one sign that is changed in the text is seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bouton.claims.subject import rules_of, subject
from bouton.cli import main
from bouton.core.errors import Disagreement, Unreadable
from bouton.core.spec import Claim, Spec
from bouton.document.load import load
from bouton.rocq import file as files
from bouton.rocq.compared import compared
from bouton.rocq.file import write, written
from bouton.rocq.gallina import Unread, matched, read, term, uncommented
from bouton.rocq.hand import BEGINS, kept
from bouton.rocq.statement import Statement, lines, statement
from tests.rocq.by_hand import BY_HAND, asked
from tests.shipped import named

HELD = (
    ("nim", "safe-combinations"),
    ("lasker_nim", "values"),
    ("one_pile_nim", "misere"),
    ("survivor_nim", "section-1"),
    ("delete_nim", "both-even"),
    ("greedy_nim", "theorem-4"),
)
SWAPPED = {
    "/\\": "\\/", "\\/": "/\\", "<=": "<", "<": "<=", ">=": ">", ">": ">=", "=": "<>", "<>": "=", "+": "-", "-": "+",
    "*": "+", "True": "False", "exists": "forall", "Z.quot": "Z.rem", "Z.rem": "Z.quot", "Z.lxor": "Z.lor",
    "counted": "summed", "summed": "counted", "ascending": "in_place", "Z.le": "Z.ge", "~": "",
}  # fmt: skip


def text_of(name: str, claim_id: str) -> tuple[Spec, Claim, str]:
    spec = named(name)
    claim = asked(name, claim_id)
    return spec, claim, written(spec, claim)


def held(spec: Spec, claim: Claim, text: str) -> int:
    about = subject(spec, claim)
    rules = rules_of(about)
    return compared(text, statement(about, claim, rules), rules)


@pytest.mark.parametrize(("name", "claim_id"), HELD)
@pytest.mark.sample(6)
def test_what_is_written_says_what_clingo_does(name: str, claim_id: str) -> None:
    spec, claim, text = text_of(name, claim_id)
    assert held(spec, claim, text) > 10


@pytest.mark.slow
@pytest.mark.parametrize("name", BY_HAND)
def test_every_statement_with_a_proof_by_hand_says_what_clingo_does(name: str) -> None:
    spec, claim, text = text_of(*BY_HAND[name])
    assert held(spec, claim, text) > 0


def changes(text: str) -> Iterator[tuple[str, str]]:
    """The text with one sign or number changed, each where it stands in the definitions, and what was changed."""
    plain = uncommented(text.partition(BEGINS)[0])
    start = plain.index("Definition") if "Definition" in plain else 0
    for found in re.finditer(r"/\\|\\/|<=|>=|<>|->|:=|=>|[\w.']+|[=<>+*~-]", plain[start:]):
        word = found[0]
        new = str(int(word) + 1) if word.isdigit() else SWAPPED.get(word)
        if new is not None:
            at = start + found.start()
            yield plain[:at] + new + plain[at + len(word) :], f"{word} at {plain[max(0, at - 40) : at + 30]}"


EVERY = [one for one in HELD if one[0] in ("nim", "lasker_nim", "delete_nim")]
"""Every change of these is one; the others have some that say the same where the theorem is about few values."""


def missed(name: str, claim_id: str, step: int) -> list[str]:
    """Changes that are not seen, of every so many."""
    spec, claim, text = text_of(name, claim_id)
    found = []
    for other, what in list(changes(text))[::step]:
        try:
            held(spec, claim, other)
        except (Disagreement, Unreadable):
            continue
        found.append(what)
    return found


@pytest.mark.parametrize(
    ("name", "claim_id", "step"),
    [*((*one, 11) for one in EVERY), *(pytest.param(*one, 1, marks=pytest.mark.slow) for one in EVERY)],
)
@pytest.mark.sample(3)
def test_a_changed_sign_is_seen(name: str, claim_id: str, step: int) -> None:
    assert missed(name, claim_id, step) == []


CAPTURE = """
move(take)             :- pile(N), N > 0.
after(take, pile(N-1)) :- pile(N), N > 0.
row(1..3, 1..2).
far(J) :- j(J), J > 100.
good :- j(B), not row(B,_), far(B).
good :- j(B), B <= 100.
"""
"""With a name for `_` that the rule uses already, `row` is asked for its own first argument."""


def captured(folder: Path) -> tuple[Spec, Claim]:
    (folder / "rules.lp").write_text(CAPTURE)
    said = "id: c, says: It holds., kind: statement, unknowns: {j: 0..9}, iff: good, prove: {j: all}"
    (folder / "spec.yaml").write_text(
        f"game: a game\nrules: rules.lp\nposition: {{pile: 0..3}}\nclaims:\n  - {{{said}}}\n"
    )
    spec = load(str(folder / "spec.yaml"))
    return spec, spec.claim("c")


def test_a_variable_that_is_caught_by_another_binder_is_seen(tmp_path: Path) -> None:
    spec, claim = captured(tmp_path)
    text = written(spec, claim)
    assert held(spec, claim, text) > 10
    (found,) = re.findall(r"~\s+\(\(?exists\s+(\w+)\s+:\s+Z,\s+row\s+g\s+p\s+B\s+\w+\)", text)
    caught = re.sub(rf"\b{found}\b", "B", text)
    assert caught != text
    with pytest.raises(Disagreement, match="good holds of"):
        held(spec, claim, caught)


def changed_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is printed says `<` for `<=` from here on."""
    right = lines

    def wrong(about: Statement) -> Iterator[str]:
        yield from (line.replace("B <= 100", "B < 100") for line in right(about))

    monkeypatch.setattr(files, "lines", wrong)


def test_nothing_is_left_of_a_file_that_says_something_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec, claim = captured(tmp_path)
    folder = tmp_path / "files"
    changed_lines(monkeypatch)
    with pytest.raises(Disagreement, match="j=100 good holds of"):
        write(folder, spec, claim)
    assert not any(one.is_file() for one in folder.rglob("*"))
    monkeypatch.undo()
    assert write(folder, spec, claim).read_text() == written(spec, claim)
    assert {one.suffix for one in folder.rglob("*") if one.is_file()} == {".v"}


def test_the_command_ends_as_with_any_fault_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    captured(tmp_path)
    folder = tmp_path / "files"
    changed_lines(monkeypatch)
    asked_ = ["check", str(tmp_path / "spec.yaml"), "--rocq", str(folder), "--fresh"]
    assert main(asked_) == 4
    assert "the text for Rocq of c" in capsys.readouterr().err
    assert not any(one.is_file() for one in folder.rglob("*"))


# ------------------------------------------------------------------------------------------------------ the reader


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("a -> b -> c", "a -> (b -> c)"),
        ("~ a /\\ b \\/ c", "((~ a) /\\ b) \\/ c"),
        ("a <-> b /\\ c", "a <-> (b /\\ c)"),
        ("exists x, a /\\ b", "exists x, (a /\\ b)"),
        ("a /\\ forall x, b \\/ c", "a /\\ (forall x, (b \\/ c))"),
        ("a - b - c * d ^ e", "(a - b) - (c * (d ^ e))"),
        ("f a = g (h b) c", "(f a) = (g (h b) c)"),
        ("x <= y + 1 <= z", "x <= (y + 1) <= z"),
    ],
)
def test_operators_bind_as_in_rocq(text: str, meant: str) -> None:
    assert str(term(text)) == str(term(meant))


def test_comments_stand_in_one_another() -> None:
    assert uncommented("a (* b (* c *) d *) e").split() == ["a", "e"]
    for text in ("a (* b", "a *) b"):
        with pytest.raises(Unread, match="comment"):
            uncommented(text)


def test_a_name_with_a_question_mark_stands_for_one_term() -> None:
    found = matched("?a = ?b -> ?a = c", term("f x = y -> f x = c"))
    assert found is not None and str(found["a"]) == str(term("f x"))
    assert matched("?a = ?b -> ?a = c", term("f x = y -> f y = c")) is None


@pytest.mark.parametrize(
    "text", ["Axiom a : False.", "Definition a := b", "Definition a : Prop := b. Definition a := c."]
)
def test_what_is_not_printed_is_not_read(text: str) -> None:
    with pytest.raises(Unread):
        read(text)


def test_the_statements_that_have_proofs_by_hand_are_read() -> None:
    for name, (said, strategy, _) in kept().items():
        assert "theorem" in read(f"{said}\n{strategy}").definitions, name
