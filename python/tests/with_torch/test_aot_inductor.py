"""A package of AOTInductor calls the operators."""

import os
import shutil

import pytest
import torch
from support import double, rms_norm, silu
from torch._inductor import aoti_compile_and_package, aoti_load_package
from torch.testing import assert_close

HAS_COMPILER = shutil.which(os.environ.get("CXX", "g++")) is not None

# Nearly all the time is that of the C++ compiler, which tries out what the processor has, and compiles headers for later packages.
QUICK = {"cpp.vec_isa_ok": False, "aot_inductor.compile_wrapper_opt_level": "O0", "aot_inductor.precompile_headers": False}


class Block(torch.nn.Module):
    def __init__(self, k):
        super().__init__()
        self.k = k
        self.weight = torch.nn.Parameter(double(6))

    def forward(self, x):
        y = self.k.rms_norm(x, self.weight)
        return self.k.rms_norm(self.k.silu(y), self.weight), y


@pytest.mark.skipif(not HAS_COMPILER, reason="there is no C++ compiler")
def test_a_package_serves_all_sizes(k, tmp_path):
    block = Block(k)
    rows = torch.export.Dim("rows", min=2, max=64)
    program = torch.export.export(block, (double(4, 6),), dynamic_shapes=({0: rows},))
    path = aoti_compile_and_package(program, package_path=str(tmp_path / "block.pt2"), inductor_configs=QUICK)
    package = aoti_load_package(path)
    for size in (3, 9):
        x = double(size, 6)
        y = rms_norm(x, block.weight)
        assert_close(list(package(x)), [rms_norm(silu(y), block.weight).detach(), y.detach()])
