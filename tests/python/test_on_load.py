"""`#[tvm_ffi::on_load]`: when the function runs, and the effect of its error."""

from __future__ import annotations

import pytest
from support import LibraryPath
from support.child import output_of

SCRIPT = """
    import sys, tvm_ffi
    mod = tvm_ffi.load_module(sys.argv[1])
    OnLoad = tvm_ffi.register_object("e2e.OnLoad")(type("OnLoad", (tvm_ffi.Object,), {}))
    calls = mod.runs, tvm_ffi.get_global_func("e2e_onload.runs"), lambda: OnLoad().answer(), mod.runs
    for call in calls:
        try:
            print(call())
        except Exception as error:
            print(type(error).__name__, str(error).splitlines()[0].rpartition(": ")[2])
"""


@pytest.mark.parametrize("value", [None, "globals"])
def test_it_runs_once(library_path: LibraryPath, value: str | None) -> None:
    found = output_of(SCRIPT, library_path("e2e-onload"), E2E_ON_LOAD=value)
    assert found.split() == ["1", "1", "42", "1"]


@pytest.mark.parametrize(
    "value, error",
    [
        ("fail", "ValueError the environment says no"),
        ("panic", "RuntimeError the environment says panic"),
    ],
)
def test_its_error_is_raised_by_each_use(library_path: LibraryPath, value: str, error: str) -> None:
    found = output_of(SCRIPT, library_path("e2e-onload"), E2E_ON_LOAD=value)
    assert found.splitlines() == [error] * 4


def test_without_a_runtime_it_runs_at_the_first_use(library_path: LibraryPath) -> None:
    script = """
        import ctypes, sys
        ctypes.CDLL(sys.argv[1])
        import tvm_ffi
        mod = tvm_ffi.load_module(sys.argv[1])
        print(mod.runs(), mod.runs())
    """
    assert output_of(script, library_path("e2e-onload")) == "1 1\n"
