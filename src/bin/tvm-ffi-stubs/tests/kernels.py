"""The kernel library in the folder of this file."""

import tvm_ffi_rs as _tvm_ffi_rs

_library = _tvm_ffi_rs.load_beside(__name__, __file__, "kernels")
__getattr__, __dir__ = _library.__getattr__, _library.__dir__
