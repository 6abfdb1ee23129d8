"""The cost on the host of launching an empty kernel with four arguments, with this framework and with others.

Usage: python bench_launch.py [--launches N] [--repeats N]

Prints a table. A launcher that cannot be built on this machine is left out, with the reason. Every launcher launches the same kernel on the same
stream, from the same image if it takes one. At most 500 launches are in the queue, so that the times are those of the call and not of a full
queue.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import statistics
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Callable

from support import CAPABILITY, HERE, kernels, torch, tvm_ffi

# Compile for this GPU only.
for _variable in ("TVM_FFI_CUDA_ARCH_LIST", "TORCH_CUDA_ARCH_LIST"):
    os.environ.setdefault(_variable, f"{CAPABILITY[0]}.{CAPABILITY[1]}")

QUEUE = 500
GRID, BLOCK, N = 4, 256, 1024

# Makes this many launches, and returns the nanoseconds of one on the host.
Launcher = Callable[[int], float]

A, B, C = (torch.zeros(N, device="cuda") for _ in range(3))
STREAM = torch.cuda.Stream()


def image() -> bytes:
    """Return the machine code for this GPU."""
    architecture = {8: "sm_80.cubin", 9: "sm_90.cubin"}.get(CAPABILITY[0], "compute_80.ptx")
    text = (HERE / "images" / f"common.{architecture}").read_bytes()
    # The driver reads PTX up to its NUL.
    return text + b"\0" if architecture.endswith("ptx") else text


def timed(call: Callable[..., object], *arguments: object) -> Launcher:
    """Time a function that launches the kernel in each call."""

    def launch_many(launches: int) -> float:
        total = 0
        for first in range(0, launches, QUEUE):
            rounds = range(min(QUEUE, launches - first))
            start = time.perf_counter_ns()
            for _ in rounds:
                call(*arguments)
            total += time.perf_counter_ns() - start
            torch.cuda.synchronize()
        return total / launches

    return launch_many


def floor(folder: Path) -> Launcher:
    library = folder / "floor.so"
    command = ["cc", "-O2", "-shared", "-fPIC", str(HERE / "floor.c"), "-o", str(library), "-ldl"]
    subprocess.run(command, check=True, capture_output=True)
    code = ctypes.CDLL(str(library))
    status = code.floor_load(image())
    if status != 0:
        raise RuntimeError(f"the driver says {status}")
    code.floor_time.restype = ctypes.c_double
    code.floor_time.argtypes = [ctypes.c_void_p] * 4 + [ctypes.c_long] * 2
    pointers = [STREAM.cuda_stream, *(x.data_ptr() for x in (A, B, C))]

    def launch_many(launches: int) -> float:
        found = code.floor_time(*pointers, launches, QUEUE)
        if found < 0:
            raise RuntimeError(f"the driver says {-found:.0f}")
        return found

    return launch_many


def ours_native(_: Path) -> Launcher:
    return lambda launches: kernels.time_native(A, B, C, launches, QUEUE)


def cudarc_native(_: Path) -> Launcher:
    return lambda launches: kernels.time_cudarc(A, B, C, launches, QUEUE)


def ours_with_torch(_: Path) -> Launcher:
    return timed(kernels.empty, A, B, C, N)


def ours_with_tvm_ffi(_: Path) -> Launcher:
    """Launch with converted tensors, so that no framework is asked for its stream."""
    return timed(kernels.empty, *(tvm_ffi.from_dlpack(x) for x in (A, B, C)), N)


CUBIN_LAUNCHER = """
#include <tvm/ffi/container/tensor.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <tvm/ffi/extra/cuda/cubin_launcher.h>
#include <tvm/ffi/function.h>

TVM_FFI_EMBED_CUBIN(bench);

void empty(tvm::ffi::TensorView a, tvm::ffi::TensorView b, tvm::ffi::TensorView c, int64_t n) {
  static auto kernel = TVM_FFI_EMBED_CUBIN_GET_KERNEL(bench, "empty");
  void *pa = a.data_ptr(), *pb = b.data_ptr(), *pc = c.data_ptr();
  void* args[] = {&pa, &pb, &pc, &n};
  DLDevice device = a.device();
  auto stream = static_cast<tvm::ffi::cuda_api::StreamHandle>(TVMFFIEnvGetStream(device.device_type, device.device_id));
  TVM_FFI_CHECK_CUBIN_LAUNCHER_CUDA_ERROR(kernel.Launch(args, tvm::ffi::dim3(4), tvm::ffi::dim3(256), stream));
}
"""


def tvm_ffi_cpp(folder: Path) -> Launcher:
    from tvm_ffi import cpp

    module = cpp.load_inline(
        "bench_empty",
        cuda_sources=CUBIN_LAUNCHER,
        functions=["empty"],
        embed_cubin={"bench": image()},
        build_directory=str(folder / "tvm_ffi"),
    )
    return timed(module.empty, A, B, C, N)


TORCH_EXTENSION = """
#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/extension.h>

__global__ void empty_kernel(const float* a, const float* b, float* c, long long n) {}

void empty(torch::Tensor a, torch::Tensor b, torch::Tensor c, int64_t n) {
  empty_kernel<<<4, 256, 0, c10::cuda::getCurrentCUDAStream()>>>(a.data_ptr<float>(), b.data_ptr<float>(), c.data_ptr<float>(), n);
  C10_CUDA_KERNEL_LAUNCH_CHECK();
}
"""


def torch_extension(folder: Path) -> Launcher:
    from torch.utils import cpp_extension

    (folder / "torch").mkdir()
    module = cpp_extension.load_inline(
        "bench_empty_torch",
        cpp_sources="void empty(torch::Tensor a, torch::Tensor b, torch::Tensor c, int64_t n);",
        cuda_sources=TORCH_EXTENSION,
        functions=["empty"],
        build_directory=str(folder / "torch"),
    )
    return timed(module.empty, A, B, C, N)


def cupy_kernel(folder: Path) -> Launcher:
    import cupy

    path = folder / ("common.ptx" if image().endswith(b"\0") and CAPABILITY[0] not in (8, 9) else "common.cubin")
    path.write_bytes(image())
    kernel = cupy.RawModule(path=str(path)).get_function("empty")
    arrays = [cupy.from_dlpack(x) for x in (A, B, C)]
    launch_many = timed(kernel, (GRID,), (BLOCK,), (*arrays, cupy.int64(N)))

    def on_stream(launches: int) -> float:
        with cupy.cuda.ExternalStream(STREAM.cuda_stream):
            return launch_many(launches)

    return on_stream


def triton_kernel(_: Path) -> Launcher:
    import triton_empty

    return timed(triton_empty.launch, A, B, C, N)


LAUNCHERS: dict[str, Callable[[Path], Launcher]] = {
    "C, `cuLaunchKernelEx`": floor,
    "ours, from Rust": ours_native,
    "`cudarc`, from Rust": cudarc_native,
    "ours, from Python, PyTorch tensors": ours_with_torch,
    "ours, from Python, `tvm_ffi` tensors": ours_with_tvm_ffi,
    "C++ cubin launcher of tvm-ffi, from Python, PyTorch tensors": tvm_ffi_cpp,
    "PyTorch extension in C++, from Python": torch_extension,
    "CuPy `RawKernel`": cupy_kernel,
    "Triton": triton_kernel,
}


def build(folder: Path) -> tuple[dict[str, Launcher], dict[str, str]]:
    """Build the launchers. Return them, and the reasons why the others cannot be built."""
    built, missing = {}, {}
    for name, make in LAUNCHERS.items():
        try:
            launch_many = make(folder)
            with torch.cuda.stream(STREAM), tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 0), STREAM.cuda_stream):
                launch_many(2 * QUEUE)
            built[name] = launch_many
        except Exception as error:  # noqa: BLE001
            output = getattr(error, "stderr", None) or b""
            text = f"{type(error).__name__}: {error} {output.decode(errors='replace')}"
            missing[name] = " ".join(text.split())[:400]
    return built, missing


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--launches", type=int, default=100_000)
    parser.add_argument("--repeats", type=int, default=7)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        built, missing = build(Path(folder))
        times: dict[str, list[float]] = {name: [] for name in built}
        with torch.cuda.stream(STREAM), tvm_ffi.use_raw_stream(tvm_ffi.device("cuda", 0), STREAM.cuda_stream):
            for _ in range(options.repeats):
                # The launchers alternate, so that changes of the machine affect all of them.
                for name, launch_many in built.items():
                    times[name].append(launch_many(options.launches))
    print(f"Nanoseconds on the host for one launch; {options.launches} launches on a side stream, {options.repeats} times.\n")
    print("| launcher | median | least | most |\n|---|---:|---:|---:|")
    for name, found in times.items():
        print(f"| {name} | {statistics.median(found):.0f} | {min(found):.0f} | {max(found):.0f} |")
    for name, reason in missing.items():
        print(f"\nLeft out: {name}: {reason}")


if __name__ == "__main__":
    main()
