"""Methods: instance, static, and special methods, contracts, errors, metadata."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest
from support.classes import function_of
from support.errors import marked_line, raises, rust_frames
from support.imported import is_imported
from support.package import np, tvm_ffi


def test_static_methods(classes: SimpleNamespace) -> None:
    numbers = classes.Numbers.of([3, 1, 2])
    assert type(numbers) is classes.Numbers
    assert list(numbers.to_list()) == [3, 1, 2]
    assert len(classes.Numbers.empty()) == 0
    assert classes.Animal.kingdom() == "animals"
    with raises(
        TypeError,
        "e2e.Numbers.of: argument #0 `numbers`[1]: expected int, got str\n"
        "  e2e.Numbers.of(numbers: Array[int])",
    ):
        classes.Numbers.of([1, "x"])


def test_special_methods(classes: SimpleNamespace) -> None:
    numbers = classes.Numbers(4)
    assert len(numbers) == 4 and bool(numbers) and not classes.Numbers(0)
    assert [numbers[0], numbers[3]] == [1, 4]
    with raises(IndexError, "index is 4, expected 0 to 4"):
        numbers[4]
    assert (3 in numbers, 5 in numbers) == (True, False)
    assert list((numbers + classes.Numbers.of([7])).to_list()) == [1, 2, 3, 4, 7]


def test_iteration(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    iterator = iter(classes.Numbers(3))
    assert type(iterator) is classes.Iter
    assert [next(iterator) for _ in range(3)] == [1, 2, 3]
    # The package has no class for this kind of error.
    with raises(StopIteration if is_imported(mod) else RuntimeError, "no more numbers"):
        next(iterator)


def test_iteration_ends_with_stop_iteration(
    mod: tvm_ffi.Module, classes: SimpleNamespace, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_imported(mod):
        monkeypatch.setitem(tvm_ffi.core.ERROR_NAME_TO_TYPE, "StopIteration", StopIteration)
    assert list(classes.Numbers(3)) == [1, 2, 3]


def test_names(classes: SimpleNamespace) -> None:
    numbers = classes.Numbers(3)
    assert numbers.maximum() == 3 and classes.Numbers(0).maximum() is None
    assert not hasattr(numbers, "max") and not hasattr(numbers, "secret") and numbers.has_secret() is True


def test_wrong_arguments(classes: SimpleNamespace) -> None:
    numbers = classes.Numbers(3)
    call = function_of(classes.Numbers, "__call__")
    # Positions are counted without the receiver.
    signature = "e2e.Numbers.__call__(scale: int, offset: int = 0)"
    with raises(
        TypeError, f"e2e.Numbers.__call__: argument #0 `scale`: expected int, got str\n  {signature}"
    ):
        call(numbers, "x")
    with raises(
        TypeError, f"e2e.Numbers.__call__: argument #1 `offset`: expected int, got None\n  {signature}"
    ):
        call(numbers, 1, None)
    with raises(TypeError, f"e2e.Numbers.__call__: expected 1 or 2 arguments, got 0\n  {signature}"):
        call(numbers)
    with raises(TypeError, f"e2e.Numbers.__call__: expected 1 or 2 arguments, got 3\n  {signature}"):
        call(numbers, 1, 2, 3)
    if not hasattr(classes.Numbers, "__tvm_ffi_type_info__"):
        # So that Python asks the other operand.
        assert numbers.__add__(1) is NotImplemented
        return
    with raises(
        TypeError,
        "e2e.Numbers.__add__: argument #0 `other`: expected e2e.Numbers, got int\n  e2e.Numbers.__add__(other: e2e.Numbers)",
    ):
        function_of(classes.Numbers, "__add__")(numbers, 1)


@pytest.mark.parametrize("receiver, got", [(5, "int"), (None, "None"), ("x", "str"), ([1], "Array")])
def test_a_wrong_receiver(classes: SimpleNamespace, receiver: Any, got: str) -> None:
    text = f"e2e.Numbers.to_list: expected a e2e.Numbers to call it on, got {got}"
    with pytest.raises(TypeError) as info:
        function_of(classes.Numbers, "to_list")(receiver)
    assert str(info.value).startswith(text)


def test_a_receiver_of_another_class(classes: SimpleNamespace) -> None:
    with pytest.raises(TypeError, match=r"e2e\.Numbers\.to_list: expected .* got e2e\.Item"):
        function_of(classes.Numbers, "to_list")(classes.Item(1))
    with pytest.raises(TypeError, match=r"e2e\.Numbers\.to_list"):
        function_of(classes.Numbers, "to_list")()


def test_contracts_of_methods(classes: SimpleNamespace) -> None:
    numbers, out = classes.Numbers(3), np.empty(3)
    numbers.scale_into(2.0, out, None)
    assert out.tolist() == [2, 4, 6]
    numbers.scale_into(2.0, out, np.array([1.0, 0.0, 0.5]))
    assert out.tolist() == [2, 0, 3]
    with pytest.raises(
        ValueError,
        match=r"e2e\.Numbers\.scale_into: argument #2 `weights`: shape\[0\] is 2, expected n = 3 \(from `out`",
    ):
        numbers.scale_into(2.0, out, np.zeros(2))
    with pytest.raises(ValueError, match="shares memory"):
        numbers.scale_into(2.0, out, out)
    with pytest.raises(ValueError, match="out has 4 elements"):
        numbers.scale_into(2.0, np.empty(4), None)


def test_errors_and_panics_in_methods(classes: SimpleNamespace) -> None:
    numbers = classes.Numbers(1)
    with raises(KeyError, "no such key"):
        numbers.fail("key")
    with pytest.raises(RuntimeError, match="^it failed$") as info:
        numbers.fail("other")
    assert ("methods.rs", marked_line("objects/methods.rs", "fail")) in [
        frame[:2] for frame in rust_frames(info.value)
    ]
    with pytest.raises(RuntimeError, match="a method panicked"):
        numbers.fail("panic")
    assert len(numbers) == 1


def test_callbacks_of_methods(classes: SimpleNamespace) -> None:
    numbers = classes.Numbers(3)
    assert numbers.apply(sum) == 6
    assert numbers.apply(lambda values: list(numbers.to_list()) + list(values))[5] == 3

    def fail(_: Any) -> None:
        raise KeyError("of the callback")

    with pytest.raises(KeyError, match="of the callback"):
        numbers.apply(fail)


def test_documentation(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    if is_imported(mod):
        assert classes.Numbers.of.__doc__ == "The numbers in the argument."
    else:
        docs = {method.name: method.doc for method in classes.Numbers.__tvm_ffi_type_info__.methods}
        assert docs["to_list"] == "The list." and docs["of"] == "The numbers in the argument."
    assert classes.Numbers.to_list.__doc__ == "The list."


def test_metadata(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    if is_imported(mod):
        methods = {name for name in vars(classes.Numbers) if callable(getattr(classes.Numbers, name))}
        methods -= {"__init__", "__new__"}
    else:
        described = {method.name: method for method in classes.Numbers.__tvm_ffi_type_info__.methods}
        assert "secret" not in described and described["of"].is_static and not described["to_list"].is_static
        schema = described["__call__"].metadata["type_schema"]
        schema = json.loads(schema) if isinstance(schema, str) else schema
        # Metadata has the receiver as a parameter.
        assert schema["named_args"] == {
            "return": [{"type": "e2e.Numbers"}],
            "params": [{"type": "e2e.Numbers"}, {"type": "int"}, {"type": "int"}],
        }
        methods = set(described) - {"__ffi_init__"}
    [entry] = [
        entry for entry in json.loads(mod.tvm_ffi_manifest())["objects"] if entry["key"] == "e2e.Numbers"
    ]
    listed = {method["name"]: method for method in entry["methods"]}
    assert set(listed) == methods
    assert listed["of"]["static"] is True and listed["__call__"]["static"] is False
    call = listed["__call__"]["kernel"]
    assert [(param["name"], param.get("default")) for param in call["params"]] == [
        ("scale", None),
        ("offset", 0),
    ]
    assert [param["name"] for param in entry["init"]["params"]] == ["count", "start", "step"]
    assert entry["init"]["params"][0]["doc"] == "How many."


def test_a_field_may_have_the_name_of_a_keyword(mod: tvm_ffi.Module) -> None:
    @tvm_ffi.register_object("e2e.Interval")
    class Interval(tvm_ffi.Object):
        to: int

    for interval in [Interval(3), Interval(**{"from": 3})]:
        assert (getattr(interval, "from"), interval.to) == (3, 10)
