"""`library.torch`: the exports of a library as operators of torch."""

from __future__ import annotations

import os
import threading
from types import FunctionType
from typing import TYPE_CHECKING, Any

from .._names import claim

if TYPE_CHECKING:
    from ._namespace import Namespace

_taken: dict[str, Any] = {}
"""The library of each namespace of torch. They are those of the process, so libraries stay."""
_made: dict[str, Namespace] = {}
"""What was made of each."""
_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    # A child has no namespace that is half made, and no lock of a thread that it does not have.
    os.register_at_fork(before=_lock.acquire, after_in_parent=_lock.release, after_in_child=_lock.release)


def namespace(library: Any) -> Namespace:
    """The operators of a library, in the namespace that is called as its file, or `<file>_2` where another library has that one."""
    from ._namespace import Builder

    if library._manifest is None:
        raise TypeError(f"{library!r} does not say what it exports: call its functions through `.raw`")
    with _lock:
        for name, made in _made.items():
            if _taken[name] is library:
                return made
        name = claim(_taken, library._file.stem, library)
        made = _made[name] = Builder(name, library.raw, library._manifest.exports).build()
        for attribute, function in vars(made).items():
            if isinstance(function, FunctionType):
                function.__module__, function.__qualname__ = library._place(f"torch.{attribute}")
        return made
