"""The build backend: a wheel is built, installed, and run in an environment of its own."""

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

import tvm_ffi_rs
from tvm_ffi_rs import _cache, _cargo, _elf, _inline, _wheel, build
from tvm_ffi_rs._crate import Crate

WORKSPACE = Path(__file__).parents[2]

MANIFEST = """
[package]
name = "wheel-kernels"
version = "1.2.0-rc.1"
edition = "2024"
description = "Kernels of a test"
license = "MIT"
readme = "README.md"

[lib]
crate-type = ["cdylib"]

[dependencies]
tvm-ffi-rs = {{ path = {workspace}, features = [{features}] }}

[package.metadata.tvm-ffi-rs]
dependencies = ["numpy"]

[workspace]
{profile}
"""

SOURCE = """
use tvm_ffi::prelude::*;

/// Doubles a vector.
#[tvm_ffi::export]
fn double(#[shape(n)] x: CpuView<'_, f64, 1>, #[out] #[shape(n)] mut y: CpuViewMut<'_, f64, 1>) {
    for (x, y) in x.iter().zip(y.iter_mut()) {
        *y = 2.0 * x;
    }
}

/// A point.
#[tvm_ffi::object("wheel.Point", eq, hash)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Point {
    /// To the right.
    #[field]
    x: i64,
}

#[tvm_ffi::methods]
impl Point {
    #[init]
    fn new(x: i64) -> Self {
        Point { x }
    }
}
"""

PROJECT = '[build-system]\nrequires = ["tvm-ffi-rs"]\nbuild-backend = "tvm_ffi_rs.build"\n'


@pytest.fixture(scope="module")
def profile():
    """The profile of the tests of `load_inline`, in whose target folder the crates below the kernels are."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", WORKSPACE / "target"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(_cache.FOLDER, str(target / "inline"))
        (target / "inline").mkdir(parents=True, exist_ok=True)
        patch.setenv("CARGO_TARGET_DIR", str(_inline.shared_folder(target / "inline") / "target"))
        patch.delenv("CARGO_INCREMENTAL", raising=False)
        yield _inline.PROFILE


def make_crate(folder, profile, *, is_module, facade=WORKSPACE):
    features, module = ('"python"', "\ntvm_ffi::python_module!(wheel_kernels);\n") if is_module else ("", "")
    (folder / "src").mkdir(parents=True)
    (folder / "Cargo.toml").write_text(MANIFEST.format(workspace=json.dumps(str(facade)), features=features, profile=profile))
    # Cargo asks no registry for the crates that the workspace has.
    shutil.copy(WORKSPACE / "Cargo.lock", folder)
    (folder / "README.md").write_text("# Kernels\n")
    (folder / "LICENSE-MIT").write_text("Anybody may use this.\n")
    (folder / "pyproject.toml").write_text(PROJECT)
    (folder / "src" / "lib.rs").write_text(SOURCE + module)
    return folder


@pytest.fixture
def environment(tmp_path):
    """A clean environment, which only sees the packages that ours has; what is installed is seen first."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    scripts = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    [packages] = (tmp_path / "venv").glob("lib/python*/site-packages") if sys.platform != "win32" else [tmp_path / "venv/Lib/site-packages"]
    others = [sysconfig.get_paths()["purelib"], str(WORKSPACE / "python")]
    (packages / "others.pth").write_text("\n".join(others) + "\n")
    return scripts / "python", packages


def run(environment, script, cwd):
    variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "TVM_FFI_RS_CRATE")}
    ended = subprocess.run([str(environment[0]), "-c", script], cwd=cwd, stdout=subprocess.PIPE, text=True, env=variables)
    assert ended.returncode == 0
    return ended.stdout.split("\n")[:-1]


CALLS = """
import pickle, sys, numpy, wheel_kernels, tvm_ffi_rs
x = numpy.arange(3.0)
out = numpy.empty(3)
wheel_kernels.double(x, **({"y": out} if sys.argv[0] == "module" else {"out": out}))
print(out.tolist())
k = tvm_ffi_rs.load("wheel_kernels")
print(k.double(x).tolist())
assert pickle.loads(pickle.dumps(k.double)) is k.double
assert pickle.loads(pickle.dumps(wheel_kernels.double)) is wheel_kernels.double
assert pickle.loads(pickle.dumps(wheel_kernels.Point)) is wheel_kernels.Point
point = wheel_kernels.Point(3)
print(type(point).__module__, point.x, wheel_kernels.Point is k.Point)
"""


@pytest.mark.parametrize("is_module", [False, True])
def test_a_wheel_is_built_installed_and_run(tmp_path, monkeypatch, environment, profile, is_module):
    crate = make_crate(tmp_path / "crate", profile, is_module=is_module)
    monkeypatch.chdir(crate)
    monkeypatch.setenv(build.STUBS, os.environ["TVM_FFI_TEST_STUBS"])
    name = build.build_wheel(str(tmp_path))
    assert name.startswith("wheel_kernels-1.2.0rc1-py3-none-")
    with zipfile.ZipFile(tmp_path / name) as wheel:
        assert wheel.testzip() is None
        names = wheel.namelist()
        metadata = wheel.read("wheel_kernels-1.2.0rc1.dist-info/METADATA").decode()
        assert wheel.read("wheel_kernels-1.2.0rc1.dist-info/licenses/LICENSE-MIT") == b"Anybody may use this.\n"
        wheel.extractall(environment[1])
    assert {"wheel_kernels/__init__.pyi", "wheel_kernels/py.typed"} <= set(names)
    assert ("wheel_kernels/__init__.py" in names) is not is_module
    runtime = "apache-tvm-ffi>=0.1.8" if is_module else f"tvm-ffi-rs>={tvm_ffi_rs.__version__}"
    assert "Name: wheel-kernels\nVersion: 1.2.0rc1\nSummary: Kernels of a test\nLicense-Expression: MIT\nLicense-File: LICENSE-MIT\n" in metadata
    assert f"Requires-Dist: {runtime}\nRequires-Dist: numpy\n" in metadata and metadata.endswith("\n# Kernels\n")
    calls = CALLS.replace("sys.argv[0]", repr("module" if is_module else "loader"))
    assert run(environment, calls, tmp_path) == ["[0.0, 2.0, 4.0]"] * 2 + ["wheel_kernels 3 True"]


MIXED = """
import sys, pickle
import my_pkg, my_pkg.helpers
from my_pkg import _native
assert "tvm_ffi" not in sys.modules
print(my_pkg.doubled(4), my_pkg.helpers.NAME, my_pkg.Point(3).x)
assert pickle.loads(pickle.dumps(my_pkg.Point)) is my_pkg.Point and my_pkg.Point.__module__ == _native.__name__ == "my_pkg._native"
"""


def make_mixed_crate(folder, profile):
    crate = make_crate(folder, profile, is_module=True)
    manifest = (crate / "Cargo.toml").read_text()
    manifest = manifest.replace('dependencies = ["numpy"]', 'package = "python/my_pkg"').replace('["python"]', '["python", "embedded"]')
    (crate / "Cargo.toml").write_text(manifest)
    source = SOURCE + "#[tvm_ffi::export]\nfn twice(x: i64) -> i64 {\n    2 * x\n}\n\ntvm_ffi::python_module!(_native);\n"
    (crate / "src" / "lib.rs").write_text(source)
    package = crate / "python" / "my_pkg"
    (package / "__pycache__").mkdir(parents=True)
    (package / "__pycache__" / "old.pyc").write_text("")
    (package / "__init__.py").write_text("from ._native import Point, twice\n\n\ndef doubled(x):\n    return twice(x)\n")
    (package / "helpers.py").write_text('NAME = "helper"\n')
    (package / "data").mkdir()
    (package / "data" / "table.bin").write_bytes(b"\0\xff")
    return crate


def test_a_library_in_a_package_of_python(tmp_path, monkeypatch, environment, profile):
    crate = make_mixed_crate(tmp_path / "crate", profile)
    monkeypatch.chdir(crate)
    monkeypatch.setenv(build.STUBS, os.environ["TVM_FFI_TEST_STUBS"])
    name = build.build_wheel(str(tmp_path))
    with zipfile.ZipFile(tmp_path / name) as wheel:
        names = {path for path in wheel.namelist() if path.startswith("my_pkg/")}
        assert wheel.read("my_pkg/data/table.bin") == b"\0\xff"
        assert "Requires-Dist" not in wheel.read("wheel_kernels-1.2.0rc1.dist-info/METADATA").decode()
        wheel.extractall(environment[1])
    library = "my_pkg/_native.pyd" if sys.platform == "win32" else "my_pkg/_native.so"
    assert names == {f"my_pkg/{file}" for file in ("__init__.py", "helpers.py", "data/table.bin", "_native.pyi")} | {library}
    assert run(environment, MIXED, tmp_path) == ["8 helper 3"]
    # An editable installation has the files of the crate.
    shutil.rmtree(environment[1] / "my_pkg")
    editable = build.build_editable(str(tmp_path))
    with zipfile.ZipFile(tmp_path / editable) as wheel:
        wheel.extractall(environment[1])
    (crate / "python" / "my_pkg" / "helpers.py").write_text('NAME = "edited"\n')
    assert run(environment, MIXED, tmp_path) == ["8 edited 3"]
    (crate / "python" / "my_pkg" / "__init__.py").unlink()
    with pytest.raises(RuntimeError, match="there is no `.*__init__.py`"):
        build.build_wheel(str(tmp_path))


REQUIREMENTS = WORKSPACE / "tests" / "python" / "requirements.txt"
UNREACHABLE = ("connection broken", "ConnectionError", "timed out")


class Clean:
    """An environment without packages, and the pip of this one, which works on it."""

    def __init__(self, folder):
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        self.python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        self.variables = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CARGO_INCREMENTAL")}

    def pip(self, *args, cwd=None):
        command = [sys.executable, "-m", "pip", "--python", str(self.python), *map(str, args), "--quiet", "--disable-pip-version-check"]
        return subprocess.run(command, cwd=cwd, env=self.variables, capture_output=True, text=True)

    def install(self, *args):
        done = self.pip("install", "--no-index", *args)
        assert done.returncode == 0, done.stderr


@pytest.fixture
def clean(tmp_path):
    made = Clean(tmp_path / "clean")
    # The rest comes from no index.
    done = made.pip("install", "--retries=1", "--no-compile", f"--constraint={REQUIREMENTS}", "apache-tvm-ffi", "numpy", "setuptools==80.9.0")
    if done.returncode != 0 and any(text in done.stderr for text in UNREACHABLE):
        pytest.skip(f"the package index cannot be reached: {done.stderr.strip().splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    return made


@pytest.fixture
def repository(tmp_path):
    """The sources of this package and of the crates: the build of the package writes into its folder."""
    folder = tmp_path / "repository"
    shutil.copytree(WORKSPACE / "python", folder / "python", ignore=shutil.ignore_patterns("tests", "build", "*.egg-info"))
    for file in [WORKSPACE / "Cargo.toml", WORKSPACE / "CHANGELOG.md", *WORKSPACE.glob("[LRs]*"), *WORKSPACE.glob("tvm-ffi-*")]:
        (folder / file.name).symlink_to(file)
    return folder


INLINE = """
import numpy, tvm_ffi_rs
source = {source!r}
k = tvm_ffi_rs.load_inline("my_kernels", source)
print(k.double(numpy.arange(3.0)).tolist())
"""


def test_wheels_of_this_package_and_of_a_crate_work_in_a_clean_environment(tmp_path, clean, profile, repository):
    archive = "import setuptools.build_meta; print(setuptools.build_meta.build_sdist('..'))"
    archive = subprocess.run([clean.python, "-c", archive], cwd=repository / "python", check=True, capture_output=True, text=True).stdout.split()[-1]
    contents = []
    for source, folder in ((repository / "python", tmp_path / "direct"), (repository / archive, tmp_path / "from_archive")):
        done = clean.pip("wheel", source, "--no-deps", "--no-build-isolation", f"--wheel-dir={folder}")
        assert done.returncode == 0, done.stderr
        [wheel] = folder.iterdir()
        contents.append(files_of(wheel))
    assert contents[0] == contents[1] and f"tvm_ffi_rs-{tvm_ffi_rs.__version__}.dist-info/licenses/LICENSE" in contents[0]
    packaged = {name.partition("/crates/")[2] for name in contents[0] if "/crates/" in name}
    assert packaged == set(published_files())
    clean.install(wheel)

    # The lines of the guide: the backend is built from the folder, and used in an environment of its own.
    [crates] = (tmp_path / "clean").rglob("crates")
    crate = make_crate(tmp_path / "crate", profile, is_module=False, facade=crates)
    # The versions that `load_inline` below takes, so that cargo builds them once.
    (crate / "Cargo.lock").unlink()
    (crate / "pyproject.toml").write_text(PROJECT.replace("tvm-ffi-rs", f"tvm-ffi-rs @ {(repository / 'python').as_uri()}"))
    done = clean.pip("wheel", ".", "--no-deps", f"--wheel-dir={tmp_path}", cwd=crate)
    assert done.returncode == 0, done.stderr
    [wheel] = tmp_path.glob("wheel_kernels-*.whl")
    clean.install(wheel)
    shutil.rmtree(crate)
    shutil.rmtree(repository)
    script = CALLS.replace("sys.argv[0]", "'loader'") + "print(sorted(path for path in sys.path if 'site-packages' in path))"
    *printed, paths = run((clean.python, None), script, tmp_path)
    assert printed == ["[0.0, 2.0, 4.0]"] * 2 + ["wheel_kernels 3 True"]
    assert paths.count("site-packages") == 1 and str(tmp_path) in paths
    # The crate is that in the wheel.
    assert run((clean.python, None), INLINE.format(source=SOURCE), tmp_path) == ["[0.0, 2.0, 4.0]"]


def files_of(wheel):
    with zipfile.ZipFile(wheel) as opened:
        return sorted(opened.namelist())


def published_files():
    """The files that cargo would publish of all crates, without those that it makes."""
    made = {".cargo_vcs_info.json", "Cargo.lock", "Cargo.toml.orig"}
    for folder in [".", *(file.parent.name for file in WORKSPACE.glob("tvm-ffi-*/Cargo.toml"))]:
        command = ["cargo", "package", "--list", "--allow-dirty", "--offline", "--manifest-path", str(WORKSPACE / folder / "Cargo.toml")]
        listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        yield from ((Path(folder) / name).as_posix() for name in listed if name not in made)


def test_an_editable_installation_follows_the_build(tmp_path, monkeypatch, environment, profile):
    crate = make_crate(tmp_path / "crate", profile, is_module=True)
    monkeypatch.chdir(crate)
    with zipfile.ZipFile(tmp_path / build.build_editable(str(tmp_path))) as wheel:
        wheel.extractall(environment[1])
    script = "import numpy, tvm_ffi_rs; print(tvm_ffi_rs.load('wheel_kernels').double(numpy.arange(3.0)).tolist())"
    assert run(environment, script, tmp_path) == ["[0.0, 2.0, 4.0]"]
    (crate / "src" / "lib.rs").write_text((crate / "src" / "lib.rs").read_text().replace("2.0 * x", "3.0 * x"))
    subprocess.run(["cargo", "build", "--release", "--quiet"], cwd=crate, check=True)
    assert run(environment, script, tmp_path) == ["[0.0, 3.0, 6.0]"]


def test_an_archive_of_the_sources(tmp_path, monkeypatch, profile):
    monkeypatch.chdir(make_crate(tmp_path / "crate", profile, is_module=False))
    name = build.build_sdist(str(tmp_path))
    with tarfile.open(tmp_path / name) as archive:
        names = {member.partition("/")[2] for member in archive.getnames()}
    assert name == "wheel_kernels-1.2.0rc1.tar.gz"
    assert {"Cargo.toml", "PKG-INFO", "pyproject.toml", "src/lib.rs", "README.md", "LICENSE-MIT"} <= names


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("dependencies = [\"numpy\"]", "dependency = []"), "has an unknown key `dependency`, expected one of: dependencies, features"),
        (('crate-type = ["cdylib"]', ""), r'builds no shared library: add `crate-type = \["cdylib"\]`'),
        (("[lib]", "[lib"), "Cargo.toml"),
    ],
)
def test_mistakes_in_the_manifest(tmp_path, monkeypatch, profile, change, message):
    crate = make_crate(tmp_path / "crate", profile, is_module=False)
    (crate / "Cargo.toml").write_text((crate / "Cargo.toml").read_text().replace(*change))
    monkeypatch.chdir(crate)
    with pytest.raises(RuntimeError, match=message):
        build.build_wheel(str(tmp_path))


@pytest.mark.parametrize("dependency", ['tvm-ffi-rs = "0.1"', 'ffi = { package = "tvm-ffi-rs", version = "0.1", features = ["python"] }'])
def test_the_crate_of_the_public_registry_is_refused(tmp_path, monkeypatch, profile, dependency):
    crate = make_crate(tmp_path / "crate", profile, is_module=False)
    text = (crate / "Cargo.toml").read_text()
    given = next(line for line in text.splitlines() if line.startswith("tvm-ffi-rs = "))
    (crate / "Cargo.toml").write_text(text.replace(given, dependency))
    monkeypatch.chdir(crate)
    monkeypatch.setattr(_cargo, "build", lambda *_, **__: pytest.fail("cargo was started"))
    with pytest.raises(RuntimeError, match=r'^`tvm-ffi-rs` is not in the public registry: write `tvm-ffi-rs = \{ path = "/path/to/tvm-ffi" \}` in .*, or `git = ...`$'):
        build.build_wheel(str(tmp_path))


def test_the_command_for_stubs_comes_from_where_the_crate_does(tmp_path, profile):
    folder = make_crate(tmp_path / "crate", profile, is_module=False)
    assert Crate.in_folder(folder).facade() == f'--path "{WORKSPACE}"'
    text = (folder / "Cargo.toml").read_text()
    (folder / "Cargo.toml").write_text(text.replace(f"path = {json.dumps(str(WORKSPACE))}", 'git = "https://a.example/tvm-ffi", rev = "12"'))
    assert Crate.in_folder(folder).facade() == "tvm-ffi-rs --git https://a.example/tvm-ffi"


def test_license_files(tmp_path, profile):
    folder = make_crate(tmp_path / "crate", profile, is_module=False)
    text = (folder / "Cargo.toml").read_text()
    (folder / "Cargo.toml").write_text(text.replace('license = "MIT"', 'license-file = "terms.txt"\nlicense = "MIT/Apache-2.0"'))
    distribution = Crate.in_folder(folder).distribution("x")
    assert [file.name for file in distribution.license_files] == ["terms.txt"]
    assert "License-Expression: MIT OR Apache-2.0\nLicense-File: terms.txt\n" in distribution.metadata()
    # A crate of a workspace, whose license is that of all crates.
    shutil.move(folder, tmp_path / "all" / "crate")
    (tmp_path / "all" / "Cargo.toml").write_text('[workspace]\nmembers = ["crate"]\n')
    (tmp_path / "all" / "COPYING").write_text("All of it.\n")
    (tmp_path / "all" / "crate" / "LICENSE-MIT").unlink()
    (tmp_path / "all" / "crate" / "Cargo.toml").write_text(text.partition("\n[workspace]")[0])
    assert Crate.in_folder(tmp_path / "all" / "crate").license_files() == [tmp_path / "all" / "COPYING"]


def test_the_oldest_runtime_is_that_of_this_package():
    assert f'dependencies = ["{build.RUNTIME}"]' in (WORKSPACE / "python" / "pyproject.toml").read_text()


def test_metadata_has_one_place(tmp_path, monkeypatch, profile):
    crate = make_crate(tmp_path / "crate", profile, is_module=False)
    (crate / "pyproject.toml").write_text(PROJECT + '\n[project]\nname = "x"\n')
    monkeypatch.chdir(crate)
    with pytest.raises(RuntimeError, match=r"remove \[project\] from pyproject.toml"):
        build.build_wheel(str(tmp_path))


def test_versions_of_python():
    for version, expected in {"1.0.0": "1.0.0", "1.0.0-alpha.2": "1.0.0a2", "0.1.0-rc": "0.1.0rc0", "1.0.0+meta": "1.0.0"}.items():
        assert _wheel.python_version(version) == expected
    with pytest.raises(ValueError, match="has no form in Python"):
        _wheel.python_version("1.0.0-x.y")


@pytest.mark.skipif(sys.platform != "linux", reason="reads ELF files")
def test_the_tag_is_that_of_the_newest_symbol(library_path, monkeypatch):
    file = _elf.File(library_path("cpu-kernels"))
    assert "libc.so.6" in set(file.needed()) and file.machine in _elf.MACHINES.values()
    versions = ["GLIBC_2.2.5", "GLIBC_2.34", "GLIBC_2.4", "GCC_3.0"]
    for needed, found, tag in (
        (["libc.so.6", "libm.so.6"], versions, "manylinux_2_34_x"),
        (["libc.so.6"], ["GLIBC_2.2.5"], "manylinux_2_17_x"),
        (["libc.so.6", "libcudart.so.12"], versions, "linux_x"),
        (["libc.musl-x86_64.so.1"], [], "musllinux_1_2_x"),
    ):
        monkeypatch.setattr(_elf.File, "needed", lambda self, needed=needed: needed)
        monkeypatch.setattr(_elf.File, "versions", lambda self, found=found: found)
        monkeypatch.setattr(_elf, "MACHINES", {})
        assert _elf.platform_tag(library_path("cpu-kernels"), "x") == tag
