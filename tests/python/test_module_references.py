"""References after many calls of an imported library: no form of argument or result, and no error, keeps one.

``TVM_FFI_REFERENCE_CALLS=1000000`` makes as many calls of each form. A debug build of Python counts all references.
"""

from __future__ import annotations

import datetime
import enum
import gc
import os
import pathlib
import sys
from types import ModuleType
from typing import Any, Callable

import pytest

CALLS = int(os.environ.get("TVM_FFI_REFERENCE_CALLS", "200"))
# What the interpreter and the counts themselves keep.
SOME = 100


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


class Plain:
    """A class of which the library knows nothing, with an index, a float, and a path."""

    def __index__(self) -> int:
        return 10**6

    def __float__(self) -> float:
        return 2.5

    def __fspath__(self) -> str:
        return "a path"

    def method(self, *_args: Any) -> Plain:
        return self


class Raises:
    """Raises wherever it is asked for something."""

    def __index__(self) -> int:
        raise ERROR

    __float__ = __fspath__ = __iter__ = __eq__ = __call__ = __index__  # type: ignore[assignment]
    __hash__ = None  # type: ignore[assignment]


ERROR = KeyError("an error")
PLAIN, RAISES, BIG = Plain(), Raises(), 2**100
TEXT, BYTES = "a text that is long enough", b"bytes that are long enough"
LIST, DICT, SET = [TEXT, TEXT, "b"], {TEXT: 10**6, "b": 10**7}, {10**6, 10**7}
NESTED = [[10**6, 10**7], [10**8]]
WHEN = datetime.datetime(2024, 1, 2, tzinfo=datetime.timezone.utc)
DURATION, PATH = datetime.timedelta(seconds=1.5), pathlib.Path(TEXT)
ENUM = enum.Enum("ENUM", {"member": TEXT})
CYCLE: list[Any] = []
CYCLE.append(CYCLE)
TRACKED: list[Any] = [
    None, True, ERROR, PLAIN, RAISES, BIG, TEXT, BYTES, LIST, DICT, SET, NESTED, NESTED[0], WHEN, DURATION, PATH,
    ENUM.member, CYCLE, Plain, Raises, datetime.datetime, datetime.timedelta, pathlib.Path, KeyError, TypeError,
]  # fmt: skip


def give(*_args: object) -> Plain:
    """Return an object, from a callback."""
    return PLAIN


def fail(*_args: object) -> None:
    """Raise an exception, from a callback."""
    raise ERROR


def values_of(m: ModuleType) -> dict[str, Callable[[], Any]]:
    """List calls with each form of value."""
    return {
        "numbers": lambda: (m.id_i64(10**6), m.id_f64(1.5), m.id_bool(True), m.id_u128(BIG), m.id_unit(None)),
        "what is a number": lambda: (m.id_i64(PLAIN), m.id_f64(PLAIN), m.id_f64(10**6)),
        "text": lambda: (m.id_str(TEXT), m.id_string("a"), m.id_box_str(TEXT), m.id_str_object(TEXT), m.id_cow("é" * 20)),
        "bytes": lambda: (m.id_bytes(BYTES), m.id_byte_slice(bytearray(BYTES)), m.id_bytes(memoryview(BYTES))),
        "lists": lambda: (m.id_vec_string(LIST), m.id_vec_i64(NESTED[0]), m.id_vec_vec(NESTED), m.id_array_str(LIST)),
        "other iterables": lambda: (m.id_vec_string(iter(LIST)), m.id_vec_i64(SET), m.id_vec_i64(range(3))),
        "dictionaries": lambda: (m.id_hash_map(DICT), m.id_map(DICT), m.id_dict(DICT)),
        "sets and tuples": lambda: (m.id_hash_set(SET), m.id_btree_set(set(LIST)), m.id_tuple_3((1, 1.5, TEXT))),
        "options": lambda: (m.id_option_str(None), m.id_option_str(TEXT), m.id_option_vec(NESTED[0])),
        "times and paths": lambda: (m.id_time(WHEN), m.id_duration(DURATION), m.id_path(PATH), m.id_path(PLAIN)),
        "enums": lambda: m.id_str(ENUM.member),
        "dtypes": lambda: (m.id_dtype("float32"), m.id_device("cuda:1"), m.id_shape((1, 2))),
        "any": lambda: (m.id_any(PLAIN), m.id_any(LIST), m.id_any(DICT), m.id_any(ENUM.member), m.id_vec_any([PLAIN, 1])),
        "objects": lambda: (m.same_object(PLAIN), m.same_object(CYCLE), m.same_objects([PLAIN, CYCLE], (RAISES, 1), x=SET)),
        "uses of objects": lambda: (m.find_equal([PLAIN, DICT], DICT), m.call_method(DICT, "get", TEXT), m.shown_by_python()),
        "calls with names": lambda: m.call_with(PLAIN.method, PLAIN, LIST) is m.call_with(dict, [], x=PLAIN),
        "names": lambda: (m.named(first=1, fourth=TEXT), m.gathered(1, 2, 3, separator=TEXT, x=1.5)),
        "exceptions as values": lambda: m.id_error(ERROR),
    }


def functions_of(m: ModuleType) -> dict[str, Callable[[], Any]]:
    """List calls that lead back to Python."""
    adder = m.make_adder(10**6)
    return {
        "callbacks": lambda: (m.call(give, LIST), m.call_for_integer(lambda: 10**6), m.call_with_many(give)),
        "callbacks on threads": lambda: m.call_from_threads(lambda *_: 1, 2),
        "functions": lambda: (m.make_adder(1)(2), adder(10**6), m.id_function(give)(1), m.id_function(adder)(1), m.twice(give)),
        "errors of callbacks": lambda: (refused(m.call, fail, 1), m.catch(fail), refused(m.call_with_context, fail)),
        "errors with a cause": lambda: refused(m.call_with_context, lambda: fail()),
    }


def errors_of(m: ModuleType) -> dict[str, Callable[[], Any]]:
    """List calls that raise."""
    kinds = ["ValueError", "KeyError", "OSError", "StopIteration", "KeyboardInterrupt", "Odd"]
    return {
        "kinds": lambda: [refused(m.raise_kind, kind, TEXT) for kind in kinds],
        "classes of the library": lambda: (refused(m.fail_with_shape_error, 1), refused(m.fail_with_shape_error, 3)),
        "of the system": lambda: refused(m.io_error, "/no/such/file"),
        "given": lambda: refused(m.raise_value, ERROR),
        "wrong types": lambda: [refused(m.id_i64, x) for x in (TEXT, LIST, PLAIN.method, None, DICT, PATH, ENUM.member)],
        "wrong elements": lambda: (refused(m.id_vec_i64, LIST), refused(m.id_hash_map, {TEXT: LIST}), refused(m.id_tuple_3, LIST)),
        "out of range": lambda: (refused(m.id_i8, 1000), refused(m.id_i64, BIG), refused(m.id_u8, -1)),
        "wrong arguments": lambda: (refused(m.named), refused(m.named, 1, nope=PLAIN), refused(m.id_i64, 1, LIST)),
        "what raises": lambda: (refused(m.id_i64, RAISES), refused(m.id_f64, RAISES), refused(m.id_vec_i64, RAISES)),
        "a path that raises": lambda: refused(m.id_path, RAISES),
        "in a comparison": lambda: refused(m.find_equal, [RAISES], PLAIN),
        "cycles": lambda: (refused(m.id_any, CYCLE), refused(m.id_vec_any, CYCLE), refused(m.id_hash_map, {TEXT: CYCLE})),
        "panics": lambda: refused(m.panic_text),
        "objects": lambda: (refused(m.call_method, PLAIN, "nope", TEXT), refused(m.cast_to_numbers, PLAIN)),
    }


def classes_of(m: ModuleType) -> dict[str, Callable[[], Any]]:
    """List uses of classes."""
    kept, sub, money = m.Kept(PLAIN, LIST), type("Sub", (m.Kept,), {}), m.Money(5)
    TRACKED.extend((kept, sub, m.Kept, money))

    def with_attributes() -> None:
        one = sub(PLAIN)
        one.extra = LIST
        assert m.same_object(one) is one and len(one) == 0

    def context() -> None:
        with money:
            pass

    return {
        "objects in fields": lambda: (kept.object, setattr(kept, "object", PLAIN), kept[(PLAIN, 0)], PLAIN in kept),
        "made and dropped": lambda: (m.Kept(PLAIN, LIST, SET), sub(CYCLE, CYCLE)),
        "attributes of a subclass": with_attributes,
        "comparisons": lambda: (kept == PLAIN, kept != LIST, money == money, money == PLAIN, money < m.Money(6)),
        "arithmetic": lambda: (money + m.Money(1), 3 * money, refused(lambda: money + PLAIN), -money, sum([money, money])),
        "contexts": context,
        "wrong fields": lambda: (refused(lambda: money + LIST), refused(setattr, kept, "nope", PLAIN), refused(m.Kept)),
        "never initialised": lambda: (refused(len, sub.__new__(sub)), refused(lambda: sub.__new__(sub).object)),
    }


def refused(call: Callable[..., Any], *arguments: Any, **named: Any) -> None:
    """Make a call that has to raise. The exception of a callback collects the frames of each call, which are forgotten."""
    try:
        call(*arguments, **named)
    except BaseException as error:
        error.__traceback__ = error.__context__ = ERROR.__traceback__ = None
        return
    raise AssertionError("nothing was raised")


def counts() -> list[int]:
    """Count references, to all that is tracked and, in a debug build, to everything."""
    gc.collect()
    total = getattr(sys, "gettotalrefcount", lambda: 0)()
    return [total, len(gc.get_objects()), *map(sys.getrefcount, TRACKED)]


FORMS = [values_of, functions_of, errors_of, classes_of]


@pytest.mark.parametrize("forms", FORMS, ids=lambda forms: forms.__name__)
def test_no_reference_is_kept(module: ModuleType, forms: Callable[[ModuleType], dict[str, Callable[[], Any]]]) -> None:
    for name, call in forms(module).items():
        for _ in range(CALLS // 2):
            call()
        before = counts()
        for _ in range(CALLS):
            call()
        grown = [after - count for after, count in zip(counts(), before)]
        assert [growth for growth in grown if abs(growth) > SOME] == [], name
