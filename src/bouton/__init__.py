"""Bouton: proves, verifies or refutes claims about combinatorial games, from one ASP encoding.

`bouton.load(...)` and `bouton.Game(...)` are for Python and notebooks; see `bouton.interface`.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as mypy knows it: the command hears signals before `typing` could be imported
if TYPE_CHECKING:
    from typing import Any

    from bouton.interface.game import Game as Game
    from bouton.interface.game import load as load

__version__ = "0.3.0"
__all__ = ["Game", "load"]


def __getattr__(name: str) -> Any:
    """What `import bouton` offers is loaded when it is first asked for: a command needs none of it."""
    if name in __all__:
        from importlib import import_module  # noqa: PLC0415 (as above)

        return getattr(import_module("bouton.interface.game"), name)
    raise AttributeError(f"module 'bouton' has no attribute {name!r}")
