"""Make a module of PTX, save and load it, and call its kernels on a GPU, if there is one.

Usage: python run.py <path of the library>

Arrays on a GPU are PyTorch's.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import tvm_ffi

PTX = Path(__file__).with_name("scale.ptx")


def save_and_load(mod: tvm_ffi.Module) -> tvm_ffi.Module:
    """Return the module of the file, after it was saved to another one."""
    module = mod.from_bytes(PTX.read_bytes())
    print(f"a module of kind {module.kind} with scale: {module.implements_function('scale')}, other: {module.implements_function('other')}")
    print(module.get_function_doc("scale"))
    with tempfile.TemporaryDirectory() as folder:
        (format,) = module.get_write_formats()
        path = Path(folder) / f"saved.{format}"
        module.write_to_file(str(path), format)
        again = tvm_ffi.load_module(str(path))
    assert again.inspect_source() == PTX.read_text()
    print("saved, and loaded again")
    return again


def call_all(module: tvm_ffi.Module, x: Any, y: Any) -> None:
    """Call each kernel on arrays of one size."""
    n = x.shape[0]
    blocks, threads = (n + 127) // 128, 128
    module["scale"](y, x, 2.0, n, blocks, threads)
    module["axpy"](y, x, 0.5, n, blocks, threads)


def main() -> None:
    module = save_and_load(tvm_ffi.load_module(sys.argv[1]))
    try:
        import torch
    except ImportError:
        print("no PyTorch: no kernel is launched")
        return
    if not torch.cuda.is_available():
        print("PyTorch finds no GPU: no kernel is launched")
        return
    x = torch.arange(1000, dtype=torch.float32, device="cuda")
    y = torch.empty_like(x)
    call_all(module, x, y)
    np.testing.assert_allclose(y.cpu().numpy(), 2.5 * x.cpu().numpy())
    print("scale and axpy agree with NumPy")


if __name__ == "__main__":
    main()
