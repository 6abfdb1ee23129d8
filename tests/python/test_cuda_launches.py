"""Launches from Python: the calls of the driver, which records them and runs nothing."""

from __future__ import annotations

import gc
import struct

import pytest
import tvm_ffi
from support.driver import Driver, Launched
from support.gpu import Framework, Lent, device_tensor
from support.raw import strong_count

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


def test_scratch_memory_is_the_frameworks_where_it_has_an_allocator(cuda: tvm_ffi.Module, driver: Driver) -> None:
    before = cuda.live_device_tensors()
    framework = Framework(cuda, driver.stream())
    cuda.with_workspace(framework.array(device_tensor(cuda, 1)), 1000)
    assert framework.allocated == [(1000, 0)]
    assert driver.launch().parameters == (bytes_of(framework.MEMORY),)
    assert cuda.live_device_tensors() == before, "it was given back"
