// The parts of CUDA C++ that the kernels of this example use, in host C++. This file is included before each file of kernels, and
// `<cuda_fp16.h>`, `<cuda_bf16.h>`, and `<mma.h>` come from this folder.
//
// Every thread of a block is a fiber, all on one thread of the host: see threads.cpp.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <utility>

#define __global__
#define __device__
// Shared variables are declared `static`, and blocks run one after another. Dynamic shared memory is `extern`, and defined in
// threads.cpp.
#define __shared__
#define __launch_bounds__(threads)

struct uint3 {
    unsigned x, y, z;
};

struct alignas(16) uint4 {
    unsigned x, y, z, w;
};

extern uint3 threadIdx, blockIdx, blockDim, gridDim;

namespace emulation {

// Waits until every thread of the block has reached a `__syncthreads`.
void wait_for_block();

// Waits until every thread of the warp has reached a warp operation.
void wait_for_warp();

// Exchanges values between the lanes of a warp: returns the value of the lane `lane`.
float exchange(float value, unsigned lane);

// The index of this thread in its warp.
unsigned lane();

// Calls a kernel with the driver's array of pointers to parameters.
template <class... P, std::size_t... I>
void call(void (*kernel)(P...), void** parameters, std::index_sequence<I...>) {
    kernel(*static_cast<std::remove_const_t<P>*>(parameters[I])...);
}

struct Kernel {
    const char* name;
    std::size_t parameters;
    std::function<void(void**)> run;

    template <class... P>
    Kernel(const char* name, void (*kernel)(P...)) : name(name), parameters(sizeof...(P)) {
        run = [kernel](void** parameters) { call(kernel, parameters, std::index_sequence_for<P...>{}); };
        add(this);
    }

    static void add(const Kernel* kernel);
    static const Kernel* find(const char* name);
};

}  // namespace emulation

// Registers a kernel by its name.
#define EMULATED(NAME) static const emulation::Kernel kernel_##NAME(#NAME, NAME);

inline void __syncthreads() { emulation::wait_for_block(); }

inline float __shfl_xor_sync(unsigned, float value, int mask) {
    return emulation::exchange(value, emulation::lane() ^ static_cast<unsigned>(mask));
}
