"""Statements about all games: from files to verdicts, held against every labelled game in plain Python."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise, permutations, product
from pathlib import Path

import pytest

from bouton.cli import main
from bouton.core.errors import Disagreement, InputError
from bouton.core.exits import Exit
from bouton.core.graph import Graph, NoGraph, graph_of, how_many
from bouton.core.logic.question import Question
from bouton.core.shipped import folder
from bouton.core.sources import Source, of_file
from bouton.core.verdict import Result, Verdict
from bouton.document.load import load, narrow
from bouton.process.limits import Limits
from bouton.run.check import check
from bouton.run.options import Options
from bouton.solving.solve import decide
from bouton.theory import check as theory
from bouton.theory import instances
from bouton.theory.read import read, rules_of
from bouton.theory.search import CounterGame, Covered, GameStatement, search
from tests.samples import small_or_whole
from tests.shipped import named, rules_text

SPEC = str(folder("specs") / "impartial_theory.yaml")
RULES, AGREEMENTS = named("impartial_theory").rules, named("impartial_theory").agreements

Options_ = tuple[frozenset[int], ...]
Label = tuple[int, int]


def mex(seen: set[int]) -> int:
    return min(set(range(len(seen) + 1)) - seen)


@cache
def games(size: int) -> dict[Options_, Options_]:
    """One game of each kind, by trying every numbering: nothing of it is shared with what is tested."""
    arcs = [(x, y) for x in range(size) for y in range(x)]
    found: dict[Options_, Options_] = {}
    seen: set[frozenset[tuple[int, int]]] = set()
    for bits in range(2 ** len(arcs)):
        chosen = frozenset(arc for place, arc in enumerate(arcs) if bits >> place & 1)
        if chosen in seen:
            continue
        for order in permutations(range(size)):
            seen.add(frozenset((order[x], order[y]) for x, y in chosen))
        game = tuple(frozenset(y for x, y in chosen if x == at) for at in range(size))
        found[game] = game
    return found


def labels(game: Options_) -> list[Label]:
    """The value and misère value of each position; options come before."""
    found: list[Label] = []
    for options in game:
        normal = mex({found[to][0] for to in options})
        found.append((normal, mex({found[to][1] for to in options}) if options else 1))
    return found


def after(game: Options_, at: int) -> set[Label]:
    return {labels(game)[to] for to in game[at]}


def minion(game: Options_) -> bool:
    return all(one in ((0, 1), (1, 0)) or one[0] == one[1] for one in labels(game))


def miserable(game: Options_) -> bool:
    return all(
        one in ((0, 1), (1, 0)) or ((0, 1) in after(game, at)) == ((1, 0) in after(game, at))
        for at, one in enumerate(labels(game))
    )


def tame(game: Options_) -> bool:
    return all(
        not (((0, 1) in seen) != ((1, 0) in seen) and seen & {(0, 0), (1, 1)})
        for seen in (after(game, at) for at in range(len(game)))
    )


def pet(game: Options_) -> bool:
    return all((one[0] == 0) == (one[1] == 1) and (one[0] == 1) == (one[1] == 0) for one in labels(game))


def two_minion(game: Options_) -> bool:
    return all(one in ((0, 1), (1, 0)) or (one[0] == one[1] >= 2) for one in labels(game))


def no_00(game: Options_) -> bool:
    return (0, 0) not in labels(game)


def ferguson(game: Options_) -> bool:
    """(iii) of Theorem 3."""
    return all(
        any(to[0] == 1 for to in after(game, at)) for at, one in enumerate(labels(game)) if one[0] == 0 and game[at]
    )


def ferguson_misere(game: Options_) -> bool:
    """(iii') of Theorem 3."""
    return all(any(to[1] == 1 for to in after(game, at)) for at, one in enumerate(labels(game)) if one[1] == 0)


def lemma_4(game: Options_) -> bool:
    one_way = all((0, 1) in after(game, at) for at, one in enumerate(labels(game)) if one == (1, 0))
    return one_way and all(
        (1, 0) in after(game, at) for at, one in enumerate(labels(game)) if one == (0, 1) and game[at]
    )


FIRST, SECOND = ((0, 1), (3, 3), (0, 0)), ((1, 0), (2, 2), (1, 1))
"""The chains of Remark 5."""


def chains(game: Options_, chain: Sequence[Label]) -> Iterator[tuple[int, ...]]:
    """Where positions with these labels follow each other."""
    for first, second in ((x, y) for x, options in enumerate(game) for y in options):
        for third in game[second]:
            if [labels(game)[at] for at in (first, second, third)] == list(chain):
                yield first, second, third


def optimal(game: Options_, places: Sequence[int], play: int) -> bool:
    """Whether who can win does, move for move: to the value 0 of the play, unless the position has it itself."""
    values = [labels(game)[at][play] for at in places]
    return all(before == 0 or after == 0 for before, after in pairwise(values))


def optimal_nowhere(game: Options_, chain: Sequence[Label], plays: Sequence[int]) -> bool:
    return not any(optimal(game, places, play) for places in chains(game, chain) for play in plays)


PLAIN: dict[str, Callable[[Options_], bool]] = {
    "minion": minion,
    "miserable": miserable,
    "tame": tame,
    "pet": pet,
    "two_minion": two_minion,
    "lemma_4": lemma_4,
    "miserable_iff_tame": lambda game: miserable(game) == tame(game),
    "pet_iff_two_minion": lambda game: pet(game) == two_minion(game),
    "pet_iff_no_00": lambda game: pet(game) == no_00(game),
    "pet_iff_iii": lambda game: pet(game) == ferguson(game),
    "pet_iff_iii_prime": lambda game: pet(game) == ferguson_misere(game),
    "never_first_optimal": lambda game: optimal_nowhere(game, FIRST, (0,)),
    "never_second_optimal": lambda game: optimal_nowhere(game, SECOND, (0, 1)),
}


def ended(iff: str, given: str | None, size: int, rules: tuple[Source, ...] = RULES) -> list[object]:
    """What the search says, of 1, 2, ... positions."""
    rules_read = read(rules_of(rules, AGREEMENTS))
    names = [(iff, 0), *([(given, 0)] if given else [])]
    found: list[object] = []
    search(found.append, GameStatement(rules_read.needed(*names), iff, given), range(1, size + 1))
    return found


def test_the_second_chain_of_remark_5_is_there_but_not_in_optimal_play() -> None:
    game: Options_ = tuple(frozenset(row) for row in ((), (0,), (0, 1), (2,), (3,), (3, 4), (0, 5)))
    assert tame(game)
    assert list(chains(game, SECOND)) == [(6, 5, 4)]
    assert optimal_nowhere(game, SECOND, (0, 1))
    assert not any(list(chains(game, SECOND)) for size in range(1, 6) for game in games(size) if tame(game))
    first: Options_ = tuple(frozenset(row) for row in ((), (0,), (0, 1), (2,), (0, 1, 2, 3), (1, 4)))
    assert [optimal(first, places, 0) for places in chains(first, FIRST)] == [True]
    assert [optimal(first, places, 1) for places in chains(first, FIRST)] == [False]


@pytest.mark.parametrize(("size", "known"), list(enumerate((1, 1, 2, 6, 31, 302, 5984, 243668, 20286025))))
def test_there_are_as_many_games_as_published(size: int, known: int) -> None:
    assert how_many(size) == known


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
@pytest.mark.sample(5)
def test_clingo_covers_each_game(size: int) -> None:
    covered = [one for one in ended("two_minion", "two_minion", size) if isinstance(one, Covered)]
    assert covered[-1] == Covered(size, sum(map(two_minion, games(size))))
    assert len(games(size)) == how_many(size)


@pytest.mark.parametrize(("iff", "given"), list(product(PLAIN, [None, "minion", "miserable", "tame", "pet"])))
@pytest.mark.sample(72)
def test_a_search_agrees_with_plain_python(iff: str, given: str | None) -> None:
    for size, told in enumerate(ended(iff, given, 5 if given is None else 4), 1):
        spoken = [game for game in games(size) if given is None or PLAIN[given](game)]
        failing = [game for game in spoken if not PLAIN[iff](game)]
        if isinstance(told, Covered):
            assert (told, failing) == (Covered(size, len(spoken)), [])
        else:
            assert isinstance(told, CounterGame)
            assert told.graph.moves == min(sum(map(len, game)) for game in failing)
            game = tuple(frozenset(to - 1 for to in row) for row in told.graph.options)
            assert not PLAIN[iff](game)
            assert given is None or PLAIN[given](game)


def numberings(graph: Graph) -> Iterator[Graph]:
    """The same game in every other numbering by height."""
    heights: list[int] = []
    for row in graph.options:
        heights.append(max((heights[to - 1] + 1 for to in row), default=0))
    for order in permutations(range(1, len(graph) + 1)):
        new = {old: at for at, old in enumerate(order, 1)}
        if [heights[old - 1] for old in order] == sorted(heights):
            yield Graph(tuple(tuple(sorted(new[to] for to in graph.options[old - 1])) for old in order))


@pytest.mark.parametrize(("iff", "given"), [("minion", None), ("pet", "miserable"), ("miserable", "minion")])
@pytest.mark.sample(3)
def test_a_counterexample_has_the_least_numbering(iff: str, given: str | None) -> None:
    found = ended(iff, given, 6)[-1]
    assert isinstance(found, CounterGame)
    assert min(numberings(found.graph), key=lambda graph: graph.order) == found.graph
    assert (
        graph_of({name: tuple(row) for name, row in found.graph.named().items() if isinstance(row, list)})
        == found.graph
    )


@pytest.mark.parametrize(
    "given", [{}, {"2": ()}, {"1": (1,)}, {"1": (), "2": (1, 1)}, {"1": (), "2": 1}, {"1": (), "x": ()}]
)
def test_what_is_no_game(given: dict[str, int | tuple[int, ...]]) -> None:
    with pytest.raises(NoGraph):
        graph_of(given)


def results(
    *claims: str, positions: str = "1..4", prove: bool | None = None, crosscheck: bool | None = None
) -> list[Result]:
    spec = narrow(load(SPEC), (), [f"positions={positions}"])
    options = Options(claims=claims, prove=prove, crosscheck=crosscheck, suspend=True)
    return list(check(spec, options, lambda _: None))


@pytest.mark.slow
def test_every_claim_of_the_spec_is_as_expected() -> None:
    found = list(
        check(load(SPEC), Options(claims=("figure-1", "section-2-3-proper", "lemma-2-absorbing")), lambda _: None)
    )
    assert [result.exit for result in found] == [Exit.OK] * 3


@pytest.mark.slow
@pytest.mark.parametrize(("step", "crosscheck"), small_or_whole((20, False), (1, None)))
def test_what_is_asked_for_is_proved(step: int, crosscheck: bool | None) -> None:
    """A few claims, by z3 alone; in the slow test each of them, and by cvc5 too."""
    asked = [claim.id for claim in load(SPEC).claims if claim.prove is not None]
    assert len(asked) > 20
    for result in results(*asked[::step], positions="1..3", crosscheck=crosscheck):
        assert result.verdict is Verdict.PROVED, result


FALSE = [
    ("minion", None),
    ("tame", None),
    ("pet", "tame"),
    ("miserable", "minion"),
    ("pet_iff_no_11", None),
    ("lemma_1_in_g", None),
    ("lemma_4_with_terminals", "minion"),
    ("same_values", None),
    ("is_p", "independent"),
    ("is_p", "absorbing"),
]


@pytest.mark.parametrize("induction", [None, "odd", "low", "not_p"])
@pytest.mark.parametrize(("iff", "given"), FALSE)
@pytest.mark.sample(42)
def test_what_is_false_is_not_proved(iff: str, given: str | None, induction: str | None) -> None:
    formulas = read(rules_of(RULES, AGREEMENTS))
    names = [(iff, 0), *([(given, 0)] if given else []), *([(induction, 1)] if induction else [])]
    text = instances.problem(formulas.needed(*names), iff, given, [induction] if induction else [], 0)
    ((_, decision),) = decide([Question(text, instances.LOGIC)], Limits(seconds=10.0))
    assert decision.verdict != "unsat"


CHANGES = [
    ("missing        :- value(X,J), I = 0..J-1", "missing        :- value(X,J), I = 0..J", "lemma_1", None),
    ("repeated       :- value(X,V), to_value(X,V)", "repeated       :- value(X,V), to_misere(X,V)", "lemma_1", None),
    ("unabsorbed :- position(X), not p(X)", "unabsorbed :- position(X)", "lemma_2_pp", None),
    ("terminal_not_01  :- terminal(X)", "terminal_not_01  :- position(X)", "terminals_are_01", None),
    ("stuck_10 :- l10(X), not to_01(X)", "stuck_10 :- l10(X), not to_10(X)", "lemma_4", "minion"),
    ("not_miserable  :- one_sided(X), not swap(X)", "not_miserable  :- one_sided(X)", "miserable_iff_tame", None),
    ("wild_at(X) :- one_sided(X), to_low(X)", "wild_at(X) :- one_sided(X)", "miserable_iff_tame", None),
    ("not_pet :- misere(X,1), not value(X,0).", "not_pet :- misere(X,1).", "pet_iff_two_minion", None),
    ("has_00  :- l00(_)", "has_00  :- l01(_)", "pet_iff_no_00", None),
    ("iii_fails   :- value(X,0), not terminal(X)", "iii_fails   :- value(X,0)", "pet_iff_iii", None),
    ("iii_prime_fails :- misere(X,0)", "iii_prime_fails :- misere(X,1)", "pet_iff_iii_prime", None),
    (
        "unlike_m(X)  :- value(X,V), not misere_m(X,V)",
        "unlike_m(X)  :- misere(X,V), not misere_m(X,V)",
        "involution_misere",
        None,
    ),
    (
        "chosen_unabsorbed :- position(X), not chosen(X)",
        "chosen_unabsorbed :- terminal(X), not chosen(X)",
        "kernel_iff_is_p",
        None,
    ),
    ("not_found         :- p(X), not found_p(X)", "not_found         :- p(X), not found_n(X)", "algorithm", None),
]


@pytest.mark.parametrize(("old", "new", "iff", "given"), CHANGES)
@pytest.mark.sample(15)
def test_a_changed_lemma_is_refuted(tmp_path: Path, old: str, new: str, iff: str, given: str | None) -> None:
    text = rules_text("impartial_theory")
    assert old in text
    changed = tmp_path / "changed.lp"
    changed.write_text(text.replace(old, new), encoding="utf-8")
    assert isinstance(ended(iff, given, 5, of_file(changed))[-1], CounterGame)
    assert isinstance(ended(iff, given, 5)[-1], Covered)


@pytest.mark.parametrize(
    "play", ["good_normal(X,Y) :- option(X,Y), value(X,0)", "good_misere(X,Y) :- option(X,Y), misere(Y,0)"]
)
@pytest.mark.sample(2)
def test_remark_5_rests_on_optimal_moves(tmp_path: Path, play: str) -> None:
    """Where every move is optimal in one of the plays, the second chain is in an optimal play of seven positions."""
    game = Graph(((), (1,), (1, 2), (3,), (4,), (4, 5), (1, 6)))
    text = rules_text("impartial_theory")
    assert play in text
    changed = tmp_path / "changed.lp"
    changed.write_text(text.replace(play, f"{play.partition(' :-')[0]} :- option(X,Y)"), encoding="utf-8")
    for file, fails in ((RULES, False), (of_file(changed), True)):
        rules = read(rules_of(file))
        assert GameStatement(rules.needed(("never_second_optimal", 0)), "never_second_optimal").fails(game) == fails


FILE = """game: all games
rules: some.lp
claims:
  - {id: a, says: it is so, kind: theory, iff: a, %s}
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """Write a spec with one claim, and its rules."""
    monkeypatch.chdir(tmp_path)

    def writing(keys: str = "positions: 1..3", rules: str = "a :- not b. b :- option(X,Y), value(X,0).") -> str:
        (tmp_path / "some.lp").write_text(rules)
        (tmp_path / "some.yaml").write_text(FILE % keys)
        return "some.yaml"

    return writing


def faults(spec: str) -> str:
    with pytest.raises(InputError) as caught:
        list(check(load(spec), Options(), lambda _: None))
    return str(caught.value)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("a :- option(X,Y), X > Y.", "is a position in one place and a number in another"),
        ("a :- option(X,Y), value(X,Y).", "is a position in one place and a number in another"),
        ("a :- position(1).", "is a position in one place and a number in another"),
        ("a :- position(X+1), position(X).", "is a position in one place and a number in another"),
        ("a :- 2 = #count { X : position(X) }.", "only atoms and comparisons"),
        ("r(X,Y) :- option(X,Y). r(X,Z) :- r(X,Y), option(Y,Z). a :- r(X,Y), value(Y,0).", "no recursion"),
        ("a :- value(X,V), V * 2 = 4.", "has no place in a statement about games"),
        ("a :- value(X,V), V < 20000.", "above 10000"),
        ("a :- option(X).", "option takes 2 arguments, not 1"),
        ("option(X,X) :- position(X). a.", "option is given with every game, no rule may derive it"),
        ("a :- optoin(X,Y).", "no rule derives optoin/2; did you mean 'option'?"),
        ("b.", "iff: no rule of some.lp derives a"),
        ("{ a }.", "no choice"),
    ],
)
def test_what_no_statement_may_say(write: Callable[..., str], rules: str, said: str) -> None:
    assert said in faults(write(rules=rules))


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("positions: 0..3", "a game has at least 1 position"),
        ("positions: 3..1", "3..1"),
        ("prove: {k: all}", "prove takes true"),
        ("where: b", "takes no key 'where'"),
        ("given: c", "given: no rule of some.lp derives c"),
        ("expect: {refuted: {2: [1]}}", "the positions are 1, 2, ... in this order"),
    ],
)
def test_what_no_claim_may_say(write: Callable[..., str], keys: str, said: str) -> None:
    assert said in faults(write(keys))


def test_a_theory_stands_in_a_spec_without_position(write: Callable[..., str], tmp_path: Path) -> None:
    spec = write()
    text = (tmp_path / spec).read_text()
    (tmp_path / spec).write_text(text.replace("claims:", "position: {pile: 0..3}\nclaims:"))
    assert "a claim about all games has no position" in faults(spec)
    (tmp_path / spec).write_text(text.replace("kind: theory", "kind: p-positions"))
    assert "the key 'position' is missing" in faults(spec)


@pytest.mark.slow
def test_a_game_has_no_table_nor_moves_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", SPEC]) == Exit.INPUT
    assert "about all games" in capsys.readouterr().err
    assert main(["explain", SPEC]) == Exit.OK
    assert "for all games of 1..6 positions" in capsys.readouterr().out


def test_no_game_is_spoken_of(write: Callable[..., str]) -> None:
    rules = "a :- position(_). c :- value(X,4)."
    (result,) = check(load(write("given: c, positions: 1..3", rules)), Options(), lambda _: None)
    assert result.verdict is Verdict.VACUOUS
    assert result.exit is Exit.UNDECIDED


@pytest.mark.parametrize("equation", ["V = V", "V = V+0", "V-V = 0", "V+1 = 1+V"])
def test_an_equation_that_every_number_fulfils_gives_none(write: Callable[..., str], equation: str) -> None:
    rules = f"a :- not odd. odd :- {equation}, value(X,V), option(X,Y), not misere(X,V)."
    (result,) = check(load(write("positions: 1..3", rules)), Options(), lambda _: None)
    assert result.counterexample is not None
    assert result.counterexample.position == {"1": [], "2": [1]}


@pytest.mark.slow
def test_a_limit_is_unknown() -> None:
    spec = narrow(load(SPEC), (), ["positions=1..7"])
    (result,) = check(spec, Options(claims=("lemma-4",), limits=Limits(seconds=1.0)), lambda _: None)
    assert result.verdict is Verdict.UNKNOWN
    assert result.reason is not None
    assert "time limit" in result.reason
    assert result.exit is Exit.UNDECIDED


@pytest.mark.slow
def test_the_object_of_a_counterexample(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", SPEC, "--claim", "section-2-3-proper", "--json"]) == Exit.OK
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["counterexample"]["position"] == {"1": [], "2": [1], "3": [1, 2], "4": [3]}
    assert claim["over"] == {"positions": [1, 6]}
    miserable_not_pet = [game for game in games(4) if miserable(game) and not pet(game)]
    assert miserable_not_pet
    assert not any(miserable(game) and not pet(game) for size in (1, 2, 3) for game in games(size))


def test_another_counterexample_is_contrary(write: Callable[..., str]) -> None:
    spec = write("positions: 1..3, expect: {refuted: {1: [], 2: []}}", "a :- not b. b :- terminal(X).")
    (result,) = check(load(spec), Options(), lambda _: None)
    assert result.verdict is Verdict.REFUTED
    assert result.exit is Exit.CONTRARY


def test_an_engine_that_errs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Graph, "misere", property(lambda graph: graph.values))
    with pytest.raises(Disagreement):
        ended("lemma_1", None, 3)


@pytest.mark.slow
def test_an_interruption_leaves_the_rest_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[object]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(theory, "run", interrupted)
    found: list[Result] = []
    with pytest.raises(KeyboardInterrupt):
        for result in check(load(SPEC), Options(), lambda _: None):
            found.append(result)
    assert {(one.verdict, one.reason) for one in found} == {(Verdict.UNKNOWN, "interrupted")}
    assert len(found) == len(load(SPEC).claims)


def test_a_counterexample_has_its_moves_and_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["check", SPEC, "--claim", "figure-1-values", "--claim", "lemma-2-absorbing", "--no-prove", "--json"]) == 0
    )
    lemma, figure = json.loads(capsys.readouterr().out)["claims"]
    assert lemma["counterexample"] is None
    found = figure["counterexample"]
    game = tuple(frozenset(to - 1 for to in row) for row in found["position"].values())
    pairs = labels(game)
    assert found["values"] == {str(at): list(pair) for at, pair in enumerate(pairs, 1)}
    assert [0, 0] in found["values"].values()
    assert found["because"]["moves"] == [
        {"move": f"{at + 1} -> {to + 1}", "to": {"position": to + 1}, "outcome": list(pairs[to])}
        for at, row in enumerate(game)
        for to in sorted(row)
    ]
    assert {(2, 0), (3, 2)} <= set(pairs)


WILD = """\
no_high :- not high(_).
high(X) :- value(X,V), misere(X,W), V >= 4, W != V.
no_equal :- not equal(_,_).
equal(X,Y) :- option(X,Y), value(X,V), value(Y,V).
terminals :- not odd(_).
odd(X) :- position(X), not option(X,_), not terminal(X).
odd(X) :- terminal(X), some_option(X).
some_option(X) :- option(X,_).
entered :- not alone(_).
alone(X) :- position(X), not option(_,X).
same :- not apart(_,0).
apart(X,V) :- value(X,W), V = W-W, not value(X,_).
"""


def test_what_is_denied_of_anything(tmp_path: Path) -> None:
    """`not p(X,_)` says that p holds of X and nothing; what says so is called as nothing else of the file is."""
    (tmp_path / "wild.lp").write_text(WILD)
    names = {"no_high": "", "no_equal": ", prove: true", "terminals": ", prove: true", "entered": "", "same": ""}
    says = [f"  - {{id: {n.replace('_', '-')}, says: s, kind: theory, positions: 1..3, iff: {n}{more}}}\n"
            for n, more in names.items()]  # fmt: skip
    (tmp_path / "wild.yaml").write_text("game: g\nrules: wild.lp\nclaims:\n" + "".join(says))
    found = {one.id: one.verdict for one in check(load(str(tmp_path / "wild.yaml")), Options(), lambda _: None)}
    assert found == {
        "no-high": Verdict.HOLDS,
        "no-equal": Verdict.PROVED,
        "terminals": Verdict.PROVED,
        "entered": Verdict.REFUTED,
        "same": Verdict.HOLDS,
    }
