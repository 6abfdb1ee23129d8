"""A library that is imported in each version of Python, in subinterpreters, in other orders, and many times."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Callable

import numpy as np
import pytest
from support import LibraryPath, module_calls
from support.imported import import_file
from support.memory import MANY, memory_stays_flat, needs_many_calls

SITE_PACKAGES = str(Path(np.__file__).parents[1])
VERSIONS = ["3.9", "3.10", "3.11", "3.12", "3.13", "3.14"]


@pytest.fixture(scope="module")
def folder(library_path: LibraryPath, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a folder with the module."""
    folder = tmp_path_factory.mktemp("module")
    import_file("e2e_kernels", library_path("e2e-kernels"), folder)
    return str(folder)


def interpreter(version: str) -> str:
    """Find a version of Python, or skip the test."""
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    for path in sorted(home.glob(f"versions/{version}.*/bin/python")):
        return str(path)
    if sys.platform == "win32" and version == "{}.{}".format(*sys.version_info):
        return sys.executable
    path = shutil.which(f"python{version}")
    if path is None or subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode != 0:
        pytest.skip(f"this machine has no Python {version}")
    return path


def output(command: list[str], **variables: str) -> str:
    """Run a program without the variables that lead to a runtime."""
    environment = {key: value for key, value in os.environ.items() if key not in ("VIRTUAL_ENV", "TVM_FFI_LIBRARY")}
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env={**environment, **variables})
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


@pytest.mark.parametrize("version", VERSIONS)
def test_one_file_serves_each_version(folder: str, version: str) -> None:
    assert output([interpreter(version), module_calls.__file__, folder]) == "called\n"


def test_a_debug_build_counts_the_references(folder: str) -> None:
    python = shutil.which("python3-dbg")
    if python is None:
        pytest.skip("no `python3-dbg`: `apt-get install python3-dbg`")
    same = "import sys; print(sys.version_info[:2])"
    # Packages with compiled code are those of the version.
    packages = [SITE_PACKAGES] if output([python, "-c", same]) == output([sys.executable, "-c", same]) else []
    assert output([python, module_calls.__file__, folder, *packages]) == "counted\n"


SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
with_own_gil = sys.argv[2] == "own"
if sys.version_info >= (3, 13):
    own = interpreters.create("isolated" if with_own_gil else "legacy")
elif sys.version_info >= (3, 10):
    own = interpreters.create(isolated=with_own_gil)
else:
    own = interpreters.create()
interpreters.run_string(own, f'''
import sys
sys.path.insert(0, {sys.argv[1]!r})
try:
    import e2e_kernels
except ImportError as error:
    print("ImportError:", error, flush=True)
''')
sys.path.insert(0, sys.argv[1])
import e2e_kernels
print(e2e_kernels.add(1, 2))
"""


@pytest.mark.parametrize("version", ["3.12", "3.13"])
def test_a_subinterpreter_with_its_own_gil_refuses_the_import(folder: str, version: str) -> None:
    lines = output([interpreter(version), "-W", "ignore", "-c", SUBINTERPRETER, folder, "own"]).splitlines()
    assert lines == ["ImportError: module e2e_kernels does not support loading in subinterpreters", "3"]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_subinterpreter_that_shares_the_gil_refuses_the_import(folder: str, version: str) -> None:
    lines = output([interpreter(version), "-W", "ignore", "-c", SUBINTERPRETER, folder, "shared"]).splitlines()
    assert lines == ["ImportError: the module is only imported in the main interpreter, not in subinterpreters", "3"]


ORDER = """
import sys
sys.path.insert(0, sys.argv[1])
for name in sys.argv[2:]:
    __import__(name)
import e2e_kernels
assert e2e_kernels.id_str("a text that is long") == "a text that is long"
try:
    e2e_kernels.parse_i32("x")
except ValueError:
    pass
import numpy as np
assert e2e_kernels.gil_with_tensor(np.zeros(3, np.float32)) is False
assert list(e2e_kernels.id_array([1, 2])) == [1, 2]
"""


@pytest.mark.parametrize(
    "names", ["e2e_kernels tvm_ffi numpy", "tvm_ffi e2e_kernels", "numpy e2e_kernels tvm_ffi", "torch e2e_kernels", "e2e_kernels torch"]
)
def test_imports_in_each_order(folder: str, names: str) -> None:
    if "torch" in names:
        pytest.importorskip("torch")
    # A virtual environment that is not activated: no variable leads to it.
    output([sys.executable, "-c", ORDER, folder, *names.split()], PATH="/nowhere")


FORKS = """
import os, signal, sys, threading, time
import numpy as np
sys.path.insert(0, sys.argv[1])
WITH_PACKAGE = sys.argv[2] == "tvm_ffi"
if WITH_PACKAGE:
    # A call that imports it in a thread leaves Python's lock of the import to the child.
    import tvm_ffi

def error(module):
    try:
        module.parse_i32("x")
    except ValueError:
        return True

CALLS = {
    "a number": lambda module: module.add(1, 2) == 3,
    "a text": lambda module: module.id_str("a text that is long") == "a text that is long",
    "an array": lambda module: module.row_sums(np.ones(2), np.ones(())) is None,
}
if WITH_PACKAGE:
    CALLS = {"a list": lambda module: list(module.id_array([1, 2])) == [1, 2], "an error": error}

def in_a_child(function):
    child = os.fork()
    if child == 0:
        # A child that hangs ends by this.
        signal.alarm(5)
        os._exit(0 if function() else 1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])

def forks_meanwhile(call, delay):
    import e2e_kernels
    thread = threading.Thread(target=call, args=(e2e_kernels,))
    thread.start()
    time.sleep(delay)
    return in_a_child(lambda: call(e2e_kernels)) == 0

for name, call in CALLS.items():
    codes = [in_a_child(lambda: forks_meanwhile(call, count % 4 / 2000)) for count in range(20)]
    print(name, "answered" if codes == [0] * 20 else codes)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform has no forks")
@pytest.mark.parametrize(("before", "names"), [("", ["a number", "a text", "an array"]), ("tvm_ffi", ["a list", "an error"])])
def test_a_fork_during_a_first_call_leaves_a_child_that_answers(folder: str, before: str, names: list[str]) -> None:
    # Newer versions of Python warn that the process has threads.
    quiet = [sys.executable, "-W", "ignore::DeprecationWarning"]
    assert output([*quiet, "-c", FORKS, folder, before]).splitlines() == [f"{name} answered" for name in names]


def all_calls(module: ModuleType) -> module_calls.Calls:
    """List the calls of all kinds."""
    kinds = (module_calls.plain_calls, module_calls.native_calls, module_calls.other_calls)
    return {name: call for calls in kinds for name, call in calls(module).items()}


def test_threads_make_all_calls(import_library: Callable[[str], ModuleType]) -> None:
    calls = all_calls(import_library("e2e-kernels"))
    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(module_calls.repeat, calls, 20) for _ in range(8)]:
            done.result()


@needs_many_calls
def test_memory_stays_flat(import_library: Callable[[str], ModuleType]) -> None:
    module = import_library("e2e-kernels")
    # Calls through `tvm_ffi` take ten times as long, and other tests repeat them too.
    slow = module_calls.other_calls(module)
    for name, call in all_calls(module).items():
        many = MANY // 5 if name in slow else MANY
        module_calls.repeat({name: call}, 1000)
        with memory_stays_flat(many):
            module_calls.repeat({name: call}, many)
