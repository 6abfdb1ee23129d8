"""The Rust line in tracebacks, and the backtrace that `RUST_BACKTRACE` asks for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from support import LibraryPath
from support.child import output_of
from support.classes import kernel_of
from support.errors import marked_line, rust_frames
from support.imported import kernel_of
from support.package import tvm_ffi

PLACES = [
    # Function, arguments, file, marker of the line.
    ("raise_kind", ("ValueError", "x"), "errors.rs", "raise_kind"),
    ("raise_kind", ("NoSuchKind", "x"), "errors.rs", "raise_kind"),
    ("bail_plain", (), "errors.rs", "bail_plain"),
    ("bail_index", (5,), "errors.rs", "bail_index"),
    ("ensure_forms", (0,), "errors.rs", "ensure_0"),
    ("ensure_forms", (1,), "errors.rs", "ensure_1"),
    ("ensure_forms", (2,), "errors.rs", "ensure_2"),
    ("parse_i32", ("x",), "errors.rs", "parse_i32"),
    ("passes_on", ("x",), "errors.rs", "parse_i32"),
    ("own_error_converted", (10,), "errors.rs", "own_error_converted"),
    ("io_error", ("/no/such/file",), "errors.rs", "io_error"),
    ("with_context", ("x",), "errors.rs", "with_context"),
]


@pytest.mark.parametrize("name, arguments, file, mark", PLACES)
def test_one_line_in_rust_is_in_the_traceback(
    mod: tvm_ffi.Module, name: str, arguments: tuple[Any, ...], file: str, mark: str
) -> None:
    with pytest.raises(Exception) as info:
        mod[name](*arguments)
    assert rust_frames(info.value) == [(file, marked_line(file, mark), name)]


def test_a_wrong_argument_has_the_line_of_the_function(mod: tvm_ffi.Module) -> None:
    for arguments in ((1,), ("x",), (None, 2)):
        with pytest.raises(TypeError) as info:
            mod.add(*arguments)
        [(file, line, name)] = rust_frames(info.value)
        kernel = kernel_of(mod, "add")
        assert (file, line, name) == ("calls.rs", kernel["line"], "add")


BACKTRACE = """
    import json, sys, tvm_ffi
    from errors import rust_frames
    found = {}
    mod = tvm_ffi.load_module(sys.argv[1])
    for name, arguments in (("passes_on", ("x",)), ("panic_format", (1,)), ("add", ("x", 1))) * 2:
        try:
            mod[name](*arguments)
        except Exception as error:
            found[name] = rust_frames(error), error.__tvm_ffi_error__.backtrace
    print(json.dumps(found))
"""


def in_child(library_path: LibraryPath, **variables: str | None) -> dict[str, tuple[list[Any], str]]:
    return json.loads(output_of(BACKTRACE, library_path("e2e-kernels"), **variables))


@pytest.mark.parametrize("variable", ["RUST_BACKTRACE", "RUST_LIB_BACKTRACE"])
def test_an_error_has_the_backtrace_that_is_asked_for(
    mod: tvm_ffi.Module, library_path: LibraryPath, variable: str
) -> None:
    found = in_child(library_path, **{variable: "1"})
    # Python shows the line where the error was made, as without the variable.
    assert {name: len(frames) for name, (frames, _) in found.items()} == dict.fromkeys(found, 1)
    for name, function in (("passes_on", "parse_i32"), ("panic_format", "panic_format")):
        first, *rest = found[name][1].splitlines()
        assert first.endswith(f", in {name}")
        if mod.is_debug_build():
            assert any("e2e_kernels::" in line and line.endswith(f"::{function}") for line in rest), rest


@pytest.mark.parametrize("value", [None, "0"])
def test_one_line_without_rust_backtrace(library_path: LibraryPath, value: str | None) -> None:
    found = in_child(library_path, RUST_BACKTRACE=value)
    for name, (frames, text) in found.items():
        assert (len(frames), len(text.splitlines())) == (1, 1), name
