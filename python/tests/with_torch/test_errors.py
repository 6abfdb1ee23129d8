"""Errors: the kind and the message are those of the library, as with arrays of NumPy."""

import pytest
import torch
from support import double

import tvm_ffi_rs


@pytest.fixture(scope="module")
def library(library_path):
    return tvm_ffi_rs.load(library_path("e2e-operators"))


def array(value):
    if isinstance(value, list):
        return [array(one) for one in value]
    return value.numpy() if isinstance(value, torch.Tensor) else value


def raised(function, args):
    with pytest.raises(Exception) as found:
        function(*args)
    return type(found.value), str(found.value).partition("\n")[0]


KINDS = ["KeyError", "IndexError", "ValueError", "TypeError", "AttributeError", "AssertionError", "MemoryError", "RuntimeError", "OSError", "MyError"]


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_a_kernel(k, library, kind):
    x = double(3)
    assert raised(k.raises, (x, kind)) == raised(library.raises, (x.numpy(), kind))
    assert raised(k.add_, (x, 1.0, 1, kind)) == raised(library.add_, (x.numpy(), 1.0, 1, kind))


X = double(3)
REFUSED = {
    "None for a tensor": ("raises", (None, "")),
    "None for a second tensor": ("rms_norm", (double(2, 3), None)),
    "a number for a tensor": ("raises", (3, "")),
    "a number for a text": ("raises", (X, 3)),
    "None for a text": ("raises", (X, None)),
    "a text for a number": ("scale", (X, "once", "2")),
    "a text for a float": ("add_", (X, "1", 1, "")),
    "a number beyond its type": ("add_", (X, 1.0, 256, "")),
    "a number beyond 64 bits": ("rows", (X, 2**70)),
    "a float for an extent": ("rows", (X, 1.5)),
    "a negative extent": ("rows", (X, -1)),
    "a negative unsigned extent": ("head", (double(2, 3), -1)),
    "None in a list": ("times_sum", (X, [None])),
    "another dtype": ("raises", (X.float(), "")),
    "another rank": ("raises", (X[None], "")),
    "another extent": ("rms_norm", (double(2, 3), double(2))),
    "other strides": ("silu_mul_", (double(2, 3).t(), double(2, 3).t())),
}


@pytest.mark.parametrize("what", REFUSED)
def test_arguments_that_a_kernel_refuses(k, library, what):
    name, args = REFUSED[what]
    kind, message = raised(library[name], array(list(args)))
    assert raised(k[name], args) == (kind, message)
    assert kind in (TypeError, ValueError) and "float32, expected T" not in message


def test_a_kernel_that_fails_runs_once(k):
    """An error of the kernel does not make it run again."""
    for kind in ("KeyError", "RuntimeError", "ValueError", "MyError"):
        x = torch.zeros(3, dtype=torch.float64)
        raised(k.add_, (x, 1.0, 1, kind))
        assert x.tolist() == [1, 1, 1]


def test_what_only_the_library_takes(k):
    class Index:
        def __index__(self):
            return 2

    x = double(3)
    assert k.rows(x, Index()).shape == (2, 3)
