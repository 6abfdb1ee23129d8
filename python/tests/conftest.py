"""Fixtures of the tests of the package. ``cargo xtask test package`` builds the libraries and sets the variables."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

import pytest

# The tests run the package of the checkout; some install it elsewhere.
sys.path.insert(0, str(Path(__file__).parents[1]))

# Rust reads them once a library, when its first error is made.
for _variable in ("RUST_BACKTRACE", "RUST_LIB_BACKTRACE"):
    os.environ.pop(_variable, None)


@pytest.fixture(scope="session")
def library_path():
    """Return the path of the library of a package of the workspace: ``library_path("e2e-kernels")``."""

    def path_of(package):
        stem = package.replace("-", "_")
        names = {"win32": f"{stem}.dll", "darwin": f"lib{stem}.dylib"}
        return Path(os.environ["TVM_FFI_TEST_LIBS"]).absolute() / names.get(sys.platform, f"lib{stem}.so")

    return path_of


@pytest.fixture(scope="session")
def example_prints(library_path):
    """Run `run.py` of `examples/framework_kernels` in a process of its own, as its readers do, and return what it prints."""
    script = Path(__file__).parents[2] / "examples" / "framework_kernels" / "run.py"
    command = [sys.executable, str(script), str(library_path("framework-kernels"))]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture
def kernel(tmp_path, library_path):
    """The folder of a build for this machine, imported as `kernels` does it."""
    from tvm_ffi_rs import _hub, _targets
    from tvm_ffi_rs._wheel import Distribution

    machine = {"AMD64": "x86_64", "arm64": "aarch64"}.get(platform.machine(), platform.machine())
    system = {"linux": "unknown-linux-gnu", "darwin": "apple-darwin", "win32": "pc-windows-msvc"}[sys.platform]
    target = _targets.Target("", f"{machine}-{system}")
    described = Distribution("My.Kernels", "0.3.1", summary="Kernels of a test", license="MIT")
    _hub.write_kernel(tmp_path, described, library_path("framework-kernels"), target, "cpu")
    [folder] = (tmp_path / "build").iterdir()
    assert folder.name == f"tvm-ffi01-cpu-{machine}-{ {'linux': 'linux', 'darwin': 'darwin', 'win32': 'windows'}[sys.platform] }"
    metadata = json.loads((folder / "metadata.json").read_text())
    assert metadata["name"] == "my-kernels" and metadata["version"] == 1 and metadata["python-depends"] == ["tvm-ffi"]
    spec = importlib.util.spec_from_file_location(metadata["id"], folder / "__init__.py")
    sys.modules[metadata["id"]] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    yield module
    for name in [name for name in sys.modules if name.partition(".")[0] == metadata["id"]]:
        del sys.modules[name]
