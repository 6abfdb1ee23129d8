"""Functions and classes of Python and C++, as Rust declares and reflects them."""

from __future__ import annotations


import pytest
import tvm_ffi
import tvm_ffi.testing
from support.errors import raises
from tvm_ffi.dataclasses import py_class

BASE = "testing.TestObjectBase"


def test_a_class_of_cpp(mod: tvm_ffi.Module) -> None:
    base = tvm_ffi.testing.create_object(BASE, v_i64=4, v_f64=2.5, v_str="x")
    assert mod.double_base(base) == 9
    assert (base.v_i64, base.v_str) == (8, "x of 2.5")
    made = mod.make_base(3)
    assert (type(made).__name__, made.v_i64, made.v_str) == (type(base).__name__, 3, "made in Rust")
    derived = tvm_ffi.testing.create_object(
        "testing.TestObjectDerived", v_i64=1, v_f64=2.0, v_str="y", v_map={}, v_array=[]
    )
    assert mod.double_base(derived) == 3 and derived.v_i64 == 2
    with pytest.raises(TypeError, match=f"`base`: expected {BASE}, got str"):
        mod.double_base("x")


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
