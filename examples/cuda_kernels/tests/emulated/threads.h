// Running a kernel's blocks.

#pragma once

#include <string>

#include "device.h"

namespace emulation {

struct Launch {
    uint3 grid, block;
    unsigned shared_memory;
};

// Runs all blocks of a kernel, and returns what was wrong with what it did, if anything.
std::string run(const Kernel& kernel, const Launch& launch, void** parameters);

}  // namespace emulation
