"""The first call of a function of a library in a process. Run as a program, prints its nanoseconds:

    first_call.py library.so

Finding the function by its name is part of it; loading the library is not.
"""

import sys
import time
from pathlib import Path
from statistics import median

PROCESSES = 30


def first_call(library: str) -> int:
    """Nanoseconds of the first call."""
    import tvm_ffi

    module = tvm_ffi.load_module(library)
    start = time.perf_counter_ns()
    module.add_one(41)
    return time.perf_counter_ns() - start


def measure(libraries: dict[str, Path]) -> dict[str, tuple[float, float]]:
    """(minimum, median) microseconds for each library, each call in a process of its own; the libraries take turns."""
    from .tools import run

    samples: dict[str, list[float]] = {}
    for _ in range(PROCESSES):
        for name, library in libraries.items():
            samples.setdefault(name, []).append(int(run([sys.executable, __file__, library])) / 1000)
    return {name: (min(values), median(values)) for name, values in samples.items()}


if __name__ == "__main__":
    print(first_call(sys.argv[1]))
