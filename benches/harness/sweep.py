"""Instructions inside exported functions, for arguments of many sizes."""

import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from .series import Goal, Series
from .tools import Unavailable, exported_functions, last_words

# What the driver calls in place of a function, to know its own instructions: `xor`, `ret`.
INSTRUCTIONS_OF_NOTHING = 2
# How the driver begins what it prints of a call that raises.
REFUSED = "error "


@dataclass
class Point:
    """The counts of one size, by library."""

    size: int
    counts: dict[str, float] = field(default_factory=dict)
    results: dict[str, str] = field(default_factory=dict)


@dataclass
class Swept:
    """A series with its counts."""

    series: Series
    points: list[Point]

    def goals(self) -> list[tuple[Point, Goal, float]]:
        """The points that have a goal and a count in Rust."""
        found = []
        for point in self.points:
            goal = self.series.goal_at(point.size, point.counts.get("cpp"))
            if goal is not None and "rust" in point.counts:
                found.append((point, *goal))
        return found

    def behind(self, peer: str) -> list[Point]:
        """The points where a peer takes fewer instructions."""
        return [p for p in self.points if peer in p.counts and p.counts[peer] < p.counts.get("rust", 0)]


def calls_for(size: int) -> int:
    """More calls where each is short: the seeds of hash maps differ from call to call."""
    return max(2, min(16, 20_000 // (size + 1)))


def _dumps(valgrind: str, driver: Path, library: Path | str, lines: list[str]) -> tuple[list[float], list[str]]:
    """Instructions inside `through` for the calls of each line, and what a call of each returns."""
    with tempfile.TemporaryDirectory() as folder:
        command = [valgrind, "--tool=callgrind", "--toggle-collect=through", f"--callgrind-out-file={folder}/out",
                   driver, library]
        done = subprocess.run([str(word) for word in command], input="\n".join(lines) + "\n", text=True,
                              capture_output=True, check=False)
        if done.returncode != 0:
            raise Unavailable(last_words(done.stderr))
        counts = []
        for i in range(len(lines)):
            # callgrind numbers the dumps from 1; that of the end of the program has no number.
            text = Path(folder, f"out.{i + 1}").read_text()
            if f"Client Request: {i}\n" not in text:
                raise Unavailable(f"callgrind made no dump for `{lines[i]}`")
            counts.append(float(re.search(r"^summary: (\d+)", text, re.MULTILINE)[1]))
    return counts, done.stdout.splitlines()


def _one(valgrind: str, driver: Path, library: Path, series: Series, own: float) -> list[tuple[float, str]]:
    calls = [calls_for(size) for size in series.sizes]
    lines = [f"{series.function_at(size)} {series.arguments} {size} {n}" for size, n in zip(series.sizes, calls)]
    counts, results = _dumps(valgrind, driver, library, lines)
    return [(count / n - own, result) for count, n, result in zip(counts, calls, results)]


def measure(selected: list[Series], libraries: dict[str, list[Path]], valgrind: str, driver: Path, workers: int) -> list[Swept]:
    """Counts every series in the library of each peer that has its function, several at once: counts do not depend on the load.

    Rust comes first, since a peer's errors count only where Rust raises too.
    """
    (own,), _ = _dumps(valgrind, driver, "empty", ["nothing none 0 1"])
    own -= INSTRUCTIONS_OF_NOTHING
    swept = [Swept(series, [Point(size) for size in series.sizes]) for series in selected]
    exports = [(name, library, exported_functions(library)) for name, found in libraries.items() for library in found]
    jobs = [(of, name, library) for name, library, exported in exports for of in swept
            if of.series.export in exported]

    def one(job: tuple[Swept, str, Path]) -> None:
        of, name, library = job
        try:
            for point, (count, result) in zip(of.points, _one(valgrind, driver, library, of.series, own)):
                # A peer that refuses the arguments has no count.
                if name == "rust" or not result.startswith(REFUSED) or point.results.get("rust", "").startswith(REFUSED):
                    point.counts[name], point.results[name] = count, result
        except Unavailable as error:
            print(f"benches: no sweep of {of.series.name} in `{name}`: {error}", file=sys.stderr)

    with ThreadPoolExecutor(max_workers=workers) as pool:
        list(pool.map(one, [job for job in jobs if job[1] == "rust"]))
        list(pool.map(one, [job for job in jobs if job[1] != "rust"]))
    for of in swept:
        _compare_results(of)
    return swept


def _compare_results(of: Swept) -> None:
    """A wrong result is an error and not a fast one."""
    for point in of.points:
        if len({REFUSED if result.startswith(REFUSED) else result for result in point.results.values()}) > 1:
            raise Unavailable(f"{of.series.name} at {point.size}: the libraries return {point.results}")
