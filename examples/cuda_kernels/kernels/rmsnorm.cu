// Root-mean-square normalisation, one block for each row: y = x / sqrt(mean(x * x) + eps) * weight.

#include "block.cuh"
#include "floats.cuh"

constexpr int THREADS = 256;

// Sixteen bytes, which are loaded and stored at once.
template <class T>
struct alignas(16) Pack {
    static constexpr int LENGTH = 16 / sizeof(T);
    T elements[LENGTH];
};

// The kernel may start before the previous one has ended (programmatic dependent launch). It must not read or write memory before
// this call.
__device__ inline void wait_for_the_kernel_before() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Lets the next kernel start, which then waits for the end of this one.
__device__ inline void let_the_next_kernel_start() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// `h` and the strides are multiples of `Pack<T>::LENGTH`; all pointers are aligned to 16 bytes. With `staged` the launch has
// dynamic shared memory for a row, and the row is read once from global memory; otherwise it is read twice.
template <class T>
__device__ void rmsnorm(
    const T* x, const T* weight, T* y, int h, long long x_stride, long long y_stride, float eps, int staged
) {
    extern __shared__ uint4 row_in_shared_memory[];
    using P = Pack<T>;
    wait_for_the_kernel_before();

    const P* const row = reinterpret_cast<const P*>(x + blockIdx.x * x_stride);
    const P* const factors = reinterpret_cast<const P*>(weight);
    P* const results = reinterpret_cast<P*>(y + blockIdx.x * y_stride);
    P* const stage = reinterpret_cast<P*>(row_in_shared_memory);
    const int packs = h / P::LENGTH;

    float squares = 0.0f;
    for (int i = threadIdx.x; i < packs; i += THREADS) {
        const P pack = row[i];
        for (int j = 0; j < P::LENGTH; j++) {
            const float value = widen(pack.elements[j]);
            squares += value * value;
        }
        if (staged) {
            stage[i] = pack;
        }
    }
    const float mean = reduce_block<Sum>(squares) / h;
    const float scale = 1.0f / sqrtf(mean + eps);
    let_the_next_kernel_start();

    // Each thread reads what it has written itself.
    for (int i = threadIdx.x; i < packs; i += THREADS) {
        const P pack = staged ? stage[i] : row[i];
        const P factor = factors[i];
        P result;
        for (int j = 0; j < P::LENGTH; j++) {
            result.elements[j] = narrow<T>(widen(pack.elements[j]) * scale * widen(factor.elements[j]));
        }
        results[i] = result;
    }
}

#define RMSNORM(NAME, T)                                                                                              \
    extern "C" __global__ void __launch_bounds__(THREADS) NAME(                                                       \
        const T* x, const T* weight, T* y, int h, long long x_stride, long long y_stride, float eps, int staged       \
    ) {                                                                                                               \
        rmsnorm<T>(x, weight, y, h, x_stride, y_stride, eps, staged);                                                 \
    }

RMSNORM(rmsnorm_bf16, __nv_bfloat16)
RMSNORM(rmsnorm_f16, __half)
