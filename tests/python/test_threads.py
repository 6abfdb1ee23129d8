"""Calls from many threads at once: threads of Python, and threads that Rust starts."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable

import pytest
from support.package import tvm_ffi

THREADS = 8
ROUNDS = 200
# A barrier that times out is a failure instead of a hang.
PATIENCE = 60


def in_threads(work: Callable[[int], Any]) -> list[Any]:
    """Run `work` with the number of the thread, in all threads at once."""
    barrier = threading.Barrier(THREADS)

    def start(index: int) -> Any:
        barrier.wait(PATIENCE)
        return work(index)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(start, range(THREADS)))


def test_calls_run_without_the_interpreter_lock(mod: tvm_ffi.Module) -> None:
    # Each call waits in Rust for the others, which could not start if the first held the lock.
    assert in_threads(lambda _: mod.meet(THREADS)) == [True] * THREADS


def test_callbacks_take_the_lock_back(mod: tvm_ffi.Module) -> None:
    meeting = threading.Barrier(THREADS)

    def callback(x: int) -> int:
        # All callbacks run at once.
        meeting.wait(PATIENCE)
        return x * 2

    assert in_threads(lambda index: mod.call(callback, index)) == [index * 2 for index in range(THREADS)]


def test_callbacks_come_from_threads_that_rust_started(mod: tvm_ffi.Module) -> None:
    meeting = threading.Barrier(THREADS)
    seen = set()

    def callback(x: int) -> int:
        meeting.wait(PATIENCE)
        seen.add(threading.get_ident())
        return x + 1

    assert list(mod.call_from_threads(callback, THREADS)) == list(range(1, THREADS + 1))
    assert len(seen) == THREADS


def test_errors_of_threads_that_rust_started(mod: tvm_ffi.Module) -> None:
    def callback(x: int) -> int:
        if x == 3:
            raise KeyError("in thread 3")
        return x

    with pytest.raises(KeyError, match="in thread 3"):
        mod.call_from_threads(callback, THREADS)


def test_errors_belong_to_their_thread(mod: tvm_ffi.Module) -> None:
    def work(index: int) -> int:
        for round_ in range(ROUNDS):
            number = index * ROUNDS + round_
            with pytest.raises(IndexError) as info:
                mod.bail_index(number)
            assert str(info.value) == f"index {number} of 3"
            with pytest.raises(RuntimeError) as info:
                mod.panic_format(number)
            assert str(info.value).endswith(f": got {number}")
            assert list(mod.id_tuple_3([number, 0.5, f"text number {number}"])) == [
                number,
                0.5,
                f"text number {number}",
            ]
        return index

    assert in_threads(work) == list(range(THREADS))


def test_one_closure_from_all_threads(mod: tvm_ffi.Module) -> None:
    counter = mod.make_counter()
    counts = in_threads(lambda _: [counter() for _ in range(ROUNDS)])
    assert sorted(count for thread in counts for count in thread) == list(range(1, THREADS * ROUNDS + 1))


def test_a_long_call_can_be_interrupted(mod: tvm_ffi.Module) -> None:
    # From another thread, while this one is in Rust.
    timer = threading.Timer(0.05, signal.raise_signal, [signal.SIGINT])
    # Shells start background processes with the signal ignored.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            mod.wait_for_signal()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    assert mod.add(1, 2) == 3
