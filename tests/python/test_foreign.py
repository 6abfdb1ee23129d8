"""A class of Python, as Rust declares and reflects it."""

from __future__ import annotations

import pytest
import tvm_ffi
from tvm_ffi.dataclasses import py_class


def test_a_class_of_python(mod: tvm_ffi.Module) -> None:
    with pytest.raises(RuntimeError, match="there is no type `e2e.PythonPoint`"):
        mod.make_point(1, 2.0)
    with pytest.raises(TypeError, match="no library of this process has registered `e2e.PythonPoint`"):
        mod.move_point(tvm_ffi.Array([]), 1)

    @py_class("e2e.PythonPoint")
    class PythonPoint(tvm_ffi.Object):
        x: int
        y: float

    point = PythonPoint(1, 2.5)
    moved = mod.move_point(point, 10)
    assert (point.x, point.y) == (11, 12.5) and moved.same_as(point)
    made = mod.make_point(3, 4.5)
    assert type(made) is PythonPoint and (made.x, made.y) == (3, 4.5)
    assert mod.debug(made) == "e2e.PythonPoint { x: 3, y: 4.5 }"
