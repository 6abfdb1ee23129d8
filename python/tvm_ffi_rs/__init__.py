"""Kernel libraries in Rust, as functions of NumPy, PyTorch and JAX.

`load` loads a library, `load_inline` compiles one from source.
"""

from ._library import Library, load, load_beside

__all__ = ["Library", "load", "load_beside"]
__version__ = "0.1.0"
