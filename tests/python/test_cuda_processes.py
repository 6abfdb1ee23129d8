"""Tests in processes of their own, because a process loads one driver, and reads its environment once."""

from __future__ import annotations

import sys
import textwrap
from pathlib import Path

import pytest
from support import LibraryPath
from support.child import output_of, run_child
from support.driver import VARIABLE

# Loads the library and makes tensors; `said` returns the error of a call.
START = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
import numpy as np
import tvm_ffi
from support.driver import Driver
from support.gpu import device_tensor

mod = tvm_ffi.load_module(sys.argv[1])
gpu = [device_tensor(mod, 4, address=address) for address in (0x10000, 0x20000, 0x30000)]
host = [np.arange(4, dtype=np.float32), np.zeros(4, np.float32)]

def said(function, *arguments):
    try:
        function(*arguments)
    except Exception as error:
        return f"{{type(error).__name__}}: {{error}}"
    raise AssertionError("nothing was raised")
"""


def child(script: str) -> str:
    return START + textwrap.dedent(script)


# Calls that work on every machine come first, then those that are refused for another reason; all others raise this error.
WITHOUT = child("""
    assert mod.add(40, 2) == 42
    mod.scale(*host)
    assert host[1].tolist() == [0, 2, 4, 6] and mod.sum(host[1]) == 12
    mod.copy_on_either(*host)
    assert said(mod.vadd, *gpu[:2]).startswith("TypeError: vadd: expected 3 arguments, got 2")
    assert said(mod.vadd, *host, host[1]).startswith("ValueError: vadd: argument #0 `a`: device is cpu:0")
    Launcher = type("Launcher", (tvm_ffi.Object,), {})
    tvm_ffi.register_object("e2e_cuda.Launcher")(Launcher)
    calls = [
        (mod.vadd, *gpu), (mod.scale, *gpu[:2]), (mod.place,), (mod["typed.copy"], *gpu[:2]),
        (Launcher.anywhere,), (Launcher().launch, gpu[0]), (mod.tvm_ffi_cuda_preload,), (mod.tvm_ffi_cuda_preload, 0),
    ]
    [message] = {said(*call) for call in calls}
    print(message)
""")


def test_a_machine_without_a_driver(library_path: LibraryPath) -> None:
    # An empty variable names no library.
    text = output_of(
        "import ctypes\ntry: ctypes.CDLL('libcuda.so.1')\nexcept OSError: print('none')\nelse: print('a driver')"
    )
    if text != "none\n":
        pytest.skip("this machine has a CUDA driver")
    lines = output_of(WITHOUT, library_path("e2e-cuda"), **{VARIABLE: ""}).splitlines()
    assert lines[0] == (
        "RuntimeError: the CUDA driver library could not be loaded: this machine has no NVIDIA driver, "
        "or it is not on the loader's path"
    )
    assert lines[1] == "tried:"
    if sys.platform == "linux":
        assert [line.split(":")[0] for line in lines[2:]] == [
            "  `libcuda.so.1`",
            "  `libcuda.so`",
            "  `/usr/lib/wsl/lib/libcuda.so.1`",
        ]
        assert all(line.endswith("No such file or directory") for line in lines[2:]), lines


def test_a_driver_that_does_not_exist(library_path: LibraryPath) -> None:
    path = "/nowhere/libcuda.so.1"
    message = output_of(WITHOUT, library_path("e2e-cuda"), **{VARIABLE: path})
    start = f"RuntimeError: the CUDA driver library `{path}`, named by `{VARIABLE}`, could not be loaded: "
    assert message.startswith(start)
    assert "No such file" in message or sys.platform == "win32"


def test_a_library_that_is_not_a_driver(library_path: LibraryPath) -> None:
    other = library_path("e2e-cuda")
    message = output_of(WITHOUT, other, **{VARIABLE: str(other)})
    reason = "is not a CUDA driver: it has no function `cuDriverGetVersion`"
    assert message == f"RuntimeError: `{other}`, named by `{VARIABLE}`, {reason}\n"


def test_an_error_is_found_where_the_function_is(library_path: LibraryPath) -> None:
    # The body has not run, so the line is the start of the function.
    done = run_child(child("mod.vadd(*gpu)"), library_path("e2e-cuda"), **{VARIABLE: "/nowhere"})
    assert done.returncode == 1
    frames = [line for line in done.stderr.splitlines() if line.lstrip().startswith("File ") and ".rs" in line]
    assert len(frames) == 1, frames
    assert "tests/python/cuda/src/launches.rs" in frames[0].replace("\\", "/"), frames


def test_preload(library_path: LibraryPath, driver_path: str) -> None:
    script = child("""
        driver = Driver(sys.argv[2])
        preload = mod.tvm_ffi_cuda_preload
        preload()
        assert any(name == "cuLibraryLoadData" for name in driver.names())
        for device in ([None], [0], ["cuda:0"], [tvm_ffi.device("cuda:0")]):
            preload(*device)
            assert not any(name.startswith("cuLibrary") for name in driver.names())
        mod.vadd(*gpu)
        assert not any(name.startswith("cuLibrary") for name in driver.names())
        print(said(preload, 1))
        # All kernels are loaded, except the one without an image for this GPU.
        there = [device_tensor(mod, 4, device="cuda:1", address=address) for address in (0x10000, 0x20000, 0x30000)]
        with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda:1"), driver.stream(1)):
            driver.take()
            mod.vadd(*there)
            mod.launch_other(there[0])
        assert driver.names() == ["cuLaunchKernelEx", "cuLaunchKernelEx"]
        driver.set_current(1)
        assert said(preload).startswith("RuntimeError: no image"), "it is for the current device"
        print(said(preload, 5))
        print(said(preload, 2**40))
        print(said(preload, "cpu"))
        print(said(preload, 1.5))
        print(said(preload, 0, 1))
    """)
    signature = "  tvm_ffi_cuda_preload(device: int | Device | None = None)"
    assert output_of(script, library_path("e2e-cuda"), driver_path, **{VARIABLE: driver_path}).splitlines() == [
        "RuntimeError: no image of kernel `nothing` is for cuda:1, which has compute capability 8.0; embedded: sm_90; "
        "compile it for sm_80 as well, or embed PTX for compute_80 or lower",
        "ValueError: there is no device cuda:5: this process has 2 devices, the last of them cuda:1",
        "ValueError: there is no device cuda:1099511627776",
        "ValueError: device is cpu:0, expected a CUDA device",
        "TypeError: tvm_ffi_cuda_preload: argument #0 `device`: expected int | Device | None, got float",
        signature,
        "TypeError: tvm_ffi_cuda_preload: expected 0 or 1 arguments, got 2",
        signature,
    ]


def test_a_process_ends_well_with_everything_loaded(library_path: LibraryPath, driver_path: str) -> None:
    # Tensors, modules, functions, and handles of the driver are alive when the interpreter ends.
    script = child("""
        driver = Driver(sys.argv[2])
        with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda:0"), driver.stream()):
            mod.vadd(*gpu)
            mod.on_side(gpu[0])
            mod.with_workspace(gpu[0], 1000)
        mod.tvm_ffi_cuda_preload(0)
        examples = tvm_ffi.load_module(sys.argv[3])
        matrices = [device_tensor(mod, 8, 16, address=address) for address in (0x10000, 0x20000)]
        examples.softmax(*matrices)
        assert driver.launches()[-1].kernel == "softmax_f32"
        kept = tvm_ffi.convert(lambda: gpu)
        # Modules are destroyed last.
        sys.modules["kept"] = (gpu, matrices, mod, examples, examples.softmax, kept)
        print("done")
    """)
    libraries = [library_path("e2e-cuda"), driver_path, library_path("cuda-kernels")]
    assert output_of(script, *libraries, **{VARIABLE: driver_path}) == "done\n"
