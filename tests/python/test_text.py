"""Text and bytes: short ones are part of the value, long ones are objects."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest
from support import LibraryPath, raw
from support.errors import argument_error, raises
from support.imported import Imported
from support.package import tvm_ffi

LENGTHS = (0, 1, 6, 7, 8, 1000)
TEXT_TYPES = ["str", "string", "box_str", "cow", "path", "str_object"]
BYTES_TYPES = ["byte_slice", "bytes"]


def text_of(length: int) -> str:
    return "".join(chr(ord("a") + index % 26) for index in range(length))


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", TEXT_TYPES)
def test_text_passes_through_rust(mod: tvm_ffi.Module, name: str, length: int) -> None:
    value = text_of(length)
    result = mod[f"id_{name}"](value)
    # Long text is a string object, which is a `str` too. A Python module returns a plain `str`.
    is_plain = length <= 7 or isinstance(mod, Imported)
    if isinstance(mod, Imported) and name == "path":
        assert result == Path(value)
        return
    assert type(result) is (str if is_plain else tvm_ffi.core.String)
    assert result == value
    # A string object of any length is an argument too.
    assert mod[f"id_{name}"](tvm_ffi.core.String(value)) == value


@pytest.mark.parametrize(
    "value", ["é", "ééé", "日本", "日本語", "😀", "😀😀", "\0", "a\0b", "a\0" * 500, "\x7f\u0080"]
)
def test_text_is_utf8(mod: tvm_ffi.Module, value: str) -> None:
    for name in TEXT_TYPES:
        assert str(mod[f"id_{name}"](value)) == value
    assert mod.utf8(value) == value.encode()


def test_text_made_in_rust(mod: tvm_ffi.Module) -> None:
    for length in LENGTHS:
        assert mod.repeat("x", length) == "x" * length
    assert mod.repeat("é", 4) == "éééé"
    assert mod.static_text(True) == "static"
    assert mod.static_text(False) == "a static text of more than seven bytes"


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", BYTES_TYPES)
def test_bytes_pass_through_rust(mod: tvm_ffi.Module, name: str, length: int) -> None:
    value = bytes(index % 256 for index in range(200, 200 + length))
    for form in (value, bytearray(value), tvm_ffi.core.Bytes(value)):
        result = mod[f"id_{name}"](form)
        assert isinstance(result, bytes)
        assert result == value
    # For a vector of numbers, bytes are a sequence.
    assert list(mod.id_vec_u8(value)) == list(value)


def test_a_path_is_text_in_python(mod: tvm_ffi.Module) -> None:
    path = Path("/tmp/ü")
    if isinstance(mod, Imported):
        assert mod.id_path(path) == mod.id_path(str(path)) == path
    else:
        assert mod.id_path(str(path)) == str(path)


def test_python_refuses_a_surrogate(mod: tvm_ffi.Module) -> None:
    with pytest.raises(UnicodeEncodeError):
        mod.id_str("\udc80")


def test_text_that_is_not_read_is_not_checked(library_path: LibraryPath) -> None:
    result = raw.call_symbol(library_path("e2e-kernels"), "id_any", raw.small(b"\xff\xfe"))
    assert (result.type_index, result.small_len, bytes(result.v_bytes[:2])) == (raw.SMALL_STR, 2, b"\xff\xfe")


@pytest.mark.parametrize("content", [b"", b"short", b"seven!!", b"a text of more than seven bytes"])
def test_c_strings_and_byte_arrays_are_copied(
    library_path: LibraryPath, mod: tvm_ffi.Module, content: bytes
) -> None:
    library = library_path("e2e-kernels")
    c_string = raw.pointer(ctypes.create_string_buffer(content), raw.RAW_STR)
    for name in (*TEXT_TYPES, "any", "view", "option_str"):
        result = raw.call_symbol(library, f"id_{name}", c_string)
        assert raw.content_of(result) == (raw.SMALL_STR if len(content) <= 7 else raw.STR, content)
    for name in (*BYTES_TYPES, "any", "view"):
        result = raw.call_symbol(library, f"id_{name}", raw.byte_array(content))
        assert raw.content_of(result) == (raw.SMALL_BYTES if len(content) <= 7 else raw.BYTES, content)


def test_text_is_not_bytes(mod: tvm_ffi.Module) -> None:
    with raises(TypeError, argument_error("id_str", "x: str", "expected str, got bytes")):
        mod.id_str(b"x")
    with raises(TypeError, argument_error("id_bytes", "x: bytes", "expected bytes, got str")):
        mod.id_bytes("x")
