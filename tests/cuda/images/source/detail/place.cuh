#pragma once

#include "../factor.cuh"
#include "grid.cuh"

__device__ inline long long place() { return static_cast<long long>(blockIdx.x) * GRID_STRIDE + threadIdx.x; }
