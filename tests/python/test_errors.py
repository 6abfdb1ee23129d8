"""Errors that functions return: their kind, message, and sources."""

from __future__ import annotations

import builtins
import errno
import sys

import pytest
from support.errors import missing_file, raises, rust_frames
from support.imported import is_imported
from support.package import tvm_ffi

KINDS = [
    TypeError,
    ValueError,
    IndexError,
    KeyError,
    AttributeError,
    AssertionError,
    MemoryError,
    RuntimeError,
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("message", ["", "short", "a message of some length", "two\nlines: é", "nul\0inside"])
def test_kinds_that_python_knows(mod: tvm_ffi.Module, kind: type[Exception], message: str) -> None:
    with raises(kind, message):
        mod.raise_kind(kind.__name__, message)


@pytest.mark.parametrize(
    "kind", ["OverflowError", "InternalError", "NoSuchKind", "ZeroDivisionError", "Exception"]
)
def test_other_kinds_are_named_in_the_message(mod: tvm_ffi.Module, kind: str) -> None:
    # A module knows all exceptions of Python's own.
    known = getattr(builtins, kind, None) if is_imported(mod) else None
    with raises(known or RuntimeError, "a message" if known else f"{kind}: a message"):
        mod.raise_kind(kind, "a message")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="tvm_ffi reads the exception that is missing, and crashes")
def test_an_error_of_python_passes_unchanged(mod: tvm_ffi.Module) -> None:
    if is_imported(mod):
        with raises(RuntimeError, "EnvErrorAlreadySet: not shown"):
            mod.raise_kind("EnvErrorAlreadySet", "not shown")
        return
    # Python expects an exception of its own, and raises a SystemError without one.
    with pytest.raises(SystemError, match="without setting an (exception|error)"):
        mod.raise_kind("EnvErrorAlreadySet", "not shown")


@pytest.mark.parametrize(
    "form, kind, message",
    [
        (0, AssertionError, "condition failed: `form != 0`"),
        (1, RuntimeError, "form 1"),
        (2, KeyError, "form 2"),
    ],
)
def test_ensure(mod: tvm_ffi.Module, form: int, kind: type[Exception], message: str) -> None:
    assert mod.ensure_forms(3) is None
    with raises(kind, message):
        mod.ensure_forms(form)


@pytest.mark.parametrize(
    "name, arguments, kind, message",
    [
        ("bail_plain", (), RuntimeError, "no kind is named"),
        ("bail_index", (5,), IndexError, "index 5 of 3"),
        ("parse_i32", ("x",), ValueError, "invalid digit found in string"),
        ("parse_i32", (str(2**40),), ValueError, "number too large to fit in target type"),
        ("passes_on", ("",), ValueError, "cannot parse integer from empty string"),
        ("own_error", (10,), IndexError, "beyond 10"),
        ("own_error_converted", (10,), IndexError, "beyond 10"),
        (
            "boxed_error",
            (),
            RuntimeError,
            "cannot save the model\ncaused by: cannot write `model.bin`\ncaused by: the disk is full",
        ),
        (
            "std_error_chain",
            (),
            RuntimeError,
            "cannot save the model\ncaused by: cannot write `model.bin`\ncaused by: the disk is full",
        ),
        ("string_error", (True,), RuntimeError, "text as an error"),
        ("make_divider", (0,), ValueError, "expected a divisor other than 0"),
    ],
)
def test_results_of_every_form(
    mod: tvm_ffi.Module, name: str, arguments: tuple, kind: type[Exception], message: str
) -> None:
    with raises(kind, message):
        mod[name](*arguments)


def test_functions_that_may_fail_succeed(mod: tvm_ffi.Module) -> None:
    assert mod.parse_i32("-7") == -7
    assert mod.passes_on("1") == 2
    assert mod.with_context("5") == 5
    assert mod.own_error(9) == 9
    assert mod.own_error_converted(9) == 9
    assert mod.string_error(False) is None
    assert mod.io_error(__file__) > 0


def test_errors_of_the_operating_system(mod: tvm_ffi.Module) -> None:
    code, text = missing_file()
    if is_imported(mod):
        with pytest.raises(FileNotFoundError) as info:
            mod.io_error("/no/such/file")
        assert (info.value.errno, info.value.strerror) == (errno.ENOENT, text)
        return
    with raises(RuntimeError, f"FileNotFoundError: {text} (os error {code})"):
        mod.io_error("/no/such/file")


def test_context_is_a_prefix_of_the_message(mod: tvm_ffi.Module) -> None:
    message = "loading the settings: reading `x`: invalid digit found in string"
    with raises(ValueError, message):
        mod.with_context("x")


def test_errors_as_values(mod: tvm_ffi.Module) -> None:
    for error in (KeyError("a key"), ValueError("é"), RuntimeError("")):
        expected = [type(error).__name__, error.__str__()]
        assert list(mod.error_parts(error)) == expected
        assert list(mod.error_parts(tvm_ffi.convert(error))) == expected
        back = mod.id_error(error)
        if is_imported(mod):
            assert back is error
            continue
        assert (type(back), back.kind, back.message) == (tvm_ffi.core.Error, *expected)


def test_an_error_passed_as_a_value_is_raised_unchanged(mod: tvm_ffi.Module) -> None:
    try:
        raise IndexError("made in Python")
    except IndexError as error:
        with raises(IndexError, "made in Python") as info:
            mod.raise_value(error)
    names = [entry.name for entry in info.traceback]
    assert "test_an_error_passed_as_a_value_is_raised_unchanged" in names
    # It was made in Python, so the traceback has no line of Rust.
    assert rust_frames(info.value) == []
