"""Values of an imported library: each is converted without `tvm_ffi`, and the same where that package was imported."""

from __future__ import annotations

import array
import collections
import datetime
import enum
import gc
import subprocess
import sys
import threading
import traceback
import weakref
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Any, Callable

import numpy as np
import pytest
from support.package import HAS_COMPLEX64


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


class OwnInt(int):
    pass


class OwnText(str):
    pass


class OwnFloat(float):
    pass


class OwnList(list):  # type: ignore[type-arg]
    pass


class OwnDict(dict):  # type: ignore[type-arg]
    pass


class Color(enum.Enum):
    RED = 1
    GREEN = "green"
    OTHER = (1, 2)


class Number(enum.IntEnum):
    ONE = 1


class Index:
    def __index__(self) -> int:
        return 7


class Floating:
    def __float__(self) -> float:
        return 2.5


@pytest.mark.parametrize(
    "name, value, expected",
    [
        ("id_vec_i64", [1, 2**62], [1, 2**62]),
        ("id_vec_vec", ((1, 2), range(2)), [[1, 2], [0, 1]]),
        ("id_nested", {"a": [None, (1, "x")]}, {"a": [None, (1, "x")]}),
        ("id_tuple_3", [1, 2, "x"], (1, 2.0, "x")),
        ("id_tuple_1", (5,), (5,)),
        ("id_hash_set", [1, 2, 1], {1, 2}),
        ("id_btree_set", frozenset({"a", "b"}), {"a", "b"}),
        ("id_shape", [1, 2], (1, 2)),
        ("id_list", (1, 2), [1, 2]),
        ("id_dict", {"a": 1}, {"a": 1}),
        ("id_vec_any", [1, "a", {"k": [(1, 2), None]}], [1, "a", {"k": [[1, 2], None]}]),
        ("id_i128", 2**100, 2**100),
        ("id_i128", -(2**126) - 5, -(2**126) - 5),
        ("id_any", 2**500 + 7, 2**500 + 7),
        ("id_any", -(2**500), -(2**500)),
        ("id_any", 2**63, 2**63),
        ("id_any", -(2**63) - 1, -(2**63) - 1),
        ("id_i64", np.int8(-3), -3),
        ("id_i64", Index(), 7),
        ("id_i64", OwnInt(5), 5),
        ("id_i64", Color.RED, 1),
        ("id_i64", Number.ONE, 1),
        ("id_f64", Floating(), 2.5),
        ("id_f64", np.float32(1.5), 1.5),
        ("id_f64", np.int64(3), 3.0),
        ("id_f64", OwnFloat(0.5), 0.5),
        ("id_bool", np.bool_(True), True),
        ("id_any", np.float16(0.5), 0.5),
        ("id_str", OwnText("a text that is long"), "a text that is long"),
        ("id_str", Color.GREEN, "green"),
        ("id_str", PurePosixPath("a/b"), "a/b"),
        ("id_path", Path("a/b"), Path("a/b")),
        ("id_byte_slice", bytearray(b"a text that is long"), b"a text that is long"),
        ("id_vec_u8", bytearray(b"ab"), [97, 98]),
        ("id_vec_f32", array.array("d", [0.5, 1]), [0.5, 1.0]),
        ("id_vec_f32", np.arange(3, dtype=np.int8), [0.0, 1.0, 2.0]),
        ("id_vec_vec", np.arange(4).reshape(2, 2), [[0, 1], [2, 3]]),
        ("id_vec_i64", OwnList([1]), [1]),
        ("id_hash_map", OwnDict(a=1), {"a": 1}),
        ("id_hash_map", collections.ChainMap({"a": 1}, {"b": 2}), {"a": 1, "b": 2}),
        ("id_complex", 1 - 2j, 1 - 2j),
        ("id_complex", 3, 3 + 0j),
        ("id_complex", (1, 2.5), 1 + 2.5j),
        ("id_vec_complex", [1j, 2.5, (3, 4)], [1j, 2.5 + 0j, 3 + 4j]),
        ("id_vec_complex", np.array([1j, 2]), [1j, 2 + 0j]),
        ("id_duration", datetime.timedelta(milliseconds=1500), datetime.timedelta(milliseconds=1500)),
        ("id_duration", 1.5, datetime.timedelta(milliseconds=1500)),
    ],
)
def test_values(module: ModuleType, name: str, value: Any, expected: Any) -> None:
    result = getattr(module, name)(value)
    assert (type(result), result) == (type(expected), expected)
    if isinstance(expected, list):
        assert list(map(type, result)) == list(map(type, expected))


@pytest.mark.skipif(not HAS_COMPLEX64, reason="Wine lacks functions that NumPy calls")
def test_a_complex_number_of_numpy(module: ModuleType) -> None:
    result = module.id_complex(np.complex64(1 + 2j))
    assert (type(result), result) == (complex, 1 + 2j)


def test_times(module: ModuleType) -> None:
    utc = datetime.timezone.utc
    for time in (datetime.datetime.now(utc), datetime.datetime(1960, 1, 1, tzinfo=utc), datetime.datetime(2100, 1, 1)):
        result = module.id_time(time)
        assert result.tzinfo is utc
        assert abs(result - time.astimezone(utc)) < datetime.timedelta(microseconds=2)
    for wrong in (datetime.timedelta(seconds=-1), float("nan"), -0.5):
        with pytest.raises(ValueError, match="argument #0 `x`: .* seconds are no duration"):
            module.id_duration(wrong)
    with pytest.raises(TypeError, match="argument #0 `x`: expected float, got datetime"):
        module.id_duration(datetime.datetime.now())


def test_a_value_that_does_not_fit(module: ModuleType) -> None:
    class Own:
        pass

    names = {dict: "Map", list: "Array", set: "Array", Own: "Own", complex: "complex", bytes: "bytes"}
    for kind, name in names.items():
        with pytest.raises(TypeError, match=f"^add: argument #0 `a`: expected int, got {name}\n"):
            module.add(kind(), 1)
    for value, name in ((len, "Function"), (Floating(), "Floating"), (Color.OTHER, "Color"), (KeyError(), "Error")):
        with pytest.raises(TypeError, match=f"^add: argument #0 `a`: expected int, got {name}\n"):
            module.add(value, 1)
    with pytest.raises(TypeError, match=r"^id_vec_i64: argument #0 `x`\[1\]: expected int, got Own\n"):
        module.id_vec_i64([1, Own()])


def test_what_python_code_raises_is_raised(module: ModuleType) -> None:
    class Fails:
        def __index__(self) -> int:
            raise ZeroDivisionError("index")

        __float__ = __fspath__ = __iter__ = __index__

    for name in ("id_i64", "id_f64", "id_str", "id_vec_i64"):
        with pytest.raises(ZeroDivisionError, match="index"):
            getattr(module, name)(Fails())
    with pytest.raises(UnicodeEncodeError):
        module.id_str("\ud800")
    with pytest.raises(UnicodeEncodeError):
        module.id_vec_string(["\ud800"])


def test_containers_that_change_while_they_are_read(module: ModuleType) -> None:
    values: list[Any] = []

    class Clears:
        def __index__(self) -> int:
            values.clear()
            gc.collect()
            return 1

    values.extend([Clears(), "an element that is only in the list" * 2, object()])
    with pytest.raises(TypeError, match=r"\[1\]: expected int, got str"):
        module.id_vec_i64(values)
    table: dict[Any, Any] = {}

    class Grows:
        def __index__(self) -> int:
            table[len(table)] = 1
            return 1

    table["a"] = Grows()
    with pytest.raises(RuntimeError, match="dictionary changed size"):
        module.id_hash_map(table)


def test_an_object_passes_through(module: ModuleType) -> None:
    class Own:
        pass

    own = Own()
    alive = weakref.ref(own)
    assert module.id_any(own) is own
    assert module.id_vec_any([own])[0] is own
    assert module.id_any({"a": own})["a"] is own
    for error in (KeyError("x"), ValueError("y"), KeyboardInterrupt()):
        assert module.id_error(error) is error
    del own
    gc.collect()
    assert alive() is None


def test_keys_have_a_hash(module: ModuleType) -> None:
    assert module.id_any({(1, (2, "x")): [1]}) == {(1, (2, "x")): [1]}


def test_a_function_is_a_callable(module: ModuleType) -> None:
    adder, other = module.make_adder(5), module.make_adder(5)
    assert adder(1) == 6 and callable(adder)
    assert module.id_function(adder) == adder != other
    assert hash(module.id_any(adder)) == hash(adder)
    assert repr(adder).startswith("<Function at 0x")
    assert adder.__doc__
    assert adder != 5 and {adder: 1}[module.id_any(adder)] == 1
    with pytest.raises(TypeError, match="the arguments of this function have no names"):
        adder(x=1)
    with pytest.raises(TypeError, match="expected 1 argument, got 2"):
        adder(1, 2)
    with pytest.raises(TypeError):
        type(adder)()
    assert module.make_repeater(", ")("ab", 2) == "ab, ab"
    assert list(module.make_collector()(1, "x", None, [2], {"a": 1})) == [1, "x", None, [2], {"a": 1}]


def test_callbacks_convert_both_ways(module: ModuleType) -> None:
    seen: list[Any] = []

    def back(*arguments: Any) -> Any:
        seen.extend(arguments)
        return list(arguments)

    value = [1, 2.5, "text", b"bytes", None, True, [1, [2]], {"a": [1]}, 2**70]
    assert module.call_packed(back, *value) == value
    assert seen == value and list(map(type, seen)) == list(map(type, value))
    data = np.arange(3.0)
    assert module.call(lambda x: x, data).base is not None
    assert np.shares_memory(module.call(lambda x: x, data), data)
    assert module.call(lambda x: range(x), 3) == range(3)


def test_a_view_is_lent_to_a_callback(module: ModuleType) -> None:
    data = np.arange(6.0).reshape(2, 3)
    seen: list[Any] = []

    def look(x: Any) -> None:
        assert np.shares_memory(x, data) and x.shape == (2, 3)
        x[0, 0] = 7.0
        seen.append(module.rows(x))

    module.lend(data, look)
    assert seen == [[[7.0, 1.0, 2.0], [3.0, 4.0, 5.0]]] and data[0, 0] == 7.0


def test_a_callback_is_released(module: ModuleType) -> None:
    class Called:
        def __call__(self, *_: Any) -> int:
            return 1

    called = Called()
    alive = weakref.ref(called)
    keep = module.keep(called)
    del called
    assert alive() is not None and keep()() == 1
    # The last reference is dropped on another thread.
    holder = [keep]
    del keep
    thread = threading.Thread(target=holder.clear)
    thread.start()
    thread.join()
    gc.collect()
    assert alive() is None


BUILTIN = [kind for kind in vars(__import__("builtins")).values() if isinstance(kind, type) and issubclass(kind, BaseException)]


@pytest.mark.parametrize("kind", BUILTIN, ids=lambda kind: kind.__name__)
def test_every_kind_of_python(module: ModuleType, kind: type[BaseException]) -> None:
    with pytest.raises(BaseException) as info:
        module.raise_kind(kind.__name__, "why")
    try:
        kind("why")
    except TypeError:
        # It takes more than a message.
        assert (type(info.value), info.value.args) == (RuntimeError, (f"{kind.__name__}: why",))
    else:
        expected = IOError if kind is EnvironmentError else kind
        assert (type(info.value), info.value.args) == (expected, ("why",))
    assert traceback.extract_tb(info.value.__traceback__)[-1].name == "raise_kind"


def test_kinds_that_are_not_exceptions(module: ModuleType) -> None:
    for kind in ("int", "print", "__name__", "NoSuchKind", "a.b", "x\0y"):
        with pytest.raises(RuntimeError) as info:
            module.raise_kind(kind, "why")
        assert info.value.args == (f"{kind}: why",)


def test_errors_of_the_operating_system(module: ModuleType, tmp_path: Path) -> None:
    for path in (tmp_path / "none", Path(__file__) / "below"):
        with pytest.raises(OSError) as info:
            module.io_error(str(path))
        with pytest.raises(OSError) as own:
            path.stat()
        assert (type(info.value), info.value.errno) == (type(own.value), own.value.errno)
        # On Windows, Rust's text ends in a period.
        assert info.value.strerror.rstrip(".") == own.value.strerror.rstrip(".")


def test_the_cause_of_an_exception_stays(module: ModuleType) -> None:
    cause = KeyError("the cause")
    error = ValueError("from Python")

    def fails() -> None:
        raise error from cause

    with pytest.raises(ValueError) as info:
        module.call_or_else(fails, fails)
    assert info.value is error and error.__cause__ is cause
    with pytest.raises(ValueError, match="calling back: from Python") as info:
        module.call_with_context(fails)
    assert info.value is not error and info.value.__cause__ is error


def test_results_that_are_too_deep(module: ModuleType) -> None:
    import tvm_ffi

    values = tvm_ffi.List([])
    values.append(values)
    with pytest.raises(ValueError, match="the result is nested too deeply, or contains itself"):
        module.id_any(values)
    values.clear()


def test_reference_counts_stay(module: ModuleType) -> None:
    function, own, number = (lambda *x: x), object(), 10**6
    objects = [None, function, own, number, ValueError, type(module.make_adder(1))]

    def call() -> None:
        for _ in range(200):
            module.call_packed(function, own, [number], {number: own})
            module.id_any({own, number})
            module.id_any((own, {"a": own}))
            module.id_tuple_3((number, 1.5, "x"))
            module.make_adder(number)(number)
            module.id_i128(2**100)
            module.id_error(ValueError("x"))
            with pytest.raises(TypeError):
                module.add(own, number)
            with pytest.raises(TypeError):
                module.id_vec_i64([number, own])

    call()
    gc.collect()
    before = [sys.getrefcount(value) for value in objects]
    call()
    gc.collect()
    after = [sys.getrefcount(value) for value in objects]
    assert [abs(a - b) < 20 for a, b in zip(after, before)] == [True] * len(objects), (before, after)


EXIT = """
import sys, threading, time
sys.path.insert(0, sys.argv[1])
import e2e_kernels as module
keep = [module.keep(lambda x: x), module.make_adder(1), module.id_any(object())]
def work():
    while True:
        module.call_named(lambda a, b: a + b)
for _ in range(4):
    threading.Thread(target=work, daemon=True).start()
time.sleep(0.1)
"""


def test_the_interpreter_exits_with_callbacks(module: ModuleType) -> None:
    folder = str(Path(module.__file__ or "").parent)
    done = subprocess.run([sys.executable, "-c", EXIT, folder], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
