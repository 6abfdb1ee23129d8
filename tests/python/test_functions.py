"""Functions in both directions: Python's as arguments, Rust's as results."""

from __future__ import annotations

import traceback
from typing import Any

import pytest
from support.errors import marked_line, raises, rust_frames
from support.imported import is_imported
from support.package import np, tvm_ffi


class Unregistered(Exception):
    """An exception that the runtime does not know."""


@tvm_ffi.error.register_error
class Registered(ValueError):
    """An exception that is registered with the runtime."""


def test_a_callable_is_called(mod: tvm_ffi.Module) -> None:
    class Callable:
        def __call__(self, x: Any) -> Any:
            return x

        def method(self, x: Any) -> Any:
            return x

    for f in (
        lambda x: x,
        Callable(),
        Callable().method,
        tvm_ffi.convert(lambda x: x),
        mod["id_any"],
    ):
        for value in (None, True, 5, 2**70, 1.5, "short", "a text of some length", b"x"):
            assert mod.call(f, value) == value


def test_callbacks_get_values_of_python(mod: tvm_ffi.Module) -> None:
    received: list[Any] = []
    mod.call_with_many(lambda *args: received.extend(args))
    types = [type(value) for value in received[:8]]
    text = str if is_imported(mod) else tvm_ffi.core.String
    assert types == [int, float, bool, str, text, bytes, type(None), int]
    assert received[:8] == [1, 2.5, True, "short", "longer than seven", b"bytes", None, 2**64 - 1]
    assert list(received[8]) == [1, 2]


def test_packed_calls(mod: tvm_ffi.Module) -> None:
    for count in (0, 1, 16, 17, 100):
        assert list(mod.call_packed(lambda *args: list(args), *range(count))) == list(range(count))
    with raises(TypeError, "expected a function and its arguments"):
        mod.call_packed()
    with raises(TypeError, "call_packed: expected Function, got int"):
        mod.call_packed(1)


def test_results_are_checked_against_their_type(mod: tvm_ffi.Module) -> None:
    assert mod.call_typed(lambda x, text: x + len(text), 1000) == 1004.0
    with raises(TypeError, "call_typed: the result of `f`: expected float, got str"):
        mod.call_typed(lambda x, text: text, 1)
    with raises(TypeError, "call_typed: the result of `f`: expected float, got None"):
        mod.call_typed(lambda x, text: None, 1)
    with raises(TypeError, "call_for_integer: expected int, got str"):
        mod.call_for_integer(lambda: "text")
    # A name is given once, however many functions an error goes through.
    with raises(TypeError, "call_for_integer: expected int, got str"):
        mod.call_for_integer(lambda: mod.call_for_integer(lambda: "text"))


def test_arguments_of_typed_functions_may_be_borrowed(mod: tvm_ffi.Module) -> None:
    x = tvm_ffi.from_dlpack(np.array([1, 2], np.float32))
    got = mod.call_borrowed(lambda text, y: y if (text, y.shape) == ("text", (2,)) else None, "text", x)
    assert list(got) == [1, 2]
    with raises(TypeError, "call_borrowed: the result of `f`: expected Tensor, got None"):
        mod.call_borrowed(lambda text, y: None, "text", x)
    doubles = tvm_ffi.from_dlpack(np.array([1, 2], np.float64))
    with raises(TypeError, "call_borrowed: dtype is float64, expected float32"):
        mod.call_borrowed(lambda text, y: doubles, "text", x)


@pytest.mark.parametrize(
    "kind", [TypeError, ValueError, KeyError, IndexError, MemoryError, Registered, RuntimeError]
)
def test_an_exception_keeps_its_type_through_rust(
    mod: tvm_ffi.Module, kind: type[Exception]
) -> None:
    def fails(_: Any) -> None:
        deeper()

    def deeper() -> None:
        raise kind("from Python")

    expected = str(kind("from Python"))
    assert list(mod.catch(lambda: fails(None))) == [kind.__name__, expected]
    # `tvm_ffi` makes another exception of the text.
    with raises(kind, "from Python" if is_imported(mod) else expected) as info:
        mod.call(fails, None)
    names = [frame.name for frame in traceback.extract_tb(info.value.__traceback__)]
    assert names[-2:] == ["fails", "deeper"]


def test_an_unknown_exception_becomes_a_runtime_error(mod: tvm_ffi.Module) -> None:
    # The runtime knows exceptions by name, and this one is not registered.
    def fails(_: Any) -> None:
        raise Unregistered("from Python")

    with raises(Unregistered if is_imported(mod) else RuntimeError, "from Python"):
        mod.call(fails, None)
    with raises(RuntimeError, "from Python"):
        tvm_ffi.convert(fails)(None)


def test_an_exception_passes_many_levels(mod: tvm_ffi.Module, second_mod: tvm_ffi.Module) -> None:
    def level(depth: int) -> Any:
        if depth == 0:
            raise IndexError("at the bottom")
        library = mod if depth % 2 else second_mod
        return library.call(level, depth - 1)

    with raises(IndexError, "at the bottom") as info:
        level(6)
    names = [frame.name for frame in traceback.extract_tb(info.value.__traceback__)]
    assert names.count("level") == 7


def test_context_on_the_error_of_a_callback(mod: tvm_ffi.Module) -> None:
    def fails() -> None:
        raise ValueError("from Python")

    with raises(ValueError, "calling back: from Python") as info:
        mod.call_with_context(fails)
    line = marked_line("functions.rs", "call_with_context")
    assert ("functions.rs", line, "call_with_context") in rust_frames(info.value)


def test_context_keeps_the_frames_of_the_callback(mod: tvm_ffi.Module) -> None:
    def innermost() -> None:
        raise ValueError("from Python")

    def fails() -> None:
        innermost()

    with raises(ValueError, "calling back: from Python") as info:
        mod.call_with_context(fails)
    frames = traceback.extract_tb(info.value.__traceback__)
    names = [frame.name for frame in frames if frame.name in ("call_with_context", "fails", "innermost")]
    assert names == ["call_with_context", "fails", "innermost"]


def test_an_error_that_rust_handles_does_not_affect_later_calls(mod: tvm_ffi.Module) -> None:
    def fails() -> None:
        raise ValueError("handled")

    assert mod.call_or_else(fails, lambda: 5) == 5
    assert mod.catch(lambda: None) is None
    with raises(KeyError, "second" if is_imported(mod) else "'second'"):
        mod.call_or_else(fails, lambda: {}["second"])


def test_closures(mod: tvm_ffi.Module) -> None:
    add_five = mod.make_adder(5)
    assert is_imported(mod) or isinstance(add_five, tvm_ffi.Function)
    assert callable(add_five)
    assert [add_five(1), add_five(-5)] == [6, 0]
    assert mod.make_repeater(", ")("ab", 3) == "ab, ab, ab"
    assert mod.make_typed()(6, 7) == 42
    assert mod.make_divider(2)(9) == 4
    counter = mod.make_counter()
    assert [counter() for _ in range(3)] == [1, 2, 3]
    assert mod.make_counter()() == 1
    assert list(mod.make_collector()(1, "x", None)) == [1, "x", None]
    assert mod.twice(lambda x: x * 3)(2) == 18


@pytest.mark.parametrize(
    "closure, arguments, kind, message",
    [
        ("adder", (), TypeError, "<closure>: expected 1 argument, got 0"),
        ("adder", (1, 2), TypeError, "<closure>: expected 1 argument, got 2"),
        ("adder", ("x",), TypeError, "<closure>: argument #0: expected int, got str"),
        (
            "adder",
            (2**63,),
            ValueError,
            "<closure>: argument #0: 9223372036854775808 is out of range for i64, "
            "expected -9223372036854775808 to 9223372036854775807",
        ),
        ("repeater", ("x", "y"), TypeError, "<closure>: argument #1: expected int, got str"),
        ("divider", (-(2**63),), ValueError, "-9223372036854775808 / -1 overflows"),
        ("counter", (1,), TypeError, "<closure>: expected 0 arguments, got 1"),
    ],
)
def test_errors_of_closures(
    mod: tvm_ffi.Module, closure: str, arguments: tuple[Any, ...], kind: type[Exception], message: str
) -> None:
    made = {"adder": (5,), "repeater": (",",), "divider": (-1,), "counter": ()}
    function = mod[f"make_{closure}"](*made[closure])
    with raises(kind, message):
        function(*arguments)


def test_the_error_of_a_closure_has_its_line(mod: tvm_ffi.Module) -> None:
    with pytest.raises(ValueError) as info:
        mod.make_divider(-1)(-(2**63))
    line = marked_line("functions.rs", "divider")
    assert rust_frames(info.value) == [("functions.rs", line, "<closure>")]


# The attribute, two lines above the mark, makes a function of the closure.
@pytest.mark.parametrize(
    ("closure", "arguments", "above"), [("adder", (5,), 2), ("repeater", (",",), 0)]
)
def test_a_wrong_argument_of_a_closure_has_the_line_of_its_export(
    mod: tvm_ffi.Module, closure: str, arguments: tuple[Any, ...], above: int
) -> None:
    function = mod[f"make_{closure}"](*arguments)
    with pytest.raises(TypeError) as info:
        function()
    line = marked_line("functions.rs", closure) - above
    assert rust_frames(info.value) == [("functions.rs", line, "<closure>")]


def test_functions_pass_through_rust_unchanged(mod: tvm_ffi.Module) -> None:
    closure = mod.make_adder(1)
    for name in ("id_function", "id_typed", "id_option_function", "id_any", "id_object", "id_view"):
        result = mod[name](closure)
        assert result == closure if is_imported(mod) else result.same_as(closure)
    assert mod.id_option_function(None) is None
    assert mod.id_function(len)("four") == 4
    # A closure is an argument of a function of its library.
    assert mod.twice(closure)(10) == 12
    kept = mod.keep(closure)()
    assert kept == closure if is_imported(mod) else kept.same_as(closure)


def test_a_closure_calls_back_into_itself(mod: tvm_ffi.Module) -> None:
    def fibonacci(n: int) -> int:
        return n if n < 2 else mod.call(fibonacci, n - 1) + mod.call(fibonacci, n - 2)

    assert mod.call(fibonacci, 10) == 55


def test_global_functions_are_called_from_rust(mod: tvm_ffi.Module) -> None:
    tvm_ffi.register_global_func("e2e.from_python", lambda x: x * 100, override=True)
    try:
        assert mod.call_global("e2e.from_python", 3) == 300
    finally:
        tvm_ffi.remove_global_func("e2e.from_python")
    with raises(RuntimeError, "there is no global function `e2e.from_python`"):
        mod.call_global("e2e.from_python", 3)
