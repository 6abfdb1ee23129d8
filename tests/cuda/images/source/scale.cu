// Kernels that are compiled at first use, with embedded headers.

#include "detail/place.cuh"
#include "factor.cuh"

template <class T, class N>
__global__ void scale(T* x, N n) {
    const long long i = place();
    if (i < n) {
        x[i] *= FACTOR;
    }
}

extern "C" __global__ void fill(Value* x, long long n) {
    const long long i = place();
    if (i < n) {
        x[i] = FACTOR;
    }
}
