"""Wheels for other platforms, linked by zig on this machine. ``cargo xtask test targets`` installs what it needs and runs them.

The platforms in the files are compared with what `auditwheel` and `lief` say.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import lief
import pytest
from packaging.utils import parse_wheel_filename

WORKSPACE = Path(__file__).parents[3]
EXAMPLE = WORKSPACE / "examples" / "framework_kernels"
TARGETS = os.environ.get(
    "TVM_FFI_TEST_TARGETS",
    "manylinux2014_x86_64,manylinux2014_aarch64,musllinux_1_2_x86_64,win_amd64,macosx_11_0_arm64,macosx_10_12_x86_64",
)
TAGS = {name: name.replace("manylinux2014", "manylinux_2_17") for name in TARGETS.split(",")}


def build(out, *args, folder=EXAMPLE):
    command = [sys.executable, "-m", "tvm_ffi_rs.build", "--out", str(out), *args]
    variables = {**os.environ, "PYTHONPATH": str(WORKSPACE / "python")}
    done = subprocess.run(command, cwd=folder, env=variables, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0
    return [Path(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="session")
def wheels(tmp_path_factory):
    """The wheels of the example, and for each the folder that it is unpacked in, by their tags."""
    out = tmp_path_factory.mktemp("dist")
    found = {}
    for wheel in build(out, "--target", TARGETS):
        *_, tags = parse_wheel_filename(wheel.name)
        [tag] = tags
        found[tag.platform] = wheel, out / tag.platform
        zipfile.ZipFile(wheel).extractall(out / tag.platform)
    return found


def library_in(folder):
    [library] = (file for file in (folder / "framework_kernels").iterdir() if file.suffix in (".so", ".dll", ".dylib"))
    return library


def exports(library):
    return {symbol.name.removeprefix("_" if library.suffix == ".dylib" else "") for symbol in lief.parse(str(library)).exported_functions}


def test_all_are_there(wheels):
    assert sorted(wheels) == sorted(TAGS.values())


@pytest.mark.parametrize("tag", TAGS.values())
def test_the_file_is_for_the_platform_and_has_the_exports(wheels, tag):
    wheel, folder = wheels[tag]
    library = library_in(folder)
    found = lief.parse(str(library))
    names = exports(library)
    assert {"__tvm_ffi_rms_norm", "__tvm_ffi_rms_norm_bwd", "__tvm_ffi_silu_mul"} <= names
    if "linux" in tag:
        assert library.suffix == ".so" and ".init_array" in {section.name for section in found.sections}
    elif "macosx" in tag:
        major, minor = map(int, tag.split("_")[1:3])
        machine = {"arm64": lief.MachO.Header.CPU_TYPE.ARM64, "x86_64": lief.MachO.Header.CPU_TYPE.X86_64}[tag.split("_", 3)[3]]
        command = found.build_version or found.version_min
        version = command.minos if found.build_version else command.version
        assert version[:2] == [major, minor] and found.header.cpu_type == machine
        # Registration is a constructor.
        assert {"__mod_init_func", "__init_offsets"} & {section.name for section in found.sections}
        assert all(name.startswith("/usr/lib/") for name in (one.name for one in found.libraries) if not name.endswith(library.name))
    else:
        assert found.header.machine == lief.PE.Header.MACHINE_TYPES.AMD64
        assert not [name for name in (one.name.lower() for one in found.imports) if name.startswith(("lib", "python"))]
    with zipfile.ZipFile(wheel) as opened:
        [name] = (name for name in opened.namelist() if name.endswith(".cyclonedx.json"))
        listed = json.loads(opened.read(name))
    assert ("windows-link" in {one["name"] for one in listed["components"]}) is tag.startswith("win")


@pytest.mark.parametrize("tag", [tag for tag in TAGS.values() if tag.startswith("manylinux")])
def test_auditwheel_gives_the_same_tag(wheels, tag):
    done = subprocess.run([sys.executable, "-m", "auditwheel", "show", "--json", str(wheels[tag][0])], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["overall_tag"] == tag


CALLS = """
import sys, numpy, framework_kernels
assert framework_kernels.__file__.startswith(sys.argv[1])
x = numpy.ones((2, 4), numpy.float32)
print(sys.version_info[:2], framework_kernels.rms_norm(x, x[0], 0.0).tolist())
"""


def interpreters():
    """Those of this machine with NumPy and `tvm_ffi`: each has an environment from `cargo xtask ci`, or is this one."""
    found = {sys.executable: platform.python_version_tuple()[:2]}
    for folder in sorted((WORKSPACE / "target").glob("python-3.*")):
        python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
        if python.exists():
            found[str(python)] = tuple(folder.name.partition("-")[2].split("."))
    return found


@pytest.mark.skipif(platform.machine() != "x86_64" or sys.platform != "linux", reason="runs the wheel for Linux on x86-64")
def test_one_file_runs_on_every_python(wheels, tmp_path):
    _, folder = wheels["manylinux_2_17_x86_64"]
    for python, version in interpreters().items():
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(WORKSPACE / "python")])}
        done = subprocess.run([python, "-c", CALLS, str(folder)], cwd=tmp_path, env=variables, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"({', '.join(version)}) [[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]\n"


# What `cargo xtask test windows` has set up.
WINDOWS = WORKSPACE / "target" / "windows"
IN_WINE = {"WINEPREFIX": str(WINDOWS / "prefix"), "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "dbghelp,msvcp140,vcruntime140,vcruntime140_1=n,b"}


def test_the_wheel_for_windows_runs_in_wine(wheels, tmp_path):
    python = WINDOWS / "python" / "python.exe"
    if "win_amd64" not in wheels or not python.exists():
        pytest.skip("no wheel for Windows is built, or there is no CPython for it: `cargo xtask test windows` sets it up")
    folder, script = (f"Z:{path}".replace("/", "\\") for path in (wheels["win_amd64"][1], tmp_path / "calls.py"))
    (tmp_path / "calls.py").write_text(CALLS)
    package = f"Z:{WORKSPACE / 'python'}".replace("/", "\\")
    variables = {**os.environ, **IN_WINE, "PYTHONPATH": f"{folder};{package}"}
    # Wine has no handle for the file into which pytest captures errors.
    done = subprocess.run(["wine", str(python), script, folder], env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "(3, 13) [[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]\n"


MUSL = r"""
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

typedef struct { int32_t type_index; uint32_t zero; int64_t value; } Any;

int main(int count, char** files) {
  void* library = dlopen(files[1], RTLD_NOW);
  if (!library) return puts(dlerror()), 1;
  int (*call)(void*, const Any*, int32_t, Any*) = (int (*)(void*, const Any*, int32_t, Any*))dlsym(library, files[2]);
  if (!call) return puts(dlerror()), 1;
  Any argument = {1, 0, 41}, result = {0, 0, 0};
  if (call(NULL, &argument, 1, &result)) return 1;
  return printf("%d\n", (int)result.value), 0;
}
"""
LOADER = Path("/lib/ld-musl-x86_64.so.1")
MANIFEST = """
[package]
name = "musl-kernels"
version = "0.1.0"
edition = "2024"

[lib]
crate-type = ["cdylib"]

[dependencies]
tvm-ffi-rs = {{ path = {workspace}, features = ["python", "embedded"] }}

[workspace]
"""
SOURCE = "#[tvm_ffi::export]\nfn add_one(x: i64) -> i64 {\n    x + 1\n}\n\ntvm_ffi::python_module!(musl_kernels);\n"


@pytest.mark.skipif("musllinux_1_2_x86_64" not in TAGS or platform.machine() != "x86_64", reason="no library for musl is built, or none that runs here")
def test_a_library_runs_on_musl(tmp_path):
    if not LOADER.exists():
        pytest.skip(f"there is no {LOADER}: the package `musl` of Debian has it")
    crate = tmp_path / "crate"
    (crate / "src").mkdir(parents=True)
    (crate / "Cargo.toml").write_text(MANIFEST.format(workspace=json.dumps(str(WORKSPACE))))
    (crate / "src" / "lib.rs").write_text(SOURCE)
    shutil.copy(WORKSPACE / "Cargo.lock", crate)
    [wheel] = build(tmp_path, "--target", "musllinux_1_2_x86_64", folder=crate)
    zipfile.ZipFile(wheel).extractall(tmp_path)
    (tmp_path / "call.c").write_text(MUSL)
    program = tmp_path / "call"
    command = [sys.executable, "-m", "ziglang", "cc", "-target", "x86_64-linux-musl", "-dynamic", str(tmp_path / "call.c"), "-o", str(program)]
    subprocess.run(command, check=True)
    called = [str(LOADER), str(program), str(tmp_path / "musl_kernels" / "__init__.so"), "__tvm_ffi_add_one"]
    done = subprocess.run(called, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "42\n"), done.stdout + done.stderr


LOADED = """
import sys, numpy
from pathlib import Path
from kernels import get_local_kernel
kernel = get_local_kernel(Path(sys.argv[1]), backend="cpu", trust_remote_code=True)
x = numpy.ones((2, 4), numpy.float32)
print(kernel.rms_norm(x, x[0], 0.0).tolist())
"""


@pytest.mark.skipif(platform.machine() != "x86_64" or sys.platform != "linux", reason="runs the kernel for Linux on x86-64")
def test_hugging_face_loads_the_kernel(tmp_path, wheels):
    [folder] = build(tmp_path, "--target", "manylinux2014_x86_64", "--hf", "cpu")
    assert folder == tmp_path / "build" / "tvm-ffi01-cpu-x86_64-linux"
    done = subprocess.run([sys.executable, "-c", LOADED, str(tmp_path)], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "[[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]\n"
