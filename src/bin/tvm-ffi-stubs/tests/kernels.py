# Written by tvm-ffi-stubs. Changes will be lost.
# pyright: basic
"""Loads the library in the folder of this file. The stub describes it."""

import sys as _sys
from pathlib import Path as _Path

import tvm_ffi as _tvm_ffi
from tvm_ffi.dataclasses import c_class as _c_class

_names = {"win32": "kernels.dll", "darwin": "libkernels.dylib"}
_library = _tvm_ffi.load_module(str(_Path(__file__).with_name(_names.get(_sys.platform, "libkernels.so"))))

def _make_callable(cls):
    for method in cls.__tvm_ffi_type_info__.methods:
        if method.name == "__call__":
            cls.__call__ = method.as_callable(cls)

@_c_class("stats.Counter", init=False)
class Counter(_tvm_ffi.Object):
    """Counts."""
    __annotations__ = {"count": "object", "names": "object", "class": "object"}

_make_callable(Counter)

@_c_class("stats.base.Summary")
class Summary(_tvm_ffi.Object):
    pass

@_c_class("stats.Mean", eq=True, order=True, unsafe_hash=True)
class stats_Mean(Summary):
    """The mean."""
    total: "object"
    trie: "object"

@_c_class("stats.trie")
class trie(_tvm_ffi.Object):
    """A class whose name a field has too."""

@_c_class("time.Mean", init=False)
class time_Mean(_tvm_ffi.Object):
    """Another mean."""

class math_:
    class deep:
        halve = staticmethod(_library["math.deep.halve"])
    list = staticmethod(_library["math.list"])

a_b = _library["a-b"]
apply = _library["apply"]
collect = _library["collect"]
declared = _library["declared"]
import_ = _library["import"]
int = _library["int"]
math = _library["math"]
rms_norm = _library["rms_norm"]
zeros = _library["zeros"]
