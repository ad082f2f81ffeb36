"""The JSON schema of spec files (draft 7), generated from the models of the document.

`python -m bouton.document.schema` prints it; `specs/schema.json` is that text.
"""

from __future__ import annotations

import json
from typing import Any

from bouton.document.document import Document


def schema() -> dict[str, Any]:
    """The JSON schema of a spec's document."""
    generated = _plain(Document.model_json_schema())
    return {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Bouton spec", **generated}


def text() -> str:
    """The content of `specs/schema.json`."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


def _plain(node: Any) -> Any:
    """Leave out what pydantic adds and a spec does not have: titles, nulls, names that match no pattern."""
    if isinstance(node, list):
        return [_plain(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    found = {key: _plain(value) for key, value in node.items() if not (key == "title" and isinstance(value, str))}
    if found.get("default", ...) is None:
        del found["default"]
    choices = [choice for choice in found.get("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == 1:
        del found["anyOf"]
        found = {**choices[0], **found}
    elif choices:
        found["anyOf"] = choices
    patterns = found.pop("patternProperties", {})
    for pattern, value in patterns.items():
        found |= {"propertyNames": {"pattern": pattern}, "additionalProperties": value}
    return found


if __name__ == "__main__":
    print(text(), end="")
