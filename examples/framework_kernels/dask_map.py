"""Map a kernel over an array that is larger than the memory of a worker, with Dask and two worker processes.

Usage: python dask_map.py

The workers get the name of the kernel, and import the wheel by it. With `Client("tcp://...")` instead of the local cluster, they are on other machines that have the wheel.
"""

from __future__ import annotations

import sys

import dask.array as da
import framework_kernels
import numpy as np
from dask.distributed import Client, LocalCluster

MIB = 2**20
WIDTH = 1024
ROWS_OF_BLOCK = 32 * MIB // (4 * WIDTH)
BLOCKS = 32
MEMORY_OF_WORKER = 512 * MIB


def libraries() -> list[str]:
    """The files of the kernels that a process has imported."""
    return [module.__file__ for name, module in sys.modules.items() if name == "framework_kernels"]


def main() -> None:
    with LocalCluster(n_workers=2, threads_per_worker=1, memory_limit=MEMORY_OF_WORKER, dashboard_address=None) as cluster, Client(cluster) as client:
        x = da.random.default_rng(0).standard_normal((BLOCKS * ROWS_OF_BLOCK, WIDTH), dtype=np.float32, chunks=(ROWS_OF_BLOCK, WIDTH))
        assert x.nbytes > MEMORY_OF_WORKER
        weight = np.full(WIDTH, 2.0, np.float32)
        # The keyword keeps the weights whole: positional arrays are cut into blocks.
        y = x.map_blocks(framework_kernels.rms_norm, weight=weight, meta=np.empty((0, 0), np.float32))
        squares = (y * y).mean(axis=1).compute()
        np.testing.assert_allclose(squares, np.full(len(x), 4.0), rtol=1e-4)
        print(f"{x.nbytes // MIB} MiB in {BLOCKS} blocks, two workers with {MEMORY_OF_WORKER // MIB} MiB each: the mean square of each row is 4")
        for worker, files in client.run(libraries).items():
            print(f"{worker} has imported {', '.join(files)}")


if __name__ == "__main__":
    main()
