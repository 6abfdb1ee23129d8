"""Kernel libraries in Rust, as functions of NumPy, PyTorch and JAX.

`load` loads a library, `load_inline` compiles one from source. `check` tests a function with the tools of its framework.
"""

__version__ = "0.1.0"

from ._cargo import BuildError
from ._check import check
from ._inline import load_inline
from ._library import Library, load, load_beside

__all__ = ["BuildError", "Library", "check", "load", "load_beside", "load_inline"]
