"""The results as Markdown tables and as one JSON document."""

from dataclasses import dataclass

from . import cases, firsts, frameworks, launch, readers, runtime, sweep_report
from .growth import Growth
from .sweep import Swept
from .tools import Cost

OK, MISSED = "ok", "MISSED"


def table(header: list[str], rows: list[list[str]]) -> str:
    """A Markdown table whose first column is text and whose others are right-aligned."""
    lines = [header, ["---"] + ["---:"] * (len(header) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


@dataclass(frozen=True)
class Figure:
    """A row of a growth table: an attribute of `Growth`, and the gate of each library that has one."""

    label: str
    attribute: str
    gates: dict[str, float]


class Report:
    """Collects sections, and every figure that has a gate."""

    def __init__(self) -> None:
        self.sections: list[str] = []
        self.data: dict[str, object] = {}
        self.missed: list[str] = []
        # Figures that `--check` asserts and that could not be had.
        self.absent: list[str] = []

    def _verdict(self, what: str, value: float | None, gate: float | None, asserted: bool) -> str:
        if gate is None:
            return ""
        if value is None:
            if asserted:
                self.absent.append(what)
            return "not measured"
        if value <= gate:
            return OK
        if asserted:
            self.missed.append(f"{what} is {value:g}, gate {gate:g}")
        return MISSED

    def instructions(self, selected: list[cases.Case], libraries: list[str],
                     counts: dict[tuple[str, str], float], asserted: bool) -> None:
        """One row for each case; the gate is for the Rust column."""
        rows, data = [], []
        for case in selected:
            cells = {name: counts.get((name, case.name)) for name in libraries}
            gate = case.gate_for(cells)
            verdict = self._verdict(f"instructions of {case.name}", cells.get("rust"), gate, asserted)
            rows.append([case.name, *(_number(cells[n]) for n in libraries), "" if gate is None else f"{gate:g}",
                         verdict, case.note])
            data.append({"case": case.name, "gate": gate, "verdict": verdict, **cells})
        titles = [cases.TITLES[n] for n in libraries]
        self._add("Instructions inside the exported function, per call", "instructions",
                  table(["case", *titles, "gate", "", "note"], rows), data)

    def sweep(self, swept: list[Swept], libraries: list[str]) -> None:
        """What each series costs, each series, and where a peer is ahead."""
        tables = [table(sweep_report.SUMMARY, sweep_report.summary_rows(swept))]
        for of in swept:
            rows = sweep_report.series_rows(of, libraries)
            tables.append(f"### {of.series.title}\n\n" + table(sweep_report.series_header(of, libraries), rows))
            self.missed += sweep_report.failures(of)
        header = ["peer: series", "sizes", "where", "most, Rust and peer"]
        ahead = sweep_report.ahead_rows(swept, [name for name in ("cpp", "c") if name in libraries])
        tables.append("### Where a peer takes fewer instructions\n\n" + table(header, ahead))
        self._add("Instructions inside the exported function, by the size of the arguments", "sweep",
                  "\n\n".join(tables), [sweep_report.data(of) for of in swept])

    def times(self, selected: list[cases.Case], libraries: list[str],
              times: dict[tuple[str, str], tuple[float, float]]) -> None:
        """Minimum and median of every pair."""
        rows, data = [], []
        for case in selected:
            cells = {name: times.get((name, case.name)) for name in libraries}
            rows.append([case.name, *("" if c is None else f"{c[0]:.2f} / {c[1]:.2f}" for c in cells.values())])
            data.append({"case": case.name, **cells})
        titles = [cases.TITLES[n] for n in libraries]
        self._add("Nanoseconds per call from C, loop and release included: minimum / median", "time",
                  table(["case", *titles], rows), data)

    def python(self, libraries: list[str], times: dict[str, dict[str, float]]) -> None:
        """Least time of every call from Python."""
        rows = []
        for label, row in times.items():
            peer, goal = cases.PYTHON_GOALS.get(label, (None, None))
            ratio = row["module"] / row[peer] if peer in row and "module" in row else None
            shown = "" if ratio is None else f"{ratio:.2f} of {cases.TITLES[peer]}, goal {goal:g}"
            rows.append([label, *(_number(row.get(n)) for n in libraries), shown])
        self._add("Nanoseconds per call from Python: least", "python",
                  table(["call", *(cases.TITLES[n] for n in libraries), "imported"], rows), times)

    def first_call(self, times: dict[str, tuple[float, float]]) -> None:
        """Minimum and median for each library. Never asserted."""
        rows, data = [], []
        for name, (least, middle) in times.items():
            goal = cases.GOAL_FIRST_CALL_US if name == "rust" else None
            verdict = self._verdict("first call", middle, goal, asserted=False)
            rows.append([cases.TITLES[name], f"{least:.1f}", f"{middle:.1f}", "" if goal is None else f"{goal:g}", verdict])
            data.append({"library": name, "least": least, "median": middle, "goal": goal, "verdict": verdict})
        self._add("First call of a function in a process, from Python: microseconds", "first",
                  table(["library", "least", "median", "goal", ""], rows), data)

    def readers(self, speeds: dict[tuple[str, str], tuple[float, float]]) -> None:
        """One thread and several. Never asserted; the goal is that several are not slower than one."""
        rows, data = [], []
        for (name, case), (one, many) in speeds.items():
            verdict = OK if many >= one else MISSED
            rows.append([f"{case}, {cases.TITLES[name]}", f"{one:.1f}", f"{many:.1f}", verdict if name == "rust" else ""])
            data.append({"library": name, "case": case, "one": one, "many": many})
        self._add("Readers of one object: millions of calls a second", "readers",
                  table(["case", "1 thread", f"{readers.THREADS} threads", ""], rows), data)

    def operators_of_torch(self, figures: frameworks.Figures) -> None:
        """Operators and their functions, compared with a C++ extension. Never asserted."""
        self._framework(f"Operators of PyTorch {figures.version}", "frameworks", "C++ `TORCH_LIBRARY`", figures)

    def functions_of_jax(self, figures: frameworks.Figures) -> None:
        """A call in a compiled function, compared with that of the peer. Never asserted."""
        self._framework(f"Functions of JAX {figures.version}", "frameworks_jax", "jax-tvm-ffi", figures)

    def _framework(self, title: str, key: str, peer: str, figures: frameworks.Figures) -> None:
        rows = []
        for case, of in figures.least.items():
            goal = of["goal"]
            verdict = "" if goal is None else OK if of["ours"] <= goal else MISSED
            rows.append([case, f"{of['ours']:.3g}", f"{of['peer']:.3g}", "" if goal is None else f"{goal:.3g}", verdict])
        self._add(f"{title}: microseconds a call", key, table(["case", "Rust", peer, "goal", ""], rows), figures.least)

    def size(self, peers: dict[str, Growth | None], plain: dict[str, int], asserted: bool) -> None:
        """Stripped bytes per function, and the fixed part; None for a peer that could not be built."""
        each = dict.fromkeys(plain, float(cases.GATE_BYTES_PER_EXPORT))
        fixed = {name: float(size + cases.GATE_FIXED_BYTES_ABOVE_PLAIN) for name, size in plain.items()}
        figures = (
            Figure("stripped bytes of each further export", "bytes_per_function", each),
            Figure("stripped bytes of the fixed part", "fixed_bytes", fixed),
        )
        self._growth("Library size", "size", figures, peers, asserted)

    def launch(self, figures: dict[tuple[str, str], launch.Figures]) -> None:
        """One row for each launcher and case. What is asserted repeats exactly: times never do."""
        rows, data = [], []
        for (launcher, case), of in figures.items():
            gates = launch.gates(case, figures["floor", case]) if launcher == "ours" else {}
            verdicts = [
                self._verdict(f"{what.replace('_', ' ')} of a launch ({case})", getattr(of, what), gate, asserted=True)
                for what, gate in gates.items()
            ]
            rows.append([f"{launch.TITLES[launcher]}, {launch.CASES[case]}", _number(of.instructions), _number(of.driver_calls),
                         _number(of.allocations), f"{of.fastest:.2f}", f"{of.median:.2f}", _together(verdicts)])
            data.append({"launcher": launcher, "case": case, **vars(of), "gates": gates})
        header = ["launch", "instructions", "driver calls", "allocations", "ns (least)", "ns (median)", "gate"]
        self._add("Launches of a kernel with four arguments, through a driver that only counts", "launch",
                  table(header, rows), data)

    def runtime(self, selected: list[runtime.Case], figures: dict[str, runtime.Figures], sizes: dict[str, int]) -> None:
        """One row for each operation, and the size. The gate is a multiple of what the C++ runtime takes."""
        rows, data = [], []
        for case in selected:
            of = figures[case.name]
            cpp, rust = (of.instructions.get(name) for name in ("cpp", "rust"))
            gate = None if cpp is None else round(case.gate * cpp, 1)
            verdict = self._verdict(f"instructions of {case.name}", rust, gate, asserted=True)
            ratio = f"{rust / cpp:.2f}" if rust is not None and cpp else "-"
            times = [_number(of.nanoseconds.get(name)) for name in ("cpp", "rust")]
            rows.append([case.title, _number(cpp), _number(rust), ratio, f"{case.gate:g}", verdict, *times])
            data.append({"case": case.name, "gate": gate, "verdict": verdict, **vars(of)})
        verdict = self._verdict("bytes of the runtime", sizes.get("rust"), runtime.SIZE_GATE, asserted=True)
        size = f"Stripped: C++ {sizes['cpp']} bytes, Rust {sizes.get('rust', '-')} bytes, gate {runtime.SIZE_GATE}: {verdict}"
        header = ["operation", "C++", "Rust", "ratio", "gate", "", "C++ ns", "Rust ns"]
        self._add("Instructions of an operation of a runtime, and the least nanoseconds", "runtime",
                  table(header, rows) + f"\n\n{size}", {"operations": data, "sizes": sizes})

    def plain_cdylib(self, plain: dict[str, int]) -> None:
        """What the standard library alone makes of the fixed part."""
        self.sections.append("A Rust cdylib that catches a panic and depends on nothing: "
                             f"{plain['rust']} stripped bytes, {plain['rust_lto']} with LTO.")
        self.data["plain_cdylib"] = plain

    def build(self, peers: dict[str, Growth | None], clean: dict[tuple[str, str], Cost] | None) -> None:
        """Compiler CPU per function, and clean builds. Never asserted."""
        gates = dict.fromkeys(("rust", "rust_lto"), cases.GATE_CPU_MS_PER_EXPORT)
        figures = (Figure("CPU ms of each further export", "cpu_ms_per_function", gates),)
        self._growth("Build time", "build", figures, peers, asserted=False)
        if clean is None:
            return
        rows, data = [], []
        for profile in firsts.PROFILES:
            ours, peer = clean["rust", profile].cpu, clean["pyo3", profile].cpu
            gate = cases.GATE_CLEAN_DEBUG_OF_PYO3 if profile == "debug" else None
            verdict = self._verdict(f"clean {profile} build", ours / peer, gate, asserted=False)
            rows.append([profile, f"{ours:.2f}", f"{peer:.2f}", f"{ours / peer:.2f}", "" if gate is None else f"{gate:g}", verdict])
            data.append({"profile": profile, "rust": ours, "pyo3": peer, "gate": gate, "verdict": verdict})
        self._add("Clean build of one function with every dependency: CPU seconds", "clean_build",
                  table(["profile", "Rust", "PyO3", "ratio", "gate", ""], rows), data)

    def kinds(self, figures: dict[str, dict[str, float]]) -> None:
        """What one more item of a kind costs next to PyO3. Never asserted: compiler CPU varies."""
        rows, data = [], []
        for label, cells in figures.items():
            gate = cases.GATES_OF_KINDS.get(label, cells["pyo3"])
            verdict = self._verdict(label, cells["rust"], gate, asserted=False)
            rows.append([label, _number(cells["rust"]), _number(cells["pyo3"]), _number(gate), verdict])
            data.append({"figure": label, "gate": gate, "verdict": verdict, **cells})
        self._add("One more tensor export, one more class, and an edit, from 1 and 50 items", "kinds",
                  table(["figure", "Rust", "PyO3", "gate", ""], rows), data)

    def firsts(self, sizes: dict[str, int]) -> None:
        """Stripped bytes of the first item of each kind, which brings the code that later ones share."""
        self._add("Stripped bytes of the first item of each kind", "firsts",
                  table(["item", "bytes"], [[kind, str(size)] for kind, size in sizes.items()]), sizes)

    def _growth(self, title: str, key: str, figures: tuple[Figure, ...], peers: dict[str, Growth | None],
                asserted: bool) -> None:
        rows, data = [], []
        gated = [name for name in peers if name.startswith("rust")]
        for figure in figures:
            values = {name: growth and getattr(growth, figure.attribute) for name, growth in peers.items()}
            verdicts = {
                name: self._verdict(f"{figure.label} ({cases.TITLES[name]})", values[name], figure.gates.get(name),
                                    asserted and name == "rust")
                for name in gated
            }
            rows.append([figure.label, *(_number(v) for v in values.values()),
                         " / ".join(f"{figure.gates[n]:.0f}" for n in gated if n in figure.gates), " / ".join(verdicts.values())])
            data.append({"figure": figure.label, "gate": figure.gates, "verdict": verdicts, **values})
        titles = [cases.TITLES[n] for n in peers]
        self._add(f"{title}: `fn(i64, f64, str) -> f64`, from 1 and 200 exports", key,
                  table(["figure", *titles, "gate", " / ".join(f"{cases.TITLES[n]}" for n in gated)], rows), data)

    def _add(self, title: str, key: str, body: str, data: object) -> None:
        self.sections.append(f"## {title}\n\n{body}")
        self.data[key] = data

    def markdown(self, machine: dict[str, str]) -> str:
        """The whole report."""
        head = "\n".join(f"- {name}: {value}" for name, value in machine.items())
        return "\n\n".join(["# Benchmarks", head, *self.sections])


def _together(verdicts: list[str]) -> str:
    """One word for several verdicts: the worst."""
    for worst in (MISSED, "not measured", OK):
        if worst in verdicts:
            return worst
    return ""


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.1f}" if value < 100 and value != int(value) else f"{value:.0f}"
