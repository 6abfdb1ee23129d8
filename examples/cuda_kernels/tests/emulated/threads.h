// Runs the blocks of a kernel.

#pragma once

#include <string>

#include "device.h"

namespace emulation {

struct Launch {
    uint3 grid, block;
    unsigned shared_memory;
};

// Runs all blocks of a kernel. Returns a description of what it did wrong, if anything.
std::string run(const Kernel& kernel, const Launch& launch, void** parameters);

}  // namespace emulation
