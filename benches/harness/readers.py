"""Calls a second of one object by one thread and by several at once."""

from pathlib import Path
from statistics import median

from .tools import run

THREADS = 8
CALLS = 16_000_000
REPEATS = 2
# What is read, and the object: a method or a field of an object that can be changed.
CASES = (("method", "mutable"), ("field", "mutable"), ("method", "frozen"))


def measure(libraries: dict[str, Path], driver: Path, runtime: Path, rounds: int) -> dict[tuple[str, str], tuple[float, float]]:
    """Millions of calls a second by one thread and by `THREADS`, for each (library, case): medians, taking turns."""
    samples: dict[tuple[str, str], tuple[list[float], list[float]]] = {}
    for _ in range(rounds):
        for name, library in libraries.items():
            for function, value in CASES:
                both = samples.setdefault((name, f"{function}/{value}"), ([], []))
                for threads, of in zip((1, THREADS), both):
                    text = run([driver, runtime, library, function, value, CALLS // threads, REPEATS, threads])
                    of.extend(1000 / float(line) for line in text.split())
    return {key: (median(one), median(many)) for key, (one, many) in samples.items()}
