"""Arrays that reach a function after its call began, and share memory with what it writes."""

from __future__ import annotations

from typing import Any

import pytest
from support.package import np, tvm_ffi


def vector() -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.ones(8, dtype=np.float32)


@pytest.mark.parametrize("part", [slice(0, 8), slice(0, 1), slice(7, 8)])
def test_what_a_callback_returns_is_not_what_the_function_writes(mod: tvm_ffi.Module, part: slice) -> None:
    a = vector()
    expected = "the tensor shares memory with an argument that `late_result` writes, and cannot be read before that call has returned"
    with pytest.raises(ValueError, match=expected):
        mod.late_result(a, lambda: tvm_ffi.from_dlpack(a[part]))
    assert a.tolist() == [1] * 8
    assert tuple(mod.late_result(a[:4], lambda: tvm_ffi.from_dlpack(a[4:]))) == (1, 1)
    assert a.tolist() == [7, 7, 7, 7, 1, 1, 1, 1]


def test_what_a_callback_appends_is_not_what_the_function_writes(mod: tvm_ffi.Module) -> None:
    a, tensors = vector(), tvm_ffi.List([])
    with pytest.raises(ValueError, match="shares memory with an argument that `late_element` writes"):
        mod.late_element(a, tensors, lambda: tensors.append(tvm_ffi.from_dlpack(a)))
    assert a.tolist() == [1] * 8
    others = tvm_ffi.List([])
    assert tuple(mod.late_element(a, others, lambda: others.append(tvm_ffi.from_dlpack(vector())))) == (1, 1)

