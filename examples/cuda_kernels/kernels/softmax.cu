// The softmax of each row, one block for each row: y = exp(x - max(x)) / sum(exp(x - max(x))).

#include "block.cuh"
#include "floats.cuh"

constexpr int THREADS = 256;

// For rows that fit into dynamic shared memory, as `float`: they are read once, and each power is calculated once.
template <class T>
__device__ void softmax(const T* x, T* y, int d, long long x_stride, long long y_stride) {
    extern __shared__ float row_in_shared_memory[];
    float* const powers = row_in_shared_memory;
    x += blockIdx.x * x_stride;
    y += blockIdx.x * y_stride;

    // Each thread reads what it has written itself.
    float maximum = Maximum::NEUTRAL;
    for (int i = threadIdx.x; i < d; i += THREADS) {
        powers[i] = widen(x[i]);
        maximum = Maximum::of(maximum, powers[i]);
    }
    maximum = reduce_block<Maximum>(maximum);

    float sum = 0.0f;
    for (int i = threadIdx.x; i < d; i += THREADS) {
        powers[i] = expf(powers[i] - maximum);
        sum += powers[i];
    }
    const float scale = 1.0f / reduce_block<Sum>(sum);

    for (int i = threadIdx.x; i < d; i += THREADS) {
        y[i] = narrow<T>(powers[i] * scale);
    }
}

// For rows of any length. One pass computes the maximum and the sum: the sum of the powers relative to the greatest element so
// far is scaled down when a greater element follows. The second pass writes.
template <class T>
__device__ void softmax_online(const T* x, T* y, long long d, long long x_stride, long long y_stride) {
    x += blockIdx.x * x_stride;
    y += blockIdx.x * y_stride;

    float greatest = Maximum::NEUTRAL;
    float sum = 0.0f;
    for (long long i = threadIdx.x; i < d; i += THREADS) {
        const float value = widen(x[i]);
        // Its power is always zero, and `-inf - -inf` would be NaN.
        if (value == -INFINITY) {
            continue;
        }
        if (value > greatest) {
            sum *= expf(greatest - value);
            greatest = value;
        }
        sum += expf(value - greatest);
    }
    const float maximum = reduce_block<Maximum>(greatest);
    if (greatest != -INFINITY) {
        sum *= expf(greatest - maximum);
    }
    const float scale = 1.0f / reduce_block<Sum>(sum);

    for (long long i = threadIdx.x; i < d; i += THREADS) {
        y[i] = narrow<T>(expf(widen(x[i]) - maximum) * scale);
    }
}

#define SOFTMAX(SUFFIX, T)                                                                                            \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                             \
        softmax_##SUFFIX(const T* x, T* y, int d, long long x_stride, long long y_stride) {                           \
        softmax<T>(x, y, d, x_stride, y_stride);                                                                      \
    }                                                                                                                 \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                             \
        softmax_online_##SUFFIX(const T* x, T* y, long long d, long long x_stride, long long y_stride) {              \
        softmax_online<T>(x, y, d, x_stride, y_stride);                                                               \
    }

SOFTMAX(f32, float)
SOFTMAX(f16, __half)
SOFTMAX(bf16, __nv_bfloat16)
