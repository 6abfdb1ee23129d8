"""Launches from Python: the calls of the driver, which records them and runs nothing."""

from __future__ import annotations

import gc
import struct
import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import tvm_ffi
from support.driver import Driver, Launched
from support.errors import raises
from support.gpu import Framework, Lent, device_tensor
from support.raw import strong_count

THREADS = 16
# A barrier that times out is a failure instead of a hang.
PATIENCE = 60
GPUS = [tvm_ffi.device("cuda:0"), tvm_ffi.device("cuda:1")]


def vectors(cuda: tvm_ffi.Module, length: int, dtype: str = "float32", index: int = 0) -> list[tvm_ffi.Tensor]:
    """Make three vectors at different addresses."""
    return [
        device_tensor(cuda, length, dtype=dtype, device=f"cuda:{index}", address=address)
        for address in (0x10000, 0x20000, 0x30000)
    ]


def bytes_of(*pointers: int, numbers: bytes = b"") -> bytes:
    """Pack pointers and other arguments."""
    return struct.pack(f"<{len(pointers)}Q", *pointers) + numbers


def vadd_of(length: int, stream: str) -> Launched:
    """Return the launch of `vadd` for such vectors."""
    parameters = (*(bytes_of(address) for address in (0x10000, 0x20000, 0x30000)), struct.pack("<q", length))
    return Launched("vadd", (-(-length // 256), 1, 1), (256, 1, 1), 0, stream, parameters)


def test_a_launch_on_a_stream_is_one_call_of_the_driver(cuda: tvm_ffi.Module, driver: Driver) -> None:
    tensors = vectors(cuda, 1000)
    with tvm_ffi.use_raw_stream(GPUS[0], driver.stream()):
        cuda.vadd(*tensors)
        driver.take()
        cuda.vadd(*tensors)
        assert driver.names() == ["cuLaunchKernelEx"]
        cuda.vadd(*tensors)
        assert driver.launch() == vadd_of(1000, "user 0")
    assert driver.current() is None


def test_the_default_stream_is_used_in_the_context_of_the_device(cuda: tvm_ffi.Module, driver: Driver) -> None:
    tensors = vectors(cuda, 10)
    cuda.vadd(*tensors)
    driver.take()
    cuda.vadd(*tensors)
    names = [line.replace("|", "(").partition("(vadd")[0] for line in driver.take()]
    assert names == ["cuCtxGetCurrent()", "cuCtxSetCurrent(primary 0)", "cuLaunchKernelEx", "cuCtxSetCurrent(none)"]
    # If a framework made the context current, the launch does not set it.
    driver.set_current(0)
    cuda.vadd(*tensors)
    assert driver.names() == ["cuCtxGetCurrent", "cuLaunchKernelEx"]
    cuda.vadd(*tensors)
    assert driver.launch() == vadd_of(10, "NULL")
    driver.set_current(1)
    cuda.vadd(*tensors)
    assert driver.take()[1::2] == ["cuCtxSetCurrent(primary 0)", "cuCtxSetCurrent(primary 1)"]
    assert driver.current() == 1


def test_the_device_is_that_of_the_tensors(cuda: tvm_ffi.Module, driver: Driver) -> None:
    streams = [driver.stream(0), driver.stream(1)]
    with tvm_ffi.use_raw_stream(GPUS[0], streams[0]), tvm_ffi.use_raw_stream(GPUS[1], streams[1]):
        for index in (1, 0, 1):
            cuda.vadd(*vectors(cuda, 300, index=index))
            assert driver.launch() == vadd_of(300, f"user {index}")
    # Without tensors it is the current device, or the first.
    assert cuda.place() == (GPUS[0], 0)
    driver.set_current(1)
    assert cuda.place() == (GPUS[1], 0)
    assert cuda.describe() == (8, 0, 131)


def test_a_stream_of_the_thread_is_not_that_of_others(cuda: tvm_ffi.Module, driver: Driver) -> None:
    stream = driver.stream()
    with tvm_ffi.use_raw_stream(GPUS[0], stream), ThreadPoolExecutor(1) as pool:
        assert pool.submit(cuda.place).result() == (GPUS[0], 0)
        assert cuda.place() == (GPUS[0], stream)
    assert cuda.place() == (GPUS[0], 0)


@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_dispatch_launches_the_kernel_of_the_dtype(cuda: tvm_ffi.Module, driver: Driver, dtype: str) -> None:
    source, to, _ = vectors(cuda, 1000, dtype)
    cuda["typed.copy"](source, to)
    name = {"float32": "copy_f32", "int32": "copy_i32"}[dtype]
    parameters = (bytes_of(0x10000), bytes_of(0x20000), struct.pack("<i", 1000))
    assert driver.launch() == Launched(name, (8, 1, 1), (128, 1, 1), 0, "NULL", parameters)
    cuda["typed.copy"](source, to, 500)
    assert driver.launch().grid == (2, 1, 1)


def test_nothing_is_launched_for_empty_tensors(cuda: tvm_ffi.Module, driver: Driver) -> None:
    cuda.vadd(*vectors(cuda, 0))
    assert driver.launches() == []


def test_tensors_by_value_have_their_extents_strides_and_offset(cuda: tvm_ffi.Module, driver: Driver) -> None:
    x = device_tensor(cuda, 5, 8, strides=(12, 1), byte_offset=64)
    cuda.rows(x, device_tensor(cuda, 5, address=0x20000))
    packed = struct.pack("<Qiiq", 0x10040, 5, 8, 12)
    assert driver.launch() == Launched("cute", (5, 1, 1), (32, 1, 1), 0, "NULL", (packed, bytes_of(0x20000)))


def test_structs_are_passed_by_value(cuda: tvm_ffi.Module, driver: Driver) -> None:
    x, y, _ = vectors(cuda, 100)
    cuda.scale(x, y, 0.5)
    [packed, out] = driver.launch().parameters
    # The bytes after the flag are padding.
    assert (packed[:17], len(packed), out) == (struct.pack("<fiQB", 0.5, 100, 0x10000, 1), 24, bytes_of(0x20000))


# ---- tensors of frameworks ----


def test_arrays_with_dlpack_only_come_without_a_stream(cuda: tvm_ffi.Module, driver: Driver) -> None:
    arrays = [Lent(tensor) for tensor in vectors(cuda, 1000)]
    cuda.vadd(*arrays)
    assert driver.launch() == vadd_of(1000, "NULL")
    # The caller sets it.
    with tvm_ffi.use_raw_stream(GPUS[0], driver.stream()):
        cuda.vadd(*arrays)
    assert driver.launch() == vadd_of(1000, "user 0")


def test_arrays_with_the_exchange_api_come_with_their_stream(cuda: tvm_ffi.Module, driver: Driver) -> None:
    stream = driver.stream()
    arrays = list(map(Framework(cuda, stream).array, vectors(cuda, 1000)))
    cuda.vadd(*arrays)
    assert driver.launch() == vadd_of(1000, "user 0")
    # In the middle of the arguments, and in lists.
    assert cuda.place_of(None, [arrays[0]]) == (GPUS[0], stream)
    cuda.vadd(vectors(cuda, 1000)[0], *arrays[1:])
    assert driver.launch() == vadd_of(1000, "user 0")
    # It does not change the stream of other calls.
    assert cuda.place() == (GPUS[0], 0)


def test_tensors_live_until_the_end_of_the_call(cuda: tvm_ffi.Module, driver: Driver) -> None:
    # The traceback of an exception of an earlier test may refer to tensors.
    gc.collect()
    before = cuda.live_device_tensors()
    tensors = vectors(cuda, 8)
    for form in (Lent, Framework(cuda, driver.stream()).array):
        cuda.vadd(*map(form, tensors))
        with pytest.raises(ValueError, match="shape"):
            cuda.vadd(*map(form, tensors[:2]), form(device_tensor(cuda, 9)))
    assert cuda.live_device_tensors() == before + 3
    assert [strong_count(tensor) for tensor in tensors] == [1, 1, 1]
    del tensors
    assert cuda.live_device_tensors() == before


# ---- other streams, and scratch memory ----


def test_a_side_stream_waits_and_is_waited_for(cuda: tvm_ffi.Module, driver: Driver) -> None:
    x = device_tensor(cuda, 100)
    with tvm_ffi.use_raw_stream(GPUS[0], driver.stream()):
        cuda.on_side(x)
        driver.take()
        cuda.on_side(x)
        lines = [line for line in driver.take() if not line.startswith("cuCtx")]
        with raises(ValueError, "on the side stream"):
            cuda.on_side(x, True)
        after = [name for name in driver.names() if not name.startswith("cuCtx")]
        assert after[-1] == "cuStreamWaitEvent", "it is waited for after an error too"
    order = [line.partition("(")[0] for line in lines]
    assert order[-5:] == [
        "cuEventRecord",
        "cuStreamWaitEvent",
        "cuLaunchKernelEx",
        "cuEventRecord",
        "cuStreamWaitEvent",
    ]
    assert ", user 0)" in lines[-5] and "| stream " in lines[-3] and "(user 0, event" in lines[-1]


def test_the_stream_of_the_caller_can_be_an_integer(cuda: tvm_ffi.Module, driver: Driver) -> None:
    streams = [driver.stream(), driver.stream()]
    with tvm_ffi.use_raw_stream(GPUS[0], streams[0]):
        cuda.on_stream(device_tensor(cuda, 1), streams[1])
        assert driver.launch().stream == "user 1"
        assert cuda.place() == (GPUS[0], streams[0])


def test_scratch_memory_is_the_drivers_in_the_order_of_the_stream(cuda: tvm_ffi.Module, driver: Driver) -> None:
    x = device_tensor(cuda, 1)
    with tvm_ffi.use_raw_stream(GPUS[0], driver.stream()):
        cuda.with_workspace(x, 1000)
        names = [name for name in driver.names() if name.startswith(("cuMem", "cuLaunch"))]
        assert names == ["cuMemAllocAsync", "cuLaunchKernelEx", "cuMemFreeAsync"]
    driver.fail("cuMemAllocAsync", 2)
    text = r"^a workspace of 1000 bytes cannot be allocated on cuda:0: CUDA_ERROR_OUT_OF_MEMORY \(2\)"
    with pytest.raises(MemoryError, match=text):
        cuda.with_workspace(x, 1000)


def test_scratch_memory_is_the_frameworks_where_it_has_an_allocator(cuda: tvm_ffi.Module, driver: Driver) -> None:
    before = cuda.live_device_tensors()
    framework = Framework(cuda, driver.stream())
    cuda.with_workspace(framework.array(device_tensor(cuda, 1)), 1000)
    assert framework.allocated == [(1000, 0)]
    assert driver.launch().parameters == (bytes_of(framework.MEMORY),)
    assert cuda.live_device_tensors() == before, "it was given back"


# ---- classes, threads ----


def test_methods_launch(cuda: tvm_ffi.Module, driver: Driver) -> None:
    @tvm_ffi.register_object("e2e_cuda.Launcher")
    class Launcher(tvm_ffi.Object):
        """A class with methods that take a token."""

    launcher = Launcher()
    x = device_tensor(cuda, 64, device="cuda:1")
    assert [launcher.launch(x), launcher.launch(x), launcher.count] == [1, 2, 2]
    assert [launch.kernel for launch in driver.launches()] == ["dynamic", "dynamic"]
    assert Launcher.anywhere() == GPUS[0]
    signature = "e2e_cuda.Launcher.launch(x: Tensor([n], float32, cuda, inout))"
    with raises(TypeError, f"e2e_cuda.Launcher.launch: expected 1 argument, got 0\n  {signature}"):
        launcher.launch()
    text = "argument #0 `x`: device is cpu:0, expected cuda"
    with raises(ValueError, f"e2e_cuda.Launcher.launch: {text}\n  {signature}"):
        launcher.launch(np.zeros(3, np.float32))


def test_threads_that_launch_at_once_load_a_kernel_once(cuda: tvm_ffi.Module, driver: Driver) -> None:
    x = device_tensor(cuda, 256, device="cuda:1")
    driver.delay("cuLibraryLoadData", 20_000)
    barrier = threading.Barrier(THREADS)

    def start(_: int) -> None:
        barrier.wait(PATIENCE)
        # No other test launches this kernel, which is alone in its image.
        cuda.launch_once(x)

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(start, range(THREADS)))
    names = driver.names()
    counts = {name: names.count(name) for name in ("cuLibraryLoadData", "cuLibraryGetKernel", "cuLaunchKernelEx")}
    assert counts == {"cuLibraryLoadData": 1, "cuLibraryGetKernel": 1, "cuLaunchKernelEx": THREADS}
