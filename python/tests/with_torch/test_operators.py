"""Schemas, and operators in eager mode without gradients."""

import inspect
import multiprocessing
import pickle
import threading
from array import array
from collections import deque

import numpy as np
import pytest
import torch
from support import NAMES, differentiable, double, rms_norm, silu
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.testing import assert_close

import tvm_ffi_rs

VERSION = tuple(map(int, torch.__version__.split(".")[:2]))

SCHEMAS = {
    "rms_norm": "rms_norm(Tensor x, Tensor weight, float eps=1e-06) -> (Tensor, Tensor)",
    "rms_norm_bwd": "rms_norm_bwd(Tensor dy, Tensor x, Tensor weight, Tensor rstd, bool need_dweight=True) -> (Tensor, Tensor)",
    "linear": "linear(Tensor x, Tensor w, Tensor? bias=None) -> Tensor",
    "sincos_bwd": "sincos_bwd(Tensor? dsin, Tensor dcos, Tensor sin, Tensor cos) -> Tensor",
    "silu_mul_": "silu_mul_(Tensor(a!) x, Tensor gate) -> ()",
    "sgd_": "sgd_(Tensor(a!)[] params, Tensor[] grads, float lr=0.1) -> ()",
    "head": "head(Tensor x, SymInt k) -> Tensor",
    "scale": 'scale(Tensor x, str mode="once", SymInt by=2, bool on=True) -> Tensor',
    "cumsum": "cumsum(Tensor x) -> Tensor",
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas(made, ops, name):
    assert made.operators[name].schema == SCHEMAS[name]
    of_torch = str(getattr(ops, name).default._schema)
    assert of_torch == str(torch._C.parse_schema(f"{made.name}::{SCHEMAS[name]}"))


def test_what_is_no_operator_is_called_directly(k):
    x = double(3, 4)
    assert "returns `float`" in k.left_out["sum"] and "`y`: it has an extent that is not declared" in k.left_out["fill"]
    assert k["sum"](x) == pytest.approx(x.sum().item())
    assert_close(k.fill(x[0, 0], out=torch.empty(2, 2, dtype=x.dtype)), x[0, 0].expand(2, 2))
    with pytest.raises(RuntimeError, match="`sum` has no gradient, since it is not an operator"):
        k.sum(x.requires_grad_())
    with pytest.raises(AttributeError, match="no 'missing'"):
        k.missing


def test_signatures_and_documentation(k):
    assert str(inspect.signature(k.rms_norm)) == "(x, weight, eps=1e-06, *, out=None)"
    assert str(inspect.signature(k.silu_mul_)) == "(x, gate)"
    assert k.rms_norm.__doc__ == "Root-mean-square normalisation of each row."


@pytest.mark.parametrize("name", NAMES)
def test_values(k, name):
    expected, args = differentiable()[name]
    args = [arg.detach() for arg in args]
    assert_close(getattr(k, name)(*args), expected(*args))


def test_scalars_options_lists_and_texts(k):
    x, w = double(4, 6), double(6)
    assert_close(k.rms_norm(x, w, eps=0.5), rms_norm(x, w, 0.5))
    assert_close(k.linear(x, w[:, None]), x @ w[:, None])
    assert_close(k.head(x, 2), x[:2])
    assert_close(k.scale(x, "twice", on=True), 4 * x)
    assert k.argmax(x).tolist() == x.argmax(-1).tolist()
    assert_close(k.cumsum(w), w.cumsum(0))
    assert_close(k.positives(w), w[w > 0])
    params, grads = [double(3), double(2, 2)], [double(3), double(2, 2)]
    expected = [param - 0.5 * grad for param, grad in zip(params, grads)]
    assert k.sgd_(params, grads, lr=0.5) is None
    assert_close(params, expected)
    assert [param._version for param in params] == [1, 1]
    apart = double(12)[::2]
    assert_close(k.times_sum(w, [w, apart]), w * (w + apart))


@pytest.mark.parametrize(
    "x",
    [
        pytest.param(double(()), id="0-d"),
        pytest.param(double(0, 3), id="empty"),
        pytest.param(double(4, 6)[1:, 2:], id="offset"),
        pytest.param(double(4, 6).t(), id="transposed"),
        pytest.param(double(1, 6).expand(4, 6), id="expanded"),
        pytest.param(torch._neg_view(double(4)), id="negated"),
        pytest.param(torch.randn(4, dtype=torch.complex128).conj().imag, id="conjugated"),
        pytest.param(torch.nn.Parameter(double(3), requires_grad=False), id="subclass"),
    ],
)
def test_layouts(k, x):
    y = k.silu(x)
    assert_close(y, silu(x.resolve_neg()).contiguous())
    assert y.is_contiguous()


class Marked(torch.Tensor):
    pass


def test_subclasses_come_out_as_such(k):
    x = double(3).as_subclass(Marked)
    assert type(k.silu(x)) is Marked


def test_fake_tensors(k):
    with FakeTensorMode() as mode:
        y, row_max = k.softmax(mode.from_tensor(double(4, 6)))
    assert y.shape == (4, 6) and row_max.shape == (4,)
    with pytest.raises(RuntimeError, match=r"argument #1 `weight`: shape\[0\]"), FakeTensorMode() as mode:
        k.rms_norm(mode.from_tensor(double(4, 6)), mode.from_tensor(double(5)))
    with pytest.raises(TypeError, match="dtype is bfloat16"), FakeTensorMode() as mode:
        k.silu(mode.from_tensor(torch.ones(3, dtype=torch.bfloat16)))


def test_missing_tensors_are_refused(k, ops):
    x = double(4, 6)
    for call in (k.rms_norm, ops.rms_norm, ops._rms_norm):
        for of in (x, double(4, 6, requires_grad=True)):
            with pytest.raises((TypeError, RuntimeError), match="argument #1 `weight`"):
                call(of, None)


SMALL_FLOATS = ["float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"]


@pytest.mark.parametrize("name", SMALL_FLOATS)
def test_floats_of_eight_bits(k, ops, name):
    if name == "float8_e8m0fnu" and VERSION < (2, 11):
        pytest.skip("the C interface of PyTorch has this dtype since 2.11")
    bits = torch.arange(256, dtype=torch.uint8)
    x = bits.view(getattr(torch, name))
    assert_close(k.widen(x), x.float(), rtol=0, atol=0, equal_nan=True)
    reversed_ = ops.reversed(x)
    assert reversed_.dtype == x.dtype and reversed_.view(torch.uint8).tolist() == bits.flip(0).tolist()
    with pytest.raises(TypeError, match="dtype is uint8, expected"):
        k.widen(bits)


def test_a_conjugated_tensor_is_read_as_such(k):
    x = torch.randn(4, dtype=torch.complex128).conj()
    assert x.is_conj()
    assert_close(k.copied(x), x.resolve_conj())
    assert_close(k.copied(torch._neg_view(x)), -x.resolve_conj())


def test_autocast_changes_nothing(k):
    x = double(3, 4)
    with torch.autocast("cpu", torch.bfloat16):
        assert_close(k.silu(x), silu(x))
        assert_close(torch.compile(k.silu, backend="eager", fullgraph=True)(x), silu(x))


def test_a_call_does_not_hold_the_gil(k):
    """Python counts on in another thread."""
    counted, done = 0, threading.Event()

    def call():
        k.slow(double(3), 0.3)
        done.set()

    thread = threading.Thread(target=call)
    thread.start()
    while not done.is_set():
        counted += 1
        done.wait(0.01)
    thread.join()
    assert counted > 3


def test_in_place(k):
    x, gate = double(4, 6), double(4, 6)
    expected = silu(x) * gate
    assert k.silu_mul_(x, gate) is None
    assert_close(x, expected)
    assert x._version == 1
    with torch.inference_mode():
        k.silu_mul_(double(3), double(3))


def test_out(k):
    x, w, y = double(4, 6), double(6), torch.empty(4, 6, dtype=torch.float64)
    assert k.rms_norm(torch._neg_view(x), w, out=y) is y
    assert_close(y, rms_norm(-x, w))
    assert y._version == 1
    with pytest.raises(TypeError, match="`out` has 1 arrays, expected 2: `y`, `row_max`"):
        k.softmax(x, out=y)
    with pytest.raises(RuntimeError, match="`rms_norm` with `out` has no gradient"):
        k.rms_norm(x, w.requires_grad_(), out=y)


def test_threads(k):
    failed = []

    def work(seed):
        x = torch.full((8,), float(seed), dtype=torch.float64)
        for _ in range(200):
            if not torch.equal(k.silu(x), k.silu(x.clone())):
                failed.append(seed)
            with pytest.raises(ValueError, match=f"no mode `{seed}`"):
                k.scale(x, str(seed))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed


def test_outputs_that_begin_with_zeros_are_cleared(k):
    x, given = double(3), torch.full((3,), 5.0, dtype=torch.float64)
    for _ in range(2):
        assert k.times_sum(x, [x], out=given) is given
        assert_close(given, x * x)
    with pytest.raises(ValueError, match="overlap|share"):
        k.times_sum(x, [x], out=x)
    assert_close(x, given / x)
    dx, dw = torch.ones(2, 2, dtype=torch.float64), torch.ones(2, 2, dtype=torch.float64)
    eye = torch.eye(2, dtype=torch.float64)
    k.linear_bwd(eye, eye, 2 * eye, out=(dx, dw, None))
    assert_close((dx, dw), (2 * eye, eye))


def test_any_arguments(k):
    assert k.count(double(3), 1, "two") == 3


def test_sequences_of_other_types(k):
    x, expected = double(3), torch.ones(2, 3, dtype=torch.float64)
    for size in (range(2, 4), deque([2, 3]), array("q", [2, 3]), torch.Size([2, 3]), [2, 3]):
        assert_close(k.ones_like(x, size), expected)
    assert_close(torch.compile(lambda x: k.ones_like(x, range(2, 4)), fullgraph=True, backend="aot_eager")(x), expected)
    with pytest.raises(TypeError, match=r"argument #1 `size`: expected .*, got str"):
        k.ones_like(x, "23")


def test_arrays_of_another_library_are_refused(k):
    x = double(3)
    for other in (x.numpy(), np.ma.masked_array(x.numpy())):
        with pytest.raises(TypeError, match="`gate` is a .*, and another is a torch.Tensor: pass arrays of one library"):
            k.silu_mul_(x, other)


def test_documentation_of_parameters(library_path, k):
    library = tvm_ffi_rs.load(library_path("e2e-operators"))
    expected = """A scaled vector.

The factor is a number.

Args:
    x: What is scaled.
    by: The factor.

Returns:
    y: What has the result,
        which may be given."""
    assert library.documented.__doc__ == library.torch.documented.__doc__ == k.documented.__doc__ == expected


def test_functions_are_pickled_by_path(library_path):
    library = tvm_ffi_rs.load(library_path("e2e-operators"))
    for function in (library.silu, library.torch.silu, library.torch.fill, library.torch.class_):
        assert pickle.loads(pickle.dumps(function)) is function
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert_close(pool.apply(library.silu, (torch.ones(2, dtype=torch.float64),)), silu(torch.ones(2, dtype=torch.float64)))


def test_a_library_without_the_feature(library_path):
    library = tvm_ffi_rs.load(library_path("quickstart"))
    assert "built without the feature `torch`" in library.torch.left_out["sum_f32"]
    x = torch.arange(3, dtype=torch.float32)
    assert library.sum_f32(x) == 3
    with pytest.raises(RuntimeError, match="`sum_f32` has no gradient, since it is not an operator: the library is built without"):
        library.sum_f32(x.requires_grad_())
