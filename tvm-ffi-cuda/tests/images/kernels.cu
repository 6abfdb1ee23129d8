// Kernels whose parameters the tests of images know. nvcc 13.0.88 has compiled this file to the images in this folder:
//   nvcc -cubin -arch=sm_75 -o kernels.sm75.cubin kernels.cu        (likewise sm_90a and sm_100)
//   nvcc -ptx -arch=sm_80 -o kernels.ptx kernels.cu
//   nvcc -fatbin --no-compress -gencode arch=compute_80,code=[sm_80,compute_80] -o kernels.fatbin kernels.cu
//   nvcc -fatbin --compress-mode=size -gencode arch=compute_80,code=compute_80 -gencode arch=compute_90a,code=sm_90a -o compressed.fatbin kernels.cu
// The ptxas of CUDA 12.4 has made kernels.sm90a.abi7.cubin, which has the older form of cubins:
//   nvcc -ptx -arch=sm_90a -o old.ptx kernels.cu; sed -i 's/^.version 9.0/.version 8.4/' old.ptx; ptxas -arch=sm_90a -o kernels.sm90a.abi7.cubin old.ptx
#include <cuda.h>

struct Three {
    char bytes[3];
};

struct Odd {
    double number;
    char byte;
};

struct Large {
    char bytes[1000];
};

struct alignas(64) Aligned {
    int numbers[16];
};

template <class T, int N>
__global__ void scale(T *out, const T *in, Odd odd) {
    out[threadIdx.x] = in[0] * T(N) + T(odd.number);
}

template __global__ void scale<float, 4>(float *, const float *, Odd);

namespace outer {
__global__ void structs(int *out, Three three, Large large, short number, Aligned aligned) {
    *out = three.bytes[1] + large.bytes[threadIdx.x] + number + aligned.numbers[0];
}
} // namespace outer

extern "C" __global__ void nothing() {}

extern "C" __global__ void __launch_bounds__(256, 2) vadd(const float *a, const float *b, float *c, long long n) {
    __shared__ float some[128];
    long long i = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    some[threadIdx.x % 128] = i < n ? a[i] : 0;
    __syncthreads();
    if (i < n) c[i] = some[i % 128] + b[i];
}

extern "C" __global__ void tensor_map(int a, const __grid_constant__ CUtensorMap map, int *out) {
    *out = a + ((const int *)&map)[threadIdx.x];
}

__device__ __noinline__ int square(int x) { return x * x + 3; }

extern "C" __global__ void calls(int *out, bool flag) { *out = square(*out) + flag; }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster(int *out) { *out = 1; }
#endif
