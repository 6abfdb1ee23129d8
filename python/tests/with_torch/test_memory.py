"""Memory is flat over many calls, many errors, and many steps of training."""

import gc
import os

import pytest
from support import double

CALLS = int(os.environ.get("TVM_FFI_LEAK_CALLS", 100_000))
# A step takes autograd a hundred microseconds, so there are fewer. A leaked tensor is far larger than what the test allows for a step.
STEPS = CALLS // 20


def calls(k, count):
    x = double(8)
    for _ in range(count):
        k.silu(x)


def errors(k, count):
    x, raised = double(2, 2), 0
    for _ in range(count):
        try:
            k.head(x, 99)
        except ValueError:
            raised += 1
    assert raised == count


def steps(k, count):
    x, w = double(2, 2, requires_grad=True), double(2, requires_grad=True)
    for _ in range(count):
        k.rms_norm(x, w).sum().backward()


@pytest.mark.parametrize(("use", "count"), [(calls, CALLS), (errors, CALLS), (steps, STEPS)])
def test_memory_is_flat(k, use, count):
    use(k, 1000)
    before = resident()
    use(k, count)
    grown = resident() - before
    assert grown < 8 * count + 2**19, f"{grown} bytes more after {count} {use.__name__}"


def resident():
    """The bytes of this process that are in memory."""
    gc.collect()
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
