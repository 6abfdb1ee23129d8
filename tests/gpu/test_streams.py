"""The streams and the order of kernels."""

from __future__ import annotations

import os
import threading
from typing import Callable

import pytest
from support import SLOW, example, kernels, needs_gpu, normal, torch, tvm_ffi, warm_up, zeros

pytestmark = needs_gpu

# By default JAX takes most of the GPU's memory.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")


@pytest.fixture(scope="module", autouse=True)
def loaded() -> None:
    warm_up()


def test_the_stream_is_that_of_pytorch() -> None:
    x = zeros(1)
    assert kernels.raw_stream(x) == torch.cuda.current_stream().cuda_stream
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        assert kernels.raw_stream(x) == stream.cuda_stream
    assert kernels.raw_stream(x) == torch.cuda.current_stream().cuda_stream


@pytest.mark.parametrize("is_side", [False, True], ids=["default", "side"])
def test_writes_are_ordered_without_waiting(is_side: bool) -> None:
    x, y = zeros(1000), zeros(1000)
    torch.cuda.synchronize()
    stream = torch.cuda.Stream() if is_side else torch.cuda.default_stream()
    with torch.cuda.stream(stream):
        # In the first round PyTorch loads its kernels, which may wait for running kernels.
        for nanoseconds in (0, SLOW):
            stream.synchronize()
            kernels.slow_fill(x, 3.0, nanoseconds)  # ours, slowly
            x.mul_(2)  # PyTorch's, behind it
            example.vadd(x, x, y)  # ours, behind that
            z = y + 1  # PyTorch's, behind that
        is_done = stream.query()
    assert not is_done, "the host has waited for the slow kernel"
    stream.synchronize()
    assert (z == 13).all()


def test_cudarc_launches_on_the_stream_of_the_call() -> None:
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        x = zeros(1000)
        kernels.slow_fill(x, 3.0, SLOW)
        kernels.increment_by_cudarc(x)
        y = x * 2
    stream.synchronize()
    assert (y == 8).all()


def test_streams_are_ordered_by_events() -> None:
    x, y = zeros(1000), zeros(1000)
    torch.cuda.synchronize()
    one, other = torch.cuda.Stream(), torch.cuda.Stream()
    with torch.cuda.stream(one):
        kernels.slow_fill(x, 3.0, SLOW)
        event = one.record_event()
    with torch.cuda.stream(other):
        other.wait_event(event)
        example.vadd(x, x, y)
    other.synchronize()
    assert (y == 6).all()


def test_kernels_on_side_streams_run_concurrently() -> None:
    x, y = zeros(1000), zeros(1000)
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    with torch.cuda.stream(stream):
        start.record()
        kernels.fill_side_by_side(x, y, SLOW)
        end.record()
        joined = x + y
    stream.synchronize()
    assert (joined == 4).all(), "the caller's stream has not waited for the side stream"
    # One after the other they would take twice as long. Both spin for a fixed time, so a busy machine does not matter.
    milliseconds = start.elapsed_time(end)
    assert milliseconds < 1.8 * SLOW / 1e6, f"{milliseconds} ms: they ran one after the other"


@pytest.mark.parametrize("is_converted", [False, True], ids=["torch", "tvm_ffi"])
def test_a_thread_that_has_not_used_cuda(is_converted: bool) -> None:
    a, b, c = normal(1000), normal(1000, seed=1), zeros(1000)
    torch.cuda.synchronize()
    # For converted tensors no framework is involved, so only the launch can make a context current.
    arguments = [tvm_ffi.from_dlpack(x) if is_converted else x for x in (a, b, c)]
    errors: list[BaseException] = []

    def body() -> None:
        try:
            example.vadd(*arguments)
        except BaseException as error:  # noqa: BLE001
            errors.append(error)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    torch.cuda.synchronize()
    assert not errors, errors
    assert torch.equal(c, a + b)


def test_a_raw_stream_is_used() -> None:
    x = tvm_ffi.from_dlpack(zeros(1))
    stream = torch.cuda.Stream()
    with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 0), stream.cuda_stream):
        assert kernels.raw_stream(x) == stream.cuda_stream
    assert kernels.raw_stream(x) == 0


def check_raw_stream(make: Callable[[], object], stream: int) -> None:
    """Check that arrays without a stream use the one that is set."""
    with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 0), stream):
        assert kernels.raw_stream(make()) == stream


def test_cupy_with_use_raw_stream(record_property: Callable[[str, object], None]) -> None:
    cupy = pytest.importorskip("cupy")
    stream = cupy.cuda.Stream(non_blocking=True)
    with stream:
        x, y = cupy.zeros(1000, cupy.float32), cupy.zeros(1000, cupy.float32)
        stream.synchronize()
        check_raw_stream(lambda: x, stream.ptr)
        # As documented, arrays of CuPy and JAX use the default stream without `use_raw_stream`.
        found = kernels.raw_stream(x)
        record_property("note", f"CuPy's stream without use_raw_stream: {'its own' if found == stream.ptr else found}")
        assert found in (0, stream.ptr)
        with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 0), stream.ptr):
            kernels.slow_fill(x, 3.0, SLOW)
            x *= 2
            example.vadd(x, x, y)
        z = y + 1
    stream.synchronize()
    assert (z == 13).all()


def test_cupy_on_the_default_stream() -> None:
    cupy = pytest.importorskip("cupy")
    a, b, c = cupy.arange(1000, dtype=cupy.float32), cupy.ones(1000, cupy.float32), cupy.zeros(1000, cupy.float32)
    example.vadd(a, b, c)
    d = c + 1
    assert (d == a + 2).all()


def test_jax(record_property: Callable[[str, object], None]) -> None:
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX finds no GPU")
    a = jax.numpy.arange(1000, dtype=jax.numpy.float32)
    b = jax.numpy.ones(1000, dtype=jax.numpy.float32)
    jax.block_until_ready((a, b))
    c = zeros(1000)
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    found = kernels.raw_stream(a)
    record_property("note", f"JAX's stream without use_raw_stream: {found}")
    check_raw_stream(lambda: a, stream.cuda_stream)
    with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 0), stream.cuda_stream):
        example.vadd(a, b, tvm_ffi.from_dlpack(c))
    stream.synchronize()
    assert torch.equal(c.cpu(), torch.arange(1000.0) + 1)
