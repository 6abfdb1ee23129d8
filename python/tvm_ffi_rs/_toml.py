"""Writes TOML: a table of a manifest from values of Python."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def value(of: Any) -> str:
    """A value on one line: JSON's numbers, booleans, texts and lists are TOML's too."""
    if isinstance(of, Mapping):
        return "{ " + ", ".join(f"{key(name)} = {value(item)}" for name, item in of.items()) + " }"
    if isinstance(of, (list, tuple)):
        return "[" + ", ".join(map(value, of)) + "]"
    return json.dumps(of, ensure_ascii=False)


def table(name: str, entries: Mapping[str, Any]) -> str:
    return "".join([f"[{name}]\n", *(f"{key(entry)} = {value(item)}\n" for entry, item in entries.items())])


def key(name: str) -> str:
    return json.dumps(name)
