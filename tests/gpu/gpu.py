"""Whether there is a GPU for the tests. It needs only the standard library."""

from __future__ import annotations

import ctypes


def why_none() -> str | None:
    """Return the reason why there is no GPU; `None` if there is one."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        return f"no NVIDIA driver: {error}"
    status = driver.cuInit(0)
    if status != 0:
        return f"no GPU: `cuInit` says {status}"
    count = ctypes.c_int()
    status = driver.cuDeviceGetCount(ctypes.byref(count))
    if status != 0 or count.value == 0:
        return f"no GPU: `cuDeviceGetCount` says {status}, and {count.value} devices"
    return None
