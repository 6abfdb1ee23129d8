"""The user's cache of built libraries, which processes share."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

FOLDER = "TVM_FFI_RS_CACHE"


def folder() -> Path:
    """The folder of the cache: `$TVM_FFI_RS_CACHE`, or one of the user."""
    named = os.environ.get(FOLDER)
    if named:
        return Path(named)
    home = Path.home()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or home / ".cache"
    return Path(base) / "tvm-ffi-rs"


def key(*parts: Any) -> str:
    """A name for values, which have a form in JSON."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:24]


@contextlib.contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock that is a file, which one process at a time has. The file stays: another process may be opening it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with open(file, "a+b") as opened:
        lock(opened)
        yield


def lock(opened: IO[bytes]) -> None:
    """Wait for the lock of an open file. Closing the file releases it."""
    if sys.platform == "win32":
        import msvcrt

        while True:
            # It gives up after ten seconds.
            with contextlib.suppress(OSError):
                opened.seek(0)
                msvcrt.locking(opened.fileno(), msvcrt.LK_LOCK, 1)
                return
    else:
        import fcntl

        fcntl.flock(opened, fcntl.LOCK_EX)


def place(content: Path, file: Path) -> None:
    """Put a copy of a file into its place, where other processes see all of it or nothing."""
    import shutil

    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.{os.getpid()}")
    shutil.copyfile(content, part)
    os.replace(part, file)
