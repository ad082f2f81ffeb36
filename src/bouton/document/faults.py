"""Collecting the faults of a spec, each with its place and in plain words."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache, reduce
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError

from bouton.core.errors import MOST, Diagnostic, fault_at, faulty, listed, nearest
from bouton.core.spec import Place
from bouton.document.boxes import BoxFault
from bouton.document.document import TAGS, Document
from bouton.document.entries import KINDS
from bouton.document.text import DocumentText, Steps, child
from bouton.document.types import FLUENT, GRAPH, ID, NAME, PREDICATE, RULES, SPEC, what

_PATTERNS = {
    NAME: "a name: a letter, then letters, digits and _",
    FLUENT: "a name: a small letter, then letters, digits and _",
    PREDICATE: "the name of a predicate, such as theorem_8",
    ID: "small letters, digits and hyphens, such as theorem-8",
    RULES: "the name of a file, such as nim.lp or wythoff/rules.lp",
    GRAPH: "the name of a file, such as petersen.edges, .col, .g6, or of a digraph: .arcs, .gr, .d6",
    SPEC: "the name of a spec, such as nim.yaml, without folders",
}
_TOO_MANY = 2 * MOST
_QUOTED = re.compile(r"""'([^']*)'|"([^"]*)\"""")
_TYPES = {
    "string_type": "text",
    "int_type": "a whole number",
    "bool_type": "true or false",
    "list_type": "a list",
    "dict_type": "a mapping",
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
}


_SYNONYMS: dict[str, tuple[str, ...]] = {
    "is": ("class", "iff"),
    **dict.fromkeys(("value", "predicate", "characterisation", "formula"), ("iff",)),
    **dict.fromkeys(("when", "if"), ("iff", "where")),
    **dict.fromkeys(("text", "description", "states", "statement", "title"), ("says",)),
    **dict.fromkeys(("box", "range", "ranges"), ("over",)),
    **dict.fromkeys(("given", "condition", "provided"), ("where",)),
    **dict.fromkeys(("proof", "proved"), ("prove",)),
    **dict.fromkeys(("expected", "verdict"), ("expect",)),
}
"""What the keys of a claim are called by those who have not read of them."""


class Faults:
    """The faults of one spec: those of its text, then those of its document and of its meaning."""

    def __init__(self, text: DocumentText) -> None:
        self.text = text
        self._found = list(text.faults)
        self._more = 0
        self._touched: set[Steps] = set()
        self._whole: Document | None = None
        """The document, where its models find no fault."""
        self._paths: list[Steps] = []
        for path in text.faulty:
            self._touch(path)

    def add(
        self,
        path: Steps,
        message: str,
        *,
        key: bool = False,
        expected: str | None = None,
        nearest: str | None = None,
    ) -> None:
        """Note a fault of the value at the path (or of its key)."""
        self._found.append(fault_at(self.text.place(path, key), message, expected, nearest))
        self._touch(path)

    def note(self, path: Steps, problem: BoxFault | Diagnostic, *, key: bool = False) -> None:
        """Note at the path what was found elsewhere."""
        self.add(path, problem.message, key=key, expected=problem.expected, nearest=problem.nearest)

    def said(self, key: str) -> Any:
        """What the document has under that key; None where there is none."""
        return self.text.value.get(key) if isinstance(self.text.value, dict) else None

    def of_claims(self) -> set[int] | None:
        """Which claims are at fault, by their index; None where there are other faults, or none at all."""
        inside = [path for path in self._paths if path[:1] == ("claims",) and len(path) > 1]
        if not inside or self.text.faults or self._more or len(inside) < len(self._paths):
            return None
        return {step for path in inside if isinstance(step := path[1], int)}

    def _touch(self, path: Steps) -> None:
        self._paths.append(path)
        self._touched.update(path[:length] for length in range(len(path) + 1))

    def under(self, path: Steps) -> bool:
        """Whether a fault was noted at the path or below it."""
        return path in self._touched

    def place(self, path: Steps) -> Place:
        """Where the value at the path stands."""
        return self.text.place(path)

    def stop(self) -> None:
        """Raise InputError with every fault, in the order of the file, if there is any."""
        if self._found:
            raise faulty(self._found, self._more)

    def document(self) -> None:
        """Note all faults that the document's models find."""
        errors: list[Any] = []
        if isinstance(self.text.value, dict) and "position" not in self.text.value and not self._all_games():
            errors.append({"type": "missing", "loc": ("position",), "input": self.text.value})
        if isinstance(self.text.value, dict) and not {"rules", "octal"} & self.text.value.keys():
            errors.append({"type": "missing", "loc": ("rules",), "input": self.text.value})
        try:
            self._whole = Document.model_validate(self.text.value)
        except ValidationError as error:
            errors += error.errors(include_url=False)
        if len(errors) > _TOO_MANY:  # the first of them are told, and what each may have meant is not looked for
            errors.sort(key=lambda entry: self._line_column(entry["loc"]))
            self._more = len(errors) - _TOO_MANY
            for entry in errors[_TOO_MANY:]:
                self._touch(self._resolve(entry["loc"])[0])
            del errors[_TOO_MANY:]
        if errors:
            # A misspelt key is reported as such; that the right one is missing says nothing new.
            meant = {self._meant(entry) for entry in errors if entry["type"] == "extra_forbidden"}
            for entry in errors:
                if entry["type"] != "missing" or (self._resolve(entry["loc"])[0], entry["loc"][-1]) not in meant:
                    self._note(entry)

    def _line_column(self, location: tuple[str | int, ...]) -> tuple[int, int]:
        place = self.text.place(self._resolve(location)[0])
        return place.line, place.column

    def _all_games(self) -> bool:
        """Whether every claim is about all games, so that there is no position to declare."""
        claims = self.said("claims")
        return (
            isinstance(claims, list)
            and bool(claims)
            and all(isinstance(claim, dict) and claim.get("kind") == "theory" for claim in claims)
        )

    def part(self, shape: Any, path: Steps) -> Any:
        """The part of the document at the path, as that shape reads it; None where it is faulty or absent."""
        try:
            given = self.text.at(path)
            if self.under(path):
                return None
            return _adapter(shape).validate_python(given) if self._whole is None else reduce(_part, path, self._whole)
        except KeyError:
            return None
        except ValidationError as error:  # noted already, at another place than was thought
            self.add(path, error.errors()[0]["msg"])
            return None

    def _note(self, entry: Any) -> None:
        kind, given = entry["type"], entry["input"]
        path, model = self._resolve(entry["loc"])
        if any(path[:length] in self.text.faulty for length in range(len(path) + 1)):
            return
        context = entry.get("ctx", {})
        if kind == "bouton":
            about = (*path, context["key"]) if "key" in context else path
            self.add(about, context["message"], key="key" in context, expected=context.get("expected"))
        elif kind == "missing":
            self.add(path, f"the key {entry['loc'][-1]!r} is missing", key=True)
        elif kind == "extra_forbidden":
            self._unknown_key(self._resolve(entry["loc"][:-1])[0], str(entry["loc"][-1]), model)
        elif kind in ("union_tag_not_found", "union_tag_invalid"):
            self._kind(path, given)
        elif kind == "literal_error":
            words = [single or double for single, double in _QUOTED.findall(context["expected"])]
            expected = listed(words, "or")
            if isinstance(given, str):
                self.add(
                    path, f"{_short(given)} is not a word for this", expected=expected, nearest=nearest(given, words)
                )
            else:
                self.add(path, f"a word was expected, not {what(given)}", expected=expected)
        elif kind == "string_pattern_mismatch":
            self.add(
                path,
                f"{_short(given)} will not do",
                key="[key]" in entry["loc"],
                expected=_PATTERNS[context["pattern"]],
            )
        elif kind == "string_type" and isinstance(given, int):
            self.add(path, f"text was expected, not {what(given)}", expected="quotes around it")
        elif kind in _TYPES:
            self.add(path, f"{_TYPES[kind]} was expected, not {what(given)}")
        elif kind in ("too_short", "string_too_short"):
            self.add(path, "this is empty", key=True, expected="at least one entry" if kind == "too_short" else "text")
        elif kind == "too_long":
            self.add(path, f"this has {len(given)} entries", expected=f"at most {context['max_length']}")
        else:
            self.add(path, entry["msg"])

    def _resolve(self, location: tuple[str | int, ...]) -> tuple[Steps, type[BaseModel]]:
        """Find the path a pydantic location means, and the model last entered; tags of unions are no steps."""
        value = self.text.value
        path: Steps = ()
        model: type[BaseModel] = Document
        for step in location:
            found = child(value, step)
            if found is not None:
                path, value = (*path, step), found[0]
            elif isinstance(step, str) and " " in step:
                model = TAGS.get(step, model)
        return path, model

    def _meant(self, entry: Any) -> tuple[Steps, str | None]:
        """Find which key an unknown one most likely meant, and in which mapping."""
        *owner, key = entry["loc"]
        path, model = self._resolve(tuple(owner))
        return path, nearest(str(key), _keys(model))

    def _unknown_key(self, owner: Steps, key: str, model: type[BaseModel]) -> None:
        allowed = ", ".join(_keys(model))
        given = self.text.at(owner)
        free = [one for one in _keys(model) if not isinstance(given, dict) or one not in given]
        kind = next((kind for kind, of_kind in KINDS.items() if of_kind is model), None)
        if kind and any(key in _keys(other) for other in KINDS.values()):
            message = f"a claim of kind {kind!r} takes no key {key!r}"
            self.add((*owner, key), message, key=True, expected=allowed, nearest=_meant(key, free))
        else:
            near = _meant(key, free) or nearest(key, _keys(model))
            self.add((*owner, key), f"unknown key {_short(key)}", key=True, expected=f"one of {allowed}", nearest=near)

    def _kind(self, path: Steps, claim: object) -> None:
        if not isinstance(claim, dict):
            self.add(path, f"a claim is a mapping, not {what(claim)}", expected="keys such as id, says and kind")
        elif "kind" not in claim:
            near = nearest("kind", claim)
            if near is None or near in Document.model_fields or any(near in _keys(k) for k in KINDS.values()):
                self.add(path, "the key 'kind' is missing", key=True, expected=f"one of {', '.join(KINDS)}")
            else:
                self.add((*path, near), f"unknown key {_short(near)}", key=True, nearest="kind")
        elif not isinstance(claim["kind"], str):
            self.add(
                (*path, "kind"),
                f"a word was expected, not {what(claim['kind'])}",
                expected=f"one of {', '.join(KINDS)}",
            )
        else:
            kind = claim["kind"]
            near = nearest(kind, KINDS)
            self.add(
                (*path, "kind"), f"unknown kind {_short(kind)}", expected=f"one of {', '.join(KINDS)}", nearest=near
            )


@lru_cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(shape)


def _part(whole: Any, step: str | int) -> Any:
    """A field of a model, or an entry of a mapping or a list."""
    return getattr(whole, str(step)) if isinstance(whole, BaseModel) else whole[step]


def _keys(model: type[BaseModel]) -> list[str]:
    """The keys of a mapping that the model describes."""
    return [field.alias or name for name, field in model.model_fields.items()]


def _meant(key: str, free: Collection[str]) -> str | None:
    """The key, of those that the mapping may have and has not, that one of another name stands for, if so."""
    return next((meant for meant in _SYNONYMS.get(key, ()) if meant in free), None)


def _short(text: object) -> str:
    words = str(text)
    return repr(words if len(words) <= 40 else f"{words[:37]}...")
