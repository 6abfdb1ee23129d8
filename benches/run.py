"""The performance suite: `cargo xtask bench`, or this file with a Python that has `tvm_ffi`.

README.md in this folder explains the numbers.
"""

import argparse
import json
import os
import sys
from pathlib import Path

from harness import (
    cases, charts, first_call, firsts, frameworks, growth, instructions, kinds, launch, modules, readers, runtime, series, sweep,
    timing, tools,
)
from harness.report import Report
from harness.tools import Unavailable

PARTS = ("instructions", "sweep", "size", "build", "time", "python", "first", "readers", "launch", "runtime", "frameworks")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS, action="append", help="measure this part only; may be repeated")
    parser.add_argument("--cases", type=lambda text: text.split(","), default=[], metavar="NAME,...",
                        help="functions (`concat`) or cases (`concat/short`) for instructions and time; of the runtime, how a case begins")
    parser.add_argument("--series", type=lambda text: text.split(","), default=[], metavar="NAME,...",
                        help="series of the sweep, by name or by how the name begins")
    parser.add_argument("--charts", action="store_true", help="write the charts of the sweep to benches/charts")
    parser.add_argument("--libs", type=lambda text: text.split(","), default=["rust", "c", "cpp"], metavar="NAME,...",
                        help="which of rust, c, cpp to measure (default: all)")
    parser.add_argument("--runtime", type=Path, metavar="FILE", help="the runtime in Rust, instead of one that is built here")
    parser.add_argument("--lto", action="store_true", help="also measure Rust with fat link-time optimisation")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    parser.add_argument("--check", action="store_true", help="exit 1 if a gate of instructions, the sweep, size, launches, or the runtime is missed")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of the timed parts (default: 5)")
    parser.add_argument("--repeats", type=int, default=3, help="builds of which the cheapest counts (default: 3)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="callgrind processes at once")
    parser.add_argument("--install", action="store_true", help="install valgrind with apt-get if it is missing")
    options = parser.parse_args()
    unknown = set(options.libs) - {"rust", "c", "cpp"}
    if unknown:
        parser.error(f"unknown library {', '.join(sorted(unknown))}")
    return options


class Suite:
    """The measurements, each a method, on libraries that are built once."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.report = Report()
        self.wheel = tools.Wheel()
        self.out = tools.target_dir() / "bench"
        self.out.mkdir(parents=True, exist_ok=True)
        # The runtime has cases of its own.
        self.selected = [] if options.only == ["runtime"] else cases.select(options.cases)
        self.series = series.select(options.series)
        self.names = list(options.libs)
        if options.lto and "rust" in self.names:
            self.names.insert(self.names.index("rust") + 1, "rust_lto")
        self._libraries: dict[str, Path] | None = None
        self._growth: dict[str, growth.Growth | None] | None = None

    def libraries(self) -> dict[str, Path]:
        if self._libraries is None:
            say("building the libraries")
            self.driver = tools.build_driver(self.wheel, self.out)
            self._libraries = tools.build_libraries(self.names, self.wheel, self.out)
        return self._libraries

    def jobs(self) -> list[tuple[str, cases.Case, Path]]:
        """The (library, case) pairs that exist; a function a library should have and lacks is named."""
        jobs = []
        for name, library in self.libraries().items():
            exported = tools.exported_functions(library)
            for case in self.selected:
                function = case.export_in(name)
                if not case.applies_to(name):
                    continue
                if function in exported:
                    jobs.append((name, case, library))
                else:
                    say(f"no `{function}` in the `{name}` library")
        return jobs

    def instructions(self) -> None:
        jobs = self.jobs()
        valgrind = tools.find_valgrind(self.options.install)
        say(f"counting instructions of {len(jobs)} cases")
        counts = instructions.measure(jobs, valgrind, self.driver, self.wheel.runtime, self.options.jobs)
        self.report.instructions(self.selected, self.names, counts, asserted="rust" in self.names)

    def sweep(self) -> None:
        valgrind = tools.find_valgrind(self.options.install)
        say(f"sweeping {len(self.series)} series")
        driver, libraries = tools.build_sweep(self.libraries(), self.wheel, self.out, self.options.jobs)
        swept = sweep.measure(self.series, libraries, valgrind, driver, self.options.jobs)
        self.report.sweep(swept, self.names)
        folder = tools.BENCHES / "charts" if self.options.charts else self.out / "charts"
        charts.write(swept, folder)
        say(f"charts in {folder}")

    def time(self) -> None:
        jobs = self.jobs()
        say(f"timing {len(jobs)} cases in {self.options.rounds} rounds")
        empty = [("empty", case, "empty") for case in self.selected if not case.raises and case.only_in is None]
        times = timing.measure([*empty, *jobs], self.driver, self.wheel.runtime, self.options.rounds)
        self.report.times(self.selected, ["empty", *self.names], times)

    def python(self) -> None:
        libraries = self.libraries()
        say("timing calls from Python")
        script = tools.BENCHES / "harness" / "pycalls.py"
        imported = modules.build(self.out)
        pairs = [f"{name}={path}" for name, path in {**libraries, **imported}.items()]
        with_torch = tools.ROOT / "target" / "python-torch" / "bin" / "python"
        python = with_torch if with_torch.is_file() else sys.executable
        text, notes = tools.run_both([python, script, self.options.rounds, *pairs])
        print(notes, end="", file=sys.stderr)
        self.report.python([*libraries, *imported], json.loads(text))

    def first(self) -> None:
        libraries = self.libraries()
        say(f"first calls in {first_call.PROCESSES} processes each")
        self.report.first_call(first_call.measure(libraries))

    def readers(self) -> None:
        libraries = self.libraries()
        say(f"one reader and {readers.THREADS} of one object")
        self.report.readers(readers.measure(libraries, self.driver, self.wheel.runtime, self.options.rounds))

    def launch(self) -> None:
        say("building the launchers")
        programs = launch.Programs(self.wheel, self.out)
        try:
            valgrind = tools.find_valgrind(self.options.install)
        except Unavailable as error:
            valgrind = None
            say(f"no instructions of launches: {error}")
        say(f"launching in {self.options.rounds} rounds")
        self.report.launch(launch.measure(programs, valgrind, self.options.rounds))

    def runtime(self) -> None:
        programs = runtime.Programs(self.wheel, self.out, self.options.runtime)
        valgrind = tools.find_valgrind(self.options.install)
        selected = runtime.select(self.options.cases)
        say(f"counting instructions of {len(selected)} operations of the runtime")
        figures = runtime.measure(programs, selected, valgrind, self.options.rounds, self.options.jobs)
        self.report.runtime(selected, figures, runtime.sizes(programs, self.out))

    def frameworks(self) -> None:
        for name, measure, show in (
            ("PyTorch", frameworks.measure_torch, self.report.operators_of_torch),
            ("JAX", frameworks.measure_jax, self.report.functions_of_jax),
        ):
            say(f"building the functions for {name}")
            try:
                show(measure(self.out, self.options.rounds))
            except Unavailable as error:
                say(f"{name} not measured: {error}")

    def growth(self) -> dict[str, growth.Growth | None]:
        if self._growth is None:
            self._growth = {}
            variants = {"rust": ["rust", "rust_lto"], "cpp": ["cpp", "cpp_metadata"]}
            for peer in (v for name in self.options.libs for v in variants.get(name, [name])):
                say(f"building generated libraries: {peer}")
                try:
                    self._growth[peer] = growth.measure(peer, self.wheel, self.out / "growth", self.options.repeats)
                except Unavailable as error:
                    self._growth[peer] = None
                    say(f"no `{peer}` figures: {error}")
        return self._growth

    def size(self) -> None:
        measured = "rust" in self.names
        plain = {}
        if measured:
            plain = {name: growth.plain_cdylib(self.out / "growth", name == "rust_lto") for name in ("rust", "rust_lto")}
        self.report.size(self.growth(), plain, asserted=measured)
        if measured:
            self.report.firsts(firsts.sizes(self.out / "growth"))
            self.report.plain_cdylib(plain)

    def build(self) -> None:
        clean = None
        if "rust" in self.names:
            say("clean builds")
            try:
                clean = firsts.clean_builds(self.out / "growth")
            except Unavailable as error:
                say(f"no clean builds: {error}")
        self.report.build(self.growth(), clean)
        if "rust" in self.names:
            say("one more tensor export, one more class")
            self.report.kinds(kinds.measure(self.out / "growth", self.options.repeats))


def say(text: str) -> None:
    print(f"benches: {text}", file=sys.stderr, flush=True)


def main() -> int:
    options = arguments()
    # Errors are measured with the one frame that they always have; what a developer's shell asks for is another figure.
    for variable in ("RUST_BACKTRACE", "RUST_LIB_BACKTRACE"):
        os.environ.pop(variable, None)
    suite = Suite(options)
    for part in options.only or PARTS:
        try:
            getattr(suite, part)()
        except Unavailable as error:
            say(f"{part} not measured: {error}")
            if part in ("instructions", "sweep", "size", "launch", "runtime"):
                suite.report.absent.append(part)
    machine = tools.machine()
    print(suite.report.markdown(machine))
    if options.json:
        options.json.write_text(json.dumps({"machine": machine, **suite.report.data}, indent=2) + "\n")
    return verdict(suite.report) if options.check else 0


def verdict(report: Report) -> int:
    """The exit code of `--check`: what was not measured has not passed."""
    for what in report.missed:
        say(f"gate missed: {what}")
    for what in report.absent:
        say(f"gate not measured: {what}")
    return 1 if report.missed or report.absent else 0


if __name__ == "__main__":
    sys.exit(main())
