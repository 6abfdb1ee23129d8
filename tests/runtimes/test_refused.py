"""A runtime that is too old: what needs it is an error that says so, and the process goes on."""

from __future__ import annotations

import os

import pytest
import tvm_ffi


def test_what_needs_the_runtime_is_an_error() -> None:
    mod = tvm_ffi.load_module(os.environ["TVM_FFI_TEST_LIBRARY"])
    add = mod.get_function("add")
    assert add(40, 2) == 42
    calls = [("add", 1, "x"), ("make_adder", 1), ("id_vec_i64", [1]), ("arange", 4), ("bail_plain",), ("panic_text",)]
    for name, *arguments in [*calls, ("make_tracked", 1), ("item_new", 5)]:
        with pytest.raises(RuntimeError, match="but this library needs 0.1.8 or a later 0.1.x"):
            mod.get_function(name)(*arguments)
    assert add(40, 2) == 42
