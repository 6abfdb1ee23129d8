"""Where an error says that it was made: one line in Rust by default, more where frames are asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest
import tvm_ffi
from support import LibraryPath
from support.child import output_of
from support.errors import marked_line, rust_frames

PLACES = [
    # Function, arguments, file, mark of the line.
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
    ("panic_text", (), "panics.rs", "panic_text"),
    ("panic_format", (1,), "panics.rs", "panic_format"),
    ("panic_index", ([], 0), "panics.rs", "panic_index"),
    ("panic_unwrap", ("x",), "panics.rs", "panic_unwrap"),
    ("panic_payload", (), "panics.rs", "panic_payload"),
    ("panic_in_drop", (1,), "panics.rs", "bomb"),
    ("panic_in_conversion", (), "panics.rs", "inconvertible"),
]


@pytest.mark.parametrize("name, arguments, file, mark", PLACES)
def test_one_line_in_rust_is_in_the_traceback(
    mod: tvm_ffi.Module, name: str, arguments: tuple[Any, ...], file: str, mark: str
) -> None:
    with pytest.raises(Exception) as info:
        mod[name](*arguments)
    assert rust_frames(info.value) == [(file, marked_line(file, mark), name)]


def test_a_wrong_argument_leads_to_the_function(mod: tvm_ffi.Module) -> None:
    for arguments in ((1,), ("x",), (None, 2)):
        with pytest.raises(TypeError) as info:
            mod.add(*arguments)
        [(file, line, name)] = rust_frames(info.value)
        kernel = mod.get_function_metadata("add")["kernel"]
        assert (file, line, name) == ("calls.rs", kernel["line"], "add")


BACKTRACE = """
    import json, sys, tvm_ffi
    from errors import rust_frames
    frames = {}
    mod = tvm_ffi.load_module(sys.argv[1])
    for name, arguments in (("passes_on", ("x",)), ("panic_format", (1,)), ("add", ("x", 1))):
        try:
            mod[name](*arguments)
        except Exception as error:
            frames[name] = rust_frames(error)
    print(json.dumps(frames))
"""


def frames_in_child(library_path: LibraryPath, **variables: str | None) -> dict[str, list[Any]]:
    return json.loads(output_of(BACKTRACE, library_path("e2e-kernels"), **variables))


@pytest.mark.parametrize("variable", ["RUST_BACKTRACE", "RUST_LIB_BACKTRACE"])
def test_more_frames_where_they_are_asked_for(
    mod: tvm_ffi.Module, library_path: LibraryPath, variable: str
) -> None:
    if not mod.is_debug_build():
        pytest.skip("frames are shown where a library has debug information, which this build has not")
    frames = frames_in_child(library_path, **{variable: "1"})
    [caller, (file, line, name)] = frames["passes_on"]
    # Demangled, without the hash, outermost first as in Python.
    assert (file, line, name) == (
        "errors.rs",
        marked_line("errors.rs", "parse_i32"),
        "e2e_kernels::errors::parse_i32",
    )
    assert (caller[0], caller[2]) == ("errors.rs", "e2e_kernels::errors::passes_on")
    [panic] = frames["panic_format"]
    assert panic == [
        "panics.rs",
        marked_line("panics.rs", "panic_format"),
        "e2e_kernels::panics::panic_format",
    ]


@pytest.mark.parametrize("value", [None, "0"])
def test_one_frame_where_none_is_asked_for(library_path: LibraryPath, value: str | None) -> None:
    frames = frames_in_child(library_path, RUST_BACKTRACE=value)
    assert {name: len(found) for name, found in frames.items()} == {
        "passes_on": 1,
        "panic_format": 1,
        "add": 1,
    }
