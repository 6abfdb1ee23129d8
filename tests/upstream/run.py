"""Run upstream's own tests of the runtime on the C++ runtime and on another one, and compare what passes.

Usage: python run.py --library libtvm_ffi.so --folder target/upstream

The sources are those of the installed version of apache-tvm-ffi, from PyPI. Its tests in C++ and in Rust are compiled against the wheel. They run twice:
with the library of the wheel and with `--library`. Only the search path of the loader differs. A test that passes with the first only has to be in
`later.txt`, which lists the tests that need a function the runtime in Rust does not have yet. A test of the list that passes has to leave it.

The exit code is 1 if the list is wrong. Needs a C++ compiler, GoogleTest and cargo.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path

from tvm_ffi import libinfo

VERSION = metadata.version("apache-tvm-ffi")
LATER = Path(__file__).resolve().with_name("later.txt")
# The limit for one test in C++, and for a file of tests in Rust.
SECONDS = 300


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=Path, required=True, help="the runtime to test")
    parser.add_argument("--folder", type=Path, required=True, help="where the sources and the tests are built")
    args = parser.parse_args()
    wheel = Path(libinfo.find_libtvm_ffi()).parent
    sources = download(args.folder.resolve())
    other = runtime_beside_the_wheel(args.library, wheel, args.folder.resolve() / "lib")
    in_cpp = build_cpp(sources, wheel, args.folder.resolve() / "cpp")
    in_rust = build_rust(sources / "rust")
    with_the_wheel, with_the_other = (passed_in_cpp(in_cpp, libraries) | passed_in_rust(in_rust, libraries) for libraries in (wheel, other))
    return report(with_the_wheel, with_the_other)


def download(folder: Path) -> Path:
    """The sources of the installed version."""
    sources = folder / f"apache_tvm_ffi-{VERSION}"
    if not sources.is_dir():
        run([sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--no-binary=apache-tvm-ffi",
             f"--dest={folder}", f"apache-tvm-ffi=={VERSION}"])
        with tarfile.open(f"{sources}.tar.gz") as archive:
            archive.extractall(folder, filter="data")
    return sources


def runtime_beside_the_wheel(library: Path, wheel: Path, folder: Path) -> Path:
    """A folder with `library` and the wheel's testing library, which looks for the runtime in its own folder first."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(library, folder / "libtvm_ffi.so")
    shutil.copy(wheel / "libtvm_ffi_testing.so", folder)
    return folder


def build_cpp(sources: Path, wheel: Path, folder: Path) -> Path:
    """The program with the tests of the core in C++."""
    program = folder / "tests"
    if program.exists():
        return program
    folder.mkdir(parents=True, exist_ok=True)
    compiler = os.environ.get("CXX", "c++")
    tests = sources / "tests" / "cpp"
    include = [f"-I{libinfo.find_include_path()}", f"-I{libinfo.find_dlpack_include_path()}", f"-I{tests}"]
    files = {file: folder / f"{file.stem}.o" for file in sorted(tests.glob("*.cc"))}
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        compiled = [pool.submit(run, [compiler, "-std=c++17", *include, "-c", file, "-o", object]) for file, object in files.items()]
        for result in compiled:
            result.result()
    run([compiler, *files.values(), "-o", program, f"-L{wheel}", "-ltvm_ffi", "-ltvm_ffi_testing", "-lgtest", "-lgtest_main", "-lpthread", "-ldl"])
    return program


def passed_in_cpp(program: Path, libraries: Path) -> set[str]:
    """The tests that pass, each in a process of its own, because a function that is not there ends the process."""
    environment = {**os.environ, "LD_LIBRARY_PATH": str(libraries)}
    passed = set()
    suite = ""
    for line in output([program, "--gtest_list_tests"], environment).splitlines():
        if not line.startswith(" "):
            suite = line.strip()
            continue
        name = suite + line.split("#")[0].strip()
        one = subprocess.run([program, f"--gtest_filter={name}"], env=environment, capture_output=True, timeout=SECONDS, check=False)
        # The program also succeeds if no test has the name.
        if one.returncode == 0 and b"[  PASSED  ] 1 test" in one.stdout:
            passed.add(f"c++ {name}")
    return passed


def build_rust(workspace: Path) -> list[Path]:
    """The programs with the tests of the crate `tvm-ffi-rs`."""
    command = ["cargo", "test", "--no-run", "--package=tvm-ffi", "--tests", "--message-format=json-render-diagnostics"]
    folder = {"CARGO_TARGET_DIR": str(workspace / "target")}
    messages = subprocess.run(command, cwd=workspace, env={**os.environ, **folder}, stdout=subprocess.PIPE, text=True, check=True).stdout
    programs = (json.loads(line).get("executable") for line in messages.splitlines())
    return [Path(program) for program in programs if program]


def passed_in_rust(programs: list[Path], libraries: Path) -> set[str]:
    """The tests that pass. What they write to stderr would get into the lines of their results."""
    environment = {**os.environ, "LD_LIBRARY_PATH": str(libraries)}
    passed = set()
    for program in programs:
        name = program.name.rsplit("-", 1)[0]
        ran = subprocess.run([program], env=environment, capture_output=True, text=True, timeout=SECONDS, check=False)
        passed.update(f"rust {name} {test}" for test in re.findall(r"^test (\S+).* \.\.\. ok$", ran.stdout, re.MULTILINE))
    return passed


def report(with_the_wheel: set[str], with_the_other: set[str]) -> int:
    later = set(LATER.read_text().splitlines())
    missing = with_the_wheel - with_the_other
    for language in ("c++", "rust"):
        of_all, of_these = (sum(name.startswith(language) for name in names) for names in (with_the_wheel, with_the_wheel & with_the_other))
        print(f"{language}: {of_these} of {of_all} tests pass")
    for name in sorted(missing - later):
        print(f"fails, and is not in {LATER.name}: {name}")
    for name in sorted(later - missing):
        print(f"passes, or is not a test, and is in {LATER.name}: {name}")
    return int(missing != later)


def output(command: list[object], environment: dict[str, str]) -> str:
    return subprocess.run(list(map(str, command)), env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def run(command: list[object]) -> None:
    subprocess.run(list(map(str, command)), check=True)


if __name__ == "__main__":
    sys.exit(main())
