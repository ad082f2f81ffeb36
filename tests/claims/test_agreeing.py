"""Two predicates that hold at the same positions, for the same numbers, of the same games: `iff` and `same`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bouton.cli import main
from bouton.core.errors import InputError
from bouton.core.exits import Exit
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load
from bouton.run.check import check
from bouton.run.mutants import candidates, harmless
from bouton.run.options import Choice, Options
from tests.variants import cases, predicate, variants, write

TAKE = "move(take(D)) :- pile(N), D = 1..2, D <= N.\nafter(take(D),pile(N-D)) :- move(take(D)), pile(N).\n"
IDIOM = "both :- first, second.\nboth :- not first, not second.\n"
TWO = "first :- pile(N), N \\ 3 = 0.\nsecond :- pile(N), N = 3*(N/3).\nsome :- pile(N), N > 4.\n"

Ask = Callable[..., Result]


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """The result of the claim with these keys about rules for a pile."""

    def asking(keys: str, rules: str, kind: str = "everywhere", **options: object) -> Result:
        (tmp_path / "game.lp").write_text(TAKE + rules)
        claim = f"  - {{id: judged, says: it is so, kind: {kind}, {keys}}}\n"
        head = "game: take\nrules: game.lp\nposition: {pile: 0..20}\nclaims:\n"
        (tmp_path / "game.yaml").write_text(head + claim)
        (result,) = check(load(tmp_path / "game.yaml"), Options(**options), lambda _: None)  # type: ignore[arg-type]
        return result

    return asking


@pytest.mark.parametrize("engine", ["ground", "compiled"])
def test_where_they_hold(ask: Ask, engine: Choice) -> None:
    assert ask("iff: first, same: second", TWO, engine=engine).verdict is Verdict.HOLDS
    result = ask("iff: first, same: some", TWO, engine=engine)
    assert result.counterexample is not None
    assert (result.counterexample.position, result.positions) == ({"pile": 0}, 0)
    assert "first holds here, and some does not" in result.counterexample.sentence
    result = ask("iff: first, same: some, where: some", TWO, engine=engine)
    assert result.counterexample is not None
    assert (result.counterexample.position, result.positions) == ({"pile": 5}, 0)
    assert "some holds here, and first does not" in result.counterexample.sentence


FAR = "first :- pile(N), N > 3.\nsecond :- pile(N), N > 3, N != 10000.\n"


def test_what_holds_everywhere_is_proved(ask: Ask) -> None:
    assert ask("iff: first, same: second, prove: {pile: all}", TWO).verdict is Verdict.PROVED


def test_what_fails_far_out_is_refuted_there(ask: Ask) -> None:
    result = ask("iff: first, same: second, prove: {pile: all}", FAR)
    assert result.counterexample is not None
    assert (result.verdict, result.counterexample.position) == (Verdict.REFUTED, {"pile": 10_000})
    assert "first holds here, and second does not" in result.counterexample.sentence


@pytest.mark.parametrize(
    ("rules", "verdict", "at"), [(TWO, Verdict.PROVED, None), (FAR, Verdict.REFUTED, {"n": 10_000})]
)
@pytest.mark.sample(2)
def test_of_numbers(ask: Ask, rules: str, verdict: Verdict, at: object) -> None:
    about = rules.replace("pile(N)", "n(N)")
    result = ask("unknowns: {n: 0..9}, iff: first, same: second, prove: {n: all}", about, kind="statement")
    assert (result.verdict, result.counterexample and result.counterexample.position) == (verdict, at)


def test_a_proof_uses_that_they_agree(tmp_path: Path) -> None:
    rules = "first :- n(N), N > 3.\nsecond :- n(N), 2*N > 7.\nat(M) :- m(M).\n"
    rules += "third :- m(N), 2*N > 7.\nfourth :- m(N), N > 3.\n"
    (tmp_path / "game.lp").write_text(f"{TAKE}{rules}")
    (tmp_path / "game.yaml").write_text(
        "game: take\nrules: game.lp\nposition: {pile: 0..5}\nclaims:\n"
        "  - {id: a, says: s, kind: statement, unknowns: {n: 0..9}, iff: first, same: second, prove: {n: all}}\n"
        "  - {id: b, says: s, kind: statement, unknowns: {m: 0..9}, iff: third, same: fourth, prove: {m: all}, "
        "using: {a: at}}\n"
    )
    results = check(load(tmp_path / "game.yaml"), Options(), lambda _: None)
    assert [one.verdict for one in results] == [Verdict.PROVED] * 2


def test_of_all_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "some.lp").write_text(
        "zero :- value(X,0), not moves(X).\nmoves(X) :- option(X,_).\nend :- position(X), not moves(X).\n"
        "two :- option(X,Y), option(Y,Z).\n"
    )
    (tmp_path / "some.yaml").write_text(
        "game: all\nrules: some.lp\nclaims:\n"
        "  - {id: a, says: s, kind: theory, positions: 1..4, iff: zero, same: end, prove: true}\n"
        "  - {id: b, says: s, kind: theory, positions: 1..4, iff: end, same: two}\n"
    )
    assert main(["check", str(tmp_path / "some.yaml")]) == Exit.CONTRARY
    said = capsys.readouterr().out
    assert "a  PROVED" in said
    assert "`end` holds, and `two` does not, in the game" in said


@given(st.data())
@settings(max_examples=12)
def test_it_is_the_idiom_of_two_rules(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Random predicates of a random game: the verdict and the counterexample are those of a predicate of both."""
    folder = tmp_path_factory.mktemp("idiom")
    fusible = data.draw(st.booleans())
    variant = data.draw(variants(fusible=fusible))
    box = cases(variant)
    first = data.draw(st.sets(st.sampled_from(box)))
    second = first ^ data.draw(st.sets(st.sampled_from(box), max_size=2))
    spoken = data.draw(st.none() | st.sets(st.sampled_from(box)))
    rules = predicate("first", first) + predicate("second", second) + predicate("spoken", spoken or ()) + IDIOM
    where = "" if spoken is None else ", where: spoken"
    engines: list[Choice] = ["ground", "compiled", "auto"]
    engine = data.draw(st.sampled_from(engines))
    found = []
    for keys in ("iff: first, same: second", "iff: both"):
        claim = f"  - {{id: c, says: s, kind: everywhere, {keys}{where}}}\n"
        (result,) = check(write(folder, variant, claim, rules), Options(engine=engine), lambda _: None)
        one = result.counterexample
        found.append((result.verdict, result.positions, one and (one.parameters, one.position, one.below)))
    assert found[0] == found[1]
    wrong = [case for case in box if case in first ^ second and (spoken is None or case in spoken)]
    judged = [case for case in box if spoken is None or case in spoken]
    assert (found[0][0] is Verdict.REFUTED) is bool(wrong)
    if wrong:
        assert found[0][1] == judged.index(wrong[0])


@given(st.data())
@settings(max_examples=8)
def test_its_proof_is_that_of_two_rules(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Random conditions on a pile of any size: both are proved, or both refuted at the same size."""
    folder = tmp_path_factory.mktemp("proofs")
    literal = st.one_of(
        st.builds("N \\ {} = {}".format, st.integers(2, 3), st.integers(0, 1)),
        st.builds("N {} {}".format, st.sampled_from([">", "<=", "!="]), st.sampled_from([0, 7, 40, 5000])),
    )
    bodies = st.lists(st.lists(literal, min_size=1, max_size=2), min_size=1, max_size=2)
    first = data.draw(bodies)
    second = data.draw(st.just(first) | bodies)
    rules = "".join(
        f"{name} :- pile(N), {', '.join(body)}.\n" for name, of in (("first", first), ("second", second)) for body in of
    )
    (folder / "game.lp").write_text(TAKE + rules + IDIOM)
    (folder / "game.yaml").write_text(
        "game: take\nrules: game.lp\nposition: {pile: 0..20}\nclaims:\n"
        "  - {id: a, says: s, kind: everywhere, iff: first, same: second, prove: {pile: all}}\n"
        "  - {id: b, says: s, kind: everywhere, iff: both, prove: {pile: all}}\n"
    )
    one, other = check(load(folder / "game.yaml"), Options(), lambda _: None)
    assert one.verdict is other.verdict
    assert (one.counterexample and one.counterexample.position) == (
        other.counterexample and other.counterexample.position
    )


# ------------------------------------------------------------------------------------------------- names and faults


def test_the_name_that_is_made_is_no_other(tmp_path: Path) -> None:
    """Names of the rules, of unknowns and of parameters."""
    (tmp_path / "game.lp").write_text(f"{TAKE}{TWO}first_iff_second :- some.\nthird :- first_iff_second2(_).\n")
    head = "game: take\nrules: game.lp\nparameters: {first_iff_second1: 1..2}\nposition: {pile: 0..9}\nclaims:\n"
    (tmp_path / "game.yaml").write_text(
        head + "  - {id: a, says: s, kind: everywhere, iff: first, same: second, prove: true}\n"
        "  - {id: b, says: s, kind: statement, unknowns: {first_iff_second2: 1..2}, iff: third}\n"
        "  - {id: c, says: s, kind: everywhere, iff: first_iff_second}\n"
    )
    spec = load(tmp_path / "game.yaml")
    assert [one.iff for one in spec.claims] == ["first_iff_second3", "third", "first_iff_second"]
    results = check(spec, Options(), lambda _: None)
    assert [one.verdict for one in results] == [Verdict.PROVED, Verdict.HOLDS, Verdict.REFUTED]


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("kind: everywhere, iff: first, same: secnod", ":5:58: same: no rule of game.lp derives secnod; expected a "
         "predicate of the rules file with no argument; did you mean 'second'?"),
        ("kind: everywhere, iff: frist, same: second", ":5:45: iff: no rule of game.lp derives frist; expected a "
         "predicate of the rules file with no argument; did you mean 'first'?"),
        ("kind: everywhere, iff: first, same: one", ":5:58: same: one has 1 argument in game.lp; expected a predicate "
         "with no argument"),
        ("kind: everywhere, iff: first, same: first", ":5:52: a predicate agrees with itself; expected another "
         "predicate than iff"),
        ("kind: everywhere, same: first", ":5:5: the key 'iff' is missing"),
        ("kind: p-positions, iff: first, same: second", ":5:53: a claim of kind 'p-positions' takes no key 'same'"),
        ("kind: statement, unknowns: {n: 1..2}, iff: two, same: first", ":5:76: same: first depends on pile, which "
         "this claim does not have"),
    ],
)  # fmt: skip
def test_what_no_claim_may_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], keys: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.lp").write_text(f"{TAKE}{TWO}one(N) :- pile(N).\ntwo :- n(2).\n#defined n/1.\n")
    Path("game.yaml").write_text(
        f"game: take\nrules: game.lp\nposition: {{pile: 0..9}}\nclaims:\n  - {{id: a, says: s, {keys}}}\n"
    )
    assert main(["check", "game.yaml"]) == Exit.INPUT
    assert said in capsys.readouterr().err


def test_no_change_of_either_is_harmless(tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(TAKE + TWO)
    head = "game: take\nrules: game.lp\nposition: {pile: 0..9}\nclaims:\n"
    (tmp_path / "game.yaml").write_text(f"{head}  - {{id: a, says: s, kind: everywhere, iff: first, same: second}}\n")
    spec = load(tmp_path / "game.yaml")
    (claim,) = spec.claims
    found = candidates(spec, claim)
    assert {one.head for one in found} == {("first", 0), ("second", 0)}
    assert not any(harmless(spec, claim, one) for one in found)


def test_a_rule_at_fault_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "game.lp").write_text(f"{TAKE}{TWO}first :- pile(M), N > 2.\n")
    head = "game: take\nrules: game.lp\nposition: {pile: 0..9}\nclaims:\n"
    (tmp_path / "game.yaml").write_text(f"{head}  - {{id: a, says: s, kind: everywhere, iff: first, same: second}}\n")
    with pytest.raises(InputError) as raised:
        list(check(load(tmp_path / "game.yaml"), Options(), lambda _: None))
    assert [one.line for one in raised.value.diagnostics] == [6]
