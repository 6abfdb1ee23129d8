"""`library.torch`: the exports of a library as operators of torch."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from .._names import claim

if TYPE_CHECKING:
    from ._namespace import Namespace

_made: dict[str, tuple[Any, Namespace]] = {}
"""The library of each namespace, and its functions. Namespaces are those of the process, so libraries stay."""
_lock = threading.Lock()


def namespace(library: Any) -> Namespace:
    """The operators of a library, in the namespace that is called as its file, or `<file>_2` where another library has that one."""
    from ._namespace import Builder, registered_in_rust

    if library._manifest is None:
        raise TypeError(f"{library!r} does not say what it exports: call its functions through `.raw`")
<<<<<<< Updated upstream
    name = claim(_taken, library._file.stem, library)
    in_rust = registered_in_rust(name, library.raw)
    return Builder(name, library.raw, library._manifest.exports, in_rust).build()
=======
    with _lock:
        for other, made in _made.values():
            if other is library:
                return made
        name = unclaimed(library._file.stem)
        in_rust = registered_in_rust(name, library.raw)
        made = Builder(name, library.raw, library._manifest.exports, in_rust).build()
        _made[name] = library, made
        return made


def unclaimed(stem: str) -> str:
    """A namespace that no other library has."""
    wanted = identifier(stem[3:] if stem.startswith("lib") else stem)
    names = [wanted, *(f"{wanted}_{count}" for count in range(2, len(_made) + 3))]
    return next(name for name in names if name not in _made)
>>>>>>> Stashed changes
