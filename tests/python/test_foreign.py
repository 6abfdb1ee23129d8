"""Functions and classes of Python and C++, as Rust declares and reflects them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
import tvm_ffi
import tvm_ffi.testing
from support.errors import raises
from tvm_ffi.dataclasses import py_class

BASE = "testing.TestObjectBase"


def test_a_function_of_python(mod: tvm_ffi.Module) -> None:
    with pytest.raises(RuntimeError, match="there is no global function `e2e.from_python`"):
        mod.call_imported(1, "x")
    tvm_ffi.register_global_func("e2e.from_python", lambda x, text: text * x)
    assert mod.call_imported(3, "ab") == "ababab"
    # The first call looks it up: a new function under the name is not called.
    tvm_ffi.register_global_func("e2e.from_python", lambda x, text: 1, override=True)
    assert mod.call_imported(2, "ab") == "abab"
    tvm_ffi.remove_global_func("e2e.from_python")


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


def test_repr_of_objects(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    base = tvm_ffi.testing.create_object(BASE, v_i64=4, v_f64=2.5, v_str="x")
    assert mod.debug(base) == 'testing.TestObjectBase { v_i64: 4, v_f64: 2.5, v_str: "x" }'
    assert mod.debug(classes.Point(1, 2, "a")) == 'e2e.Point { x: 1, y: 2, tag: "a" }'
    assert mod.debug([classes.Leaf(1), {"a": None}]) == '[e2e.Leaf { value: 1 }, {"a": None}]'
    assert mod.debug(classes.LeftOut(1, 2, 3)) == "e2e.LeftOut { seen: 1, not_compared: 3 }"
    puppy = classes.Puppy("Rex", 9)
    assert mod.debug(puppy) == 'e2e.Puppy { name: "Rex", legs: 4, tricks: ["nap"], weeks: 9 }'


def test_fields_and_methods_by_name(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    puppy = classes.Puppy("Rex", 9)
    keys, fields = mod.reflect(puppy)
    assert list(keys) == ["ffi.Object", "e2e.Animal", "e2e.Dog", "e2e.Puppy"]
    assert list(fields) == ["name", "legs", "tricks", "weeks"]
    assert mod.get_by_name(puppy, "legs") == 4
    assert mod.call_by_name(puppy, "trick", 0) == "nap"
    half = classes.HalfSettable(1, 2, "x")
    mod.set_by_name(half, "free", 7)
    assert half.free == 7
    with raises(AttributeError, "e2e.HalfSettable.fixed is read-only"):
        mod.set_by_name(half, "fixed", 7)
    with raises(
        AttributeError, "e2e.HalfSettable has no field `weight`, only `fixed`, `free`, `text`"
    ):
        mod.get_by_name(half, "weight")
    with pytest.raises(AttributeError, match="e2e.Puppy has no method `meow`"):
        mod.call_by_name(puppy, "meow", 0)
