"""Helpers of the end-to-end tests."""

from __future__ import annotations

from pathlib import Path
from typing import Callable

# What the fixture `library_path` gives.
LibraryPath = Callable[[str], Path]
