"""Runs `tvm-ffi-stubs`, and the type checkers over what it wrote."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = "TVM_FFI_TEST_STUBS"

# The folder of the package that loaders import.
PACKAGE = Path(__file__).parents[3] / "python"

# By file: the lines with errors, and their messages.
Errors = dict[str, dict[int, list[str]]]


def stubs(*arguments: object, **variables: str | None) -> subprocess.CompletedProcess[str]:
    """Run the command; `variables` are set in its environment, or removed where they are None."""
    program = os.environ.get(PROGRAM)
    if not program:
        pytest.skip(f"{PROGRAM} is not set: `cargo xtask test python` builds the program")
    environment = dict(os.environ)
    for key, value in variables.items():
        environment.pop(key, None)
        if value is not None:
            environment[key] = value
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, env=environment)


def write_stubs(library: Path, folder: Path, *options: str) -> Path:
    """Write the stub for a library; give its path."""
    path = folder / f"{library.stem.removeprefix('lib')}.pyi"
    done = stubs(library, "-o", path, *options)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return path


def check_mypy(folder: Path) -> Errors:
    """Check all files of a folder with `mypy --strict`."""
    options = ["--strict", "--no-error-summary", "--show-absolute-path", "--no-pretty", "--cache-dir", folder / ".mypy"]
    text = run_checker(["mypy", *options, folder], {0, 1})
    errors: Errors = {}
    for line in text.splitlines():
        found = re.fullmatch(r"(.+?\.pyi?):(\d+): (error|note): (.*)", line)
        assert found, line
        path, number, severity, message = found.groups()
        if severity == "error":
            errors.setdefault(Path(path).name, {}).setdefault(int(number), []).append(message)
    return errors


def check_pyright(folder: Path) -> Errors:
    """Check all files of a folder by Pyright's strict rules."""
    configuration = folder / "pyrightconfig.json"
    configuration.write_text(json.dumps({"typeCheckingMode": "strict", "extraPaths": [str(PACKAGE)]}))
    options = ["--project", configuration, "--pythonpath", sys.executable, "--outputjson"]
    answer = json.loads(run_checker(["basedpyright", *options], {0, 1}))
    assert answer["summary"]["filesAnalyzed"] >= len([*folder.glob("*.py*")])
    errors: Errors = {}
    for found in answer["generalDiagnostics"]:
        if found["severity"] != "information":
            line = found["range"]["start"]["line"] + 1
            errors.setdefault(Path(found["file"]).name, {}).setdefault(line, []).append(found["message"])
    return errors


def run_checker(command: list[object], expected: set[int]) -> str:
    # What instruments the tests is not meant for the checkers.
    environment = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
    module, *arguments = map(str, command)
    done = subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True, env=environment)
    assert done.returncode in expected, done.stdout + done.stderr
    return done.stdout
