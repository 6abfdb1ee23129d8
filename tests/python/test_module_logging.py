"""Records of the crate `log`, for Python's `logging`."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Callable

import pytest
from support.imported import import_file


@pytest.fixture(scope="module")
def module(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    imported = import_library("e2e-kernels")
    imported.start_logging()
    return imported


def test_records_have_what_python_shows(module: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(1)
    module.write_records(7)
    assert [(one.name, one.levelno, one.getMessage()) for one in caplog.records] == [
        ("e2e_kernels.logs", logging.ERROR, "error 7"),
        ("e2e_kernels.logs", logging.WARNING, "100%s of 7"),
        ("e2e.special", logging.INFO, "info 7"),
        ("e2e_kernels.logs", logging.DEBUG, "debug 7"),
        ("e2e_kernels.logs", 5, "trace 7"),
    ]
    assert {one.filename for one in caplog.records} == {"logs.rs"} and caplog.records[0].lineno > 10


def test_python_decides_what_is_shown(module: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)
    module.write_records(1)
    assert len(caplog.records) == 2
    caplog.clear()
    caplog.set_level(logging.INFO, "e2e.special")
    module.write_records(1)
    assert [one.levelname for one in caplog.records] == ["ERROR", "WARNING", "INFO"]
    caplog.clear()
    caplog.set_level(logging.ERROR, "e2e_kernels")
    module.write_records(1)
    assert [one.levelname for one in caplog.records] == ["ERROR"]


def test_records_of_other_threads(module: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    module.write_on_threads(8)
    assert sorted(one.getMessage() for one in caplog.records) == [f"thread {index}" for index in range(8)]


def test_a_handler_that_fails(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    failures: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda failure: failures.append(failure.exc_value))

    def fail(_: logging.LogRecord) -> bool:
        raise KeyError("a filter")

    logger = logging.getLogger("e2e_kernels.logs")
    logger.addFilter(fail)
    try:
        module.write_records(1)
    finally:
        logger.removeFilter(fail)
    assert [type(one) for one in failures] == [KeyError, KeyError]


def test_the_end_of_the_interpreter(library_path: Callable[[str], Path], tmp_path: Path) -> None:
    import_file("e2e_kernels", library_path("e2e-kernels"), tmp_path)
    script = """
import sys, logging
sys.path.insert(0, sys.argv[1])
logging.basicConfig(stream=sys.stdout)
import e2e_kernels
e2e_kernels.start_logging()
kept = e2e_kernels.SaysGoodbye()
e2e_kernels.keep_object(e2e_kernels.SaysGoodbye())
e2e_kernels.SaysGoodbye()
"""
    done = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, ""), done
    assert done.stdout.startswith("WARNING:e2e.end:goodbye"), done
