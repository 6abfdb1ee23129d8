"""Callbacks that give away (`_move()`) what the running call borrows, or keep their arguments."""

from __future__ import annotations

import gc
from types import SimpleNamespace
from typing import Any, Callable

import pytest
from support.package import HAS_TVM_FFI, np, tvm_ffi

LONG = "a text that is longer than seven bytes"


def moved(value: Any) -> Any:
    """Move an object out of its handle, as `_move` does for types that have it."""
    return tvm_ffi.core.ObjectRValueRef(value)


def text() -> Any:
    value = tvm_ffi.get_global_func("testing.echo")(LONG)
    assert isinstance(value, tvm_ffi.core.String)
    return value


def data() -> Any:
    value = tvm_ffi.get_global_func("testing.echo")(LONG.encode())
    assert isinstance(value, tvm_ffi.core.Bytes)
    return value


def owner(value: Any) -> Any:
    """The object with the handle: text, bytes, and shapes wrap one."""
    return getattr(value, "__tvm_ffi_object__", None) or getattr(value, "_tvm_ffi_cached_object", value)


def overwrite() -> list[Any]:
    """Reuse memory that has just been freed."""
    echo = tvm_ffi.get_global_func("testing.echo")
    return [
        [echo("X" * len(LONG)) for _ in range(50)],
        [echo(b"X" * len(LONG)) for _ in range(50)],
        [tvm_ffi.Array([0x55] * n) for n in (1, 2, 3, 4, 5, 8) for _ in range(20)],
        [tvm_ffi.Map({"XXXX": 0x55, "YYYY": 0x55}) for _ in range(20)],
        [tvm_ffi.Shape((0x55,) * n) for n in (1, 2, 3, 4) for _ in range(20)],
        [np.full(n, 0x55, np.float64) for n in (1, 2, 3, 4, 64) for _ in range(20)],
    ]


@pytest.fixture(params=["rust", "cpp", "python", "container"])
def sink(request: pytest.FixtureRequest, mod: tvm_ffi.Module) -> Callable[[Any], None]:
    """A function that takes an object and drops it, of each language."""
    if request.param == "rust":
        return mod.sink
    if request.param == "cpp":
        echo = tvm_ffi.get_global_func("testing.echo")
        return lambda x: (echo(x), None)[1]
    if request.param == "container":
        make = tvm_ffi.get_global_func("ffi.Array")
        return lambda x: (make(x), None)[1]
    return tvm_ffi.convert(lambda x: None)


def giver(sink: Callable[[Any], None], holder: list[Any], given: list[bool]) -> Callable[[], None]:
    """A callback that gives the last reference away, and reuses the freed memory."""
    # In the callback, the skip of a test would be an error of the call.
    assert tvm_ffi.core

    def give() -> None:
        if type(holder[0]).__module__ == "e2e_kernels":
            # An instance of a module's class keeps its object. The running call has the last reference to it.
            holder.clear()
            gc.collect()
            given.append(True)
            holder.append(overwrite() if HAS_TVM_FFI else [])
            return
        wrapper = owner(holder[0])
        before = wrapper.__chandle__()
        sink(moved(wrapper))
        gc.collect()
        given.append(before != 0 and wrapper.__chandle__() == 0)
        holder.append(overwrite())

    return give


CASES: dict[str, tuple[str, Callable[[], Any]]] = {
    "text": ("after_text", text),
    "packed": ("after_packed", text),
    "bytes": ("after_bytes", data),
    "array": ("after_array", lambda: tvm_ffi.Array([1, 2, 3])),
    "list": ("after_array", lambda: tvm_ffi.List([1, 2, 3])),
    "list of lists": ("after_list", lambda: tvm_ffi.List([[1], [2, 3]])),
    "map": ("after_map", lambda: tvm_ffi.Map({"a": 1, "b": 2})),
    "dict": ("after_map", lambda: tvm_ffi.Dict({"a": 1, "b": 2})),
    "shape": ("after_shape", lambda: tvm_ffi.Shape((7, 8, 9))),
    "tensor": ("after_tensor", lambda: tvm_ffi.from_dlpack(np.arange(64.0))),
    "function": ("after_view", lambda: tvm_ffi.convert(lambda: 42)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_callback_gives_a_borrowed_argument_away(
    mod: tvm_ffi.Module, sink: Callable[[Any], None], name: str
) -> None:
    function, make = CASES[name]
    given: list[bool] = []
    holder = [make()]
    before, after = mod[function](holder[0], giver(sink, holder, given))
    assert given == [True], "the callback gave the object away"
    assert before == after


def test_a_closure_keeps_its_borrowed_arguments(mod: tvm_ffi.Module, sink: Callable[[Any], None]) -> None:
    given: list[bool] = []
    holder = [text()]
    before, after = mod.make_after_text()(holder[0], giver(sink, holder, given))
    assert (given, before, after) == ([True], LONG, LONG)


HOLDERS: dict[str, tuple[str, Callable[[tvm_ffi.Module, Any, Any], Any], int]] = {
    "argument": ("Witness", lambda mod, x, then: mod.after_object(x, then), 41),
    "receiver": ("Witness", lambda mod, x, then: x.after(then), 41),
    "argument to change": ("Changing", lambda mod, x, then: mod.after_changing(x, then), 42),
    "receiver to change": ("Changing", lambda mod, x, then: x.change_after(then), 42),
    "only argument": ("Changing", lambda mod, x, then: x.after_global(), 41),
}


@pytest.mark.parametrize("how", HOLDERS)
def test_an_object_lives_until_the_call_has_returned(
    mod: tvm_ffi.Module, classes: Any, sink: Callable[[Any], None], how: str
) -> None:
    kind, call, expected = HOLDERS[how]
    given: list[bool] = []
    holder = [getattr(classes, kind)(41)]
    give = giver(sink, holder, given)
    tvm_ffi.register_global_func("moves.then", give, override=True)
    dropped = mod.witnesses_dropped()
    kept, value = call(mod, holder[0], give)
    assert given == [True], "the callback gave the object away"
    assert (kept, value) == (True, expected)
    assert mod.witnesses_dropped() == dropped + 1, "it ends with the call"


@pytest.mark.parametrize("kind", ["Fickle", "FickleChanging"])
@pytest.mark.parametrize("field", ["number", "text"])
@pytest.mark.parametrize("sets", [False, True])
def test_an_object_lives_while_a_field_runs_code(
    mod: tvm_ffi.Module, classes: SimpleNamespace, sink: Callable[[Any], None], kind: str, field: str, sets: bool
) -> None:
    if sets and kind == "Fickle":
        pytest.skip("its fields are read-only")
    given: list[bool] = []
    holder = [getattr(classes, kind)(5, LONG)]
    dropped = mod.witnesses_dropped()
    mod.on_conversion(giver(sink, holder, given))
    if sets:
        setattr(holder[0], field, 7 if field == "number" else LONG + "!")
    else:
        assert getattr(holder[0], field) == (5 if field == "number" else LONG)
    assert given == [True], "the callback gave the object away"
    assert mod.conversion_kept()
    assert mod.witnesses_dropped() == dropped + 1, "it ends with the access"


def test_a_copy_of_a_tensor_may_be_kept(mod: tvm_ffi.Module) -> None:
    kept = []

    def keep(x: Any) -> float:
        kept.append(np.from_dlpack(x))
        return float(kept[0].sum())

    values = np.arange(12.0).reshape(3, 4)
    assert mod.call_with_copy(keep, values) == 66.0
    assert mod.call_with_copy(keep, values.T[::-1]) == 66.0
    before = [array.copy() for array in kept]
    values[:] = -1
    del values
    overwrite()
    assert all((a == b).all() for a, b in zip(kept, before))
