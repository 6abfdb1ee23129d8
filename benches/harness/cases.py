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
}


@dataclass(frozen=True)
class Case:
    """One function called with one kind of arguments."""

    function: str
    arguments: str = "x"
    gate: int | None = None
    # In place of `gate`: how many times the count of the C floor is allowed.
    times_c: float | None = None
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

    def gate_beside(self, c_floor: float | None) -> float | None:
        """The gate, where it is one or the count of the C floor is known."""
        if self.times_c is None or c_floor is None:
            return self.gate
        return self.times_c * c_floor

    def applies_to(self, library: str) -> bool:
        return self.only_in is None or library in self.only_in


CASES = (
    Case("noop", gate=8),
    Case("add_one", gate=16),
    Case("add3", gate=30),
    Case("concat", "short", gate=130),
    Case("concat", "long", gate=200),
    Case("concat_rt", "short", only_in=("c",), note="result made by the runtime"),
    Case("concat_rt", "long", only_in=("c",), note="result made by the runtime"),
    Case("scale", "dlt", gate=190),
    Case("scale", "obj", gate=190),
    Case("scale", "odd", note="without strides"),
    Case("check3", "dlt", gate=112),
    Case("check3", "obj", gate=118),
    Case("check3", "odd", gate=600, note="a batch of one with any stride, and no strides"),
    Case("attention", "dlt", times_c=1.5, note="nine tensors, four dimensions, one written"),
    Case("attention", "obj", times_c=1.5, note="the same"),
    Case("sum", gate=100),
    Case("fail", gate=700, raises=True, aliases={"c": "fail_nobt"}, note="C: no traceback"),
    Case("fail_walk", raises=True, aliases={"c": "fail"}, only_in=("c",),
         note="C: traceback by walking the stack"),
    Case("add_one", "badtype", raises=True),
    Case("check3", "mismatch", raises=True),
)

# Gates of the generated libraries.
GATE_BYTES_PER_EXPORT = 700
GATE_FIXED_BYTES = 300_000
GATE_CPU_MS_PER_EXPORT = 10.0
GATE_CLEAN_DEBUG_CPU_S = 9.0


def select(patterns: list[str]) -> list[Case]:
    """The cases whose name or function is in `patterns`; all for an empty list."""
    if not patterns:
        return list(CASES)
    unknown = [p for p in patterns if not any(p in (c.name, c.function) for c in CASES)]
    if unknown:
        raise SystemExit(f"unknown case {', '.join(unknown)}; there are {', '.join(c.name for c in CASES)}")
    return [c for c in CASES if c.name in patterns or c.function in patterns]
