"""Arguments of a module: refused where they would crash `tvm_ffi`, and converted where it does not take them."""

from __future__ import annotations

import array
import collections
import traceback
from types import ModuleType
from typing import Any, Callable

import numpy as np
import pytest
import tvm_ffi

from support.errors import raises


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


class Own(Exception):
    """An exception that nothing but its own arguments can make again."""

    def __init__(self, first: int, second: int) -> None:
        super().__init__(first, second)


EXCEPTIONS = [
    Own(1, 2),
    FileNotFoundError(2, "no such file", "x"),
    StopIteration(3),
    KeyError("nope"),
    KeyboardInterrupt(),
    SystemExit(4),
    UnicodeDecodeError("utf-8", b"x", 0, 1, "why"),
    ValueError("a kind that the runtime knows"),
]


def raising(exception: BaseException) -> Callable[..., Any]:
    def raises_it(*_: Any) -> Any:
        raise exception

    return raises_it


@pytest.mark.parametrize("exception", EXCEPTIONS, ids=lambda exception: type(exception).__name__)
def test_a_callback_s_exception_is_the_same_object(module: ModuleType, exception: BaseException) -> None:
    function = raising(exception)
    calls: list[Callable[[], Any]] = [
        lambda: module.call_named(function),
        # By name, through another callback, on another thread, and for a function that takes anything.
        lambda: module.call_named(b=1, function=function),
        lambda: module.call_named(lambda *_: module.call_named(function)),
        lambda: module.call_from_threads(function, 1),
        lambda: module.call_packed(function, [function], {"f": function}),
    ]
    for call in calls:
        try:
            call()
        except BaseException as raised:
            assert raised is exception
            names = [frame.name for frame in traceback.extract_tb(raised.__traceback__)]
            assert names[-1] == "raises_it" and "call" not in names[1:]
            raised.__traceback__ = None
        else:
            pytest.fail("nothing was raised")


def test_an_exception_that_rust_handles_is_gone(module: ModuleType) -> None:
    class Counted(Exception):
        alive = 0

        def __init__(self) -> None:
            Counted.alive += 1

        def __del__(self) -> None:
            Counted.alive -= 1

    def fails() -> None:
        raise Counted

    for _ in range(20):
        assert module.call_or_else(fails, lambda: 5) == 5
        with pytest.raises(Counted):
            module.call_or_else(fails, fails)
    # The last one may be in this frame.
    assert Counted.alive <= 1


def itself(kind: str) -> Any:
    values: list[Any] = []
    if kind == "list":
        values.append(values)
        return values
    if kind == "tuple":
        values.append((1, values))
        return values[0]
    if kind == "dict":
        mapping: dict[str, Any] = {}
        mapping["again"] = [mapping]
        return mapping

    class Value:
        def __tvm_ffi_value__(self) -> Any:
            return [self]

    return Value()


def moved() -> tvm_ffi.Array:
    value = tvm_ffi.Array([1])
    tvm_ffi.get_global_func("testing.echo")(value._move())
    return value


class Protocol:
    def __tvm_ffi_object__(self) -> tvm_ffi.Object:
        return tvm_ffi.Object.__new__(tvm_ffi.Object)


NOTHING = {
    "an instance": lambda: tvm_ffi.Object.__new__(tvm_ffi.Object),
    "a function": lambda: tvm_ffi.Function.__new__(tvm_ffi.Function),
    "moved": moved,
    "a protocol": Protocol,
}


@pytest.mark.parametrize("around", [lambda x: x, lambda x: [1, x], lambda x: {"a": (x,)}], ids=["bare", "list", "dict"])
@pytest.mark.parametrize("name", ["add", "id_any", "id_str", "id_vec_any", "rows", "count"])
def test_values_that_would_crash_tvm_ffi(module: ModuleType, name: str, around: Callable[[Any], Any]) -> None:
    function = getattr(module, name)
    rest = (1,) if name == "add" else ()
    nested = f"^{name}: argument #0.*: values are nested too deeply, or contain themselves"
    for kind in ("list", "tuple", "dict", "value"):
        with pytest.raises(ValueError, match=nested):
            function(around(itself(kind)), *rest)
    for make in NOTHING.values():
        with pytest.raises(ValueError, match=f"^{name}: argument #0.*: the \\w+ refers to no object"):
            function(around(make()), *rest)
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError, match=nested):
        function(around(deep), *rest)
    # Without recursion.
    while deep:
        deep = deep.pop()


def test_a_value_that_is_there_twice_is_not_inside_itself(module: ModuleType) -> None:
    shared = [1, 2]
    assert [list(part) for part in module.id_vec_vec([shared, shared])] == [[1, 2], [1, 2]]


def test_any_sequence(module: ModuleType) -> None:
    for values in (range(3), collections.deque([0, 1, 2]), array.array("q", [0, 1, 2]), memoryview(b"\0\1\2")):
        assert module.sum_of_vec(values) == 3
        assert module.sum_of_extents(values) == 3
        assert list(module.id_three(values)) == [0, 1, 2]
        assert list(module.id_option_vec(values)) == [0, 1, 2]
    assert [list(part) for part in module.id_vec_vec([range(2), collections.deque([5])])] == [[0, 1], [5]]
    assert list(module.id_vec_string(collections.UserList(["a", "b"]))) == ["a", "b"]
    assert {key: list(part) for key, part in module.id_nested({"a": collections.deque([None])}).items()} == {"a": [None]}
    with pytest.raises(TypeError, match=r"expected Map\[str, .*, got range"):
        module.id_nested(range(2))
    # Anything that can be iterated, but not text, nor a dictionary.
    for iterable in ({1, 2}, frozenset([3]), iter([1, 2]), (x for x in (3,)), {3: 4}.keys()):
        assert module.sum_of_vec(iterable) == 3
    for values in ("12", {1: 2}, 5, object()):
        with pytest.raises(TypeError, match=r"expected Array\[int\], got \w+"):
            module.sum_of_vec(values)
    with pytest.raises(ZeroDivisionError):
        module.sum_of_vec(1 // x for x in (1, 0))
    # Any value stays what it is.
    assert module.id_any(range(3)) == range(3)


def test_dtypes_of_numpy(module: ModuleType) -> None:
    for dtype in (np.float32, np.dtype("float32"), "float32", tvm_ffi.dtype("float32")):
        assert module.id_dtype(dtype) == "float32"
    with raises(TypeError, "id_dtype: argument #0 `x`: expected dtype, got Function\n  id_dtype(x: dtype)"):
        module.id_dtype(len)


def test_a_shape_for_a_tuple(module: ModuleType, mod: tvm_ffi.Module) -> None:
    for library in (module, mod):
        assert list(library.id_tuple_1(tvm_ffi.Shape((4,)))) == [4]
        with pytest.raises(TypeError, match=r"expected Tuple\[int, float, str\], got Shape"):
            library.id_tuple_3(tvm_ffi.Shape((1, 2, 3)))


def test_masked_and_read_only_arrays(module: ModuleType) -> None:
    masked = np.ma.masked_array(np.zeros((1, 2)), [[True, False]])
    for function in (module.rows, module.id_any, module.id_tensor):
        with pytest.raises(TypeError, match="argument #0 `x`: the array is masked, and its mask would be lost"):
            function(masked)
    with pytest.raises(TypeError, match="the array is masked"):
        module.id_vec_tensor([np.zeros(2), masked])
    module.rows(masked.data)
    array = np.zeros(3)
    array.flags.writeable = False
    for function in (module.id_tensor, lambda x: module.id_vec_tensor([x])):
        with pytest.raises(BufferError, match="argument #0 `x`: the array is read-only"):
            function(array)
    content = np.zeros(24, np.uint8)
    content.flags.writeable = False
    assert module.id_byte_slice(content) == bytes(24)
    assert module.id_vec_f32(array) == [0.0] * 3
    for name, expected in {"id_vec_i64": "Array[int]", "id_extents": "Shape"}.items():
        with raises(TypeError, f"{name}: argument #0 `x`[0]: expected int, got float\n  {name}(x: {expected})"):
            getattr(module, name)(array)
    with raises(TypeError, "id_i64: argument #0 `x`: expected int, got Tensor\n  id_i64(x: int)"):
        module.id_i64(array)


def test_an_array_is_not_resized_while_a_function_has_it(module: ModuleType) -> None:
    array = np.arange(4.0)

    def resize() -> float:
        array.resize(100_000, refcheck=False)
        return 0.0

    # A function of Python's, whose call goes through `tvm_ffi`, and one that the module passes itself.
    function = tvm_ffi.convert(resize)
    for callback in (resize, function):
        with pytest.raises(ValueError, match="cannot resize an array"):
            module.sum_after(array, callback)
    assert module.sum_after(array, lambda: 0.0) == 6.0
    array.resize(8, refcheck=False)
    assert array.size == 8


@pytest.mark.parametrize("count", [1, 8, 100])
def test_texts_live_when_a_callback_empties_their_containers(module: ModuleType, count: int) -> None:
    def texts(name: str) -> list[str]:
        return [f"{name}, made here and referred to by nothing else: {i}" for i in range(count)]

    first, second, values = texts("first"), [texts("second"), texts("third")], texts("value")
    entries = dict(zip(texts("key"), [value.encode() for value in values]))
    expected = [*first, *second[0], *second[1], *(text for key, value in sorted(entries.items()) for text in (key, value.decode()))]
    # So that nothing here refers to the texts.
    expected = ["".join(list(text)) for text in expected]
    garbage: list[str] = []

    def change() -> None:
        for container in (first, *second, second, entries):
            container.clear()
        garbage.extend(f"{i} is put into the memory of a text that ended, if there is one" for i in range(1000))

    del values
    assert module.texts_after(first, second, entries, change) == expected
    assert not first and not entries and garbage


def test_dictionaries_of_every_size(module: ModuleType) -> None:
    for count in (0, 1, 4, 5, 100):
        entries = {f"key {i}": f"value {i}".encode() for i in range(count)}
        expected = [text for key, value in sorted(entries.items()) for text in (key, value.decode())]
        assert module.texts_after([], [], entries, lambda: None) == expected
