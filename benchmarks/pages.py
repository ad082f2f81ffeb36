"""Pages of games, and what they cost: their size, the seconds to make one, the first paint and a move in Chromium.

`python -m benchmarks.pages [NAME...] [--pictures FOLDER]` prints a table. With pictures each page is shown at 400 and
1280 pixels, light and dark, in each of its three parts. `--readme FILE` writes the picture of README, of Wythoff's Nim.
Each page is made by a process of its own.
"""

from __future__ import annotations

import argparse
import base64
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.page.browser import Browser, browser

ROOT = Path(__file__).parents[1]
_TURNS = 7


@dataclass(frozen=True)
class Page:
    """A page: the spec, and what else the command is told."""

    title: str
    spec: str
    asked: tuple[str, ...] = ()
    overlay: str = ""
    """A claim that is laid over the map."""


PAGES = (
    Page("Wythoff, a refuted conjecture", "wythoff", ("even-difference", "--over=heap.size=1..30"), "even-difference"),
    Page("Nim", "nim", ("--no-check", "--over=heap.count=0..3,heap.size=1..7")),
    Page("Kayles", "kayles", ("--no-check", "--over=heap.count=0..2,heap.size=1..10")),
    Page("Node Kayles on a cycle", "node_kayles", ("--no-check", "--over=n=3..9")),
    Page("Chomp", "chomp", ("--no-check",)),
    Page("A rook on a board", "rook", ("--no-check",)),
    Page("Nim with a pass for ever", "endless_pass", ("--no-check",)),
    Page("Survivor Nim", "survivor_nim", ("section-1", "--no-check", "--set=n=1,k=0", "--over=pile=0..40")),
    Page("Cram", "cram", ("--no-check", "--over=rows=1..3,columns=1..4")),
    Page("Geography", "geography", ("--no-check",)),
)
_PAINTED = """new Promise((done) => { const look = () => {
  const [first] = performance.getEntriesByName("first-contentful-paint");
  if (first) done(first.startTime); else setTimeout(look, 5);
}; look(); })"""
_MOVED = """new Promise((done) => {
  const one = document.querySelector("#moves button"), begun = performance.now();
  if (!one) return done(null);
  one.click();
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
})"""


def made(page: Page, folder: Path) -> tuple[Path, float]:
    """The file of a page, and the processor seconds of the command that made it."""
    file = folder / f"{page.spec}.html"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "bouton", "page", f"specs/{page.spec}.yaml", *page.asked, "-o", str(file)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return file, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measured(tab: Browser, file: Path) -> tuple[float, float | None]:
    """Milliseconds by the clock, the least of some turns: to the first paint, and of a move with the frame after it."""
    painted, moved = [], []
    for _ in range(_TURNS):
        tab.open(file)
        painted.append(tab.ask(_PAINTED))
        took = tab.ask(_MOVED)
        moved += [] if took is None else [took]
    return min(painted), min(moved, default=None)


def shot(tab: Browser, width: int, scheme: str, height: int = 0) -> bytes:
    """The page as it is, as PNG: all of it, or so much of its height."""
    tab.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    size: dict[str, Any] = {"width": width, "deviceScaleFactor": 1, "mobile": False}
    tab.call("Emulation.setDeviceMetricsOverride", height=height or 900, **size)
    tall = tab.ask("document.documentElement.scrollHeight")
    tab.call("Emulation.setDeviceMetricsOverride", height=height or min(tall, 2400), **size)
    tab.ask("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    return base64.b64decode(tab.call("Page.captureScreenshot", format="png")["data"])


def pictures(tab: Browser, page: Page, file: Path, folder: Path) -> None:
    """The page at both widths, light and dark, in each of its parts."""
    for width in (400, 1280):
        for scheme in ("light", "dark"):
            tab.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
            tab.open(file)
            tab.ask("document.getElementById('hints').click()")
            for part in ("play", "map", "theorem"):
                tab.ask(f"select('{part}')")
                if part == "map" and page.overlay:
                    tab.ask(
                        f"{{ const one = document.getElementById('overlay'); one.value = '{page.overlay}';"
                        " one.dispatchEvent(new Event('change')); }"
                    )
                (folder / f"{page.spec}-{part}-{width}-{scheme}.png").write_bytes(shot(tab, width, scheme))
    tab.call("Emulation.clearDeviceMetricsOverride")


def readme(tab: Browser, file: Path) -> bytes:
    """Two parts of a page side by side: a position with hints, and the map with a false theorem laid over."""
    tab.call("Emulation.setScrollbarsHidden", hidden=True)
    shots = []
    for part, width in (("play", 1000), ("map", 760)):
        tab.call("Emulation.setDeviceMetricsOverride", width=width, height=870, deviceScaleFactor=1, mobile=False)
        tab.open(file)
        tab.ask(
            "document.getElementById('hints').click(); document.querySelector('#set-up input').value = '7:12';"
            f" document.querySelector('#set-up').requestSubmit(); select('{part}');"
            " { const one = document.getElementById('overlay'); one.value = 'even-difference';"
            " one.dispatchEvent(new Event('change')); }"
        )
        shots.append(base64.b64encode(shot(tab, width, "light", 870)).decode())
    tab.call("Page.navigate", url="about:blank")
    images = "".join(f'<img style="margin-right: 10px" src="data:image/png;base64,{one}">' for one in shots)
    tab.ask(
        f"document.body.style = 'margin: 0; display: flex; background: #d5d7db'; document.body.innerHTML = '{images}'"
    )
    tab.call("Emulation.setDeviceMetricsOverride", width=1770, height=870, deviceScaleFactor=1, mobile=False)
    tab.until("[...document.images].every((one) => one.complete)")
    return base64.b64decode(tab.call("Page.captureScreenshot", format="png")["data"])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="names of specs (default: all)")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER", help="where pictures are written")
    parser.add_argument("--pages", type=Path, metavar="FOLDER", help="where pages are kept, and found again")
    parser.add_argument("--readme", type=Path, metavar="FILE", help="the picture of README, and nothing else")
    asked = parser.parse_args()
    if asked.readme:
        with TemporaryDirectory() as scratch, browser(Path(scratch) / "profile") as tab:
            ranges = ("even-difference", "--no-check", "--over=heap.size=1..20")
            asked.readme.write_bytes(readme(tab, made(Page("", "wythoff", ranges), Path(scratch))[0]))
        return
    print(f"{'game':<32}{'CPU s':>7}{'page':>9}{'first paint':>13}{'a move':>9}", flush=True)
    with TemporaryDirectory() as scratch, browser(Path(scratch) / "profile") as tab:
        for page in PAGES:
            if asked.names and page.spec not in asked.names:
                continue
            kept = (asked.pages or Path(scratch)) / f"{page.spec}.html"
            file, seconds = (kept, 0.0) if kept.exists() else made(page, kept.parent)
            painted, moved = measured(tab, file)
            said = "" if moved is None else f"{moved:.0f} ms"
            took = f"{seconds:.1f}" if seconds else ""
            size = f"{file.stat().st_size / 1000:.0f} kB"
            print(f"{page.title:<32}{took:>7}{size:>9}{painted:>10.0f} ms{said:>9}", flush=True)
            if asked.pictures:
                pictures(tab, page, file, asked.pictures)
            if tab.errors or any(not one.startswith("file:") for one in tab.requests):
                raise SystemExit(f"{page.title}: {tab.errors}, {tab.requests}")


if __name__ == "__main__":
    main()
