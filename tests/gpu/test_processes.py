"""What a process can see only once: errors that stay, forks, and its end."""

from __future__ import annotations

from support import needs_gpu, run_script

pytestmark = needs_gpu

ILLEGAL = """
x = zeros(10)
kernels.increment(x)
torch.cuda.synchronize()
def fail():
    kernels.write_at(x, 1 << 38)
    # The error shows when something is done after the kernel has run.
    try:
        torch.cuda.synchronize()
    except RuntimeError:
        pass
    kernels.increment(x)
print(text_of(fail))
sys.stdout.flush()
# PyTorch's destructors have nothing to do with it.
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
# Launches that are captured cannot wait.
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
# PyTorch refuses forks itself: a tensor that is converted has nothing to do with it.
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


def test_a_fork_is_told_what_is_wrong() -> None:
    text = run_script(FORK)
    assert text.startswith("RuntimeError: ")
    assert "`spawn`" in text


SPAWN = """
import multiprocessing
import tempfile

# A module, since the child has to import what it runs.
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


def test_no_gpu_to_be_seen() -> None:
    # Nothing of the GPU is asked for by the module `support` then.
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
# The process ends while this runs.
kernels.slow_fill(x, 1.0, SLOW)
"""


def test_the_process_ends_well_with_everything_loaded() -> None:
    run_script(EXIT)


def test_the_process_ends_well_without_a_launch() -> None:
    run_script("")
