"""Objects of an imported library that have a buffer."""

from __future__ import annotations

import gc
import io
import weakref
from types import ModuleType
from typing import Any, Callable

import pytest
from support.package import np


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


def test_bytes(module: ModuleType) -> None:
    blob = module.Blob(b"abc")
    view = memoryview(blob)
    assert (bytes(blob), bytearray(blob), view[1], len(view), view.readonly) == (b"abc", b"abc", 98, 3, True)
    assert b"".join([blob, blob]) == b"abcabc" and io.BytesIO(blob).read() == b"abc"
    with pytest.raises(TypeError, match="read-only"):
        view[0] = 1
    # What a view shows is what there was.
    blob.push(100)
    assert bytes(view) == b"abc" and bytes(blob) == b"abcd"
    witness = weakref.ref(blob)
    del blob
    assert witness() is None and bytes(view) == b"abc"

    class Sub(module.Blob):  # type: ignore[misc,name-defined]
        pass

    assert bytes(Sub(b"sub")) == b"sub"


def test_errors(module: ModuleType) -> None:
    with pytest.raises(TypeError, match="bytes-like object is required, not 'int'"):
        memoryview(module.NoBuffer())
    with pytest.raises(TypeError, match="the object has no value"):
        memoryview(module.Blob.__new__(module.Blob))
    with pytest.raises(TypeError):
        memoryview(module.Point(1, 2))


def test_elements_of_a_tensor(module: ModuleType) -> None:
    elements = np.arange(6, dtype=np.float32).reshape(2, 3)
    matrix = module.Matrix(elements)
    view = memoryview(matrix)
    assert (view.format, view.shape, view.strides, view.readonly) == ("f", (2, 3), (12, 4), False)
    array = np.asarray(matrix)
    assert array.dtype == np.float32 and np.shares_memory(array, elements)
    array[1, 2] = 7.0
    assert view[1, 2] == 7.0 and elements[1, 2] == 7.0
    transposed = module.Matrix(elements.T)
    assert np.asarray(transposed).shape == (3, 2)
    assert bytes(transposed) == elements.T.tobytes()
    with pytest.raises(BufferError, match="no matrix"):
        memoryview(module.Matrix(elements[0]))
    del matrix, transposed, elements
    gc.collect()
    assert view.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 7.0]]


def test_the_protocol_of_python(module: ModuleType) -> None:
    blob: Any = module.Blob(b"abc")
    if hasattr(bytes, "__buffer__"):  # Python 3.12
        assert bytes(blob.__buffer__(0)) == b"abc"
