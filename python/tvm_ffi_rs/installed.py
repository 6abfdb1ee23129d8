"""Libraries by name or path, as attributes: how functions of a `Library` are pickled that are in no module of their own."""

from __future__ import annotations

from ._library import Library, found_by


def __getattr__(name: str) -> Library:
    if name.startswith("__"):
        raise AttributeError(name)
    return found_by(name)
