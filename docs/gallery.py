"""The pages of docs/gallery/: of each game its rules, its theorem, the verdict on it, and a picture."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from clingo.ast import AST

from bouton.claims.subject import rules_of, subject
from bouton.cli import main as bouton
from bouton.core.spec import Claim, Spec
from bouton.document.entries import Outcome
from bouton.rules.depend import closure
from bouton.rules.file import Rules, Signature
from bouton.rules.syntax import defines
from docs.markdown import WRITTEN, escaped, fenced, paragraph
from docs.papers import Row, verdict
from docs.store import ROOT, Store, rows, specs

FOLDER = ROOT / "docs" / "gallery"


@dataclass(frozen=True)
class Game:
    """A page: the spec, what a move does, the claims that are its theorem, and how its picture is drawn.

    The spec has the name of the page and of its picture. `picture` are a command of Bouton and its options,
    `shows` tells what is seen. `ranges` are those of the page on which the game is played, where the spec's are wider.
    """

    spec: str
    move: str
    claims: tuple[str, ...]
    picture: tuple[str, ...] = ()
    shows: str = ""
    ranges: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The spec as a report has it."""
        return f"specs/{self.spec}.yaml"


GRID = ("plot", "--over", "heap.size=1..20", "--over", "heap.count=0..2")
GAMES = (
    Game(
        "node_kayles",
        "A move chooses a vertex of a graph, which is taken away with its neighbours.",
        ("cycles",),
        ("graph", "--at", "n=6,free=0:1:2:3:4:5"),
        "All positions that can be reached on a cycle of six vertices.",
    ),
    Game(
        "cram",
        "A move covers two free neighbouring cells of a board with a domino.",
        ("half-turn", "both-even", "one-even"),
        ("graph", "--at", "rows=2,columns=3,free=(1,1):(1,2):(1,3):(2,1):(2,2):(2,3)"),
        "All positions that can be reached on a board of two rows and three columns.",
    ),
    Game(
        "domineering",
        "Two sides cover two free neighbouring cells in turn, one above the other or side by side.",
        ("who-begins",),
        ("graph", "--at", "n=2,free=(1,1):(1,2):(2,1):(2,2),turn=vertical"),
        "All positions that can be reached on a square of side 2 where vertical begins.",
    ),
    Game(
        "geography",
        "A token goes along an edge to a vertex that was not visited before.",
        ("maximum-matchings",),
        ("graph", "--at", "free=1:2:3:4:5,at=0"),
        "All positions that can be reached from the end of the path.",
    ),
    Game(
        "nim",
        "A move takes any number of stones from one heap.",
        ("safe-combinations", "safe-combinations-misere"),
        ("graph", "--at", "heap=1:2:3"),
        "All positions that can be reached from three heaps of 1, 2 and 3 stones; the P-positions are filled.",
    ),
    Game(
        "moore_nim",
        "A move takes stones from at least one and at most k heaps.",
        ("balanced", "balanced-misere"),
        ("graph", "--at", "k=2,heap=1:1:2"),
        "All positions that can be reached from heaps of 1, 1 and 2 stones where a move may lower two heaps.",
    ),
    Game(
        "greedy_nim",
        "A move takes any number of stones from a heap of maximum size.",
        ("theorem-4", "theorem-5"),
        ("graph", "--at", "heap=3:3:2"),
        "All positions that can be reached from heaps of 3, 3 and 2 stones.",
    ),
    Game(
        "greedy_nim_k",
        "A move takes stones from at most k heaps, all of them of maximum size.",
        ("theorem-2", "theorem-3", "theorem-8", "solution"),
        ("plot", "--at", "k=2,heap=_:_:9", "--over", "heap.size=1..9"),
        "The P-positions of three heaps, the greatest of which has nine stones, for k = 2.",
        ("--over", "heap.count=0..4"),
    ),
    Game(
        "misere_bounded_greedy_nim",
        "A move takes at most k stones from a heap of maximum size.",
        ("theorem-2", "theorem-3"),
        ("plot", "--at", "k=3,heap=_:_", "--over", "heap.size=1..16"),
        "The P-positions of normal play with two heaps, for k = 3.",
    ),
    Game(
        "wythoff",
        "A move takes any number of stones from one pile, or the same number from both.",
        ("formula-3", "recursion-2"),
        GRID,
        "The P-positions with up to 20 stones in each pile.",
    ),
    Game(
        "wythoff_terminal",
        "The moves are those of Wythoff's Nim, but none leads on from (t,1), where the game ends too.",
        ("shifted",),
        ("plot", "--at", "t=1,heap=_:_", "--over", "heap.size=1..20"),
        "The P-positions for t = 1: those of Wythoff's Nim, one stone more in each pile.",
    ),
    Game(
        "nim_a",
        "A move takes stones from one pile, or from both in numbers that differ by less than a.",
        ("formula-4", "formula-5", "formula-6"),
        ("plot", "--at", "a=2,heap=_:_", "--over", "heap.size=1..20"),
        "The P-positions for a = 2.",
    ),
    Game(
        "nim_ab",
        "A move takes stones from one pile and fewer than b from the other, or numbers that differ by less than a.",
        ("formula-7", "formula-8", "section-3-4-a-0"),
        ("plot", "--at", "a=2,b=3,heap=_:_", "--over", "heap.size=1..20"),
        "The P-positions for a = 2 and b = 3.",
    ),
    Game(
        "euclid",
        "A move takes a positive multiple of the smaller heap from the larger, which stays.",
        ("section-3-5-cole-davie", "formula-9"),
        ("plot", "--over", "heap.size=1..20"),
        "The P-positions lie between two lines whose slopes are the golden section and its inverse.",
    ),
    Game(
        "three_euclid",
        "A move takes a positive multiple of one of three heaps from a larger one, which stays.",
        ("section-3-6-kernels", "section-3-6-open-question", "section-3-6-open-question-pairs"),
        ("graph", "--at", "moves=3,heap=2:3:5"),
        "All positions that can be reached from (2,3,5) in 3-Euclid; its values of normal and misère play are 2 and 1.",
    ),
    Game(
        "mark",
        "A move leads from n stones to n-1 or to n/2, rounded down.",
        ("fraenkel-p-positions", "fraenkel"),
        ("graph", "--at", "pile=12"),
        "All positions that can be reached from twelve stones.",
    ),
    Game(
        "fibonacci_nim",
        "A move takes at most as many stones as the limit says, which is then twice as many as were taken.",
        ("theorem",),
        ("graph", "--at", "pile=5,limit=4"),
        "All positions that can be reached from five stones of which at most four may be taken.",
    ),
    Game(
        "subtraction",
        "A move takes s stones from the pile, where s is a member of the set S.",
        ("one-to-m", "two-numbers", "lemma-19"),
    ),
    Game(
        "kayles",
        "A move takes one pin, or two side by side; what is left of the row may be two rows.",
        ("nim-values",),
        ("graph", "--at", "heap=4"),
        "All positions that can be reached from a row of four pins.",
    ),
    Game(
        "dawsons_chess",
        "A move kills a file of a row and the files beside it; what is left of the row may be two rows.",
        ("ten-thousand-rows", "misere-rows"),
        ("graph", "--at", "heap=7"),
        "All positions that can be reached from a row of seven files.",
    ),
    Game(
        "treblecross",
        "A move takes three stones from a heap and leaves none, one or two heaps.",
        ("values", "misere-rows"),
        ("graph", "--at", "heap=10"),
        "All positions that can be reached from a heap of ten stones, a strip of eight squares.",
    ),
    Game(
        "nim_with_a_pass",
        "A move is one of Nim, or, once in the game and not at its end, a pass.",
        ("pass-used", "two-heaps", "single-stones"),
        ("plot", "--at", "heap=_:_,pass=1", "--over", "heap.size=1..10"),
        "The P-positions of two heaps while the pass is unused.",
    ),
    Game(
        "endless_pass",
        "A move takes any number of stones from one heap, or passes; who likes may pass for ever.",
        ("outcomes", "two-heaps", "all-is-drawn-in-misere-play", "how-soon"),
        ("plot", "--over", "heap.count=0..2", "--over", "heap.size=1..8"),
        "One heap is won at once, and two heaps are a draw: neither player may take the last stone of either.",
    ),
    Game(
        "digraphs",
        "A move takes a token along an edge of a digraph, of which there are three: graph says which.",
        ("outcomes", "a-triangle-has-no-kernel", "the-lost-positions", "a-square-has-two-kernels"),
    ),
    Game(
        "survivor_nim",
        "Players around a table, in two alliances, take 1 to m counters from one pile; who takes the last has lost "
        "with the whole alliance.",
        ("theorem-8", "theorem-10", "theorem-10-corrected", "theorem-12", "theorem-12-corrected", "every-n"),
        ("plot", "--at", "n=1,k=0,pile=_,player=_", "--over", "pile=0..40"),
        "Which alliance wins with three players, by the pile and the player to move.",
        ("--over", "n=1..2"),
    ),
    Game(
        "block_nim",
        "A move takes l to m*l counters from one pile, where l players of an alliance move at once.",
        ("proposition-4-two-player",),
        ranges=("--set", "n=2,m=2", "--over", "pile=0..200"),
    ),
    Game(
        "one_pile_nim",
        "A move takes s to m*s counters from one pile.",
        ("misere", "normal", "corollary-5-table"),
        ("plot", "--at", "s=1,m=3,pile=_", "--over", "pile=0..24", "--values"),
        "The Sprague-Grundy values of normal play for m = 3.",
    ),
)
FIGURES = (
    (
        "figure_1",
        "The smallest game that has a (2,0)-position and a (3,2)-position, as that of Figure 1 of Gurvich's paper has.",
    ),
    (
        "figure_2",
        "The smallest game like that of Figure 2 of the same paper, in which a (3,3)-position has an option with the "
        "pair (0,1) and none with the pair (1,0).",
    ),
)


def pages(known: Store) -> dict[str, str]:
    """The text of each page, by its name below docs/."""
    listed = rows(known)
    found = {"gallery/index.md": _index()}
    for game in GAMES:
        found[f"gallery/{game.spec}.md"] = _page(game, {row.claim.id: row for row in listed[game.file]})
    return found


def draw() -> None:
    """Draw every picture anew."""
    for game in GAMES:
        if game.picture:
            command, *options = game.picture
            bouton([command, str(ROOT / game.file), *options, "-o", str(FOLDER / f"{game.spec}.svg")])


def _index() -> str:
    lines = ["# Gallery", "", WRITTEN, ""]
    lines += ["The games that come with Bouton, each with its rules, its theorem and the verdict.", ""]
    lines += [f"- [{escaped(specs()[game.file].game)}]({game.spec}.md): {escaped(game.move)}" for game in GAMES]
    lines += ["", "## Small games", ""]
    lines += paragraph(
        "Some claims are about all finite acyclic games; what refutes one of them is a small game. "
        "`bouton graph specs/impartial_theory.yaml --claim figure-1-values` draws the first of these."
    )
    for name, said in FIGURES:
        lines += ["", f"![{said}](../{name}.svg)", "", f"*{said}*"]
    return "\n".join(lines) + "\n"


def _page(game: Game, known: dict[str, Row]) -> str:
    spec = specs()[game.file]
    lines = [f"# {escaped(spec.game)}", "", WRITTEN, "", escaped(game.move)]
    lines += ["", f"*{escaped(spec.source)}.*"] if spec.source else []
    if game.picture:
        command, *options = game.picture
        drawn = f"bouton {command} {game.file} {shlex.join(options)} -o {game.spec}.svg"
        lines += ["", f"![{game.shows}]({game.spec}.svg)", "", f"*{game.shows}* Drawn by:", "", *fenced("sh", drawn)]
    lines += [
        "",
        f'<p><a href="../play/{game.spec}.html">Play it</a>, against the machine or a person; see its map.</p>',
    ]
    rules = rules_of(spec)
    shown = closure(rules.playing, rules.statements)
    lines += ["", "## The rules", "", *fenced("asp", "\n".join(_text(rules, shown, opening=True)))]
    lines += ["", "## The theorem", ""]
    for name in game.claims:
        row = known[name]
        wanted = closure(list(_predicates(spec, row.claim)), _rules(spec, row.claim).statements) - shown
        lines += [f"**`{name}`** {escaped(row.claim.says)}", ""]
        text = _text(_rules(spec, row.claim), wanted)
        lines += [*fenced("asp", "\n".join(text)), ""] if text else []
        shown |= wanted
        lines += [f"Verdict: {escaped(verdict(row))}.", ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _rules(spec: Spec, claim: Claim) -> Rules:
    return rules_of(subject(spec, claim))


def _predicates(spec: Spec, claim: Claim) -> Iterator[Signature]:
    """The predicates in which a claim is stated, those of the claims that it takes together among them."""
    rules = _rules(spec, claim)
    for one in (claim, *(spec.claim(name) for name in claim.together)):
        both = one.agreement
        for name in (*((one.iff,) if both is None else (both.first, both.second)), one.draw, one.where, _replies(one)):
            if name is not None:
                yield from ((name, arity) for arity in rules.arities(name))


def _replies(claim: Claim) -> str | None:
    return claim.by(Outcome).reply if isinstance(claim.said, Outcome) else None


def _text(rules: Rules, wanted: Collection[Signature], *, opening: bool = False) -> Sequence[str]:
    """The lines of the rules file that derive these predicates, with the comments right above them."""
    lines = [line for one in rules.sources.files for line in (*one.content.split("\n"), "")]
    taken: set[int] = set()
    for statement in rules.statements:
        if defines(statement) in wanted:
            first, last = _lines(statement)
            while first > 1 and lines[first - 2].startswith("%"):
                first -= 1
            taken |= set(range(first, last + 1))
    if opening:
        taken |= set(range(1, next(at for at, line in enumerate(lines, 1) if not line.startswith("%"))))
    found: list[str] = []
    for at in sorted(taken):
        found += ["", lines[at - 1]] if found and at - 1 not in taken else [lines[at - 1]]
    return found


def _lines(statement: AST) -> tuple[int, int]:
    """The first and the last line of a statement."""
    location = statement.location
    return location.begin.line, location.end.line
