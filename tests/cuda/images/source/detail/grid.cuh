#pragma once

#define GRID_STRIDE blockDim.x
