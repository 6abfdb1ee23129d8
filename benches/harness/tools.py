"""Compilers, the tvm-ffi wheel, and the libraries under test."""

import json
import os
import platform
import resource
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

BENCHES = Path(__file__).resolve().parent.parent
ROOT = BENCHES.parent
# -Wno-unused-parameter: the exported signature is fixed, and not every function uses all of it.
CFLAGS = ["-std=c11", "-O3", "-Wall", "-Wextra", "-Wno-unused-parameter"]
CXXFLAGS = ["-std=c++17", "-O3", "-Wall"]
SHARED = ["-fPIC", "-shared"]
METADATA = "-DTVM_FFI_DLL_EXPORT_INCLUDE_METADATA=1"


class Unavailable(Exception):
    """Something this machine or this checkout does not have; the text says what."""


@dataclass(frozen=True)
class Cost:
    """What a finished command used, its children included."""

    cpu: float
    wall: float


def run(command: list, **options) -> str:
    """Runs a command and returns its standard output; `Unavailable` with its last words if it fails."""
    return _finished(command, **options).stdout


def run_both(command: list) -> tuple[str, str]:
    """As `run`, with what the program says on standard error."""
    done = _finished(command)
    return done.stdout, done.stderr


def run_for_stderr(command: list, **options) -> str:
    """As `run`, for a program that reports on standard error."""
    return _finished(command, **options).stderr


def _finished(command: list, *, cwd: Path | None = None,
              env: dict | None = None) -> subprocess.CompletedProcess:
    words = [str(c) for c in command]
    try:
        done = subprocess.run(words, cwd=cwd, env=env, text=True, capture_output=True, check=False)
    except FileNotFoundError:
        raise Unavailable(f"`{words[0]}` is not installed") from None
    if done.returncode != 0:
        raise Unavailable(f"`{' '.join(words)}` failed: {last_words(done.stderr)}")
    return done


def last_words(stderr: str) -> str:
    """The first error of a compiler or of the driver, else the last line."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("error", "driver: ")) or ": error" in line]
    return (errors or lines[-1:] or ["no output"])[0]


def costed(command: list, *, cwd: Path | None = None, env: dict | None = None) -> Cost:
    """Runs a command and counts its CPU time. Not to be called from several threads."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    run(command, cwd=cwd, env=env)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return Cost(cpu, wall)


def tool(variable: str, default: str) -> str:
    """A program by its environment variable, else by its usual name."""
    return os.environ.get(variable, default)


class Wheel:
    """Headers and runtime of the installed `apache-tvm-ffi`."""

    def __init__(self) -> None:
        try:
            self.include = self._config("--includedir")
            self.dlpack = self._config("--dlpack-includedir")
            self.runtime = Path(self._config("--libdir")) / "libtvm_ffi.so"
        except Unavailable as error:
            raise SystemExit(f"benches: {sys.executable} has no `tvm_ffi`: {error}") from None

    @staticmethod
    def _config(flag: str) -> str:
        return run([sys.executable, "-m", "tvm_ffi.config", flag]).strip()

    @property
    def flags(self) -> list[str]:
        return [f"-I{self.include}", f"-I{self.dlpack}"]


def target_dir() -> Path:
    """Where cargo puts its output for this workspace, `CARGO_TARGET_DIR` honoured."""
    text = run(["cargo", "metadata", "--format-version", "1", "--no-deps"], cwd=ROOT)
    return Path(json.loads(text)["target_directory"])


def compile_c(wheel: Wheel, source: Path, output: Path, *extra: str | Path) -> list:
    """The command that compiles one C source, with what else is named."""
    return [tool("CC", "cc"), *CFLAGS, *wheel.flags, f"-I{BENCHES / 'c'}", *extra, source, "-o", output, "-ldl"]


def compile_cxx(wheel: Wheel, source: Path, output: Path, *extra: str | Path) -> list:
    """The command that compiles one C++ source, with what else is named."""
    return [tool("CXX", "c++"), *CXXFLAGS, *wheel.flags, *extra, source, "-o", output]


def build_driver(wheel: Wheel, out: Path) -> Path:
    """The C program that calls the exported functions."""
    run(compile_c(wheel, BENCHES / "c" / "driver.c", out / "driver", "-pthread"))
    return out / "driver"


def build_sweep_driver(wheel: Wheel, out: Path) -> Path:
    """The C++ program that calls the exported functions with arguments of many sizes."""
    folder = wheel.runtime.parent
    linked = ["-rdynamic", f"-L{folder}", f"-Wl,-rpath,{folder}"]
    source, program = BENCHES / "cpp" / "sweep_driver.cc", out / "sweep_driver"
    run([*compile_cxx(wheel, source, program, *linked), "-ltvm_ffi", "-ldl"])
    return program


def build_rust_kernels(out: Path, lto: bool) -> Path:
    """`bench-kernels` in release, and the path cargo reports for it."""
    env = dict(os.environ)
    command = ["cargo", "build", "--release", "--package", "bench-kernels", "--message-format", "json"]
    if lto:
        # Another target directory: else the two builds of the dependencies push each other out.
        env |= {"CARGO_PROFILE_RELEASE_LTO": "fat", "CARGO_TARGET_DIR": str(out / "lto")}
    for line in run(command, cwd=ROOT, env=env).splitlines():
        message = json.loads(line)
        if message.get("reason") == "compiler-artifact" and message["target"]["name"] == "bench_kernels":
            return next(Path(f) for f in message["filenames"] if f.endswith(".so"))
    raise Unavailable("cargo reported no library for `bench-kernels`")


def build_libraries(names: list[str], wheel: Wheel, out: Path) -> dict[str, Path]:
    """Builds the libraries under test; what cannot be built is left out with a line on stderr."""
    builders = {
        "rust": lambda: build_rust_kernels(out, lto=False),
        "rust_lto": lambda: build_rust_kernels(out, lto=True),
        "c": lambda: _build(compile_c(wheel, BENCHES / "c" / "floor.c", out / "floor.so", *SHARED)),
        "cpp": lambda: _build(compile_cxx(wheel, BENCHES / "cpp" / "headers.cc", out / "headers.so", *SHARED)),
    }
    libraries = {}
    for name in names:
        if name in builders:
            try:
                libraries[name] = builders[name]()
            except Unavailable as error:
                print(f"benches: no `{name}` library: {error}", file=sys.stderr)
    return libraries


def build_sweep(libraries: dict[str, Path], wheel: Wheel, out: Path, workers: int) -> tuple[Path, dict[str, list[Path]]]:
    """The driver of the sweep, and the libraries of each peer: those of the other parts, and what is only swept."""
    sources = {"c": ["sweep.c"], "cpp": ["sweep.cc", "sweep_tensors.cc", "sweep_classes.cc"]}
    compilers = {"c": compile_c, "cpp": compile_cxx}
    commands = [(name, compilers[name](wheel, BENCHES / name / source, out / f"{source}.so", *SHARED))
                for name in libraries for source in sources.get(name, [])]
    found = {name: [library] for name, library in libraries.items()}
    with ThreadPoolExecutor(max_workers=workers) as pool:
        driver = pool.submit(build_sweep_driver, wheel, out)
        for (name, _), library in zip(commands, pool.map(_build, [command for _, command in commands])):
            found[name].append(library)
        return driver.result(), found


def _build(command: list) -> Path:
    run(command)
    return Path(command[command.index("-o") + 1])


def exported_functions(library: Path) -> frozenset[str]:
    """The names of the functions a library exports for tvm-ffi."""
    prefix = "__tvm_ffi_"
    symbols = run(["nm", "--dynamic", "--defined-only", "--format=posix", library])
    names = (line.split()[0] for line in symbols.splitlines() if line.strip())
    return frozenset(n.removeprefix(prefix) for n in names if n.startswith(prefix))


def stripped_size(library: Path) -> int:
    """Bytes of the library without symbols and debug information."""
    stripped = library.with_name(library.name + ".stripped")
    run(["strip", "--strip-all", "-o", stripped, library])
    return stripped.stat().st_size


def find_valgrind(install: bool) -> str:
    """The path of valgrind, installed first if `install` says so and it is missing."""
    found = shutil.which("valgrind")
    if found is None and install:
        run(["apt-get", "install", "-y", "valgrind"])
        found = shutil.which("valgrind")
    if found is None:
        raise Unavailable("valgrind is not installed: `apt-get install -y valgrind`, or run with --install")
    return found


def machine() -> dict[str, str]:
    """The versions that the numbers depend on."""
    def version(*command: str) -> str:
        try:
            return run(list(command)).splitlines()[0]
        except Unavailable:
            return "missing"

    code = "import tvm_ffi; print(tvm_ffi.__version__)"
    return {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}",
        "rustc": version("rustc", "--version"),
        "cc": version(tool("CC", "cc"), "--version"),
        "c++": version(tool("CXX", "c++"), "--version"),
        "valgrind": version("valgrind", "--version"),
        "apache-tvm-ffi": version(sys.executable, "-c", code),
    }
