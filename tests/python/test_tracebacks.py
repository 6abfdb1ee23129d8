"""Rust lines in tracebacks: one by default, more with `RUST_BACKTRACE`."""

from __future__ import annotations

import json
import platform
import sys
from typing import Any

import pytest
import tvm_ffi
from support import LibraryPath
from support.child import output_of
from support.errors import marked_line, rust_frames

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


def test_a_wrong_argument_has_the_line_of_the_function(mod: tvm_ffi.Module) -> None:
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
def test_more_frames_with_rust_backtrace(
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


def test_repeated_errors_have_the_frames_of_their_own_stack(
    mod: tvm_ffi.Module, library_path: LibraryPath
) -> None:
    if not mod.is_debug_build():
        pytest.skip("frames are shown where a library has debug information, which this build has not")
    script = """
        import json, sys, tvm_ffi
        from errors import rust_frames
        mod = tvm_ffi.load_module(sys.argv[1])
        frames = []
        for name in ("passes_on", "parse_i32", "call_packed") * 3:
            arguments = (mod.parse_i32, "x") if name == "call_packed" else ("x",)
            try:
                mod[name](*arguments)
            except Exception as error:
                frames.append(rust_frames(error))
        print(json.dumps(frames))
    """
    frames = json.loads(output_of(script, library_path("e2e-kernels"), RUST_BACKTRACE="1"))
    assert frames[3:6] == frames[6:9] == frames[:3]
    functions = [[name for _, _, name in stack] for stack in frames[:3]]
    parse, passes_on = "e2e_kernels::errors::parse_i32", "e2e_kernels::errors::passes_on"
    # `call_packed` passes the error as an object of the runtime.
    assert functions == [[passes_on, parse], [parse], [parse]]


@pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"),
    reason="a capture ends at the exported function on x86-64, and Linux shows which files a process maps",
)
def test_frames_are_resolved_in_this_library_only(library_path: LibraryPath) -> None:
    # The standard library maps the file of each module whose frames it resolves, and keeps the last four.
    script = """
        import os, sys, tvm_ffi
        mod = tvm_ffi.load_module(sys.argv[1])
        for name, arguments in (("passes_on", ("x",)), ("panic_format", (1,)), ("bail_plain", ())):
            try:
                mod[name](*arguments)
            except Exception:
                pass
        mapped = set()
        for line in open("/proc/self/maps"):
            addresses, mode, offset, _, _, *path = line.split(maxsplit=5)
            begin, end = (int(address, 16) for address in addresses.split("-"))
            file = path[0].strip() if path else ""
            if mode.startswith("r--p") and int(offset, 16) == 0 and os.path.isfile(file):
                if end - begin >= os.path.getsize(file) and ".so" in file:
                    mapped.add(os.path.basename(file))
        print(mapped)
    """
    mapped = output_of(script, library_path("e2e-kernels"), RUST_BACKTRACE="1")
    assert mapped.strip() in ("{'libe2e_kernels.so'}", "set()")


@pytest.mark.parametrize("value", [None, "0"])
def test_one_frame_without_rust_backtrace(library_path: LibraryPath, value: str | None) -> None:
    frames = frames_in_child(library_path, RUST_BACKTRACE=value)
    assert {name: len(found) for name, found in frames.items()} == {
        "passes_on": 1,
        "panic_format": 1,
        "add": 1,
    }
