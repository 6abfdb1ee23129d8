// The inner product of two vectors, in two steps whose order of summation is always the same: `dot_partials` computes one number
// for each block, and `dot_total` adds them up.

#include "block.cuh"

constexpr int THREADS = 256;

extern "C" __global__ void __launch_bounds__(THREADS)
    dot_partials(const float* a, const float* b, float* partials, long long n) {
    const long long step = static_cast<long long>(gridDim.x) * THREADS;
    float sum = 0.0f;
    for (long long i = static_cast<long long>(blockIdx.x) * THREADS + threadIdx.x; i < n; i += step) {
        sum += a[i] * b[i];
    }
    sum = reduce_block<Sum>(sum);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = sum;
    }
}

// Launched with one block.
extern "C" __global__ void __launch_bounds__(THREADS) dot_total(const float* partials, float* result, int count) {
    float sum = 0.0f;
    for (int i = threadIdx.x; i < count; i += THREADS) {
        sum += partials[i];
    }
    sum = reduce_block<Sum>(sum);
    if (threadIdx.x == 0) {
        *result = sum;
    }
}
