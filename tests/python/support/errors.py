"""What a call raises: kind and full message, and where it says that it was raised."""

from __future__ import annotations

import ctypes
import errno
import os
import re
import sys
import traceback
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import pytest

SOURCES = Path(__file__).resolve().parents[1] / "kernels" / "src"


@contextmanager
def raises(kind: type[BaseException], message: str) -> Iterator[pytest.ExceptionInfo[BaseException]]:
    """Expect exactly this type of exception, with exactly this message."""
    with pytest.raises(BaseException) as info:
        yield info
    if isinstance(info.value, pytest.skip.Exception):
        raise info.value
    # By `args`: the text of a `KeyError` is a representation of its message.
    assert (type(info.value), info.value.args) == (kind, (message,))


def missing_file() -> tuple[int, str]:
    """Return the number and the text that the system has for a path that does not exist."""
    if sys.platform == "win32":
        path_not_found = 3
        return path_not_found, ctypes.FormatError(path_not_found)
    return errno.ENOENT, os.strerror(errno.ENOENT)


def argument_error(function: str, parameters: str, text: str, index: int = 0, place: str = "") -> str:
    """Write the message about one argument of `function(parameters)`; `place` is inside the argument."""
    name = re.findall(r"(\w+): ", parameters)[index]
    return f"{function}: argument #{index} `{name}`{place}: {text}\n  {function}({parameters})"


def rust_frames(error: BaseException) -> list[tuple[str, int, str]]:
    """List file, line, and function of the frames in Rust, outermost first."""
    return [
        (Path(frame.filename).name, frame.lineno or 0, frame.name)
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.endswith(".rs")
    ]


def marked_line(file: str, mark: str) -> int:
    """Find the line of a kernel's source that ends in the comment `// line: <mark>`."""
    lines = (SOURCES / file).read_text().splitlines()
    found = [number for number, line in enumerate(lines, 1) if line.endswith(f"// line: {mark}")]
    assert len(found) == 1, f"{len(found)} lines of {file} are marked `{mark}`"
    return found[0]
