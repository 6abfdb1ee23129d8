"""Compile the kernels of this package into its images, with the script of `examples/cuda_kernels`, whose options it takes."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "examples" / "cuda_kernels"))

import images  # noqa: E402


def commands() -> dict[str, list[str]]:
    """Return the arguments of the compiler for each image."""
    ptx = ["-ptx", "-arch=compute_80"]
    return {
        "common.sm_80.cubin": ["-cubin", "-arch=sm_80", "common.cu"],
        "common.sm_90.cubin": ["-cubin", "-arch=sm_90", "common.cu"],
        "common.compute_80.ptx": [*ptx, "common.cu"],
        "hopper.sm_90.cubin": ["-cubin", "-arch=sm_90", "hopper.cu"],
        "hopper.compute_90.ptx": ["-ptx", "-arch=compute_90", "hopper.cu"],
        "scale.compute_80.ptx": [*ptx, "scale.cu"],
        "scale.sm_80.cubin": ["-cubin", "-arch=sm_80", "scale.cu"],
    }


images.KERNELS, images.IMAGES, images.commands = HERE / "kernels", HERE / "images", commands

if __name__ == "__main__":
    images.main()
