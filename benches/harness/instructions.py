"""Instructions inside each exported function, counted by callgrind."""

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from .cases import Case
from .tools import Unavailable, run_for_stderr

# Calls of the shorter and the longer loop. What happens once (lazy binding, first use of a
# cache) is in both and drops out of the difference.
LOOPS = (1000, 11000)
LOOPS_OF_ERRORS = (50, 250)


# What the driver calls in place of a function found by reflection, to know its own instructions: `xor`, `ret`.
INSTRUCTIONS_OF_NOTHING = 2


def count(valgrind: str, driver: Path, runtime: Path, library: Path, function: str, case: Case) -> float:
    """Instructions per call of `function`, everything it calls included."""
    toggle = case.toggle or f"__tvm_ffi_{function}"

    def per_call(of: Path | str) -> float:
        low, high = LOOPS_OF_ERRORS if case.raises else LOOPS
        collected = [
            _collected(valgrind, [driver, runtime, of, function, case.arguments, calls], toggle)
            for calls in (low, high)
        ]
        return (collected[1] - collected[0]) / (high - low)

    driver_itself = per_call("empty") - INSTRUCTIONS_OF_NOTHING if case.reflected else 0
    return per_call(library) - driver_itself


def _collected(valgrind: str, command: list, toggle: str) -> int:
    output = run_for_stderr([
        valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={toggle}", *command,
    ])
    found = re.search(r"Collected\s*:\s*(\d+)", output)
    if found is None or found[1] == "0":
        raise Unavailable(f"callgrind never entered `{toggle}`")
    return int(found[1])


def measure(jobs: list[tuple[str, Case, Path]], valgrind: str, driver: Path, runtime: Path,
            workers: int) -> dict[tuple[str, str], float]:
    """Counts (library, case) pairs, several at once: counts do not depend on the load.

    A pair that fails is left out with a line on stderr, so that the others can still be seen.
    """
    def one(job: tuple[str, Case, Path]) -> float | None:
        name, case, library = job
        try:
            return count(valgrind, driver, runtime, library, case.function_in(name), case)
        except Unavailable as error:
            print(f"benches: no count of {case.name} in `{name}`: {error}", file=sys.stderr)
            return None

    with ThreadPoolExecutor(max_workers=workers) as pool:
        counted = zip(jobs, pool.map(one, jobs))
        return {(name, case.name): value for (name, case, _), value in counted if value is not None}
