"""Options of pytest for the tests on a GPU."""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sanitized: is also run under compute-sanitizer")
