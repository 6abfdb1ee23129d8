"""Runs cargo: with progress where it takes long, and with its messages in the error where it fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from . import _toolchain

# Seconds before the messages of a build that still runs are shown.
PATIENCE = 1.0
PROGRESS = ("Compiling", "Downloading", "Downloaded", "Updating", "Blocking")


class BuildError(RuntimeError):
    """A build failed. The message is what cargo printed."""


def build(
    folder: Path, arguments: Sequence[str], variables: Mapping[str, str], *, command: Sequence[str] = (), show: bool = False
) -> list[dict[str, Any]]:
    """Run `cargo build`, or another command like it, in a folder, and return its messages as JSON. `show`: from the start, not only where it takes long."""
    command = [*(command or (_toolchain.program("cargo"), "build")), "--message-format=json-render-diagnostics", *arguments]
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    assert process.stdout is not None and process.stderr is not None
    messages = Messages(process.stderr, 0 if show else PATIENCE)
    printed = process.stdout.read()
    messages.join()
    if process.wait():
        raise BuildError(messages.text())
    return [json.loads(line) for line in printed.splitlines() if line.startswith("{")]


def libraries(messages: Sequence[dict[str, Any]], manifest: Path) -> list[Path]:
    """The shared libraries that were built from the package of a manifest."""
    found: list[Path] = []
    for message in messages:
        is_own = message.get("reason") == "compiler-artifact" and Path(message["manifest_path"]) == manifest
        if is_own and "cdylib" in message["target"]["crate_types"]:
            found.extend(Path(file) for file in message["filenames"] if file.endswith((".so", ".dylib", ".dll")))
    return found


class Messages(threading.Thread):
    """Reads what cargo prints for people, and shows its progress once the build takes long."""

    def __init__(self, stream: IO[str], patience: float) -> None:
        super().__init__(daemon=True)
        self.stream, self.lines, self.is_shown = stream, list[str](), False
        self.lock = threading.Lock()
        # cargo may print nothing more for a long time, so what it has printed already is shown too.
        self.timer = threading.Timer(patience, self.show)
        self.timer.daemon = True
        self.timer.start()
        self.start()

    def run(self) -> None:
        for line in self.stream:
            with self.lock:
                self.lines.append(line)
                if self.is_shown:
                    show_progress([line])
        self.timer.cancel()

    def show(self) -> None:
        """Show what was printed until now, and from now on."""
        with self.lock:
            self.is_shown = True
            show_progress(self.lines)

    def text(self) -> str:
        return "".join(self.lines).strip()


def show_progress(lines: Sequence[str]) -> None:
    """Errors are the message of the exception."""
    sys.stderr.writelines(line for line in lines if line.lstrip().startswith(PROGRESS))
    sys.stderr.flush()
