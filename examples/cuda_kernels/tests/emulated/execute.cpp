// With this, the recording driver of `tests/cuda` runs the kernels that it launches.

#include <cstdio>

#include "threads.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" {
#include "fake.h"

CUresult fake_execute(const char* name, const CUlaunchConfig* config, void** parameters) {
    const emulation::Kernel* const kernel = emulation::Kernel::find(name);
    if (kernel == nullptr) {
        std::fprintf(stderr, "there is no source of the kernel `%s` here\n", name);
        return NOT_FOUND;
    }
    const auto extents = [](const unsigned (&of)[3]) { return uint3{of[0], of[1], of[2]}; };
    const emulation::Launch launch{extents(config->grid), extents(config->block), config->smem};
    const std::string error = emulation::run(*kernel, launch, parameters);
    if (!error.empty()) {
        std::fprintf(stderr, "kernel `%s`: %s\n", name, error.c_str());
        // CUDA_ERROR_LAUNCH_FAILED
        return 719;
    }
    return SUCCESS;
}

// For the test of the conversions.

EXPORT float emulated_widen_f16(std::uint16_t bits) { return __half2float({bits}); }
EXPORT float emulated_widen_bf16(std::uint16_t bits) { return __bfloat162float({bits}); }
EXPORT std::uint16_t emulated_narrow_f16(float value) { return __float2half_rn(value).bits; }
EXPORT std::uint16_t emulated_narrow_bf16(float value) { return __float2bfloat16_rn(value).bits; }
}
