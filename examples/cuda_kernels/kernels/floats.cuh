// Element types: stored as they are, calculated with as `float`, rounded once.

#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ inline float widen(float value) { return value; }
__device__ inline float widen(__half value) { return __half2float(value); }
__device__ inline float widen(__nv_bfloat16 value) { return __bfloat162float(value); }

template <class T>
__device__ inline T narrow(float value);

template <>
__device__ inline float narrow<float>(float value) {
    return value;
}

template <>
__device__ inline __half narrow<__half>(float value) {
    return __float2half_rn(value);
}

template <>
__device__ inline __nv_bfloat16 narrow<__nv_bfloat16>(float value) {
    return __float2bfloat16_rn(value);
}
