// Kernels for every GPU since compute capability 8.0.

#include <cooperative_groups.h>

#define KERNEL extern "C" __global__ void

namespace cg = cooperative_groups;

// The kernel of all launchers in the benchmark.
KERNEL empty(const float *a, const float *b, float *c, long long n) {}

// A clock of the whole GPU, in nanoseconds.
__device__ long long now() {
    long long time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    return time;
}

// Waits, and then sets every element. Launched with one block.
KERNEL slow_fill(float *x, long long n, float value, long long nanoseconds) {
    for (long long start = now(); now() - start < nanoseconds;) {
    }
    for (long long i = threadIdx.x; i < n; i += blockDim.x) x[i] = value;
}

// x[i] += 1.
KERNEL increment(float *x, long long n) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n) x[i] += 1;
}

// Writes one element, without a check of the index.
KERNEL write_at(float *x, long long index) { x[index] = 1; }

// y is x in reverse order, through shared memory. Launched with one block.
KERNEL reverse(const float *x, float *y, int n) {
    extern __shared__ float memory[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) memory[i] = x[i];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) y[i] = memory[n - 1 - i];
}

// Every block adds up the numbers of all blocks, after all of them have written theirs.
KERNEL grid_total(int *of_block, long long *totals) {
    if (threadIdx.x == 0) of_block[blockIdx.x] = (int)blockIdx.x + 1;
    cg::this_grid().sync();
    if (threadIdx.x != 0) return;
    long long total = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) total += of_block[i];
    totals[blockIdx.x] = total;
}

template <int N>
struct Words {
    int words[N];
};

// result = sum of words[i] * (i + 1).
template <int N>
__device__ void weigh(const Words<N> &of, long long *result) {
    long long sum = 0;
#pragma unroll 1
    for (int i = 0; i < N; ++i) sum += (long long)of.words[i] * (i + 1);
    *result = sum;
}

KERNEL weigh_128_bytes(Words<32> words, long long *result) { weigh(words, result); }
KERNEL weigh_1024_bytes(Words<256> words, long long *result) { weigh(words, result); }
// More than 4096 bytes, together with the other parameter.
KERNEL weigh_4096_bytes(Words<1024> words, long long *result) { weigh(words, result); }
