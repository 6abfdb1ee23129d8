"""What operations of a runtime cost: the shared library in Rust, and the C++ runtime."""

import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from .tools import BENCHES, ROOT, Unavailable, compile_c, run, run_for_stderr, stripped_size

# Bytes of the stripped library.
SIZE_GATE = 1_000_000
# Calls before the count, and those that are counted.
WARM, COUNTED = 20, 500


@dataclass(frozen=True)
class Case:
    """An operation of `c/runtime.c`, with what it is prepared for."""

    name: str
    title: str
    # How many times the instructions of the C++ runtime it may take.
    gate: float = 1.0
    # How many times fewer calls than usual are enough.
    weight: int = 1


def _texts(operation: str, title: str, sizes: tuple[int, ...]) -> list[Case]:
    return [Case(f"{operation}/{size}", f"{title} of {size} bytes") for size in sizes]


CASES = [
    Case("call", "FunctionCall of a C function"),
    Case("references", "IncRef, DecRef"),
    Case("create_function", "FunctionCreate, drop"),
    Case("create_opaque", "ObjectCreateOpaque, drop"),
    Case("get_global/0", "FunctionGetGlobal of 7 bytes, drop", 0.5),
    Case("get_global/1", "FunctionGetGlobal of 34 bytes, drop", 0.5),
    Case("get_global/2", "FunctionGetGlobal, unknown, 7 bytes", 0.5),
    Case("get_global/3", "FunctionGetGlobal, unknown, 62 bytes", 0.5),
    *(Case(f"get_numbered_global/{count}", f"FunctionGetGlobal, the last of {count} more names, drop", 0.5) for count in (100, 1000)),
    Case("key_to_index/0", "TypeKeyToIndex of 4 bytes", 0.5),
    Case("key_to_index/1", "TypeKeyToIndex of 7 bytes", 0.5),
    Case("key_to_index/2", "TypeKeyToIndex of 18 bytes", 0.5),
    Case("key_to_index/3", "TypeKeyToIndex of 53 bytes", 0.5),
    *(Case(f"numbered_key_to_index/{count}", f"TypeKeyToIndex, the last of {count} more keys", 0.5) for count in (100, 1000)),
    Case("get_column/0", "GetTypeAttrColumn of 12 bytes", 0.5),
    Case("get_column/1", "GetTypeAttrColumn of 26 bytes", 0.5),
    Case("get_column/2", "GetTypeAttrColumn, unknown", 0.5),
    Case("get_info/70", "GetTypeInfo"),
    *_texts("make_string", "StringFromByteArray, drop,", (0, 1, 5, 7, 8, 32, 1000)),
    *_texts("make_bytes", "BytesFromByteArray, drop,", (5, 32)),
    *_texts("make_big", "BigIntFromByteArray, drop,", (8, 16, 80)),
    *_texts("own_text", "AnyViewToOwnedAny of a C string, drop,", (5, 32)),
    Case("own_object", "AnyViewToOwnedAny of an object, drop"),
    Case("own_integer", "AnyViewToOwnedAny of an integer"),
    *_texts("raise_error", "error: create, raise, take, drop, texts", (0, 7, 30, 500)),
    Case("raise_text/30", "ErrorSetRaisedFromCStr, take, drop", weight=10),
    Case("mismatch/0", "IndexError of ffi.ArrayGetItem, drop", weight=10),
    Case("mismatch/1", "TypeError of ffi.ArrayGetItem, drop", weight=10),
    *(Case(f"sequence/{size}/0", f"ffi.Array of {size}, drop") for size in (0, 1, 8, 64, 1000)),
    *(Case(f"sequence/{size}/1", f"ffi.List of {size}, drop") for size in (0, 8, 64)),
    *(Case(f"sequence/{size}/2", f"ffi.Shape of {size}, drop") for size in (1, 4)),
    Case("get_item/8/0", "ffi.ArrayGetItem"),
    Case("get_item/8/1", "ffi.ListGetItem"),
    Case("contains/64/0", "ffi.ArrayContains, an unknown integer, 64 elements"),
    Case("contains/64/1", "ffi.ArrayContains, an unknown object, 64 elements"),
    Case("erase_range/64", "ffi.List of 64, ffi.ListEraseRange, drop"),
    *(Case(f"append/{size}", f"ffi.List, {size} appends, drop") for size in (1, 4, 5, 64)),
    *(Case(f"map/{size}/0", f"ffi.Map of {size} integers, drop") for size in (0, 1, 2, 3, 4, 5, 16, 100)),
    *(Case(f"dict/{size}/5", f"ffi.Dict of {size} short texts, drop") for size in (2, 4, 5, 16)),
    Case("map/1000/0", "ffi.Map of 1000 integers, drop", weight=50),
    *(Case(f"map/1000/{size}", f"ffi.Map of 1000 texts of {title} bytes, drop", 1.1, 50)
      for size, title in ((5, "up to 5"), (24, "24"))),
    *(Case(f"find/{size}/0", f"ffi.MapGetItem, each of {size} integers") for size in (1, 2, 4, 5, 16, 100)),
    *(Case(f"find/{size}/24", f"ffi.MapGetItem, each of {size} texts of 24 bytes") for size in (2, 16)),
    *(Case(f"find/1000/{size}", f"ffi.MapGetItem, each of 1000 texts of {title} bytes", 1.1, 50)
      for size, title in ((5, "up to 5"), (24, "24"))),
    *(Case(f"find/{size}/1", f"ffi.MapGetItem, each of {size} objects") for size in (2, 4, 16)),
    *(Case(f"iterate/{size}/0", f"ffi.MapForwardIterFunctor, {size} entries, drop") for size in (4, 16)),
    Case("miss/2/24", "ffi.MapCount, 2 unknown texts in 2"),
    Case("miss/16/24", "ffi.MapCount, 16 unknown texts in 16"),
    *(Case(f"set_item/{size}/5", f"ffi.DictSetItem of a known key, {size} entries") for size in (2, 4, 16)),
    *(Case(f"erase/{size}/5", f"ffi.DictSetItem, ffi.DictErase, {size} entries") for size in (2, 3, 16, 100)),
    *(Case(f"parse_dtype/{i}", f"DataTypeFromString {name!r}")
      for i, name in enumerate(("float32", "int8", "bool", "float8_e4m3fnx4", "bfloat16", "handle", "uint64x65535"))),
    *(Case(f"print_dtype/{i}", f"DataTypeToString {name!r}")
      for i, name in enumerate(("float32", "int8", "bool", "float8_e4m3fnx4", "bfloat16", "handle", "uint64x65535"))),
    Case("module_function/0", "ffi.ModuleGetFunction, unknown"),
    Case("module_function/1", "ffi.ModuleGetFunction with imports, unknown, without any"),
    Case("metadata", "ffi.GetGlobalFuncMetadata, drop"),
    *(Case(f"get_stream/{device}", f"EnvGetStream, device {device}") for device in (0, 7)),
    *(Case(f"set_stream/{device}", f"EnvSetStream, device {device}") for device in (0, 7)),
    Case("check_signals", "EnvCheckSignals"),
    Case("init_once", "HandleInitOnce, known"),
    *(Case(f"import_tensor/{ndim}/{compact}", f"TensorFromDLPack, rank {ndim}, {'no ' * compact}strides, drop")
      for ndim, compact in ((0, 0), (1, 1), (2, 0), (3, 1), (4, 0), (4, 1), (7, 1))),
    Case("import_versioned/2/0", "TensorFromDLPackVersioned, rank 2, drop"),
    Case("export_tensor/2", "TensorToDLPack, drop"),
    Case("export_versioned/2", "TensorToDLPackVersioned, drop"),
    Case("view_tensor/1", "TensorCreateUnsafeView, rank 1, drop"),
    Case("view_tensor/2", "TensorCreateUnsafeView, rank 2, drop"),
]
# The loop itself, which is taken off.
EMPTY = Case("empty", "the loop")


@dataclass
class Figures:
    """Of one operation: those of each library."""

    instructions: dict[str, float] = field(default_factory=dict)
    nanoseconds: dict[str, float] = field(default_factory=dict)


def select(names: list[str]) -> list[Case]:
    """The cases whose name begins with one of `names`; without names, all."""
    return [case for case in CASES if not names or any(case.name.startswith(name) for name in names)]


def build_library() -> Path:
    """The shared library as it is released."""
    return Path(run(["cargo", "xtask", "runtime"], cwd=ROOT).splitlines()[-1])


class Programs:
    """The program that performs the operations, and the libraries."""

    def __init__(self, wheel, out: Path, library: Path | None) -> None:
        self.driver = out / "runtime"
        run(compile_c(wheel, BENCHES / "c" / "runtime.c", self.driver))
        self.libraries = {"cpp": wheel.runtime}
        try:
            self.libraries["rust"] = library or build_library()
        except Unavailable as error:
            print(f"benches: no runtime in Rust: {error}", file=sys.stderr)


def _count(valgrind: str, programs: Programs, library: Path, case: Case) -> float:
    """Instructions of each operation, the loop included."""
    calls = max(COUNTED // case.weight, 4)
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        run_for_stderr([
            valgrind, "--tool=callgrind", f"--callgrind-out-file={out}", "--toggle-collect=measured", "--dump-after=measured",
            programs.driver, library, case.name, max(WARM // case.weight, 2), calls,
        ])
        # The first dump is that of the warm calls.
        found = re.search(r"^(?:summary|totals): (\d+)", Path(f"{out}.2").read_text(), re.MULTILINE)
    if found is None:
        raise Unavailable(f"callgrind never entered `measured` for `{case.name}`")
    return int(found[1]) / calls


def _nanoseconds(programs: Programs, library: Path, case: Case) -> float:
    calls = max(20_000 // case.weight ** 2, 20)
    return min(map(float, run([programs.driver, library, case.name, 1, calls, 3]).split()))


def measure(programs: Programs, selected: list[Case], valgrind: str, rounds: int, workers: int) -> dict[str, Figures]:
    """All operations with both libraries; for the times these take turns. An operation that fails is left out."""
    figures = {case.name: Figures() for case in selected}

    def attempt(of, *arguments) -> float | None:
        try:
            return of(*arguments)
        except Unavailable as error:
            print(f"benches: {error}", file=sys.stderr)
            return None

    jobs = [(name, path, case) for case in selected for name, path in programs.libraries.items()]
    with ThreadPoolExecutor(max_workers=workers) as pool:
        empty = {name: _count(valgrind, programs, path, EMPTY) for name, path in programs.libraries.items()}
        counts = pool.map(lambda job: attempt(_count, valgrind, programs, job[1], job[2]), jobs)
        for (name, _, case), count in zip(jobs, counts):
            if count is not None:
                figures[case.name].instructions[name] = count - empty[name]
    for _ in range(rounds):
        for name, path, case in jobs:
            time = attempt(_nanoseconds, programs, path, case)
            if time is not None:
                times = figures[case.name].nanoseconds
                times[name] = min(time, times.get(name, time))
    return figures


def sizes(programs: Programs, out: Path) -> dict[str, int]:
    """Bytes of each library without symbols."""
    copies = {name: Path(shutil.copy(path, out / f"runtime_{name}.so")) for name, path in programs.libraries.items()}
    return {name: stripped_size(copy) for name, copy in copies.items()}
