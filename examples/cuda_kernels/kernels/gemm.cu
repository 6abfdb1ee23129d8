// The product of two matrices on tensor cores: c = a * b^T, where `b` is stored as `[n, k]`, as weights are.
//
// A block of four warps computes a tile of 64 x 64 elements of `c`, each warp a quarter of it. Tiles of `a` and `b` go through shared
// memory, 32 columns at a time, in two stages: while one is multiplied, the next is loaded into registers.

#include <mma.h>

#include "floats.cuh"

namespace wmma = nvcuda::wmma;

// Rows and columns are `unsigned`, since the last tile may reach beyond the greatest `int`.
constexpr unsigned THREADS = 128;
constexpr unsigned TILE = 64;
constexpr unsigned TILE_K = 32;
// The number of elements in sixteen bytes, which are loaded at once.
constexpr unsigned PACK = 8;
// The row stride: rows of a fragment are in different banks, and are aligned.
constexpr unsigned PITCH = TILE_K + 8;
constexpr unsigned PITCH_C = TILE + 4;
// The number of packs of a tile for each thread.
constexpr unsigned LOADS = TILE * TILE_K / PACK / THREADS;
// The number of elements of a tile in shared memory.
constexpr unsigned ELEMENTS = TILE * PITCH;
constexpr unsigned FRAGMENT = 16;
constexpr unsigned FRAGMENTS = 2;

// A CuTe tensor with the layout `(rows, columns):(stride, 1)`. The static stride takes no slot.
template <class T>
struct Matrix {
    T* data;
    int rows;
    int columns;
    long long stride;

    __device__ bool has(unsigned row, unsigned column) const {
        return row < static_cast<unsigned>(rows) && column < static_cast<unsigned>(columns);
    }
};

// A thread's part of the tile of `matrix` at (`row`, `column`); zeros beyond its edges. Columns are a multiple of `PACK`.
template <class T>
__device__ inline void fetch(const Matrix<const T>& matrix, unsigned row, unsigned column, uint4 (&packs)[LOADS]) {
    for (unsigned i = 0; i < LOADS; i++) {
        const unsigned pack = threadIdx.x + i * THREADS;
        const unsigned r = row + pack / (TILE_K / PACK);
        const unsigned c = column + pack % (TILE_K / PACK) * PACK;
        packs[i] = uint4{0, 0, 0, 0};
        if (matrix.has(r, c)) {
            packs[i] = *reinterpret_cast<const uint4*>(matrix.data + r * matrix.stride + c);
        }
    }
}

template <class T>
__device__ inline void put(const uint4 (&packs)[LOADS], T* tile) {
    for (unsigned i = 0; i < LOADS; i++) {
        const unsigned pack = threadIdx.x + i * THREADS;
        T* const place = tile + pack / (TILE_K / PACK) * PITCH + pack % (TILE_K / PACK) * PACK;
        *reinterpret_cast<uint4*>(place) = packs[i];
    }
}

// Adds the product of two tiles in shared memory to the warp's quarter of the result, at (`row`, `column`).
template <class T, class Accumulator>
__device__ inline void multiply(
    const T* a, const T* b, unsigned row, unsigned column, Accumulator (&sums)[FRAGMENTS][FRAGMENTS]
) {
    for (unsigned k = 0; k < TILE_K; k += FRAGMENT) {
        wmma::fragment<wmma::matrix_a, FRAGMENT, FRAGMENT, FRAGMENT, T, wmma::row_major> left[FRAGMENTS];
        // The rows of `b` are the columns of its transpose.
        wmma::fragment<wmma::matrix_b, FRAGMENT, FRAGMENT, FRAGMENT, T, wmma::col_major> right[FRAGMENTS];
        for (unsigned i = 0; i < FRAGMENTS; i++) {
            wmma::load_matrix_sync(left[i], a + (row + i * FRAGMENT) * PITCH + k, PITCH);
            wmma::load_matrix_sync(right[i], b + (column + i * FRAGMENT) * PITCH + k, PITCH);
        }
        for (unsigned i = 0; i < FRAGMENTS; i++) {
            for (unsigned j = 0; j < FRAGMENTS; j++) {
                wmma::mma_sync(sums[i][j], left[i], right[j], sums[i][j]);
            }
        }
    }
}

// The columns of `a` and of `b` are a multiple of `PACK`, as are their strides; both are aligned to sixteen bytes.
template <class T>
__device__ void gemm(const Matrix<const T>& a, const Matrix<const T>& b, const Matrix<T>& c) {
    constexpr unsigned STAGES = 2 * 2 * ELEMENTS * sizeof(T);
    constexpr unsigned RESULTS = TILE * PITCH_C * sizeof(float);
    // Two stages of the tiles of `a` and `b`. After all products, the tile of `c`.
    alignas(32) static __shared__ unsigned char memory[STAGES > RESULTS ? STAGES : RESULTS];
    T* const tiles = reinterpret_cast<T*>(memory);
    float* const results = reinterpret_cast<float*>(memory);

    const unsigned row = blockIdx.x * TILE;
    const unsigned column = blockIdx.y * TILE;
    const unsigned warp = threadIdx.x / 32;
    const unsigned warp_row = warp / 2 * (TILE / 2);
    const unsigned warp_column = warp % 2 * (TILE / 2);

    wmma::fragment<wmma::accumulator, FRAGMENT, FRAGMENT, FRAGMENT, float> sums[FRAGMENTS][FRAGMENTS];
    for (unsigned i = 0; i < FRAGMENTS; i++) {
        for (unsigned j = 0; j < FRAGMENTS; j++) {
            wmma::fill_fragment(sums[i][j], 0.0f);
        }
    }

    uint4 of_a[LOADS], of_b[LOADS];
    fetch(a, row, 0, of_a);
    fetch(b, column, 0, of_b);
    put(of_a, tiles);
    put(of_b, tiles + ELEMENTS);
    __syncthreads();

    T* now = tiles;
    T* next = tiles + 2 * ELEMENTS;
    const unsigned columns = a.columns;
    for (unsigned k = 0; k < columns; k += TILE_K) {
        const bool has_next = k + TILE_K < columns;
        if (has_next) {
            fetch(a, row, k + TILE_K, of_a);
            fetch(b, column, k + TILE_K, of_b);
        }
        multiply(now, now + ELEMENTS, warp_row, warp_column, sums);
        if (has_next) {
            put(of_a, next);
            put(of_b, next + ELEMENTS);
        }
        // All threads have read this stage and filled the next.
        __syncthreads();
        T* const done = now;
        now = next;
        next = done;
    }

    for (unsigned i = 0; i < FRAGMENTS; i++) {
        for (unsigned j = 0; j < FRAGMENTS; j++) {
            float* const place =
                results + (warp_row + i * FRAGMENT) * PITCH_C + warp_column + j * FRAGMENT;
            wmma::store_matrix_sync(place, sums[i][j], PITCH_C, wmma::mem_row_major);
        }
    }
    __syncthreads();
    for (unsigned i = threadIdx.x; i < TILE * TILE; i += THREADS) {
        const unsigned r = row + i / TILE;
        const unsigned d = column + i % TILE;
        if (c.has(r, d)) {
            c.data[r * c.stride + d] = narrow<T>(results[i / TILE * PITCH_C + i % TILE]);
        }
    }
}

#define GEMM(NAME, T)                                                                                                 \
    extern "C" __global__ void __launch_bounds__(THREADS)                                                             \
        NAME(const Matrix<const T> a, const Matrix<const T> b, const Matrix<T> c) {                                   \
        gemm<T>(a, b, c);                                                                                             \
    }

GEMM(gemm_bf16, __nv_bfloat16)
GEMM(gemm_f16, __half)
