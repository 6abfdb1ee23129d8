"""The C++ compiler, for libraries that tests compile."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def compiler() -> list[str] | None:
    """Find a C++ compiler: `CXX`, or one under its usual name."""
    if "CXX" in os.environ:
        return shlex.split(os.environ["CXX"])
    found = [name for name in ("c++", "g++", "clang++") if shutil.which(name)]
    return found[:1] or None


def wheel(flag: str) -> list[str]:
    """Ask the installed package for its compiler flags."""
    command = [sys.executable, "-m", "tvm_ffi.config", flag]
    return shlex.split(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def compile_library(path: Path, arguments: list[str]) -> Path:
    """Compile a shared library, or skip the test where there is no compiler."""
    command = compiler()
    if sys.platform == "win32" or command is None:
        pytest.skip("no C++ compiler: set CXX, or install g++")
    # The sanitizer sees an access to freed memory only in code that was compiled for it.
    sanitizer = ["-fsanitize=address"] if "ASAN_OPTIONS" in os.environ else []
    flags = ["-O0", "-Wall", "-fPIC", "-shared", "-pthread", *sanitizer]
    command = [*command, *flags, *arguments, "-o", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.fail(f"{shlex.join(command)}\n{done.stderr}", pytrace=False)
    return path
