"""What a launch costs on the host: instructions, nanoseconds, calls of the driver, and allocations."""

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from .tools import BENCHES, ROOT, SHARED, Unavailable, compile_c, run, run_for_stderr

CASES = {"stream": "on a stream", "default": "on the default stream"}
# The floor is a program of its own in C.
LAUNCHERS = ("floor", "ours", "cudarc", "cudarc_events")
TITLES = {"floor": "C floor", "ours": "ours", "cudarc": "cudarc", "cudarc_events": "cudarc, events tracked"}
LOOPS = (1000, 11000)
CALLS, REPEATS = 2_000_000, 3


@dataclass
class Figures:
    """Of one launcher in one case, each for one launch."""

    instructions: float | None = None
    driver_calls: float | None = None
    allocations: float | None = None
    nanoseconds: list[float] = field(default_factory=list)

    @property
    def fastest(self) -> float:
        return min(self.nanoseconds)

    @property
    def median(self) -> float:
        return median(self.nanoseconds)


# What ours may execute more than the floor: the test of the kernel's slot, of what is special about the launch, of the status, and the checks of
# the grid. On the default stream also the guard.
INSTRUCTIONS_BEYOND_FLOOR = {"stream": 28, "default": 50}


def gates(case: str, floor: Figures) -> dict[str, float]:
    """The gates of this project: the floor, and an allowance."""
    more = INSTRUCTIONS_BEYOND_FLOOR[case]
    instructions = {} if floor.instructions is None else {"instructions": floor.instructions + more}
    return {**instructions, "driver_calls": floor.driver_calls, "allocations": 0}


class Programs:
    """The programs that launch, and the driver that counts."""

    def __init__(self, wheel, out: Path) -> None:
        self.runtime = wheel.runtime
        self.folder = out / "launch"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.driver = self.folder / "libcuda.so"
        # -fvisibility: what is not exported is not to be called through a table either.
        run(compile_c(wheel, BENCHES / "c" / "counting_driver.c", self.driver, *SHARED, "-fvisibility=hidden"))
        self.floor = self.folder / "launch_floor"
        run(compile_c(wheel, BENCHES / "c" / "launch_floor.c", self.floor))
        self.rust = self._build_rust()

    @staticmethod
    def _build_rust() -> Path:
        command = ["cargo", "build", "--release", "--package", "bench-launch", "--message-format", "json"]
        for line in run(command, cwd=ROOT).splitlines():
            message = json.loads(line)
            if message.get("reason") == "compiler-artifact" and message["target"]["name"] == "bench-launch":
                return Path(message["executable"])
        raise Unavailable("cargo reported no program for `bench-launch`")

    @property
    def environment(self) -> dict[str, str]:
        """This project reads the path of the driver from the environment; cudarc finds it by its name."""
        return dict(os.environ) | {
            "TVM_FFI_CUDA_DRIVER": str(self.driver),
            "TVM_FFI_LIBRARY": str(self.runtime),
            "LD_LIBRARY_PATH": str(self.folder),
        }

    def command(self, launcher: str, case: str, *numbers: int) -> list:
        program = [self.floor, self.driver] if launcher == "floor" else [self.rust, launcher]
        return [*program, case, *numbers]

    def run(self, launcher: str, case: str, *numbers: int) -> str:
        return run(self.command(launcher, case, *numbers), env=self.environment)


def _instructions(valgrind: str, programs: Programs, launcher: str, case: str) -> float:
    toggle = {"floor": f"bench_launch_{case}", "ours": "bench_launch_ours"}.get(launcher, "bench_launch_cudarc")
    counts = []
    for calls in LOOPS:
        output = run_for_stderr([
            valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--toggle-collect={toggle}",
            *programs.command(launcher, case, calls),
        ], env=programs.environment)
        found = re.search(r"Collected\s*:\s*(\d+)", output)
        if found is None or found[1] == "0":
            raise Unavailable(f"callgrind never entered `{toggle}`")
        counts.append(int(found[1]))
    return (counts[1] - counts[0]) / (LOOPS[1] - LOOPS[0])


def measure(programs: Programs, valgrind: str | None, rounds: int) -> dict[tuple[str, str], Figures]:
    """All launchers in all cases; for the times they take turns."""
    pairs = [(launcher, case) for case in CASES for launcher in LAUNCHERS]
    figures = {pair: Figures() for pair in pairs}
    for pair, of in figures.items():
        of.driver_calls, of.allocations = map(float, programs.run(*pair, 1000, 0).split())
        if valgrind is not None:
            of.instructions = _instructions(valgrind, programs, *pair)
    for _ in range(rounds):
        for pair, of in figures.items():
            of.nanoseconds.extend(map(float, programs.run(*pair, CALLS, REPEATS).split()))
    return figures
