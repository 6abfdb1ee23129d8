"""How much memory this process has, and how many calls it takes to see a leak in that."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator

import pytest

# Enough for counts of references, which are exact.
FEW = 100
# Enough for resident memory, where a leak has to exceed what allocators keep.
MANY = int(os.environ.get("TVM_FFI_LEAK_CALLS", "100000"))

STATUS = Path("/proc/self/statm")
NO_STATUS = "resident memory is read from Linux's /proc"


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    if sys.platform != "linux":
        pytest.skip(NO_STATUS)
    gc.collect()
    return int(STATUS.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def memory_stays_flat(calls: int) -> Iterator[None]:
    """Check that what runs inside, as often as `calls` says, does not leak.

    The smallest block of the allocator has 32 bytes, and one of them leaked per call would be more.
    """
    before = resident()
    yield
    grown = resident() - before
    assert grown < 21 * calls + 2**19, f"{grown} bytes more after {calls} calls"


def counted(call: Callable[[], Any], objects: list[Any]) -> None:
    """Check that many calls keep no references to objects."""
    call()
    gc.collect()
    before = [sys.getrefcount(value) for value in objects]
    for _ in range(100):
        call()
    gc.collect()
    assert [abs(sys.getrefcount(value) - count) < 50 for value, count in zip(objects, before)] == [True] * len(objects)


def _reason() -> str:
    """Say why resident memory is not tested here, if it is not."""
    if sys.platform != "linux":
        return NO_STATUS
    if "ASAN_OPTIONS" in os.environ:
        return "the sanitizer keeps memory that was freed"
    if "TVM_FFI_TEST_LEAKS" not in os.environ:
        return f"{MANY} calls take minutes: `cargo xtask test leaks` makes them"
    return ""


needs_many_calls = pytest.mark.skipif(bool(_reason()), reason=_reason() or "not skipped")
