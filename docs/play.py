"""A hook of the site's tool: each page of the gallery has its game to play, made as the site is built."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages; their claims are laid over the map, and the gallery has their verdicts."""
    if str(ROOT) not in sys.path:  # `docs` is a package there; the tool forgets what was added as it read this file
        sys.path.insert(0, str(ROOT))
    from bouton.cli import main  # noqa: PLC0415 (see above)
    from docs.gallery import GAMES  # noqa: PLC0415

    with TemporaryDirectory() as folder:
        for game in GAMES:
            file = Path(folder, f"{game.spec}.html")
            with redirect_stdout(StringIO()):
                code = main(["page", str(ROOT / game.file), *game.claims, *game.ranges, "--no-check", "-o", str(file)])
            if code:
                raise RuntimeError(f"no page of {game.file}: exit code {code}")
            files.append(File.generated(config, f"gallery/play/{file.name}", content=file.read_text(encoding="utf-8")))
    return files
