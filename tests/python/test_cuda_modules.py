"""The module of `examples/ptx_module`, with a driver that records launches."""

from __future__ import annotations

from pathlib import Path

from support import LibraryPath
from support.child import run_child
from support.driver import VARIABLE

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/ptx_module"

SCRIPT = """
import runpy, sys
sys.path.insert(0, {tests!r})
import tvm_ffi
from support.driver import Driver
from support.gpu import device_tensor

example, library, fixture, driver = sys.argv[1:]
driver, fixture = Driver(driver), tvm_ffi.load_module(fixture)
script = runpy.run_path(example)
module = script["save_and_load"](tvm_ffi.load_module(library))
x, y = (device_tensor(fixture, 1000, dtype="float32", device="cuda:1") for _ in range(2))
script["call_all"](module, x, y)
for launch in driver.launches():
    print(launch.kernel, launch.grid, launch.block, [len(value) for value in launch.parameters], launch.parameters[2:])
for arguments in [(y, x, 2.0, 1000), (y, x, 1, 1), (y, x, 2.0, 1000, 1, 1, 1), (y, x, x, 1000, 1, 1), (y,)]:
    try:
        module["scale"](*arguments)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
assert driver.launches() == []
"""


def test_the_example_launches(driver_path: str, library_path: LibraryPath) -> None:
    script = SCRIPT.format(tests=str(Path(__file__).parent))
    libraries = [library_path("ptx-module"), library_path("e2e-cuda"), driver_path]
    done = run_child(script, EXAMPLE / "run.py", *libraries, **{VARIABLE: driver_path})
    print(done.stdout, done.stderr, sep="\n")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    two, half, n = (bytes.fromhex(text) for text in ("00000040", "0000003f", "e8030000"))
    assert f"scale (8, 1, 1) (128, 1, 1) [8, 8, 4, 4] {(two, n)}" in lines
    assert f"axpy (8, 1, 1) (128, 1, 1) [8, 8, 4, 4] {(half, n)}" in lines
    assert lines[-5:] == [
        "TypeError expected int, got float",
        "TypeError scale takes more than 2 arguments",
        "TypeError scale takes 4 arguments, and got 5",
        "TypeError scale: parameter 2 has 4 bytes, unlike its argument",
        "TypeError scale: expected arguments, and the numbers of blocks and threads",
    ]
