"""What is measured: the cases, their gates, and the libraries they run in."""

from dataclasses import dataclass, field

# Column title of each library, in the order of the tables.
TITLES = {
    "rust": "Rust",
    "rust_lto": "Rust, LTO",
    "c": "C floor",
    "cpp": "C++ headers",
    "cpp_metadata": "C++ with metadata",
    "empty": "empty loop",
    "module": "Rust, imported",
    "pyo3": "PyO3",
    "nanobind": "nanobind",
}


# Goals of the imported module for calls from Python: what it is compared with, and the largest ratio. Shown, never asserted.
PYTHON_GOALS = {
    "import": ("pyo3", 2.0),
    "noop()": ("pyo3", 0.65),
    "add_one(41)": ("pyo3", 0.7),
    "add_one(x=41)": ("pyo3", 0.75),
    "concat short": ("pyo3", 0.8),
    "concat long": ("pyo3", 1.0),
    "sum(list of 8)": ("pyo3", 0.5),
    "check3(3 NumPy arrays)": ("pyo3", 0.3),
    "check3(3 NumPy arrays), GIL held": ("pyo3", 0.2),
    "check3(3 torch tensors)": ("rust", 0.45),
    "copied(NumPy array)": ("rust", 0.25),
    "fail()": ("pyo3", 2.2),
}


@dataclass(frozen=True)
class Case:
    """One function called with one kind of arguments."""

    function: str
    arguments: str = "x"
    gate: int | None = None
    # In place of `gate`: how many times the count of the C++ headers is allowed.
    times_cpp: float | None = None
    raises: bool = False
    # Libraries whose counterpart has another name than `function`.
    aliases: dict[str, str] = field(default_factory=dict, hash=False)
    # Where given, the only libraries that have this case.
    only_in: tuple[str, ...] | None = None
    note: str = ""

    @property
    def name(self) -> str:
        return f"{self.function}/{self.arguments}"

    def function_in(self, library: str) -> str:
        return self.aliases.get(library, self.function)

    @property
    def reflected(self) -> bool:
        """Whether the function is found by reflection, in an object that the library makes."""
        return self.function in ("field", "method")

    @property
    def toggle(self) -> str | None:
        """The function of the driver through which one found by reflection is called."""
        return f"through_{self.function}" if self.reflected else None

    def export_in(self, library: str) -> str:
        """The exported function that a library has to have for the case."""
        return f"new_{self.arguments}" if self.reflected else self.function_in(library)

    def gate_for(self, counts: dict[str, float | None]) -> float | None:
        """The gate, where it is one or the count that it is relative to is known."""
        count = counts.get("cpp")
        return self.gate if self.times_cpp is None or count is None else self.times_cpp * count

    def applies_to(self, library: str) -> bool:
        return self.only_in is None or library in self.only_in


CASES = (
    Case("noop", gate=8),
    Case("add_one", gate=16),
    Case("add3", times_cpp=1.0),
    Case("concat", "short", times_cpp=1.0),
    Case("concat", "long", times_cpp=1.0),
    Case("concat_rt", "short", only_in=("c",), note="result made by the runtime"),
    Case("concat_rt", "long", only_in=("c",), note="result made by the runtime"),
    Case("scale", "dlt", times_cpp=1.0),
    Case("scale", "obj", times_cpp=1.0),
    Case("scale", "odd", times_cpp=3.0, note="without strides"),
    Case("check3", "dlt", times_cpp=1.0),
    Case("check3", "obj", times_cpp=1.0),
    Case("check3", "bits", times_cpp=1.0, note="as `DLTensor*`, at addresses without a bit in common"),
    Case("check3", "odd", times_cpp=1.5, note="a batch of one with any stride, and no strides"),
    Case("attention", "dlt", times_cpp=1.0, note="nine tensors, four dimensions, one written"),
    Case("attention", "obj", times_cpp=1.0, note="the same"),
    Case("sum", times_cpp=1.0),
    # C++ checks neither the owner of the memory nor other threads, so there is no room for a check.
    Case("field", "frozen", times_cpp=1.3, note="an integer field of an object; C++ checks nothing"),
    Case("field", "mutable", times_cpp=1.3, note="of one that can be changed, on any thread; C++ checks nothing"),
    Case("method", "frozen", times_cpp=1.3, note="a method that gives the field"),
    Case("method", "mutable", times_cpp=1.3, note="the same"),
    Case("fail", gate=3000, raises=True, aliases={"c": "fail_nobt"}, note="C: no traceback"),
    Case("fail_walk", raises=True, aliases={"c": "fail"}, only_in=("c",),
         note="C: traceback by walking the stack"),
    Case("fail_panic", raises=True, aliases={"cpp": "fail"}, only_in=("rust", "rust_lto", "cpp"),
         note="an unwinding panic; C++: an exception"),
    Case("add_one", "badtype", raises=True),
    Case("check3", "mismatch", gate=127_000, raises=True, note="the second matrix is refused"),
    Case("attention", "mismatch", gate=147_000, raises=True, note="the last extent of nine tensors is refused"),
)

# Gates of the generated libraries.
GATE_BYTES_PER_EXPORT = 1000
# Above a cdylib that catches a panic and depends on nothing, which the same run builds.
GATE_FIXED_BYTES_ABOVE_PLAIN = 160_000
GATE_CPU_MS_PER_EXPORT = 10.0
# The median, in microseconds. Shown, never asserted.
GOAL_FIRST_CALL_US = 40.0
# The gate of an edit is the figure of PyO3.
GATES_OF_KINDS = {
    "CPU ms of each further tensor export with a contract": 50.0,
    "bytes of each further tensor export with a contract": 3000.0,
    "CPU ms of each further class": 110.0,
    "bytes of each further class": 5000.0,
}
# Times the CPU seconds of PyO3 in the same run.
GATE_CLEAN_DEBUG_OF_PYO3 = 0.5


def select(patterns: list[str]) -> list[Case]:
    """The cases whose name or function is in `patterns`; all for an empty list."""
    if not patterns:
        return list(CASES)
    unknown = [p for p in patterns if not any(p in (c.name, c.function) for c in CASES)]
    if unknown:
        raise SystemExit(f"unknown case {', '.join(unknown)}; there are {', '.join(c.name for c in CASES)}")
    return [c for c in CASES if c.name in patterns or c.function in patterns]
