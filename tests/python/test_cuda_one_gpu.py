"""The GPU and the stream of a call are those of its views, wherever they are; views on two GPUs are refused."""

from __future__ import annotations

import re
from typing import Any, Callable

import pytest
import tvm_ffi
from support.driver import Driver
from support.gpu import device_tensor

Make = Callable[[int], tvm_ffi.Tensor]


@pytest.fixture
def on(cuda: tvm_ffi.Module) -> Make:
    """Make tensors on a GPU, in memory of their own."""
    addresses = iter(range(0x100000, 0x1000000, 0x1000))
    return lambda gpu, kind="cuda": device_tensor(cuda, 4, device=f"{kind}:{gpu}", address=next(addresses))


# For each function, an argument with two tensors, and their places in it.
FORMS: dict[str, tuple[Callable[[Any, Any], Any], str, str]] = {
    "of_pair": (lambda a, b: (a, b), "[0]", "[1]"),
    "of_nested_map": (lambda a, b: {3: [(1.0, a)], 4: [(0.5, b)]}, "[3][0][1]", "[4][0][1]"),
    "of_map_ref": (lambda a, b: {"a": a, "b": b}, '["a"]', '["b"]'),
    "of_rows": (lambda a, b: [[a], [], [a, b]], "[0][0]", "[2][1]"),
    "of_array_ref": (lambda a, b: [a, b], "[0]", "[1]"),
    "of_array": (lambda a, b: [a, b], "[0]", "[1]"),
    "of_options": (lambda a, b: [None, a, None, b], "[1]", "[3]"),
    "of_optional_list": (lambda a, b: [a, b], "[0]", "[1]"),
    "of_views_of_any_kind": (lambda a, b: [a, b], "[0]", "[1]"),
    "of_unions": (lambda a, b: [a, b], "[0]", "[1]"),
}


def refuses(function: Callable[..., Any], text: str, *arguments: Any) -> None:
    """Expect an error whose first line is `text` behind the name of the function."""
    with pytest.raises(ValueError) as info:
        function(*arguments)
    assert str(info.value).splitlines()[0].partition(": ")[2] == text


@pytest.mark.parametrize("form", FORMS)
def test_the_views_say_where_a_call_is(cuda: tvm_ffi.Module, on: Make, driver: Driver, form: str) -> None:
    make = FORMS[form][0]
    streams = [driver.stream(gpu) for gpu in (0, 1)]
    for gpu, stream in enumerate(streams):
        with tvm_ffi.use_raw_stream(tvm_ffi.device(f"cuda:{gpu}"), stream):
            got = cuda[form](make(on(gpu), on(gpu)))
        got = got[0] if form == "of_unions" else got
        assert tuple(got) == (tvm_ffi.device(f"cuda:{gpu}"), stream)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("container", ["plain", "mutable"])
def test_two_gpus_are_refused(cuda: tvm_ffi.Module, on: Make, form: str, container: str) -> None:
    make, first, second = FORMS[form]
    argument = make(on(0), on(1))
    if container == "mutable":
        argument = tvm_ffi.Dict(argument) if isinstance(argument, dict) else tvm_ffi.List(argument)
    name = "x" if form == "of_unions" else "_x"
    text = f"argument #0 `{name}`{second}: device is cuda:1, expected cuda:0 (from `{name}`{first})"
    refuses(cuda[form], text, argument)


def test_a_map_without_an_order(cuda: tvm_ffi.Module, on: Make) -> None:
    assert cuda.of_map({"a": on(1), "b": on(1)})[0] == tvm_ffi.device("cuda:1")
    with pytest.raises(ValueError) as info:
        cuda.of_map({"a": on(0), "b": on(1)})
    text = r'of_map: argument #0 `_x`\["(.)"\]: device is cuda:(.), expected cuda:(.) \(from `_x`\["(.)"\]\)\n'
    found = re.match(text, str(info.value))
    assert found and {(found[1], found[2]), (found[4], found[3])} == {("a", "0"), ("b", "1")}


def test_forms_beside_each_other(cuda: tvm_ffi.Module, on: Make) -> None:
    refuses(cuda.of_written, "argument #1 `_y`: device is cuda:1, expected cuda:0 (from `_x`[1])", (1.0, on(0)), on(1))
    assert cuda.of_unions(on(1), [on(1)])[1] == 5
    refuses(cuda.of_unions, "argument #1 `y`[0]: device is cuda:0, expected cuda:1 (from `x`)", on(1), [on(0)])
    typed = device_tensor(cuda, 4, dtype="float64", device="cuda:1")
    assert cuda.of_typed(typed, (on(1), 3))[0] == tvm_ffi.device("cuda:1")
    refuses(cuda.of_typed, "argument #1 `_y`[0]: device is cuda:0, expected cuda:1 (from `_x`)", typed, (on(0), 3))


def test_defaults(cuda: tvm_ffi.Module, on: Make) -> None:
    assert cuda.of_default(on(1))[0] == tvm_ffi.device("cuda:1")
    refuses(cuda.of_default, "argument #1 `_y`: device is cuda:1, expected cuda:0 (from `_x`)", on(0))


def test_without_a_token(cuda: tvm_ffi.Module, on: Make) -> None:
    assert cuda.together((on(1), on(1))) == 2
    refuses(cuda.together, "argument #0 `_x`[1]: device is cuda:1, expected cuda:0 (from `_x`[0])", (on(0), on(1)))


def test_other_makers(cuda: tvm_ffi.Module, on: Callable[..., tvm_ffi.Tensor]) -> None:
    rocm = [on(0, "rocm"), on(1, "rocm")]
    assert cuda.together_on_rocm([(rocm[1], 2)], rocm[1]) == 2
    text = "argument #1 `_y`: device is rocm:1, expected rocm:0 (from `_x`[0][0])"
    refuses(cuda.together_on_rocm, text, [(rocm[0], 2)], rocm[1])
    # Every GPU reaches managed memory.
    managed = [on(1, "cuda_managed"), on(0, "cuda_managed")]
    assert cuda.of_managed(managed)[0] == tvm_ffi.device("cuda:1")
    assert cuda.of_managed(managed, on(2))[0] == tvm_ffi.device("cuda:2")


def test_owned_tensors_say_where_a_call_without_views_is(cuda: tvm_ffi.Module, on: Make) -> None:
    assert cuda.of_owned({"a": on(2)})[0] == tvm_ffi.device("cuda:2")
    assert cuda.of_owned({"a": on(2)}, on(1))[0] == tvm_ffi.device("cuda:1")
    assert cuda.of_any(on(1))[0] == tvm_ffi.device("cuda:1")
    assert cuda.of_any([3, on(1)])[0] == tvm_ffi.device("cuda:1")


def refused(name: str, function: Callable[..., Any], *arguments: Any) -> None:
    """Expect that a view on another GPU is refused in the function of this name."""
    with pytest.raises(ValueError) as info:
        function(*arguments)
    assert str(info.value) == f"{name}: device is cuda:0, expected cuda:1 (the GPU of the call)"


def test_a_view_made_of_a_tensor_is_on_the_gpu_of_the_call(cuda: tvm_ffi.Module, on: Make) -> None:
    x, here, there = on(1), on(1), on(0)
    for name, wrap in [("made_of_result", lambda tensor: lambda: tensor), ("made_of_any", lambda tensor: tensor)]:
        assert cuda[name](x, wrap(here))[1] == tvm_ffi.device("cuda:1")
        refused(name, cuda[name], x, wrap(there))
    assert cuda.made_of_rows(x, [[here], [here]])[1] == 2
    refused("made_of_rows", cuda.made_of_rows, x, [[here], [there]])


def test_a_view_of_a_field(cuda: tvm_ffi.Module, on: Make) -> None:
    @tvm_ffi.register_object("e2e_cuda.Model")
    class Model(tvm_ffi.Object):
        pass

    assert Model(on(1)).forward(on(1))[1] == tvm_ffi.device("cuda:1")
    refused("forward", Model(on(0)).forward, on(1))


def test_a_token_for_another_gpu(cuda: tvm_ffi.Module, on: Make) -> None:
    (device, _), other = cuda.made_elsewhere(on(1), on(0))
    assert (device, other) == (tvm_ffi.device("cuda:1"), tvm_ffi.device("cuda:0"))


def test_a_callback_has_a_gpu_of_its_own(cuda: tvm_ffi.Module, on: Make) -> None:
    there = on(0)

    def callback() -> tvm_ffi.Tensor:
        assert cuda.made_anywhere(there) == tvm_ffi.device("cuda:0")
        assert cuda.of_pair((there, there))[0] == tvm_ffi.device("cuda:0")
        return on(1)

    assert cuda.made_of_result(on(1), callback)[1] == tvm_ffi.device("cuda:1")
    # Nothing is left of the calls, also of those that raise.
    refused("made_of_any", cuda.made_of_any, on(1), there)
    assert cuda.made_anywhere(there) == tvm_ffi.device("cuda:0")
