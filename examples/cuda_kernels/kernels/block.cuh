// What the threads of a block do together.

#pragma once

constexpr unsigned WARP = 32;

struct Sum {
    static constexpr float NEUTRAL = 0.0f;
    __device__ static float of(float a, float b) { return a + b; }
};

struct Maximum {
    static constexpr float NEUTRAL = -INFINITY;
    // A NaN is left out; it shows in the sum that follows.
    __device__ static float of(float a, float b) { return fmaxf(a, b); }
};

template <class Op>
__device__ inline float reduce_warp(float value) {
    for (unsigned offset = WARP / 2; offset > 0; offset /= 2) {
        value = Op::of(value, __shfl_xor_sync(0xffffffffu, value, offset));
    }
    return value;
}

// The values of all threads as one, which every thread gets. Blocks have whole warps, in one dimension.
template <class Op>
__device__ inline float reduce_block(float value) {
    static __shared__ float partial[WARP];
    const unsigned lane = threadIdx.x % WARP;
    value = reduce_warp<Op>(value);
    // What an earlier call left there has been read by everybody.
    __syncthreads();
    if (lane == 0) {
        partial[threadIdx.x / WARP] = value;
    }
    __syncthreads();
    return reduce_warp<Op>(lane < blockDim.x / WARP ? partial[lane] : Op::NEUTRAL);
}
