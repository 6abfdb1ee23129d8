// The kernels that the cases declare. `sh build.sh` compiles them.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Params {
    float scale;
    long long extent;
};

extern "C" __global__ void vadd(const float *x, float *y, long long n) {
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i];
}

extern "C" __global__ void scale_f16(const __half *x, __half *y, int n, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __float2half(__half2float(x[i]) * by);
}

extern "C" __global__ void scale_bf16(const __nv_bfloat16 *x, __nv_bfloat16 *y, int n, float by) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __float2bfloat16(__bfloat162float(x[i]) * by);
}

template <typename T, typename U>
__device__ void convert(const T *x, U *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = (U)x[i];
}

extern "C" __global__ void convert_f32_i32(const float *x, int *y, int n) { convert(x, y, n); }
extern "C" __global__ void convert_f32_i64(const float *x, long long *y, int n) { convert(x, y, n); }
extern "C" __global__ void convert_f64_i32(const double *x, int *y, int n) { convert(x, y, n); }
extern "C" __global__ void convert_f64_i64(const double *x, long long *y, int n) { convert(x, y, n); }

extern "C" __global__ void by_value(Params params, float *y) {
    if (threadIdx.x < params.extent) y[threadIdx.x] = params.scale;
}

extern "C" __global__ void nothing() {}
