"""The kinds of claim, one module each."""

from __future__ import annotations

from bouton.claims import everywhere, example, p_positions, same_game, strategy, swap_positions
from bouton.claims.kind import Kind

KINDS: dict[str, Kind] = {
    module.KIND.name: module.KIND for module in (p_positions, strategy, swap_positions, same_game, everywhere, example)
}
