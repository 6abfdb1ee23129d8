"""Python processes of their own, for what happens once a process: loading, registering, environment."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

from .package import skip_without

# Long enough for any machine: reached only by a process that hangs.
PATIENCE = 300

# How Rust prints backtraces, and where it looks for a runtime, is for the test to say.
UNWANTED = ("RUST_BACKTRACE", "RUST_LIB_BACKTRACE", "TVM_FFI_LIBRARY")


def run_child(
    script: str, *arguments: object, isolated: bool = False, **variables: str | None
) -> subprocess.CompletedProcess[str]:
    """Run a script; `variables` are set in its environment, or removed where they are None.

    Isolated, the script cannot import what is installed, nor find Python's environment through variables.
    """
    skip_without(script)
    environment = {key: value for key, value in os.environ.items() if key not in UNWANTED}
    for key, value in variables.items():
        environment.pop(key, None)
        if value is not None:
            environment[key] = value
    options = ["-I", "-S"] if isolated else []
    return subprocess.run(
        [sys.executable, *options, "-c", textwrap.dedent(script), *map(str, arguments)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=PATIENCE,
        cwd=Path(__file__).parent,
    )


def output_of(script: str, *arguments: object, warns: bool = False, **options: object) -> str:
    """Run a script that succeeds and prints nothing to stderr, or only warnings; give what it prints to stdout."""
    done = run_child(script, *arguments, **options)  # type: ignore[arg-type]
    print(done.stdout, done.stderr, sep="\n")
    others = [line for line in done.stderr.splitlines() if not (warns and line.startswith("warning: "))]
    assert (done.returncode, others) == (0, [])
    return done.stdout
