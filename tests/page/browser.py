"""A headless Chromium, driven through a pipe by its debugging protocol; without one, tests are skipped and say so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_OPTIONS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--force-prefers-reduced-motion",
    "--window-size=1280,1000",
]


class Browser:
    """One tab. `errors` are what its console and its program have complained of, `requests` what it has asked for."""

    def __init__(self, write: int, read: int) -> None:
        self._write, self._read, self._number, self._rest = write, read, 0, b""
        self.errors: list[str] = []
        self.requests: list[str] = []
        (target,) = [one for one in self._call("Target.getTargets")["targetInfos"] if one["type"] == "page"]
        attached = self._call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        self._session: str | None = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Ask the tab something."""
        return self._call(method, self._session, **parameters)

    def open(self, file: Path, fragment: str = "") -> None:
        """Open a file and wait until its program is ready."""
        self.call("Page.navigate", url=file.as_uri() + fragment)
        self.until("document.documentElement.dataset.ready === 'yes'")

    def until(self, condition: str) -> None:
        """Wait for a condition."""
        self.ask(
            "new Promise((done) => { const look = () => { let so; try { so = " + condition + "; } catch { so = false; }"
            " if (so) done(true); else setTimeout(look, 5); }; look(); })"
        )

    def ask(self, expression: str) -> Any:
        """The value of an expression in the page, which may be a promise."""
        found = self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            raise AssertionError(found["exceptionDetails"])
        return found["result"].get("value")

    def key(self, name: str) -> None:
        """Press a key."""
        code = {"Tab": 9, "Enter": 13, " ": 32, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}[name]
        text = {"Enter": "\r", " ": " "}.get(name, "")
        for kind in ("keyDown", "keyUp"):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=name,
                code="Space" if name == " " else name,
                windowsVirtualKeyCode=code,
                **({"text": text} if text and kind == "keyDown" else {}),
            )

    def _call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        said = {"id": self._number, "method": method, "params": parameters}
        os.write(self._write, json.dumps(said | ({"sessionId": session} if session else {})).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise AssertionError(answer["error"])
                result: dict[str, Any] = answer["result"]
                return result
            self._hear(answer)

    def _hear(self, event: dict[str, Any]) -> None:
        said = event.get("params", {})
        if event["method"] == "Runtime.exceptionThrown":
            self.errors.append(str(said["exceptionDetails"]))
        elif event["method"] == "Log.entryAdded" or (
            event["method"] == "Runtime.consoleAPICalled" and said["type"] == "error"
        ):
            self.errors.append(str(said))
        elif event["method"] == "Network.requestWillBeSent":
            self.requests.append(said["request"]["url"])

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._read, 1 << 16)
            if not part:
                raise AssertionError("the browser has gone")
            self._rest += part
        message, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A browser with a profile of its own in that folder, ended afterwards."""
    assert PROGRAM is not None
    its_read, write = os.pipe()
    read, its_write = os.pipe()

    def place() -> None:
        low = os.dup(its_read), os.dup(its_write)  # neither may be 3 or 4 while these are made
        os.dup2(low[0], 3)
        os.dup2(low[1], 4)

    process = subprocess.Popen(
        [PROGRAM, *_OPTIONS, f"--user-data-dir={profile}", "about:blank"],
        preexec_fn=place,  # noqa: PLW1509 (the protocol wants two descriptors by number, and a test has no threads)
        close_fds=False,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(its_read)
    os.close(its_write)
    try:
        yield Browser(write, read)
    finally:
        process.kill()
        process.wait()
        os.close(write)
        os.close(read)
