// Kernels that are compiled when they are first used, with headers of their own.

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
