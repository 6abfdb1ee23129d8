"""The error when the driver refuses a launch, and calls that work afterwards."""

from __future__ import annotations

import pytest
import tvm_ffi
from support.driver import Driver
from support.errors import raises, rust_frames
from support.gpu import device_tensor

LIMITS = "\n  on cuda:0 (Fake GPU 0): grid (1, 1, 1), block (1024, 1, 1), 0 bytes of dynamic shared memory"
# For each status of the driver: the exception, and its message.
REFUSED: dict[int, tuple[type[Exception], str]] = {
    1: (ValueError, f"could not be launched: CUDA_ERROR_INVALID_VALUE (1): invalid argument{LIMITS}"),
    2: (MemoryError, "could not be launched: CUDA_ERROR_OUT_OF_MEMORY (2): out of memory"),
    400: (
        RuntimeError,
        "could not be launched: CUDA_ERROR_INVALID_HANDLE (400): invalid resource handle; "
        "the stream does not exist any more, or belongs to another device",
    ),
    701: (
        RuntimeError,
        "could not be launched: CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES (701): too many resources requested for launch"
        f"{LIMITS}\n  the kernel needs 10 registers a thread, 10240 for a block of 1024 threads, of 65536 that a block "
        "can have: launch smaller blocks, or compile the kernel with `__launch_bounds__(1024)`",
    ),
    4711: (RuntimeError, "could not be launched: CUDA error 4711, which this driver has no name for"),
}


@pytest.fixture
def x(cuda: tvm_ffi.Module, driver: Driver) -> tvm_ffi.Tensor:
    """Make a tensor, with the kernel of `launch` loaded."""
    x = device_tensor(cuda, 64)
    cuda.launch(x, 1, 1)
    driver.take()
    return x


@pytest.mark.parametrize("status", REFUSED)
def test_the_driver_refuses_a_launch(cuda: tvm_ffi.Module, driver: Driver, x: tvm_ffi.Tensor, status: int) -> None:
    kind, text = REFUSED[status]
    driver.fail("cuLaunchKernelEx", status)
    with raises(kind, f"kernel `dynamic` {text}") as info:
        cuda.launch(x, 1, 1024)
    assert rust_frames(info.value)[-1][0] == "failures.rs", "where the launch is"
    assert driver.current() is None
    cuda.launch(x, 1, 1024)
