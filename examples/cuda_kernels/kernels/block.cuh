// Operations of all threads of a block.

#pragma once

constexpr unsigned WARP = 32;

struct Sum {
    static constexpr float NEUTRAL = 0.0f;
    __device__ static float of(float a, float b) { return a + b; }
};

struct Maximum {
    static constexpr float NEUTRAL = -INFINITY;
    // The maximum ignores NaN, but the sum that follows does not.
    __device__ static float of(float a, float b) { return fmaxf(a, b); }
};

template <class Op>
__device__ inline float reduce_warp(float value) {
    for (unsigned offset = WARP / 2; offset > 0; offset /= 2) {
        value = Op::of(value, __shfl_xor_sync(0xffffffffu, value, offset));
    }
    return value;
}

// Reduces the values of all threads to one, which every thread gets. Blocks have one dimension and whole warps.
template <class Op>
__device__ inline float reduce_block(float value) {
    static __shared__ float partial[WARP];
    const unsigned lane = threadIdx.x % WARP;
    value = reduce_warp<Op>(value);
    // All threads have read the values of an earlier call.
    __syncthreads();
    if (lane == 0) {
        partial[threadIdx.x / WARP] = value;
    }
    __syncthreads();
    return reduce_warp<Op>(lane < blockDim.x / WARP ? partial[lane] : Op::NEUTRAL);
}
