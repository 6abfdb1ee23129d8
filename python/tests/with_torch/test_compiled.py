"""Fakes and graphs: opcheck, compilation, export."""

import pytest
import torch
from support import NAMES, differentiable, double, rms_norm, silu
from torch._dynamo.testing import CompileCounterWithBackend
from torch.func import grad
from torch.library import opcheck
from torch.testing import assert_close

BACKENDS = ["eager", "aot_eager", "inductor"]
SIZES = [4, 5, 7, 9]


@pytest.fixture(autouse=True)
def no_cache():
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def counted(function, backend, **options):
    counter = CompileCounterWithBackend(backend)
    return torch.compile(function, backend=counter, fullgraph=True, dynamic=True, **options), counter


@pytest.mark.parametrize("name", NAMES)
def test_opcheck(ops, name):
    _, args = differentiable()[name]
    opcheck(getattr(ops, name).default, args)
    opcheck(getattr(ops, f"_{name}").default, tuple(arg.detach() for arg in args))


def test_opcheck_of_other_forms(ops):
    x, w = double(4, 6), double(6)
    cases = {
        "argmax": (x,),
        "head": (x, 2),
        "double": (x.t(),),
        "linear": (x, double(6, 3)),
        "cumsum": (w,),
        "positives": (w,),
        "scale": (x, "twice", 3),
        "silu_mul_": (x.clone(), x.clone()),
        "sgd_": ([x.clone(), w.clone()], [x, w]),
        "linear_bwd": (double(4, 3), x, double(6, 3), True, False, True),
    }
    for name, args in cases.items():
        opcheck(getattr(ops, name).default, args)
        opcheck(getattr(ops, f"_{name}").default, args)


@pytest.mark.parametrize("backend", BACKENDS)
def test_one_graph_trains_with_four_sizes(k, backend):
    compiled, counter = counted(k.rms_norm, backend)
    w, counts = double(6, requires_grad=True), []
    for size in SIZES:
        x = double(size, 6, requires_grad=True)
        ours, of_torch = (torch.autograd.grad(f(x, w).pow(2).sum(), (x, w)) for f in (compiled, rms_norm))
        assert_close(ours, of_torch)
        counts.append(counter.frame_count)
    assert len(set(counts)) == 1


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_integers_from_shapes(k, backend):
    compiled, counter = counted(lambda x, y: k.head(x, y.shape[0]), backend)
    for size in SIZES:
        x = double(size, 6)
        assert_close(compiled(x, x[2:]), x[: size - 2])
    assert counter.frame_count == 1


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_changes_in_place(k, backend):
    def function(x, gate):
        y = x * 2
        k.silu_mul_(y, gate)
        k.sgd_([y], [gate])
        return y + 1

    compiled, counter = counted(function, backend)
    for size in SIZES:
        x, gate = double(size, 6), double(size, 6)
        assert_close(compiled(x, gate), function(x, gate))


def test_a_list_that_the_backward_takes(k):
    compiled, counter = counted(k.times_sum, "aot_eager")
    counts = []
    for size in SIZES:
        x, ys = double(size, requires_grad=True), [double(size), double(size)]
        assert_close(torch.autograd.grad(compiled(x, ys).sum(), x), (sum(ys),))
        counts.append(counter.frame_count)
    assert len(set(counts)) == 1


def test_traced_autograd_has_the_private_operators(k, ops):
    graphs = []

    def keep(graph, _):
        graphs.append({node.target for node in graph.graph.nodes})
        return graph

    from functorch.compile import make_boxed_func
    from torch._dynamo.backends.common import aot_autograd

    backend = aot_autograd(fw_compiler=lambda graph, args: make_boxed_func(keep(graph, args)))
    x = double(3, requires_grad=True)
    torch.compile(k.silu, backend=backend, fullgraph=True)(x).sum().backward()
    assert ops._silu.default in graphs[0] and ops._silu_bwd.default in graphs[1]


def test_errors_when_traced(k):
    compiled = torch.compile(k.double, backend="aot_eager", fullgraph=True)
    with pytest.raises(Exception, match="`double` has no backward"):
        compiled(double(3, 4, requires_grad=True))
    with pytest.raises(Exception, match=r"argument #1 `weight`: shape\[0\]"):
        torch.compile(k.rms_norm, backend="aot_eager", fullgraph=True)(double(4, 6), double(5))


def test_transforms_in_graphs(k):
    x = double(3, 4)
    compiled = torch.compile(grad(lambda x: k.silu(x).sum()), backend="aot_eager", fullgraph=True)
    assert_close(compiled(x), grad(lambda x: silu(x).sum())(x))
    compiled = torch.compile(torch.vmap(k.silu), backend="aot_eager", fullgraph=True)
    assert_close(compiled(x), silu(x))


class Block(torch.nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k, self.weight = k, torch.nn.Parameter(double(6))

    def forward(self, x):
        return self.k.silu(self.k.rms_norm(x, self.weight))


def exported(k):
    rows = torch.export.Dim("rows", min=2, max=64)
    block = Block(k)
    return block, torch.export.export(block, (double(4, 6),), dynamic_shapes=({0: rows},))


def test_an_exported_program_trains(k, ops):
    block, program = exported(k)
    assert ops.rms_norm.default in {node.target for node in program.graph.nodes}
    x = double(9, 6)
    expected = torch.autograd.grad(silu(rms_norm(x, block.weight)).sum(), block.weight)
    module = program.module()
    assert_close(torch.autograd.grad(module(x).sum(), module.weight), expected)
    assert_close(program.run_decompositions().module()(x), block(x).detach(), check_stride=False)
