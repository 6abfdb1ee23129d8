// The sum of two vectors. NVRTC compiles it on the machine that runs it, so it includes no headers.

extern "C" __global__ void vadd(const float* a, const float* b, float* c, long long n) {
    // In 64 bits: a grid can have more threads than the greatest `int`.
    const long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i] + b[i];
    }
}
