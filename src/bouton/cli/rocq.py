"""What `check --rocq` adds to results: the files of claims, and what coqc says of them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from bouton.cli import console
from bouton.core.errors import Unreadable, fault
from bouton.core.exits import Exit, worst
from bouton.core.position import has_sets
from bouton.core.spec import Claim, Spec
from bouton.core.verdict import Formal, Result, Verdict
from bouton.rocq import file as files
from bouton.rocq.hand import lacking
from bouton.rocq.tried import tried
from bouton.run.options import Options
from bouton.show import text


@dataclass(frozen=True)
class RocqWriter:
    """Writes the files of one spec below a folder."""

    folder: Path
    spec: Spec
    options: Options
    meter: console.Meter
    quiet: bool

    def written(self, result: Result) -> Result:
        """The result, with a note about the file of its claim; that there is none changes no verdict."""
        try:
            file, what = self._file(result)
            if file is None:
                return result
            note = f"written for Rocq{what}: {file}"
            why = lacking(file.read_text(encoding="utf-8"))
            formal = Formal(str(file), "untried" if why is None else None, why=why or "")
        except Unreadable as error:
            note, formal = f"no file for Rocq: {error.reason}", Formal(None, why=error.reason)
        except OSError as error:
            where = f"the folder cannot be written: {error.strerror or error}"
            raise fault(where, file=str(self.folder)) from error
        self._say(note)
        return replace(result, notes=(*result.notes, note), rocq=formal)

    def _file(self, result: Result) -> tuple[Path | None, str]:
        """The file of a result and what it has besides a theorem; None of a verdict that none is written for."""
        claim = self.spec.claim(result.id)
        if has_sets(self.spec.fluents) and claim.about == "positions":
            raise Unreadable("nothing is written of games with sets so far")
        if result.verdict is Verdict.PROVED:
            file = files.write(self.folder, files.resting(self.spec, claim, result.proof), claim)
            why = lacking(file.read_text(encoding="utf-8"))
            return file, "" if why is None else f", its statement without a proof ({why})"
        if result.verdict is Verdict.HOLDS and files.known(self.spec, claim):
            return files.write(self.folder, self.spec, claim), ", with a proof by hand of more than is proved here"
        if result.verdict is Verdict.HOLDS:
            return self._bound(claim)
        if result.verdict is not Verdict.REFUTED or result.counterexample is None:
            return None, ""
        if result.counterexample.components or result.counterexample.values:
            raise Unreadable("no refutation is written of sums and of games that are no positions yet")
        return files.refute(self.folder, self.spec, claim, *result.counterexample.at), ", that it is false"

    def _bound(self, claim: Claim) -> tuple[Path | None, str]:
        """The file of a claim for its box alone; where there is none a claim without a range for a proof is told."""
        missing = files.asking(self.spec, claim)
        try:
            file = files.bound(self.folder, self.spec, claim)
        except Unreadable as error:
            raise Unreadable(missing or error.reason) from None
        return file, f", of its {'positions' if claim.points else 'box'} alone" + (
            f" ({missing})" if missing is not None else ""
        )

    def tried(self, results: Sequence[Result]) -> list[Result]:
        """The results with what coqc says of the files that have proofs, which are handed to it side by side.

        A proof that is not accepted makes the exit code that of something unproved; the verdicts stay.
        """
        found = list(results)
        made = [(at, one.rocq) for at, one in enumerate(found) if one.rocq is not None and one.rocq.answer is not None]
        texts = [Path(formal.file or "").read_text(encoding="utf-8") for _, formal in made]
        said: set[str] = set()
        with closing(tried(texts, self.options.limits, self.options.jobs)) as answers:  # its children end with it
            for number, answer in answers:
                at, formal = made[number]
                before = found[at]
                fine = answer.state in ("accepted", "untried")
                found[at] = replace(
                    before,
                    notes=(*before.notes, answer.text),
                    rocq=replace(formal, answer=answer.state, seconds=answer.seconds, why=answer.why),
                    exit=before.exit if fine else worst([before.exit, Exit.UNDECIDED]),
                )
                alone = answer.state == "untried" or len(found) == 1
                line = answer.text if alone else f"{Path(formal.file or '').name}: {answer.text}"
                if line not in said:
                    said.add(line)
                    self._say(line)
        return found

    def _say(self, note: str) -> None:
        if not self.quiet:
            self.meter.clear()
            console.say(text.note(note))
