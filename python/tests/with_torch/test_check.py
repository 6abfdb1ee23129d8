"""`check`: what it finds, and what it fails for."""

import pytest
import torch
from support import double

import tvm_ffi_rs


def test_what_it_finds(k):
    found = tvm_ffi_rs.check(k.rms_norm, (torch.randn(4, 6), torch.randn(6)))
    assert found == {"opcheck": "passed", "gradcheck": "passed", "versions": "skipped: it changes nothing in place", "compile": "passed"}
    found = tvm_ffi_rs.check(k.silu_mul_, (double(3), double(3)))
    assert (found["versions"], found["gradcheck"]) == ("passed", "skipped: it has no backward")


def test_functions_of_a_library(library_path):
    library = tvm_ffi_rs.load(library_path("e2e-operators"))
    assert tvm_ffi_rs.check(library.argmax, (double(3, 4),))["compile"] == "passed"


def test_what_it_refuses(k):
    with pytest.raises(TypeError, match="`sum` is not an operator of torch"):
        tvm_ffi_rs.check(k.sum, (double(3),))
    with pytest.raises(TypeError, match="found none"):
        tvm_ffi_rs.check(k.sum, (3,))


def test_a_wrong_gradient_is_found(k, made, ops):
    from tvm_ffi_rs._torch._check import gradcheck
    from tvm_ffi_rs._torch._gradients import tracked
    from tvm_ffi_rs._torch._pair import pair

    silu = made.operators["silu"]
    wrong = tracked(silu, pair(silu, made.operators["silu_bwd"]), lambda dy, x: dy)
    with pytest.raises(RuntimeError, match="Jacobian mismatch"):
        gradcheck(wrong.call, (double(3),))
