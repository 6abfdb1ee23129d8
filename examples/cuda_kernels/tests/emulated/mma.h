// The part of `nvcuda::wmma` that the kernels use, for the host: row-major and column-major tiles of 16 x 16.
//
// On a GPU the elements of a fragment are spread over the lanes of a warp. Here each lane has and calculates all of them, and stores
// its share. The order of summation is that of plain loops, not that of tensor cores.

#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace nvcuda::wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major };

// Elements are numbers already, exactly: [row * 16 + column].
template <class Use, int M, int N, int K, class T, class Layout = void>
struct fragment {
    static_assert(M == 16 && N == 16 && K == 16, "only tiles of 16 x 16 are emulated");
    float elements[256];
};

inline float number(__half value) { return __half2float(value); }
inline float number(__nv_bfloat16 value) { return __bfloat162float(value); }

inline bool is_aligned(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer) % 32 == 0; }

[[noreturn]] void refuse(const char* why);

template <class Use, class T, class Layout>
void load_matrix_sync(fragment<Use, 16, 16, 16, T, Layout>& tile, const T* from, unsigned pitch) {
    if (!is_aligned(from) || pitch % 8 != 0) {
        refuse("load_matrix_sync: a tile is aligned to 32 bytes, its pitch to 16");
    }
    emulation::wait_for_warp();
    for (int row = 0; row < 16; row++) {
        for (int column = 0; column < 16; column++) {
            const bool by_rows = std::is_same_v<Layout, row_major>;
            tile.elements[row * 16 + column] = number(by_rows ? from[row * pitch + column] : from[column * pitch + row]);
        }
    }
}

template <class Use>
void fill_fragment(fragment<Use, 16, 16, 16, float>& tile, float value) {
    std::fill(std::begin(tile.elements), std::end(tile.elements), value);
}

template <class T, class A, class B>
void mma_sync(
    fragment<accumulator, 16, 16, 16, float>& result,
    const fragment<matrix_a, 16, 16, 16, T, A>& a,
    const fragment<matrix_b, 16, 16, 16, T, B>& b,
    const fragment<accumulator, 16, 16, 16, float>& c
) {
    emulation::wait_for_warp();
    fragment<accumulator, 16, 16, 16, float> sums = c;
    for (int row = 0; row < 16; row++) {
        for (int k = 0; k < 16; k++) {
            for (int column = 0; column < 16; column++) {
                sums.elements[row * 16 + column] += a.elements[row * 16 + k] * b.elements[k * 16 + column];
            }
        }
    }
    result = sums;
}

inline void store_matrix_sync(
    float* to, const fragment<accumulator, 16, 16, 16, float>& tile, unsigned pitch, layout_t
) {
    if (!is_aligned(to) || pitch % 4 != 0) {
        refuse("store_matrix_sync: a tile is aligned to 32 bytes, its pitch to 16");
    }
    emulation::wait_for_warp();
    for (unsigned i = emulation::lane(); i < 256; i += 32) {
        to[i / 16 * pitch + i % 16] = tile.elements[i];
    }
}

}  // namespace nvcuda::wmma
