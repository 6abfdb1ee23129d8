"""Fixtures of the tests of the package. ``cargo xtask test package`` builds the libraries and sets the variables."""

from __future__ import annotations

import os
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
