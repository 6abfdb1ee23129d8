"""The module of a library that Python cannot import itself. `tvm-ffi-stubs --loader` writes the same."""

from __future__ import annotations


def loader(stem: str) -> str:
    """The text of a module in the folder of the library `lib<stem>.so`."""
    return f'''"""The kernel library in the folder of this file."""

import tvm_ffi_rs as _tvm_ffi_rs

_library = _tvm_ffi_rs.load_beside(__name__, __file__, "{stem}")
__getattr__, __dir__ = _library.__getattr__, _library.__dir__
'''
