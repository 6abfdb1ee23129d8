"""`Union` and `StrEnum`: the variants of values, and the errors for other values."""

from __future__ import annotations

from typing import Callable

import pytest
from support import LibraryPath
from support.child import output_of
from support.classes import kernel_of
from support.errors import raises
from support.imported import kernel_of
from support.package import np, tvm_ffi

def test_a_union_in_itself(mod: tvm_ffi.Module) -> None:
    assert mod.json_count({"a": [1, 2.5, None, {"b": [True, "x"]}], "c": "d"}) == 10
    assert mod.json_count(tvm_ffi.Dict({"a": tvm_ffi.List([1, tvm_ffi.List([])])})) == 4
    deep: object = None
    for _ in range(50):
        deep = [deep]
    assert mod.json_count(deep) == 51
    for _ in range(100):
        deep = [deep]
    assert mod.json_count(deep) == 151


def nested_lists(depth: int) -> list[tvm_ffi.List]:
    """Nested lists: each contains the next."""
    lists = [tvm_ffi.List([]) for _ in range(depth)]
    for outer, inner in zip(lists, lists[1:]):
        outer.append(inner)
    return lists


RECURSIVE = ["json_count", "tree_leaves"]


@pytest.mark.parametrize("name", RECURSIVE)
def test_unions_that_are_nested_too_deeply(mod: tvm_ffi.Module, name: str) -> None:
    lists = nested_lists(50_000)
    with pytest.raises(ValueError, match="containers are nested too deeply"):
        mod[name](lists[0])
    # Dropping such a chain recursively would overflow the stack.
    for outer in lists:
        outer.clear()


@pytest.mark.parametrize("name", RECURSIVE)
def test_containers_that_contain_themselves(mod: tvm_ffi.Module, name: str) -> None:
    itself = tvm_ffi.List([])
    itself.append(itself)
    itself.append(itself)
    with pytest.raises(ValueError, match=r"\[0\]: .* contains itself"):
        mod[name](itself)
    with pytest.raises(ValueError, match="contains itself"):
        mod[name](tvm_ffi.List([1, tvm_ffi.List([2, itself])]))
    itself.clear()
    table = tvm_ffi.Dict({})
    table["a"] = tvm_ffi.List([table])
    with pytest.raises(ValueError, match="contains itself"):
        mod[name](table)
    table.clear()
    assert mod[name](itself) == (1 if name == "json_count" else 0)


@pytest.mark.parametrize("make", [tvm_ffi.List, tvm_ffi.Array, lambda items: tvm_ffi.Dict(dict(zip("ab", items)))])
@pytest.mark.parametrize("name", RECURSIVE)
def test_shared_containers_are_checked_once(mod: tvm_ffi.Module, name: str, make: Callable) -> None:
    for wrong in (b"bytes", "x" if name == "tree_leaves" else b"x"):
        # Decoding all of it would make 2 ** 60 values.
        good, bad = make([1.5, 2]), make([1.5, wrong])
        for _ in range(60):
            good, bad = make([good, good]), make([bad, bad])
        for value in (bad, make([good, bad]), tvm_ffi.List([good, wrong])):
            with pytest.raises(TypeError):
                mod[name](value)
    few = make([1.5, 2])
    for _ in range(5):
        few = make([few, few])
    assert mod[name](few) == (127 if name == "json_count" else 64)


INTERRUPTED = """
import signal, sys, threading, tvm_ffi

# Shells start background processes with the signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
mod = tvm_ffi.load_module(sys.argv[1])
shared = tvm_ffi.List([1.5, 2])
for _ in range(60):
    shared = tvm_ffi.List([shared, shared])
# The call makes each of these values, and would not end.
threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,)).start()
try:
    mod.json_count(shared)
except KeyboardInterrupt:
    print("interrupted", mod.json_count([1, 2]))
"""


def test_ctrl_c_interrupts_a_large_conversion(library_path: LibraryPath) -> None:
    assert output_of(INTERRUPTED, library_path("e2e-kernels")).strip() == "interrupted 3"


def test_tensors_in_a_union(mod: tvm_ffi.Module) -> None:
    out = np.zeros(3, "f4")
    assert mod.fill_from(np.array([7, 8], "f4"), out) == "floats" and list(out) == [7, 7, 7]
    assert mod.fill_from(np.zeros((2, 2), np.int8), out) == "tensor of int8" and list(out) == [2, 2, 2]
    assert mod.fill_from(5, out) == "number" and list(out) == [5, 5, 5]
    tensors = [tvm_ffi.from_dlpack(np.zeros(2, "f4")), tvm_ffi.from_dlpack(np.zeros(3, "i8"))]
    assert mod.fill_from(tensors, out) == "tensors" and list(out) == [2, 2, 2]
    assert mod.fill_from(tvm_ffi.List(tensors[:1]), out) == "tensors" and list(out) == [1, 1, 1]
    with pytest.raises(ValueError, match="share"):
        mod.fill_from(out, out)
    shared = tvm_ffi.from_dlpack(out)
    for source in (shared, [tensors[0], shared], tvm_ffi.List([shared])):
        with pytest.raises(ValueError, match="share"):
            mod.fill_from(source, out)


def test_str_enum(mod: tvm_ffi.Module) -> None:
    assert [mod.round(1.5), mod.round(1.5, "toward_zero"), mod.round(1.2, "up")] == [2.0, 1.0, 2.0]
    assert list(mod.other_modes("toward_zero")) == ["nearest", "up"]
    said = 'expected "nearest", "toward_zero" or "up"'
    with pytest.raises(ValueError) as info:
        mod.round(1.5, "down")
    assert str(info.value).startswith(f'round: argument #1 `mode`: {said}, got "down"\n  round(x: float, mode: str')
    with pytest.raises(TypeError) as info:
        mod.round(1.5, 1)
    assert f"`mode`: {said}, got int" in str(info.value)


def test_a_variant_is_its_string_in_signatures_and_metadata(mod: tvm_ffi.Module) -> None:
    with pytest.raises(TypeError) as info:
        mod.round()
    assert str(info.value).splitlines()[1] == '  round(x: float, mode: str = "nearest")'
    assert kernel_of(mod, "round")["params"][1]["default"] == "nearest"
