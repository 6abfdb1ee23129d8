// `__nv_bfloat16` for the host, with the functions that the kernels use.

#pragma once

struct __nv_bfloat16 {
    std::uint16_t bits;
};

inline float __bfloat162float(__nv_bfloat16 value) {
    const std::uint32_t bits = static_cast<std::uint32_t>(value.bits) << 16;
    float result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
}

inline __nv_bfloat16 __float2bfloat16_rn(float value) {
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    if (value != value) {
        return {0x7fff};
    }
    // Round to nearest, ties to even.
    return {static_cast<std::uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16)};
}
