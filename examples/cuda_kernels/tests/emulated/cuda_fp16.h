// `__half` for the host, with the functions that the kernels use.

#pragma once

struct __half {
    std::uint16_t bits;
};

inline float __half2float(__half value) {
    const int exponent = value.bits >> 10 & 0x1f;
    const int mantissa = value.bits & 0x3ff;
    float result;
    if (exponent == 0x1f) {
        result = mantissa ? NAN : INFINITY;
    } else if (exponent == 0) {
        result = std::ldexp(static_cast<float>(mantissa), -24);
    } else {
        result = std::ldexp(static_cast<float>(mantissa + 0x400), exponent - 25);
    }
    return value.bits & 0x8000 ? -result : result;
}

inline __half __float2half_rn(float value) {
    const std::uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const float size = std::fabs(value);
    if (value != value) {
        return {0x7fff};
    }
    // This and greater numbers round beyond the greatest finite one, 65504.
    if (size >= 65520.0f) {
        return {static_cast<std::uint16_t>(sign | 0x7c00)};
    }
    int exponent;
    std::frexp(size, &exponent);
    // The unit in the last place at this size. It is the same for zero and all subnormal numbers.
    const int last = size < 0x1p-14f ? -24 : exponent - 11;
    // Ties to even, as the host rounds by default. A carry correctly changes the exponent.
    const auto mantissa = static_cast<std::uint16_t>(std::nearbyint(std::ldexp(size, -last)));
    const std::uint16_t bits = last == -24 ? mantissa : static_cast<std::uint16_t>(((last + 24) << 10) + mantissa);
    return {static_cast<std::uint16_t>(sign | bits)};
}
