"""The error when the driver refuses a launch, and calls that work afterwards."""

from __future__ import annotations

import pytest
import tvm_ffi
from support.driver import Driver
from support.errors import raises, rust_frames
from support.gpu import device_tensor

LIMITS = "\n  on cuda:0 (Fake GPU 0): grid (1, 1, 1), block (1024, 1, 1), 0 bytes of dynamic shared memory"
STICKY = (
    "an earlier kernel has failed, asynchronously, and this process cannot use CUDA any more: run it again with "
    "`TVM_FFI_CUDA_LAUNCH_BLOCKING=1`, so that the launch that causes an error reports it"
)

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


def test_a_launch_is_refused_before_the_driver_is_called(cuda: tvm_ffi.Module, driver: Driver, x: tvm_ffi.Tensor) -> None:
    shape = "block is [2048, 1, 1], 2048 threads, expected 1 to 1024 threads, and at most 64 in z"
    memory = "is launched with 50000 bytes of dynamic shared memory, and declares at most 49152"
    wrong: list[tuple[tuple[int, ...], str]] = [
        ((1, 2048), f"kernel `dynamic`: {shape}"),
        ((1, 32, 50000), f"kernel `dynamic` {memory}; declare it with `max_smem = 50000`"),
        ((1, 32, -1), "dynamic shared memory is -1 bytes, expected 0 to 4294967295"),
        ((-1, 32), "grid.x is -1, expected 0 to 2147483647"),
        ((2**31, 32), "grid.x is 2147483648, expected 0 to 2147483647"),
    ]
    for arguments, text in wrong:
        with raises(ValueError, text):
            cuda.launch(x, *arguments)
    assert driver.launches() == []
    cuda.launch(x, 0, 32)
    assert driver.launches() == [], "an empty grid is not an error"


def test_a_gpu_without_an_image(cuda: tvm_ffi.Module, driver: Driver) -> None:
    text = "no image of kernel `nothing` is for cuda:1, which has compute capability 8.0; embedded: sm_90; "
    advice = "compile it for sm_80 as well, or embed PTX for compute_80 or lower"
    driver.set_current(1)
    with raises(RuntimeError, text + advice):
        cuda.on_hopper()
    driver.set_current(0)
    cuda.on_hopper()
    assert driver.launch().kernel == "nothing"


def test_a_gpu_that_does_not_exist(cuda: tvm_ffi.Module) -> None:
    with raises(ValueError, "there is no device cuda:7: this process has 2 devices, the last of them cuda:1"):
        cuda.launch(device_tensor(cuda, 4, device="cuda:7"), 1, 1)
    with raises(ValueError, "there is no device cuda:99: numbers of devices are below 64"):
        cuda.launch(device_tensor(cuda, 4, device="cuda:99"), 1, 1)


def test_a_failed_load_is_tried_again(cuda: tvm_ffi.Module, driver: Driver) -> None:
    x = device_tensor(cuda, 64)
    driver.fail("cuLibraryLoadData", 2)
    with pytest.raises(MemoryError, match=r"^kernel `both` could not be loaded .*: CUDA_ERROR_OUT_OF_MEMORY \(2\)"):
        cuda.launch_other(x)
    driver.fail("cuKernelGetFunction", 999)
    with pytest.raises(RuntimeError, match=r"^kernel `both` .*: CUDA_ERROR_UNKNOWN \(999\): unknown error"):
        cuda.launch_other(x)
    assert driver.launches() == []
    cuda.launch_other(x)
    launch = driver.launch()
    assert (launch.kernel, launch.smem) == ("both", 64 * 1024)


def test_after_a_kernel_that_failed(cuda: tvm_ffi.Module, driver: Driver, x: tvm_ffi.Tensor) -> None:
    failed = "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered"
    reported = f"{failed}, reported when launching `dynamic`; {STICKY}"
    driver.sticky(700)
    for stream in (driver.stream(), 0):
        with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda:0"), stream):
            for _ in range(2):
                with raises(RuntimeError, reported):
                    cuda.launch(x, 1, 32)
            with pytest.raises(RuntimeError) as info:
                cuda.on_side(x)
            assert failed in str(info.value) and str(info.value).endswith(STICKY)


def test_a_panic_restores_the_context(cuda: tvm_ffi.Module, driver: Driver, x: tvm_ffi.Tensor) -> None:
    driver.set_current(1)
    with pytest.raises(RuntimeError, match="64 elements are too many"):
        cuda.panic_within(x)
    assert driver.current() == 1
    cuda.launch(x, 1, 32)
