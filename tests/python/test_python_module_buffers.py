"""Bytes of objects with a buffer."""

from __future__ import annotations

import array
from types import ModuleType
from typing import Any, Callable

import pytest
from support.package import np

LONG = b"more than seven bytes"

BUFFERS: dict[str, Callable[[bytes], Any]] = {
    "bytes": bytes,
    "a subclass": lambda content: type("Own", (bytes,), {})(content),
    "bytearray": bytearray,
    "a subclass of it": lambda content: type("Own", (bytearray,), {})(content),
    "memoryview": memoryview,
    "a part": lambda content: memoryview(b"x" + content + b"y")[1:-1],
    "array of bytes": lambda content: array.array("B", content),
    "array of signed bytes": lambda content: array.array("b", content),
    "NumPy": lambda content: np.frombuffer(content, np.uint8),
    "a matrix": lambda content: np.frombuffer(content + content, np.uint8).reshape(2, -1)[0],
}


@pytest.fixture
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    return import_library("e2e-kernels")


@pytest.mark.parametrize("name", BUFFERS)
@pytest.mark.parametrize("content", [b"", b"short", LONG])
def test_what_has_a_buffer_is_bytes(module: ModuleType, name: str, content: bytes) -> None:
    value = BUFFERS[name](content)
    assert module.id_byte_slice(value) == content
    assert module.keep_bytes(value) == content


def test_the_buffer_is_given_back(module: ModuleType) -> None:
    value = bytearray(LONG)
    assert module.id_byte_slice(value) == module.keep_bytes(value) == LONG
    value.extend(b"x")


REFUSED: dict[str, tuple[Callable[[], Any], type[Exception] | tuple[type[Exception], ...]]] = {
    "integers": (lambda: array.array("i", [1, 2]), BufferError),
    "strides": (lambda: memoryview(LONG)[::2], BufferError),
    "NumPy's integers": (lambda: np.zeros(3, np.int32), BufferError),
    # NumPy raises one of the two.
    "NumPy's strides": (lambda: np.zeros(6, np.uint8)[::2], (BufferError, ValueError)),
    "text": (lambda: "a text that is long", TypeError),
    "a number": (lambda: 5, TypeError),
    "a released view": (lambda: released(), ValueError),
}


def released() -> memoryview:
    view = memoryview(LONG)
    view.release()
    return view


@pytest.mark.parametrize("name", REFUSED)
def test_other_buffers_are_refused(module: ModuleType, name: str) -> None:
    make, kinds = REFUSED[name]
    for function in (module.id_byte_slice, module.keep_bytes):
        with pytest.raises(kinds):
            function(make())
