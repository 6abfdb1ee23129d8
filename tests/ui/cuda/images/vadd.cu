extern "C" __global__ void vadd(const float* a, float* b, long long n) {
    long long i = blockIdx.x * 256LL + threadIdx.x;
    if (i < n) b[i] += a[i];
}
