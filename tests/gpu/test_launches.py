"""Features of launches: shared memory, clusters, cooperative grids, dependent launches, tiles, and structs by value."""

from __future__ import annotations

import pytest
from support import CAPABILITY, SLOW, kernels, needs_gpu, needs_hopper, normal, torch, zeros

pytestmark = [needs_gpu, pytest.mark.sanitized]


def limit() -> int:
    """Return the limit for the shared memory of a block, in bytes."""
    return torch.cuda.get_device_properties(0).shared_memory_per_block_optin


@pytest.mark.parametrize("size", [4, 48 * 1024, 48 * 1024 + 4, 96 * 1024, 163 * 1024, 163 * 1024 + 4, 227 * 1024])
def test_shared_memory(size: int) -> None:
    x, y = normal(size // 4), zeros(size // 4)
    if size > limit():
        with pytest.raises(ValueError, match=f"{size} bytes of dynamic shared memory"):
            kernels.reverse(x, y)
        pytest.skip(f"this GPU has {limit()} bytes for a block; that more is refused was checked")
    kernels.reverse(x, y)
    assert torch.equal(y, x.flip(0))


def test_more_shared_memory_than_declared() -> None:
    n = 227 * 1024 // 4 + 1
    with pytest.raises(ValueError, match="declares at most 232448"):
        kernels.reverse(normal(n), zeros(n))


@needs_hopper
@pytest.mark.parametrize("size", [1, 2, 4, 8, 16])
def test_clusters(size: int) -> None:
    if size == 16 and CAPABILITY not in ((9, 0), (10, 0)):
        pytest.skip("not known to have clusters of 16 blocks")
    blocks = 4 * size
    out = zeros(blocks, 2, dtype=torch.int32)
    kernels.neighbours(out, size)
    block = torch.arange(blocks, dtype=torch.int32)
    assert torch.equal(out[:, 0].cpu(), block // size * size + (block + 1) % size)
    assert (out[:, 1] == size).all()


@needs_hopper
def test_a_cluster_that_is_compiled_in() -> None:
    out = zeros(64, 2, dtype=torch.int32)
    kernels.neighbours_of_two(out)
    assert torch.equal(out[:, 0].cpu(), torch.arange(64, dtype=torch.int32) ^ 1)
    assert (out[:, 1] == 2).all()


@needs_hopper
@pytest.mark.parametrize(("blocks", "cluster"), [(34, 17), (9, 2), (4, 0)])
def test_invalid_clusters(blocks: int, cluster: int) -> None:
    with pytest.raises(ValueError, match="cluster"):
        kernels.neighbours(zeros(blocks, 2, dtype=torch.int32), cluster)


@pytest.mark.skipif(CAPABILITY >= (9, 0), reason="this GPU has clusters")
def test_clusters_on_a_gpu_without_them() -> None:
    with pytest.raises((ValueError, RuntimeError), match="9.0|no image"):
        kernels.neighbours(zeros(2, 2, dtype=torch.int32), 2)


@pytest.mark.parametrize("which", ["one", "resident", "persistent"])
def test_a_grid_that_runs_at_once(which: str) -> None:
    resident = kernels.resident_blocks()
    assert resident >= torch.cuda.get_device_properties(0).multi_processor_count
    blocks = 1 if which == "one" else resident
    of_block, totals = zeros(blocks, dtype=torch.int32), zeros(blocks, dtype=torch.int64)
    (kernels.persistent_total if which == "persistent" else kernels.grid_total)(of_block, totals)
    assert (totals == blocks * (blocks + 1) // 2).all()


def test_a_grid_that_cannot_run_at_once() -> None:
    blocks = kernels.resident_blocks() + 1
    with pytest.raises(ValueError, match=f"{blocks} blocks, and {blocks - 1} can be resident"):
        kernels.grid_total(zeros(blocks, dtype=torch.int32), zeros(blocks, dtype=torch.int64))


@needs_hopper
@pytest.mark.parametrize("is_dependent", [False, True], ids=["plain", "dependent"])
def test_a_pair_of_kernels(is_dependent: bool) -> None:
    x, y, times = zeros(1), zeros(1), zeros(2, dtype=torch.int64)
    # The first launch loads the kernels. Only the second one is checked.
    for _ in range(2):
        x.zero_(), y.zero_(), times.zero_()
        torch.cuda.synchronize()
        kernels.dependent_pair(x, y, times, SLOW, is_dependent)
        torch.cuda.synchronize()
        assert y.item() == 2, "the second kernel has not waited for what the first one writes"
    ended, begun = times.tolist()
    if is_dependent:
        assert begun < ended, "the second kernel has not started before the first one ended"
    else:
        assert begun >= ended


@needs_hopper
@pytest.mark.parametrize(("row", "column"), [(0, 0), (32, 64), (5, 4), (90, 200), (-4, -8)])
@pytest.mark.parametrize("is_apart", [False, True], ids=["contiguous", "apart"])
def test_a_tile(row: int, column: int, is_apart: bool) -> None:
    x = normal(100, 300)[:, 20:256] if is_apart else normal(100, 236)
    out = zeros(32, 64)
    kernels.copy_tile(x, out, row, column)
    # Elements outside of the array are zeros.
    padded = zeros(100 + 80, 236 + 160)
    padded[40:140, 80:316] = x
    assert torch.equal(out, padded[40 + row : 72 + row, 80 + column : 144 + column])


@needs_hopper
def test_a_tile_of_an_unsupported_tensor() -> None:
    with pytest.raises(ValueError):
        kernels.copy_tile(normal(100, 301)[:, :236], zeros(32, 64), 0, 0)  # rows 1204 bytes apart
    with pytest.raises(ValueError):
        kernels.copy_tile(normal(100, 300)[:, 1:237], zeros(32, 64), 0, 0)  # begins at 4 bytes


# The accelerator takes no coordinate along the last dimension that is not at 16 bytes: the kernel ends with an illegal instruction.
@needs_hopper
def test_a_tile_that_does_not_begin_at_16_bytes() -> None:
    with pytest.raises(ValueError, match="`column` is 3, expected a multiple of 4"):
        kernels.copy_tile(normal(100, 236), zeros(32, 64), 5, 3)


@needs_hopper
@pytest.mark.parametrize(("row", "column"), [(200, 0), (-40, 0), (0, 400)])
def test_a_tile_outside_of_the_array(row: int, column: int) -> None:
    out = zeros(32, 64) + 1
    kernels.copy_tile(normal(100, 236), out, row, column)
    assert (out == 0).all()


@pytest.mark.parametrize("size", [128, 1024, 4096])
@pytest.mark.parametrize("first", [0, -7, 1_000_000])
def test_structs_by_value(size: int, first: int) -> None:
    result = zeros(1, dtype=torch.int64)
    kernels.weigh(result, first, size)
    assert result.item() == sum((first + i) * (i + 1) for i in range(size // 4))


def test_an_empty_grid_is_not_launched() -> None:
    x = zeros(0)
    kernels.increment(x)
    kernels.scale_from_ptx(x, zeros(0), 2.0)
    torch.cuda.synchronize()
