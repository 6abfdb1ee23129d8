"""Errors for wrong arguments of functions on GPUs. No call reaches the driver."""

from __future__ import annotations

from typing import Any, Callable

import pytest
import tvm_ffi
from support.driver import Driver
from support.errors import argument_error, raises
from support.gpu import Framework, Lent, device_tensor

VADD = "a: Tensor([n], float32, cuda), b: Tensor([n], float32, cuda), c: Tensor([n], float32, cuda, out)"
Make = Callable[..., tvm_ffi.Tensor]


@pytest.fixture
def make(cuda: tvm_ffi.Module) -> Make:
    """Make tensors on a GPU, by default of four numbers and in memory of their own."""
    addresses = iter(range(0x100000, 0x1000000, 0x1000))

    def make_tensor(*shape: int, **options: Any) -> tvm_ffi.Tensor:
        return device_tensor(cuda, *(shape or (4,)), **{"address": next(addresses), **options})

    return make_tensor


@pytest.fixture(autouse=True)
def nothing_is_launched(driver: Driver) -> Any:
    """Check that the calls of a test launch nothing."""
    yield
    assert driver.launches() == []


@pytest.mark.parametrize("form", ["dlpack", "exchange"])
def test_arrays_of_frameworks_have_the_same_errors(cuda: tvm_ffi.Module, make: Make, driver: Driver, form: str) -> None:
    wrap = Lent if form == "dlpack" else Framework(cuda, driver.stream()).array
    with raises(ValueError, argument_error("vadd", VADD, "device is cuda:1, expected cuda:0 (from `a`)", 1)):
        cuda.vadd(wrap(make()), wrap(make(device="cuda:1")), wrap(make()))
    with raises(TypeError, argument_error("vadd", VADD, "dtype is float64, expected float32", 2)):
        cuda.vadd(*map(wrap, (make(), make(), make(dtype="float64"))))
