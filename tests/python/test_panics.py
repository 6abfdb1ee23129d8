"""Panics: an exception with message and location, no output on stderr, and a library that works afterwards."""

from __future__ import annotations

import gc
import re
from contextlib import contextmanager
from typing import Iterator

import pytest
from support.errors import SOURCES, marked_line, rust_frames
from support.package import tvm_ffi

Capture = pytest.CaptureFixture[str]
# The compiler writes separators of the platform on which it runs.
FILE = r"[\\/]".join(map(re.escape, (SOURCES / "panics.rs").relative_to(SOURCES.parents[3]).parts))

PANICS = [
    # Function, arguments, marker of the line, message.
    ("panic_text", (), "panic_text", "constant text"),
    ("panic_format", (7,), "panic_format", "got 7"),
    ("panic_index", ([1, 2], 5), "panic_index", "index out of bounds: the len is 2 but the index is 5"),
    (
        "panic_unwrap",
        ("x",),
        "panic_unwrap",
        "called `Result::unwrap()` on an `Err` value: ParseIntError { kind: InvalidDigit }",
    ),
    ("panic_payload", (), "panic_payload", "a value that is not text"),
    ("panic_with_bomb", (), "panic_with_bomb", "a value that is not text"),
    ("panic_in_drop", (1,), "bomb", "dropped: local"),
    ("panic_in_conversion", (), "inconvertible", "cannot convert"),
]


def panicked(mark: str, message: str) -> str:
    """Return a pattern for the message of a panic, with any column."""
    return f"{FILE}:{marked_line('panics.rs', mark)}" + r":\d+: " + re.escape(message)


@contextmanager
def panics(mark: str, message: str) -> Iterator[pytest.ExceptionInfo[BaseException]]:
    """Expect the exception of a panic in a marked line."""
    with pytest.raises(BaseException) as info:
        yield info
    assert type(info.value) is RuntimeError
    assert re.fullmatch(f"panicked at {panicked(mark, message)}", str(info.value)), str(info.value)


@pytest.mark.parametrize("name, arguments, mark, message", PANICS, ids=lambda value: str(value)[:20])
def test_a_panic_is_an_exception(
    mod: tvm_ffi.Module, capfd: Capture, name: str, arguments: tuple, mark: str, message: str
) -> None:
    for _ in range(3):
        with panics(mark, message) as info:
            mod[name](*arguments)
        assert rust_frames(info.value) == [("panics.rs", marked_line("panics.rs", mark), name)]
        # The library still works.
        assert mod.add(1, 2) == 3
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_panic_in_a_default(mod: tvm_ffi.Module, capfd: Capture) -> None:
    assert mod.panic_in_default(1) == 1
    with pytest.raises(RuntimeError, match=r"^panicked at .*panics\.rs:\d+:\d+: no default$"):
        mod.panic_in_default()
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_panic_in_a_closure(mod: tvm_ffi.Module, capfd: Capture) -> None:
    closure = mod.make_panicking()
    for _ in range(3):
        with panics("make_panicking", "called with 4") as info:
            closure(4)
        assert rust_frames(info.value) == [
            ("panics.rs", marked_line("panics.rs", "make_panicking"), "<closure>")
        ]
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_panic_while_a_closure_is_freed_is_caught(mod: tvm_ffi.Module, capfd: Capture) -> None:
    before = mod.bombs()
    for count in range(1, 4):
        closure = mod.make_bomb()
        assert closure() == "captured"
        del closure
        gc.collect()
        assert mod.bombs() == before + count
    # The next call does not raise it.
    with panics("panic_text", "constant text"):
        mod.panic_text()
    assert mod.add(1, 2) == 3
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_closure_that_is_freed_inside_a_call(mod: tvm_ffi.Module, capfd: Capture) -> None:
    before = mod.bombs()
    assert mod.call_packed(mod.make_bomb()) == "captured"
    assert mod.bombs() == before + 1
    assert mod.call(lambda _: mod.make_bomb(), None)() == "captured"
    assert mod.bombs() == before + 2
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_panic_crosses_python_and_rust(mod: tvm_ffi.Module, second_mod: tvm_ffi.Module, capfd: Capture) -> None:
    def inner() -> None:
        mod.panic_text()

    # Rust gets an error, and can continue,
    kind, message = mod.catch(inner)
    assert kind == "RuntimeError"
    assert re.fullmatch(f"panicked at {panicked('panic_text', 'constant text')}", message)
    assert mod.call_or_else(inner, lambda: "instead") == "instead"
    # and Python gets an exception.
    with panics("panic_text", "constant text") as info:
        mod.call(lambda _: inner(), None)
    assert ("panics.rs", marked_line("panics.rs", "panic_text"), "panic_text") in rust_frames(info.value)
    with pytest.raises(RuntimeError, match="the second library panicked"):
        mod.call(lambda _: second_mod.panic_text(), None)
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_panic_with_the_error_of_a_callback(mod: tvm_ffi.Module, capfd: Capture) -> None:
    def fails() -> None:
        raise KeyError("from Python")

    with pytest.raises(RuntimeError) as info:
        mod.panic_after_callback(fails)
    # The traceback follows, because `Debug` of an error shows it.
    message = "called `Result::unwrap()` on an `Err` value: KeyError: 'from Python'\n"
    assert re.match(f"panicked at {panicked('panic_after_callback', message)}", str(info.value))
    assert mod.panic_after_callback(lambda: None) is True
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_panic_that_the_function_catches_is_silent_too(mod: tvm_ffi.Module, capfd: Capture) -> None:
    assert mod.catch_own_panic() is True
    # A later panic has its own location.
    with panics("panic_text", "constant text"):
        mod.panic_text()
    assert tuple(capfd.readouterr()) == ("", "")


def test_a_panic_of_another_thread_is_printed_as_usual(mod: tvm_ffi.Module, capfd: Capture) -> None:
    assert mod.panic_in_thread() is True
    out, err = capfd.readouterr()
    assert out == ""
    assert "panicked at " in err and "in a thread" in err
