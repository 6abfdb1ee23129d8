"""The libraries that Python can import, as attributes: how functions of a `Library` are pickled where the module is the library itself."""

from __future__ import annotations

from ._library import Library, load


def __getattr__(name: str) -> Library:
    if name.startswith("__"):
        raise AttributeError(name)
    return load(name.replace("/", "."))
