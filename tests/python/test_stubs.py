"""Stubs of `tvm-ffi-stubs`: type checkers accept them, and they describe the library."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path
from typing import Callable

import pytest
from support import LibraryPath
from support.child import output_of
from support.stubs import Errors, check_mypy, check_pyright, stubs, write_stubs

TESTS = Path(__file__).parent
SCRIPTS = TESTS / "typing"
# The files for a library with every feature, which the tests of the program compare.
WRITTEN = TESTS.parents[1] / "src/bin/tvm-ffi-stubs/tests"
EXAMPLES = sorted(manifest.parent.name for manifest in TESTS.parents[1].glob("examples/*/Cargo.toml"))
PACKAGES = ["e2e-kernels", "e2e-cuda", *EXAMPLES]

CHECKERS: dict[str, Callable[[Path], Errors]] = {"mypy": check_mypy, "basedpyright": check_pyright}


@pytest.fixture(scope="module")
def folder(library_path: LibraryPath, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with libraries, their stubs and loaders, and scripts that use them."""
    folder = tmp_path_factory.mktemp("typed")
    for package in PACKAGES:
        library = library_path(package)
        shutil.copy(library, folder)
        write_stubs(library, folder, "--loader")
    for file in (*WRITTEN.glob("kernels.py*"), *SCRIPTS.glob("*.py")):
        shutil.copy(file, folder)
    return folder


@pytest.fixture(scope="module", params=CHECKERS)
def errors(request: pytest.FixtureRequest, folder: Path) -> Errors:
    """Check the whole folder once with each type checker."""
    if not importlib.util.find_spec(request.param):
        pytest.skip(f"{request.param} is not installed: `cargo xtask test types` installs it")
    return CHECKERS[request.param](folder)


def test_checkers_accept_all_but_misuses(errors: Errors) -> None:
    assert {name: found for name, found in errors.items() if name != "misuses.py"} == {}


def test_checkers_refuse_misuses(errors: Errors) -> None:
    lines = (SCRIPTS / "misuses.py").read_text().splitlines()
    expected = {number for number, line in enumerate(lines, 1) if "# wrong" in line}
    found = errors.get("misuses.py", {})
    assert sorted(found) == sorted(expected), found


def test_uses_run(folder: Path) -> None:
    assert output_of(f"import sys; sys.path.insert(0, {str(folder)!r}); import uses; print('done')") == "done\n"


def test_the_same_library_gives_the_same_text(library_path: LibraryPath, folder: Path) -> None:
    library = library_path("e2e-kernels")
    printed = stubs(library)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert printed.stdout == (folder / "e2e_kernels.pyi").read_text()
    assert stubs(folder / library.name).stdout == printed.stdout


def test_check_finds_stale_files(library_path: LibraryPath, tmp_path: Path) -> None:
    library = library_path("quickstart")
    path = tmp_path / "quickstart.pyi"
    missing = stubs(library, "-o", path, "--check")
    assert (missing.returncode, path.exists()) == (1, False)
    assert f"`{path}` is stale" in missing.stderr
    write_stubs(library, tmp_path, "--loader")
    assert stubs(library, "-o", path, "--loader", "--check").returncode == 0
    for file in (path, path.with_suffix(".py")):
        text = file.read_text()
        file.write_text(text + "\n")
        stale = stubs(library, "-o", path, "--loader", "--check")
        assert (stale.returncode, stale.stdout) == (1, "")
        assert f"`{file}` is stale" in stale.stderr
        assert file.read_text() == text + "\n"
        file.write_text(text)


def failure(*arguments: object, **variables: str | None) -> str:
    done = stubs(*arguments, **variables)
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


def test_the_error_for_a_file_that_is_not_a_library(tmp_path: Path) -> None:
    assert failure(tmp_path / "no.so").startswith(f"tvm-ffi-stubs: cannot read `{tmp_path / 'no.so'}`: ")
    assert failure(tmp_path) == f"tvm-ffi-stubs: `{tmp_path}` is not a file\n"
    text = tmp_path / "text.so"
    text.write_text("no library")
    assert failure(text).startswith(f"tvm-ffi-stubs: cannot load `{text}`: ")


def test_the_error_for_a_library_without_a_manifest(testing_library: Path) -> None:
    assert f"`{testing_library}` exports no `tvm_ffi_manifest`" in failure(testing_library)


@pytest.fixture
def testing_library() -> Path:
    """Return a library of the same ABI that was not written in Rust."""
    from tvm_ffi import libinfo

    return Path(libinfo._find_library_by_basename("apache-tvm-ffi", "tvm_ffi_testing"))


def test_the_error_without_a_runtime(library_path: LibraryPath) -> None:
    nowhere = {"TVM_FFI_LIBRARY": "/no/such/file", "VIRTUAL_ENV": None, "CONDA_PREFIX": None, "PATH": ""}
    message = failure(library_path("quickstart"), **nowhere)
    assert message.startswith("tvm-ffi-stubs: ")
    assert "no TVM-FFI runtime found" in message or "/no/such/file" in message
