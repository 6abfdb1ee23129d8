"""Each row of the table of PyO3's guide in `src/guide/coming_from.md`, run with a Python module."""

from __future__ import annotations

import array
import asyncio
import copy
import datetime
import decimal
import fractions
import gc
import inspect
import io
import itertools
import logging
import math
import operator
import pathlib
import pickle
import sys
import threading
import types
import weakref
from types import ModuleType
from typing import Any, Callable, Generic, NamedTuple, TypeVar

import pytest
from support.package import np

ROOT = pathlib.Path(__file__).parents[2]


def rows() -> dict[str, str]:
    """Read the two cells of each row, without the names of chapters."""
    guide = (ROOT / "src/guide/coming_from.md").read_text("utf-8")
    table = guide.split("# PyO3's guide, chapter by chapter\n")[1].split("\n# ")[0]
    cells = [line[2:-2].split(" | ") for line in table.splitlines() if line.startswith("| ") and "| **" not in line]
    found = {first: second for first, second in cells[1:]}
    assert len(found) == len(cells) - 1 > 100
    return found


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


def test_each_row_has_a_check_or_a_reason() -> None:
    """A row that is left out may have a check of what it says to do instead."""
    left_out = {first for first, second in rows().items() if second.startswith("left out: ")}
    checks = [*RESULTS, *CHECKS, *ELSEWHERE]
    assert len(checks) == len(set(checks))
    assert rows().keys() - left_out - set(checks) == set()
    assert set(checks) - rows().keys() == set()


def failure(call: Callable[..., Any], *arguments: Any) -> BaseException:
    """Return what a call raises."""
    with pytest.raises(BaseException) as caught:  # noqa: PT011
        call(*arguments)
    return caught.value


def kinds(call: Callable[..., Any], *values: Any) -> set[type]:
    """Name what a call raises for each of the values."""
    return {type(failure(call, value)) for value in values}


class Results(NamedTuple):
    """What is compared: types too, since `True == 1`."""

    got: list[Any]
    expected: list[Any]


def same(*calls: tuple[Callable[[Any], Any], list[Any]]) -> Results:
    """Check that functions return their arguments."""
    return Results([call(value) for call, values in calls for value in values], [value for _, values in calls for value in values])


def are(got: list[Any], *expected: Any) -> Results:
    return Results(got, list(expected))


# By first cell: results of calls of a module, and what they have to be.
RESULTS: dict[str, Callable[[Any], Results]] = {
    # Modules
    "`#[pymodule]`, `#[pymodule_export]`, `m.add_function`": lambda m: are([m.add(1, 2), "add" in m.__all__], 3, True),
    "documentation of the module": lambda m: are([m.__doc__], "What the end-to-end tests call."),
    "submodules": lambda m: are([type(m.math), m.math.halve(3.0)], ModuleType, 1.5),
    "constants": lambda m: are([m.MOST_SIDES, m.shapes.NAMES], 12, ["triangle", "square"]),
    "state of the module, `PyOnceLock`": lambda m: are([m.defaults(1)[-1] - m.defaults(1)[-1]], -1),
    # Functions
    '`#[pyfunction]`, `#[pyfn]`, `#[pyo3(name = "...")]`': lambda m: are([m.math.halve(3.0), hasattr(m, "halve")], 1.5, False),
    "documentation, `///`": lambda m: are([m.join.__doc__], "Borrowed texts of a borrowed sequence."),
    "`signature = (x, by = 2.0)`": lambda m: are([m.join(["a", "b"]), m.join(["a", "b"], separator="-")], "a,b", "a-b"),
    "`*args`, `**kwargs`, `/`, `*`": lambda m: are(
        [str(inspect.signature(m.kinds)), m.gathered(1, 2, 3, separator=" ", x=1.5)], "(first, /, second=2, *, third, fourth=4)", "1 2 3 x=1.5"
    ),
    "`x=None` for an `Option<T>`": lambda m: are(
        [m.defaults(1)[5], m.defaults(1, option=3)[5], m.id_option_i64(None), type(failure(m.id_option_i64))], None, 3, None, TypeError
    ),
    "`text_signature`": lambda m: are([str(inspect.signature(m.join))], "(parts, separator=',')"),
    "`from_py_with`": lambda m: are([m.cast_to_numbers(range(3)), m.Fickle(1, "a").number], [0, 1, 2], 1),
    "`pass_module`": lambda m: are([m.import_module("e2e_kernels") is m], True),
    "`wrap_pyfunction!`, `PyCFunction::new_closure`": lambda m: are([m.make_adder(3)(4), m.make_typed()(3, 4)], 7, 12),
    # Calling Python
    "`Py<PyAny>` of a callable, `call1`": lambda m: are([m.call(len, [1]), m.call_typed(lambda x, text: x + len(text), 10)], 1, 12.0),
    "`call` with `kwargs`": lambda m: are([m.call_with(dict, [("a", 1)], b=2)], {"a": 1, "b": 2}),
    "`py.import`, `getattr`, `call_method1`": lambda m: are([m.find_equal([1, 2], 2), m.call_method("a b", "split", " ")], 2, ["a", "b"]),
    "`py.eval`, `py.run`, `PyModule::from_code`": lambda m: are([m.call_with(eval, "1 + 1"), m.call_with(exec, "import sys")], 2, None),
    "`is_instance`, `len`, `repr`, `eq` of any object": lambda m: are(
        [m.call_with(isinstance, True, int), m.call_with(len, {1}), m.call_with(repr, ()), m.call_with(operator.eq, 1, 1)], True, 1, "()", True
    ),
    "`PyList`, `PyDict` that are changed in place": lambda m: are([m.call_method(a := [1], "append", "a"), a], None, [1, "a"]),
    "`PyIterator`, lazily": lambda m: are([m.call_with(next, a := itertools.count()), m.call_with(next, a)], 0, 1),
    "`PySlice`, `PyType`, `PyModule`, and so on": lambda m: same((m.same_object, [slice(1), int, sys, iter([1]), len, range(3), NotImplemented])),
    # Conversions
    "the table of types": lambda m: same(
        (m.id_i64, [0, -(2**63), 2**63 - 1]),
        (m.id_u64, [2**64 - 1]),
        (m.id_f64, [1.5, math.inf]),
        (m.id_str, ["", "é" * 50, "\U0001f600", "a\0b"]),
        (m.id_bytes, [b"", b"a\0" * 50]),
        (m.id_vec_vec, [[], [[1], []]]),
        (m.id_any, [1, "a", None, 1.5, b"x", [1, [2]], {"a": [1]}]),
        (m.id_unit, [None]),
    ),
    "`OverflowError` for an integer out of range": lambda m: are([kinds(m.id_u8, 256, -1, 2**64)], {ValueError}),
    "`i128`, `u128`": lambda m: same((m.id_i128, [-(2**127)]), (m.id_u128, [2**128 - 1])),
    "`num-bigint`": lambda m: same((m.same_object, [2**200]), (m.id_any, [-(2**200)])),
    "`bool`, which refuses `0` and `1`": lambda m: are([m.id_bool(False), m.id_bool(1), kinds(m.id_bool, 2)], False, True, {ValueError}),
    "`Option<T>`, `Vec<T>`, `[T; N]`, tuples, `Cow<str>`, `Box<str>`": lambda m: same(
        (m.id_vec_option, [[1, None]]), (m.id_three, [[1, 2, 3]]), (m.id_tuple_3, [(1, 1.5, "a")]), (m.id_cow, ["a"]), (m.id_box_str, ["a"])
    ),
    "`Vec<T>` of other sequences, but no `str`": lambda m: are(
        [[m.id_vec_i64(one) for one in ((1,), {1: 0}.keys(), (x for x in [1]), range(1, 2))], kinds(m.id_vec_string, "ab", {"a": 1})],
        [[1]] * 4,
        {TypeError},
    ),
    "`PathBuf` of an `os.PathLike`": lambda m: are([m.id_path(ROOT), m.id_path("a"), m.id_str(pathlib.Path("a"))], ROOT, pathlib.Path("a"), "a"),
    "`HashSet`, `BTreeSet` of a `set` and a `frozenset`": lambda m: are([m.id_hash_set({1, 2}), m.id_btree_set(frozenset("a"))], {1, 2}, {"a"}),
    "`HashMap`, `BTreeMap` of a `dict` and other mappings": lambda m: are(
        [m.id_hash_map({"a": 1}), m.id_btree_map({2: "a"}), m.id_hash_map(types.MappingProxyType({"a": 1}))], {"a": 1}, {2: "a"}, {"a": 1}
    ),
    "`PyBytes`, `Cow<[u8]>` of `bytes` and a `bytearray`": lambda m: are(
        [m.id_byte_slice(bytearray(b"ab")), m.id_bytes(b"ab"), m.id_vec_u8(b"ab")], b"ab", b"ab", [97, 98]
    ),
    "`PyBuffer<T>`": lambda m: are(
        [m.id_bytes(memoryview(b"ab")), m.id_bytes(array.array("B", b"ab")), m.id_vec_f32(array.array("f", [1.5]))], b"ab", b"ab", [1.5]
    ),
    "`Duration`, `SystemTime`": lambda m: same(
        (m.id_duration, [datetime.timedelta(microseconds=1), datetime.timedelta(days=3000, microseconds=7)]),
        (m.id_time, [datetime.datetime(2024, 5, 6, 7, 8, 9, 123457, tzinfo=datetime.timezone.utc)]),
    ),
    "`chrono`, `jiff`, `time`": lambda m: same((m.same_object, [datetime.date(2024, 1, 2), datetime.time(1), datetime.timezone.utc])),
    "`num-complex`": lambda m: same((m.id_complex, [1 + 2j])),
    "`num-rational`, `rust_decimal`, `bigdecimal`": lambda m: are(
        [m.id_f64(decimal.Decimal("1.5")), m.id_f64(fractions.Fraction(3, 2))], 1.5, 1.5
    ),
    "`either`, `#[derive(FromPyObject)]` of an enum": lambda m: are([m.json_count({"a": [1, "b"]}), kinds(m.json_count, b"")], 4, {TypeError}),
    "`from_item_all`, `pythonize::depythonize`": lambda m: are(
        [m.describe_config({"rate": 1}), kinds(m.describe_config, {"rate": "x"}, {})],
        "Config { rate: 1.0, layers: [], mode: Fast, name: None }",
        {TypeError, ValueError},
    ),
    "`#[derive(FromPyObject)]` of a struct, from attributes": lambda m: are(
        [m.attributes(types.SimpleNamespace(a=1, b="x"), ["a", "b"]), m.same_objects([], a=1, b="x")[2]], [1, "x"], {"a": 1, "b": "x"}
    ),
    "`FromPyObject`, `IntoPyObject`": lambda m: are([m.Fickle(1, "a").text, kinds(m.Fickle, "a")], "a", {TypeError}),
    "`Bound<'py, PyAny>`, `Py<PyAny>`": lambda m: same((m.same_object, [[1], (1,), object(), m.Point]), (m.id_any, [object()])),
    # Classes
    "`#[pyclass]`, `#[pymethods]`, `#[new]`": lambda m: are(
        [m.Polygon(sides=4).sides, m.Polygon.__doc__, kinds(m.Polygon, 99), type(failure(m.NoInit))], 4, "A regular polygon.", {ValueError}, TypeError
    ),
    '`new = "from_fields"`': lambda m: are([(a := m.Options(1, keyword=2)).default, a.factory, a.keyword], 7, [1, 2], 2),
    "`name`, `module`": lambda m: are([m.Point.__qualname__, m.Point.__module__], "Point", "e2e_kernels"),
    "`frozen`": lambda m: are([type(failure(setattr, m.Item(1), "value", 2))], AttributeError),
    "`signature` and `name` of a method": lambda m: are([m.Numbers(3).maximum(), m.Counter(1).add(by=2), m.Counter(1).add()], 3, 3, 2),
    "`#[staticmethod]`": lambda m: are([m.Numbers.of([3]).to_list()], [3]),
    "`#[classmethod]`": lambda m: are([type((a := type("Sub", (m.Polygon,), {})).square(1.0)) is a, type(m.Polygon.square(1.0))], True, m.Polygon),
    "`#[classattr]`": lambda m: are([m.Polygon.FEWEST_SIDES, m.Polygon(3).FEWEST_SIDES, m.Polygon.UNIT.sides], 3, 3, 4),
    "`eq`, `ord`, `hash`": lambda m: are(
        [(a := m.Point(1, 2)) == m.Point(1, 2), a != 1, a < m.Point(2, 1), {a: 1}[m.Point(1, 2)], copy.copy(a)], True, True, True, 1, m.Point(1, 2)
    ),
    "`str`": lambda m: are([str(m.Customized(1)), repr(m.Customized(1))], "[1]", "Customized[1]"),
    "`Py<T>`, `Bound<'py, T>`": lambda m: are([m.item_id(a := m.Item(1)) is a, m.item_vec([a])[0] is a, kinds(m.item_id, 1)], True, True, {TypeError}),
    "`slf: PyRef<'_, Self>`, `slf: Bound<'_, Self>`": lambda m: are([(a := m.Numbers(3)).itself(1).itself(2) is a], True),
    "simple enums": lambda m: are([m.round(2.5, "toward_zero"), m.other_modes("up"), kinds(m.other_modes, "x")], 2.0, ["nearest", "toward_zero"], {ValueError}),
    "`dict`": lambda m: are([hasattr(m.Item(1), "__dict__"), vars(type("Sub", (m.Item,), {})(1))], False, {}),
    "`generic`, `metaclass`": lambda m: are([types.new_class("Sub", (m.Item, Generic[TypeVar("T")]))[int](3).value], 3),
    "`weakref`": lambda m: are([weakref.ref(a := m.Item(1))() is a, weakref.ref(m.Item(1))()], True, None),
    # Special methods
    "`__repr__`, `__str__`, `__format__`, `__bytes__`, `__dir__`": lambda m: are(
        [repr(a := m.Customized(1)), str(a), bytes(a), dir(a), f"{m.Money(120): EUR}"], "Customized[1]", "[1]", b"[1]", [], "1.20 EUR"
    ),
    "`__lt__`, `__eq__`, `__hash__`, `__hash__ = None`": lambda m: are(
        [m.Money(1) < m.Money(2), m.Money(1) == m.Money(1), m.Money(1) == "x", hash(m.Hashed(7)), kinds(hash, m.Money(1))],
        *(True, True, False, 7, {TypeError}),
    ),
    "`__bool__`, `__call__`": lambda m: are([bool(m.Money(3)), bool(m.Money(0)), m.Money(3)(2, more=1)], True, False, 7),
    "`__concat__`, `__repeat__`": lambda m: are([(m.Numbers(1) + m.Numbers(2)).to_list(), (m.Whole(2) * m.Whole(3))], [1, 1, 2], 6),
    "`__int__`, `__float__`, `__index__`, `__complex__`, `__round__`": lambda m: are(
        [int(m.Money(120)), float(m.Money(120)), [0, 1][m.Money(1)], complex(a := m.Whole(3)), round(a, 2), *(f(a) for f in (round, math.trunc, math.floor, math.ceil))],
        *(1, 1.2, 1, 3 + 0j, 5, 3, 3, 3, 3),
    ),
    "`__getbuffer__`": lambda m: are([bytes(a := m.Blob(b"ab")), memoryview(a)[0], io.BytesIO(a).read()], b"ab", 97, b"ab"),
    "`__reduce__`, `__getstate__`, `__copy__`, `__deepcopy__`": lambda m: are(
        [*(repr(f(m.Customized(1, 2))) for f in (copied, copy.copy, copy.deepcopy)), copied(m.Generator(5)).draw(), copied(m.Point(1, 2))],
        *("Customized[2]", "Customized[2]", "Customized[2, 3]", m.Generator(5).draw(), m.Point(1, 2)),
    ),
    # Errors
    "`PyErr`, `PyResult`, `PyValueError::new_err`": lambda m: are(
        [repr(failure(m.raise_kind, kind, "why")) for kind in ("ValueError", "KeyError", "KeyboardInterrupt")],
        *("ValueError('why')", "KeyError('why')", "KeyboardInterrupt('why')"),
    ),
    "`create_exception!`": lambda m: are([kinds(m.fail_with_shape_error, 2), m.SidesError.__bases__], {m.SidesError}, (m.ShapeError,)),
    "`import_exception!`, `PyErr::from_value`": lambda m: are(
        [type(failure(m.raise_of_class, "io", "UnsupportedOperation", "x")), failure(m.raise_value, a := decimal.Overflow()) is a], io.UnsupportedOperation, True
    ),
    "exceptions with other arguments than a text": lambda m: are([failure(m.raise_of_class, "builtins", "KeyError", (1, [])).args], ((1, []),)),
    "`err.is_instance_of::<PyLookupError>(py)`": lambda m: are([m.raises(lambda: {}[1], LookupError), m.raises(lambda: {}[1], ValueError)], True, False),
    "`impl From<MyError> for PyErr`": lambda m: are([repr(failure(m.own_error, 11))], "IndexError('beyond 10')"),
    "errors of std": lambda m: are([kinds(m.parse_i32, "x"), kinds(m.io_error, "/nope")], {ValueError}, {FileNotFoundError}),
    "`anyhow`, `eyre`": lambda m: are([type(a := failure(m.std_error_chain)), "the disk is full" in str(a)], RuntimeError, True),
    "`PanicException`": lambda m: are([kinds(m.panic_format, 3)], {RuntimeError}),
    # Threads
    "`Python<'py>`, `Python::attach`": lambda m: are([m.call_from_threads(lambda index: index * index, 3)], [0, 1, 4]),
    "`Py<T>` that any thread clones and drops, `py-clone`": lambda m: are([m.call_method(["a"], "count", "a", apart=True)], 1),
    "`extension-module`, `generate-import-lib`": lambda m: are([b"libpython" in pathlib.Path(m.__file__).read_bytes()], False),
}


def copied(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("name", RESULTS)
def test_results(module: ModuleType, name: str) -> None:
    got, expected = RESULTS[name](module)
    assert got == expected and [type(one) for one in got] == [type(one) for one in expected]


# What other tests build, or start an interpreter for.
ELSEWHERE = {
    '`crate = "some::path"`': ("tests/hygiene/source.rs", 'export(crate = "crate::reexport::tvm_ffi"'),
    "`indexmap`": ("tvm-ffi-core/tests/api/containers/maps.rs", "IndexMap"),
    "`py.check_signals`": ("tests/python/test_threads.py", "wait_for_signal()"),
    "`#[pymodule_init]`, `m.add`": ("tests/python/test_module_python_objects.py", "def test_init_has_run("),
    "subinterpreters": ("tests/python/test_python_module_processes.py", "def test_a_subinterpreter_with_its_own_gil_refuses_the_import("),
    "maturin, setuptools-rust": ("python/tests/test_build.py", "def test_a_wheel_is_built_installed_and_run("),
    "mixed projects, `python-source`": ("python/tests/test_build.py", "def test_a_library_in_a_package_of_python("),
    "`abi3`, `abi3-py39`": ("tests/python/test_python_module_processes.py", "def test_one_file_serves_each_version("),
    "stubs, `experimental-inspect`": ("tests/python/test_stubs.py", "def test_a_python_module_needs_no_loader("),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_there_is_another_test(name: str) -> None:
    file, what = ELSEWHERE[name]
    assert what in (ROOT / file).read_text("utf-8")


Check = Callable[[Any], None]
CHECKS: dict[str, Check] = {}


def row(first_cell: str) -> Callable[[Check], Check]:
    """Make a function the check of a row."""
    return lambda check: CHECKS.setdefault(first_cell, check)


@row("`warn`")
def _(m: Any) -> None:
    with pytest.warns(UserWarning, match="old"):
        m.call_method(m.import_module("warnings"), "warn", "old")


@row("`PyReadonlyArray1<f32>` (rust-numpy)")
def _(m: Any) -> None:
    m.add_arrays(y := np.zeros(3), np.arange(3.0), start=1.0)
    assert list(y) == [1.0, 2.0, 3.0]


@row('`#[pyo3(get, set, name = "...")]`')
def _(m: Any) -> None:
    fields = m.HalfSettable(1, 2, "a")
    fields.free = 3
    assert (fields.fixed, fields.free) == (1, 3) and type(failure(setattr, fields, "fixed", 2)) is AttributeError
    assert m.Options(1, keyword=2).type_ == 3 and not hasattr(m.Options, "hidden")


@row("`#[getter]`, `#[setter]`")
def _(m: Any) -> None:
    polygon = m.Polygon(4)
    polygon.perimeter = 8.0
    assert polygon.perimeter == 8.0 and type(failure(setattr, polygon, "sides", 1)) is AttributeError


@row("`#[deleter]`")
def _(m: Any) -> None:
    (button := m.Button()).on_click = len
    button.on_click = None
    assert button.on_click is None and type(failure(delattr, button, "on_click")) is AttributeError


@row("`extends`, `subclass`")
def _(m: Any) -> None:
    class Cat(m.Animal):  # type: ignore[misc,name-defined]
        def greeting(self) -> str:
            return super().greeting() + " " + self.sound

    puppy, cat = m.Puppy("Rex", 3), Cat("Tom")
    assert isinstance(puppy, m.Animal) and (puppy.greeting(), puppy.trick(0)) == ("I am Rex on 4 legs", "nap")
    cat.sound = "meow"
    assert cat.greeting() == "I am Tom on 4 legs meow" and m.keep_animal(cat) is cat


@row("subclasses in Python with a `__new__` of their own")
def _(m: Any) -> None:
    class Named(m.Item):  # type: ignore[misc,name-defined]
        def __new__(cls, name: str, value: int) -> Any:
            return super().__new__(cls)

        def __init__(self, name: str, value: int) -> None:
            super().__init__(value)

    assert m.item_value(Named("a", 3)) == 3


@row("`PyRef`, `PyRefMut` as arguments")
def _(m: Any) -> None:
    a, b = m.Counter(1), m.Counter(2)
    a.swap(b)
    m.move_count(a, b)
    m.add_to_each([a, b], 10)
    assert (a.count, b.count, a.sum(b)) == (10, 13, 23)


@row("a borrow that is taken already")
def _(m: Any) -> None:
    counter = m.Counter(0)
    error = failure(counter.hold, lambda: counter.add())
    assert type(error) is RuntimeError and "e2e.Counter.add" in str(error)
    in_threads(4, lambda: [counter.add() for _ in range(200)])
    assert counter.count == 800


@row("`Mutex` and atomics in a `frozen` class")
def _(m: Any) -> None:
    (button := m.Button()).subscribe_as("a", lambda number: number + 1)
    assert button.click(1) == [2]


@row("`__getattr__`, `__setattr__`, `__delattr__`")
def _(m: Any) -> None:
    (value := m.Customized()).name = 1
    assert value.name == 1 and dir(value) == ["name"]
    del value.name
    assert not hasattr(value, "name") and type(failure(delattr, value, "name")) is AttributeError


@row("`__iter__`, `__next__`, and a value at the end")
def _(m: Any) -> None:
    def generator() -> Any:
        ends.append((yield from m.Steps(2)))

    ends: list[Any] = []
    assert list(m.Numbers(3)) == [1, 2, 3] and list(generator()) == [1, 0] and ends == ["done"]


@row("`__await__`, `__aiter__`, `__anext__`")
def _(m: Any) -> None:
    async def run() -> Any:
        return await m.Steps(0), [left async for left in m.Steps(2)]

    assert asyncio.run(run()) == ("done", ["done", "done"])


@row("`__len__`, `__getitem__`, `__setitem__`, `__delitem__`, `__contains__`")
def _(m: Any) -> None:
    items = m.Customized(1, 2, 3)
    assert (items[-1], items[::-1], list(items), list(reversed(items)), 2 in items) == (3, [3, 2, 1], [1, 2, 3], [3, 2, 1], True)
    with (money := m.Money(5)):
        pass
    money[0] = 6
    assert len(money) == 1 and money[0] == 6 and 6 in money
    del money[0]
    assert len(money) == 0


@row("`__get__`, `__set__`, `__delete__`")
def _(m: Any) -> None:
    owner: Any = type("Owner", (), {"x": m.Descriptor(3)})()
    owner.x = 5
    assert owner.x == type(owner).x == 5
    del owner.x
    assert owner.x == 0


@row("`__add__`, `__radd__`, `__iadd__`, `__pow__`, `__neg__` and the other operators")
def _(m: Any) -> None:
    names = "sub mul matmul truediv floordiv mod lshift rshift and_ or_ xor".split()
    assert [getattr(operator, name)(m.Whole(13), m.Whole(3)) for name in names] == [10, 39, 39, 4, 4, 1, 104, 1, 1, 15, 14]
    whole, money = m.Whole(2), (same := m.Money(1))
    assert (whole**3, pow(whole, 3, 5), divmod(m.Whole(7), whole), 5 - whole, +whole, ~whole, abs(m.Whole(-2))) == (8, 3, (3, 1), 3, 2, -3, 2)
    money += m.Money(2)
    assert money is same and money == m.Money(3)
    assert sum([m.Money(1), m.Money(2)]) == m.Money(3) == -m.Money(-3) and m.Money(1).__add__(1) is NotImplemented


@row("`__enter__`, `__exit__`")
def _(m: Any) -> None:
    with m.Money(1) as money:
        raise KeyError
    assert money == m.Money(0)


@row("`__traverse__`, `__clear__`")
def _(m: Any) -> None:
    button, kept = m.Button(), m.Kept(None)
    button.on_click, kept.object = (lambda: button), [kept]
    references = [weakref.ref(button), weakref.ref(kept)]
    del button, kept
    gc.collect()
    assert [reference() for reference in references] == [None, None]


@row("`err.set_cause`, `err.traceback`")
def _(m: Any) -> None:
    error = failure(m.call_with_context, lambda: {}[1])
    assert type(error) is type(error.__cause__) is KeyError and "calling back" in str(error)
    traceback = failure(m.bail_plain).__traceback__
    assert traceback and inspect.getinnerframes(traceback)[-1].filename.endswith("errors.rs")


def in_threads(count: int, call: Callable[[], Any]) -> None:
    threads = [threading.Thread(target=call) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@row("`py.detach` (formerly `allow_threads`)")
def _(m: Any) -> None:
    results: list[bool] = []
    # Each call waits for the other one.
    in_threads(2, lambda: results.append(m.meet(2)))
    assert results == [True, True] and m.Gil().by_default() and not m.Gil().released()


@row("`async fn`")
def _(m: Any) -> None:
    async def double(x: int) -> Any:
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        m.double_later(x, lambda result: loop.call_soon_threadsafe(done.set_result, result))
        return await done

    assert asyncio.run(double(21)) == 42


@row("`pyo3-log`, `tracing`")
def _(m: Any) -> None:
    records: list[logging.LogRecord] = []
    logger, handler = logging.getLogger("e2e.special"), logging.Handler(logging.INFO)
    handler.emit = records.append  # type: ignore[method-assign]
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    m.start_logging()
    m.write_records(7)
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)
    assert [record.getMessage() for record in records] == ["info 7"]


@pytest.mark.parametrize("name", CHECKS)
def test_checks(module: ModuleType, name: str) -> None:
    CHECKS[name](module)
