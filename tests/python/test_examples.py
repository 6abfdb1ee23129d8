"""The examples run by the commands in their READMEs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Callable

import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SCRIPTS = sorted(EXAMPLES.glob("*/run.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.parent.name)
def test_example_runs(script: Path, library_path: Callable[[str], Path]) -> None:
    library = library_path(script.parent.name)
    done = subprocess.run([sys.executable, str(script), str(library)], capture_output=True, text=True)
    print(done.stdout, done.stderr, sep="\n")
    assert done.returncode == 0
    # Examples print the errors that they provoke to stdout, so text on stderr is a mistake.
    assert done.stderr == ""
    assert done.stdout != ""


def test_every_example_has_a_script() -> None:
    # A program has no script: `cargo xtask test runtimes` runs it.
    packages = {manifest.parent for manifest in EXAMPLES.glob("*/Cargo.toml") if (manifest.parent / "src/lib.rs").exists()}
    assert packages
    assert packages == {script.parent for script in SCRIPTS}
