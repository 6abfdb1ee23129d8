"""Runs cargo: with progress where it takes long, and with its messages in the error where it fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from . import _toolchain

# Seconds before the messages of a build that still runs are shown.
PATIENCE = 1.0


class BuildError(RuntimeError):
    """A build failed. The message is what cargo printed."""


def build(folder: Path, arguments: Sequence[str], variables: Mapping[str, str], *, show: bool = False) -> list[dict[str, Any]]:
    """Run `cargo build` in a folder, and return its messages as JSON. `show`: from the start, not only where it takes long."""
    command = [_toolchain.program("cargo"), "build", "--message-format=json-render-diagnostics", *arguments]
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
    """Reads what cargo prints for people, and shows it once the build takes long."""

    def __init__(self, stream: IO[str], patience: float) -> None:
        super().__init__(daemon=True)
        self.stream, self.lines, self.shown = stream, list[str](), 0
        self.show_from = time.monotonic() + patience
        self.start()

    def run(self) -> None:
        for line in self.stream:
            self.lines.append(line)
            # Errors are the message of the exception.
            if time.monotonic() >= self.show_from and line.lstrip().startswith(("Compiling", "Downloading", "Downloaded", "Updating", "Blocking")):
                sys.stderr.write(line)
                sys.stderr.flush()

    def text(self) -> str:
        return "".join(self.lines).strip()
