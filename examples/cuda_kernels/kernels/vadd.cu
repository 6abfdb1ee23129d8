// The sum of two vectors. Compiled by NVRTC on the machine that runs it, so it includes nothing.

extern "C" __global__ void vadd(const float* a, const float* b, float* c, long long n) {
    // In 64 bits from the start: a grid can have more threads than an `int` can number.
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
    }
}
