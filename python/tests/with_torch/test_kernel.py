"""The folder of a kernel for Hugging Face's `kernels`."""

import torch


def test_operators_are_in_the_namespace_of_the_build(kernel):
    x, weight = torch.ones(2, 4, requires_grad=True), torch.ones(4)
    assert kernel.torch.rms_norm(x, weight, 0.0).tolist() == [[1.0] * 4] * 2
    namespace = kernel.__name__
    ops = __import__(f"{namespace}._ops", fromlist=["ops"])
    assert ops.add_op_namespace_prefix("rms_norm") == f"{namespace}::rms_norm"
    assert hasattr(getattr(torch.ops, namespace), "rms_norm")
    ops.ops.rms_norm(x, weight, 0.0).sum().backward()
    assert x.grad is not None
