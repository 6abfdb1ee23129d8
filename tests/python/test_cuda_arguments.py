"""Errors for wrong arguments of functions on GPUs. No call reaches the driver."""

from __future__ import annotations

from typing import Any, Callable

import numpy as np
import pytest
import tvm_ffi
from support import LibraryPath
from support.driver import Driver
from support.errors import argument_error, raises
from support.gpu import Framework, Lent, device_tensor
from support.raw import Raised, call_symbol, dl_tensor

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


HOST = np.zeros(4, np.float32)

# For each mistake, the last of three arguments of `vadd`, and the error.
WRONG: dict[str, tuple[Callable[[Make], Any], type[Exception], str]] = {
    "a number": (lambda _: 3, TypeError, "expected Tensor, got int"),
    "host memory": (lambda _: HOST, ValueError, "device is cpu:0, expected cuda"),
    "pinned memory": (lambda make: make(device="cuda_host:0"), ValueError, "device is cuda_host:0, expected cuda"),
    "another kind": (lambda make: make(device="rocm:0"), ValueError, "device is rocm:0, expected cuda"),
    "another GPU": (lambda make: make(device="cuda:1"), ValueError, "device is cuda:1, expected cuda:0 (from `a`)"),
    "overlap": (
        lambda make: make(address=0x10004),
        ValueError,
        "shares memory with argument #0 `a`, expected memory of its own",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_vadd(cuda: tvm_ffi.Module, make: Make, case: str) -> None:
    wrong, kind, text = WRONG[case]
    with raises(kind, argument_error("vadd", VADD, text, 2)):
        cuda.vadd(make(address=0x10000), make(), wrong(make))


@pytest.mark.parametrize("form", ["dlpack", "exchange"])
def test_arrays_of_frameworks_have_the_same_errors(cuda: tvm_ffi.Module, make: Make, driver: Driver, form: str) -> None:
    wrap = Lent if form == "dlpack" else Framework(cuda, driver.stream()).array
    with raises(ValueError, argument_error("vadd", VADD, WRONG["another GPU"][2], 1)):
        cuda.vadd(wrap(make()), wrap(make(device="cuda:1")), wrap(make()))
    with raises(TypeError, argument_error("vadd", VADD, "dtype is float64, expected float32", 2)):
        cuda.vadd(*map(wrap, (make(), make(), make(dtype="float64"))))


def test_a_frameworks_fake_tensor(cuda: tvm_ffi.Module, library_path: LibraryPath) -> None:
    null = dl_tensor(0, (4,), 2, 32)
    null.keep.device_type = 2
    with pytest.raises(Raised) as info:
        call_symbol(library_path("e2e-cuda"), "vadd", null, null, null)
    text = argument_error("vadd", VADD, "data is null, expected memory for 4 elements")
    assert (info.value.kind, info.value.message) == ("ValueError", text)


# ---- CPU fallbacks ----
