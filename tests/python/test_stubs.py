"""Stubs of `tvm-ffi-stubs`: type checkers accept them, and they describe the library."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import json
import shutil
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import pytest
import tvm_ffi
from support import LibraryPath
from support.child import output_of
from support.imported import link, module_file
from support.stubs import PACKAGE, Errors, check_mypy, check_pyright, stubs, write_stubs

TESTS = Path(__file__).parent
SCRIPTS = TESTS / "typing"
# The files for a library with every feature, which the tests of the program compare.
WRITTEN = TESTS.parents[1] / "src/bin/tvm-ffi-stubs/tests"
EXAMPLES = sorted(source.parents[1].name for source in TESTS.parents[1].glob("examples/*/src/lib.rs"))
PACKAGES = ["e2e-kernels", "e2e-cuda", *EXAMPLES]

# Those with `tvm_ffi::python_module!`. Python imports them without a loader.
PYTHON_MODULES = ["e2e-kernels", "quickstart", "tokenizer"]

CHECKERS: dict[str, Callable[[Path], Errors]] = {"mypy": check_mypy, "basedpyright": check_pyright}


@pytest.fixture(scope="module")
def folder(library_path: LibraryPath, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with libraries, their stubs and loaders, and scripts that use them."""
    folder = tmp_path_factory.mktemp("typed")
    for package in PACKAGES:
        library = library_path(package)
        if package in PYTHON_MODULES:
            link(library, folder / module_file(package.replace("-", "_")))
            write_stubs(library, folder)
        else:
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
    assert output_of(f"import sys; sys.path[:0] = [{str(folder)!r}, {str(PACKAGE)!r}]; import uses; print('done')") == "done\n"


def test_the_same_library_gives_the_same_text(library_path: LibraryPath, folder: Path) -> None:
    library = library_path("e2e-kernels")
    printed = stubs(library)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert printed.stdout == (folder / "e2e_kernels.pyi").read_text()
    assert stubs(folder / module_file("e2e_kernels")).stdout == printed.stdout


def parameters_of(function: ast.FunctionDef) -> list[tuple[str, Any, Any]]:
    """Return the names, kinds, and defaults of parameters as a stub has them."""
    parameters = function.args
    kinds = inspect.Parameter
    named = [(one.arg, kinds.POSITIONAL_ONLY) for one in parameters.posonlyargs]
    named += [(one.arg, kinds.POSITIONAL_OR_KEYWORD) for one in parameters.args]
    defaults = [ast.literal_eval(default) for default in parameters.defaults]
    missing = [kinds.empty] * (len(named) - len(defaults))
    shown = [(*one, default) for one, default in zip(named, [*missing, *defaults])]
    if parameters.vararg:
        shown.append((parameters.vararg.arg, kinds.VAR_POSITIONAL, kinds.empty))
    for one, default in zip(parameters.kwonlyargs, parameters.kw_defaults):
        shown.append((one.arg, kinds.KEYWORD_ONLY, kinds.empty if default is None else ast.literal_eval(default)))
    if parameters.kwarg:
        shown.append((parameters.kwarg.arg, kinds.VAR_KEYWORD, kinds.empty))
    return shown


def is_namespace(value: Any) -> bool:
    return value is not None and not isinstance(value, type)


def compare_functions(body: list[ast.stmt], module: Any) -> int:
    """Compare the functions of a stub, and those in namespaces, with the functions of a module."""
    count = 0
    for entry in body:
        if isinstance(entry, ast.ClassDef) and is_namespace(getattr(module, entry.name, None)):
            count += compare_functions(entry.body, getattr(module, entry.name))
        if isinstance(entry, ast.FunctionDef):
            signature = inspect.signature(getattr(module, entry.name))
            expected = parameters_of(entry)
            # A stub leaves a default open that is not a constant of the annotated type.
            is_open = [default is ... for _, _, default in expected]
            found = [
                (one.name, one.kind, ... if leave and one.default is not one.empty else one.default)
                for one, leave in zip(signature.parameters.values(), [*is_open, *[False] * len(signature.parameters)])
            ]
            assert found == expected, entry.name
            count += 1
    return count


@pytest.mark.parametrize("package", PYTHON_MODULES)
def test_signatures_are_those_of_the_stub(
    library_path: LibraryPath, import_library: Callable[[str], ModuleType], package: str
) -> None:
    module = import_library(package)
    compare(module, library_path(package))


@pytest.mark.parametrize("package", [name for name in PACKAGES if name not in PYTHON_MODULES])
def test_signatures_of_a_loader_are_those_of_the_stub(
    library_path: LibraryPath, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.syspath_prepend(PACKAGE)
    import tvm_ffi_rs

    compare(tvm_ffi_rs.load(library_path(package)), library_path(package))


def compare(module: Any, library: Path) -> None:
    """Compare the signatures and the classes of a module with those in its stub."""
    stub = ast.parse(stubs(library).stdout)
    exports = json.loads(tvm_ffi.load_module(str(library)).tvm_ffi_manifest())["exports"]
    assert compare_functions(stub.body, module) == len(exports)
    classes = [entry for entry in stub.body if isinstance(entry, ast.ClassDef) and not is_helper(entry)]
    for entry in classes:
        made = getattr(module, entry.name)
        if not is_namespace(made):
            assert entry.name in dir(module)
            compare_class(entry, made)


def is_helper(entry: ast.ClassDef) -> bool:
    return entry.name.startswith("_")


def compare_class(entry: ast.ClassDef, made: type) -> None:
    """Compare the members and the parents of a class with those in its stub."""
    bases = [base.id for base in entry.bases if isinstance(base, ast.Name)]
    assert [base.__name__ for base in made.__mro__ if base.__name__ in bases] == bases
    for member in entry.body:
        # Before Python 3.12, classes in C have no attribute for their buffers.
        if isinstance(member, ast.FunctionDef) and (member.name != "__buffer__" or sys.version_info >= (3, 12)):
            assert hasattr(made, member.name), f"{entry.name}.{member.name}"


def test_a_python_module_needs_no_loader(library_path: LibraryPath, tmp_path: Path) -> None:
    library = library_path("e2e-kernels")
    message = failure(library, "-o", tmp_path / "e2e_kernels.pyi", "--loader")
    assert f"`{library}` is a Python module, which needs no loader" in message


def test_check_finds_stale_files(library_path: LibraryPath, tmp_path: Path) -> None:
    library = library_path("cpu-kernels")
    path = tmp_path / "cpu_kernels.pyi"
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
    assert failure(tmp_path / "no.so").startswith(f"tvm-ffi-stubs: cannot load `{tmp_path / 'no.so'}`: ")
    (tmp_path / "libno.rlib").write_bytes(b"")
    assert "the crate is built for Rust only, as `libno.rlib`: add `crate-type" in failure(tmp_path / "no.so")
    assert failure(tmp_path) == f"tvm-ffi-stubs: `{tmp_path}` is not a file\n"
    text = tmp_path / "text.so"
    text.write_text("no library")
    assert failure(text).startswith(f"tvm-ffi-stubs: cannot load `{text}`: ")


def test_the_error_for_a_library_without_a_manifest(testing_library: Path) -> None:
    # On Windows, a library in C++ finds no runtime but the one in a file.
    runtime = {"TVM_FFI_LIBRARY": str(tvm_ffi.libinfo.find_libtvm_ffi())} if sys.platform == "win32" else {}
    assert f"`{testing_library}` exports no `tvm_ffi_manifest`" in failure(testing_library, **runtime)


@pytest.fixture
def testing_library() -> Path:
    """Return a library of the same ABI that was not written in Rust."""
    from tvm_ffi import libinfo

    return Path(libinfo._find_library_by_basename("apache-tvm-ffi", "tvm_ffi_testing"))


@pytest.mark.parametrize("package", ["e2e-kernels", "cpu-kernels"])
def test_no_runtime_is_needed(library_path: LibraryPath, package: str) -> None:
    library = library_path(package)
    nowhere = {"TVM_FFI_LIBRARY": None, "VIRTUAL_ENV": None, "CONDA_PREFIX": None, "PATH": ""}
    without, done = stubs(library, **nowhere), stubs(library, TVM_FFI_LIBRARY=str(tvm_ffi.libinfo.find_libtvm_ffi()))
    assert (without.returncode, without.stderr) == (0, "") and "def " in without.stdout
    assert without.stdout == done.stdout
