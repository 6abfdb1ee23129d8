"""`library.jax`: the exports of a library as functions of JAX."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._names import claim

if TYPE_CHECKING:
    from ._namespace import Namespace

HANDLER = "tvm_ffi_xla_handler"

_taken: dict[str, Any] = {}
"""The library of each prefix of XLA's targets. They are those of the process, so libraries stay."""


def namespace(library: Any) -> Namespace:
    """The functions of a library. Their targets in XLA are called as its file: `my_kernels.rms_norm`."""
    if library._manifest is None:
        raise TypeError(f"{library!r} does not say what it exports: call its functions through `.raw`")
    if not library.raw.implements_function(HANDLER):
        file = library._file.name
        raise TypeError(f"`{file}` is built without the feature `jax` of `tvm-ffi-rs`: add it to the dependency in its Cargo.toml, and build it again")
    from ._namespace import Functions, Namespace

    functions = Functions(claim(_taken, library._file.stem, library), library.raw, library._manifest.exports, library._place)
    return Namespace(functions, library._names)
