// Kernels for compute capability 9.0: clusters, programmatic dependent launches, and the tensor memory accelerator.

#include <cooperative_groups.h>
#include <cuda.h>

#define KERNEL extern "C" __global__ void

namespace cg = cooperative_groups;

// Each block reads the number of the next block in its cluster from that block's shared memory, and writes it with the size of the cluster.
__device__ void ask_neighbour(int *out) {
    __shared__ int own;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) own = (int)blockIdx.x;
    cluster.sync();
    if (threadIdx.x == 0) {
        unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
        out[2 * blockIdx.x] = *cluster.map_shared_rank(&own, next);
        out[2 * blockIdx.x + 1] = (int)cluster.num_blocks();
    }
    // No block ends while another one reads its memory.
    cluster.sync();
}

// The launch sets the cluster.
KERNEL neighbours(int *out) { ask_neighbour(out); }

// Compiled for clusters of two.
KERNEL __cluster_dims__(2, 1, 1) neighbours_of_two(int *out) { ask_neighbour(out); }

__device__ long long now() {
    long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}

// Lets the next kernel start, waits, sets `x`, and writes the time of its end. Launched with one thread.
KERNEL first(float *x, long long *ended, long long nanoseconds) {
    asm volatile("griddepcontrol.launch_dependents;");
    for (long long start = now(); now() - start < nanoseconds;) {
    }
    *x = 1;
    *ended = now();
}

// Writes the time of its start, and reads what the first kernel has written. Launched with one thread.
KERNEL second(const float *x, float *y, long long *begun) {
    long long start = now();
    asm volatile("griddepcontrol.wait;" ::: "memory");
    *y = *x + 1;
    *begun = start;
}

constexpr int ROWS = 32, COLUMNS = 64;

// Copies the tile of a matrix that begins at a row and a column. Launched with one block. Elements outside of the matrix are 0.
KERNEL copy_tile(const __grid_constant__ CUtensorMap map, float *out, int row, int column) {
    __shared__ alignas(128) float tile[ROWS * COLUMNS];
    __shared__ alignas(8) unsigned long long barrier;
    unsigned at = (unsigned)__cvta_generic_to_shared(tile);
    unsigned done = (unsigned)__cvta_generic_to_shared(&barrier);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(done) : "memory");
        // Makes the initialised barrier visible to the accelerator.
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(done), "r"((unsigned)sizeof(tile)) : "memory");
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(at),
            "l"(&map), "r"(column), "r"(row), "r"(done)
            : "memory");
    }
    // Every thread waits, so that each sees the copied tile.
    unsigned is_done = 0;
    while (!is_done) {
        asm volatile(
            "{\n"
            ".reg .pred p;\n"
            "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0;\n"
            "selp.u32 %0, 1, 0, p;\n"
            "}"
            : "=r"(is_done)
            : "r"(done)
            : "memory");
    }
    for (int i = threadIdx.x; i < ROWS * COLUMNS; i += blockDim.x) out[i] = tile[i];
}
