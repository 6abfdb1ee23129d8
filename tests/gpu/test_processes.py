"""Tests that need their own process: sticky errors, forks, and the end of a process."""

from __future__ import annotations

from support import needs_gpu, run_script

pytestmark = needs_gpu

ILLEGAL = """
x = zeros(10)
kernels.increment(x)
torch.cuda.synchronize()
def fail():
    kernels.write_at(x, 1 << 38)
    # A later call reports the error.
    try:
        torch.cuda.synchronize()
    except RuntimeError:
        pass
    kernels.increment(x)
print(text_of(fail))
sys.stdout.flush()
# Do not run PyTorch's destructors.
os._exit(0)
"""


def test_an_illegal_address() -> None:
    text = run_script(ILLEGAL)
    assert text.startswith("RuntimeError: ")
    assert "CUDA_ERROR_ILLEGAL_ADDRESS (700)" in text
    assert "reported when launching `increment`" in text
    assert "TVM_FFI_CUDA_LAUNCH_BLOCKING=1" in text


def test_a_blocking_launch_names_the_kernel() -> None:
    text = run_script(ILLEGAL, TVM_FFI_CUDA_LAUNCH_BLOCKING="1")
    assert "CUDA_ERROR_ILLEGAL_ADDRESS (700)" in text
    assert "`write_at`" in text


BLOCKING = """
x = zeros(10)
kernels.slow_fill(x, 1.0, SLOW)
assert torch.cuda.current_stream().query(), "the launch has not waited"
# Captured launches cannot wait.
graph = torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    kernels.increment(x)
graph.replay()
torch.cuda.synchronize()
assert (x == 2).all()
"""


def test_blocking_launches_wait() -> None:
    run_script(BLOCKING, TVM_FFI_CUDA_LAUNCH_BLOCKING="1")


FORK = """
x = zeros(10)
# PyTorch itself refuses forks, so use a converted tensor.
converted = tvm_ffi.from_dlpack(x)
kernels.increment(converted)
torch.cuda.synchronize()
child = os.fork()
if child == 0:
    try:
        print(text_of(lambda: kernels.increment(converted)))
        sys.stdout.flush()
    finally:
        os._exit(0)
_, status = os.waitpid(child, 0)
assert status == 0, status
kernels.increment(converted)
torch.cuda.synchronize()
assert (x == 2).all()
"""


def test_a_fork_is_an_error_that_says_so() -> None:
    text = run_script(FORK)
    assert text.startswith("RuntimeError: ")
    assert "`spawn`" in text


SPAWN = """
import multiprocessing
import tempfile

# A module, since the child imports the function that it runs.
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "spawned.py"), "w") as file:
        file.write("from support import *\\ndef child():\\n    x = zeros(10)\\n    kernels.increment(x)\\n    assert (x == 1).all()\\n")
    sys.path.insert(0, folder)
    import spawned
    x = zeros(10)
    kernels.increment(x)
    process = multiprocessing.get_context("spawn").Process(target=spawned.child)
    process.start()
    process.join()
    assert process.exitcode == 0, process.exitcode
"""


def test_a_spawned_process_works() -> None:
    run_script(SPAWN)


NO_GPU = """
print(text_of(lambda: example.tvm_ffi_cuda_preload(0)))
a, b, c = torch.ones(3), torch.ones(3), torch.zeros(3)
example.vadd(a, b, c)
assert (c == 2).all()
"""


def test_no_visible_gpu() -> None:
    # The module `support` then makes no query about the GPU.
    text = run_script(NO_GPU, CUDA_VISIBLE_DEVICES="", TVM_FFI_GPU_TEST_DEVICE="cpu")
    assert text.startswith("RuntimeError: ")
    assert "CUDA_ERROR_NO_DEVICE (100)" in text


EXIT = """
import threading
warm_up()
x, y, graph = zeros(1000), zeros(1000), torch.cuda.CUDAGraph()
with torch.cuda.graph(graph):
    kernels.copy_through_workspace(x, y)
kernels.fill_side_by_side(x, y, 1000)
graph.replay()
threading.Thread(target=lambda: kernels.increment(x)).start()
# The process ends while this kernel runs.
kernels.slow_fill(x, 1.0, SLOW)
"""


def test_the_process_exits_with_everything_loaded() -> None:
    run_script(EXIT)


def test_the_process_exits_without_a_launch() -> None:
    run_script("")
