"""Run the tests on the GPU of this machine, and write the results.

Usage: python3 run.py [--out FOLDER] [-k EXPRESSION] [--only tests,sanitizer,bench]

`cargo xtask gpu` makes the folder of this script. It needs Python with PyTorch, NumPy, and pytest. It uses CuPy, JAX, Triton, a CUDA compiler, and
compute-sanitizer if they are installed. It installs only the package in `wheels`, into a temporary folder.

Writes RESULTS.md and the output of each part into FOLDER (default: gpu-results), and prints RESULTS.md. The exit code is 0 if nothing failed, also
on a machine without a GPU, where everything is skipped; 1 if something failed; and 2 if the tests cannot run.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

import gpu

HERE = Path(__file__).resolve().parent
# The limit for one part. Tests that start processes have their own limits in addition.
SECONDS = 1800
PACKAGES = ("torch", "numpy", "apache-tvm-ffi", "cupy-cuda13x", "cupy-cuda12x", "jax", "triton", "pytest")

# Each tool with its selection of tests. One test needs dependent launches to overlap, which sanitizers prevent; racecheck is slow.
SANITIZERS = {
    "memcheck": ["test_launches.py", "test_numerics.py", "-k", "not test_a_pair_of_kernels"],
    "racecheck": ["test_launches.py", "test_numerics.py", "-k", "not test_a_pair_of_kernels and not 1048576 and not 4194304"],
    "synccheck": ["test_launches.py", "test_numerics.py", "-k", "not test_a_pair_of_kernels and not 1048576 and not 4194304"],
}
TOOL_FOUND_ERRORS = 99


@dataclass
class Outcome:
    """The result of one part."""

    name: str
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    # A failure other than of tests: the part crashed, took too long, or found errors.
    broken: str | None = None
    remarks: list[str] = field(default_factory=list)

    @property
    def is_bad(self) -> bool:
        return self.failed > 0 or self.broken is not None

    def row(self) -> str:
        verdict = self.broken or ("FAILED" if self.failed else "passed" if self.passed else "skipped")
        return f"| {self.name} | {verdict} | {self.passed} | {self.failed} | {self.skipped} |"


def one_line(text: str | None, length: int = 300) -> str:
    return " ".join((text or "").split())[:length]


def read_report(path: Path, outcome: Outcome) -> None:
    """Read the report of pytest."""
    skips: Counter[str] = Counter()
    for case in ElementTree.parse(path).iter("testcase"):
        name = case.get("name") or case.get("classname")
        problem = next((child for child in case if child.tag in ("failure", "error")), None)
        skip = case.find("skipped")
        if problem is not None:
            outcome.failed += 1
            outcome.remarks.append(f"FAILED {name}: {one_line(problem.get('message'))}")
        elif skip is not None:
            outcome.skipped += 1
            # For a skipped file the reason is only in the text, at the end of a tuple.
            reason = skip.get("message") or ""
            skips[one_line(skip.text if reason == "collection skipped" else reason)] += 1
        else:
            outcome.passed += 1
        for note in case.iter("property"):
            outcome.remarks.append(f"{name}: {one_line(note.get('value'))}")
    outcome.remarks += [f"skipped {count}: {reason}" for reason, count in skips.items()]


class Run:
    """One run: its folders, and the environment of the programs that it starts."""

    def __init__(self, out: Path, packages: Path, expression: str | None) -> None:
        self.out = out
        self.expression = expression
        path = [str(packages), os.environ.get("PYTHONPATH", "")]
        self.environment = dict(os.environ, PYTHONPATH=os.pathsep.join(filter(None, path)), PYTHONDONTWRITEBYTECODE="1")
        # `ninja` is next to the interpreter, whose virtual environment may not be activated.
        self.environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        # Settings of the user that would change the tests.
        for name in ("TVM_FFI_CUDA_DRIVER", "TVM_FFI_CUDA_LAUNCH_BLOCKING", "TVM_FFI_CUDA_CACHE", "TVM_FFI_GPU_TEST_DEVICE"):
            self.environment.pop(name, None)

    def start(self, name: str, command: list[str], **variables: str) -> tuple[int | None, str]:
        """Run a program, with its output in the log `name`. Return the exit code, `None` if it took too long, and the output."""
        log = self.out / f"{name}.log"
        print(f"==> {name}", flush=True)
        with log.open("w") as file:
            try:
                code: int | None = subprocess.run(
                    command,
                    cwd=HERE,
                    env=self.environment | variables,
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    timeout=SECONDS,
                    check=False,
                ).returncode
            except subprocess.TimeoutExpired:
                code = None
        return code, log.read_text(errors="replace")

    def pytest(self, name: str, arguments: list[str], before: list[str] | None = None, **variables: str) -> Outcome:
        """Run pytest, under another program if one is given."""
        outcome, report = Outcome(name), self.out / f"{name}.xml"
        report.unlink(missing_ok=True)
        command = [*(before or []), sys.executable, "-m", "pytest", f"--junitxml={report}", *arguments]
        code, output = self.start(name, command, **variables)
        if report.is_file():
            read_report(report, outcome)
        if code is None:
            outcome.broken = f"FAILED: took more than {SECONDS} s"
        elif before and code == TOOL_FOUND_ERRORS:
            summary = [line for line in output.splitlines() if "ERROR SUMMARY" in line or "RACECHECK SUMMARY" in line]
            outcome.broken = "FAILED: " + one_line(" ".join(summary[-1:])).strip("= ")
        elif code not in (0, 1, 5) or not report.is_file():
            # 1: a test failed; 5: none was selected.
            outcome.broken = f"FAILED: exit code {code}"
            outcome.remarks.append("the end of its output: " + one_line(output[-1000:], 1000))
        return outcome

    def tests(self) -> list[Outcome]:
        """Run each file of tests in a separate process, so that none affects the next."""
        selection = ["-k", self.expression] if self.expression else []
        return [self.pytest(path.stem, [path.name, *selection]) for path in sorted(HERE.glob("test_*.py"))]

    def sanitizer(self) -> list[Outcome]:
        tool = shutil.which("compute-sanitizer") or shutil.which("compute-sanitizer", path="/usr/local/cuda/bin")
        if tool is None:
            return [Outcome("compute-sanitizer", remarks=["skipped: there is no `compute-sanitizer` on PATH or in /usr/local/cuda/bin"])]
        outcomes = []
        for name, arguments in SANITIZERS.items():
            # PyTorch makes calls that are expected to fail, so API errors are not reported. Without its cache each array is a separate allocation.
            before = [tool, "--tool", name, "--report-api-errors", "no", "--error-exitcode", str(TOOL_FOUND_ERRORS)]
            outcome = self.pytest(name, ["-m", "sanitized", *arguments], before, PYTORCH_NO_CUDA_MEMORY_CACHING="1")
            outcomes.append(outcome)
        return outcomes

    def bench(self) -> tuple[bool, str]:
        code, output = self.start("bench", [sys.executable, "bench_launch.py"])
        if code == 0:
            return True, output[output.find("Nanoseconds on the host") :]
        return False, f"FAILED with exit code {code}: {one_line(output[-1000:], 1000)}"


def install(packages: Path) -> str | None:
    """Install the package in `wheels` into a folder. Return the problem, if there is one."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--no-deps"]
    command += ["--find-links", str(HERE / "wheels"), "--target", str(packages), "apache-tvm-ffi"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    if subprocess.run([sys.executable, "-c", "import tvm_ffi"], capture_output=True, check=False).returncode == 0:
        print(f"the `apache-tvm-ffi` that is installed is used, since none in {HERE / 'wheels'} is for Python {platform.python_version()}")
        return None
    return f"`apache-tvm-ffi` cannot be installed from {HERE / 'wheels'}: {one_line(done.stderr)}"


def why_not() -> str | None:
    """Return the reason why the tests cannot run with this Python, if they cannot."""
    for code in ("import numpy", "import pytest", "import torch", "import torch; torch.zeros(1, device='cuda')"):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            return f"`{code}` fails in {sys.executable}: {one_line(done.stderr[-300:])}"
    return None


def answer(*command: str) -> str:
    """Return the output of a program on one line; an empty text if the program is missing."""
    try:
        return one_line(subprocess.run(command, capture_output=True, text=True, check=False).stdout)
    except OSError:
        return ""


def machine(packages: Path | None) -> list[str]:
    """Describe the machine and what is installed."""
    query = "--query-gpu=name,compute_cap,driver_version,memory.total"
    compiler = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    versions = {"Python": platform.python_version()}
    for distribution in metadata.distributions(path=[*([str(packages)] if packages else []), *sys.path]):
        name = (distribution.metadata["Name"] or "").lower().replace("_", "-")
        if name in PACKAGES:
            versions.setdefault(name, distribution.version)
    return [
        f"- date: {datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d %H:%M} UTC",
        f"- GPU, compute capability, driver, memory: {answer('nvidia-smi', query, '--format=csv,noheader') or 'none'}",
        f"- CUDA compiler: {answer(compiler, '--version')[-60:] or 'none'}",
        f"- system: {platform.platform()}, {os.cpu_count()} processors",
        f"- versions: {', '.join(f'{name} {version}' for name, version in versions.items())}",
    ]


def table(title: str, outcomes: list[Outcome]) -> list[str]:
    lines = ["", f"## {title}", "", "| group | | passed | failed | skipped |", "|---|---|---:|---:|---:|"]
    lines += [outcome.row() for outcome in outcomes]
    remarks = [f"- {outcome.name}: {remark}" for outcome in outcomes for remark in outcome.remarks]
    return [*lines, *([""] if remarks else []), *remarks]


def report(out: Path, lines: list[str]) -> None:
    text = "\n".join(["# Results", "", *lines, ""])
    (out / "RESULTS.md").write_text(text)
    print(f"\n{text}\nwritten to {out / 'RESULTS.md'}")


def without_gpu(out: Path, reason: str) -> int:
    names = [path.stem for path in sorted(HERE.glob("test_*.py"))] + ["compute-sanitizer", "bench"]
    lines = [*machine(None), "", f"**Nothing was run: {reason}.**", ""]
    report(out, [*lines, *(f"- {name}: skipped: {reason}" for name in names)])
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("gpu-results"), metavar="FOLDER")
    parser.add_argument("-k", dest="expression", metavar="EXPRESSION", help="only tests that pytest selects by this")
    parser.add_argument("--only", default="tests,sanitizer,bench", metavar="PARTS", help="of: tests,sanitizer,bench")
    options = parser.parse_args()
    out = options.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    reason = gpu.why_none()
    if reason is not None:
        return without_gpu(out, reason)
    with tempfile.TemporaryDirectory() as folder:
        packages = Path(folder)
        # Otherwise all tests would be skipped, and none would fail.
        problem = why_not() or install(packages)
        if problem is not None:
            print(f"error: {problem}", file=sys.stderr)
            return 2
        run, parts = Run(out, packages, options.expression), options.only.split(",")
        lines, is_bad = machine(packages), False
        for part, title in (("tests", "Tests"), ("sanitizer", "compute-sanitizer")):
            if part in parts:
                outcomes = getattr(run, part)()
                is_bad = is_bad or any(outcome.is_bad for outcome in outcomes)
                lines += table(title, outcomes)
        if "bench" in parts:
            is_good, text = run.bench()
            is_bad = is_bad or not is_good
            lines += ["", "## Launches", "", text]
        report(out, lines)
    return 1 if is_bad else 0


if __name__ == "__main__":
    sys.exit(main())
