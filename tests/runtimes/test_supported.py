"""Functions, classes, and tensors with one version of the runtime: a feature that it lacks raises an error, and all others work.

``cargo xtask test runtimes`` runs this once for each version of `apache-tvm-ffi`, which it installs and names in
``TVM_FFI_TEST_RUNTIME``.
"""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import tvm_ffi
from support.classes import register_classes

LIBRARY = Path(os.environ["TVM_FFI_TEST_LIBRARY"])
# `0.1.13.post2` is (0, 1, 13).
RUNTIME = tuple(int(part) for part in os.environ["TVM_FFI_TEST_RUNTIME"].split(".")[:3])


@pytest.fixture(scope="module")
def mod() -> tvm_ffi.Module:
    return tvm_ffi.load_module(str(LIBRARY))


@pytest.fixture(scope="module")
def classes(mod: tvm_ffi.Module) -> SimpleNamespace:
    return register_classes(mod)


def test_the_runtime_is_the_one_under_test() -> None:
    assert os.environ["TVM_FFI_TEST_RUNTIME"] in tvm_ffi.__file__


def test_functions(mod: tvm_ffi.Module) -> None:
    assert mod.add(40, 2) == 42
    assert mod.repeat("ab", 9) == "ab" * 9
    assert list(mod.id_vec_i64([1, 2, 3])) == [1, 2, 3]
    assert mod.join(["a", "b"], "-") == "a-b"
    assert mod.look_up({"one": 1}, "one") == 1
    assert mod.look_up({"one": 1}, "two") is None
    assert mod.make_adder(2)(3) == 5
    assert mod.call(lambda value: value + 1, 1) == 2


def test_errors(mod: tvm_ffi.Module) -> None:
    with pytest.raises(TypeError, match="add: argument #1 `b`: expected int, got str"):
        mod.add(1, "x")
    with pytest.raises(IndexError):
        mod.bail_index(5)
    with pytest.raises(RuntimeError, match="panicked at"):
        mod.panic_format(1)
    with pytest.raises(ValueError, match="loading the settings: reading `x`: invalid digit"):
        mod.with_context("x")
    with pytest.raises(KeyError):
        mod.call({}.__getitem__, "missing")


def test_tensors(mod: tvm_ffi.Module) -> None:
    x = np.arange(4, dtype=np.float64)
    assert mod.sum_vector(x) == 6
    assert mod.sum_vector(tvm_ffi.from_dlpack(x)) == 6
    mod.double(x)
    assert x.tolist() == [0, 2, 4, 6]
    assert np.from_dlpack(mod.arange(4)).tolist() == [0, 1, 2, 3]
    with pytest.raises(TypeError, match="float64"):
        mod.double(np.zeros(4, np.float32))
    with pytest.raises(ValueError, match="strides"):
        mod.double(x[::2])


def test_objects(classes: SimpleNamespace) -> None:
    counter = classes.Counter(1)
    assert (counter.add(), counter.get(), counter.count) == (2, 2, 2)
    counter.count = 7
    assert counter.get() == 7
    with pytest.raises((TypeError, AttributeError)):
        counter.count = "x"
    with pytest.raises(RuntimeError, match="is borrowed mutably"):
        counter.change_with(lambda _: counter.add())
    assert counter.get() == 7


def test_inheritance(mod: tvm_ffi.Module, classes: SimpleNamespace) -> None:
    bird = classes.Bird("Tweety", 2)
    assert isinstance(bird, classes.Animal)
    assert mod.name_of(bird) == "Tweety"
    with pytest.raises(TypeError, match="e2e.Animal"):
        mod.name_of(classes.Counter(1))


def test_type_keys_that_are_taken(mod: tvm_ffi.Module, classes: SimpleNamespace, tmp_path: Path) -> None:
    again = tvm_ffi.load_module(str(shutil.copy(LIBRARY, tmp_path)))
    refused = {entry["name"]: entry["reason"] for entry in json.loads(again.tvm_ffi_manifest())["not_registered"]}
    assert "`e2e.Counter` is already registered" in refused["e2e.Counter"]
    assert classes.Counter(1).add() == 2


def test_what_a_runtime_lacks_is_an_error(mod: tvm_ffi.Module) -> None:
    if RUNTIME >= (0, 1, 14):
        assert mod.float_bits(-1.0) == 0xBFF0_0000_0000_0000
    else:
        with pytest.raises(RuntimeError, match="no function `TVMFFIBigIntFromByteArray`: version 0.1.14"):
            mod.float_bits(-1.0)
    if RUNTIME >= (0, 1, 9):
        assert list(mod.id_list([1, 2])) == [1, 2]
    else:
        with pytest.raises(RuntimeError, match="`ffi.List`"):
            mod.id_list([1, 2])
