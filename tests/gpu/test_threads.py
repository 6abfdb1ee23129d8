"""Many threads and streams at once."""

from __future__ import annotations

import threading

from support import example, kernels, needs_gpu, normal, run_script, torch, zeros

pytestmark = needs_gpu

THREADS, STREAMS, ROUNDS = 8, 4, 50


def work(number: int, errors: list[str]) -> None:
    """Chain kernels on streams of this thread. The results are right only if each stream keeps its order."""
    try:
        x, y, z = [], [], []
        streams = [torch.cuda.Stream() for _ in range(STREAMS)]
        for i, stream in enumerate(streams):
            with torch.cuda.stream(stream):
                x.append(normal(10_000, seed=number * STREAMS + i))
                y.append(zeros(10_000))
                z.append(zeros(10_000))
        for _ in range(ROUNDS):
            for i, stream in enumerate(streams):
                with torch.cuda.stream(stream):
                    kernels.increment(y[i])
                    example.vadd(x[i], y[i], z[i])
                    kernels.copy_through_workspace(z[i], y[i])
                    y[i].sub_(x[i])
        for i, stream in enumerate(streams):
            stream.synchronize()
            torch.testing.assert_close(z[i], x[i] + ROUNDS, rtol=1e-4, atol=1e-3)
    except BaseException as error:  # noqa: BLE001
        errors.append(f"thread {number}: {error!r}")


def test_eight_threads_with_four_streams() -> None:
    errors: list[str] = []
    threads = [threading.Thread(target=work, args=(number, errors)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors, errors


COLD = """
import threading
import test_threads
# The first thread loads all kernels.
test_threads.test_eight_threads_with_four_streams()
print("done")
"""


def test_threads_that_load_at_the_same_time() -> None:
    assert run_script(COLD) == "done\n"
