"""Tensors of PyTorch, passed to a library that is loaded and to one that is imported.

`cargo xtask test torch` runs these tests, in an environment that has PyTorch.
"""

from __future__ import annotations

import threading
from types import ModuleType
from typing import Any, Callable, Iterator

import numpy as np
import pytest
import tvm_ffi
from support.memory import FEW, MANY, counted, resident

torch = pytest.importorskip("torch", reason="PyTorch is not installed: `cargo xtask test torch` installs it")

DTYPES = [
    *("float16", "float32", "float64", "bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"),
    *("bool", "uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64", "complex64", "complex128"),
]
MATRIX = torch.arange(24, dtype=torch.float64).reshape(4, 6)


@pytest.fixture(scope="module")
def loaded(load: Callable[[str], tvm_ffi.Module]) -> tvm_ffi.Module:
    """Load the library."""
    return load("e2e-kernels")


@pytest.fixture(scope="module")
def imported(import_library: Callable[[str], ModuleType]) -> ModuleType:
    """Import the library."""
    return import_library("e2e-kernels")


@pytest.fixture(scope="module", params=["load_module", "import"])
def library(request: pytest.FixtureRequest) -> Any:
    """Load the library, or import it."""
    return request.getfixturevalue("loaded" if request.param == "load_module" else "imported")


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """Keep PyTorch from starting threads of its own, which the tests of threads and of memory would see."""
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(threads)


@pytest.mark.parametrize("name", DTYPES)
def test_every_dtype(library: Any, name: str) -> None:
    tensor = torch.zeros(3, 4).to(getattr(torch, name))[:, ::2]
    for function in (library.view_facts, library.tensor_facts, library.option_facts):
        dtype, device, shape, strides, contiguous = function(tensor)
        assert (dtype, str(device), list(shape), list(strides)) == (name, "cpu:0", [3, 2], [4, 2])
        assert not contiguous


TENSORS = {
    "contiguous": MATRIX,
    "transposed": MATRIX.T,
    "a stride of two": MATRIX[:, ::2],
    "expanded": MATRIX.expand(2, 4, 6),
    "no dimension": torch.tensor(5.0, dtype=torch.float64),
    "empty": torch.zeros(3, 0, 2, dtype=torch.float64),
    "a part": MATRIX[2:, 3:],
    "channels last": torch.zeros(2, 3, 4, 5, dtype=torch.float64).to(memory_format=torch.channels_last),
    "a parameter": torch.nn.Parameter(MATRIX.clone()),
    "a subclass": MATRIX.as_subclass(type("Subclass", (torch.Tensor,), {})),
    "an inner result": MATRIX.clone().requires_grad_() * 2,
}


@pytest.mark.parametrize("name", TENSORS)
def test_every_layout(library: Any, name: str) -> None:
    tensor = TENSORS[name]
    assert list(library.strided_flat(tensor)) == tensor.detach().flatten().tolist()
    dtype, _, shape, strides, contiguous = library.view_facts(tensor)
    assert (dtype, list(shape), contiguous) == ("float64", list(tensor.shape), tensor.is_contiguous())
    if tensor.numel():
        assert list(strides) == list(tensor.stride())


REFUSED = {
    "sparse": MATRIX.to_sparse(),
    "without memory": MATRIX.to("meta"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_tensors_that_neither_takes(loaded: tvm_ffi.Module, imported: ModuleType, name: str) -> None:
    def refusal(function: Callable[[Any], Any]) -> tuple[type, str]:
        with pytest.raises(Exception) as raised:  # noqa: PT011
            function(REFUSED[name])
        return raised.type, str(raised.value).splitlines()[0]

    for function in ("view_facts", "strided_flat", "tensor_facts"):
        assert refusal(getattr(imported, function)) == refusal(loaded[function])


def test_writing(library: Any) -> None:
    tensor = torch.ones(4, 6, dtype=torch.float64)
    library.strided_double(tensor[:, ::2])
    assert tensor.sum() == 12 + 24
    library.double(tensor[0])
    assert tensor[0].tolist() == [4, 2] * 3
    with pytest.raises(ValueError, match="strides"):
        library.double(tensor[:, 0])


def test_gradients(library: Any) -> None:
    """A kernel sees the memory of a tensor; its gradients are the caller's matter."""
    x = torch.ones(4, dtype=torch.float64, requires_grad=True)
    assert list(library.flat(x)) == [1.0] * 4
    library.double(x)
    assert x.tolist() == [2.0] * 4 and x.requires_grad and x.is_leaf
    assert not library.transposed(x[None]).requires_grad


def test_inside_of_an_autograd_function(library: Any) -> None:
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(context: Any, x: Any) -> Any:
            result = x.clone()
            library.double(result)
            return result

        @staticmethod
        def backward(context: Any, gradient: Any) -> Any:
            gradient = gradient.clone()
            library.double(gradient)
            return gradient

    x = torch.arange(3.0, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(Double.apply, [x])


COMPLEX = torch.tensor([[1 + 2j, 3 - 4j], [5 + 6j, 7 + 8j]], dtype=torch.complex128)
LAZY = {
    "conjugated": COMPLEX.conj(),
    "conjugated and transposed": COMPLEX.mH,
    "negated": COMPLEX.conj().imag,
    "negated, a part": COMPLEX.conj().imag[:, 1],
    "negated, one number": COMPLEX.conj().imag[0, 0],
    "negated, one number with a dimension": COMPLEX.conj().imag[0, :1],
}
EAGER = {
    "complex": COMPLEX,
    "resolved": COMPLEX.conj().resolve_conj(),
    "real parts": COMPLEX.conj().real,
    "imaginary parts": COMPLEX.imag,
    "every second": MATRIX[::2, ::2],
    "one number": MATRIX[0, 0],
}


@pytest.mark.parametrize("name", LAZY)
def test_a_tensor_whose_memory_is_not_its_content(imported: ModuleType, loaded: tvm_ffi.Module, name: str) -> None:
    message = "view_facts: argument #0 `x`: the tensor is conjugated or negated when it is read, .*resolve_conj"
    with pytest.raises(BufferError, match=message):
        imported.view_facts(LAZY[name])
    with pytest.raises(BufferError, match="argument #0 `x`"):
        imported.option_facts(LAZY[name])
    resolved = LAZY[name].resolve_conj().resolve_neg()
    assert list(imported.view_facts(resolved)[2]) == list(resolved.shape)
    # `tvm_ffi` does not look, as the guide says.
    assert list(loaded.view_facts(LAZY[name])[2]) == list(resolved.shape)


@pytest.mark.parametrize("name", EAGER)
def test_a_tensor_whose_memory_is_its_content(library: Any, name: str) -> None:
    assert list(library.view_facts(EAGER[name])[2]) == list(EAGER[name].shape)


def test_what_comes_out(library: Any) -> None:
    result = library.transposed(MATRIX)
    assert type(result) is torch.Tensor and torch.equal(result, MATRIX.T)
    evens, odds = library.evens_and_odds(torch.arange(5))
    assert (type(evens), evens.tolist(), odds.tolist()) == (torch.Tensor, [0, 2, 4], [1, 3])
    assert type(library.declared(torch.zeros(2, 3), "float32", [2, 6])) is torch.Tensor
    assert library.positives(MATRIX[0] - 100) is None
    for function in (library.id_tensor, library.id_any):
        same = function(MATRIX)
        assert type(same) is torch.Tensor and same.data_ptr() == MATRIX.data_ptr()


def test_a_result_outlives_its_call_and_is_the_callers(imported: ModuleType) -> None:
    results = [imported.transposed(MATRIX + index) for index in range(10)]
    for index, result in enumerate(results):
        result += 1
        assert torch.equal(result, MATRIX.T + index + 1)


def test_with_arrays_of_numpy(library: Any) -> None:
    library.copy(MATRIX[0], out := np.zeros(6))
    assert out.tolist() == MATRIX[0].tolist()
    library.copy(out + 1, tensor := torch.zeros(6, dtype=torch.float64))
    assert tensor.tolist() == (MATRIX[0] + 1).tolist()


def test_a_list_of_tensors(library: Any) -> None:
    tensors = [torch.ones(2, 2, dtype=torch.float64), torch.ones(3, 1, dtype=torch.float64)]
    assert library.double_each(tensors) == 2
    assert [tensor.sum().item() for tensor in tensors] == [8, 6]
    assert list(library.sums([torch.arange(3.0), torch.arange(4, dtype=torch.int32)])) == [3, 6]


def test_a_shape_that_another_thread_sets(imported: ModuleType) -> None:
    tensor = torch.zeros(6)
    timer = threading.Timer(0.1, lambda: [tensor.unsqueeze_(0) for _ in range(10)])
    timer.start()
    seen = imported.facts_later(tensor, 0.3)
    timer.join()
    assert (seen, tensor.ndim) == ("[6] [1] 0x0", 11)


def test_eight_threads(library: Any) -> None:
    failures: list[BaseException] = []

    def work(seed: int) -> None:
        try:
            x = torch.full((3, 5), float(seed), dtype=torch.float64)
            for _ in range(500):
                assert torch.equal(library.transposed(x), x.T)
                with pytest.raises(ValueError, match="ndim"):
                    library.transposed(x[0])
        except BaseException as failure:  # noqa: BLE001
            failures.append(failure)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def calls(library: Any) -> list[Callable[[], Any]]:
    """List calls of each native form."""
    x, integers = torch.ones(2, 3, dtype=torch.float64), torch.arange(4)

    def refused() -> None:
        with pytest.raises(ValueError):
            library.flat(x.T)

    return [
        lambda: library.number(torch.tensor(1.0, dtype=torch.float64)),
        lambda: library.transposed(x),
        lambda: library.evens_and_odds(integers),
        lambda: library.id_any(x),
        lambda: library.strided_double(torch.zeros(3, 3, dtype=torch.float64)),
        refused,
    ]


def test_reference_counts_stay(imported: ModuleType) -> None:
    x = torch.ones(2, 3, dtype=torch.float64)
    counted(lambda: [call() for call in calls(imported)] + [imported.transposed(x)], [x, torch.Tensor, None])


def test_memory_stays_flat(imported: ModuleType) -> None:
    """10^5 calls, of which the last take no more memory than the first."""
    for call in calls(imported)[:5]:
        for _ in range(FEW):
            call()
        before, count = resident(), MANY // 5
        for _ in range(count):
            call()
        grown = resident() - before
        assert grown < 21 * count + 2**19, f"{grown} bytes more after {count} calls"
