"""`tvm-ffi-stubgen` of TVM-FFI reads global functions and classes of this library, and its output works."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from support import LibraryPath
from support.child import output_of

PREFIX = "stubs."


@pytest.fixture(scope="module")
def folder(library_path: LibraryPath, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with the Python package that the command writes for a library."""
    folder, library = tmp_path_factory.mktemp("stubgen"), library_path("e2e-kernels")
    options = ["--dlls", library, "--init-pypkg", "no-such-package", "--init-lib", "e2e_kernels"]
    done = stubgen(*options, "--init-prefix", PREFIX, folder)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


def stubgen(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tvm_ffi.stub.cli", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def written(folder: Path) -> str:
    return (folder / "stubs" / "_ffi_api.py").read_text()


def body(folder: Path, key: str) -> list[str]:
    """Return the lines that were written for a class."""
    start, end = rf"# tvm-ffi-stubgen\(begin\): object/{re.escape(key)}\n", r" *# tvm-ffi-stubgen\(end\)"
    found = re.search(rf"{start}(.*?){end}", written(folder), re.DOTALL)
    assert found
    lines = [line.strip() for line in found[1].splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def test_global_functions_have_their_types(folder: Path) -> None:
    text = written(folder)
    assert "def own(_0: Spot, _1: Tally | None, /) -> OwnedSpot: ..." in text
    assert "def total(_0: Sequence[Spot], /) -> int: ..." in text


def test_classes_have_their_fields_methods_and_parents(folder: Path) -> None:
    assert "class OwnedSpot(Owned):" in written(folder)
    tally = body(folder, "stubs.Tally")
    assert tally[:2] == ["count: int", "names: Sequence[str]"]
    assert "def add(self, _1: int, /) -> int: ..." in tally
    assert "def __len__(self, /) -> int: ..." in tally
    assert "def of(_0: Sequence[str], /) -> Tally: ..." in tally
    assert "def __init__(self, x: int, y: int = ..., *, name: str = ...) -> None: ..." in body(folder, "stubs.Spot")
    assert body(folder, "stubs.OwnedSpot")[0] == "spot: Spot"


def test_the_output_is_up_to_date(folder: Path, library_path: LibraryPath) -> None:
    done = stubgen("--dlls", library_path("e2e-kernels"), "--check", folder)
    assert (done.returncode, done.stderr) == (0, "")


USE = """
import sys
sys.path.insert(0, sys.argv[1])
import stubs

tally = stubs.Tally(3, ["a", "b"])
assert (tally.count, list(tally.names), len(tally)) == (3, ["a", "b"], 2)
assert tally.add(4) == tally.count == 7
tally.names = ["c"]
assert len(tally) == 1
assert isinstance(stubs.Tally.of(["a"]), stubs.Tally)

spot = stubs.Spot(1, name="one")
assert (spot.x, spot.y, spot.name) == (1, 0, "one")
own = stubs.own(spot.plus(stubs.Spot(2, 3)), tally)
assert isinstance(own, stubs.OwnedSpot) and isinstance(own, stubs.Owned)
assert (own.spot.x, own.spot.y, own.owner.count) == (3, 3, 7)
assert stubs.total([spot, own.spot]) == 7
print("done")
"""


def test_the_output_works(folder: Path, library_path: LibraryPath) -> None:
    # The package searches for the library in the folders of `PATH`.
    search_path = os.pathsep.join([str(library_path("e2e-kernels").parent), os.environ["PATH"]])
    assert output_of(USE, folder, PATH=search_path) == "done\n"
