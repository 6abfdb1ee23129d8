"""Wall time per call of the C driver's loop. Never a gate: it varies with the machine's load."""

from pathlib import Path
from statistics import median

from .cases import Case
from .tools import run

CALLS = 200_000
CALLS_OF_ERRORS = 2_000
REPEATS = 5


def measure(jobs: list[tuple[str, Case, str]], driver: Path, runtime: Path,
            rounds: int) -> dict[tuple[str, str], tuple[float, float]]:
    """(minimum, median) nanoseconds of each (library, case) pair.

    Every round runs each pair once in a process of its own, so that a change of the machine's
    speed meets all libraries alike.
    """
    samples: dict[tuple[str, str], list[float]] = {}
    for _ in range(rounds):
        for name, case, library in jobs:
            calls = CALLS_OF_ERRORS if case.raises else CALLS
            text = run([driver, runtime, library, case.function_in(name), case.arguments, calls, REPEATS])
            samples.setdefault((name, case.name), []).extend(float(line) for line in text.split())
    return {key: (min(values), median(values)) for key, values in samples.items()}
