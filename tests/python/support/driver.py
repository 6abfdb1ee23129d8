"""The recording driver of `tests/cuda`, as Python sees it: what it was asked to do, and what it is to refuse.

It has two devices, of compute capability 9.0 and 8.0. There is no GPU: nothing here says anything about
what a kernel computes.
"""

from __future__ import annotations

import ctypes
import re
from dataclasses import dataclass

# What a kernel library looks for its driver in.
VARIABLE = "TVM_FFI_CUDA_DRIVER"


@dataclass(frozen=True)
class Launched:
    """The parts of a recorded launch."""

    kernel: str
    grid: tuple[int, ...]
    block: tuple[int, ...]
    smem: int
    # `NULL`, `user 0` for a stream of the test's, or `stream 0` for one that the library made.
    stream: str
    # The bytes of each parameter.
    parameters: tuple[bytes, ...]


class Driver:
    """The driver in this process."""

    def __init__(self, path: str) -> None:
        """Load it; the kernel library loads the same."""
        self.library = ctypes.CDLL(path)
        self.library.fake_call.restype = ctypes.c_char_p
        self.library.fake_num_calls.restype = ctypes.c_size_t
        self.library.fake_stream.restype = ctypes.c_void_p

    def reset(self) -> None:
        """Forget everything that was recorded and set, except loaded images."""
        self.library.fake_reset()
        self.set_current(None)

    def take(self) -> list[str]:
        """Return the calls since the last time, as `name(arguments)`, and clear the record."""
        lines = []
        for index in range(self.library.fake_num_calls()):
            status = ctypes.c_uint32()
            line = self.library.fake_call(ctypes.c_size_t(index), ctypes.byref(status)).decode()
            name, arguments = line.split("\t")[3:]
            lines.append(f"{name}({arguments})" + (f" -> {status.value}" if status.value else ""))
        self.library.fake_clear()
        return lines

    def names(self) -> list[str]:
        """Return the names of the functions that were called."""
        return [line.partition("(")[0] for line in self.take()]

    def launches(self) -> list[Launched]:
        """Return the launches among the calls."""
        found = (re.fullmatch(r"cuLaunchKernelEx\((.*)\)", line) for line in self.take())
        return [launched(match[1]) for match in found if match]

    def launch(self) -> Launched:
        """Return the only launch among the calls."""
        [launch] = self.launches()
        return launch

    def fail(self, function: str, status: int, times: int = 1) -> None:
        """Let the next calls of a function fail."""
        self.library.fake_fail(function.encode(), status, 0, times)

    def stream(self, device: int = 0) -> int:
        """Make a stream: `user 0` in the record for the first one of a test."""
        return int(self.library.fake_stream(device))

    def set_current(self, device: int | None) -> None:
        """Set the context of this thread to the primary one of a device, or to none."""
        self.library.fake_set_current(-1 if device is None else device, 0)

    def current(self) -> int | None:
        """Return the device whose primary context is current on this thread."""
        device = int(self.library.fake_get_current())
        return None if device < 0 else device


def launched(text: str) -> Launched:
    """Read what the driver writes of a launch."""
    kernel, grid, block, smem, stream, _, parameters = (column.strip() for column in text.split("|"))
    return Launched(
        kernel,
        tuple(map(int, grid.split())),
        tuple(map(int, block.split())),
        int(smem),
        stream,
        tuple(bytes.fromhex(parameter) for parameter in parameters.split()),
    )
